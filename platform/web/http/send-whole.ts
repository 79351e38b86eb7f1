import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { send, type SendOptions } from "./client.ts";

/** As `send`, for a paged list: asked for without a limit it is read page after page, until `LIST_ROWS` are here. */
export async function sendWhole<C extends Call>(
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  const asked = (input ?? {}) as { limit?: number }; // a paged list has this field in its query
  if (asked.limit !== undefined) return send(call, input, options);
  const rows: { id: string }[] = [];
  while (rows.length < LIST_ROWS) {
    const after = rows.at(-1)?.id;
    const page = (await send(call, { ...asked, ...(after && { after }) } as Input<C>, options)) as { id: string }[];
    rows.push(...page);
    if (page.length !== PAGE_ROWS) break;
  }
  return rows as ReplyOf<C>;
}
