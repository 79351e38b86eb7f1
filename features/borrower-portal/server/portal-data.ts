import type { PortalData } from "#features/asset-reports/server/deps.ts";
import type { ReadAuthorization } from "#features/asset-reports/server/evaluate-report.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { normalizeEmail } from "#features/auth/server/store.ts";
import { readNewestConsents, shortenConsents } from "./consent-store.ts";
import { retainedPortalData } from "./retained-store.ts";
import { deleteLinks } from "./link-store.ts";

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
