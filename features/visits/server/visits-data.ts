// Owns what stays of visits once the data they brought is kept no longer: that consent was given, to what and when.
import type { VisitsData } from "#features/asset-reports/server/deps.ts";
import type { ReadAuthorization } from "#features/asset-reports/server/evaluate-report.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { readNewestConsents, shortenConsents } from "./consent-store.ts";
import { visitsKept } from "./kept-store.ts";
import { deleteLinks } from "./link-store.ts";

/** What asset-reports are handed. */
export const visitsData: VisitsData = {
  kept: visitsKept,
  async forget(tx, scope, borrowerId, whose) {
    await shortenConsents(tx, scope, borrowerId, whose);
    await deleteLinks(tx, scope, borrowerId, whose);
  },
};

/** The borrower's newest consent, one that was taken back included: it is what the data was read under. */
export const readAuthorization: ReadAuthorization = async (db, scope, borrower) => {
  const consents = await readNewestConsents(db, scope, borrower.id);
  const own = consents.find(({ emailKey }) => emailKey === emailKeyOf(borrower.email));
  return own ? { person: fullName(borrower), at: own.givenAt, textVersion: own.version } : null;
};
