// Owns whether a person's role lets them work with borrowers at all, and the words for those whose does not.
import type { listBorrowers } from "#features/borrowers/contract.ts";
import { useMembership } from "#features/identity/web/session/session.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import type { Membership } from "#features/memberships/contract.ts";
import type { Call } from "#kit/contract/call.ts";
import { admits } from "#kit/contract/who.ts";

/** The contract's own, which the compiler sees to: pages without a borrower need not load it to know. */
const READERS: (typeof listBorrowers)["who"] = ["root", "admin", "editor", "observer", "registered"];

/** Whether they have a list of borrowers to go to. */
export function useMayReadBorrowers(): boolean {
  return mayReadBorrowers(useMembership());
}

export function mayReadBorrowers(membership: Membership | null): boolean {
  return admits(READERS, membership?.role.name ?? null);
}

/** Why they may not make this call now: who may not even read is told so. */
export function useBorrowerBar(wanted: Pick<Call, "who" | "confirmed">): string | undefined {
  const bar = useBar(wanted);
  const mayRead = useMayReadBorrowers();
  return mayRead ? bar : "Your role in this organization does not let you work with borrowers. Ask its admin.";
}
