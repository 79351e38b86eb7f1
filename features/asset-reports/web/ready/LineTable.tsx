// Owns a short table of bank lines under a heading.
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Money } from "#kit/web/parts/Money.tsx";
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
      <div className={styles.scroll}>
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
      </div>
    </div>
  );
}
