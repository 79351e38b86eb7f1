// Owns the report in the fields of a verification of deposit: data, which no bank signed, and it says so.
import type { Figures } from "#features/underwriting/rules-edition-1/evaluate.ts";
import { VOD_NOTE } from "#features/underwriting/rules-edition-1/statements/vod.ts";
import { openedWords, VOD_TITLE, VOD_WORDS, NOT_GIVEN } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { kindWords } from "#features/borrowers/labels.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { accountsOf } from "../accounts/totals.ts";
import styles from "./ReportTables.module.css";

interface VodViewProps extends Pick<Figures, "vod"> {
  readonly parsedReport: ParsedReport;
}

export function VodView({ parsedReport, vod }: VodViewProps) {
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
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
