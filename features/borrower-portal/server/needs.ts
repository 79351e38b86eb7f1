import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import { findConsent, readConsents } from "#features/borrowers/server/consent.ts";
import { type LinkRow, readLinks } from "#features/borrowers/server/link-queries.ts";
import { type NeedRow, readNeeds, readReminders } from "#features/borrowers/server/need-queries.ts";
import { isHeldBy, type LoanPerson, peopleOf } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { readNames } from "#features/directory/server/queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { DocumentKind } from "#features/underwriting/contract.ts";
import { type DocumentRow, readDocumentsOf } from "#features/underwriting/server/document-queries.ts";
import { readEvidenceOf } from "#features/underwriting/server/evidence-queries.ts";
import type { BorrowerNeed, Need, NeedsList, NeedState } from "#features/borrower-portal/contract.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { type FoundTask, tasksOf } from "./tasks.ts";

/** A need with what is stored about it. */
export interface FoundNeed extends Omit<Need, "askedBy"> {
  readonly row: NeedRow | undefined;
  /** Documents that answered it. */
  readonly documentIds: readonly string[];
}

/** Whether the person still has something to do. */
export function isLeft({ state }: Pick<Need, "state">): boolean {
  return state === "open" || state === "asked";
}

/** Everyone on the loan once: of two people with one address the first counts. */
export function distinctPeople(borrower: BorrowerRow): LoanPerson[] {
  const seen = new Set<string>();
  return peopleOf(borrower).filter(({ email }) => {
    const key = normalizeEmail(email);
    return !seen.has(key) && seen.add(key);
  });
}

/** What each person on the loan needs to do, or did, from the newest report and the documents. */
export async function needsOfLoan(db: ReadDb, scope: Scope, borrower: BorrowerRow): Promise<FoundNeed[]> {
  const found: FoundNeed[] = [];
  for (const person of distinctPeople(borrower)) found.push(...(await needsOf(db, scope, borrower, person)));
  return found;
}

export async function needsOf(
  db: ReadDb,
  scope: Scope,
  borrower: BorrowerRow,
  person: LoanPerson,
  known?: readonly FoundTask[],
): Promise<FoundNeed[]> {
  const key = normalizeEmail(person.email);
  const tasks = known ?? (await tasksOfPerson(db, scope, borrower, person));
  const rows = (await readNeeds(db, scope, borrower.id)).filter(({ emailKey }) => emailKey === key);
  const documents = await readDocumentsOf(db, scope, borrower.id);
  const links = (await readLinks(db, scope, borrower.id)).filter(({ emailKey }) => emailKey === key);
  const isTheirs = (document: DocumentRow) =>
    document.createdBy === null && (document.visitorEmail ?? normalizeEmail(borrower.email)) === key;
  const derived = [
    ...bankNeed(borrower, person, links, documents.filter(isTheirs)),
    ...(await depositNeeds(db, scope, borrower, tasks)),
    ...documentNeeds(rows, documents, isTheirs),
  ];
  return derived.map((need) => {
    const row = rows.find(({ kind, subject }) => kind === need.kind && subject === need.subject);
    return toNeed(need, person, row);
  });
}

async function tasksOfPerson(db: ReadDb, scope: Scope, borrower: BorrowerRow, visitor: LoanPerson) {
  const { name: lender } = await readSettings(db, scope);
  const isShared = (await findConsent(db, scope, borrower.id, visitor.email)) !== undefined;
  return tasksOf(db, scope, { borrower, visitor, lender, isShared });
}

interface Derived extends Pick<Need, "kind" | "subject"> {
  readonly state: "left" | "answered" | "done";
  /** When the last answer was rejected, or the need came up again; what was asked before does not count. */
  readonly since?: string | null;
  /** Asked by another email. */
  readonly askedAt?: string | undefined;
  readonly isOptional?: boolean;
  readonly documentIds?: readonly string[];
  readonly about?: Partial<Pick<Need, "amountCents" | "date" | "documentKind" | "note" | "reason">>;
}

