import { useState, type Key, type ReactNode } from "react";
import { Button } from "#platform/web/parts/Button.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import styles from "../ready/ReportTables.module.css";

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
