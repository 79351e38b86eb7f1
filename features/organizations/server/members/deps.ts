import type { IdentityDeps } from "#features/auth/server/deps.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";

export type MemberDeps = Pick<IdentityDeps, "db" | "systemScope" | "jobs" | "publicUrl" | "productName">;

export interface MemberChangeDeps extends MemberDeps {
  /** Ends a subscription that no member is left to pay for, in the same transaction. Subscriptions provide it. */
  readonly endUnattended: (tx: Tx, scope: Scope, actor: Pick<Actor, "userId" | "address">) => Promise<void>;
}
