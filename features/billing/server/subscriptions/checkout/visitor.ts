// Visitors at checkout have no account yet, so these queries run in the system scope.
import { randomBytes } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { insertAccount } from "#features/auth/server/accounts/accounts.ts";
import { tellOwner } from "#features/auth/server/accounts/register.ts";
import { startSession } from "#features/auth/server/sessions/sessions.ts";
import { lockUser, readUser, readUserByEmail, type UserRow } from "#features/auth/server/queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { keyReused } from "#platform/server/idempotency.ts";
import { type ReadDb, type Tx, violatedConstraint } from "#platform/server/database/database.ts";
import { networkOf } from "#platform/server/http/network.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { checkOut, type Checkout } from "./checkout.ts";
import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { checkouts } from "../../schema.ts";

type CheckoutRow = typeof checkouts.$inferSelect;

const isOfToday = gt(checkouts.createdAt, sql`now() - interval '1 day'`);

async function readCheckout(db: ReadDb, system: SystemScope, keyHash: Buffer): Promise<CheckoutRow | undefined> {
  const [row] = await db.read(system, (query) =>
    query
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.keyHash, keyHash), isOfToday)),
  );
  return row;
}

/** A key that was used for another request keeps belonging to that request. */
async function insertCheckout(
  tx: Tx,
  _systemScope: SystemScope,
  checkout: typeof checkouts.$inferInsert,
): Promise<void> {
  await tx.orm.insert(checkouts).values(checkout).onConflictDoNothing();
}

