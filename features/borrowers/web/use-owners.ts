// Owns what those who look after borrowers are called, for whoever may know it.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fullName, type ListedBorrower, type PlacedBorrower } from "#features/borrowers/contract.ts";
import { useMembership } from "#features/identity/web/session/session.ts";
import { listColleagues } from "#features/members/contract.ts";
import { colleagues } from "#features/members/web/data.ts";
import { admits } from "#kit/contract/who.ts";

/** Whoever a borrower was given to and who has left since. */
export const FORMER = "A former colleague";

/** Of the organization that one works in. */
export interface Owners {
  readonly organizationId: string;
  /** Names by ids of people; `undefined` while they load, or could not be had. */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** Only the list of all organizations says where a borrower is. */
export type MaybePlaced = ListedBorrower & Partial<Pick<PlacedBorrower, "organizationId">>;

/** `null`: this role is not told. */
export function useOwners(): Owners | null {
  const membership = useMembership();
  const mayKnow = admits(listColleagues.who, membership?.role.name ?? null);
  const { data } = useQuery({ ...colleagues(), enabled: mayKnow });
  const organizationId = membership?.organizationId;
  return useMemo(() => {
    if (!mayKnow || organizationId === undefined) return null;
    return { organizationId, names: data && new Map(data.map((one) => [one.userId, fullName(one)])) };
  }, [mayKnow, organizationId, data]);
}

export function isForeign({ organizationId }: MaybePlaced, owners: Owners | null): boolean {
  return owners !== null && organizationId !== undefined && organizationId !== owners.organizationId;
}

/** `null`: nobody, or not known yet. */
export function ownerOf(borrower: MaybePlaced, owners: Owners | null): string | null {
  const { assignedUserId } = borrower;
  if (isForeign(borrower, owners)) return "Another organization’s";
  if (assignedUserId === null || !owners?.names) return null;
  return owners.names.get(assignedUserId) ?? FORMER;
}
