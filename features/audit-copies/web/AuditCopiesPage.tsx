// Where an officer shares a report with an auditor, sees who looked, and ends what was shared.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createAuditCopy } from "#features/audit-copies/contract.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { useBorrower } from "#features/borrowers/web/data.ts";
import { loanTitle } from "#features/borrowers/web/loan-title.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page, Section } from "#kit/web/parts/Page.tsx";
import { usePageTitle } from "#kit/web/page-title.ts";
import { useParam } from "#kit/web/use-param.ts";
import { AuditCopyList } from "./AuditCopyList.tsx";
import { auditCopies, useCreateAuditCopy } from "./data.ts";
import { ShareForm } from "./ShareForm.tsx";
import { SharedNow } from "./SharedNow.tsx";

export function AuditCopiesPage() {
  const borrowerId = useParam("id");
  const borrower = useBorrower(borrowerId);
  const copies = useQuery(auditCopies({ borrowerId }));
  const create = useCreateAuditCopy();
  const bar = useBar(createAuditCopy);
  const [isTold, setTold] = useState(true);
  usePageTitle(loanTitle(borrower.data, "audit copies"));
  const name = borrower.data && fullName(borrower.data);
  return (
    <Page
      title="Audit copies"
      back={{ to: `/borrower/asset-report/${borrowerId}`, label: "Asset report" }}
      lead={`Let an auditor read${name ? ` ${name}'s` : " the"} report as it is judged now, by a link that ends and a pass-code. They need no account.`}
    >
      {create.data && !isTold && <SharedNow shared={create.data} onDone={() => setTold(true)} />}
      {(isTold || !create.data) && (
        <Section title="Share the newest report">
          <ShareForm borrowerId={borrowerId} create={create} bar={bar} onShared={() => setTold(false)} />
        </Section>
      )}
      <Section title="Shared so far">
        <Loaded query={copies} failed="The audit copies could not be loaded">
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="Nothing is shared yet">
                What you share is listed here, with each time that it was opened or downloaded.
              </EmptyState>
            ) : (
              <AuditCopyList copies={all} bar={bar} />
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}
