// Owns one account of a report: whose it is, what is in it now, how it got there.
import { useMemo, type ReactNode } from "react";
import type { ReportAccount } from "#features/asset-reports/contract.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { isOwed, kindOf, listed, shortName } from "./account-words.ts";
import styles from "./AccountRow.module.css";
import { BalanceLine } from "./BalanceLine.tsx";
import { Holdings } from "./Holdings.tsx";
import { currencyOf, ownersOf } from "./totals.ts";

interface AccountRowProps {
  readonly account: ReportAccount;
}

export function AccountRow({ account }: AccountRowProps) {
  const { name, officialName, mask, daysAvailable, historicalBalances, holdings } = account;
  const currency = currencyOf(account);
  const owners = ownersOf([account]);
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
        <p>{owners.length === 0 ? "The bank names no owner" : `Held by ${listed(owners)}`}</p>
      </div>
      <div className={styles.history}>
        <BalanceLine label={shortName(account)} points={points} currency={currency} />
      </div>
      <dl className={styles.balances}>
        <Fact term={isOwed(account.type) ? "Owed" : "Current"} isMain>
          <Money cents={account.currentCents} currency={currency} />
        </Fact>
        <Fact term="Available">
          <Money cents={account.availableCents} currency={currency} />
        </Fact>
        {account.limitCents !== null && (
          <Fact term="Limit">
            <Money cents={account.limitCents} currency={currency} />
          </Fact>
        )}
        <Fact term="History">{Math.floor(daysAvailable)} days</Fact>
      </dl>
      {holdings.length > 0 && <Holdings holdings={holdings} currency={currency} label={shortName(account)} />}
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
