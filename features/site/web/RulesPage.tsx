import { useEffect } from "react";
import { formatCount } from "#platform/text/text.ts";
import { MARK_LABELS, PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import { RULE_SET_VERSION, RULES, type Rule, type RuleId } from "#features/underwriting/rules/rule-set.ts";
import { RULE_TEXTS } from "#features/underwriting/rules/rule-texts.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Prose } from "./Prose.tsx";
import styles from "./Prose.module.css";

const RULE_IDS = Object.keys(RULES) as RuleId[]; // RULES has exactly these keys

export function RulesPage() {
  useAnchor();
  return (
    <Prose
      title="Rules"
      lead="What every asset report is checked against, in plain English, with the guide and section behind it."
    >
      <p>
        Edition {formatDate(RULE_SET_VERSION)}. Each report names the edition it was evaluated with. This is not
        underwriting advice: the lender decides.
      </p>
      <p>
        Every source says how we read it. “{MARK_LABELS.V}” means the guide itself, at the date shown. “{MARK_LABELS.S}”
        means another page that quotes it. “{MARK_LABELS.M}” means we read no section for it.
      </p>
      <nav aria-label="Rules">
        <ol role="list" className={styles.contents}>
          {RULE_IDS.map((id) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span className={styles.id}>{id}</span> {RULES[id].title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {RULE_IDS.map((id) => (
        <RuleArticle key={id} id={id} />
      ))}
    </Prose>
  );
}

function RuleArticle({ id }: { readonly id: RuleId }) {
  const { title, sources, effectiveFrom }: Rule = RULES[id];
  const { checks, programs = [], clears } = RULE_TEXTS[id];
  return (
    <section aria-labelledby={id} className={styles.rule}>
      <h2 id={id} tabIndex={-1}>
        <span className={styles.id}>{id}</span> {title}
      </h2>
      <p>{checks}</p>
      {programs.length > 0 && (
        <dl className={styles.programs}>
          {programs.map(([program, text]) => (
            <div key={program}>
              <dt>{program}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        <strong>What clears it:</strong> {clears}
      </p>
      <details className={styles.sources}>
        <summary>
          {formatCount(sources.length, "source")}, in effect here from {formatDate(effectiveFrom)}
        </summary>
        <ul role="list">
          {sources.map(({ citation, programs: of, date, mark }) => (
            <li key={`${citation} ${of.join(" ")}`}>
              <strong>{citation}</strong>, {date === "date not verified" ? date : `text of ${date}`}
              <span>
                {of.map((program) => PROGRAM_NAMES[program]).join(", ")} · {MARK_LABELS[mark]}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** The content loads after the navigation, so the browser cannot jump to the rule by itself. */
function useAnchor(): void {
  useEffect(() => {
    const heading = document.getElementById(window.location.hash.slice(1));
    if (heading === null) return;
    // After the router's own scroll to the top.
    const timer = setTimeout(() => {
      heading.scrollIntoView({ block: "start" });
      heading.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
}
