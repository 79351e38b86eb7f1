import { Link } from "@tanstack/react-router";
import type { Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import styles from "./FindingsList.module.css";

/** Leads to the rule in plain English, on the public page of rules. */
export function RuleLink({ ruleId, title }: Pick<Finding, "ruleId" | "title">) {
  return (
    <Link to="/rules" hash={ruleId} className={styles.rule} aria-label={`Rule ${ruleId}: ${title}`}>
      Rule {ruleId}
    </Link>
  );
}

interface SourceLinesProps extends Pick<Finding, "ruleId" | "sources"> {
  readonly program: Program;
}

/** Guide, section and date, of one program. */
export function SourceLines({ sources, program }: SourceLinesProps) {
  const own = sources.filter(({ programs }) => programs.includes(program));
  return <p className={styles.source}>{own.map(({ citation, date }) => `${citation} (${date})`).join("; ")}</p>;
}
