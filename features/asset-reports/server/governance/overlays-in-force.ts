import type { GovernancePacket } from "#features/asset-reports/contract.ts";
import { readNames } from "#features/directory/server/queries.ts";
import { type OverlayRow, readOverlays } from "#features/underwriting/server/overlays/overlay-queries.ts";
import { dayIn } from "#platform/dates/zones.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";

interface Days {
  readonly from: string;
  readonly to: string;
}

type Timed = Pick<OverlayRow, "state" | "effectiveFrom" | "decidedAt" | "endedOn" | "number">;
export type InForce<T> = T & { readonly decidedAt: string; readonly until: string | null };

/** The organization's overlays that were in force on one of these days, the newest first. */
export async function readOverlaysOf(
  db: ReadDb,
  scope: Scope,
  { timeZone, ...days }: Days & { readonly timeZone: string },
): Promise<GovernancePacket["overlays"]> {
  const rows = inForceIn(await readOverlays(db, scope), days, (moment) => dayIn(moment, timeZone));
  const names = await readNames(
    db,
    scope,
    rows.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy]),
  );
  const nameOf = (id: string | null) => (id === null ? undefined : names.get(id)) ?? "Former member";
  return rows.map(
    ({ name, number, programName, settings, effectiveFrom, until, proposedBy, decidedBy, decidedAt }) => ({
      ...{ name, number, programName, settings, since: effectiveFrom, until },
      ...{ proposedBy: nameOf(proposedBy), approvedBy: nameOf(decidedBy), approvedAt: decidedAt },
    }),
  );
}

/** Each approved version is replaced for good by the next: by its first day, then by when it was approved. */
export function inForceIn<T extends Timed>(
  rows: readonly T[],
  { from, to }: Days,
  dayOf: (moment: string) => string,
): InForce<T>[] {
  const approved = rows
    .flatMap((row) =>
      row.state === "approved" && row.decidedAt !== null ? [{ ...row, decidedAt: row.decidedAt }] : [],
    )
    .sort(
      (a, b) => compare(a.effectiveFrom, b.effectiveFrom) || compare(a.decidedAt, b.decidedAt) || a.number - b.number,
    );
  return approved
    .flatMap((row, at): InForce<T>[] => {
      const next = approved[at + 1];
      const ends = [row.endedOn, next?.effectiveFrom ?? null].filter((day) => day !== null).sort();
      const until = ends[0] ?? null;
      const first = row.effectiveFrom;
      // On the day on which it began: until a person ended it or approved the next, not where that was settled before.
      const isReplacedBefore = next?.effectiveFrom === first && dayOf(next.decidedAt) < first;
      const wasInForce = until === null || until > first || (until === first && !isReplacedBefore);
      return wasInForce && first <= to && (until === null || until >= from) ? [{ ...row, until }] : [];
    })
    .reverse();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
