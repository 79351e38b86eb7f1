// Owns what identity's rules are handed.
import type { Database, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import type { Sealer } from "#kit/server/sealing/sealing.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { SprayGuard } from "./guesses/spray.ts";
import type { Tokens } from "./sessions/tokens.ts";

/** What registering asks of an invitation that was mailed to the address. */
export interface Invitations {
  /** Throws LINK_DEAD, INVITATION_FOR_ANOTHER. */
  requireFor(token: string, email: string): Promise<void>;
  /** Holds who invites, before anything else is locked. Throws LINK_DEAD. */
  hold(tx: Tx, token: string): Promise<void>;
  /** The new person joins who invited them; throws the same, and LIMIT_REACHED. */
  join(tx: Tx, token: string, person: { userId: string; email: string; address: string }): Promise<void>;
}

/** When something was made (ISO 8601): before then, or after. */
export type Made = { readonly before: string } | { readonly after: string };

export interface IdentityDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  readonly jobs: Jobs;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly sealer: Sealer;
  readonly passwordMinLength: number;
  /** Stops guesses that are spread over many addresses. */
  readonly spray: SprayGuard;
  /** Ends the social connections of a person, or those made so; whether there were any. Social log-in brings it. */
  readonly endConnections: (tx: Tx, userId: string, made?: Made) => Promise<boolean>;
  /** People of an organization invite others; their feature brings it. */
  readonly invitations: Invitations;
  /** Whether log-in and register keep to themselves which addresses have an account. */
  readonly hideAccounts: boolean;
  /** Base of mailed links; never taken from a request. */
  readonly publicUrl: string;
  /** Base of the API, for what pages load from it. */
  readonly backendUrl: string;
  readonly productName: string;
}
