import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { AppliedOverlay, Figures, Program, ProgramFunds } from "#features/underwriting/rules/evaluation.ts";
import {
  accountName,
  answerProgram,
  COVERED,
  FUNDS_TERM_LABELS,
  FUNDS_TEXTS,
  LEVEL_LABELS,
  monthsWords,
  reductionWords,
} from "#features/underwriting/labels.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { LOAN_LABELS } from "#features/borrowers/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Money } from "#platform/web/parts/Values.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import type { NamedAccount } from "./finding-labels.ts";
import type { ReportLine } from "./report-lines.ts";
import styles from "./Waterfall.module.css";

interface WaterfallStep {
  readonly label: string;
  /** Signed: below zero is taken off. `null`: loan terms are missing. */
  readonly cents: number | null;
  /** A running total, drawn from zero; other steps are drawn from the previous total. */
  readonly isTotal: boolean;
  readonly note?: string;
  /** Shares of the width, 0 to 100; `null` if there is nothing to draw. */
  readonly bar: { readonly from: number; readonly to: number } | null;
}

type Part = Omit<WaterfallStep, "bar">;

/** Steps of $0 are left out, except cash to close and the totals. */
export function waterfallOf(funds: ProgramFunds): WaterfallStep[] {
  const { cashToCloseCents: cash, surplusCents, reservesCents, investmentReserveCents } = funds;
  const counted = funds.usableByAccount.reduce((total, { countedCents }) => total + countedCents, 0);
  const taken = funds.usableByAccount.reduce((total, { reductionCents }) => total + reductionCents, 0);
  const notReserves =
    surplusCents === null || reservesCents === null
      ? 0
      : reservesCents - Math.max(0, surplusCents) - investmentReserveCents;
  const parts: Part[] = [
    { label: FUNDS_TEXTS.usableByAccount, cents: counted, isTotal: true },
    ...some({ label: FUNDS_TEXTS.reductionCents, cents: -taken, isTotal: false }),
    ...some({ label: FUNDS_TEXTS.giftCents, cents: funds.giftCents, isTotal: false, note: "Documented" }),
    { label: FUNDS_TEXTS.usableClosingCents, cents: funds.usableClosingCents, isTotal: true },
    ...some({ label: FUNDS_TEXTS.investmentClosingCents, cents: funds.investmentClosingCents, isTotal: false }),
    {
      label: FUNDS_TEXTS.cashToCloseCents,
      cents: cash === null ? null : cash === 0 ? 0 : -cash,
      isTotal: false,
      ...(funds.earnestPaidCents > 0 && { note: "After the earnest money credit" }),
    },
    { label: FUNDS_TEXTS.surplusCents, cents: surplusCents, isTotal: true },
    ...some({ label: FUNDS_TEXTS.investmentReserveCents, cents: investmentReserveCents, isTotal: false }),
    ...some({ label: NOT_RESERVES, cents: Math.min(0, notReserves), isTotal: false }),
    { label: FUNDS_TEXTS.reservesCents, cents: reservesCents, isTotal: true },
  ];
  return withBars(parts);
}

/** FHA: gifts that closing does not use. */
const NOT_RESERVES = "Gifts, not counted as reserves";

function some(part: Part): Part[] {
  return part.cents === 0 ? [] : [part];
}

function withBars(parts: readonly Part[]): WaterfallStep[] {
  let height = 0;
  const spans = parts.map(({ cents, isTotal }) => {
    if (cents === null) return null;
    const from = isTotal ? 0 : height;
    height = isTotal ? cents : height + cents;
    return [Math.min(from, height), Math.max(from, height)] as const;
  });
  const ends = spans.flatMap((span) => span ?? []);
  const least = Math.min(0, ...ends);
  const width = Math.max(0, ...ends) - least || 1;
  const share = (cents: number) => Math.round(((cents - least) / width) * 10_000) / 100;
  return parts.map((part, at) => {
    const span = spans[at];
    return { ...part, bar: span ? { from: share(span[0]), to: share(span[1]) } : null };
  });
}

interface WaterfallProps {
  readonly program: Program;
  readonly overlay?: AppliedOverlay | null | undefined;
  readonly funds: ProgramFunds;
  readonly loan: Loan;
  readonly accounts: ReadonlyMap<string, NamedAccount>;
  readonly lines: ReadonlyMap<string, ReportLine>;
  readonly figures: Pick<Figures, "accounts" | "seenTwice">;
}

