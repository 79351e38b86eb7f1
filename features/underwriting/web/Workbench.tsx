import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { addEvidence, type Evidence } from "#features/underwriting/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import type { ReportLine } from "#features/underwriting/web/report-lines.ts";
import { accountName } from "#features/underwriting/labels.ts";
import { UnsavedForms, useAskBeforeClosing } from "#kit/web/form/unsaved-forms.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { Dialog } from "#kit/web/parts/Dialog.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { evidenceOf } from "./data.ts";
import { DocumentList } from "./DocumentList.tsx";
import { EvidenceItem } from "./EvidenceItem.tsx";
import { NewEvidence } from "./NewEvidence.tsx";
import styles from "./Workbench.module.css";

interface WorkbenchProps {
  readonly borrowerId: string;
  /** `null`: gifts that are still to come. */
  readonly deposit: ReportLine | null;
  readonly onClose: () => void;
}

export function Workbench({ borrowerId, deposit, onClose }: WorkbenchProps) {
  const evidence = useQuery(evidenceOf({ borrowerId }));
  const { forms, close } = useAskBeforeClosing(onClose);
  const bench = useRef<HTMLDivElement>(null);
  // What was pressed goes with the form. Not focusable before that: the dialog would open with its focus, and its ring, here.
  const backToBench = () => {
    bench.current?.setAttribute("tabindex", "-1");
    bench.current?.focus();
  };
  return (
    <Dialog
      size="large"
      title={deposit === null ? "Gifts to come" : "Explain deposit"}
      text={
        deposit === null ? "A gift counts for closing once its papers are complete and accepted." : wordsOf(deposit)
      }
      onClose={close}
    >
      <div ref={bench} role="group" aria-label="Sources" className={styles.bench}>
        <Loaded query={evidence} failed="The evidence could not be loaded" skeleton={<Skeleton lines={5} />}>
          {(known) => (
            <UnsavedForms value={forms}>
              <Bench borrowerId={borrowerId} deposit={deposit} onAdded={backToBench} {...known} />
            </UnsavedForms>
          )}
        </Loaded>
        <div className={styles.end}>
          <Button onClick={close}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}

function wordsOf({ line, account }: ReportLine): string {
  return `${formatMoney(-line.amountCents, currencyOf(line, account))} on ${formatDate(line.date)}, ${accountName(account)}: ${line.description}`;
}

interface BenchProps extends Pick<WorkbenchProps, "borrowerId" | "deposit"> {
  /** All of the borrower's. */
  readonly evidence: readonly Evidence[];
  readonly loose: Evidence["documents"];
  /** The form of a new source is gone. */
  readonly onAdded: () => void;
}

function Bench({ borrowerId, deposit, evidence, loose, onAdded }: BenchProps) {
  const bar = useBar(addEvidence);
  const [isAdding, setAdding] = useState<boolean | null>(null);
  const transactionId = deposit?.line.id ?? null;
  const own = evidence.filter(
    (one) => one.transactionId === transactionId && (deposit !== null || one.kind === "gift"),
  );
  const amount = deposit === null ? Infinity : -deposit.line.amountCents;
  const explained = sourcedBy(own);
  const restCents = Math.max(0, amount - explained);
  const mayAdd = bar === undefined && restCents > 0;
  const isOpen = mayAdd && (isAdding ?? own.length === 0);
  return (
    <>
      {bar !== undefined && <Alert tone="info">{bar}</Alert>}
      {deposit !== null && <Explained amount={amount} explained={explained} />}
      {own.length > 0 && (
        <ul role="list" className={styles.items} aria-label="Evidence">
          {own.map((one) => (
            <EvidenceItem
              key={one.id}
              evidence={one}
              subject={{ transactionId, restCents: restCents + (one.state === "rejected" ? 0 : one.sourcedCents) }}
            />
          ))}
        </ul>
      )}
      {isOpen ? (
        <NewEvidence
          borrowerId={borrowerId}
          subject={{ transactionId, restCents }}
          onDone={() => {
            setAdding(false);
            onAdded();
          }}
          isAlone={own.length === 0}
        />
      ) : (
        mayAdd && (
          <div>
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              {deposit === null ? "Add a gift" : "Add a source"}
            </Button>
          </div>
        )
      )}
      {loose.length > 0 && (
        <section className={styles.loose} aria-label="Documents that belong to no source yet">
          <h3>Sent, but belonging to no source yet</h3>
          <DocumentList documents={loose} />
        </section>
      )}
    </>
  );
}

/** What is rejected explains nothing. */
function sourcedBy(evidence: readonly Evidence[]): number {
  return evidence.reduce((total, { state, sourcedCents }) => total + (state === "rejected" ? 0 : sourcedCents), 0);
}

function Explained({ amount, explained }: { readonly amount: number; readonly explained: number }) {
  const share = Math.min(100, (explained / amount) * 100);
  return (
    <div className={styles.explained}>
      <p>
        {explained >= amount
          ? "All of it has a source"
          : `${formatMoney(explained)} of ${formatMoney(amount)} has a source, ${formatMoney(amount - explained)} is left to explain`}
      </p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100} height={1} />
        <rect width={share} height={1} className={styles.done} />
      </svg>
    </div>
  );
}
