import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import { announceBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { readNeeds, saveNeed } from "#features/borrowers/server/need-queries.ts";
import { personWith } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { requireOpen } from "#features/borrowers/rules/status.ts";
import type { DocumentKind } from "#features/underwriting/contract.ts";
import type { documentRejected } from "#features/underwriting/server/events.ts";
import { type Need, type NeedsList, REQUESTS_PER_BORROWER } from "#features/borrower-portal/contract.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import { markInvited, requireLinksLeft, requirePerson, sendLink } from "./links.ts";
import { type FoundNeed, isLeft, needsOf, needsOfLoan, readWithdrawn, showNeeds } from "./needs.ts";

type NamedNeed = Pick<Need, "email" | "kind" | "subject">;

/**
 * Emails each person once what the lender needs from them. What was already asked stays as it is, so that two members
 * who ask at once send one email. Throws NEED_RESOLVED where nothing is to do anymore, INVALID_STATUS_TRANSITION,
 * LIMIT_REACHED.
 */
export async function askNeeds(
  ctx: Context,
  actor: Actor,
  { borrowerId, needs }: { borrowerId: string; needs?: readonly NamedNeed[] | undefined },
): Promise<NeedsList> {
  const { scope } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, borrowerId);
    requireOpen(borrower);
    const found = await needsOfLoan(tx, scope, borrower);
    const chosen =
      needs === undefined
        ? found.filter(({ isOptional }) => !isOptional)
        : needs.map((named) => findLeft(found, named));
    const asked = chosen.filter(({ state }) => state === "open");
    if (asked.length > 0) await ask(ctx, tx, actor, borrower, asked);
    return showAgain(tx, actor, borrowerId);
  });
}

function findLeft(found: readonly FoundNeed[], named: NamedNeed): FoundNeed {
  const need = found.find((one) => isSameNeed(one, named));
  if (!need || !isLeft(need)) throw new AppError("NEED_RESOLVED");
  return need;
}

function isSameNeed(one: NamedNeed, other: NamedNeed): boolean {
  const isTheirs = normalizeEmail(one.email) === normalizeEmail(other.email);
  return isTheirs && one.kind === other.kind && one.subject === other.subject;
}

/** Marks what is asked, and emails one link to each person. */
async function ask(
  { jobs }: Context,
  tx: Tx,
  actor: Actor,
  borrower: BorrowerRow,
  asked: readonly NamedNeed[],
  { isLimited = true, notBefore = null }: { isLimited?: boolean; notBefore?: string | null } = {},
): Promise<void> {
  const { scope, userId } = actor;
  const { id: borrowerId } = borrower;
  const now = new Date().toISOString();
  const askedAt = notBefore !== null && notBefore > now ? notBefore : now; // the clock may have been set back
  for (const { email, kind, subject } of asked)
    await saveNeed(
      tx,
      scope,
      { borrowerId, emailKey: normalizeEmail(email), kind, subject },
      { askedAt, askedBy: userId },
    );
  await recordAuditEvent(tx, actor, {
    action: "needs.asked",
    objectType: "borrower",
    objectId: borrowerId,
    detail: { count: asked.length },
  });
  const emails = [...new Set(asked.map(({ email }) => email))];
  if (isLimited) await requireLinksLeft(tx, scope, emails.length);
  for (const email of emails) await sendLink(jobs, tx, scope, { borrowerId, email, cause: "ask" });
  await announceBorrower(tx, scope, borrower.invitedAt === null ? await markInvited(tx, scope, borrower) : borrower);
}

interface DocumentRequest {
  readonly borrowerId: string;
  readonly email: string;
  readonly kind: DocumentKind;
  readonly note: string | null;
  readonly dueOn: string | null;
  readonly requestId: string;
}

/** Puts a document on the needs list and asks for it. The same request twice is one. Throws what `askNeeds` throws. */
export async function requestDocument(
  ctx: Context,
  actor: Actor,
  { borrowerId, email, kind, note, dueOn, requestId }: DocumentRequest,
): Promise<NeedsList> {
  const { scope } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, borrowerId);
    const person = requirePerson(borrower, email);
    const requests = (await readNeeds(tx, scope, borrowerId)).filter(({ requestedAt }) => requestedAt !== null);
    if (requests.some(({ subject }) => subject === requestId)) return showNeeds(tx, scope, borrower);
    requireWithinLimit(requests.length, REQUESTS_PER_BORROWER);
    const need = { email: person.email, kind: "document", subject: requestId } as const;
    await saveNeed(
      tx,
      scope,
      { borrowerId, emailKey: normalizeEmail(email), kind: "document", subject: requestId },
      { documentKind: kind, note, dueOn, requestedAt: new Date().toISOString() },
    );
    await ask(ctx, tx, actor, borrower, [need]);
    return showAgain(tx, actor, borrowerId);
  });
}

interface NeedChange extends NamedNeed {
  readonly borrowerId: string;
  readonly dueOn: string | null;
  readonly isWaived: boolean;
}

/** Throws NEED_RESOLVED. */
export async function changeNeed(
  { db }: Context,
  actor: Actor,
  { borrowerId, dueOn, isWaived, ...named }: NeedChange,
): Promise<NeedsList> {
  const { scope, userId } = actor;
  return db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, borrowerId);
    const need = (await needsOfLoan(tx, scope, borrower)).find((one) => isSameNeed(one, named));
    if (!need || need.state === "answered" || need.state === "done") throw new AppError("NEED_RESOLVED");
    const waived = isWaived ? { waivedAt: new Date().toISOString(), waivedBy: userId } : { waivedAt: null };
    const { email, kind, subject } = need;
    await saveNeed(
      tx,
      scope,
      { borrowerId, emailKey: normalizeEmail(email), kind, subject },
      { dueOn, ...((need.state === "waived") !== isWaived && waived) },
    );
    const change = (need.state === "waived") === isWaived ? "changed" : isWaived ? "waived" : "restored";
    await recordAuditEvent(tx, actor, {
      action: `needs.${change}`,
      objectType: "borrower",
      objectId: borrowerId,
      detail: { kind, dueOn },
    });
    await announceBorrower(tx, scope, borrower);
    return showNeeds(tx, scope, borrower);
  });
}

/** Handles documentRejected: asks the person who sent it for another one, while they can still answer. */
export async function askForAnotherDocument(
  ctx: Context,
  tx: Tx,
  { actor, borrower, document }: PayloadOf<typeof documentRejected>,
): Promise<void> {
  if (document.createdBy !== null || borrower.status === "closed") return;
  const person = personWith(borrower, document.visitorEmail ?? borrower.email);
  if (!person) return;
  const need = (await needsOf(tx, actor.scope, borrower, person)).find(({ documentIds }) =>
    documentIds.includes(document.id),
  );
  const isWithdrawn = (await readWithdrawn(tx, actor.scope, borrower.id)).has(normalizeEmail(person.email));
  // The day's limit of emails holds up no review.
  if (need && isLeft(need) && !isWithdrawn)
    await ask(ctx, tx, actor, borrower, [need], { isLimited: false, notBefore: document.reviewedAt });
}

async function showAgain(tx: Tx, actor: Actor, borrowerId: string): Promise<NeedsList> {
  return showNeeds(tx, actor.scope, await lockBorrowerFor(tx, actor, borrowerId));
}
