import { Columns3 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../parts/Button.tsx";
import type { TableRow } from "../engine/engine.ts";
import styles from "../TableToolbar.module.css";
import type { ColumnSettings } from "./use-columns.ts";

const ColumnsDialog = lazy(() => import("./ColumnsDialog.tsx").then((file) => ({ default: file.ColumnsDialog })));

interface ColumnsButtonProps<Row extends TableRow> {
  /** Names the table. */
  readonly label: string;
  readonly settings: ColumnSettings<Row>;
}

export function ColumnsButton<Row extends TableRow>({ label, settings }: ColumnsButtonProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const { all, shown, show, move, reset } = settings;
  return (
    <div className={styles.columns}>
      <Button icon={<Columns3 aria-hidden="true" />} onClick={() => setOpen(true)}>
        Columns
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDialog
            label={label}
            columns={all.map((column) => ({
              key: column.key,
              header: column.header,
              isShown: shown.includes(column),
            }))}
            onShow={show}
            onMove={move}
            onReset={reset}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
