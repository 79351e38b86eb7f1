import { useEffect, useRef } from "react";
import type { Finding } from "#features/underwriting/contract.ts";
import { isDeposit } from "#features/underwriting/rules-edition-1/bank-line.ts";
import { SEVERITY_WORDS, accountName } from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import type { ReportLine } from "#features/underwriting/web/report-lines.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { Button } from "#kit/web/parts/Button.tsx";
import { Money } from "#kit/web/parts/Money.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { inputWords, isAboutDeposits, nameOf, termOf } from "./finding-words.ts";
import styles from "./FindingsList.module.css";
import type { OnTerms } from "./MissingTerms.tsx";
import { SeverityIcon } from "./SeverityIcon.tsx";

/** More stand in the table. */
const LINES_SHOWN = 5;

export interface FindingActs {
  readonly onExplain: (line: ReportLine) => void;
  readonly onTerms: OnTerms;
  /** Shows the finding's lines among the others. */
  readonly onLines: (finding: Finding) => void;
}

interface FindingItemProps extends FindingActs {
  readonly finding: Finding;
  readonly lines: ReadonlyMap<string, ReportLine>;
  /** Transactions with an answer that nobody has reviewed yet. */
  readonly proposed: ReadonlySet<string>;
  readonly isShown: boolean;
}

export function FindingItem(props: FindingItemProps) {
  const { finding, lines, proposed, isShown, onExplain, onTerms, onLines } = props;
  const item = useRef<HTMLLIElement>(null);
  const { ruleId, severity, title, text, source, transactionIds } = finding;
  const own = transactionIds.flatMap((id) => lines.get(id) ?? []);
  const isAnswered = isAboutDeposits(finding) && own.some(({ line }) => proposed.has(line.id));
  const term = termOf(finding);

  useEffect(() => {
    if (!isShown) return;
    item.current?.focus();
    item.current?.scrollIntoView({ block: "center" });
  }, [isShown]);

  return (
    <li ref={item} tabIndex={-1} className={styles.finding} data-severity={severity} data-finding={nameOf(finding)}>
      <SeverityIcon severity={severity} className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.top}>
          <h4>
            <span className="visually-hidden">{SEVERITY_WORDS[severity]}: </span>
            {title}
          </h4>
          <span className={styles.rule}>{ruleId}</span>
        </div>
        <p>{text}</p>
        {isAnswered && (
          <p>
            <StatusPill tone="amber">An answer is to be reviewed</StatusPill>
          </p>
        )}
        <Inputs finding={finding} />
        {own.length > 0 && (
          <Lines lines={own} proposed={proposed} onExplain={isAboutDeposits(finding) ? onExplain : undefined} />
        )}
        <div className={styles.foot}>
          <p className={styles.source}>{source}</p>
          <div className={styles.acts}>
            {term !== undefined && (
              <Button size="small" onClick={() => onTerms(term)}>
                Edit the loan&apos;s terms
              </Button>
            )}
            {own.length > 0 && (
              <Button size="small" variant="quiet" onClick={() => onLines(finding)}>
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

interface LinesProps extends Pick<FindingItemProps, "proposed"> {
  readonly lines: readonly ReportLine[];
  /** `undefined`: it is not about where money comes from. */
  readonly onExplain: FindingActs["onExplain"] | undefined;
}

function Lines({ lines, proposed, onExplain }: LinesProps) {
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
          {onExplain !== undefined && isDeposit(one.line, one.account) && (
            <ExplainButton one={one} isAnswered={proposed.has(one.line.id)} onPress={() => onExplain(one)} />
          )}
        </li>
      ))}
      {more > 0 && <li className={styles.more}>and {more} more, in the transactions below</li>}
    </ul>
  );
}

interface ExplainButtonProps {
  readonly one: ReportLine;
  readonly isAnswered: boolean;
  readonly onPress: () => void;
}

function ExplainButton({ one: { line }, isAnswered, onPress }: ExplainButtonProps) {
  const words = isAnswered ? "Review answer" : "Explain deposit";
  const of = isAnswered ? " about deposit of" : " of";
  return (
    <Button size="small" label={`${words}${of} ${formatDate(line.date)}, ${line.description}`} onClick={onPress}>
      {words}
    </Button>
  );
}
