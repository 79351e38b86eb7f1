import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import type { Evidence } from "#features/underwriting/contract.ts";
import { KIND_WORDS } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { linesFor, type ReportLine } from "#features/underwriting/web/report-lines.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { Button } from "#kit/web/parts/Button.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { evidenceOf } from "./data.ts";
import styles from "./EvidenceSummary.module.css";
import { centsOf, STATE_WORDS } from "./evidence-words.ts";

export interface EvidenceSummaryProps {
  readonly borrowerId: string;
  readonly report: ParsedReport;
  /** Opens the workbench on a deposit; `null`: on gifts that are still to come. */
  readonly onOpen: (deposit: ReportLine | null) => void;
}

export function EvidenceSummary({ borrowerId, report, onOpen }: EvidenceSummaryProps) {
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
        <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => onOpen(null)}>
          Gifts to come
        </Button>
      }
    >
      {evidence?.length === 0 && <p className={styles.none}>No source is written down yet.</p>}
      {evidence !== undefined && evidence.length > 0 && (
        <ul role="list" className={styles.list}>
          {evidence.map((one) => (
            <Piece
              key={one.id}
              evidence={one}
              deposit={one.transactionId === null ? null : lines.get(one.transactionId)}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
      {loose > 0 && (
        <p className={styles.none}>
          {loose === 1 ? "One document" : `${loose} documents`} sent by the borrower, for no deposit yet.
        </p>
      )}
    </Section>
  );
}

interface PieceProps extends Pick<EvidenceSummaryProps, "onOpen"> {
  readonly evidence: Evidence;
  /** `null`: a gift that is still to come; `undefined`: the newest report does not have the deposit any more. */
  readonly deposit: ReportLine | null | undefined;
}

function Piece({ evidence, deposit, onOpen }: PieceProps) {
  const { kind, state } = evidence;
  const { label, tone } = STATE_WORDS[state];
  const cents = centsOf(evidence);
  const about = aboutWords(deposit);
  return (
    <li>
      <StatusPill tone={tone}>{label}</StatusPill>
      <span className={styles.what}>
        {KIND_WORDS[kind]}
        {cents !== undefined && ` of ${formatMoney(cents)}`}, {about}
      </span>
      {deposit !== undefined && (
        <Button
          size="small"
          label={`${state === "proposed" ? "Review" : "Open"} ${KIND_WORDS[kind]}, ${about}`}
          onClick={() => onOpen(deposit)}
        >
          {state === "proposed" ? "Review" : "Open"}
        </Button>
      )}
    </li>
  );
}

function aboutWords(deposit: PieceProps["deposit"]): string {
  if (deposit === null) return "still to come";
  return deposit ? `deposited ${formatDate(deposit.line.date)}` : "for a deposit of an earlier report";
}
