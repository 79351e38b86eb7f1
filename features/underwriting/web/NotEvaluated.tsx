import type { NotEvaluated as RuleNotEvaluated, Program } from "#features/underwriting/rules/evaluation.ts";
import { RULES, type RuleId } from "#features/underwriting/rules/rule-set.ts";
import { NOT_EVALUATED } from "#features/underwriting/labels.ts";
import { Section } from "#kit/web/parts/Page.tsx";
import { MissingTerms, type OnTerms } from "./MissingTerms.tsx";
import styles from "./NotEvaluated.module.css";
import { RuleLink } from "./RuleLink.tsx";

interface NotEvaluatedProps {
  readonly program: Program;
  /** Of all programs. */
  readonly notEvaluated: readonly RuleNotEvaluated[];
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
              {titleOf(ruleId)} <RuleLink ruleId={ruleId} title={titleOf(ruleId)} />
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

/** A stored evaluation may name a rule of an earlier edition. */
function titleOf(ruleId: string): string {
  return Object.hasOwn(RULES, ruleId) ? RULES[ruleId as RuleId].title : ruleId;
}
