import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { counted, NOT_GIVEN } from "#features/underwriting/labels.ts";
import { Money } from "#platform/web/parts/Money.tsx";
import styles from "./Holdings.module.css";

interface HoldingsProps {
  readonly holdings: ReportAccount["holdings"];
  readonly currency: string | null;
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
