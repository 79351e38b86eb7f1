import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import type { UnderwritingDeps } from "#features/underwriting/server/deps.ts";

export interface BorrowerPortalDeps {
  readonly assetReports: AssetReportDeps;
  readonly underwriting: UnderwritingDeps;
  readonly jwtSecret: string;
  readonly publicUrl: string;
  readonly backendUrl: string;
  readonly productName: string;
}
