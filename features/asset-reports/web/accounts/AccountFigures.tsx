import { formatCount } from "#platform/text/text.ts";
import type { AccountRow } from "#features/underwriting/rules/evaluation.ts";
import { Money } from "#platform/web/parts/Values.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import styles from "./Accounts.module.css";

interface AccountFiguresProps {
  readonly row: AccountRow;
  /** Names the account. */
  readonly label: string;
}

/** The rules' figures of an account: what it counts for, averages, and its months. */
export function AccountFigures({ row, label }: AccountFiguresProps) {
  const { countsCents, fhaReserveCents, isCounted, isConditional, countsWhy, currency, months } = row;
  const facts: readonly (readonly [string, number | null])[] = [
    ["30-day average", row.average30Cents],
    ["60-day average", row.average60Cents],
    ["90-day average", row.average90Cents],
    ["Margin loan", row.marginLoanCents],
    ["FHA reserves", fhaReserveCents],
  ];
  return (
    <div className={styles.figures}>
      <p className={styles.counts}>
        <strong>
          Counts <Money cents={isCounted ? countsCents : 0} currency={currency} />
        </strong>
        {isConditional && <span>on condition</span>}
        {countsWhy !== "" && <span>{countsWhy}</span>}
      </p>
      <dl className={styles.facts}>
        {facts.map(
          ([term, cents]) =>
            cents !== null && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  <Money cents={cents} currency={currency} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {months.length > 0 && (
        <details className={styles.months}>
          <summary>{formatCount(months.length, "month")} of balances</summary>
          <ScrollArea className={styles.scroll} label={`Months of ${label}`}>
            <table aria-label={`Balances by month, ${label}`}>
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  <th scope="col">Opening</th>
                  <th scope="col">In</th>
                  <th scope="col">Out</th>
                  <th scope="col">Closing</th>
                </tr>
              </thead>
              <tbody>
                {months.map(({ month, openingCents, inCents, outCents, closingCents }) => (
                  <tr key={month}>
                    <th scope="row">{monthWords(month)}</th>
                    {[openingCents, inCents, outCents, closingCents].map((cents, at) => (
                      <td key={at}>
                        <Money cents={cents} currency={currency} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </details>
      )}
    </div>
  );
}

const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** `2026-10` is `Oct 2026`. */
export function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-01`));
}
