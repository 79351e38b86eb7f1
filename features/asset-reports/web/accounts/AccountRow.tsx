import { useMemo, type ReactNode } from "react";
import { formatList, formatCount } from "#platform/text/text.ts";
import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { kindOf } from "#features/borrowers/labels.ts";
import {
  accountName,
  balanceWords,
  historyWords,
  isOwed,
  ownerWords,
  NOT_GIVEN,
} from "#features/underwriting/labels.ts";
import { Money } from "#platform/web/parts/Money.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/StatusPill.tsx";
import { AccountFigures } from "./AccountFigures.tsx";
import { BalanceLine } from "./BalanceLine.tsx";
import { ownersOf } from "./totals.ts";
import styles from "./AccountRow.module.css";

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
