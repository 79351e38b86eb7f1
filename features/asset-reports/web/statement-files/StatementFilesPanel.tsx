import { lazy, Suspense, useState } from "react";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { createStatementReport } from "#features/asset-reports/contract.ts";
import { STATEMENT_FILES_TEXTS as TEXTS } from "#features/asset-reports/labels.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Section } from "#platform/web/parts/Page.tsx";

const StatementFilesDialog = lazy(() =>
  import("./StatementFilesDialog.tsx").then((file) => ({ default: file.StatementFilesDialog })),
);

export function StatementFilesPanel({ borrower: { id, status } }: { readonly borrower: Borrower }) {
  const [isOpen, setOpen] = useState(false);
  const disabledReason = useDisabledReason(createStatementReport) ?? (status === "closed" ? TEXTS.closed : undefined);
  return (
    <Section
      title={TEXTS.title}
      action={
        <Button size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
          {TEXTS.add}
        </Button>
      }
    >
      <p>{TEXTS.lead}</p>
      {isOpen && (
        <Suspense>
          <StatementFilesDialog borrowerId={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}
