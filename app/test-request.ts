// Owns how a test asks any call by its name, with the input of its row or one of the test's own.
import type { Call } from "#kit/contract/call.ts";
import { calls, type CallName } from "./calls.ts";
import { nobody, someoneWith, type Reply } from "./test-lender.ts";
import type { Row } from "./test-rows/row.ts";
import { rows } from "./test-rows/rows.ts";
import type { Stage } from "./test-stage.ts";

type Fields = Record<string, unknown>;

/** The row of a call whose name is known only when the test runs. */
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
  const asker =
    token === null ? nobody(stage.test, { ...headers, ...signed }) : someoneWith(stage.test, token, headers);
  return asker.send<Call>(calls[name], input ?? (await row.works(stage)));
}
