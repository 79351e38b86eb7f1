import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";

/**
 * Who may register with an emailed invitation, and what they join. Invitations belong to `organizations`, which depends
 * on `auth`; so `app/server/events.ts` names the policy.
 */
export interface RegistrationPolicy {
  /** Throws LINK_DEAD, INVITATION_FOR_ANOTHER. */
  requireInvited(ctx: Context, token: string, email: string): Promise<void>;
  /** Locks the inviting organization before any other row. Throws LINK_DEAD. */
  lockInviting(ctx: Context, tx: Tx, token: string): Promise<void>;
  /** Adds the new user to the inviting organization. Throws LINK_DEAD, INVITATION_FOR_ANOTHER, LIMIT_REACHED. */
  join(ctx: Context, tx: Tx, token: string, person: { userId: string; email: string; address: string }): Promise<void>;
}

declare module "#platform/server/context.ts" {
  interface Context {
    readonly registration: RegistrationPolicy;
  }
}
