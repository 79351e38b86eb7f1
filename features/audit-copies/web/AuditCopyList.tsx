// Owns the list of what was shared: with whom, how it stands, each look at it, and its end.
import type { AuditCopy } from "#features/audit-copies/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { confirm } from "#kit/web/confirm.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Row, RowList } from "#kit/web/parts/RowList.tsx";
import { StatusPill, type Tone } from "#kit/web/parts/StatusPill.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useRevokeAuditCopy } from "./data.ts";
import { ViewLog } from "./ViewLog.tsx";

const STATES: Readonly<Record<AuditCopy["state"], { readonly tone: Tone; readonly word: string }>> = {
  open: { tone: "green", word: "Open" },
  expired: { tone: "hollow", word: "Expired" },
  revoked: { tone: "hollow", word: "Ended" },
  locked: { tone: "red", word: "Locked" },
};

interface AuditCopyListProps {
  readonly copies: readonly AuditCopy[];
  readonly bar: string | undefined;
}

export function AuditCopyList({ copies, bar }: AuditCopyListProps) {
  const revoke = useRevokeAuditCopy();

  async function end({ id, auditorName }: AuditCopy): Promise<void> {
    const isSure = await confirm({
      title: `End the copy of ${auditorName}?`,
      text: "The link stops working at once. To let them in again you share the report anew.",
      confirm: "End copy",
      tone: "danger",
    });
    const done = () => showToast("Audit copy ended", `${auditorName} can no longer open it.`, { autohide: true });
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
                  barred={bar}
                  isBusy={revoke.isPending && revoke.variables.id === copy.id}
                  label={`End copy of ${copy.auditorName}`}
                  onClick={() => void end(copy)}
                >
                  End copy
                </Button>
              )
            }
          />
        ))}
      </RowList>
    </>
  );
}
