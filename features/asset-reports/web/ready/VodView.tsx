import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import { openedWords, VOD_NOTE, VOD_TITLE, VOD_WORDS, NOT_GIVEN } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { kindWords } from "#features/borrowers/labels.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { accountsOf } from "../accounts/totals.ts";
import styles from "./ReportTables.module.css";

interface VodViewProps extends Pick<Figures, "vod" | "vodLoans"> {
  readonly parsedReport: ParsedReport;
}

export function VodView({ parsedReport, vod, vodLoans }: VodViewProps) {
  const currencies = new Map(accountsOf(parsedReport).map(({ id, currency }) => [id, currency]));
  return (
    <>
      <p className={styles.note}>{VOD_NOTE}</p>
      <div className={styles.scroll}>
        <table aria-label={VOD_TITLE} className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{VOD_WORDS.institutionName}</th>
              <th scope="col">{VOD_WORDS.owners}</th>
              <th scope="col">{VOD_WORDS.type}</th>
              <th scope="col">{VOD_WORDS.lastFour}</th>
              <th scope="col" data-align="end">
                {VOD_WORDS.currentCents}
              </th>
              <th scope="col" data-align="end">
                {VOD_WORDS.averageCents}
              </th>
              <th scope="col">{VOD_WORDS.openedBy}</th>
              <th scope="col">Counts</th>
            </tr>
          </thead>
          <tbody>
            {vod.map((row) => (
              <tr key={row.accountId}>
                <td>{row.institutionName}</td>
                <td>{row.owners.join(", ") || NOT_GIVEN}</td>
                <td>{kindWords(row.type)}</td>
                <th scope="row">{row.lastFour ?? NOT_GIVEN}</th>
                <td data-align="end">
                  <Money cents={row.currentCents} currency={currencies.get(row.accountId) ?? null} />
                </td>
                <td data-align="end">
                  <Money cents={row.averageCents} currency={currencies.get(row.accountId) ?? null} />
                </td>
                <td>{openedWords(row.openedBy === null ? null : formatDate(row.openedBy))}</td>
                <td>{row.isCounted ? "Yes" : "No"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {vodLoans.length > 0 && (
        <div className={styles.scroll}>
          <table aria-label="Loans at these banks" className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Loans at</th>
                <th scope="col">{VOD_WORDS.type}</th>
                <th scope="col">{VOD_WORDS.lastFour}</th>
                <th scope="col" data-align="end">
                  Balance owed
                </th>
              </tr>
            </thead>
            <tbody>
              {vodLoans.map((row) => (
                <tr key={row.accountId}>
                  <td>{row.institutionName}</td>
                  <td>{kindWords(row.type)}</td>
                  <th scope="row">{row.lastFour ?? NOT_GIVEN}</th>
                  <td data-align="end">
                    <Money cents={row.balanceCents} currency={currencies.get(row.accountId) ?? null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
