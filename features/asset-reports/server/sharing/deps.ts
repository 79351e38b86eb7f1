import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import type { Passwords } from "#features/auth/server/passwords/passwords.ts";

export interface AuditCopyDeps {
  readonly assetReports: AssetReportDeps;
  readonly passwords: Pick<Passwords, "hash" | "matches">;
}
