import { Money } from "#platform/web/parts/Money.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/StatusPill.tsx";
import styles from "./ExampleReport.module.css";

const PROGRAMS: readonly { name: string; tone: Tone; outcome: string }[] = [
  { name: "Fannie Mae", tone: "green", outcome: "Enough" },
  { name: "Freddie Mac", tone: "green", outcome: "Enough" },
  { name: "FHA", tone: "amber", outcome: "Open conditions" },
];
const USABLE = 4_233_052;
const CASH_TO_CLOSE = 2_700_000;
const RETIREMENT = 4_971_214;
const FUNDS = [
  { name: "Available to close", cents: USABLE },
  { name: "Cash to close", cents: -CASH_TO_CLOSE },
  { name: "Investments counted as reserves", cents: RETIREMENT },
  { name: "Reserves", cents: USABLE - CASH_TO_CLOSE + RETIREMENT }, // 20.64 months of 3,150 dollars
];
const LARGE_DEPOSIT = { date: "Oct 9", text: "Mobile deposit", cents: 1_250_000 };

export function ExampleReport() {
  return (
    <figure className={styles.figure}>
      <div className={styles.sheet}>
        <div className={styles.top}>
          <div>
            <p className={styles.name}>Dana Whitfield</p>
            <p className={styles.small}>Asset report, Nov 2, 2026</p>
          </div>
          <StatusPill tone="green">Report ready</StatusPill>
        </div>
        <p className={styles.answer}>
          Enough to close under Fannie Mae, with 20.64 months of reserves left; one deposit of $12,500.00 is not counted
          until it is explained.
        </p>
        <ul role="list" className={styles.programs}>
          {PROGRAMS.map(({ name, tone, outcome }) => (
            <li key={name}>
              {name} <StatusPill tone={tone}>{outcome}</StatusPill>
            </li>
          ))}
        </ul>
        <ul role="list" className={styles.rows}>
          {FUNDS.map(({ name, cents }) => (
            <li key={name}>
              <span className={styles.text}>{name}</span>
              <Money cents={cents} />
            </li>
          ))}
        </ul>
        <div className={styles.finding}>
          <p>
            <span className={styles.name}>Large deposit</span>{" "}
            <span className={styles.small}>Fannie Mae B3-4.2-02</span>
          </p>
          <p className={styles.line}>
            <span className={styles.date}>{LARGE_DEPOSIT.date}</span>
            <span className={styles.text}>{LARGE_DEPOSIT.text}</span>
            <Money cents={LARGE_DEPOSIT.cents} />
          </p>
        </div>
      </div>
      <figcaption className="visually-hidden">An example of a report, with invented people and figures.</figcaption>
    </figure>
  );
}
