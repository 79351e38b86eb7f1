import { memo } from "react";
import { contentOf, type Column } from "../columns/columns.ts";
import styles from "../DataTable.module.css";
import type { TableRow } from "../engine/engine.ts";

interface BodyRowProps<Row extends TableRow> {
  readonly row: Row;
  /** Its place on the page, from 0. */
  readonly at: number;
  /** Its place in the whole table for assistive technology; the header is 1. */
  readonly rowIndex: number;
  readonly columns: readonly Column<Row>[];
  readonly open: ((row: Row) => string) | undefined;
  /** `undefined` where rows cannot be selected. */
  readonly isPicked: boolean | undefined;
  /** Whether the tab key stops here. */
  readonly isTabStop: boolean;
  readonly onPick: (at: number, isRange: boolean) => void;
}

/** Its link is a plain one: a router's link for each of hundreds of rows is slow, and the body hears the clicks. */
export const BodyRow = memo(function BodyRow<Row extends TableRow>(props: BodyRowProps<Row>) {
  const { row, at, rowIndex, columns, open, isPicked, isTabStop, onPick } = props;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <tr data-row={at} data-selected={isPicked} aria-rowindex={rowIndex}>
      {isPicked !== undefined && (
        <td className={styles.check} data-check>
          <input
            type="checkbox"
            aria-label="Select row"
            tabIndex={tabIndex}
            checked={isPicked}
            onChange={({ nativeEvent }) => onPick(at, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.key}
          data-align={column.align}
          data-wide-only={column.isWideOnly}
          data-min-table={column.minTable}
        >
          {place === 0 && open ? (
            <a href={open(row)} className={styles.open} data-row-link tabIndex={tabIndex}>
              {contentOf(column, row)}
            </a>
          ) : (
            contentOf(column, row)
          )}
        </td>
      ))}
    </tr>
  );
}) as <Row extends TableRow>(props: BodyRowProps<Row>) => React.ReactNode; // `memo` loses the type of row
