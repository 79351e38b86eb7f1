import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import styles from "./Activity.module.css";
import { useVerifyAudit } from "./data.ts";

const FAULTS_SHOWN = 10;
const LABELS = {
  gap: "an act before it is missing",
  changed: "it was changed afterwards",
  "head-differs": "the end of the record was cut off or changed",
};

export function VerifyRecord() {
  const verify = useVerifyAudit();
  const { data: outcome, error } = verify;
  return (
    <div className={styles.verify}>
      <div>
        <Button isBusy={verify.isPending} onClick={() => verify.mutate({})}>
          Verify
        </Button>
      </div>
      {error && <Alert tone="stop">{explain(error)}</Alert>}
      {outcome?.faults.length === 0 && outcome.head === null && <Alert tone="info">Nothing is on record yet.</Alert>}
      {outcome?.faults.length === 0 && outcome.head !== null && (
        <Alert tone="ok" title={`The record is whole: ${countOf(outcome.rows)}, none changed, none missing`}>
          Write this down elsewhere: it proves later that nothing up to act {outcome.head.seq} was rewritten.
          <code className={styles.hash}>{outcome.head.sha256}</code>
        </Alert>
      )}
      {outcome && outcome.faults.length > 0 && (
        <Alert tone="stop" title={`The record was tampered with: ${outcome.faults.length} of ${countOf(outcome.rows)}`}>
          Contact the server's operator, and compare with a backup.
          <ul>
            {outcome.faults.slice(0, FAULTS_SHOWN).map(({ seq, fault }) => (
              <li key={`${seq} ${fault}`}>
                Act {seq}: {LABELS[fault]}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

function countOf(rows: number): string {
  return `${rows.toLocaleString("en-US")} ${rows === 1 ? "act" : "acts"}`;
}
