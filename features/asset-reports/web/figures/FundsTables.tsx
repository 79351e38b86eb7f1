import { formatCount } from "#platform/text/text.ts";
import type { AppliedOverlay, Figures, Program } from "#features/underwriting/rules/evaluation.ts";
import { answerProgram, matchWords, NOT_GIVEN } from "#features/underwriting/labels.ts";
import { DateText, Money } from "#platform/web/parts/Values.tsx";
import { type Lookup, PagedTable } from "./PagedTable.tsx";
import styles from "../ready/ReportView.module.css";

interface WithLookup {
  readonly lookup: Lookup;
}

export function PendingTable({ pending, lookup }: Pick<Figures, "pending"> & WithLookup) {
  return (
    <PagedTable<Figures["pending"][number]>
      label="Pending deposits"
      keyOf={({ transactionId }) => transactionId}
      rows={pending}
      columns={[
        { header: "Date", cell: ({ date }) => <DateText at={date} /> },
        {
          header: "Deposit",
          cell: ({ transactionId }) => lookup.line(transactionId)?.line.description ?? transactionId,
        },
        { header: "Account", cell: ({ accountId }) => lookup.account(accountId) },
        { header: "Amount", align: "end", cell: ({ cents }) => <Money cents={cents} /> },
        { header: "Counts", cell: ({ isCounted }) => (isCounted ? "Yes, identified" : "No, until it posts") },
      ]}
    />
  );
}

const GIFT_LABELS = { counts: "Counts", conditional: "Counts once complete", never: "Never counts" } as const;

interface GiftTableProps extends Pick<Figures, "gifts"> {
  readonly program: Program;
  readonly overlay: AppliedOverlay | null | undefined;
}

export function GiftTable({ gifts, program, overlay }: GiftTableProps) {
  return (
    <PagedTable<Figures["gifts"][number]>
      label="Gifts"
      keyOf={({ evidenceId, transactionId }, at) => `${at} ${evidenceId} ${transactionId}`}
      rows={gifts}
      columns={[
        {
          header: "Donor",
          cell: ({ donor, relationship }) => (
            <>
              {donor || NOT_GIVEN}
              {relationship !== "" && <span className={styles.sub}>{relationship}</span>}
            </>
          ),
        },
        { header: "Amount", align: "end", cell: ({ cents }) => <Money cents={cents} /> },
        { header: "Received", cell: ({ isToCome }) => (isToCome ? "Not deposited" : "Deposited") },
        { header: "Missing", cell: ({ missing }) => (missing.length === 0 ? "None" : missing.join(", ")) },
        {
          header: `Under ${answerProgram(program, overlay)}`,
          cell: ({ outcomes }) => GIFT_LABELS[outcomes[program] ?? "conditional"],
        },
      ]}
    />
  );
}

type Earnest = NonNullable<Figures["earnestMoney"]>;

export function EarnestMoney({ earnestMoney, lookup }: { readonly earnestMoney: Earnest } & WithLookup) {
  if (earnestMoney.lines.length === 0)
    return <p>No payment of the earnest money was found in the accounts that count.</p>;
  return (
    <PagedTable<Earnest["lines"][number]>
      label="Earnest money payments"
      keyOf={({ transactionId }) => transactionId}
      rows={earnestMoney.lines}
      columns={[
        { header: "Date", cell: ({ date }) => <DateText at={date} /> },
        {
          header: "Payment",
          cell: ({ transactionId, accountId, isConditional }) => (
            <>
              {lookup.line(transactionId)?.line.description ?? transactionId}
              <span className={styles.sub}>
                {lookup.account(accountId)}
                {isConditional && ", to be confirmed"}
              </span>
            </>
          ),
        },
        { header: "Amount", align: "end", cell: ({ cents }) => <Money cents={cents} /> },
        {
          header: "60-day average before",
          align: "end",
          cell: ({ average60Cents }) => <Money cents={average60Cents} />,
        },
        {
          header: "Supported",
          cell: ({ isSupported }) => (isSupported === null ? "Not known" : isSupported ? "Yes" : "No"),
        },
      ]}
    />
  );
}

const STANDING_LABELS = { confirmed: "Matches", unconfirmed: "To confirm", none: "No match" } as const;

export function OwnerTable({ owners, lookup }: Pick<Figures, "owners"> & WithLookup) {
  return (
    <PagedTable<Figures["owners"][number]>
      label="Account owners"
      keyOf={({ accountId }) => accountId}
      rows={owners}
      columns={[
        { header: "Account", cell: ({ accountId }) => lookup.account(accountId) },
        {
          header: "Name at the bank",
          cell: ({ persons }) =>
            persons.length === 0 ? NOT_GIVEN : <Lines of={persons.map(({ bankName }) => bankName)} />,
        },
        { header: "On the loan", cell: ({ persons }) => <Lines of={persons.map(({ borrower }) => borrower ?? "–")} /> },
        { header: "Match", cell: ({ persons }) => <Lines of={persons.map(({ match }) => matchWords(match))} /> },
        {
          header: "Result",
          cell: ({ standing, isJoint, isBusiness }) => (
            <>
              {STANDING_LABELS[standing]}
              <span className={styles.sub}>
                {[isJoint && "Joint", isBusiness && "Business"].filter(Boolean).join(", ")}
              </span>
            </>
          ),
        },
      ]}
    />
  );
}

function Lines({ of }: { readonly of: readonly string[] }) {
  return of.map((line, at) => (
    <span key={`${at} ${line}`} className={styles.line}>
      {line}
    </span>
  ));
}

export function ReturnedItems({ nsf, lookup }: Pick<Figures, "nsf"> & WithLookup) {
  const { count60, count90, count365, refunded, netCents, transactionIds, negativeDays } = nsf;
  const lines = transactionIds.flatMap((id) => lookup.line(id) ?? []);
  return (
    <>
      <p className={styles.explain}>
        {`${formatCount(count365, "event")} in 12 months, ${count90} in 90 days, ${count60} in 60 days. ${refunded} refunded; refunded events still count. Fees less refunds: `}
        <Money cents={netCents} />.
      </p>
      {lines.length > 0 && (
        <PagedTable
          label="Returned items and overdrafts"
          keyOf={({ line }) => line.id}
          rows={lines}
          columns={[
            { header: "Date", cell: ({ line }) => <DateText at={line.date} /> },
            { header: "Line", cell: ({ line }) => line.description },
            { header: "Account", cell: ({ account }) => lookup.account(account.id) },
            { header: "Amount", align: "end", cell: ({ line }) => <Money cents={-line.amountCents} /> },
          ]}
        />
      )}
      {negativeDays.length > 0 && (
        <PagedTable<Figures["nsf"]["negativeDays"][number]>
          label="Days below zero"
          keyOf={({ accountId, date }) => `${accountId} ${date}`}
          rows={negativeDays}
          columns={[
            { header: "Day", cell: ({ date }) => <DateText at={date} /> },
            { header: "Account", cell: ({ accountId }) => lookup.account(accountId) },
            { header: "Balance", align: "end", cell: ({ cents }) => <Money cents={cents} /> },
          ]}
        />
      )}
    </>
  );
}
