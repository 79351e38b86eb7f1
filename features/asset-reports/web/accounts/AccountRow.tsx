import { type PointerEvent, type ReactNode, useMemo, useState } from "react";
import { formatCount, formatList } from "#platform/text/text.ts";
import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { kindOf } from "#features/borrowers/labels.ts";
import {
  accountName,
  balanceWords,
  historyWords,
  isOwed,
  NOT_GIVEN,
  ownerWords,
} from "#features/underwriting/labels.ts";
import { Money, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { AccountFigures } from "./AccountFigures.tsx";
import { ownersOf } from "./totals.ts";
import styles from "./Accounts.module.css";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";

interface BalancePoint {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly currentCents: number;
}

export interface BalanceShape {
  readonly line: string;
  /** The line, closed down to zero or to the lowest balance. */
  readonly area: string;
  /** The position of zero if balances are on both sides of it. */
  readonly zero: number | null;
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

const WIDTH = 100;
const HEIGHT = 40;
const MARGIN = 3; // room for the line's own width

/** Points oldest first, at least two. */
export function balanceShape(points: readonly BalancePoint[]): BalanceShape {
  const cents = points.map(({ currentCents }) => currentCents);
  const low = Math.min(...cents);
  const high = Math.max(...cents);
  const across = (at: number) => round((at / (points.length - 1)) * WIDTH);
  const down = (value: number) =>
    high === low ? HEIGHT / 2 : round(MARGIN + ((high - value) / (high - low)) * (HEIGHT - 2 * MARGIN));
  const places = cents.map((value, at) => ({ x: across(at), y: down(value) }));
  const line = places.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
  const zero = low < 0 && high > 0 ? down(0) : null;
  const floor = zero ?? HEIGHT;
  return { line, area: `${line}V${floor}H0Z`, zero, places };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

interface BalanceLineProps {
  /** Names the account. */
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly BalancePoint[];
  readonly currency: string | null;
}

function BalanceLine({ label, points, currency }: BalanceLineProps) {
  const [at, setAt] = useState<number | null>(null);
  const shape = useMemo(() => (points.length > 1 ? balanceShape(points) : null), [points]);
  const last = points.length - 1;
  const shown = points[at ?? last];
  if (shape === null || shown === undefined) return <p className={styles.caption}>No history available.</p>;

  function readAt(event: PointerEvent<HTMLInputElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    setAt(Math.round(share * last));
  }

  const mark = at === null ? undefined : shape.places[at];
  return (
    <figure className={styles.figure}>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
          <path d={shape.area} className={styles.area} />
          {shape.zero !== null && <path d={`M0 ${shape.zero}H100`} className={styles.zero} />}
          <path d={shape.line} className={styles.line} />
          {mark && (
            <>
              <path d={`M${mark.x} 0V40`} className={styles.hair} />
              <path d={`M${mark.x} ${mark.y}h0`} className={styles.dot} />
            </>
          )}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={at ?? last}
          aria-label={`Balance by day, ${label}`}
          aria-valuetext={`${formatDate(shown.date)}: ${formatMoney(shown.currentCents, currency)}`}
          onChange={(event) => setAt(Number(event.target.value))}
          onFocus={() => setAt((now) => now ?? last)}
          onBlur={() => setAt(null)}
          onPointerMove={readAt}
          onPointerLeave={(event) => event.currentTarget !== document.activeElement && setAt(null)}
        />
      </div>
      <figcaption className={styles.caption}>
        {at === null ? (
          <Span points={points} currency={currency} />
        ) : (
          <>
            <span className="numbers">{formatDate(shown.date)}</span>
            <Money cents={shown.currentCents} currency={currency} />
          </>
        )}
      </figcaption>
    </figure>
  );
}

function Span({ points, currency }: Pick<BalanceLineProps, "points" | "currency">) {
  const low = Math.min(...points.map(({ currentCents }) => currentCents));
  return (
    <>
      <span className="numbers">{points.length} days</span>
      <span>
        lowest <Money cents={low} currency={currency} />
      </span>
    </>
  );
}

type Row = Figures["owners"][number];

const TONES: Readonly<Record<Row["standing"], Tone>> = { confirmed: "green", unconfirmed: "amber", none: "red" };

interface OwnerMatch {
  readonly words: string;
  readonly tone: Tone;
  /** More about its owners. */
  readonly note: string | null;
}

/** The owner of an account (R5). */
function ownerMatchOf({ owners }: Figures, account: ReportAccount): OwnerMatch | undefined {
  const row = owners.find(({ accountId }) => accountId === account.id);
  if (!row) return undefined;
  return { words: ownerWords(row, account), tone: TONES[row.standing], note: noteOf(row) };
}

function noteOf({ nonBorrowerOwners }: Row): string | null {
  return nonBorrowerOwners.length === 0 ? null : `Also held by ${formatList(nonBorrowerOwners)}, not on the loan`;
}

interface AccountRowProps {
  readonly account: ReportAccount;
  readonly figures: Figures;
}

export function AccountRow({ account, figures }: AccountRowProps) {
  const { name, officialName, mask, currency, historicalBalances, holdings } = account;
  const owners = ownersOf([account]);
  const match = ownerMatchOf(figures, account);
  const row = figures.accounts.find(({ accountId }) => accountId === account.id);
  const points = useMemo(() => historicalBalances.toReversed(), [historicalBalances]);
  return (
    <li className={styles.account}>
      <div className={styles.who}>
        <h4>
          {name} {mask !== null && <span className={styles.mask}>•••• {mask}</span>}
        </h4>
        <p>
          {kindOf(account)}
          {officialName !== null && officialName !== name && ` · ${officialName}`}
        </p>
        <p>{owners.length === 0 ? "The bank doesn't name an owner" : `Held by ${formatList(owners)}`}</p>
        {match && (
          <p className={styles.match}>
            <StatusPill tone={match.tone}>{match.words}</StatusPill>
            {match.note !== null && <span>{match.note}</span>}
          </p>
        )}
      </div>
      <div className={styles.history}>
        <BalanceLine label={accountName(account)} points={points} currency={currency} />
      </div>
      <dl className={styles.balances}>
        <Fact term={balanceWords(account)} isMain>
          <Money cents={account.currentCents} currency={currency} />
        </Fact>
        <Fact term="Available">
          <Money cents={account.availableCents} currency={currency} />
        </Fact>
        {(account.limitCents !== null || isOwed(account)) && (
          <Fact term="Limit">
            <Money cents={account.limitCents} currency={currency} />
          </Fact>
        )}
        <Fact term="History">
          {row === undefined ? historyWords(account) : row.daysShown === 0 ? "–" : formatCount(row.daysShown, "day")}
        </Fact>
      </dl>
      {row && !isOwed(account) && <AccountFigures row={row} label={accountName(account)} />}
      {holdings.length > 0 && <Holdings holdings={holdings} currency={currency} label={accountName(account)} />}
    </li>
  );
}

interface FactProps {
  readonly term: string;
  readonly isMain?: boolean;
  readonly children: ReactNode;
}

function Fact({ term, isMain = false, children }: FactProps) {
  return (
    <div className={isMain ? styles.current : undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface HoldingsProps {
  readonly holdings: ReportAccount["holdings"];
  readonly currency: string | null;
  /** Names the account. */
  readonly label: string;
}

function Holdings({ holdings, currency, label }: HoldingsProps) {
  return (
    <details className={styles.holdings}>
      <summary>{formatCount(holdings.length, "holding")}</summary>
      <table aria-label={`Holdings of ${label}`}>
        <thead>
          <tr>
            <th scope="col">Security</th>
            <th scope="col">Quantity</th>
            <th scope="col">Value</th>
            <th scope="col">Vested value</th>
          </tr>
        </thead>
        <tbody>
          {holdings.map(({ name, ticker, quantity, valueCents, vestedValueCents }, at) => (
            <tr key={`${at} ${ticker}`}>
              <td>{name ?? ticker ?? NOT_GIVEN}</td>
              <td>{quantity.toLocaleString("en-US", { maximumFractionDigits: 6 })}</td>
              <td>
                <Money cents={valueCents} currency={currency} />
              </td>
              <td>
                <Money cents={vestedValueCents} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
