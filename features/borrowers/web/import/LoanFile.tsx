import { Link } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  createBorrower,
  fullName,
  type ListedBorrower,
  type LoanFileLoan,
  updateLoan,
} from "#features/borrowers/contract.ts";
import { termWords } from "#features/borrowers/labels.ts";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { phoneText } from "#platform/text/phone.ts";
import { formatCount, formatList } from "#platform/text/text.ts";
import { confirm } from "#platform/web/confirm.ts";
import fieldStyles from "#platform/web/form/Field.module.css";
import { FieldNote } from "#platform/web/form/Field.tsx";
import { send } from "#platform/web/http/client.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { borrowerLists, ownBorrower } from "../api.ts";
import { LOAN_FIELD_NAMES, LOAN_FIELDS, loanWords, missingTerms } from "../loan/loan-fields.ts";
import { problemText } from "./loan-file-texts.ts";
import { detailsOf, type Emails, findKnown } from "./read-loans.ts";
import { isSameLoan } from "./read-rows.ts";
import importStyles from "./ImportBorrowers.module.css";
import styles from "./LoanFile.module.css";

/** A loan of the file, what was added to it, and what came of it. */
interface ShownLoan {
  readonly read: LoanFileLoan;
  readonly emails: Emails;
  /** Names the attempt, so that a loan that is sent again creates no second borrower. */
  readonly key: string;
  /** The borrower that was created or updated. */
  readonly done: { readonly id: string; readonly isNew: boolean } | null;
  readonly refusal: string | null;
}

interface LoanFileProps {
  readonly loans: readonly LoanFileLoan[];
  /** The borrowers that exist, so that no one is added twice. */
  readonly known: readonly ListedBorrower[];
  readonly disabledReason: string | undefined;
}

/** The loans of a MISMO file, before and while they are imported. */
export function LoanFile({ loans, known, disabledReason }: LoanFileProps) {
  const cache = useQueryClient();
  const [shown, setShown] = useState<readonly ShownLoan[]>(() => loans.map(toShown));
  const [invites, setInvites] = useState(true);
  const [sent, setSent] = useState<number | null>(null);
  const inviteId = useId();
  const checked = shown.map((loan, at) => ({ ...loan, ...checkOf(loan, shown.slice(0, at), known) }));
  const ready = checked.filter(({ done, existing, details }) => done === null && (existing ?? details) !== null);
  const created = ready.filter(({ existing }) => !existing);
  const change = (key: string, to: Partial<ShownLoan>) =>
    setShown((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));

  async function start(): Promise<void> {
    const count = formatCount(created.length, "borrower");
    const isSure =
      !invites ||
      created.length === 0 ||
      (await confirm({
        title: `Import and invite ${count}?`,
        text: "Each person on the loans gets an email with their own secure link.",
        confirm: "Import and invite",
      }));
    if (!isSure) return;
    for (const [at, loan] of ready.entries()) {
      setSent(at);
      change(loan.key, await save(loan, invites));
    }
    setSent(null);
    for (const { key } of [...borrowerLists, ownBorrower]) void cache.invalidateQueries({ queryKey: key });
  }

  return (
    <>
      <p className={importStyles.lead}>
        Social Security numbers, dates of birth and account numbers in the file are not read.
      </p>
      {checked.map((loan) => (
        <LoanCard
          key={loan.key}
          loan={loan}
          isBusy={sent !== null}
          onEmails={(emails) => change(loan.key, { emails })}
        />
      ))}
      {sent !== null && <ProgressBar label="Importing" value={sent / ready.length} />}
      {ready.length > 0 && (
        <div className={importStyles.acts}>
          {created.length > 0 && (
            <span className={importStyles.invite}>
              <input
                id={inviteId}
                type="checkbox"
                checked={invites}
                disabled={sent !== null}
                onChange={({ target }) => setInvites(target.checked)}
              />
              <label htmlFor={inviteId}>Send the invitations now</label>
            </span>
          )}
          <Button variant="primary" isBusy={sent !== null} disabledReason={disabledReason} onClick={() => void start()}>
            {created.length === 0
              ? `Update ${formatCount(ready.length, "loan")}`
              : `Import ${formatCount(ready.length, "loan")}`}
          </Button>
        </div>
      )}
    </>
  );
}

