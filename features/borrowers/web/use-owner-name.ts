import type { Borrower } from "#features/borrowers/contract.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { ownerOf, useOwners } from "./use-owners.ts";

export function useOwnerName(borrower: Borrower): string {
  const owners = useOwners();
  const user = useUser();
  const { assignedUserId } = borrower;
  if (assignedUserId !== null && assignedUserId === user?.id) return "you";
  return ownerOf(borrower, owners) ?? "the loan officer";
}
