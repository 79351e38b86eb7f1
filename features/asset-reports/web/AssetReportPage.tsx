import { isSameEmail } from "#platform/text/text.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from "react";
import { ApiError } from "#platform/web/http/api-error.ts";
import { explain, messageOf } from "#platform/web/http/explain.ts";
import { formatList } from "#platform/text/text.ts";
import {
  createLinkToken,
  generateAssetReport,
  REPORT_DAYS,
  type DownloadFormat,
} from "#features/asset-reports/contract.ts";
import { fullName, type BankItem, type Borrower } from "#features/borrowers/contract.ts";
import { borrowerCan } from "#features/borrowers/web/borrower-can.ts";
import { useNotifyLender } from "#features/borrowers/web/api.ts";
import { loanTitle } from "#features/borrowers/labels.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import type { ReportPrice } from "#features/billing/contract.ts";
import { capReason, priceWords } from "#features/billing/web/report-prices/report-price.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { EmptyState, QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { printPage } from "#platform/web/printing.ts";
import { MoreActions } from "#platform/web/parts/MoreActions.tsx";
import { useParam } from "#platform/web/use-param.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import {
  followedBorrower,
  followedProgress,
  priceOf,
  retrievedReportOf,
  type BankToConnect,
  isUnknownPerson,
  useConnectBank,
  useDownload,
  useGenerateReport,
} from "./api.ts";
import { bankMessage, type Refusal, REFUSALS, WINDOW_BLOCKED } from "#features/asset-reports/messages.ts";
import type { ErrorMessages } from "#platform/contract/errors.ts";
import { LinkFailure } from "./plaid-link.ts";
import { loadOutcome, ReportActs } from "./ReportActs.tsx";
import { ReportProgress } from "./ReportProgress.tsx";
import { ReportView } from "./ready/ReportView.tsx";
import { InvestorCopies } from "./sharing/InvestorCopies.tsx";
import { useShareWithInvestor } from "./sharing/use-share-with-investor.ts";
import styles from "./ready/ReportView.module.css";
import { CORRECT_IDENTITY, FORMAT_LABELS, FROM_FILES, IDENTITY_TEXTS, OFFICER_IDENTITY_TITLE } from "../labels.ts";
import { IdentityForm } from "./IdentityForm.tsx";

/** The PDF has its own button. */
const FORMATS = [
  "json",
  "csv",
  "mismo",
  "freddie",
  "provider",
  "signature",
] as const satisfies readonly DownloadFormat[];

interface ReportFilesProps {
  readonly borrowerId: string;
  readonly isFromFiles: boolean;
  readonly onDownload: (format: DownloadFormat) => void;
  /** Share the report with an investor; none where it can't be shared. */
  readonly shareActions: ReturnType<typeof useShareWithInvestor>["actions"];
}

function ReportFiles({ borrowerId, isFromFiles, onDownload, shareActions }: ReportFilesProps) {
  const nameOf = (format: DownloadFormat) =>
    isFromFiles && format === "provider" ? FROM_FILES.files : FORMAT_LABELS[format].short;
  const downloads = FORMATS.map((format) => ({
    label: `Download ${nameOf(format)}`,
    onPress: () => onDownload(format),
  }));
  const actions = [
    ...downloads,
    { label: "Print", onPress: () => void printPage() },
    { label: "Share with an auditor", to: `/borrower/audit-copies/${borrowerId}` },
    ...shareActions,
  ];
  return <MoreActions label="More formats and sharing" actions={actions} size="large" />;
}

const NotifyOutcome = lazy(() => loadOutcome().then((file) => ({ default: file.NotifyOutcome })));

/** What comes before the bank dialog: whose bank it is, and their consent. */
export interface ConnectStepProps {
  readonly borrower: Borrower;
  /** Opens the bank dialog for the person with this address. */
  readonly onConnect: (email: string) => void;
  readonly onClose: () => void;
}

interface AssetReportPageProps {
  readonly connectStep: (props: ConnectStepProps) => ReactNode;
}

