// Puts expirations, links, documents, bank connections and the export beside the borrower; no feature imports another's page.
import { DisconnectBank } from "#features/asset-reports/web/DisconnectBank.tsx";
import { ExportBorrower } from "#features/asset-reports/web/ExportBorrower.tsx";
import { ExpirationsPanel } from "#features/asset-reports/web/expirations/ExpirationsPanel.tsx";
import { StatementFilesPanel } from "#features/asset-reports/web/statement-files/StatementFilesPanel.tsx";
import { BorrowerPage } from "#features/borrowers/web/page/BorrowerPage.tsx";
import { useBorrowerMarks } from "#features/borrower-portal/web/officer/use-borrower-marks.ts";
import { BorrowerLinksPanel } from "#features/borrower-portal/web/officer/BorrowerLinksPanel.tsx";
import { NeedsPanel } from "#features/borrower-portal/web/officer/NeedsPanel.tsx";
import { GiftLettersPanel } from "#features/borrower-portal/web/officer/GiftLettersPanel.tsx";
import { DocumentsPanel } from "#features/underwriting/web/documents/DocumentsPanel.tsx";
import { useDocumentMarks } from "#features/underwriting/web/documents/use-document-marks.ts";
import { useParam } from "#platform/web/use-param.ts";

export function BorrowerWithLinks() {
  const id = useParam("id");
  const marks = [...useBorrowerMarks(id), ...useDocumentMarks(id)];
  return (
    <BorrowerPage
      marks={marks}
      links={(borrower) => (
        <>
          <ExpirationsPanel borrower={borrower} />
          <NeedsPanel borrower={borrower} />
          <BorrowerLinksPanel borrower={borrower} />
          <GiftLettersPanel borrower={borrower} />
          <StatementFilesPanel borrower={borrower} />
          <DocumentsPanel borrowerId={borrower.id} />
        </>
      )}
      bankAction={(borrower, bank) => <DisconnectBank borrower={borrower} bank={bank} />}
      recordActions={(borrower) => <ExportBorrower id={borrower.id} />}
    />
  );
}
