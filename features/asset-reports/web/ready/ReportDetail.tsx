import { useEffect, useMemo, useRef } from "react";
import type { retrieveAssetReport } from "#features/asset-reports/contract.ts";
import type { Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import type { ShownEvaluation } from "#features/underwriting/web/use-evaluation.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { ReportAccounts } from "../accounts/ReportAccounts.tsx";
import { accountsOf } from "../accounts/totals.ts";
import { TransactionsTable } from "../accounts/TransactionsTable.tsx";
import { FigureFolds } from "../figures/FigureFolds.tsx";
import { ReportConditions } from "./ReportConditions.tsx";
import styles from "./ReportDetail.module.css";
import { ReportSource } from "./ReportSource.tsx";
import { VodSection } from "./VodSection.tsx";

/** The only lines to show. A second request is a new object. */
export interface LinesOf {
  readonly finding: Finding;
}

export interface ReportDetailProps {
  readonly retrieved: ReplyOf<typeof retrieveAssetReport>;
  readonly evaluation: ShownEvaluation;
  readonly program: Program;
  readonly linesOf: LinesOf | null;
  readonly onAll: () => void;
  readonly onFinding: (finding: Finding) => void;
}

export function ReportDetail({ retrieved, evaluation, program, linesOf, onAll, onFinding }: ReportDetailProps) {
  const { report, parsedReport, findings, asOf, expiresOn, printed } = retrieved;
  const { figures } = evaluation;
  const accounts = useMemo(() => accountsOf(parsedReport), [parsedReport]);
  const lines = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (linesOf === null) return;
    lines.current?.scrollIntoView({ block: "start" });
    lines.current?.focus({ preventScroll: true });
  }, [linesOf]);

  return (
    <>
      <ReportAccounts parsedReport={parsedReport} figures={figures} />
      <FigureFolds figures={figures} program={program} parsedReport={parsedReport} />
      <div ref={lines} tabIndex={-1} className={styles.lines}>
        <Section title="Transactions">
          <TransactionsTable
            key={report.id}
            accounts={accounts}
            findings={findings}
            only={linesOf?.finding ?? null}
            onAll={onAll}
            onFinding={onFinding}
          />
        </Section>
      </div>
      <VodSection parsedReport={parsedReport} figures={figures} />
      <ReportConditions asOf={asOf} expiresOn={expiresOn} />
      <ReportSource report={report} parsedReport={parsedReport} printed={printed} evaluation={retrieved} />
    </>
  );
}
