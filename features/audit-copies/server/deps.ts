// Owns what the rules on audit copies are handed.
import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import type { Passwords } from "#features/identity/server/passwords/passwords.ts";

export interface AuditCopyDeps {
  readonly assetReports: AssetReportDeps;
  readonly passwords: Pick<Passwords, "hash" | "matches">;
}
