import { useContext, useEffect, useRef } from "react";
import {
  type Condition,
  confirmFact,
  type Exhibit,
  reviewEvidence,
  waiveFinding,
} from "#features/underwriting/contract.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import type { ClearedBy, Evaluation, Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import {
  accountName,
  CONDITION_LABELS,
  CONFIRM_LABELS,
  exhibitWords,
  SEVERITY_LABELS,
} from "#features/underwriting/labels.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { isLoanField } from "#features/borrowers/labels.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Money, StatusPill } from "#platform/web/parts/Values.tsx";
import { ConditionHistory } from "./ClearedConditions.tsx";
import { FindingComments } from "./comments/FindingComments.tsx";
import type { EvidenceTarget } from "./evidence-target.ts";
import { FindingAsk } from "./finding-ask.ts";
import { evidenceFor, inputWords, type NamedAccount } from "./finding-labels.ts";
import styles from "./FindingsList.module.css";
import type { OnTerms } from "./NotEvaluated.tsx";
import type { ReportLine } from "./report-lines.ts";
import { RuleLink, SourceLines } from "./RuleLink.tsx";
import { SeverityIcon } from "./SeverityIcon.tsx";
import { FindingWhy } from "./why/FindingWhy.tsx";

/** The others are in the table of transactions. */
const LINES_SHOWN = 5;

type Confirming = Extract<ClearedBy, { by: "confirmation" }>;

export interface FindingActions {
  readonly onEvidence: (target: EvidenceTarget) => void;
  /** `false`: the report doesn't name what would be confirmed. */
  readonly canConfirm: (finding: Finding, way: Confirming) => boolean;
  readonly onConfirm: (finding: Finding, way: Confirming, lines: readonly ReportLine[]) => void;
  readonly onWaive: (finding: Finding) => void;
  readonly onLeaveOut: (account: NamedAccount) => void;
  readonly onNewReport: () => void;
  readonly onTerms: OnTerms;
  /** Filters the transactions to the finding's. */
  readonly onLines: (finding: Finding) => void;
}

interface FindingItemProps extends FindingActions {
  /** What the findings answer. */
  readonly question: Question;
  readonly evaluation: Evaluation;
  readonly program: Program;
  readonly finding: Finding;
  readonly condition: Condition | undefined;
  readonly lines: ReadonlyMap<string, ReportLine>;
  readonly accounts: ReadonlyMap<string, NamedAccount>;
  /** Transactions with an answer that waits for a review. */
  readonly proposed: ReadonlySet<string>;
  /** It takes the focus. */
  readonly isShown: boolean;
  /** The findings are of terms that are not saved, so nothing can be decided on them. */
  readonly isTried: boolean;
  readonly borrowerId: string;
  readonly exhibits: readonly Exhibit[];
}

export function FindingItem(props: FindingItemProps) {
  const { program, finding, condition, lines, accounts, proposed, isShown, onEvidence, onLines } = props;
  const item = useRef<HTMLLIElement>(null);
  const renderAsk = useContext(FindingAsk);
  const { ruleId, severity, title, text, sources, transactionIds } = finding;
  const own = transactionIds.flatMap((id) => lines.get(id) ?? []);
  const evidence = evidenceFor(finding, own, accounts);
  const shownIn = exhibitWords(props.exhibits, { transactionIds });
  const isAnswered = condition?.state === "answered" || own.some(({ line }) => proposed.has(line.id));

  useEffect(() => {
    if (!isShown) return;
    item.current?.focus();
    item.current?.scrollIntoView({ block: "center" });
  }, [isShown]);

  return (
    <li ref={item} tabIndex={-1} className={styles.finding} data-severity={severity} data-finding={finding.key}>
      <SeverityIcon severity={severity} className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.top}>
          <h4>
            <span className="visually-hidden">{SEVERITY_LABELS[severity]}: </span>
            {title}
          </h4>
          {isAnswered && <StatusPill tone="blue">{CONDITION_LABELS.answered}</StatusPill>}
          {condition?.state === "reopened" && <StatusPill tone="amber">{CONDITION_LABELS.reopened}</StatusPill>}
          <RuleLink ruleId={ruleId} title={title} />
        </div>
        <p>{text}</p>
        {shownIn !== "" && <p className={styles.exhibits}>See {shownIn.replace("E", "e")} in the report&apos;s PDF.</p>}
        <Inputs finding={finding} />
        {own.length > 0 && <Lines lines={own} evidence={evidence.byLine} proposed={proposed} onEvidence={onEvidence} />}
        {condition !== undefined && condition.history.length > 1 && <ConditionHistory history={condition.history} />}
        <div className={styles.foot}>
          <SourceLines ruleId={ruleId} sources={sources} program={program} />
          <FindingWhy
            question={props.question}
            evaluation={props.evaluation}
            finding={finding}
            program={program}
            onLines={onLines}
          />
          <FindingComments borrowerId={props.borrowerId} findingKey={finding.key} title={title} />
          <div className={styles.acts}>
            <Ways {...props} own={own} evidence={evidence} />
            {!props.isTried && !isAnswered && renderAsk?.({ borrowerId: props.borrowerId, finding })}
            {own.length > 0 && (
              <Button
                size="small"
                variant="quiet"
                label={`Show in transactions: ${title}`}
                onClick={() => onLines(finding)}
              >
                Show in transactions
              </Button>
            )}
          </div>
        </div>
      </div>
    </li>
  );
}

