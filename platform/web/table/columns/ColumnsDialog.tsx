import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import styles from "./ColumnsDialog.module.css";

interface ListedColumn {
  readonly key: string;
  readonly header: string;
  readonly isShown: boolean;
}

interface ColumnsDialogProps {
  /** Names the table. */
  readonly label: string;
  /** In their order; the first is always there, and first. */
  readonly columns: readonly ListedColumn[];
  readonly onShow: (key: string, isShown: boolean) => void;
  readonly onMove: (key: string, step: -1 | 1) => void;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

export function ColumnsDialog({ label, columns, onShow, onMove, onReset, onClose }: ColumnsDialogProps) {
  const list = useRef<HTMLOListElement>(null);
  const status = useRef<HTMLParagraphElement>(null);

  function move({ key, header }: ListedColumn, at: number, step: -1 | 1): void {
    if (at + step < 1 || at + step >= columns.length) return;
    flushSync(() => onMove(key, step));
    // A row that moves in the page loses the focus.
    const item = list.current?.children[at + step];
    item?.querySelector<HTMLElement>(`button[data-step="${step}"]`)?.focus();
    if (status.current) status.current.textContent = `${header} is column ${at + step + 1} of ${columns.length}`;
  }

  return (
    <Dialog title="Columns" text={`Choose and order the columns of ${label}.`} onClose={onClose}>
      <ol ref={list} role="list" className={styles.list}>
        {columns.map((column, at) => (
          <li key={column.key}>
            <label>
              <input
                type="checkbox"
                checked={column.isShown}
                disabled={at === 0}
                onChange={({ target }) => onShow(column.key, target.checked)}
              />
              {column.header}
            </label>
            {at > 0 && (
              <>
                <MoveButton column={column} step={-1} isOff={at === 1} onPress={() => move(column, at, -1)} />
                <MoveButton
                  column={column}
                  step={1}
                  isOff={at === columns.length - 1}
                  onPress={() => move(column, at, 1)}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      <p ref={status} role="status" className="visually-hidden" />
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={onReset}>
          Reset
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

interface MoveButtonProps {
  readonly column: ListedColumn;
  readonly step: -1 | 1;
  /** There is no further place; it keeps the focus all the same. */
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function MoveButton({ column, step, isOff, onPress }: MoveButtonProps) {
  return (
    <IconButton
      label={`Move ${column.header} ${step === -1 ? "up" : "down"}`}
      icon={step === -1 ? ChevronUp : ChevronDown}
      data-step={step}
      aria-disabled={isOff}
      onClick={onPress}
    />
  );
}
