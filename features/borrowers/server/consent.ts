import { normalizeEmail } from "#platform/text/text.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { CONSENT } from "#features/borrowers/labels.ts";
import { longestRetention } from "#features/organizations/contract.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { BorrowerRow } from "./queries.ts";
import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { consents } from "./schema.ts";

export type ConsentRow = typeof consents.$inferSelect;

const running = orm
  .select({ id: consents.id, version: consents.version, at: consents.givenAt })
  .from(consents)
  .where(
    and(
      tenantFilter(consents),
      eq(consents.borrowerId, param("borrowerId")),
      eq(consents.emailKey, param("emailKey")),
      isNull(consents.takenBackAt),
      isNull(consents.supersededAt),
    ),
  )
  .prepare("consent_running");

/** Consent to any version of the text. */
async function readRunningConsent(db: ReadDb, scope: Scope, borrowerId: string, emailKey: string) {
  const [row] = await db.run(scope, running, { borrowerId, emailKey });
  return row;
}

/** The newest consent of each address. */
export function readNewestConsents(db: ReadDb, scope: Scope, borrowerId: string): Promise<ConsentRow[]> {
  return db.read(scope, (query) =>
    query
      .selectDistinctOn([consents.emailKey])
      .from(consents)
      .where(and(tenantFilter(consents, scope), eq(consents.borrowerId, borrowerId)))
      .orderBy(consents.emailKey, desc(consents.givenAt), desc(consents.id)),
  );
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
 * Stores consent to the current text, which replaces consent to an older one. `false`: consent to this text is already
 * running and stays as it is.
 */
export async function insertConsent(tx: Tx, scope: Scope, consent: NewConsent): Promise<boolean> {
  await tx.orm
    .update(consents)
    .set({ supersededAt: sql`now()` })
    .where(and(isRunning(scope, consent), ne(consents.version, consent.version)));
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

/** The shortest retention that this person was promised; `null`: they never agreed to anything. */
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
      .where(and(tenantFilter(consents, scope), eq(consents.borrowerId, borrowerId), eq(consents.emailKey, emailKey))),
  );
  return row?.days ?? null;
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

/** Throws CONSENT_REQUIRED. Consent to an older text counts as none. */
export async function requireConsent(db: ReadDb, { scope, subjectId, email }: BorrowerSession): Promise<void> {
  if (!(await findConsent(db, scope, subjectId, email))) throw new AppError("CONSENT_REQUIRED");
}

/** The running consent to the current text. Consent to an older text is requested again. */
export async function findConsent(db: ReadDb, scope: Scope, borrowerId: string, email: string) {
  const running = await readRunningConsent(db, scope, borrowerId, normalizeEmail(email));
  return running?.version === CONSENT.version ? running : undefined;
}

/** The borrower's newest consent, including a withdrawn one, because the data was read under it. */
export async function readAuthorization(db: ReadDb, scope: Scope, borrower: BorrowerRow) {
  const consents = await readNewestConsents(db, scope, borrower.id);
  const own = consents.find(({ emailKey }) => emailKey === normalizeEmail(borrower.email));
  return own ? { person: fullName(borrower), at: own.givenAt, textVersion: own.version } : null;
}

/** How many more days data may be stored after the person stopped sharing it. */
export async function keptDaysOf(db: ReadDb, scope: Scope, borrowerId: string, email: string): Promise<number> {
  const promised = await readPromisedDays(db, scope, borrowerId, normalizeEmail(email));
  return promised ?? longestRetention(await readSettings(db, scope));
}
