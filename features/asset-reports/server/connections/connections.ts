import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import { requireConsent } from "#features/borrowers/server/consent.ts";
import type { Context } from "#platform/server/context.ts";
import { BANKS_PER_BORROWER, DIALOGS_PER_HOUR } from "#features/asset-reports/contract.ts";
import {
  type BankItem,
  type Borrower,
  type BorrowerName,
  type BorrowerSelf,
  fullName,
} from "#features/borrowers/contract.ts";
import {
  asSelf,
  changeBorrower,
  findBorrower,
  lockBorrowerFor,
  type Principal,
} from "#features/borrowers/server/borrowers.ts";
import { requireOpen } from "#features/borrowers/rules/status.ts";
import { isHeldBy, personWith } from "#features/borrowers/server/owner-queries.ts";
import { type BorrowerRow, lockBorrower } from "#features/borrowers/server/queries.ts";
import { publishWebhooks } from "#features/developers/server/webhooks/publish.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { daysToRequest } from "#features/organizations/contract.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import { isBorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { BankConnection, BankDetails, BankPerson, PersonIdentity } from "#providers/bank-data.ts";
import { aadFor, bankDialogs } from "../schema.ts";
import { getOrCreateBankUser } from "./bank-users.ts";
import { endItem } from "./end-items.ts";
import { type BankItemRow, insertItem, readItem, readItems, readItemsOf, updateItem } from "./item-queries.ts";
import { providerCodeOf } from "#providers/plaid/errors.ts";
import { readReport } from "#features/underwriting/server/report-queries.ts";
import { connectionBroken, generateOnConnect } from "../jobs.ts";
import { storeNextExpiry } from "../expirations/next-expiry.ts";

const isOver = sql`${bankDialogs.beganAt} <= now() - interval '1 hour'`;

/** Counts one more dialog; `false`: the hourly limit is reached. Simultaneous dialogs are each counted. */
async function countDialog(tx: Tx, scope: Scope, borrowerId: string, most: number): Promise<boolean> {
  const rows = await tx.orm
    .insert(bankDialogs)
    .values({ organizationId: scope.organizationId, borrowerId })
    .onConflictDoUpdate({
      target: [bankDialogs.organizationId, bankDialogs.borrowerId],
      set: {
        begun: sql`case when ${isOver} then 1 else ${bankDialogs.begun} + 1 end`,
        beganAt: sql`case when ${isOver} then now() else ${bankDialogs.beganAt} end`,
      },
      setWhere: sql`${isOver} or ${bankDialogs.begun} < ${most}::int`,
    })
    .returning({ begun: bankDialogs.begun });
  return rows.length > 0;
}

/** Whose bank is connected: the visitor's own, or that of the person the lender names. */
interface Whose {
  readonly borrowerId: string;
  /** The borrower's if absent. */
  readonly email?: string | undefined;
}

/**
 * With `itemId` the dialog repairs that connection. Throws CONSENT_REQUIRED, IDENTITY_REQUIRED, and VALIDATION_ERROR for
 * an identity where none is asked for.
 */
export async function createLinkToken(
  ctx: Context,
  actor: Principal,
  {
    borrowerId,
    email,
    itemId,
    identity,
  }: Whose & { itemId?: string | undefined; identity?: PersonIdentity | undefined },
): Promise<{ linkToken: string; expiration: string }> {
  const borrower = await findBorrower(ctx.db, actor, borrowerId);
  requireOpen(borrower);
  const items = await readItems(ctx.db, actor.scope, borrowerId);
  const item = itemId && items.find((one) => one.id === itemId && mayRepair(actor, borrower, one));
  if (itemId && !item) throw new AppError("NOT_FOUND");
  const holder = item ? (item.holderEmail ?? borrower.email) : holderOf(actor, borrower, email);
  await requireConsent(ctx.db, actor, borrowerId, holder, item ? item.product : undefined);
  if (!itemId) requireWithinLimit(items.length, BANKS_PER_BORROWER);
  const isCounted = await ctx.db.transaction(actor.scope, (tx) =>
    countDialog(tx, actor.scope, borrowerId, DIALOGS_PER_HOUR),
  );
  if (!isCounted) throw new AppError("LIMIT_REACHED");
  const settings = await readSettings(ctx.db, actor.scope);
  const product = item ? item.product : settings.bankDataProduct;
  if (identity && product !== "consumer_report")
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "identity", code: "INVALID_VALUE" }] });
  const person = personOf(borrower, holder);
  return ctx.providers.bankData[product].createSession({
    person,
    days: daysToRequest(settings),
    providerUserId:
      product === "consumer_report" ? await getOrCreateBankUser(ctx, actor.scope, person, identity) : undefined,
    accessToken: item && accessTokenOf(ctx, actor.scope, item),
  });
}

