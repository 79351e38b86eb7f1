import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import {
  type downloadOwnStatement,
  type downloadStatement,
  type StatementStatus,
  STATUS_LABELS,
} from "#features/billing/contract.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/toasts.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { lastDay, STATUS_TONES } from "./billing-labels.ts";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";

interface StatementDownloadsProps {
  readonly call: typeof downloadStatement | typeof downloadOwnStatement;
  readonly id: string;
  /** Names the statement if there are several on the page. */
  readonly of?: string;
  readonly size?: "small" | "medium";
}

export function StatementDownloads({ call, id, of, size = "medium" }: StatementDownloadsProps) {
  const download = useMutation({
    mutationFn: (format: "pdf" | "csv") => downloadFile(call, { id, format }),
    onError: (error) => showToast("We couldn't download the statement", explain(error)),
  });
  return (["pdf", "csv"] as const).map((format) => {
    const words = `Download ${format.toUpperCase()}`;
    return (
      <Button
        key={format}
        size={size}
        icon={<Download aria-hidden="true" />}
        label={of === undefined ? words : `${words} of ${of}`}
        isBusy={download.isPending && download.variables === format}
        onClick={() => download.mutate(format)}
      >
        {size === "small" ? format.toUpperCase() : words}
      </Button>
    );
  });
}

interface PeriodProps {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly timeZone: string;
}

export function Period({ periodStart, periodEnd, timeZone }: PeriodProps) {
  return (
    <>
      <DateText at={periodStart} zone={timeZone} /> to <DateText at={lastDay(periodEnd)} zone={timeZone} />
    </>
  );
}

export function StatementStatusPill({ status }: { readonly status: StatementStatus }) {
  return <StatusPill tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusPill>;
}
