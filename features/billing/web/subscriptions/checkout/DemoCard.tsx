import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import styles from "./DemoCard.module.css";

const DETAILS = [
  { name: "Card number", value: "4242 4242 4242 4242" },
  { name: "Expiry", value: "12/34" },
  { name: "Security code", value: "123" },
  { name: "Zip", value: "10001" },
] as const;

export function DemoCard() {
  return (
    <div className={styles.demo} data-testid="demo-card">
      <h3>Demo card</h3>
      <p className={styles.lead}>This checkout is an example. Pay with these details; no real card is charged.</p>
      <dl className={styles.details}>
        {DETAILS.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.value}>{value}</span>
              <CopyButton isIcon name={name} text={value.replaceAll(" ", "")} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
