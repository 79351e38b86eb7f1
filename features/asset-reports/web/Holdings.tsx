// Owns what an investment account holds, folded away until asked for.
import type { ReportAccount } from "#features/asset-reports/contract.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { counted } from "./account-words.ts";
import styles from "./Holdings.module.css";

interface HoldingsProps {
  readonly holdings: ReportAccount["holdings"];
  readonly currency: string;
  /** Names the account. */
  readonly label: string;
}

export function Holdings({ holdings, currency, label }: HoldingsProps) {
  return (
    <details className={styles.holdings}>
      <summary>{counted(holdings.length, "holding")}</summary>
      <table aria-label={`Holdings of ${label}`}>
        <thead>
          <tr>
            <th scope="col">Security</th>
            <th scope="col">Quantity</th>
            <th scope="col">Value</th>
            <th scope="col">Vested</th>
          </tr>
        </thead>
        <tbody>
          {holdings.map(({ name, ticker, quantity, valueCents, vestedValueCents }, at) => (
            <tr key={`${at} ${ticker}`}>
              <td>{name ?? ticker ?? "Not named"}</td>
              <td>{quantity.toLocaleString("en-US", { maximumFractionDigits: 4 })}</td>
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
