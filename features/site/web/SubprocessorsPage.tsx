import { Link } from "@tanstack/react-router";
import { currentConfig } from "#platform/web/config.ts";
import { LegalNotice } from "./LegalNotice.tsx";
import { Prose } from "./Prose.tsx";
import styles from "./Prose.module.css";

interface Subprocessor {
  readonly name: string;
  readonly purpose: string;
  readonly data: string;
}

function subprocessors(): readonly Subprocessor[] {
  const { hostingProvider, emailProvider } = currentConfig().legal;
  return [
    {
      name: "Plaid Inc.",
      purpose: "Connects borrowers' banks and delivers the data they share",
      data: "The borrower's name and email address, their bank sign-in, and the accounts they choose",
    },
    {
      name: "Plaid Consumer Reporting Agency, Inc. (Plaid Check)",
      purpose: "Makes consumer reports, only for lenders who use them",
      data: "The borrower's name, date of birth, address, phone number and email address, and the accounts they choose",
    },
    {
      name: hostingProvider,
      purpose: "Hosts the application, the database, files and backups",
      data: "All data that we store",
    },
    {
      name: emailProvider,
      purpose: "Delivers our emails",
      data: "Recipients' names and email addresses, and the content of the emails",
    },
    {
      name: "Twilio Inc.",
      purpose: "Delivers text messages, only if the operator has set it up",
      data: "The recipient's phone number, and the link in the message",
    },
    {
      name: "Stripe, Inc.",
      purpose: "Charges subscriptions and invoices",
      data: "The payer's name, email address and card, and what was bought. No borrower data except loan numbers on invoices",
    },
    {
      name: "Google LLC (reCAPTCHA)",
      purpose: "Blocks automated checkouts",
      data: "The visitor's network address and browser behavior on our pages",
    },
    {
      name: "Google, Meta (Facebook), GitHub, X (Twitter)",
      purpose: "Social sign-in, only if a person chooses it and the operator has set it up",
      data: "That the person signs in here. We receive their name and email address",
    },
  ];
}

export function SubprocessorsPage() {
  const { productName } = currentConfig();
  return (
    <Prose
      title="Subprocessors"
      lead={`Companies that process data for ${productName}, what they do, and what they receive.`}
    >
      <dl className={styles.programs}>
        {subprocessors().map(({ name, purpose, data }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{purpose}.</dd>
            <dd>Receives: {data}.</dd>
          </div>
        ))}
      </dl>
      <p>
        No other company receives data from us, unless the law requires it. An auditor sees a report only when the
        lender shares it. What we store and why is in the <Link to="/privacy-policy">Privacy Policy</Link>.
      </p>
      <LegalNotice />
    </Prose>
  );
}
