// Owns the way from page to page of a table.
import { ChevronLeft, ChevronRight } from "lucide-react";
import styles from "./Pagination.module.css";

interface PaginationProps {
  /** The place of the page's first row, from 1; 0 when there is none. */
  readonly first: number;
  readonly last: number;
  /** `null` where nobody has counted. */
  readonly total: number | null;
  /** `undefined` on the first page. */
  readonly onPrevious: (() => void) | undefined;
  /** `undefined` on the last page. */
  readonly onNext: (() => void) | undefined;
}

export function Pagination({ first, last, total, onPrevious, onNext }: PaginationProps) {
  return (
    <nav aria-label="Pagination" className={styles.pagination}>
      <p className="numbers" aria-live="polite">
        {first.toLocaleString("en-US")}–{last.toLocaleString("en-US")}
        {total !== null && <> of {total.toLocaleString("en-US")}</>}
      </p>
      <div className={styles.buttons}>
        <button type="button" aria-label="Previous page" disabled={onPrevious === undefined} onClick={onPrevious}>
          <ChevronLeft aria-hidden="true" />
        </button>
        <button type="button" aria-label="Next page" disabled={onNext === undefined} onClick={onNext}>
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
    </nav>
  );
}
