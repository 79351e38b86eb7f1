import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#platform/text/text.ts";
import type { Difference, Finding } from "#features/underwriting/rules/evaluation.ts";
import { SEVERITY_LABELS, accountName } from "#features/underwriting/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Money, DateText } from "#platform/web/parts/Values.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import { differenceOf } from "../api.ts";
import styles from "./ReportView.module.css";

export function ReportDifference({ borrowerId }: { readonly borrowerId: string }) {
  const difference = useQuery(differenceOf({ id: borrowerId }));
  return (
    <QueryBoundary query={difference} failed="We couldn't load what changed" skeleton={<Skeleton lines={3} />}>
      {({ difference: found }) => found && <Changes difference={found} />}
    </QueryBoundary>
  );
}

function Changes({ difference }: { readonly difference: Difference }) {
  const { before, newDeposits, newDebts, newFees, findingsOpened, findingsClosed } = difference;
  const balances = difference.balances.filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
  const since = `the report of ${formatDate(before.asOf)}`;
  const summary = summaryOf(difference, balances.length);
  if (summary === "")
    return (
      <Section title={`Since ${since}`}>
        <p>Nothing changed since {since}.</p>
      </Section>
    );
  return (
    <Section title={`Since ${since}`}>
      <details className={styles.fold}>
        <summary>{summary}</summary>
        <div className={styles.body}>
          {balances.length > 0 && <Balances balances={balances} />}
          <LineTable title="New deposits" rows={newDeposits} />
          <LineTable title="New fees" rows={newFees} />
          {newDebts.length > 0 && (
            <div>
              <h3>New debts</h3>
              <ul>
                {newDebts.map(({ creditor, monthlyCents }) => (
                  <li key={creditor}>
                    {creditor}, <Money cents={monthlyCents} /> a month
                  </li>
                ))}
              </ul>
            </div>
          )}
          <Findings title="Findings opened" findings={findingsOpened} />
          <Findings title="Findings closed" findings={findingsClosed} />
        </div>
      </details>
    </Section>
  );
}

/** Lists only differences that exist; empty: nothing changed. */
function summaryOf(difference: Difference, balances: number): string {
  const { newDeposits, newDebts, newFees, findingsOpened, findingsClosed } = difference;
  const changes: [number, string, string?][] = [
    [balances, "balance", "changed"],
    [newDeposits.length, "new deposit"],
    [newDebts.length, "new debt"],
    [newFees.length, "new fee"],
    [findingsOpened.length, "finding", "opened"],
    [findingsClosed.length, "finding", "closed"],
  ];
  return changes
    .filter(([count]) => count > 0)
    .map(([count, noun, verb]) =>
      verb === undefined ? formatCount(count, noun) : `${formatCount(count, noun)} ${verb}`,
    )
    .join(", ");
}

function Balances({ balances }: Pick<Difference, "balances">) {
  return (
    <ScrollArea className={styles.scroll} label="Balances then and now, table">
      <table aria-label="Balances then and now" className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" data-align="end">
              Then
            </th>
            <th scope="col" data-align="end">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {balances.map((one) => (
            <tr key={one.accountId}>
              <th scope="row">
                {accountName(one)}, {one.institutionName}
              </th>
              <td data-align="end">
                <Money cents={one.beforeCents} />
              </td>
              <td data-align="end">
                <Money cents={one.afterCents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Findings({ title, findings }: { readonly title: string; readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul role="list" className={styles.findings}>
        {findings.map(({ ruleId, severity, title: name, text }, at) => (
          <li key={`${at} ${ruleId}`}>
            <strong>
              {SEVERITY_LABELS[severity]}: {name}
            </strong>{" "}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LineTableProps {
  readonly title: string;
  readonly rows: readonly {
    readonly transactionId: string;
    readonly date: string;
    readonly description: string;
    readonly cents: number;
  }[];
}

function LineTable({ title, rows }: LineTableProps) {
  if (rows.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ScrollArea className={styles.scroll} label={`${title}, table`}>
        <table aria-label={title} className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Description</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ transactionId, date, description, cents }) => (
              <tr key={transactionId}>
                <td>
                  <DateText at={date} />
                </td>
                <th scope="row">{description}</th>
                <td data-align="end">
                  <Money cents={cents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}
