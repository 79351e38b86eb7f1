// Owns what identity's rules are handed.
import type { Database, Tx } from "#kit/server/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import type { AcrossScope } from "#kit/server/scope.ts";
import type { Sealer } from "#kit/server/sealing.ts";
import type { Passwords } from "./passwords.ts";
import type { SprayGuard } from "./spray.ts";
import type { Tokens } from "./tokens.ts";

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
  /** Ends every social connection of a person; social log-in brings it. */
  readonly endConnections: (tx: Tx, userId: string) => Promise<void>;
  /** Whether log-in and register keep to themselves which addresses have an account. */
  readonly hideAccounts: boolean;
  /** Base of mailed links; never taken from a request. */
  readonly publicUrl: string;
  /** Base of the API, for what pages load from it. */
  readonly backendUrl: string;
  readonly productName: string;
}
