// Owns a ready report on the page: the answer, the accounts, every bank line, and where it all comes from.
import { useMemo } from "react";
import type { retrieveAssetReport } from "#features/asset-reports/contract.ts";
import type { ReplyOf } from "#kit/contract/call.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import { AccountRow } from "./AccountRow.tsx";
import { phrase } from "./account-words.ts";
import { ReportAnswer } from "./ReportAnswer.tsx";
import { ReportSource } from "./ReportSource.tsx";
import styles from "./ReportView.module.css";
import { accountsOf } from "./totals.ts";
import { TransactionsTable } from "./TransactionsTable.tsx";

interface ReportViewProps {
  readonly retrieved: ReplyOf<typeof retrieveAssetReport>;
}

export function ReportView({ retrieved: { report, reading, warnings, asOf, expiresOn } }: ReportViewProps) {
  const accounts = useMemo(() => accountsOf(reading), [reading]);
  return (
    <>
      <ReportAnswer reading={reading} asOf={asOf} expiresOn={expiresOn} />
      {warnings.length > 0 && (
        <Alert tone="info" title="The bank left something out">
          {warnings.map(({ code, message }) => message ?? phrase(code)).join(" ")}
        </Alert>
      )}
      <Section title="Accounts">
        {reading.items.map(({ id, institutionName, lastUpdatedAt, accounts: held }) => (
          <section key={id} aria-label={institutionName} className={styles.bank}>
            <div className={styles.bankTop}>
              <h3>{institutionName}</h3>
              <p>
                Updated <DateText at={lastUpdatedAt} withTime />
              </p>
            </div>
            <ul role="list" className={styles.accounts}>
              {held.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </ul>
          </section>
        ))}
      </Section>
      <Section title="Transactions">
        <TransactionsTable key={report.id} accounts={accounts} />
      </Section>
      <ReportSource report={report} reading={reading} />
    </>
  );
}
