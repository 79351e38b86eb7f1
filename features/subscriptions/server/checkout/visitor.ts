// Owns how somebody without an account pays: they get one, and this browser is logged in to it.
import { randomBytes } from "node:crypto";
import { insertAccount } from "#features/identity/server/accounts/accounts.ts";
import { tellOwner } from "#features/identity/server/accounts/register.ts";
import { startSession } from "#features/identity/server/sessions/sessions.ts";
import { lockUser, readUser, readUserByEmail, type UserRow } from "#features/identity/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import { keyReused } from "#kit/server/idempotency.ts";
import { violatedConstraint } from "#kit/server/database/database.ts";
import { networkOf } from "#kit/server/http/network.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import { requireHuman } from "./bot-check.ts";
import { checkOut, type Checkout } from "./checkout.ts";
import { countCheckouts, insertCheckout, lockNetwork, readCheckout } from "./checkout-store.ts";
import type { SubscriptionDeps } from "../deps.ts";

/** A key that somebody could guess would hand out another's account. */
const KEY_LENGTH_MIN = 16;
const HOUR_SECONDS = 3_600;

/** Throws FLAGGED_AS_SPAM, LOG_IN_TO_PAY, TOO_MANY_REQUESTS: then nothing was made and the provider was not asked. */
export async function subscribeAsVisitor(
  deps: SubscriptionDeps,
  visitor: Visitor,
  checkout: Checkout,
  captchaToken: string,
): Promise<{ clientSecret: string; token: string }> {
  const { db, across } = deps.identity;
  visitor.browser.remember(); // first: a browser that may not be remembered begins nothing
  const user =
    (await findWhoBegan(deps, visitor, checkout)) ?? (await findOrMakePayer(deps, visitor, checkout, captchaToken));
  const { organizationId } = user.memberships[0]!; // the one that came with the account
  const { address, idempotencyKey } = visitor;
  const payer = { userId: user.id, organizationId, scope: across.within(organizationId), address, idempotencyKey };
  const clientSecret = await checkOut(deps, payer, checkout);
  const token = await db.transaction(across, async (tx) => {
    // The holder of the address may have taken the account over during the call to the card provider.
    const now = await lockUser(tx, across, user.id);
    if (!now || now.tokensRevokedAt !== user.tokensRevokedAt) throw new AppError("LOG_IN_TO_PAY");
    return startSession(deps.identity, tx, now, visitor);
  });
  return { clientSecret, token };
}

async function findOrMakePayer(
  deps: SubscriptionDeps,
  visitor: Visitor,
  checkout: Checkout,
  captchaToken: string,
): Promise<UserRow> {
  try {
    await requireHuman(deps, visitor, captchaToken);
  } catch (error) {
    // The same request a moment ago may have used the token up.
    const user = await findWhoBegan(deps, visitor, checkout);
    if (user) return user;
    throw error;
  }
  const make = () => makeAccount(deps, visitor, checkout);
  const made = await make().catch((error: unknown) => {
    if (violatedConstraint(error) !== "users_email_key") throw error;
    return make(); // lost a race for the address, which it finds taken now
  });
  const user = made ?? (await findWhoBegan(deps, visitor, checkout));
  if (user) return user;
  if (deps.identity.hideAccounts) await tellOwner(deps.identity, checkout.cardEmail);
  throw new AppError("LOG_IN_TO_PAY");
}

/**
 * Its one mail confirms the address and sets a password. `null`: the address has an account. Whoever tries addresses out
 * is counted alike for those that have one and those that have none.
 */
async function makeAccount(
  { identity, checkoutsPerHour }: SubscriptionDeps,
  visitor: Visitor,
  checkout: Checkout,
): Promise<UserRow | null> {
  const { db, across } = identity;
  const network = networkOf(visitor.address);
  return db.transaction(across, async (tx) => {
    await lockNetwork(tx, across, network);
    if ((await countCheckouts(tx, across, network)) >= checkoutsPerHour)
      throw new AppError("TOO_MANY_REQUESTS", { retryAfter: HOUR_SECONDS });
    const { keyHash, requestHash } = hashesOf(visitor, checkout);
    const attempt = { keyHash: randomBytes(32), requestHash, network };
    if (await readUserByEmail(tx, across, checkout.cardEmail)) {
      await insertCheckout(tx, across, attempt);
      return null;
    }
    const user = await insertAccount(identity, tx, visitor, {
      ...namesIn(checkout.cardName),
      email: checkout.cardEmail,
      passwordHash: null,
      emailConfirmed: false,
      hasSocialAuth: false,
      profilePicURL: null,
    });
    const { organizationId } = user.memberships[0]!; // insertAccount made it
    const row = { ...attempt, ...(keyHash && { keyHash }), userId: user.id, organizationId };
    await insertCheckout(tx, across, row);
    return user;
  });
}

/**
 * Whoever asks the same once more under the same name goes on where they were, with a token of their own. Once the
 * address was shown to be somebody's, or there is another way in, a name opens nothing. Throws IDEMPOTENCY_KEY_REUSED.
 */
async function findWhoBegan(
  { identity: { db, across } }: SubscriptionDeps,
  visitor: Visitor,
  checkout: Checkout,
): Promise<UserRow | undefined> {
  const { keyHash, requestHash } = hashesOf(visitor, checkout);
  const begun = keyHash ? await readCheckout(db, across, keyHash) : undefined;
  if (begun && !begun.requestHash.equals(requestHash)) throw keyReused();
  const user = begun?.userId ? await readUser(db, across, begun.userId) : undefined;
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

/** Parted at the last space; one word alone is the first name. */
function namesIn(name: string): { firstName: string; lastName: string } {
  const at = name.lastIndexOf(" ");
  return at < 0
    ? { firstName: name, lastName: "" }
    : { firstName: name.slice(0, at).trim(), lastName: name.slice(at + 1) };
}