export function AssetReportPage({ connectStep }: AssetReportPageProps) {
  const id = useParam("id");
  const borrower = useQuery(followedBorrower(id));
  usePageTitle(loanTitle(borrower.data, "asset report"));
  const { refetch } = borrower;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  if (borrower.data) return <AssetReport borrower={borrower.data} connectStep={connectStep} onRefused={readAgain} />;
  return (
    <Page title="Asset report" back={{ to: `/account/borrowers/view/${id}`, label: "Borrower" }}>
      <QueryBoundary query={borrower} failed="We couldn't load the borrower" skeleton={<Skeleton lines={8} />}>
        {() => null}
      </QueryBoundary>
    </Page>
  );
}

interface AssetReportProps extends AssetReportPageProps {
  readonly borrower: Borrower;
  /** The shown borrower may be out of date. */
  readonly onRefused: () => void;
}

function AssetReport({ borrower, connectStep, onRefused }: AssetReportProps) {
  const { id, latestReportId, items } = borrower;
  const progress = useQuery(followedProgress(id));
  const retrievedReport = useQuery(retrievedReportOf(id, latestReportId));
  const connect = useConnectBank(id);
  const [stepBefore, setStepBefore] = useState<BankToConnect | null>(null);
  // Whose bank is connected, or whose identity corrected, once the officer has entered who they are.
  const [unknown, setUnknown] = useState<BankToConnect | null>(null);
  const isConnecting = connect.isPending || stepBefore !== null;
  const generate = useGenerateReport();
  const download = useDownload(id);
  const notify = useNotifyLender();
  const sharing = useShareWithInvestor(id, retrievedReport.data);
  const generateButton = useRef<HTMLButtonElement>(null);
  const goToGenerate = useCallback(() => {
    generateButton.current?.focus();
    generateButton.current?.scrollIntoView({ block: "center" });
  }, []);
  const connectReason = useDisabledReason(createLinkToken) ?? borrowerCan.connectBank(borrower).why;
  const rightsReason = useDisabledReason(generateAssetReport);
  const price = useQuery({ ...priceOf(id, latestReportId), enabled: rightsReason === undefined });

  // A report from statement files is no first report: it costs nothing, and no bank was read.
  const isFirst = latestReportId === null || price.data?.type === "asset_report";

  const openBank = (bank: BankToConnect) =>
    connect.mutate(bank, {
      onError: (error) => isUnknownPerson(error) && setUnknown(bank),
      onSuccess() {
        generate.reset();
        if (bank.isCorrection) showToast(...CORRECT_IDENTITY.saved, { autohide: true, closeOnClick: true });
      },
    });

  const connectError = connect.error && !isUnknownPerson(connect.error) ? connectRefusal(connect.error) : null;

  const onGenerateRefused = () => {
    onRefused();
    void price.refetch();
  };

  return (
    <Page
      title="Asset report"
      back={{ to: `/account/borrowers/view/${id}`, label: fullName(borrower) }}
      lead={
        rightsReason === undefined && (
          <span className={styles.price}>
            {isFirst ? "Report" : "Refresh"}: {priceText(price)}
          </span>
        )
      }
      action={
        <>
          <ReportActs
            borrower={borrower}
            price={price}
            isConnecting={isConnecting}
            onConnect={() => setStepBefore({})}
            generate={generate}
            download={download}
            notify={notify}
            onGenerateRefused={onGenerateRefused}
            generateRef={generateButton}
          />
          {progress.data?.report?.product === "consumer_report" && (
            <Button disabledReason={connectReason} onClick={() => setStepBefore({ isCorrection: true })}>
              {CORRECT_IDENTITY.action}
            </Button>
          )}
          {latestReportId !== null && (
            <ReportFiles
              borrowerId={id}
              isFromFiles={retrievedReport.data?.parsedReport.source === "files"}
              onDownload={download.mutate}
              shareActions={sharing.actions}
            />
          )}
        </>
      }
    >
      {stepBefore !== null &&
        connectStep({
          borrower,
          onConnect: (email) => {
            setStepBefore(null);
            const isBorrower = isSameEmail(email, borrower.email);
            const bank = { ...stepBefore, ...(!isBorrower && { email }) };
            if (bank.isCorrection) setUnknown(bank);
            else openBank(bank);
          },
          onClose: () => setStepBefore(null),
        })}
      {unknown && (
        <Dialog title={OFFICER_IDENTITY_TITLE} onClose={() => setUnknown(null)}>
          <IdentityForm
            texts={unknown.isCorrection ? CORRECT_IDENTITY.texts : IDENTITY_TEXTS}
            isOwn={false}
            isBusy={connect.isPending}
            onSubmit={(identity) => openBank({ ...unknown, identity, onOpen: () => setUnknown(null) })}
          />
          <Refused refusal={connectError} />
        </Dialog>
      )}
      {download.isPending && <ProgressBar label="Download" value={download.share} />}
      {!notify.isIdle && (
        <Suspense>
          <NotifyOutcome borrower={borrower} notify={notify} />
        </Suspense>
      )}
      {borrower.reportState !== "generating" && price.data && <TooLittleLeft price={price.data} />}
      {!unknown && <Refused refusal={connectError} />}
      <Refused
        refusal={generate.error && refusalOf(generate.error, REFUSALS.generate, "We couldn't request the report")}
      />
      <Refused
        refusal={download.error && refusalOf(download.error, REFUSALS.download, "We couldn't download the report")}
      />
      <Refused
        refusal={
          sharing.create.error && refusalOf(sharing.create.error, REFUSALS.share, "We couldn't share the report")
        }
      />
      <BankRepairs
        items={items}
        disabledReason={connectReason}
        isBusy={isConnecting}
        onRepair={(itemId) => setStepBefore({ itemId })}
      />
      <ReportProgress report={progress.data?.report} hasEarlier={latestReportId !== null} />
      {latestReportId !== null && <InvestorCopies borrowerId={id} reportId={latestReportId} />}
      {latestReportId === null ? (
        <NoReport borrower={borrower} />
      ) : (
        <QueryBoundary query={retrievedReport} failed="We couldn't load the report" skeleton={<Skeleton lines={12} />}>
          {(retrieved) => (
            <ReportView retrieved={retrieved} borrower={borrower} onStale={onRefused} onNewReport={goToGenerate} />
          )}
        </QueryBoundary>
      )}
    </Page>
  );
}