function toNeed(
  { kind, subject, state, since = null, about, isOptional = false, documentIds = [], ...derived }: Derived,
  { email }: LoanPerson,
  row: NeedRow | undefined,
): FoundNeed {
  const askedAt =
    [derived.askedAt, row?.askedAt ?? undefined]
      .filter((at) => at !== undefined)
      .sort()
      .at(-1) ?? null;
  const isAsked = askedAt !== null && (since === null || askedAt >= since);
  const left: NeedState = row?.waivedAt ? "waived" : isAsked ? "asked" : "open";
  return {
    ...{ kind, subject, email, askedAt, row, documentIds },
    state: state === "left" ? left : state,
    ...{ amountCents: null, date: null, documentKind: null, note: null, reason: null },
    ...about,
    dueOn: row?.dueOn ?? null,
    isOptional: isOptional && row === undefined,
  };
}

/** Of those who have a link: a first bank until there is a report, and a bank that needs a new sign-in. */
function bankNeed(
  borrower: BorrowerRow,
  person: LoanPerson,
  links: readonly LinkRow[],
  documents: readonly DocumentRow[],
): Derived[] {
  const bank = { kind: "bank", subject: "bank" } as const;
  const askedBy = (...causes: LinkRow["cause"][]) => links.findLast(({ cause }) => causes.includes(cause))?.createdAt;
  const banks = borrower.items.filter((item) => isHeldBy(item, borrower, person.email));
  if (banks.some(({ status }) => status === "login_required"))
    return [{ ...bank, state: "left", askedAt: askedBy("repair") }];
  if (banks.length > 0) return [{ ...bank, state: "done", askedAt: askedBy("invitation", "resent") }];
  const askedAt = askedBy("invitation", "resent");
  if (askedAt === undefined || borrower.latestReportId !== null) return [];
  // Statements take the place of a bank.
  const states = documents.flatMap(({ kind, state }) => (kind === "bank_statement" ? state : []));
  const state = states.includes("received") ? "answered" : states.includes("accepted") ? "done" : "left";
  return [{ ...bank, state, askedAt }];
}

async function depositNeeds(
  db: ReadDb,
  scope: Scope,
  { id }: BorrowerRow,
  tasks: readonly FoundTask[],
): Promise<Derived[]> {
  if (tasks.length === 0) return [];
  const evidence = new Map((await readEvidenceOf(db, scope, id)).map((row) => [row.id, row]));
  return tasks.map(({ transactionId: subject, amountCents, date, answer, gift, isOptional }) => {
    const given = gift ?? answer;
    const isRejected = given?.state === "rejected";
    const isLeft = given === null || isRejected || given.state === "ended";
    return {
      ...{ kind: "deposit", subject, isOptional },
      // A letter that waits for its donor is out of this person's hands.
      state: isLeft ? "left" : given.state === "accepted" ? "done" : "answered",
      since: isRejected ? (evidence.get(given.evidenceId ?? "")?.reviewedAt ?? null) : null,
      about: { amountCents, date, reason: isRejected ? given.reason : null },
    };
  });
}

/** Documents that the lender requested, and rejected ones until another one is sent. */
function documentNeeds(
  rows: readonly NeedRow[],
  documents: readonly DocumentRow[],
  isTheirs: (document: DocumentRow) => boolean,
): Derived[] {
  const taken = new Set<string>();
  const answersOf = (isAnswer: (document: DocumentRow) => boolean) => {
    const answers = documents.filter((one) => !taken.has(one.id) && isAnswer(one));
    for (const { id } of answers) taken.add(id);
    return answers;
  };
  const requested = rows.flatMap(({ id, subject, documentKind, note, requestedAt }): Derived[] => {
    if (requestedAt === null) return [];
    const answers = answersOf(
      (one) =>
        one.needId === id ||
        (one.needId === null &&
          one.evidenceId === null &&
          (one.createdBy !== null || isTheirs(one)) &&
          one.kind === documentKind &&
          one.kind !== "other" &&
          one.createdAt >= requestedAt),
    );
    return [ofAnswers(subject, answers, { documentKind: kindOf(documentKind), note })];
  });
  const rejected = documents.filter(isTheirs).flatMap((first): Derived[] => {
    const row = rows.find(({ kind, subject }) => kind === "document" && subject === first.id);
    if (taken.has(first.id) || (first.state !== "rejected" && !row?.askedAt)) return [];
    taken.add(first.id);
    const isInstead = (one: DocumentRow) =>
      one.needId === null &&
      isTheirs(one) &&
      one.evidenceId === first.evidenceId &&
      (first.evidenceId !== null || one.kind === first.kind) &&
      one.createdAt > (first.reviewedAt ?? first.createdAt);
    const answers = answersOf((one) => (row !== undefined && one.needId === row.id) || isInstead(one));
    return [ofAnswers(first.id, [first, ...answers], { documentKind: first.kind, note: null })];
  });
  return [...requested, ...rejected];
}

