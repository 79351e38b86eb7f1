// Owns what the rules on asset reports are handed.
import type { Database } from "#kit/server/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import type { AcrossScope } from "#kit/server/scope.ts";
import type { SealedFiles } from "#kit/server/sealed-files.ts";
import type { Sealer } from "#kit/server/sealing.ts";
import type { Plaid } from "#providers/plaid.ts";
import type { VerifyWebhook } from "#providers/plaid-webhook.ts";

export interface AssetReportDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly files: SealedFiles;
  readonly plaid: Plaid;
  readonly verifyWebhook: VerifyWebhook;
  readonly productName: string;
}
