import type { Loan } from "#features/borrowers/contract.ts";
import type {
  NotEvaluated as RuleNotEvaluated,
  Program,
  UnderwritingPolicy,
} from "#features/underwriting/rules/evaluation.ts";
import { type RuleId, RULES } from "#features/underwriting/rules/rule-set.ts";
import { answerProgram, NOT_EVALUATED } from "#features/underwriting/labels.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import styles from "./Conditions.module.css";
import { RuleLink } from "./RuleLink.tsx";
import { isLoanField, type LoanField, termWords } from "#features/borrowers/labels.ts";

interface NotEvaluatedProps {
  readonly program: Program;
  /** Rules of all programs. */
  readonly notEvaluated: readonly RuleNotEvaluated[];
  readonly loan: Loan;
  readonly overlay: UnderwritingPolicy["overlay"];
  readonly onTerms: OnTerms;
}

export function NotEvaluated({ program, notEvaluated, loan, overlay, onTerms }: NotEvaluatedProps) {
  const rules = Map.groupBy(
    notEvaluated.filter(({ programs }) => programs.includes(program)),
    ({ ruleId }) => ruleId,
  );
  if (rules.size === 0) return null;
  return (
    <Section title={NOT_EVALUATED}>
      <dl className={styles.unread}>
        {[...rules].map(([ruleId, of]) => (
          <div key={ruleId}>
            <dt>
              {titleOf(ruleId)} <RuleLink ruleId={ruleId} title={titleOf(ruleId)} />
            </dt>
            <dd>
              <Missing
                missing={[...new Set(of.flatMap(({ missing }) => missing))]}
                program={program}
                loan={loan}
                overlay={overlay}
                onTerms={onTerms}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

interface MissingProps extends Pick<NotEvaluatedProps, "program" | "loan" | "overlay" | "onTerms"> {
  readonly missing: readonly string[];
}

function Missing({ missing, program, loan, overlay, onTerms }: MissingProps) {
  const isEntered = loan.reserveMonthsRequired !== undefined || loan.ausReserves !== undefined;
  if (missing.includes("reserveMonthsRequired") && isEntered)
    return (
      <p>
        The required reserves that are entered apply to the loan&apos;s own program. Change the program to evaluate it
        under {answerProgram(program, overlay)}.
      </p>
    );
  return <MissingTerms missing={missing} onTerms={onTerms} />;
}

/** A stored evaluation may name a rule of an earlier edition. */
function titleOf(ruleId: string): string {
  return Object.hasOwn(RULES, ruleId) ? RULES[ruleId as RuleId].title : ruleId;
}

/** Opens the loan's terms, at a field where one is named. */
export type OnTerms = (field?: LoanField) => void;

interface MissingTermsProps {
  readonly missing: readonly string[];
  readonly onTerms: OnTerms;
}

export function MissingTerms({ missing, onTerms }: MissingTermsProps) {
  return (
    <p className={styles.missing}>
      {missing.some(isLoanField) ? "Fill in" : "Still needed:"}{" "}
      {missing.map((name, at) => (
        <span key={name}>
          {at > 0 && (at === missing.length - 1 ? " and " : ", ")}
          {isLoanField(name) ? (
            <>
              <button type="button" className={styles.link} onClick={() => onTerms(name)}>
                {termWords(name)}
              </button>
              <span className={styles.paper} aria-hidden="true">
                {termWords(name)}
              </span>
            </>
          ) : (
            name
          )}
        </span>
      ))}
      .
    </p>
  );
}
