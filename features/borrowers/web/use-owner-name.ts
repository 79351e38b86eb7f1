// Owns what the one who looks after a borrower is called, by whoever may know it.
import type { Borrower } from "#features/borrowers/contract.ts";
import { useUser } from "#features/identity/web/session/session.ts";
import { ownerOf, useOwners } from "./use-owners.ts";

export function useOwnerName(borrower: Borrower): string {
  const owners = useOwners();
  const user = useUser();
  const { assignedUserId } = borrower;
  if (assignedUserId !== null && assignedUserId === user?.id) return "you";
  return ownerOf(borrower, owners) ?? "the loan officer";
}
