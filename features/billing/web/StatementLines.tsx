import { TYPE_LABELS, type LineItem } from "#features/billing/contract.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import styles from "./Billing.module.css";

interface StatementLinesProps {
  readonly type: LineItem["type"];
  readonly lines: readonly LineItem[];
  readonly timeZone: string;
}

export function StatementLines({ type, lines, timeZone }: StatementLinesProps) {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Section title={TYPE_LABELS[type]}>
      <div className={styles.lines}>
        <table aria-label={TYPE_LABELS[type]}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Description</th>
              <th scope="col">Quantity</th>
              <th scope="col">Unit amount</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, occurredAt, description, quantity, unitAmount, amount }) => (
              <tr key={id}>
                <td>
                  <DateText at={occurredAt} zone={timeZone} />
                </td>
                <td>{description}</td>
                <td>{quantity}</td>
                <td>
                  <Money cents={unitAmount} />
                </td>
                <td>
                  <Money cents={amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <td />
              <td>{lines.reduce((sum, { quantity }) => sum + quantity, 0)}</td>
              <td />
              <td>
                <Money cents={total} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Section>
  );
}
