import { longDay } from "#platform/dates/days.ts";
import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import { FROM_FILES, READ_AT } from "#features/asset-reports/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { DateText } from "#platform/web/parts/Values.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { AccountRow } from "./AccountRow.tsx";
import styles from "./Accounts.module.css";

interface ReportAccountsProps {
  readonly parsedReport: ParsedReport;
  readonly figures: Figures;
}

export function ReportAccounts({ parsedReport, figures }: ReportAccountsProps) {
  return (
    <Section title="Accounts">
      {parsedReport.items.map(({ id, institutionName, lastUpdatedAt, accounts }) => (
        <section key={id} aria-label={institutionName} className={styles.bank}>
          <div className={styles.bankTop}>
            <h3>{institutionName}</h3>
            <p>
              {parsedReport.source === "files" ? (
                FROM_FILES.endOn(longDay(lastUpdatedAt.slice(0, 10)))
              ) : (
                <>
                  {READ_AT} <DateText at={lastUpdatedAt} withTime />
                </>
              )}
            </p>
          </div>
          <ul role="list" className={styles.accounts}>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} figures={figures} />
            ))}
          </ul>
        </section>
      ))}
    </Section>
  );
}
