import type { SQL } from "drizzle-orm";
import type { Visit } from "#kit/server/actor.ts";
import type { Database, Reads, Tx } from "#kit/server/database/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import type { SealedFiles } from "#kit/server/sealing/sealed-files.ts";
import type { Sealer } from "#kit/server/sealing/sealing.ts";
import type { Signer } from "#kit/server/sealing/signing.ts";
import type { Plaid } from "#providers/plaid.ts";
import type { VerifyWebhook } from "#providers/plaid-webhook.ts";
import type { Evaluator } from "./evaluate-report.ts";

export interface AssetReportDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly files: SealedFiles;
  readonly plaid: Plaid;
  readonly verifyWebhook: VerifyWebhook;
  readonly signer: Signer;
  readonly evaluator: Evaluator;
  readonly publicUrl: string;
  readonly productName: string;
  /** Something that a sweep will try again. */
  readonly onTrouble: (what: string, found: Record<string, unknown>) => void;
  /** Throws CONSENT_REQUIRED for a visitor who has agreed to nothing; visits are built on reports, and handed in. */
  readonly requireConsent: (db: Reads, visit: Visit) => Promise<void>;
  /** Ends what auditors were given of a borrower; copies are built on reports, and handed in. */
  readonly endCopies: (tx: Tx, scope: Scope, borrowerId: string) => Promise<void>;
  /** What visits keep of a borrower and forget; visits are built on reports, and handed in. */
  readonly visitsData: VisitsData;
}

/** What visits keep of a borrower beside reports. */
export interface VisitsData {
  readonly kept: VisitsKept;
  /** Shortens what is kept of visits to a borrower, by everybody or by these addresses. */
  forget(tx: Tx, scope: Scope, borrowerId: string, whose: "everybody" | readonly string[]): Promise<void>;
}

/** SQL for a statement over `borrowers`, on the row that it looks at. */
export interface VisitsKept {
  /** Whether there is more than that consent was given, to what and when. */
  readonly isAny: SQL;
  /** The fewest days that anybody was promised; null: nobody was promised any. */
  readonly promisedDays: SQL;
  /**
   * A query for `email_key`, `taken_back_at` and the promised `kept_days` of consents that were taken back and never given
   * anew, as far as more is kept of them than that they were given.
   */
  readonly takenBack: SQL;
}