export function Waterfall({ program, overlay, funds, loan, accounts, lines, figures }: WaterfallProps) {
  return (
    <Section title="Funds">
      <div className={styles.funds}>
        <table aria-label={`Funds under ${answerProgram(program, overlay)}`}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {waterfallOf(funds).map((step) => (
              <Step key={step.label} step={step} />
            ))}
          </tbody>
        </table>
        <Reserves funds={funds} />
        <Balances funds={funds} figures={figures} />
        <Accounts funds={funds} accounts={accounts} />
        <Investments funds={funds} accounts={accounts} />
        <Reductions funds={funds} lines={lines} />
        <CashToClose funds={funds} loan={loan} />
        <OtherChecks funds={funds} />
        <Levels funds={funds} />
      </div>
    </Section>
  );
}

function Step({ step: { label, cents, isTotal, note, bar } }: { readonly step: WaterfallStep }) {
  const kind = isTotal ? "total" : cents !== null && cents < 0 ? "less" : "more";
  const isShort = isTotal && cents !== null && cents < 0;
  return (
    <tr data-kind={kind} data-short={isShort || undefined}>
      <th scope="row">
        {label}
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {bar && (
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className={styles.bar}>
            <rect x={bar.from} y={0} width={Math.max(0.4, bar.to - bar.from)} height={1} />
          </svg>
        )}
      </th>
      <td>{cents === null ? <Unknown /> : <Money cents={cents} />}</td>
    </tr>
  );
}

function Unknown() {
  return <span className={styles.unknown}>not known yet</span>;
}

function Reserves({ funds }: Pick<WaterfallProps, "funds">) {
  const { reserveMonths, requiredReservesCents, requiredReservesBasis, isReserveEnough } = funds;
  const met = isReserveEnough === null ? "" : isReserveEnough ? ", met" : ", not met";
  return (
    <p className={styles.reserves}>
      <strong>{reservesWords(reserveMonths)}</strong>
      <span>
        {requiredReservesCents !== null && !/^Not evaluated/.test(requiredReservesBasis) && (
          <>
            <Money cents={requiredReservesCents} /> required{met}:{" "}
          </>
        )}
        {requiredReservesBasis}
      </span>
    </p>
  );
}

function reservesWords(months: number | null): string {
  if (months === null) return "Months of reserves not known yet";
  return months <= 0 ? "Nothing left for reserves" : `${monthsWords(months)} months of reserves`;
}

type Row = readonly [label: string, cents: number | null, note?: string];

interface FoldProps {
  readonly summary: string;
  readonly rows: readonly Row[];
  readonly total?: Row;
}