/** Serializes checkouts from one network, so that simultaneous ones are counted one after the other. */
async function lockNetwork(tx: Tx, _systemScope: SystemScope, network: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('checkout ' || ${network}, 0))`);
}

/** Checkouts of the last hour. */
async function countCheckouts(tx: Tx, _systemScope: SystemScope, network: string): Promise<number> {
  const isRecent = gt(checkouts.createdAt, sql`now() - interval '1 hour'`);
  const [begun] = await tx.orm
    .select({ count: count() })
    .from(checkouts)
    .where(and(eq(checkouts.network, network), isRecent));
  return begun!.count; // count() gives one row
}

export async function deleteOldCheckouts(tx: Tx, _systemScope: SystemScope): Promise<void> {
  await tx.orm.delete(checkouts).where(lt(checkouts.createdAt, sql`now() - interval '1 day'`));
}

/** A key that can be guessed would give access to another user's account. */
const KEY_LENGTH_MIN = 16;
const HOUR_SECONDS = 3_600;

/**
 * Throws FLAGGED_AS_SPAM, LOG_IN_TO_PAY, TOO_MANY_REQUESTS. In these cases nothing is created and the provider is not
 * called.
 */
export async function subscribeAsVisitor(
  ctx: Context,
  visitor: Visitor,
  checkout: Checkout,
  captchaToken: string,
): Promise<{ clientSecret: string; token: string }> {
  const { db, system } = ctx;
  visitor.browser.remember(); // first: a browser that may not be remembered begins nothing
  const user =
    (await findWhoBegan(ctx, visitor, checkout)) ?? (await findOrMakePayer(ctx, visitor, checkout, captchaToken));
  const { organizationId } = user.memberships[0]!; // the membership that was created with the account
  const { address, idempotencyKey } = visitor;
  const payer = { userId: user.id, organizationId, scope: system.within(organizationId), address, idempotencyKey };
  const clientSecret = await checkOut(ctx, payer, checkout);
  const token = await db.transaction(system, async (tx) => {
    // The owner of the address may have taken over the account during the call to the card provider.
    const now = await lockUser(tx, system, user.id);
    if (!now || now.tokensRevokedAt !== user.tokensRevokedAt) throw new AppError("LOG_IN_TO_PAY");
    return startSession(ctx, tx, now, visitor);
  });
  return { clientSecret, token };
}

async function findOrMakePayer(
  ctx: Context,
  visitor: Visitor,
  checkout: Checkout,
  captchaToken: string,
): Promise<UserRow> {
  try {
    await requireHuman(ctx, visitor, captchaToken);
  } catch (error) {
    // The same request may have used up the token a moment ago.
    const user = await findWhoBegan(ctx, visitor, checkout);
    if (user) return user;
    throw error;
  }
  const make = () => makeAccount(ctx, visitor, checkout);
  const made = await make().catch((error: unknown) => {
    if (violatedConstraint(error) !== "users_email_key") throw error;
    return make(); // another request took the address first
  });
  const user = made ?? (await findWhoBegan(ctx, visitor, checkout));
  if (user) return user;
  if (ctx.settings.hideAccounts) await tellOwner(ctx, checkout.cardEmail);
  throw new AppError("LOG_IN_TO_PAY");
}

/**
 * Its one email confirms the address and sets a password. `null`: the address has an account. Addresses with and
 * without an account count equally toward the limit, so that the limit does not reveal which exist.
 */
async function makeAccount(ctx: Context, visitor: Visitor, checkout: Checkout): Promise<UserRow | null> {
  const { db, system, settings } = ctx;
  const network = networkOf(visitor.address);
  return db.transaction(system, async (tx) => {
    await lockNetwork(tx, system, network);
    if ((await countCheckouts(tx, system, network)) >= settings.checkoutsPerHour)
      throw new AppError("TOO_MANY_REQUESTS", { retryAfter: HOUR_SECONDS });
    const { keyHash, requestHash } = hashesOf(visitor, checkout);
    const attempt = { keyHash: randomBytes(32), requestHash, network };
    if (await readUserByEmail(tx, system, checkout.cardEmail)) {
      await insertCheckout(tx, system, attempt);
      return null;
    }
    const user = await insertAccount(ctx, tx, visitor, {
      ...namesIn(checkout.cardName),
      email: checkout.cardEmail,
      passwordHash: null,
      emailConfirmed: false,
      hasSocialAuth: false,
      profilePicURL: null,
    });
    const { organizationId } = user.memberships[0]!; // insertAccount made it
    const row = { ...attempt, ...(keyHash && { keyHash }), userId: user.id, organizationId };
    await insertCheckout(tx, system, row);
    return user;
  });
}

/**
 * A visitor who repeats a request with the same key continues, with their own token. Once the address is confirmed, or
 * the account has another way to sign in, a key gives no access. Throws IDEMPOTENCY_KEY_REUSED.
 */
async function findWhoBegan(
  { db, system }: Context,
  visitor: Visitor,
  checkout: Checkout,
): Promise<UserRow | undefined> {
  const { keyHash, requestHash } = hashesOf(visitor, checkout);
  const begun = keyHash ? await readCheckout(db, system, keyHash) : undefined;
  if (begun && !begun.requestHash.equals(requestHash)) throw keyReused();
  const user = begun?.userId ? await readUser(db, system, begun.userId) : undefined;
  const isAsItWas = user?.passwordHash === null && !user.emailConfirmed && !user.hasSocialAuth && !user.tokensRevokedAt;
  return isAsItWas ? user : undefined;
}

function hashesOf({ idempotencyKey }: Visitor, { plan, cardName, cardEmail }: Checkout) {
  const isName = idempotencyKey !== null && idempotencyKey.length >= KEY_LENGTH_MIN;
  return {
    keyHash: isName ? sha256(idempotencyKey) : null,
    requestHash: sha256(JSON.stringify([plan.id, cardName, cardEmail])),
  };
}

/** Splits at the last space. A single word is the first name. */
function namesIn(name: string): { firstName: string; lastName: string } {
  const at = name.lastIndexOf(" ");
  return at < 0
    ? { firstName: name, lastName: "" }
    : { firstName: name.slice(0, at).trim(), lastName: name.slice(at + 1) };
}

/** Throws FLAGGED_AS_SPAM. */
export async function requireHuman(
  { providers: { isHuman } }: Context,
  { address }: Pick<Visitor, "address">,
  token: string,
): Promise<void> {
  if (!(await isHuman(token, address))) throw new AppError("FLAGGED_AS_SPAM");
}
