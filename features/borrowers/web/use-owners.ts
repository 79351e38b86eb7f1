import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ownerOf, type Owners } from "#features/borrowers/columns.ts";
import { type Borrower, fullName } from "#features/borrowers/contract.ts";
import { useMembership, useUser } from "#features/auth/web/session/session.ts";
import { listColleagues } from "#features/organizations/contract.ts";
import { colleagues } from "#features/organizations/web/members/api.ts";
import { admits } from "#platform/contract/who.ts";

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

export function useOwnerName(borrower: Borrower): string {
  const owners = useOwners();
  const user = useUser();
  const { assignedUserId } = borrower;
  if (assignedUserId !== null && assignedUserId === user?.id) return "you";
  return ownerOf(borrower, owners) ?? "the loan officer";
}