function Fold({ summary, rows, total }: FoldProps) {
  return (
    <details className={styles.made}>
      <summary>{summary}</summary>
      <dl>
        {[...rows, ...(total ? [total] : [])].map(([label, cents, note], at) => (
          <div key={`${at} ${label}`} data-total={at === rows.length || undefined}>
            <dt>
              {label}
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </dt>
            <dd>{cents === null ? <Unknown /> : <Money cents={cents} />}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Where the balances at the top of the report and the accounts that count differ, and why; all in cents. */
export function countedFrom(
  { usableByAccount }: ProgramFunds,
  { accounts, seenTwice }: Pick<Figures, "accounts" | "seenTwice">,
) {
  const counted = new Map(usableByAccount.map(({ accountId, countedCents }) => [accountId, countedCents]));
  const copies = new Set(seenTwice.flatMap(({ accountId, isSure }) => (isSure ? [accountId] : [])));
  const all = accounts.map((account) => {
    const { accountId, type, currency, currentCents } = account;
    const isShown = type === "depository" && currency === "USD" && !copies.has(accountId);
    const balanceCents = isShown ? (currentCents ?? 0) : 0;
    return { account, balanceCents, changeCents: (counted.get(accountId) ?? 0) - balanceCents };
  });
  return {
    balanceCents: all.reduce((sum, one) => sum + one.balanceCents, 0),
    changes: all.filter(({ changeCents }) => changeCents !== 0),
    countedCents: [...counted.values()].reduce((sum, cents) => sum + cents, 0),
  };
}

function Balances({ funds, figures }: Pick<WaterfallProps, "funds" | "figures">) {
  const { balanceCents, changes, countedCents } = countedFrom(funds, figures);
  if (changes.length === 0) return null;
  const rows = changes.map(({ account, changeCents }): Row => [
    accountName(account),
    changeCents,
    ...((account.countsWhy ? [account.countsWhy] : []) as [string?]),
  ]);
  return (
    <Fold
      summary="From the balances to what counts"
      rows={[["Depository accounts", balanceCents], ...rows]}
      total={[FUNDS_TEXTS.usableByAccount, countedCents]}
    />
  );
}

function Accounts({ funds: { usableByAccount }, accounts }: Pick<WaterfallProps, "funds" | "accounts">) {
  if (usableByAccount.length === 0) return null;
  const rows = usableByAccount.map(({ accountId, countedCents, reductionCents, isConditional }): Row => {
    const account = accounts.get(accountId);
    const notes = [reductionCents > 0 && "reduced below", isConditional && "on condition"].filter(
      (note) => note !== false,
    );
    return [
      account ? accountName(account) : accountId,
      countedCents,
      ...((notes.length > 0 ? [notes.join(", ")] : []) as [string?]),
    ];
  });
  const total = usableByAccount.reduce((sum, { countedCents }) => sum + countedCents, 0);
  return (
    <Fold
      summary={`${formatCount(usableByAccount.length, "account")} that count${usableByAccount.length === 1 ? "s" : ""}`}
      rows={rows}
      total={[FUNDS_TEXTS.usableByAccount, total]}
    />
  );
}

function Investments({ funds: { investments = [] }, accounts }: Pick<WaterfallProps, "funds" | "accounts">) {
  if (investments.length === 0) return null;
  const rows = investments.map(({ accountId, countedCents, reductionCents, reserveCents }): Row => {
    const account = accounts.get(accountId);
    const notes = [
      reductionCents > 0 && `${formatMoney(reductionCents)} taken off`,
      `${formatMoney(reserveCents)} as reserves`,
    ];
    return [account ? accountName(account) : accountId, countedCents, notes.filter(Boolean).join(", ")];
  });
  return <Fold summary={formatCount(investments.length, "investment account")} rows={rows} />;
}

function Reductions({ funds, lines }: Pick<WaterfallProps, "funds" | "lines">) {
  const { reductions, unexplainedCents, reductionCents, investmentReductionCents, earnestReductionCents } = funds;
  if (reductions.length === 0) return null;
  const rows: Row[] = reductions.map(({ transactionId, code, cents, neverCounts }) => {
    const one = lines.get(transactionId);
    const label = one ? `${formatDate(one.line.date)}, ${one.line.description}` : transactionId;
    return [label, -cents, neverCounts ? `${reductionWords(code)}, never counts` : reductionWords(code)];
  });
  const capped = unexplainedCents - reductionCents;
  if (capped > 0) rows.push(["Not taken off: more than all the money that counts", capped]);
  if (investmentReductionCents > 0) rows.push([FUNDS_TEXTS.investmentReductionCents, -investmentReductionCents]);
  if (earnestReductionCents > 0) rows.push([FUNDS_TEXTS.earnestReductionCents, -earnestReductionCents]);
  return (
    <Fold
      summary={`${formatCount(reductions.length, "deposit")} taken off`}
      rows={rows}
      total={[FUNDS_TEXTS.reductionCents, -reductionCents]}
    />
  );
}

function CashToClose({ funds, loan }: Pick<WaterfallProps, "funds" | "loan">) {
  const { cashToCloseCents, cashBackCents, terms, earnestPaidCents } = funds;
  if (cashToCloseCents === null) return null;
  const isPurchase = loan.transactionType === "purchase";
  const credits = terms.interestedPartyCreditCents ?? 0;
  const limit = terms.interestedPartyLimitCents;
  const start: Row[] = isPurchase
    ? [
        [LOAN_LABELS.salesPrice, loan.salesPrice ?? 0],
        [LOAN_LABELS.loanAmount, -(loan.loanAmount ?? 0)],
        [LOAN_LABELS.subordinateFinancing, -(loan.subordinateFinancing ?? 0)],
      ]
    : [
        [LOAN_LABELS.payoff, loan.payoff ?? 0],
        [LOAN_LABELS.loanAmount, -(loan.loanAmount ?? 0)],
      ];
  const isLimited = limit !== null && (loan.credits ?? 0) > credits;
  const rows: Row[] = [
    ...start,
    [LOAN_LABELS.closingCosts, loan.closingCosts ?? 0],
    [LOAN_LABELS.prepaids, loan.prepaids ?? 0],
    [
      FUNDS_TERM_LABELS.interestedPartyCreditCents,
      -credits,
      ...((isLimited ? [`of ${formatMoney(loan.credits ?? 0)} entered`] : []) as [string?]),
    ],
    [FUNDS_TERM_LABELS.lenderCreditCents, -terms.lenderCreditCents],
    [FUNDS_TEXTS.earnestPaidCents, -earnestPaidCents],
  ];
  return (
    <Fold
      summary="How cash to close is calculated"
      rows={[
        ...rows.filter(([, cents]) => cents !== 0),
        ...(cashBackCents !== null && cashBackCents > 0
          ? [[FUNDS_TEXTS.cashBackCents, cashBackCents, "never reserves"] as const]
          : []),
      ]}
      total={[FUNDS_TEXTS.cashToCloseCents, cashToCloseCents]}
    />
  );
}

/** Requirements besides cash to close and reserves, if the program has them. */
function OtherChecks({ funds }: Pick<WaterfallProps, "funds">) {
  const rows: Row[] = [
    ...pair(
      FUNDS_TEXTS.contributionCents,
      funds.contributionCents,
      FUNDS_TEXTS.requiredContributionCents,
      funds.requiredContributionCents,
    ),
    ...(funds.requiredOwnFundsCents === null
      ? []
      : pair(
          FUNDS_TEXTS.ownFundsCents,
          funds.ownFundsCents,
          FUNDS_TEXTS.requiredOwnFundsCents,
          funds.requiredOwnFundsCents,
        )),
    ...(funds.adjustedValueCents === null ? [] : [[FUNDS_TEXTS.adjustedValueCents, funds.adjustedValueCents] as const]),
    ...(funds.terms.interestedPartyLimitCents === null
      ? []
      : [[FUNDS_TERM_LABELS.interestedPartyLimitCents, funds.terms.interestedPartyLimitCents] as const]),
    ...(funds.depositedGiftCents > 0 ? [[FUNDS_TEXTS.depositedGiftCents, funds.depositedGiftCents] as const] : []),
    ...(funds.atRiskCents > 0
      ? [[FUNDS_TEXTS.atRiskCents, funds.atRiskCents, "they block closing but aren't taken off"] as const]
      : []),
    ...(funds.conditionalCents > 0 ? [[FUNDS_TEXTS.conditionalCents, funds.conditionalCents] as const] : []),
  ];
  return rows.length === 0 ? null : <Fold summary="Contribution, limits and conditional money" rows={rows} />;
}

function pair(label: string, cents: number | null, requiredLabel: string, required: number | null): Row[] {
  if (required === null) return [];
  return [
    [label, cents],
    [requiredLabel, required],
  ];
}

/** The funds without conditional money, as they are now, and with everything explained. */
function Levels({ funds: { levels } }: Pick<WaterfallProps, "funds">) {
  const shown = (["sure", "printed", "all"] as const).map((name) => ({ name, level: levels[name] }));
  const [first] = shown;
  const isSame = shown.every(
    ({ level }) =>
      level.usableClosingCents === first?.level.usableClosingCents &&
      level.reservesCents === first?.level.reservesCents,
  );
  if (isSame) return null;
  return (
    <details className={styles.made}>
      <summary>With and without conditional money</summary>
      <ScrollArea className={styles.levels} label="Funds by what counts, table">
        <table aria-label="Funds by what counts">
          <thead>
            <tr>
              <th scope="col">What counts</th>
              <th scope="col">{FUNDS_TEXTS.usableClosingCents}</th>
              <th scope="col">{FUNDS_TEXTS.surplusCents}</th>
              <th scope="col">{FUNDS_TEXTS.reservesCents}</th>
              <th scope="col">{COVERED}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, level }) => (
              <tr key={name}>
                <th scope="row">{LEVEL_LABELS[name]}</th>
                <td>
                  <Money cents={level.usableClosingCents} />
                </td>
                <td>
                  <Money cents={level.surplusCents} />
                </td>
                <td>
                  <Money cents={level.reservesCents} />
                </td>
                <td>{level.suffices === null ? "–" : level.suffices ? "Yes" : "No"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </details>
  );
}
