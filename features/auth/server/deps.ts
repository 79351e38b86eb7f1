import type { Database, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import type { Cipher } from "#platform/server/encryption/cipher.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { SprayGuard } from "./login-attempts/spray.ts";
import type { Tokens } from "./sessions/tokens.ts";

/** What registration needs from an emailed invitation. */
export interface Invitations {
  /** Throws LINK_DEAD, INVITATION_FOR_ANOTHER. */
  requireFor(token: string, email: string): Promise<void>;
  /** Locks the inviting organization before any other row. Throws LINK_DEAD. */
  hold(tx: Tx, token: string): Promise<void>;
  /** Adds the new user to the inviting organization. Throws the same, and LIMIT_REACHED. */
  join(tx: Tx, token: string, person: { userId: string; email: string; address: string }): Promise<void>;
}

/** A creation time (ISO 8601) that is before or after the given one. */
export type CreatedWhen = { readonly before: string } | { readonly after: string };

export interface IdentityDeps {
  readonly db: Database;
  readonly system: SystemScope;
  readonly jobs: Jobs;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly cipher: Cipher;
  readonly passwordMinLength: number;
  /** Stops guesses that are spread over many addresses. */
  readonly spray: SprayGuard;
  /**
   * Deletes the user's social connections, all or those created then. Returns whether there were any. The social
   * sign-in module provides it.
   */
  readonly endConnections: (tx: Tx, userId: string, made?: CreatedWhen) => Promise<boolean>;
  /** The organizations feature provides it. */
  readonly invitations: Invitations;
  /** Whether sign-in and registration hide which addresses have an account. */
  readonly hideAccounts: boolean;
  /** Base of emailed links. Never taken from a request. */
  readonly publicUrl: string;
  /** Base of the API, for what pages load from it. */
  readonly backendUrl: string;
  readonly productName: string;
}
