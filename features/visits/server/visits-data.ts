// Owns what stays of visits once the data they brought is kept no longer: that consent was given, to what and when.
import type { VisitsData } from "#features/asset-reports/server/deps.ts";
import { shortenConsents } from "./consent-store.ts";
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
