import type { listBorrowers } from "#features/borrowers/contract.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import type { Membership } from "#features/directory/contract.ts";
import type { Call } from "#platform/contract/call.ts";
import { admits } from "#platform/contract/who.ts";

/**
 * Typed as the contract's own list, so that the compiler checks it: pages without a borrower do not have to load the
 * contract.
 */
const READERS: (typeof listBorrowers)["who"] = ["root", "admin", "editor", "observer", "registered"];

/** Whether the user has a list of borrowers. */
export function useMayReadBorrowers(): boolean {
  return mayReadBorrowers(useMembership());
}

export function mayReadBorrowers(membership: Membership | null): boolean {
  return admits(READERS, membership?.role.name ?? null);
}

/** Why the user may not make this call now. A user who may not read borrowers gets that as the reason. */
export function useBorrowerDisabledReason(wanted: Pick<Call, "who" | "confirmed">): string | undefined {
  const disabledReason = useDisabledReason(wanted);
  const mayRead = useMayReadBorrowers();
  return mayRead ? disabledReason : "Your role doesn't include borrowers. Ask an admin of your organization.";
}
