import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Borrower, fullName, type ListedBorrower, type PlacedBorrower } from "#features/borrowers/contract.ts";
import { useMembership, useUser } from "#features/auth/web/session/session.ts";
import { listColleagues } from "#features/organizations/contract.ts";
import { colleagues } from "#features/organizations/web/members/api.ts";
import { admits } from "#platform/contract/who.ts";

/** Shown for an assignee who has left. */
export const FORMER = "A former colleague";

/** The members of the user's current organization. */
export interface Owners {
  readonly organizationId: string;
  /** Names by user id; `undefined` while they load or if they failed to load. */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** Only the list of all organizations gives a borrower's organization. */
export type MaybePlaced = ListedBorrower & Partial<Pick<PlacedBorrower, "organizationId">>;

/** `null`: this role may not see owners. */
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

/** `null`: no one, or not known yet. */
export function ownerOf(borrower: MaybePlaced, owners: Owners | null): string | null {
  const { assignedUserId } = borrower;
  if (isForeign(borrower, owners)) return "Another organization’s";
  if (assignedUserId === null || !owners?.names) return null;
  return owners.names.get(assignedUserId) ?? FORMER;
}

export function useOwnerName(borrower: Borrower): string {
  const owners = useOwners();
  const user = useUser();
  const { assignedUserId } = borrower;
  if (assignedUserId !== null && assignedUserId === user?.id) return "you";
  return ownerOf(borrower, owners) ?? "the loan officer";
}
