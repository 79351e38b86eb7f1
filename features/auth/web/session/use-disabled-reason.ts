import type { Call } from "#platform/contract/call.ts";
import { admits } from "#platform/contract/who.ts";
import { isConfirmed, useMembership, useUser } from "./session.ts";

export const CONFIRM_FIRST = "Confirm your email first. Open the link we sent you.";

/** The reason that disabled buttons show. `undefined` when the user may make the call. */
export function useDisabledReason({ who, confirmed }: Pick<Call, "who" | "confirmed">): string | undefined {
  const user = useUser();
  const role = useMembership()?.role.name ?? null;
  if (!admits(who, role)) return "Your role is read-only here. Ask an admin of your organization.";
  if (!confirmed || user === null || isConfirmed(user)) return undefined;
  return CONFIRM_FIRST;
}
