import type { NotEvaluated as Unread, Program } from "#features/underwriting/contract.ts";
import { RULES, type RuleId } from "#features/underwriting/rules-edition-1/rule-set.ts";
import { NOT_EVALUATED } from "#features/underwriting/labels.ts";
import { Section } from "#kit/web/parts/Page.tsx";
import { MissingTerms, type OnTerms } from "./MissingTerms.tsx";
import styles from "./NotEvaluated.module.css";

interface NotEvaluatedProps {
  readonly program: Program;
  /** Of all programs. */
  readonly notEvaluated: readonly Unread[];
  readonly onTerms: OnTerms;
}

export function NotEvaluated({ program, notEvaluated, onTerms }: NotEvaluatedProps) {
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
              {ruleId in RULES ? RULES[ruleId as RuleId].title : ruleId} <span className={styles.rule}>{ruleId}</span>
            </dt>
            <dd>
              <MissingTerms missing={[...new Set(of.flatMap(({ missing }) => missing))]} onTerms={onTerms} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
