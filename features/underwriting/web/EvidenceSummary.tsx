import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useMemo } from "react";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Evidence } from "#features/underwriting/contract.ts";
import { KIND_LABELS } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { linesFor, type ReportLine } from "#features/underwriting/web/report-lines.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { evidenceOf } from "./api.ts";
import { type EvidenceTarget, targetOf, UNDEPOSITED_GIFTS } from "./evidence-target.ts";
import { centsOf, STATE_LABELS } from "./form.ts";
import styles from "./Conditions.module.css";

export interface EvidenceSummaryProps {
  readonly borrowerId: string;
  readonly report: ParsedReport;
  readonly accounts: Parameters<typeof targetOf>[2];
  readonly onOpen: (target: EvidenceTarget) => void;
}

export function EvidenceSummary({ borrowerId, report, accounts, onOpen }: EvidenceSummaryProps) {
  const { data } = useQuery(evidenceOf({ borrowerId }));
  const evidence = data?.evidence;
  const loose = data?.loose.length ?? 0;
  const lines = useMemo(
    () => linesFor(report, new Set(evidence?.flatMap(({ transactionId }) => transactionId ?? []))),
    [report, evidence],
  );
  return (
    <Section
      title="Evidence"
      action={
        <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => onOpen(UNDEPOSITED_GIFTS)}>
          Gifts not deposited
        </Button>
      }
    >
      {evidence?.length === 0 && <p className={styles.none}>No evidence has been added yet.</p>}
      {evidence !== undefined && evidence.length > 0 && (
        <ul role="list" className={styles.summaryList}>
          {evidence.map((one) => (
            <Piece
              key={one.id}
              evidence={one}
              target={targetOf(one, lines, accounts)}
              line={one.transactionId === null ? undefined : lines.get(one.transactionId)}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
      {loose > 0 && <p className={styles.none}>{formatCount(loose, "document")} not linked to evidence yet.</p>}
    </Section>
  );
}

interface PieceProps extends Pick<EvidenceSummaryProps, "onOpen"> {
  readonly evidence: Evidence;
  /** `undefined`: this report doesn't have what it is about. */
  readonly target: EvidenceTarget | undefined;
  readonly line: ReportLine | undefined;
}

function Piece({ evidence, target, line, onOpen }: PieceProps) {
  const { kind, state } = evidence;
  const { label, tone } = STATE_LABELS[state];
  const cents = centsOf(evidence);
  const about = aboutWords(evidence, target, line);
  return (
    <li>
      <StatusPill tone={tone}>{label}</StatusPill>
      <span className={styles.what}>
        {KIND_LABELS[kind]}
        {cents !== undefined && ` of ${formatMoney(cents)}`}, {about}
      </span>
      {target !== undefined && (
        <Button
          size="small"
          label={`${state === "proposed" ? "Review" : "Open"} ${KIND_LABELS[kind]}, ${about}`}
          onClick={() => onOpen(target)}
        >
          {state === "proposed" ? "Review" : "Open"}
        </Button>
      )}
    </li>
  );
}

function aboutWords(
  { kind, transactionId, person }: Evidence,
  target: EvidenceTarget | undefined,
  line: ReportLine | undefined,
): string {
  if (transactionId !== null && line === undefined) return "for a line of an earlier report";
  if (line !== undefined) return `${line.line.amountCents < 0 ? "deposited" : "paid"} ${formatDate(line.line.date)}`;
  if (kind === "gift") return "not deposited yet";
  if (person) return `from ${person}`;
  return target?.accountId ? target.text.replace(/^For /, "for ").replace(/\.$/, "") : "for the file";
}
