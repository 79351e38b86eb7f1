// A call without a row here does not compile.
import type { calls } from "../../app/server/calls.ts";
import { accounts } from "./accounts.ts";
import { billing } from "./billing.ts";
import { borrowers } from "./borrowers.ts";
import { organizations } from "./organizations.ts";
import { posts } from "./posts.ts";
import { reports } from "./reports.ts";
import type { RowsOf } from "./row.ts";
import { site } from "./site.ts";
import { social } from "./social.ts";
import { underwriting } from "./underwriting.ts";
import { borrowerPortal } from "./borrower-portal.ts";

export const rows: RowsOf<typeof calls> = {
  ...accounts,
  ...social,
  ...organizations,
  ...posts,
  ...borrowers,
  ...underwriting,
  ...reports,
  ...borrowerPortal,
  ...billing,
  ...site,
};
