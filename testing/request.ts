import type { Call } from "#platform/contract/call.ts";
import { calls, type CallName } from "../app/server/calls.ts";
import type { Reply } from "./http.ts";
import { anonymous, someoneWith } from "./lender.ts";
import type { Row } from "./rows/row.ts";
import { rows } from "./rows/rows.ts";
import type { Stage } from "./stage.ts";

type Fields = Record<string, unknown>;

/** The row of a call whose name is known only at run time. */
interface AnyRow extends Pick<Row, "headers" | "kind"> {
  works(stage: Stage): Promise<Fields>;
  readonly names: readonly string[];
}

export function rowOf(name: CallName): AnyRow {
  return rows[name] as unknown as AnyRow; // every input is an object of fields
}

/** Asks the call as its row says; `token` null: without one. */
export async function requestOf(
  stage: Stage,
  name: CallName,
  token: string | null,
  { input, headers = {} }: { input?: Fields; headers?: Record<string, string> } = {},
): Promise<Reply<unknown>> {
  const row = rowOf(name);
  const signed = await row.headers?.(stage);
  const caller =
    token === null ? anonymous(stage.test, { ...headers, ...signed }) : someoneWith(stage.test, token, headers);
  return caller.send<Call>(calls[name], input ?? (await row.works(stage)));
}