function toShown(read: LoanFileLoan): ShownLoan {
  const emails = read.people.map(({ email }) => email);
  return { read, emails, key: crypto.randomUUID(), done: null, refusal: null };
}

type Checked = ShownLoan & ReturnType<typeof checkOf>;

function checkOf({ read, emails }: ShownLoan, before: readonly ShownLoan[], known: readonly ListedBorrower[]) {
  const idOf = (loan: Pick<ShownLoan, "read" | "emails">) => ({
    loanNumber: loan.read.loanNumber || null,
    email: loan.emails[0] ?? "",
  });
  const own = idOf({ read, emails });
  const existing = findKnown({ loanNumber: read.loanNumber, email: own.email }, known) ?? null;
  const checked = detailsOf(read, emails);
  if (own.email === "" || !before.some((other) => isSameLoan(idOf(other), own))) return { ...checked, existing };
  return { ...checked, existing: null, details: null, errors: ["Another loan in this file has the same borrower"] };
}

/** Of a known borrower only the terms that the file has are changed. */
async function save({ read, details, existing, key }: Checked, invite: boolean): Promise<Partial<ShownLoan>> {
  try {
    if (existing) {
      const { id, version } = existing;
      await send(updateLoan, { id, version, loan: { ...existing.loan, ...read.loan } });
      return { done: { id, isNew: false }, refusal: null };
    }
    if (details === null) return {};
    const { id } = await send(createBorrower, { ...details, invite }, { idempotencyKey: key });
    return { done: { id, isNew: true }, refusal: null };
  } catch (error) {
    const messages = { ...MESSAGES.borrower, ...MESSAGES.loanNumber, STALE: STALE_TEXT };
    return { refusal: explain(error as Error, messages) }; // what a request fails with
  }
}

const STALE_TEXT = "Someone else updated this borrower. Nothing was changed. Review the terms, then import again.";

interface LoanCardProps {
  readonly loan: Checked;
  readonly isBusy: boolean;
  readonly onEmails: (emails: Emails) => void;
}

