import type { Column } from "../columns/columns.ts";
import styles from "../DataTable.module.css";
import { pageSizeFor, type TableRow } from "../engine/engine.ts";

interface SkeletonRowsProps<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  readonly isSelectable: boolean;
}

export function SkeletonRows<Row extends TableRow>({ columns, isSelectable }: SkeletonRowsProps<Row>) {
  return (
    <tbody className={styles.skeleton}>
      {Array.from({ length: pageSizeFor(0) }, (_, row) => (
        <tr key={row}>
          {isSelectable && <td className={styles.check} />}
          {columns.map(({ key, align, isWideOnly, minTable }) => (
            <td key={key} data-align={align} data-wide-only={isWideOnly} data-min-table={minTable}>
              <span className={styles.bone} aria-hidden="true" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
