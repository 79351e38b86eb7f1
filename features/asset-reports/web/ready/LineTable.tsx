import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import styles from "./ReportTables.module.css";

interface LineTableProps {
  readonly title: string;
  readonly rows: readonly {
    readonly transactionId: string;
    readonly date: string;
    readonly description: string;
    readonly cents: number;
  }[];
}

export function LineTable({ title, rows }: LineTableProps) {
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