/**
 * Stores the connection from the dialog. The same bank again replaces the older connection, which ends at the provider.
 * Bank and accounts are read from the provider; the browser's data is only a hint.
 */
export async function connectBank(
  ctx: Context,
  actor: Principal,
  { publicToken, ...whose }: Whose & { publicToken: string },
): Promise<Borrower | BorrowerSelf | BorrowerName> {
  const { borrowerId } = whose;
  const borrower = await findBorrower(ctx.db, actor, borrowerId);
  requireOpen(borrower);
  // Before the exchange, which would use up the token. Whose connection a member repairs is known after it.
  if (isBorrowerSession(actor) || (await readItems(ctx.db, actor.scope, borrowerId)).length === 0)
    await requireConsent(ctx.db, actor, borrowerId, holderOf(actor, borrower, whose.email));
  const connection = await ctx.providers.bankData.assets.exchange(publicToken);
  try {
    const details = await ctx.providers.bankData.assets.describe(connection.accessToken);
    return await keepConnection(ctx, actor, whose, connection, details);
  } catch (error) {
    // After the exchange only we can end the connection; if we fail to store it, it would stay open at the provider
    // forever. A repair returns the connection that we already have, so it stays.
    const held = await readItems(ctx.db, actor.scope, borrowerId);
    const isHeld = held.some(({ providerItemId }) => providerItemId === connection.providerItemId);
    if (!isHeld) await ctx.providers.bankData.assets.endConnection(connection.accessToken).catch(() => {});
    throw error;
  }
}

async function keepConnection(
  ctx: Context,
  actor: Principal,
  { borrowerId, email }: Whose,
  connection: BankConnection,
  details: BankDetails,
): Promise<Borrower | BorrowerSelf | BorrowerName> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, borrowerId);
    requireOpen(borrower);
    const known = (await readItems(tx, actor.scope, borrowerId)).find(
      ({ providerItemId }) => providerItemId === connection.providerItemId,
    );
    if (known && !mayRepair(actor, borrower, known)) throw new AppError("NOT_FOUND");
    const holder = known ? (known.holderEmail ?? borrower.email) : holderOf(actor, borrower, email);
    // Under the lock: it may have been withdrawn while the dialog was open.
    const consent = await requireConsent(tx, actor, borrowerId, holder);
    const id = known
      ? await repairItem(tx, actor.scope, known, details)
      : await keepItem(ctx, tx, actor.scope, { borrower, holder }, connection, details);
    await recordAuditEvent(tx, actor, {
      action: "bank.connected",
      objectType: "borrower",
      objectId: borrowerId,
      detail: { itemId: id, institution: details.institutionName, consentId: consent.id },
    });
    const connected = await markConnected(tx, actor.scope, borrower);
    const data = { borrowerId, loanNumber: connected.loanNumber, connectionId: id };
    await publishWebhooks(ctx, tx, actor.scope, [{ type: "bank.connected", data }]);
    await notify(ctx, tx, actor.scope, {
      kind: "bankConnected",
      borrower: connected,
      except: isBorrowerSession(actor) ? undefined : actor.userId,
      detail: { bank: details.institutionName },
    });
    if (!known && (await readSettings(tx, actor.scope)).generateOnConnect)
      await ctx.jobs.send(tx, generateOnConnect, { organizationId: actor.organizationId, itemId: id });
    return isBorrowerSession(actor) ? asSelf(connected, actor) : connected;
  });
}

async function repairItem(
  tx: Tx,
  scope: Scope,
  { id, borrowerId }: BankItemRow,
  { accounts }: Pick<BankDetails, "accounts">,
): Promise<string> {
  await updateItem(tx, scope, id, { status: "ok", accessEndsAt: null, accounts });
  await storeNextExpiry(tx, scope, borrowerId);
  return id;
}

async function keepItem(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  { borrower, holder }: { borrower: BorrowerRow; holder: string },
  { accessToken, providerItemId }: BankConnection,
  details: BankDetails,
): Promise<string> {
  const items = await readItems(tx, scope, borrower.id);
  // A co-borrower at the same bank is another person.
  const isOlder = (item: BankItemRow) =>
    details.institutionId !== null && item.institutionId === details.institutionId && isHeldBy(item, borrower, holder);
  const older = items.filter(isOlder);
  for (const item of older) await endItem(ctx, tx, scope, borrower, item);
  requireWithinLimit(items.length - older.length, BANKS_PER_BORROWER);
  const id = randomUUID();
  await insertItem(tx, scope, {
    id,
    borrowerId: borrower.id,
    providerItemId,
    ...details,
    product: details.product ?? (await readSettings(tx, scope)).bankDataProduct,
    holderEmail: normalizeEmail(holder),
    accessToken: ctx.cipher.encrypt(accessToken, aadFor("bank_items.access_token", id, scope)),
  });
  return id;
}

