import { lazy, Suspense, useState } from "react";
import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import { VOD_TITLE } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import styles from "./ReportTables.module.css";

const VodView = lazy(() => import("./VodView.tsx").then((file) => ({ default: file.VodView })));

interface VodSectionProps {
  readonly parsedReport: ParsedReport;
  readonly figures: Figures;
}

export function VodSection({ parsedReport, figures }: VodSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{VOD_TITLE} (data view, not Form 1006)</summary>
      {isOpen && (
        <div className={styles.body}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <VodView parsedReport={parsedReport} vod={figures.vod} vodLoans={figures.vodLoans} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
