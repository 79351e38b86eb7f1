import { lazy, Suspense } from "react";
import { useMayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { SubscribeSection } from "#features/billing/web/subscriptions/SubscribeSection.tsx";
import { TAGLINE } from "#platform/text/tagline.ts";
import { currentConfig } from "#platform/web/config.ts";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { SectionBorder } from "#platform/web/parts/SectionBorder.tsx";
import { ACCOUNT_SETTINGS } from "./error-texts.ts";
import styles from "./HomePage.module.css";
import { Money, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";

/** Loaded by its users only. */
const TodaysWork = lazy(() =>
  import("#features/borrowers/web/work/TodaysWork.tsx").then((file) => ({ default: file.TodaysWork })),
);

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

function ExampleReport() {
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
      <figcaption className="visually-hidden">Sample report. Names and figures are fictional.</figcaption>
    </figure>
  );
}

interface Check {
  readonly name: string;
  readonly asks: string;
  readonly source: string;
}

/** Sections as named by the guides: Fannie Mae Selling Guide (B…), Freddie Mac Guide (5501), HUD Handbook 4000.1. */
const CHECKS: readonly Check[] = [
  {
    name: "Enough history",
    asks: "Two months of full activity for a purchase, one for a refinance.",
    source: "Fannie Mae B3-4.2-01",
  },
  { name: "Document age", asks: "Data is still valid on the note date.", source: "Fannie Mae B1-1-03" },
  { name: "Account ownership", asks: "Each account belongs to a borrower on the loan.", source: "Freddie Mac 5501.3" },
  {
    name: "Large deposits",
    asks: "Single deposits over half of the monthly income, and where they came from.",
    source: "Fannie Mae B3-4.2-02",
  },
  { name: "Reserves", asks: "Months of payments left after closing.", source: "Fannie Mae B3-4.1-01" },
  {
    name: "Borrowed funds",
    asks: "Signs that closing funds come from a loan.",
    source: "Fannie Mae B3-4.2-02",
  },
  { name: "Gift funds", asks: "Donor, gift letter and transfer are documented.", source: "Fannie Mae B3-4.3-04" },
  { name: "Earnest money", asks: "Paid from an account with sufficient funds.", source: "Fannie Mae B3-4.3-09" },
  { name: "Undisclosed debts", asks: "Recurring payments missing from the application.", source: "HUD 4000.1" },
];

const BORROWERS = { to: "/account/borrowers/all", label: "Go to your borrowers" };

const STEPS = [
  { title: "Add a borrower", text: "All you need is a name and an email address." },
  {
    title: "They connect their bank",
    text: "They sign in to their bank on their phone. No statements to chase, and we never see their password.",
  },
  {
    title: "Get your answer",
    text: "See the result for each program, what's still missing and the guideline behind it. Download the PDF.",
  },
];

export function HomePage() {
  const user = useUser();
  const mayReadBorrowers = useMayReadBorrowers();
  const isOfficer = user !== null && mayReadBorrowers;
  const Heading = isOfficer ? "h2" : "h1";
  return (
    <>
      {isOfficer && (
        // The heading is there before the code of the lists: the focus goes to it after the login.
        <section className={styles.today} aria-labelledby="today">
          <h1 id="today" tabIndex={-1}>
            Today
          </h1>
          <Suspense>
            <TodaysWork />
          </Suspense>
        </section>
      )}
      <div className={styles.band}>
        <section className={styles.hero}>
          <div className={styles.promise}>
            <p className={styles.tagline}>{TAGLINE}</p>
            <Heading tabIndex={-1}>Know what your borrower can close with. One bank connection, one report.</Heading>
            <p className={styles.lead}>
              Verify a borrower&apos;s assets in minutes. {currentConfig().productName} checks balances, ownership,
              large deposits and reserves against Fannie Mae, Freddie Mac and FHA guidelines, and gives you a signed
              report for the loan file.
            </p>
            <Ways />
          </div>
          <ExampleReport />
        </section>
        <SectionBorder border="waves" />
      </div>
      <section className={styles.steps} aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol role="list">
          {STEPS.map(({ title, text }, at) => (
            <li key={title}>
              <span className={styles.number} aria-hidden="true">
                {at + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.checks} aria-labelledby="checks">
        <SectionBorder border="rounded" />
        <div className={styles.inside}>
          <h2 id="checks">What every report checks</h2>
          <p>The asset questions an underwriter will ask, each with its guideline section. Not underwriting advice.</p>
          <dl>
            {CHECKS.map(({ name, asks, source }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{asks}</dd>
                <dd className={styles.source}>{source}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section id="subscribe" className={styles.subscribe}>
        <SubscribeSection />
      </section>
    </>
  );
}

function Ways() {
  const user = useUser();
  const mayReadBorrowers = useMayReadBorrowers();
  const { to, label } = mayReadBorrowers ? BORROWERS : ACCOUNT_SETTINGS;
  if (user !== null)
    return (
      <div className={styles.ways}>
        <LinkButton to={to} variant="primary" size="large">
          {label}
        </LinkButton>
      </div>
    );
  return (
    <div className={styles.ways}>
      <LinkButton to="/auth/register" variant="primary" size="large">
        Register
      </LinkButton>
      <LinkButton to="/auth/login" size="large">
        Log In
      </LinkButton>
    </div>
  );
}
