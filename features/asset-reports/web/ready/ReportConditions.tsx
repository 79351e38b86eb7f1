// Owns under which conditions a report by a third party counts, and what it does not claim.
import { CONDITIONS, DISCLAIMER } from "#features/asset-reports/words.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { Section } from "#kit/web/parts/Page.tsx";
import styles from "./ReportTables.module.css";

interface ReportConditionsProps {
  readonly asOf: string;
  readonly expiresOn: string;
}

export function ReportConditions({ asOf, expiresOn }: ReportConditionsProps) {
  return (
    <Section title={CONDITIONS.title}>
      <ul className={styles.conditions}>
        {CONDITIONS.all({ from: formatDate(asOf), until: formatDate(expiresOn) }).map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      <p className={styles.note}>{CONDITIONS.source}</p>
      <p className={styles.note}>{DISCLAIMER}</p>
    </Section>
  );
}
