import styles from "./PrintedRows.module.css";

interface PrintedRowsProps {
  /** Names the table. */
  readonly label: string;
  readonly firstRow: number;
  /** How many are on this page. */
  readonly count: number;
  /** `null`: unknown. */
  readonly rowCount: number | null;
  /** What holds all of them: `the PDF`. */
  readonly wholeIn?: string | undefined;
}

export function PrintedRows({ label, firstRow, count, rowCount, wholeIn }: PrintedRowsProps) {
  if (count === 0 || count === rowCount) return null;
  const place = (at: number) => at.toLocaleString("en-US");
  const of = rowCount === null ? "" : ` of ${place(rowCount)}`;
  const rows = `${place(firstRow + 1)}–${place(firstRow + count)}${of}`;
  const whole = wholeIn === undefined ? "" : `; ${wholeIn} holds all`;
  // By the style sheet: on the screen these words would be found beside those of the pages.
  return <p className={styles.printed} data-words={`${label} ${rows} are printed${whole}.`} />;
}
