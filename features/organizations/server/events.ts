import type { Actor } from "#platform/server/actor.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { defineEvent } from "#platform/server/events.ts";

/** A member left or was removed, or may do less than before. */
export const memberRemoved = defineEvent<{
  readonly scope: Scope;
  readonly actor: Pick<Actor, "userId" | "address">;
}>("memberRemoved");

export const spendCapChanged = defineEvent<{ readonly scope: Scope }>("spendCapChanged");
