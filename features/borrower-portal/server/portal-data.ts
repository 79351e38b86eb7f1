import { sql } from "drizzle-orm";
import type { PortalData, RetainedPortalData } from "#features/asset-reports/server/deps.ts";
import type { ReadAuthorization } from "#features/asset-reports/server/evaluate-report.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { normalizeEmail } from "#features/auth/server/store.ts";
import { readNewestConsents, shortenConsents } from "./consent-store.ts";
import { deleteLinks } from "./link-store.ts";
import { consents, borrowerLinks } from "./schema.ts";

// The SQL writes the column names in full, because Drizzle leaves out the table name in a statement with one table.
const ofBorrower = sql`organization_id = borrowers.organization_id and t.borrower_id = borrowers.id`;
/** A shortened consent has no address left. */
const isWhole = sql`t.address <> ''`;

const retainedPortalData: RetainedPortalData = {
  isAny: sql`(exists (select from ${borrowerLinks} t where t.${ofBorrower})
    or exists (select from ${consents} t where t.${ofBorrower} and ${isWhole}))`,
  promisedDays: sql`(select min(t.retention_days) from ${consents} t where t.${ofBorrower})`,
  takenBack: sql`select t.email_key, t.taken_back_at, t.retention_days as kept_days
    from ${consents} t where t.${ofBorrower} and ${isWhole} and t.taken_back_at is not null
    and not exists (select from ${consents} n where n.organization_id = t.organization_id
      and n.borrower_id = t.borrower_id and n.email_key = t.email_key and n.given_at > t.given_at)`,
};

/** Passed to asset-reports. */
export const portalData: PortalData = {
  stored: retainedPortalData,
  async forget(tx, scope, borrowerId, whose) {
    await shortenConsents(tx, scope, borrowerId, whose);
    await deleteLinks(tx, scope, borrowerId, whose);
  },
};

/** The borrower's newest consent, including a withdrawn one, because the data was read under it. */
export const readAuthorization: ReadAuthorization = async (db, scope, borrower) => {
  const consents = await readNewestConsents(db, scope, borrower.id);
  const own = consents.find(({ emailKey }) => emailKey === normalizeEmail(borrower.email));
  return own ? { person: fullName(borrower), at: own.givenAt, textVersion: own.version } : null;
};