function kindOf(documentKind: string | null): DocumentKind {
  return DocumentKind.parse(documentKind); // only `requestDocument` stores one
}

function ofAnswers(
  subject: string,
  answers: readonly DocumentRow[],
  about: Pick<Need, "documentKind" | "note">,
): Derived {
  const states = answers.map(({ state }) => state);
  const rejected = answers.at(-1);
  const state = states.includes("accepted") ? "done" : states.includes("received") ? "answered" : "left";
  return {
    ...{ kind: "document", subject, state, documentIds: answers.map(({ id }) => id) },
    since: state === "left" ? (rejected?.reviewedAt ?? null) : null,
    about: { ...about, reason: state === "left" ? (rejected?.reason ?? null) : null },
  };
}

export function toBorrowerNeed({
  row,
  email: _theirs,
  askedAt: _at,
  isOptional: _it,
  documentIds: _those,
  ...need
}: FoundNeed): BorrowerNeed {
  return { ...need, id: row?.id ?? null };
}

export async function listNeeds({ db }: Context, actor: Actor, borrowerId: string): Promise<NeedsList> {
  return showNeeds(db, actor.scope, await findBorrower(db, actor, borrowerId));
}

export async function showNeeds(db: ReadDb, scope: Scope, borrower: BorrowerRow): Promise<NeedsList> {
  const found = await needsOfLoan(db, scope, borrower);
  const links = await readLinks(db, scope, borrower.id);
  const reminders = await readReminders(db, scope, borrower.id);
  const names = await readNames(db, scope, [...new Set(found.flatMap(({ row }) => row?.askedBy ?? []))]);
  const withdrawn = await readWithdrawn(db, scope, borrower.id);
  const people = distinctPeople(borrower).map((person) => {
    const key = normalizeEmail(person.email);
    const own = links.filter(({ emailKey, sentBy }) => emailKey === key && sentBy === "email");
    const last = own.at(-1);
    const waits = found.some((need) => need.email === person.email && need.state === "asked");
    const isStopped = borrower.remindersOff || borrower.status === "closed" || withdrawn.has(key) || !waits;
    return {
      ...person,
      emailedAt: own.findLast(({ emailedAt }) => emailedAt !== null)?.emailedAt ?? null,
      isEmailPending: last !== undefined && last.emailedAt === null && last.endedAt === null && last.openedAt === null,
      lastRemindedAt: own.findLast(({ cause }) => cause === "reminder")?.createdAt ?? null,
      nextReminderAt: isStopped ? null : (reminders.find(({ emailKey }) => emailKey === key)?.nextAt ?? null),
    };
  });
  return {
    people,
    needs: found.map(({ row, documentIds: _those, ...need }) => ({
      ...need,
      askedBy: row?.askedBy ? (names.get(row.askedBy) ?? null) : null,
    })),
    remindersOff: borrower.remindersOff,
  };
}

/** Addresses of people who withdrew their consent and did not give it again. */
export async function readWithdrawn(db: ReadDb, scope: Scope, borrowerId: string): Promise<ReadonlySet<string>> {
  const last = new Map<string, boolean>();
  for (const { emailKey, takenBackAt } of await readConsents(db, scope, borrowerId))
    last.set(emailKey, takenBackAt !== null);
  return new Set([...last].flatMap(([emailKey, isWithdrawn]) => (isWithdrawn ? emailKey : [])));
}
