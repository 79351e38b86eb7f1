// Owns the report in the fields of a verification of deposit (R18). A view of data: nobody signed it, and it says so.
import type { Case } from "../case.ts";
import { addDays } from "../days.ts";
import { averageOf } from "./averages.ts";

/** Shown wherever these fields are. */
export const VOD_NOTE = "Data view, not Form 1006. No bank signed it.";

export interface VodRow {
  readonly accountId: string;
  readonly institutionName: string;
  readonly owners: readonly string[];
  readonly type: string;
  readonly lastFour: string | null;
  readonly currentCents: number | null;
  /** Of the previous two months: the mean of daily balances. */
  readonly averageCents: number | null;
  /** The bank does not tell when an account was opened: on this day at the latest. */
  readonly openedBy: string | null;
}

export function readVod({ holdings, reading }: Case): VodRow[] {
  return holdings
    .filter(({ isDepository }) => isDepository)
    .map(({ account, institutionName }) => ({
      accountId: account.id,
      institutionName,
      owners: account.owners.flatMap(({ names }) => names),
      type: account.subtype ?? account.type,
      lastFour: account.mask,
      currentCents: account.currentCents,
      averageCents: averageOf(account)?.cents ?? null,
      openedBy: account.daysAvailable > 0 ? addDays(reading.asOf, -account.daysAvailable) : null,
    }));
}
