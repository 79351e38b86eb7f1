import type { Call } from "#platform/contract/call.ts";
import { type CallName, calls } from "../app/server/calls.ts";
import type { Reply } from "./http.ts";
import { anonymous, someoneWith } from "./lender.ts";
import type { Row, RowsOf } from "./rows/row.ts";
import type { Stage } from "./stage.ts";
import { accounts, social } from "./rows/accounts.ts";
import { billing } from "./rows/billing.ts";
import { borrowers } from "./rows/borrowers.ts";
import { developers } from "./rows/developers.ts";
import { notifications } from "./rows/notifications.ts";
import { organizations } from "./rows/organizations.ts";
import { singleSignOn, sso } from "./rows/single-sign-on.ts";
import { posts } from "./rows/posts.ts";
import { reports } from "./rows/reports.ts";
import { underwriting } from "./rows/underwriting.ts";
import { borrowerPortal } from "./rows/borrower-portal.ts";
import type * as siteContract from "#features/site/contract.ts";

const site: RowsOf<typeof siteContract> = {
  reportPolicy: {
    works: async () => ({ reports: [{ directive: "script-src-elem", blocked: "inline", page: "http://localhost/" }] }),
    names: [],
  },
};

// A call without a row here does not compile.
const rows: RowsOf<typeof calls> = {
  ...accounts,
  ...social,
  ...organizations,
  ...developers,
  ...singleSignOn,
  ...sso,
  ...posts,
  ...borrowers,
  ...notifications,
  ...underwriting,
  ...reports,
  ...borrowerPortal,
  ...billing,
  ...site,
};

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
  const all = { ...headers, ...(await row.headers?.(stage)) };
  const caller = token === null ? anonymous(stage.test, all) : someoneWith(stage.test, token, all);
  return caller.send<Call>(calls[name], input ?? (await row.works(stage)));
}
