import type { SQL } from "drizzle-orm";
import type { BorrowerSession } from "#platform/server/actor.ts";
import type { Database, ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import type { EncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import type { Cipher } from "#platform/server/encryption/cipher.ts";
import type { Signer } from "#platform/server/encryption/signing.ts";
import type { Plaid } from "#providers/plaid/plaid.ts";
import type { VerifyWebhook } from "#providers/plaid/webhook.ts";
import type { Evaluator } from "./evaluate-report.ts";

export interface AssetReportDeps {
  readonly db: Database;
  readonly system: SystemScope;
  readonly jobs: Jobs;
  readonly cipher: Cipher;
  readonly files: EncryptedFiles;
  readonly plaid: Plaid;
  readonly verifyWebhook: VerifyWebhook;
  readonly signer: Signer;
  readonly evaluator: Evaluator;
  readonly publicUrl: string;
  readonly productName: string;
  /** A failure that a sweep will retry. */
  readonly onTrouble: (what: string, found: Record<string, unknown>) => void;
  /**
   * Throws CONSENT_REQUIRED for a visitor without consent. The borrower portal depends on reports, so the caller passes
   * this in.
   */
  readonly requireConsent: (db: ReadDb, session: BorrowerSession) => Promise<void>;
  /** Ends a borrower's audit copies. Copies depend on reports, so the caller passes this in. */
  readonly endCopies: (tx: Tx, scope: Scope, borrowerId: string) => Promise<void>;
  /**
   * What the borrower portal stores about a borrower, and how to delete it. The portal depends on reports, so the
   * caller passes this in.
   */
  readonly portalData: PortalData;
}

/** What the borrower portal stores about a borrower in addition to reports. */
export interface PortalData {
  readonly stored: RetainedPortalData;
  /** Reduces what the portal stores about a borrower, for everyone or for these addresses. */
  forget(tx: Tx, scope: Scope, borrowerId: string, whose: "everybody" | readonly string[]): Promise<void>;
}

/** SQL for a statement over `borrowers`, about its current row. */
export interface RetainedPortalData {
  /** Whether more is stored than the fact that consent was given, to which text and when. */
  readonly isAny: SQL;
  /** The fewest days that anyone was promised; null: no promise was made. */
  readonly promisedDays: SQL;
  /**
   * A query for `email_key`, `taken_back_at` and the promised `kept_days` of consents that were withdrawn and not given
   * again, as long as more is stored of them than the fact that they were given.
   */
  readonly takenBack: SQL;
}
