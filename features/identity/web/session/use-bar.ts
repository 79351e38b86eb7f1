// Owns why a person may not make a call at all: their role, or an email not yet confirmed.
import type { Call } from "#kit/contract/call.ts";
import { admits } from "#kit/contract/who.ts";
import { isConfirmed, useMembership, useUser } from "./session.ts";

export const CONFIRM_FIRST = "Confirm your email address first: open the link in the mail we sent you.";

/** The reason, to be told by barred buttons; `undefined` when they may. */
export function useBar({ who, confirmed }: Pick<Call, "who" | "confirmed">): string | undefined {
  const user = useUser();
  const role = useMembership()?.role.name ?? null;
  if (!admits(who, role)) return "Your role lets you read here, not change. Ask an admin of your organization.";
  if (!confirmed || user === null || isConfirmed(user)) return undefined;
  return CONFIRM_FIRST;
}
