import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { downloadOwnStatement, downloadStatement } from "#features/billing/contract.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/toasts.ts";

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
