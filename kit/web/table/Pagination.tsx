// Owns the way from page to page of a table.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { pageCount } from "./engine.ts";
import styles from "./Pagination.module.css";

interface PaginationProps {
  /** From 1; past the end it is the last. */
  readonly page: number;
  readonly pageSize: number;
  readonly rowCount: number;
  readonly onPage: (page: number) => void;
}

export function Pagination({ page, pageSize, rowCount, onPage }: PaginationProps) {
  const last = pageCount(rowCount, pageSize);
  const current = Math.min(page, last);
  const first = rowCount === 0 ? 0 : (current - 1) * pageSize + 1;
  return (
    <nav aria-label="Pagination" className={styles.pagination}>
      <p className="numbers" aria-live="polite">
        {first.toLocaleString("en-US")}–{Math.min(current * pageSize, rowCount).toLocaleString("en-US")} of{" "}
        {rowCount.toLocaleString("en-US")}
      </p>
      <div className={styles.buttons}>
        <button type="button" aria-label="Previous page" disabled={current === 1} onClick={() => onPage(current - 1)}>
          <ChevronLeft aria-hidden="true" />
        </button>
        <button type="button" aria-label="Next page" disabled={current === last} onClick={() => onPage(current + 1)}>
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
    </nav>
  );
}
