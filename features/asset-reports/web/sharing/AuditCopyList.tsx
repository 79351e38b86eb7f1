import type { AuditCopy } from "#features/asset-reports/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/StatusPill.tsx";
import { showToast } from "#platform/web/toasts.ts";
import { useRevokeAuditCopy } from "./data.ts";
import styles from "./ViewLog.module.css";

const ACTS: Readonly<Record<AuditCopy["views"][number]["act"], string>> = {
  opened: "Opened",
  downloaded: "Downloaded",
  refused: "Refused",
};

function ViewLog({ views }: { readonly views: AuditCopy["views"] }) {
  const [newest] = views;
  if (!newest) return <p>Not opened yet.</p>;
  return (
    <details className={styles.log}>
      <summary>
        {views.length === 1 ? "Viewed once" : `${views.length} looks`}, the last on <DateText at={newest.at} withTime />
      </summary>
      <ol role="list">
        {views.map(({ at, act, format, address }) => (
          <li key={`${at} ${act} ${format}`}>
            <DateText at={at} withTime /> {ACTS[act]}
            {format !== null && ` (${format.toUpperCase()})`} from {address}
          </li>
        ))}
      </ol>
    </details>
  );
}

const STATES: Readonly<Record<AuditCopy["state"], { readonly tone: Tone; readonly word: string }>> = {
  open: { tone: "green", word: "Open" },
  expired: { tone: "hollow", word: "Expired" },
  revoked: { tone: "hollow", word: "Revoked" },
  locked: { tone: "red", word: "Locked" },
};

interface AuditCopyListProps {
  readonly copies: readonly AuditCopy[];
  readonly disabledReason: string | undefined;
}

export function AuditCopyList({ copies, disabledReason }: AuditCopyListProps) {
  const revoke = useRevokeAuditCopy();

  async function end({ id, auditorName }: AuditCopy): Promise<void> {
    const isSure = await confirm({
      title: `Revoke access for ${auditorName}?`,
      text: "The link stops working immediately. To give access again, share the report again.",
      confirm: "Revoke access",
      tone: "danger",
    });
    const done = () => showToast("Access revoked", `${auditorName} can no longer open it.`, { autohide: true });
    if (isSure) revoke.mutate({ id }, { onSuccess: () => void done() });
  }

  return (
    <>
      {revoke.error && codeOf(revoke.error) !== "NOT_FOUND" && <Alert tone="stop">{explain(revoke.error)}</Alert>}
      <RowList label="Audit copies">
        {copies.map((copy) => (
          <Row
            key={copy.id}
            title={
              <>
                {copy.auditorName} <StatusPill tone={STATES[copy.state].tone}>{STATES[copy.state].word}</StatusPill>
              </>
            }
            about={
              <>
                <p>
                  {copy.auditorEmail}, data as of <DateText at={copy.asOf} />, until <DateText at={copy.expiresAt} />
                </p>
                <ViewLog views={copy.views} />
              </>
            }
            action={
              copy.state === "open" && (
                <Button
                  size="small"
                  disabledReason={disabledReason}
                  isBusy={revoke.isPending && revoke.variables.id === copy.id}
                  label={`Revoke access of ${copy.auditorName}`}
                  onClick={() => void end(copy)}
                >
                  Revoke access
                </Button>
              )
            }
          />
        ))}
      </RowList>
    </>
  );
}
