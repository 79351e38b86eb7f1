import { type Key, type ReactNode, useMemo, useState } from "react";
import { Button } from "#platform/web/parts/Button.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import styles from "../ready/ReportView.module.css";
import { accountName } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { asShown, type ReportLine } from "#features/underwriting/web/report-lines.ts";

const PAGE = 25;

export interface PagedColumn<Row> {
  readonly header: string;
  readonly align?: "end";
  readonly cell: (row: Row) => ReactNode;
}

interface PagedTableProps<Row> {
  /** Names the table. */
  readonly label: string;
  /** The first is the row's heading. */
  readonly columns: readonly PagedColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, at: number) => Key;
}

/** A plain table that shows more rows on demand. */
export function PagedTable<Row>({ label, columns, rows, keyOf }: PagedTableProps<Row>) {
  const [limit, setLimit] = useState(PAGE);
  const more = rows.length - limit;
  return (
    <>
      <ScrollArea className={styles.scroll} label={`${label}, table`}>
        <table aria-label={label} className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ header, align }) => (
                <th key={header} scope="col" data-align={align}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row, at) => (
              <tr key={keyOf(row, at)}>
                {columns.map(({ header, align, cell }, column) =>
                  column === 0 ? (
                    <th key={header} scope="row" data-align={align}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={header} data-align={align}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {more > 0 && (
        <div>
          <Button size="small" label={`Show more: ${label}`} onClick={() => setLimit(limit + PAGE)}>
            {`Show ${Math.min(more, PAGE)} more of ${rows.length}`}
          </Button>
        </div>
      )}
    </>
  );
}

/** Lookups by id for the tables of figures. */
export interface Lookup {
  readonly line: (id: string) => ReportLine | undefined;
  /** The account's name as findings use it. */
  readonly account: (id: string) => string;
}

export function useLookup(parsedReport: ParsedReport): Lookup {
  return useMemo(() => {
    const lines = new Map<string, ReportLine>();
    const names = new Map<string, string>();
    for (const { accounts } of parsedReport.items)
      for (const account of accounts) {
        names.set(account.id, accountName(account));
        for (const line of account.transactions) lines.set(line.id, asShown(line, account));
      }
    return { line: (id) => lines.get(id), account: (id) => names.get(id) ?? id };
  }, [parsedReport]);
}
