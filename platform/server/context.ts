import type { FastifyBaseLogger } from "fastify";
import type { Database, ReadDb } from "./database/database.ts";
import type { SystemScope } from "./database/scope.ts";
import type { Cipher } from "./encryption/cipher.ts";
import type { EncryptedFiles } from "./encryption/encrypted-files.ts";
import type { Signer } from "./encryption/signing.ts";
import type { Jobs } from "./jobs.ts";

/**
 * What use cases work with: `(ctx, principal, input)`. It is built once, in `app/server/product.ts`. A feature with a
 * service of its own, e.g. the access tokens of `auth`, declares it here by merging.
 */
export interface Context {
  readonly db: Database;
  /** For long reads, such as exports: a standby where one is set up, else `db`. Never older than the request. */
  readonly replica: ReadDb;
  /** All organizations. Only for jobs and for requests whose organization is not known yet, e.g. a login. */
  readonly system: SystemScope;
  readonly jobs: Jobs;
  readonly cipher: Cipher;
  readonly files: EncryptedFiles;
  readonly signer: Signer;
  readonly providers: Providers;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
}

/** Clients of outside providers. Each module in `providers/` declares its own by merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into
export interface Providers {}

/** What the environment sets for all features. */
export interface Settings {
  readonly productName: string;
  /** Base of emailed links. Never taken from a request. */
  readonly publicUrl: string;
  /** Base of the API, for what pages load from it. */
  readonly backendUrl: string;
  /** The first one signs; the second, if any, is still or already accepted. */
  readonly jwtSecrets: readonly [string, ...string[]];
  /** Whether sign-in and registration hide which addresses have an account. */
  readonly hideAccounts: boolean;
  readonly passwordMinLength: number;
  /** The limit of an organization's documents, in bytes. */
  readonly storageBytes: number;
  /** Checkouts, and card changes, that one network or one organization may begin within an hour. */
  readonly checkoutsPerHour: number;
}
