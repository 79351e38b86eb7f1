import { normalizeEmail } from "#platform/text/text.ts";
import { type Authorization, type Consent, fullName } from "#features/borrowers/contract.ts";
import { consentVersions } from "#features/borrowers/labels.ts";
import { type BankDataProduct, longestRetention } from "#features/organizations/contract.ts";
import { users } from "#features/directory/server/schema.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import { isBorrowerSession } from "#platform/server/actor.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { Principal } from "./borrowers.ts";
import type { BorrowerRow } from "./queries.ts";
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { consents } from "./schema.ts";

export type ConsentRow = typeof consents.$inferSelect;

const running = prepared("consent_running", () =>
  orm
    .select()
    .from(consents)
    .where(
      and(
        tenantFilter(consents),
        eq(consents.borrowerId, param("borrowerId")),
        eq(consents.emailKey, param("emailKey")),
        isNull(consents.takenBackAt),
        isNull(consents.supersededAt),
      ),
    ),
);

/** Given on any way, to any version of the text. */
export async function readRunningConsent(db: ReadDb, scope: Scope, borrowerId: string, emailKey: string) {
  const [row] = await db.run(scope, running, { borrowerId, emailKey });
  return row;
}

/** With the name of the member who recorded it. */
export type RecordedConsent = ConsentRow & { readonly recorder: { firstName: string; lastName: string } | null };

/** Of all people on the loan, the oldest first. */
export async function readConsents(db: ReadDb, scope: Scope, borrowerId: string): Promise<RecordedConsent[]> {
  const rows = await db.read(scope, (query) =>
    query
      .select({ consent: consents, recorder: { firstName: users.firstName, lastName: users.lastName } })
      .from(consents)
      .leftJoin(users, eq(users.id, consents.recordedBy))
      .where(and(tenantFilter(consents, scope), eq(consents.borrowerId, borrowerId)))
      .orderBy(asc(consents.givenAt), asc(consents.id)),
  );
  return rows.map(({ consent, recorder }) => ({ ...consent, recorder }));
}

/** The consent that this member recorded with this idempotency key. */
export async function readConsentByKey(db: ReadDb, scope: Scope, recordedBy: string, idempotencyKey: string) {
  const isIt = and(eq(consents.recordedBy, recordedBy), eq(consents.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(consents)
      .where(and(tenantFilter(consents, scope), isIt)),
  );
  return row;
}

export function toConsent(row: RecordedConsent): Consent {
  const { method, recorder, givenAt, version, sha256, purpose, daysRequested, retentionDays } = row;
  return {
    ...{ method, sha256, purpose, keptDays: retentionDays },
    recordedBy: recorder && fullName(recorder),
    at: givenAt,
    textVersion: version,
    days: daysRequested,
    signedOn: row.signedOn,
    documentId: row.documentId,
    withdrawnAt: row.takenBackAt,
  };
}

export async function readConsent(db: ReadDb, scope: Scope, id: string): Promise<ConsentRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(consents)
      .where(and(tenantFilter(consents, scope), eq(consents.id, id))),
  );
  return row;
}

type NewConsent = Omit<typeof consents.$inferInsert, "organizationId" | "givenAt" | "takenBackAt" | "supersededAt">;

/**
 * Stores a consent, which replaces one to an older text, to that of another product, or to the lender's own form.
 * `false`: consent to this text is already running and stays as it is.
 */
export async function insertConsent(tx: Tx, scope: Scope, consent: NewConsent): Promise<boolean> {
  const { bankDataProduct } = await readSettings(tx, scope);
  const isReplaced = or(isNull(consents.version), notInArray(consents.version, consentVersions(bankDataProduct)));
  await tx.orm
    .update(consents)
    .set({ supersededAt: sql`now()` })
    .where(and(isRunning(scope, consent), isReplaced));
  const rows = await tx.orm
    .insert(consents)
    .values({ ...consent, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning({ id: consents.id });
  return rows.length > 0;
}

function isRunning(scope: Scope, { borrowerId, emailKey }: Pick<ConsentRow, "borrowerId" | "emailKey">) {
  return and(
    tenantFilter(consents, scope),
    eq(consents.borrowerId, borrowerId),
    eq(consents.emailKey, emailKey),
    isNull(consents.takenBackAt),
    isNull(consents.supersededAt),
  );
}

/** The shortest retention that this person was promised; `null`: they never agreed to a text of ours. */
export async function readPromisedDays(
  db: ReadDb,
  scope: Scope,
  borrowerId: string,
  emailKey: string,
): Promise<number | null> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ days: sql<number | null>`min(${consents.retentionDays})` })
      .from(consents)
      .where(
        and(
          tenantFilter(consents, scope),
          eq(consents.borrowerId, borrowerId),
          eq(consents.emailKey, emailKey),
          isNotNull(consents.version),
        ),
      ),
  );
  return row?.days ?? null;
}

