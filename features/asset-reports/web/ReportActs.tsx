import type { Ref } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { createLinkToken, generateAssetReport } from "#features/asset-reports/contract.ts";
import { type Borrower, notifyLender } from "#features/borrowers/contract.ts";
import { borrowerCan } from "#features/borrowers/web/borrower-can.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import type { ReportPrice } from "#features/billing/contract.ts";
import { capReason } from "#features/billing/web/report-prices/report-price.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import type { useDownload, useGenerateReport } from "./api.ts";
import type { useNotifyLender } from "#features/borrowers/web/api.ts";

/** Loads the list of members, so it is loaded with the first click, before the email whose recipients it shows. */
export const loadOutcome = () => import("./NotifyOutcome.tsx");

/** One click for the button and its result, which are apart on the page. */
type Notifying = ReturnType<typeof useNotifyLender>;

interface NotifyButtonProps {
  readonly borrower: Borrower;
  readonly notify: Notifying;
}

function NotifyButton({ borrower: { id }, notify }: NotifyButtonProps) {
  const disabledReason = useDisabledReason(notifyLender);
  return (
    <Button
      disabledReason={disabledReason}
      isBusy={notify.isPending}
      onClick={() => void loadOutcome().then(() => notify.mutate({ id }))}
    >
      Notify lender
    </Button>
  );
}

interface ReportActsProps {
  readonly borrower: Borrower;
  readonly price: UseQueryResult<ReportPrice>;
  readonly isConnecting: boolean;
  readonly onConnect: () => void;
  readonly generate: ReturnType<typeof useGenerateReport>;
  readonly download: ReturnType<typeof useDownload>;
  readonly notify: Notifying;
  readonly onGenerateRefused: () => void;
  /** The button that makes a report. Other parts of the page focus it. */
  readonly generateRef: Ref<HTMLButtonElement>;
}

export function ReportActs({
  borrower,
  price,
  isConnecting,
  onConnect,
  generate,
  download,
  notify,
  onGenerateRefused,
  generateRef,
}: ReportActsProps) {
  const { id, latestReportId, items } = borrower;
  const role = useMembership()?.role.name;
  const connectReason = useDisabledReason(createLinkToken) ?? borrowerCan.connectBank(borrower).why;
  const rightsReason = useDisabledReason(generateAssetReport);
  const generateReason =
    rightsReason ?? borrowerCan.generateReport(borrower).why ?? (price.data && capReason(price.data, role));
  const next = latestReportId !== null ? "download" : items.length > 0 ? "generate" : "connect";
  const look = (act: typeof next) => (next === act ? "primary" : "secondary");
  return (
    <>
      <Button variant={look("connect")} disabledReason={connectReason} isBusy={isConnecting} onClick={onConnect}>
        Connect bank
      </Button>
      <Button
        ref={generateRef}
        variant={look("generate")}
        disabledReason={generateReason}
        isBusy={generate.isPending}
        onClick={() => generate.mutate({ borrowerId: id, price: price.data?.amount }, { onError: onGenerateRefused })}
      >
        Generate report
      </Button>
      <NotifyButton borrower={borrower} notify={notify} />
      <Button
        variant={look("download")}
        disabledReason={borrowerCan.downloadReport(borrower).why}
        isBusy={download.isPending && download.variables === "pdf"}
        onClick={() => download.mutate("pdf")}
      >
        Download report
      </Button>
    </>
  );
}
