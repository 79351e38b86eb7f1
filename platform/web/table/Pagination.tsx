import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../parts/IconButton.tsx";
import styles from "./Pagination.module.css";

interface PaginationProps {
  /** The position of the page's first row, from 1; 0 when there is none. */
  readonly first: number;
  /** The place of its last row. */
  readonly last: number;
  /** `null`: not counted. */
  readonly total: number | null;
  /** `undefined` on the first page. */
  readonly onPrevious: (() => void) | undefined;
  /** `undefined` on the last page. */
  readonly onNext: (() => void) | undefined;
  /** Which page is next is being found out. */
  readonly isWaiting?: boolean;
}

export function Pagination({ first, last, total, onPrevious, onNext, isWaiting = false }: PaginationProps) {
  return (
    <nav aria-label="Pagination" className={styles.pagination}>
      <p className="numbers" aria-live="polite">
        {(last > 0 || total !== null) && `${first.toLocaleString("en-US")}–${last.toLocaleString("en-US")}`}
        {total !== null && <> of {total.toLocaleString("en-US")}</>}
      </p>
      <div className={styles.buttons}>
        <IconButton
          isOutlined
          label="Previous page"
          icon={ChevronLeft}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        />
        <IconButton
          isOutlined
          label="Next page"
          icon={ChevronRight}
          disabled={onNext === undefined}
          aria-disabled={isWaiting || undefined}
          onClick={isWaiting ? undefined : onNext}
        />
      </div>
    </nav>
  );
}