/** Moves consents from an email address to the one that replaced it. */
export async function moveConsents(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.orm
    .update(consents)
    .set({ emailKey: to })
    .where(and(tenantFilter(consents, scope), eq(consents.borrowerId, borrowerId), eq(consents.emailKey, from)));
}

/** Reduces consents to the fact that consent was given, to which text and when. */
export async function shortenConsents(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  whose: "everybody" | readonly string[],
): Promise<void> {
  await tx.orm
    .update(consents)
    .set({ address: "", userAgent: "" })
    .where(
      and(
        tenantFilter(consents, scope),
        eq(consents.borrowerId, borrowerId),
        ...(whose === "everybody" ? [] : [inArray(consents.emailKey, [...whose])]),
      ),
    );
}

/** Returns the id of the consent that was running. */
export async function markTakenBack(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  emailKey: string,
): Promise<string | undefined> {
  const [row] = await tx.orm
    .update(consents)
    .set({ takenBackAt: sql`now()` })
    .where(isRunning(scope, { borrowerId, emailKey }))
    .returning({ id: consents.id });
  return row?.id;
}

/**
 * The running consent of the person whose bank is connected. Throws CONSENT_REQUIRED. Consent to an older text counts as
 * none. In their own session, people agree to the text themselves: the lender's own form is not enough.
 * @param repaired the product of a connection that is repaired; otherwise the one that the lender uses now counts
 */
export async function requireConsent(
  db: ReadDb,
  principal: Principal,
  borrowerId: string,
  email: string,
  repaired?: BankDataProduct,
): Promise<ConsentRow> {
  const running = await readRunningConsent(db, principal.scope, borrowerId, normalizeEmail(email));
  const product = repaired ?? (await readSettings(db, principal.scope)).bankDataProduct;
  const isEnough =
    running && (isBorrowerSession(principal) ? isToCurrentText(running, product) : isCurrent(running, product));
  if (!isEnough) throw new AppError("CONSENT_REQUIRED");
  return running;
}

export function isToCurrentText({ version }: Pick<ConsentRow, "version">, product: BankDataProduct): boolean {
  return version !== null && consentVersions(product).includes(version);
}

/** Whether a bank may be connected under it while it is running. */
export function isCurrent(consent: Pick<ConsentRow, "version">, product: BankDataProduct): boolean {
  return consent.version === null || isToCurrentText(consent, product);
}

/** The running consent to the current text. Consent to an older text is requested again. */
export async function findConsent(db: ReadDb, scope: Scope, borrowerId: string, email: string) {
  const running = await readRunningConsent(db, scope, borrowerId, normalizeEmail(email));
  if (!running?.version) return undefined;
  const { bankDataProduct } = await readSettings(db, scope);
  return isToCurrentText(running, bankDataProduct) ? { version: running.version, at: running.givenAt } : undefined;
}

/** Each person's newest consent, including a withdrawn one, because the data was read under it. */
export async function readAuthorizations(db: ReadDb, scope: Scope, borrower: BorrowerRow): Promise<Authorization[]> {
  const newest = new Map((await readConsents(db, scope, borrower.id)).map((one) => [one.emailKey, one]));
  return [borrower, ...borrower.coBorrowers].map((person) => {
    const consent = newest.get(normalizeEmail(person.email));
    return { person: fullName(person), consent: consent ? toConsent(consent) : null };
  });
}

/** How many more days data may be stored after the person stopped sharing it. */
export async function keptDaysOf(db: ReadDb, scope: Scope, borrowerId: string, email: string): Promise<number> {
  const promised = await readPromisedDays(db, scope, borrowerId, normalizeEmail(email));
  return promised ?? longestRetention(await readSettings(db, scope));
}
