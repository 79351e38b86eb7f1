// Puts the step before the bank dialog and "Ask borrower" into the report's page; no feature imports the other's page.
import { type ComponentProps, lazy, Suspense } from "react";
import { AskFinding } from "#features/borrower-portal/web/officer/AskFinding.tsx";
import { FindingAsk } from "#features/underwriting/web/finding-ask.ts";
import { AssetReportPage } from "#features/asset-reports/web/AssetReportPage.tsx";

const ConnectBankDialog = lazy(() =>
  import("#features/borrower-portal/web/officer/ConnectBankDialog.tsx").then((file) => ({
    default: file.ConnectBankDialog,
  })),
);

const askFinding = (asking: ComponentProps<typeof AskFinding>) => <AskFinding {...asking} />;

export function AssetReportWithConsent() {
  return (
    <FindingAsk value={askFinding}>
      <AssetReportPage
        connectStep={(props) => (
          <Suspense>
            <ConnectBankDialog {...props} />
          </Suspense>
        )}
      />
    </FindingAsk>
  );
}
