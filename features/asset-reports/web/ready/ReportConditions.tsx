import { CONDITIONS, DISCLAIMER } from "#features/asset-reports/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import styles from "./ReportTables.module.css";

interface ReportConditionsProps {
  readonly asOf: string;
  /** `null`: no account counts. */
  readonly expiresOn: string | null;
}

export function ReportConditions({ asOf, expiresOn }: ReportConditionsProps) {
  return (
    <Section title={CONDITIONS.title}>
      <ul className={styles.conditions}>
        {CONDITIONS.all({ from: formatDate(asOf), until: expiresOn === null ? null : formatDate(expiresOn) }).map(
          (condition) => (
            <li key={condition}>{condition}</li>
          ),
        )}
      </ul>
      <p className={styles.note}>{CONDITIONS.source}</p>
      <p className={styles.note}>{DISCLAIMER}</p>
    </Section>
  );
}