/** The email address of the person who signs in at the bank. Throws VALIDATION_ERROR for one who is not on the loan. */
function holderOf(actor: Principal, borrower: BorrowerRow, email: string | undefined): string {
  if (isBorrowerSession(actor)) return actor.email;
  if (email === undefined) return borrower.email;
  const person = personWith(borrower, email);
  if (!person) throw new AppError("VALIDATION_ERROR", { errors: [{ field: "email", code: "INVALID_VALUE" }] });
  return person.email;
}

/** A visitor may repair only their own connections. */
function mayRepair(actor: Principal, borrower: BorrowerRow, item: BankItemRow): boolean {
  return !isBorrowerSession(actor) || isHeldBy(item, borrower, actor.email);
}

async function markConnected(tx: Tx, scope: Scope, before: BorrowerRow): Promise<BorrowerRow> {
  const isFirst = before.status === "new" || before.status === "invited";
  return changeBorrower(tx, scope, before.id, {
    ...(isFirst && { status: "bank-connected" }),
    connectedAt: before.connectedAt ?? new Date().toISOString(),
  });
}

export function accessTokenOf({ cipher }: Context, scope: Scope, { id, accessToken }: BankItemRow): string {
  return cipher.decrypt(accessToken, aadFor("bank_items.access_token", id, scope)).toString("utf8");
}

/** The person who signs in at the bank, by their email address: the borrower, or a co-borrower. */
export function personOf(borrower: BorrowerRow, holder: string = borrower.email): BankPerson {
  const { firstName, lastName, email } = personWith(borrower, holder) ?? borrower;
  const isBorrower = email === borrower.email;
  return {
    borrowerId: borrower.id,
    legalName: fullName(isBorrower ? borrower : { firstName, lastName }),
    firstName,
    lastName,
    email,
  };
}

/** Whose connection it is, if they are still on the loan. */
export function findHolder(borrower: BorrowerRow, { holderEmail }: BankItemRow): BankPerson | null {
  const holder = holderEmail ?? borrower.email;
  return personWith(borrower, holder) ? personOf(borrower, holder) : null;
}

/**
 * Notifies the person who can repair the connection. With `version`, only if the connection has not changed since.
 *
 * @param accessEndsAt when access ends, where the provider announced it
 */
export async function setItemStatus(
  { db, jobs }: Context,
  scope: Scope,
  { id, borrowerId, version }: { id: string; borrowerId: string; version?: number },
  status: BankItem["status"],
  accessEndsAt: string | null = null,
): Promise<void> {
  await db.transaction(scope, async (tx) => {
    await lockBorrower(tx, scope, borrowerId); // first, in the same lock order as connecting or repairing a bank
    const item = await readItem(tx, scope, id);
    if (!item || item.removedAt !== null || (version !== undefined && item.version !== version)) return;
    await updateItem(tx, scope, id, { status, ...(status !== "login_required" && { accessEndsAt }) });
    await storeNextExpiry(tx, scope, borrowerId);
    await changeBorrower(tx, scope, borrowerId);
    if (status !== "ok")
      await jobs.send(tx, connectionBroken, { organizationId: scope.organizationId, itemId: id, status });
  });
}

/**
 * Job: finds the connection whose bank needed a new sign-in when a report failed, because the provider does not name
 * it.
 */
export async function checkItems(ctx: Context, scope: Scope, reportId: string): Promise<void> {
  const report = await readReport(ctx.db, scope, reportId);
  const items = report ? await readItemsOf(ctx.db, scope, report) : [];
  for (const item of items) {
    if (item.removedAt !== null || item.status === "login_required") continue;
    if (await isBroken(ctx, accessTokenOf(ctx, scope, item))) await setItemStatus(ctx, scope, item, "login_required");
  }
}

async function isBroken({ providers: { bankData } }: Context, accessToken: string): Promise<boolean> {
  try {
    await bankData.assets.describe(accessToken);
    return false;
  } catch (error) {
    if (providerCodeOf(error) === "ITEM_LOGIN_REQUIRED") return true;
    if (error instanceof AppError && error.code === "NOT_FOUND") return false; // it has ended in the meantime
    throw error; // the queue tries again
  }
}
