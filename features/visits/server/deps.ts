// Owns what the rules on visits are handed.
import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import type { UnderwritingDeps } from "#features/underwriting/server/deps.ts";

export interface VisitDeps {
  readonly assetReports: AssetReportDeps;
  readonly underwriting: UnderwritingDeps;
  readonly jwtSecret: string;
  readonly publicUrl: string;
  readonly backendUrl: string;
  readonly productName: string;
}
