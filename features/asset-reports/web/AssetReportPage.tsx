import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useRef } from "react";
import { createLinkToken, generateAssetReport, REPORT_DAYS } from "#features/asset-reports/contract.ts";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { borrowerCan } from "#features/borrowers/web/borrower-can.ts";
import { useNotifyLender } from "#features/borrowers/web/data.ts";
import { loanTitle } from "#features/borrowers/web/loan-title.ts";
import { useMembership } from "#features/identity/web/session/session.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import type { ReportPrice } from "#features/report-prices/contract.ts";
import { capBar, priceWords } from "#features/report-prices/web/report-price.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { ProgressBar } from "#kit/web/parts/ProgressBar.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { usePageTitle } from "#kit/web/page-title.ts";
import { useParam } from "#kit/web/use-param.ts";
import { BankRepairs } from "./BankRepairs.tsx";
import {
  followedBorrower,
  followedProgress,
  priceOf,
  retrievedReportOf,
  useConnectBank,
  useGenerateReport,
} from "./data.ts";
import { connectRefusal, downloadRefusal, generateRefusal, type Refusal } from "./explain-refusal.ts";
import { loadOutcome } from "./NotifyLender.tsx";
import { ReportActs } from "./ReportActs.tsx";
import { ReportFiles } from "./ReportFiles.tsx";
import { ReportProgress } from "./ReportProgress.tsx";
import { ReportView } from "./ready/ReportView.tsx";
import styles from "./ready/ReportView.module.css";
import { useDownload } from "./use-download.ts";

const NotifyOutcome = lazy(() => loadOutcome().then((file) => ({ default: file.NotifyOutcome })));

export function AssetReportPage() {
  const id = useParam("id");
  const borrower = useQuery(followedBorrower(id));
  usePageTitle(loanTitle(borrower.data, "asset report"));
  if (borrower.data) return <AssetReport borrower={borrower.data} onRefused={() => void borrower.refetch()} />;
  return (
    <Page title="Asset report" back={{ to: `/account/borrowers/view/${id}`, label: "Borrower" }}>
      <Loaded query={borrower} failed="The borrower could not be loaded" skeleton={<Skeleton lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

interface AssetReportProps {
  readonly borrower: Borrower;
  /** What is shown of the borrower may be old. */
  readonly onRefused: () => void;
}

function AssetReport({ borrower, onRefused }: AssetReportProps) {
  const { id, latestReportId, items } = borrower;
  const progress = useQuery(followedProgress(id));
  const retrievedReport = useQuery(retrievedReportOf(id, latestReportId));
  const connect = useConnectBank(id);
  const generate = useGenerateReport();
  const download = useDownload(id);
  const notify = useNotifyLender();
  const generateButton = useRef<HTMLButtonElement>(null);
  const connectBar = useBar(createLinkToken) ?? borrowerCan.connectBank(borrower).why;
  const rightsBar = useBar(generateAssetReport);
  const price = useQuery({ ...priceOf(id, latestReportId), enabled: rightsBar === undefined });

  const onGenerateRefused = () => {
    onRefused();
    void price.refetch();
  };

  return (
    <Page
      title="Asset report"
      back={{ to: `/account/borrowers/view/${id}`, label: fullName(borrower) }}
      lead={
        rightsBar === undefined && (
          <span className={styles.price}>
            {latestReportId === null ? "A report" : "Another report"}: {priceText(price)}
          </span>
        )
      }
      action={
        <ReportActs
          borrower={borrower}
          price={price}
          connect={connect}
          generate={generate}
          download={download}
          notify={notify}
          onGenerateRefused={onGenerateRefused}
          generateRef={generateButton}
        />
      }
    >
      {latestReportId !== null && (
        <ReportFiles
          borrowerId={id}
          busy={download.isPending ? download.variables : undefined}
          onDownload={(format) => download.mutate(format)}
        />
      )}
      {download.isPending && <ProgressBar label="Download" value={download.share} />}
      {!notify.isIdle && (
        <Suspense>
          <NotifyOutcome borrower={borrower} notify={notify} />
        </Suspense>
      )}
      {borrower.reportState !== "generating" && price.data && <TooLittleLeft price={price.data} />}
      <Refused refusal={connect.error && connectRefusal(connect.error)} />
      <Refused refusal={generate.error && generateRefusal(generate.error)} />
      <Refused refusal={download.error && downloadRefusal(download.error)} />
      <BankRepairs
        items={items}
        barred={connectBar}
        isBusy={connect.isPending}
        onRepair={(itemId) => connect.mutate({ itemId }, { onSuccess: generate.reset })}
      />
      <ReportProgress report={progress.data?.report} hasEarlier={latestReportId !== null} />
      {latestReportId === null ? (
        <NoReport borrower={borrower} />
      ) : (
        <Loaded query={retrievedReport} failed="The report could not be loaded" skeleton={<Skeleton lines={12} />}>
          {(retrieved) => (
            <ReportView
              retrieved={retrieved}
              borrower={borrower}
              onStale={onRefused}
              onNewReport={() => {
                generateButton.current?.focus();
                generateButton.current?.scrollIntoView({ block: "center" });
              }}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

function priceText({ data, error }: UseQueryResult<ReportPrice>): string {
  if (data) return priceWords(data);
  return error ? "the price could not be loaded" : "…";
}

/** Without a hand on the button, and before anything is tried. */
function TooLittleLeft({ price }: { readonly price: ReportPrice }) {
  const words = capBar(price, useMembership()?.role.name);
  return words !== undefined && <Alert tone="info">{words}</Alert>;
}

function Refused({ refusal }: { readonly refusal: Refusal | null }) {
  return (
    refusal && (
      <Alert tone="stop" title={refusal.title}>
        {refusal.text}
      </Alert>
    )
  );
}

function NoReport({ borrower: { firstName, items, reportState } }: Pick<AssetReportProps, "borrower">) {
  if (reportState === "generating") return null;
  if (items.length > 0)
    return (
      <EmptyState title="The bank is connected, the report is next">
        Generate report asks {items.map(({ institutionName }) => institutionName).join(" and ")} for balances, owners
        and {REPORT_DAYS.default} days of transactions.
      </EmptyState>
    );
  return (
    <EmptyState title="No bank is connected yet">
      Connect bank opens the bank's own log-in. {firstName} signs in there; neither you nor we see the password.
    </EmptyState>
  );
}
