import { useQuery } from "@tanstack/react-query";
import { lazy, startTransition, Suspense, useMemo, useRef, useState } from "react";
import type { Borrower } from "#features/borrowers/contract.ts";
import { useUpdateLoan } from "#features/borrowers/web/api.ts";
import type { Decision, Evidence } from "#features/underwriting/contract.ts";
import type { ClearedBy, Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import { accountName, CONFIRMED_LABELS, isSettledOutcome } from "#features/underwriting/labels.ts";
import { headlineOf, VerdictFacts } from "#features/underwriting/web/Answer.tsx";
import { evidenceOf } from "#features/underwriting/web/api.ts";
import { isNamed } from "#features/underwriting/web/decision-subject.ts";
import { type EvidenceTarget, targetOf } from "#features/underwriting/web/evidence-target.ts";
import { namedOf, type NamedAccount } from "#features/underwriting/web/finding-labels.ts";
import { FindingsList } from "#features/underwriting/web/FindingsList.tsx";
import { LeastDocumentation } from "#features/underwriting/web/LeastDocumentation.tsx";
import { MissingTerms, NotEvaluated, type OnTerms } from "#features/underwriting/web/NotEvaluated.tsx";
import { ProgramTabs } from "#features/underwriting/web/ProgramTabs.tsx";
import type { ReportLine } from "#features/underwriting/web/report-lines.ts";
import { UndoNotice, type LastAct } from "#features/underwriting/web/UndoNotice.tsx";
import {
  comparesReports,
  type RetrievedEvaluation,
  type ShownEvaluation,
} from "#features/underwriting/web/use-evaluation.ts";
import { useAskedReview } from "#features/underwriting/web/reviews/asked-review.ts";
import { WaitingDecisions } from "#features/underwriting/web/reviews/WaitingDecisions.tsx";
import { Waterfall } from "#features/underwriting/web/Waterfall.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import type { EvidenceSummaryProps } from "#features/underwriting/web/EvidenceSummary.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { useInView } from "#platform/web/use-in-view.ts";
import { usePart } from "#platform/web/use-lazy.ts";
import styles from "./ReportView.module.css";

const loadSummary = () => import("#features/underwriting/web/EvidenceSummary.tsx");

function ReportEvidence(props: EvidenceSummaryProps) {
  const place = useRef<HTMLDivElement>(null);
  const { value, isMissing } = usePart(loadSummary, useInView(place));
  if (value !== undefined) return <value.EvidenceSummary {...props} />;
  if (isMissing)
    return (
      <Alert tone="stop" title="We couldn't load the evidence">
        Reload the page to see it.
      </Alert>
    );
  return (
    <div ref={place}>
      <Skeleton lines={2} />
    </div>
  );
}

const ExplainDepositPanel = lazy(() =>
  import("#features/underwriting/web/ExplainDepositPanel.tsx").then((file) => ({ default: file.ExplainDepositPanel })),
);
const ConfirmFactDialog = lazy(() =>
  import("#features/underwriting/web/ConfirmFactDialog.tsx").then((file) => ({ default: file.ConfirmFactDialog })),
);
const WaiveDialog = lazy(() =>
  import("#features/underwriting/web/WaiveDialog.tsx").then((file) => ({ default: file.WaiveDialog })),
);

/** The dialog that is open over the page. */
type Opened =
  | { readonly what: "evidence"; readonly target: EvidenceTarget }
  | {
      readonly what: "confirmation";
      readonly finding: Finding;
      readonly way: Extract<ClearedBy, { by: "confirmation" }>;
      readonly lines: readonly ReportLine[];
    }
  | { readonly what: "waiver"; readonly finding: Finding };

interface ReportEvaluationProps {
  readonly retrieved: RetrievedEvaluation;
  readonly evaluation: ShownEvaluation;
  readonly borrower: Borrower;
  readonly lines: ReadonlyMap<string, ReportLine>;
  readonly program: Program;
  /** The loan's own program, whose answer is already at the top of the page. */
  readonly own: Program | null;
  /** The key of the finding to show. */
  readonly asked: string | null;
  readonly onProgram: (program: Program) => void;
  readonly onTerms: OnTerms;
  readonly onLines: (finding: Finding) => void;
  readonly onFinding: (finding: Finding) => void;
  readonly onNewReport: () => void;
}

export function ReportEvaluation(props: ReportEvaluationProps) {
  const { retrieved, evaluation, borrower, lines, program, own, asked } = props;
  const { onProgram, onTerms, onLines, onFinding, onNewReport } = props;
  const { verdicts, funds, findings, notEvaluated, leastDocumentation, programs, loan, isTried } = evaluation;
  const { number, conditions, inputs, parsedReport, figures, printed } = retrieved;
  const { exhibits } = printed;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [lastAct, setLastAct] = useState<LastAct | null>(null);
  const accounts = useMemo(() => accountsByKey(figures.accounts), [figures]);
  const named = useMemo(() => [...accounts.values()].map(namedOf), [accounts]);
  const question = useMemo(
    () => ({ ...inputs, loan, report: parsedReport, previous: null }),
    [inputs, loan, parsedReport],
  );
  const { data: known } = useQuery(evidenceOf({ borrowerId: borrower.id }));
  const proposed = useMemo(() => proposedOf(known?.evidence ?? []), [known]);
  const leaveOut = useLeaveOut(borrower, setLastAct);
  const close = () => setOpened(null);
  // Every finding is drawn again with the dialog, and when it closes with its notice.
  const open = (dialog: Opened) => startTransition(() => setOpened(dialog));
  useAskedReview(known?.evidence, (one) => {
    const target = targetOf(one, lines, named);
    if (target !== undefined) setOpened({ what: "evidence", target });
  });
  const ownFunds = funds[program];
  const verdict = verdicts[program];
  const isSettled = verdict !== undefined && isSettledOutcome(verdict);
  const least = isSettled || own === null ? undefined : leastDocumentation[program];

  function decided(done: string, { id, isWaiting }: Decision): void {
    const text = isWaiting ? "Proposed. It counts once a second person accepts it." : done;
    startTransition(() => {
      close();
      setLastAct({ text, undo: (undoDecision) => undoDecision({ id }) });
    });
  }

  return (
    <ProgramTabs program={program} programs={programs} verdicts={own === null ? null : verdicts} onProgram={onProgram}>
      {program !== own && verdict && (
        <div className={styles.other}>
          <p className={styles.verdict}>{headlineOf(verdict.text)}</p>
          <p className={styles.facts}>
            <VerdictFacts verdict={verdict} />
          </p>
          {own !== null && verdict.outcome === "notEvaluated" && verdict.missing.length > 0 && (
            <MissingTerms missing={verdict.missing} onTerms={onTerms} />
          )}
          {least && (
            <LeastDocumentation
              least={least}
              overlay={inputs.policy.overlay}
              findings={findings}
              lines={lines}
              onFinding={onFinding}
            />
          )}
        </div>
      )}
      {ownFunds && (
        <Waterfall
          program={program}
          overlay={inputs.policy.overlay}
          funds={ownFunds}
          loan={loan}
          accounts={accounts}
          lines={lines}
          figures={figures}
        />
      )}
      {leaveOut.error && (
        <Alert tone="stop" title="We couldn't leave out the account">
          {explain(leaveOut.error)}
        </Alert>
      )}
      <WaitingDecisions borrowerId={borrower.id} findings={findings} overlay={inputs.policy.overlay} />
      <FindingsList
        borrowerId={borrower.id}
        exhibits={exhibits}
        program={program}
        question={question}
        evaluation={evaluation}
        overlay={inputs.policy.overlay}
        findings={findings}
        conditions={conditions}
        lines={lines}
        accounts={accounts}
        proposed={proposed}
        shown={asked}
        isTried={isTried}
        onEvidence={(target) => open({ what: "evidence", target })}
        canConfirm={(finding, way) => isNamed(way.kind, finding, figures)}
        onConfirm={(finding, way, of) => open({ what: "confirmation", finding, way, lines: of })}
        onWaive={(finding) => open({ what: "waiver", finding })}
        onLeaveOut={leaveOut.run}
        onNewReport={onNewReport}
        onTerms={onTerms}
        onLines={onLines}
      />
      {isTried && retrieved.findings.some(comparesReports) && (
        <p className={styles.facts}>Findings that compare with the earlier report are those of the saved terms.</p>
      )}
      <NotEvaluated
        program={program}
        notEvaluated={notEvaluated}
        loan={loan}
        overlay={inputs.policy.overlay}
        onTerms={onTerms}
      />
      <ReportEvidence
        borrowerId={borrower.id}
        report={parsedReport}
        accounts={named}
        onOpen={(target) => open({ what: "evidence", target })}
      />
      {lastAct !== null && <UndoNotice act={lastAct} onClose={() => startTransition(() => setLastAct(null))} />}
      <Suspense>
        {opened?.what === "evidence" && (
          <ExplainDepositPanel borrowerId={borrower.id} target={opened.target} exhibits={exhibits} onClose={close} />
        )}
        {opened?.what === "confirmation" && (
          <ConfirmFactDialog
            borrowerId={borrower.id}
            finding={opened.finding}
            kind={opened.way.kind}
            needsDocument={opened.way.needsDocument}
            lines={opened.lines}
            people={inputs.borrowers}
            figures={figures}
            evaluationNumber={number}
            onDone={(decision) => decided(`Confirmed. ${CONFIRMED_LABELS[opened.way.kind]}.`, decision)}
            onClose={close}
          />
        )}
        {opened?.what === "waiver" && (
          <WaiveDialog
            borrowerId={borrower.id}
            finding={opened.finding}
            program={program}
            evaluationNumber={number}
            overlay={inputs.policy.overlay}
            onDone={(decision) => decided(`Waived: ${opened.finding.title}. No figure changes.`, decision)}
            onClose={close}
          />
        )}
      </Suspense>
    </ProgramTabs>
  );
}

/** Leaves an account out of the loan, and undoes that. */
function useLeaveOut(borrower: Borrower, onDone: (act: LastAct) => void) {
  const update = useUpdateLoan();

  async function change(from: Borrower, change: (keys: readonly string[]) => string[]): Promise<Borrower> {
    const { leftOutAccounts = [], ...loan } = from.loan;
    const keys = change(leftOutAccounts);
    const next = keys.length === 0 ? loan : { ...loan, leftOutAccounts: keys };
    return update.mutateAsync({ id: from.id, loan: next, version: from.version });
  }

  function run(account: NamedAccount): void {
    const key = account.key ?? account.id;
    change(borrower, (keys) => [...keys, key]).then(
      (changed) =>
        onDone({
          text: `Left out ${accountName(account)}. None of its money counts.`,
          undo: () => change(changed, (keys) => keys.filter((one) => one !== key)),
        }),
      () => undefined, // shown by `error`
    );
  }

  return { run, error: update.error };
}

function accountsByKey(rows: RetrievedEvaluation["figures"]["accounts"]): ReadonlyMap<string, NamedAccount> {
  return new Map(rows.map(({ accountId: id, key, name, mask }) => [id, { id, key, name, mask }]));
}

/** Transactions with evidence that waits for a review. */
function proposedOf(evidence: readonly Evidence[]): ReadonlySet<string> {
  return new Set(evidence.flatMap(({ state, transactionId }) => (state === "proposed" ? (transactionId ?? []) : [])));
}
