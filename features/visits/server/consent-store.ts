// Owns the SQL on consents: never written anew; taken back, superseded by newer words or shortened at most.
import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { consents } from "./tables.ts";

export type ConsentRow = typeof consents.$inferSelect;

const running = orm
  .select({ id: consents.id, version: consents.version, at: consents.givenAt })
  .from(consents)
  .where(
    and(
      inScope(consents),
      eq(consents.borrowerId, arg("borrowerId")),
      eq(consents.emailKey, arg("emailKey")),
      isNull(consents.takenBackAt),
      isNull(consents.supersededAt),
    ),
  )
  .prepare("consent_running");

/** To words of any version. */
export async function readRunningConsent(db: Reads, scope: Scope, borrowerId: string, emailKey: string) {
  const [row] = await db.run(scope, running, { borrowerId, emailKey });
  return row;
}

/** The newest of each address. */
export function readNewestConsents(db: Reads, scope: Scope, borrowerId: string): Promise<ConsentRow[]> {
  return db.read(scope, (query) =>
    query
      .selectDistinctOn([consents.emailKey])
      .from(consents)
      .where(and(inScope(consents, scope), eq(consents.borrowerId, borrowerId)))
      .orderBy(consents.emailKey, desc(consents.givenAt), desc(consents.id)),
  );
}

export async function readConsent(db: Reads, scope: Scope, id: string): Promise<ConsentRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(consents)
      .where(and(inScope(consents, scope), eq(consents.id, id))),
  );
  return row;
}

type NewConsent = Omit<typeof consents.$inferInsert, "organizationId" | "givenAt" | "takenBackAt" | "supersededAt">;

/** To newer words than those of one that runs; `false`: one to these words is running, and stays as it was given. */
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
    inScope(consents, scope),
    eq(consents.borrowerId, borrowerId),
    eq(consents.emailKey, emailKey),
    isNull(consents.takenBackAt),
    isNull(consents.supersededAt),
  );
}

/** The shortest time that this person was promised; `null`: they never agreed to anything. */
export async function readPromisedDays(
  db: Reads,
  scope: Scope,
  borrowerId: string,
  emailKey: string,
): Promise<number | null> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ days: sql<number | null>`min(${consents.retentionDays})` })
      .from(consents)
      .where(and(inScope(consents, scope), eq(consents.borrowerId, borrowerId), eq(consents.emailKey, emailKey))),
  );
  return row?.days ?? null;
}

/** What stays is that consent was given, to which words and when. */
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
        inScope(consents, scope),
        eq(consents.borrowerId, borrowerId),
        ...(whose === "everybody" ? [] : [inArray(consents.emailKey, [...whose])]),
      ),
    );
}

/** The id of the one that was running. */
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
