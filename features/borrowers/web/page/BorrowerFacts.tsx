import type { ReactNode } from "react";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { BorrowerLoan } from "../loan/BorrowerLoan.tsx";
import { phoneText } from "#platform/web/format/phone.ts";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { BankConnections } from "./BankConnections.tsx";
import styles from "./BorrowerFacts.module.css";

interface BorrowerFactsProps {
  readonly borrower: Borrower;
  /** `false`: the borrower comes from a list, which has no notes. */
  readonly hasNotes: boolean;
  readonly links?: ReactNode;
}

export function BorrowerFacts({ borrower, hasNotes, links }: BorrowerFactsProps) {
  const { phone, loanNumber, coBorrowers, items, notes } = borrower;
  return (
    <div className={styles.facts}>
      <dl className={styles.list}>
        <div>
          <dt>Loan number</dt>
          <dd>{loanNumber ?? "–"}</dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd className="numbers">{phone === null ? "–" : <a href={`tel:${phone}`}>{phoneText(phone)}</a>}</dd>
        </div>
      </dl>
      <BorrowerLoan borrower={borrower} />
      <Section title="People on the loan">
        <ul role="list" className={styles.people}>
          {[borrower, ...coBorrowers].map((person, at) => (
            <li key={`${at} ${person.email}`}>
              <span className={styles.name}>{fullName(person)}</span>
              <a href={`mailto:${person.email}`}>{person.email}</a>
              <span className={styles.part}>{at === 0 ? "Borrower" : "Co-borrower"}</span>
            </li>
          ))}
        </ul>
      </Section>
      {links}
      <Section title="Bank connections">
        <BankConnections items={items} />
      </Section>
      <Section title="Notes">
        {!hasNotes ? (
          <Skeleton lines={2} />
        ) : notes === "" ? (
          <p className={styles.none}>No notes.</p>
        ) : (
          <p className={styles.notes}>{notes}</p>
        )}
      </Section>
    </div>
  );
}
