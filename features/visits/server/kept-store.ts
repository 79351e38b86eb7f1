// Owns the SQL on what is kept of visits to a borrower: asked by asset-reports in one statement with what they keep.
import { sql } from "drizzle-orm";
import type { VisitsKept } from "#features/asset-reports/server/deps.ts";
import { consents, visitLinks } from "./tables.ts";

// Names written out: in a statement of one table Drizzle would leave the table away.
const ofBorrower = sql`organization_id = borrowers.organization_id and t.borrower_id = borrowers.id`;
/** Of a consent that is shortened no address is left. */
const isWhole = sql`t.address <> ''`;

export const visitsKept: VisitsKept = {
  isAny: sql`(exists (select from ${visitLinks} t where t.${ofBorrower})
    or exists (select from ${consents} t where t.${ofBorrower} and ${isWhole}))`,
  promisedDays: sql`(select min(t.retention_days) from ${consents} t where t.${ofBorrower})`,
  takenBack: sql`select t.email_key, t.taken_back_at, t.retention_days as kept_days
    from ${consents} t where t.${ofBorrower} and ${isWhole} and t.taken_back_at is not null
    and not exists (select from ${consents} n where n.organization_id = t.organization_id
      and n.borrower_id = t.borrower_id and n.email_key = t.email_key and n.given_at > t.given_at)`,
};