function LoanCard({ loan, isBusy, onEmails }: LoanCardProps) {
  const { read, emails, done, refusal, existing, errors, emailErrors } = loan;
  const headingId = useId();
  const names = read.people.map((person) => fullName(person)).filter(Boolean);
  const isUpdate = done ? !done.isNew : existing !== null;
  const setEmail = (place: number, email: string) => onEmails(emails.map((one, at) => (at === place ? email : one)));
  const merged = { ...(existing?.loan ?? {}), ...read.loan };
  const missing = missingTerms(merged);
  return (
    <section aria-labelledby={headingId} className={styles.loan}>
      <div className={styles.head}>
        <h2 id={headingId}>{names.length > 0 ? formatList(names) : "No borrower"}</h2>
        <Outcome loan={loan} />
      </div>
      {read.loanNumber !== "" && <p className={styles.number}>Loan {read.loanNumber}</p>}
      {done && (
        <p>
          <Link to={`/account/borrowers/view/${done.id}`}>Open the borrower</Link>
        </p>
      )}
      {refusal !== null && <Alert tone="stop">{refusal}</Alert>}
      {!done && existing && <AlreadyKnown read={read} existing={existing} />}
      {!existing && !done && errors.length > 0 && <Alert tone="stop">{errors.join(". ")}.</Alert>}
      {read.problems.length > 0 && (
        <Alert tone="ask" title={`${formatCount(read.problems.length, "value")} couldn't be imported`}>
          <ul className={styles.problems}>
            {read.problems.map((problem, at) => (
              <li key={at}>{problemText(problem)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {!isUpdate && !done && (
        <div className={styles.people}>
          {read.people.map((person, at) => (
            <PersonEmail
              key={at}
              name={fullName(person) || `Person ${at + 1}`}
              phone={person.phone}
              email={emails[at] ?? ""}
              error={emailErrors.get(at)}
              isBusy={isBusy}
              onChange={(email) => setEmail(at, email)}
            />
          ))}
        </div>
      )}
      <Terms loan={read.loan} before={done ? null : (existing?.loan ?? null)} />
      {missing.length > 0 && (
        <p className={styles.missing}>Still needed for an answer: {formatList(missing.map(termWords))}.</p>
      )}
    </section>
  );
}

interface AlreadyKnownProps {
  readonly read: LoanFileLoan;
  readonly existing: ListedBorrower;
}

/** A loan number may be given twice by mistake, so another name is a reason to look twice. */
function AlreadyKnown({ read, existing }: AlreadyKnownProps) {
  const [first] = read.people;
  const effect = "The terms in this file replace the current ones. The other terms and the people on the loan stay.";
  const lastName = (name: string) => name.trim().toLowerCase();
  if (!first || lastName(first.lastName) === lastName(existing.lastName))
    return (
      <Alert tone="info" title={`${fullName(existing)} is already in your list`}>
        {effect}
      </Alert>
    );
  return (
    <Alert tone="ask" title={`This loan is ${fullName(existing)}'s in your list`}>
      The file is about {fullName(first) || "no one"}. Import it only if it is the same loan. {effect}
    </Alert>
  );
}

function Outcome({ loan: { done, existing, details, errors, emailErrors } }: { readonly loan: Checked }) {
  if (done) return <StatusPill tone="green">{done.isNew ? "Imported" : "Updated"}</StatusPill>;
  if (existing) return <StatusPill tone="blue">Update</StatusPill>;
  if (details) return <StatusPill tone="hollow">Ready</StatusPill>;
  if (errors.length === 0 && emailErrors.size > 0) return <StatusPill tone="amber">Email needed</StatusPill>;
  return <StatusPill tone="red">Error</StatusPill>;
}

interface PersonEmailProps {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onChange: (email: string) => void;
}

/** Loan origination systems often leave out email addresses, and without one a person can't get a link. */
function PersonEmail({ name, phone, email, error, isBusy, onChange }: PersonEmailProps) {
  const id = useId();
  const help = phone === "" ? undefined : `Phone ${phoneText(phone)}`;
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        Email of {name}
      </label>
      <input
        id={id}
        type="email"
        className={fieldStyles.control}
        autoComplete="off"
        maxLength={300}
        value={email}
        disabled={isBusy}
        aria-describedby={error || help ? `${id}-note` : undefined}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldNote id={`${id}-note`} error={error} help={help} />
    </div>
  );
}

interface TermsProps {
  readonly loan: LoanFileLoan["loan"];
  /** The terms of a known borrower that the file would replace. */
  readonly before: LoanFileLoan["loan"] | null;
}

function Terms({ loan, before }: TermsProps) {
  const filled = LOAN_FIELD_NAMES.filter((field) => loanWords(field, loan[field]) !== "");
  if (filled.length === 0) return <p className={styles.missing}>The file has no loan terms.</p>;
  return (
    <dl className={styles.terms}>
      {filled.map((field) => {
        const [now, earlier] = [loanWords(field, loan[field]), before ? loanWords(field, before[field]) : ""];
        return (
          <div key={field} data-kind={LOAN_FIELDS[field].kind}>
            <dt>{LOAN_FIELDS[field].label}</dt>
            <dd>
              {before && earlier !== now && (
                <span className={styles.before}>
                  {earlier === "" ? "Not entered" : earlier} <span aria-hidden="true">→</span>
                  <span className="visually-hidden"> changes to </span>{" "}
                </span>
              )}
              {now}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