function priceText({ data, error }: UseQueryResult<ReportPrice>): string {
  if (data) return priceWords(data);
  return error ? "we couldn't load the price" : "…";
}

/** Shown without a click and before any request. */
function TooLittleLeft({ price }: { readonly price: ReportPrice }) {
  const words = capReason(price, useMembership()?.role.name);
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
      <EmptyState title="Ready to generate">
        Generate report asks {formatList(items.map(({ institutionName }) => institutionName))} for balances, owners and{" "}
        {REPORT_DAYS.default} days of transactions.
      </EmptyState>
    );
  return (
    <EmptyState title="No bank connected">
      Connect bank first asks how {firstName} gives consent. {firstName} signs in at the bank; neither you nor we see
      the password.
    </EmptyState>
  );
}

interface BankRepairsProps {
  readonly items: readonly BankItem[];
  /** Why the repair is not possible now. */
  readonly disabledReason: string | undefined;
  readonly isBusy: boolean;
  readonly onRepair: (itemId: string) => void;
}

function BankRepairs({ items, disabledReason, isBusy, onRepair }: BankRepairsProps) {
  return items
    .filter(({ status }) => status !== "ok")
    .map(({ id, institutionName, status }) => (
      <Alert
        key={id}
        tone="ask"
        title={status === "expiring" ? `${institutionName} connection expires soon` : `Reconnect ${institutionName}`}
        action={
          <Button size="small" disabledReason={disabledReason} isBusy={isBusy} onClick={() => onRepair(id)}>
            Reconnect {institutionName}
          </Button>
        }
      >
        {status === "expiring"
          ? "The borrower needs to sign in again to keep it active."
          : "The borrower needs to sign in again before the report can be refreshed. Existing data is unaffected."}
      </Alert>
    ));
}

function connectRefusal(error: Error): Refusal {
  const title = "We couldn't connect the bank";
  if (error instanceof LinkFailure) return { title, text: bankMessage(error.providerCode) };
  return error instanceof ApiError ? refusalOf(error, REFUSALS.connect, title) : WINDOW_BLOCKED;
}

function refusalOf(error: Error, refusals: ErrorMessages<Refusal>, title: string): Refusal {
  return messageOf(error, refusals) ?? { title, text: explain(error) };
}
