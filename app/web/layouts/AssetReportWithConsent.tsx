// Puts the step before the bank dialog into the report's page; neither feature imports the other's page.
import { lazy, Suspense } from "react";
import { AssetReportPage } from "#features/asset-reports/web/AssetReportPage.tsx";

const ConnectBankDialog = lazy(() =>
  import("#features/borrower-portal/web/officer/ConnectBankDialog.tsx").then((file) => ({
    default: file.ConnectBankDialog,
  })),
);

export function AssetReportWithConsent() {
  return (
    <AssetReportPage
      connectStep={(props) => (
        <Suspense>
          <ConnectBankDialog {...props} />
        </Suspense>
      )}
    />
  );
}
