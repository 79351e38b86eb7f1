import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import { openedWords, VOD_NOTE, VOD_TITLE, VOD_LABELS, NOT_GIVEN } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { kindWords } from "#features/borrowers/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Money } from "#platform/web/parts/Values.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import { accountsOf } from "../accounts/totals.ts";
import styles from "./ReportView.module.css";

interface VodViewProps extends Pick<Figures, "vod" | "vodLoans"> {
  readonly parsedReport: ParsedReport;
}

export function VodView({ parsedReport, vod, vodLoans }: VodViewProps) {
  const currencies = new Map(accountsOf(parsedReport).map(({ id, currency }) => [id, currency]));
  return (
    <>
      <p className={styles.detailNote}>{VOD_NOTE}</p>
      <ScrollArea className={styles.scroll} label={`${VOD_TITLE}, table`}>
        <table aria-label={VOD_TITLE} className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{VOD_LABELS.institutionName}</th>
              <th scope="col">{VOD_LABELS.owners}</th>
              <th scope="col">{VOD_LABELS.type}</th>
              <th scope="col">{VOD_LABELS.lastFour}</th>
              <th scope="col" data-align="end">
                {VOD_LABELS.currentCents}
              </th>
              <th scope="col" data-align="end">
                {VOD_LABELS.averageCents}
              </th>
              <th scope="col">{VOD_LABELS.openedBy}</th>
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
      </ScrollArea>
      {vodLoans.length > 0 && (
        <ScrollArea className={styles.scroll} label="Loans at these banks, table">
          <table aria-label="Loans at these banks" className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Loans at</th>
                <th scope="col">{VOD_LABELS.type}</th>
                <th scope="col">{VOD_LABELS.lastFour}</th>
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
        </ScrollArea>
      )}
    </>
  );
}
