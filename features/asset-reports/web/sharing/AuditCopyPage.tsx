// Where an auditor reads a shared report. The link's token leaves the address right away and stays in this page's
// memory.
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { openAuditCopy } from "#features/asset-reports/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { PageCard } from "#platform/web/parts/PageCard.tsx";
import styles from "./AuditCopyPage.module.css";
import { useOpenAuditCopy } from "./data.ts";
import { PassCodeForm } from "./PassCodeForm.tsx";
import { SharedReportView } from "./SharedReportView.tsx";

const { token: Token } = openAuditCopy.body.shape;

export function AuditCopyPage() {
  const [token] = useState(tokenInAddress);
  const open = useOpenAuditCopy();
  const navigate = useNavigate();

  useEffect(() => {
    // The router's own navigation would keep the fragment if path and query do not change.
    if (window.location.hash !== "") void navigate({ to: "/audit-copy", hash: "", replace: true });
  }, [navigate]);

  const opened = open.data;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Audit copy</h1>
      {token === null && (
        <Alert tone="ask" title="Open the link in the email again">
          For security, this page doesn&apos;t store the link. After a reload, open the link again and enter the same
          passcode.
        </Alert>
      )}
      {token !== null && !opened && (
        <PageCard size="medium">
          <PassCodeForm token={token} open={open} />
        </PageCard>
      )}
      {token !== null && opened && (
        <SharedReportView shared={opened} opening={{ token, passCode: open.variables.passCode }} />
      )}
    </div>
  );
}

function tokenInAddress(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("t");
  return Token.safeParse(token).data ?? null;
}
