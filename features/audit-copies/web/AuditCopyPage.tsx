// Where an auditor reads what was shared with them. The link's token leaves the address at once, and stays in this page.
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { openAuditCopy } from "#features/audit-copies/contract.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
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
    // The router's own step would keep the fragment where path and query stay.
    if (window.location.hash !== "") void navigate({ to: "/audit-copy", hash: "", replace: true });
  }, [navigate]);

  const opened = open.data;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Audit copy</h1>
      {token === null && (
        <Alert tone="ask" title="Open the link in the mail again">
          This page does not keep the link, so that nobody finds it in this browser. After a reload, open the whole link
          again and type the same pass-code.
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