function Inputs({ finding }: Pick<FindingItemProps, "finding">) {
  const inputs = inputWords(finding);
  if (inputs.length === 0) return null;
  return (
    <dl className={styles.inputs}>
      {inputs.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface WaysProps extends FindingItemProps {
  readonly own: readonly ReportLine[];
  readonly evidence: ReturnType<typeof evidenceFor>;
}

function Ways({ finding, program, accounts, own, evidence, isTried, ...actions }: WaysProps) {
  const { title, clearedBy, accountIds } = finding;
  const triedReason = isTried ? "Save or reset the terms you are trying first." : undefined;
  const confirmReason = useDisabledReason(confirmFact) ?? triedReason;
  const evidenceReason = useDisabledReason(reviewEvidence);
  const rightsToWaive = useDisabledReason(waiveFinding);
  const waiveReason = rightsToWaive === undefined ? triedReason : `Only an admin can waive a finding. ${rightsToWaive}`;
  return (
    <>
      {evidence.others.map(({ label, target }) => (
        <Button key={label} size="small" label={`${label}: ${title}`} onClick={() => actions.onEvidence(target)}>
          {label}
        </Button>
      ))}
      {clearedBy.map((way) => {
        switch (way.by) {
          case "evidence":
            return null;
          case "confirmation":
            return !actions.canConfirm(finding, way) ? null : (
              <Button
                key={way.kind}
                size="small"
                label={`${CONFIRM_LABELS[way.kind]}: ${title}`}
                disabledReason={confirmReason}
                onClick={() => actions.onConfirm(finding, way, own)}
              >
                {CONFIRM_LABELS[way.kind]}
              </Button>
            );
          case "loanTerms":
            return (
              <Button
                key={way.by}
                size="small"
                label={`Edit loan terms: ${title}`}
                onClick={() => actions.onTerms(way.fields.find(isLoanField))}
              >
                Edit loan terms
              </Button>
            );
          case "leaveOut":
            return accountIds
              .flatMap((id) => accounts.get(id) ?? [])
              .map((account) => (
                <Button
                  key={account.id}
                  size="small"
                  {...(accountIds.length === 1 && { label: `Leave account out: ${accountName(account)}` })}
                  disabledReason={evidenceReason ?? triedReason}
                  onClick={() => actions.onLeaveOut(account)}
                >
                  {accountIds.length === 1 ? "Leave account out" : `Leave out ${accountName(account)}`}
                </Button>
              ));
          case "newReport":
            return (
              <Button key={way.by} size="small" label={`Get a new report: ${title}`} onClick={actions.onNewReport}>
                Get a new report
              </Button>
            );
          case "waiver":
            return finding.waivedPrograms.includes(program) ? null : (
              <Button
                key={way.by}
                size="small"
                variant="quiet"
                label={`Waive: ${title}`}
                disabledReason={waiveReason}
                onClick={() => actions.onWaive(finding)}
              >
                Waive
              </Button>
            );
        }
      })}
    </>
  );
}

interface LinesProps extends Pick<FindingItemProps, "proposed" | "onEvidence"> {
  readonly lines: readonly ReportLine[];
  readonly evidence: ReadonlyMap<string, EvidenceTarget>;
}

function Lines({ lines, evidence, proposed, onEvidence }: LinesProps) {
  const more = lines.length - LINES_SHOWN;
  return (
    <ul role="list" className={styles.lines}>
      {lines.slice(0, LINES_SHOWN).map((one) => (
        <li key={one.line.id}>
          <span className={styles.when}>{formatDate(one.line.date)}</span>
          <span className={styles.what}>{one.line.description}</span>
          <span className={styles.account}>{accountName(one.account)}</span>
          <span className={styles.amount}>
            <Money cents={-one.line.amountCents} currency={currencyOf(one.line, one.account)} />
          </span>
          <ExplainButton
            one={one}
            target={evidence.get(one.line.id)}
            isAnswered={proposed.has(one.line.id)}
            onEvidence={onEvidence}
          />
        </li>
      ))}
      {more > 0 && <li className={styles.more}>and {more} more, in the transactions below</li>}
    </ul>
  );
}

interface ExplainButtonProps extends Pick<FindingItemProps, "onEvidence"> {
  readonly one: ReportLine;
  readonly target: EvidenceTarget | undefined;
  readonly isAnswered: boolean;
}

function ExplainButton({ one: { line }, target, isAnswered, onEvidence }: ExplainButtonProps) {
  if (target === undefined) return null;
  const words = isAnswered ? "Review answer" : target.title;
  const of = isAnswered ? " about deposit of" : " of";
  return (
    <Button
      size="small"
      label={`${words}${of} ${formatDate(line.date)}, ${line.description}`}
      onClick={() => onEvidence(target)}
    >
      {words}
    </Button>
  );
}
