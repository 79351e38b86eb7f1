// Owns the picture of a report on the start page: drawn as HTML, with example figures that add up.
import { Money } from "#kit/web/parts/Money.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import styles from "./ExampleReport.module.css";

const ACCOUNTS = [
  { name: "Everyday Checking", mask: "4207", cents: 1_841_226 },
  { name: "High-Yield Savings", mask: "8830", cents: 6_420_519 },
  { name: "Joint Savings", mask: "1175", cents: 1_250_000 },
];
const LINES = [
  { date: "Nov 18", text: "Payroll, Harbor Freight Logistics", cents: 341_208 },
  { date: "Nov 15", text: "Transfer to savings ··8830", cents: -150_000 },
  { date: "Nov 12", text: "Title & Escrow of Oregon", cents: -500_000 },
];
const TOTAL = ACCOUNTS.reduce((sum, { cents }) => sum + cents, 0);

export function ExampleReport() {
  return (
    <figure className={styles.figure}>
      <div className={styles.sheet}>
        <div className={styles.top}>
          <div>
            <p className={styles.name}>Dana Whitfield</p>
            <p className={styles.small}>Asset report, Nov 20, 2026</p>
          </div>
          <StatusPill tone="green">Report ready</StatusPill>
        </div>
        <p className={styles.small}>On deposit</p>
        <p className={styles.total}>
          <Money cents={TOTAL} />
        </p>
        <ul role="list" className={styles.rows}>
          {ACCOUNTS.map(({ name, mask, cents }) => (
            <li key={mask}>
              <span className={styles.text}>
                {name} <span className={styles.small}>··{mask}</span>
              </span>
              <Money cents={cents} />
            </li>
          ))}
        </ul>
        <ul role="list" className={`${styles.rows} ${styles.lines}`}>
          {LINES.map(({ date, text, cents }) => (
            <li key={text}>
              <span className={styles.date}>{date}</span>
              <span className={styles.text}>{text}</span>
              <Money cents={cents} />
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="visually-hidden">An example of a report, with invented people and figures.</figcaption>
    </figure>
  );
}
