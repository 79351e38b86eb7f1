// Owns the fields of a verification of deposit, folded away until they are asked for.
import { lazy, Suspense, useState } from "react";
import type { Figures } from "#features/findings/rules/judge.ts";
import { VOD_TITLE } from "#features/findings/words.ts";
import type { Reading } from "#features/readings/contract.ts";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import styles from "./ReportTables.module.css";

const VodView = lazy(() => import("./VodView.tsx").then((file) => ({ default: file.VodView })));

interface VodFoldProps {
  readonly reading: Reading;
  readonly figures: Figures | undefined;
}

export function VodFold({ reading, figures }: VodFoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{VOD_TITLE} (data view, not Form 1006)</summary>
      {isOpen && figures && (
        <div className={styles.body}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <VodView reading={reading} vod={figures.vod} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
