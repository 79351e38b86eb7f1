// Owns one account of a report: whose it is, what is in it now, how it got there.
import { useMemo, type ReactNode } from "react";
import type { Figures } from "#features/underwriting/rules-edition-1/evaluate.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { kindOf, listed } from "#features/borrowers/labels.ts";
import { accountName, balanceWords, historyWords, isOwed } from "#features/underwriting/labels.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import styles from "./AccountRow.module.css";
import { BalanceLine } from "./BalanceLine.tsx";
import { Holdings } from "./Holdings.tsx";
import { missingDaysOf, ownerMatchOf } from "./owner-match.ts";
import { ownersOf } from "./totals.ts";

interface AccountRowProps {
  readonly account: ReportAccount;
  /** `undefined` until the rules have been read. */
  readonly figures: Figures | undefined;
}

export function AccountRow({ account, figures }: AccountRowProps) {
  const { name, officialName, mask, currency, historicalBalances, holdings } = account;
  const owners = ownersOf([account]);
  const match = figures && ownerMatchOf(figures, account);
  const missingDays = figures ? missingDaysOf(figures, account.id) : null;
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
        <p>{owners.length === 0 ? "The bank gave no owner" : `Held by ${listed(owners)}`}</p>
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
          {historyWords(account)}
          {missingDays !== null && <span className={styles.wanted}> of {missingDays} asked for</span>}
        </Fact>
      </dl>
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
