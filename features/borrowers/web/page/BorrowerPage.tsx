import type { ReactNode } from "react";
import { fullName, type BankItem, type Borrower } from "#features/borrowers/contract.ts";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { useParam } from "#platform/web/use-param.ts";
import { BorrowerStatusPill } from "../BorrowerStatusPill.tsx";
import { useBorrower } from "../api.ts";
import { kindOf, loanTitle } from "../../labels.ts";
import styles from "./BorrowerPage.module.css";
import { BorrowerRecords, LegalHoldNotice } from "./BorrowerRecords.tsx";
import { BorrowerProgress } from "./BorrowerProgress.tsx";
import type { TimelineStep } from "./next-step.ts";
import { BorrowerLoan } from "../loan/LoanTerms.tsx";
import { phoneText } from "#platform/text/phone.ts";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";

interface BorrowerPageProps {
  /** More events for the timeline. */
  readonly marks?: readonly TimelineStep[];
  /** Sections of higher features. */
  readonly links?: (borrower: Borrower) => ReactNode;
  /** What can be done with a connected bank. */
  readonly bankAction?: (borrower: Borrower, bank: BankItem) => ReactNode;
  /** More that can be done with everything stored about the borrower. */
  readonly recordActions?: (borrower: Borrower) => ReactNode;
}

export function BorrowerPage({ marks, links, bankAction, recordActions }: BorrowerPageProps) {
  const id = useParam("id");
  const borrower = useBorrower(id);
  const { data } = borrower;
  usePageTitle(loanTitle(data));
  return (
    <Page
      title={data ? fullName(data) : "Borrower"}
      back={{ to: "/account/borrowers/all", label: "Borrowers" }}
      aside={data && <BorrowerStatusPill status={data.status} />}
      action={
        data && (
          <>
            <LinkButton to={`/account/borrowers/edit/${id}`}>Edit</LinkButton>
            <LinkButton to={`/borrower/asset-report/${id}`} variant="primary">
              Asset report
            </LinkButton>
          </>
        )
      }
    >
      <QueryBoundary query={borrower} failed="We couldn't load the borrower" skeleton={<Skeleton lines={8} />}>
        {(shown) => (
          <div className={styles.columns}>
            <BorrowerProgress borrower={shown} marks={marks} onRefused={() => void borrower.refetch()} />
            <BorrowerFacts
              borrower={shown}
              hasNotes={!borrower.isPlaceholderData}
              links={links?.(shown)}
              bankAction={bankAction}
              records={<BorrowerRecords borrower={shown} actions={recordActions?.(shown)} />}
            />
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}

const HEALTH: Readonly<Record<BankItem["status"], { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: "green", word: "Connected" },
  expiring: { tone: "amber", word: "Ends soon" },
  login_required: { tone: "amber", word: "Sign-in needed" },
};

interface BankConnectionsProps {
  readonly borrower: Borrower;
  readonly action: BorrowerPageProps["bankAction"];
}

function BankConnections({ borrower, action }: BankConnectionsProps) {
  const { items } = borrower;
  if (items.length === 0) return <p className={styles.bankConnectionsNone}>No bank is connected.</p>;
  return (
    <ul role="list" className={styles.banks}>
      {items.map((bank) => (
        <li key={bank.id} className={styles.bank}>
          <div className={styles.top}>
            <span className={styles.bankConnectionsName}>{bank.institutionName}</span>
            <StatusPill tone={HEALTH[bank.status].tone}>{HEALTH[bank.status].word}</StatusPill>
            {action?.(borrower, bank)}
          </div>
          <ul role="list" className={styles.accounts}>
            {bank.accounts.map(({ name, mask, type, subtype }, at) => (
              <li key={`${at} ${mask}`}>
                <span>{name}</span>
                <span className={styles.kind}>{kindOf({ type, subtype })}</span>
                <span className="numbers">{mask === null ? "" : `•••• ${mask}`}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface BorrowerFactsProps {
  readonly borrower: Borrower;
  /** `false`: the borrower comes from a list, which has no notes. */
  readonly hasNotes: boolean;
  readonly links?: ReactNode;
  readonly bankAction: BorrowerPageProps["bankAction"];
  readonly records: ReactNode;
}

function BorrowerFacts({ borrower, hasNotes, links, bankAction, records }: BorrowerFactsProps) {
  const { phone, loanNumber, coBorrowers, notes } = borrower;
  return (
    <div className={styles.facts}>
      <LegalHoldNotice borrower={borrower} />
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
        <BankConnections borrower={borrower} action={bankAction} />
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
      {records}
    </div>
  );
}
