// Owns what the rules on people are handed.
import type { IdentityDeps } from "#features/identity/server/deps.ts";
import type { Actor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";

export type MemberDeps = Pick<IdentityDeps, "db" | "across" | "jobs" | "publicUrl" | "productName">;

export interface MemberChangeDeps extends MemberDeps {
  /** Ends what nobody is left to pay for, in the same transaction; subscriptions bring it. */
  readonly endUnattended: (tx: Tx, scope: Scope, actor: Pick<Actor, "userId" | "address">) => Promise<void>;
}
