import { formatMoney } from "#platform/money/money.ts";
import type { Context } from "#platform/server/context.ts";
import { readPayers } from "#features/billing/server/customer.ts";
import { readPayersOfMany } from "#features/organizations/server/conditions.ts";
import { isRunning, LINE_CHARGED, SUBSCRIPTION_UPDATED } from "#features/billing/contract.ts";
import type { WebhookEvent } from "#features/developers/contract.ts";
import { publishWebhooks } from "#features/developers/server/webhooks/publish.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { announce } from "#platform/server/live/live.ts";
import { type CardCharge, type CardSubscription, readSubscription } from "#providers/stripe/subscriptions.ts";
import { chargeSubscription, subscriptionLine } from "#features/billing/server/charges/ledger.ts";
import { emailPaymentFailed } from "../../jobs.ts";
import { type PlanRow, readPlan, readPlanByPrice } from "../plans/plan-queries.ts";
import * as queries from "../queries.ts";
import type { SubscriptionChange, SubscriptionRow } from "../queries.ts";
import { type SimpleReading, storeReadings } from "./store-readings.ts";

/** No subscription has more simultaneous changes than this. */
const TRIES = 10;
const PAUSE_MS = 20;

/** Our row and its plan, read before the provider is asked. */
export interface KnownSubscription {
  readonly providerId: string;
  readonly row: SubscriptionRow;
  readonly plan: Pick<PlanRow, "name" | "stripePriceId">;
  /** Whether an endpoint of the organization is sent its changes. */
  readonly hasWebhook: boolean;
}

/**
 * Reads the subscription at the provider and stores its state. If another state was stored after the read, it reads
 * again, so that an older state never overwrites a newer one. Returns the resulting state of both sides.
 */
export async function syncSubscription(
  ctx: Context,
  scope: Scope,
  id: string,
  providerId: string,
): Promise<{ row: SubscriptionRow; state: CardSubscription }> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const before = await readReadings(ctx, scope, id);
    const state = await readSubscription(ctx.providers.stripe, providerId);
    const row = await storeState(ctx, scope, id, state, before);
    if (row) return { row, state };
    await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS * (attempt + 1)));
  }
  throw new Error("a subscription that changes faster than it can be read");
}

/** The same for rows that the caller has just read: one statement stores those to which nothing else happened. */
export async function syncKnownSubscriptions(
  ctx: Context,
  all: readonly KnownSubscription[],
): Promise<PromiseSettledResult<void>[]> {
  const { db, system, providers } = ctx;
  const [payers, answers] = await Promise.all([
    readPayersOfMany(
      db,
      system,
      all.map(({ row }) => row.organizationId),
    ),
    Promise.allSettled(all.map(({ providerId }) => readSubscription(providers.stripe, providerId))),
  ]);
  const readings = answers.flatMap((answer, at) => {
    if (answer.status === "rejected") return [];
    const known = all[at]!; // one answer each
    return simpleReading(known, payers.get(known.row.organizationId) ?? [], answer.value) ?? [];
  });
  // One that cannot be stored is reported once it fails alone.
  const stored = await storeReadings(db, system, readings).catch(() => new Set<string>());
  return Promise.allSettled(
    answers.map(async (answer, at) => {
      if (answer.status === "rejected") throw answer.reason;
      const { row, providerId } = all[at]!;
      if (stored.has(row.id)) return;
      const scope = system.within(row.organizationId);
      if (await storeState(ctx, scope, row.id, answer.value, row.readings)) return;
      await syncSubscription(ctx, scope, row.id, providerId);
    }),
  );
}

/** `null`: more is to be read or done than one statement can. */
function simpleReading(
  { row, plan, hasWebhook }: KnownSubscription,
  payers: readonly string[],
  state: CardSubscription,
): SimpleReading | null {
  const isOfPlan = ({ priceId }: Pick<CardCharge, "priceId">) => priceId === plan.stripePriceId;
  const after = { ...row, ...stateOf(row, row.planId, state) };
  const isSimple = isPossible(row, state) && isOfPlan(state) && state.charges.every(isOfPlan);
  if (!isSimple || needsEmail(row, after)) return null;
  const change = changeOf(row, after);
  if (hasWebhook && change && isPublished(change)) return null;
  const { organizationId, id, version } = row;
  const announcementOf = (event: LiveEvent) => ({ organizationId, to: [...payers], event });
  return {
    before: row,
    after,
    isChanged: change !== null,
    actions: actionsBetween(row, after),
    announcement: announcementOf({ type: SUBSCRIPTION_UPDATED, id, version: version + 1 }),
    lines: state.charges
      .filter(({ amount }) => amount !== 0)
      .map((charge) => {
        const line = subscriptionLine({ ...charge, description: chargeWords(plan.name, charge) });
        return { ...line, announcement: announcementOf({ type: LINE_CHARGED, id: line.id, version: 1 }) };
      }),
  };
}

/** Stores it unless another state was stored since `readings`. */
function storeState(
  ctx: Context,
  scope: Scope,
  id: string,
  state: CardSubscription,
  readings: number,
): Promise<SubscriptionRow | undefined> {
  return ctx.db.transaction(scope, async (tx) => {
    const row = await queries.lockSubscription(tx, scope, id);
    if (!row) throw new Error("a subscription whose row is gone");
    const plan = await readPlanByPrice(tx, scope, state.priceId);
    // An older price of a plan still identifies the same plan.
    const change = changeOf(row, stateOf(row, plan?.id ?? row.planId, state));
    // Another process that read the same state was faster.
    const isNewest = row.readings === readings || change === null;
    return isNewest ? writeState(ctx, tx, scope, row, { state, plan, change }) : undefined;
  });
}

async function readReadings({ db }: Context, scope: Scope, id: string): Promise<number> {
  const row = await queries.readSubscriptionRow(db, scope, id);
  if (!row) throw new Error("a subscription whose row is gone");
  return row.readings;
}

interface Reading {
  readonly state: CardSubscription;
  /** Of its price, if that is a plan's current one. */
  readonly plan: PlanRow | undefined;
  /** `null`: none. */
  readonly change: SubscriptionChange | null;
}

async function writeState(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  row: SubscriptionRow,
  { state, plan, change }: Reading,
): Promise<SubscriptionRow> {
  if (!isPossible(row, state))
    throw new Error(`the card provider's ${state.id} is ${state.status}, but our row ${row.id} is another or is over`);
  await recordCharges(tx, scope, row, state.charges, plan);
  if (!change) {
    await queries.noteReading(tx, scope, row.id);
    return row;
  }
  const after = await queries.updateAsRead(tx, scope, row.id, change);
  if (isPublished(change)) await publishWebhooks(ctx, tx, scope, [eventOf(after)]);
  for (const action of actionsBetween(row, after)) await record(tx, scope, after, action);
  const { organizationId } = scope;
  const userIds = (await readPayers(tx, scope)).map(({ userId }) => userId);
  if (needsEmail(row, after)) {
    const emails = userIds.map((userId) => ({ organizationId, subscriptionId: row.id, userId }));
    await ctx.jobs.sendAll(tx, emailPaymentFailed, emails);
  }
  const event = { type: SUBSCRIPTION_UPDATED, id: row.id, version: after.version };
  await announce(tx, { organizationId, to: userIds, event });
  return after;
}

/** A subscription that ended stays ended, here and at the provider, and one row is one subscription. */
function isPossible(row: SubscriptionRow, state: CardSubscription): boolean {
  const isAnother = row.stripeSubscriptionId !== null && row.stripeSubscriptionId !== state.id;
  return !isAnother && (row.status !== "canceled" || state.status === "canceled");
}

function stateOf(row: SubscriptionRow, planId: string, state: CardSubscription) {
  const wasPaid = state.status !== "incomplete" && (row.currentPeriodEnd !== null || state.charges.length > 0);
  return {
    status: state.status,
    stripeSubscriptionId: state.id,
    planId,
    ...(wasPaid && { currentPeriodStart: state.periodStart, currentPeriodEnd: state.periodEnd }),
    cancelAtPeriodEnd: state.status !== "canceled" && state.cancelAtPeriodEnd,
    ...(state.card && { cardBrand: state.card.brand, cardLast4: state.card.last4 }),
    owed: state.owed?.amount ?? null,
    failedAt: state.owed?.failedAt ?? null,
    balance: state.balance,
    endedAt: state.status === "canceled" ? (row.endedAt ?? state.endedAt ?? new Date().toISOString()) : null,
  } satisfies SubscriptionChange;
}

/** Only the fields that differ; `null`: none. */
function changeOf(row: SubscriptionRow, state: SubscriptionChange): SubscriptionChange | null {
  const differing = Object.entries(state).filter(
    ([field, value]) => !isSame(row[field as keyof SubscriptionRow], value),
  );
  return differing.length > 0 ? Object.fromEntries(differing) : null;
}

/** Cards and balances are not sent. */
function isPublished(change: SubscriptionChange): boolean {
  return ["status", "planId", "cancelAtPeriodEnd", "currentPeriodEnd"].some((field) => field in change);
}

function eventOf({ id, planId, status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionRow): WebhookEvent {
  const data = { subscriptionId: id, planId, status, cancelAtPeriodEnd, currentPeriodEnd };
  return { type: "subscription.changed", data };
}

// The database omits zero milliseconds.
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "string" || typeof other !== "string") return false;
  return /^\d{4}-.*Z$/.test(one) && /^\d{4}-.*Z$/.test(other) && Date.parse(one) === Date.parse(other);
}

function owes({ status }: Pick<SubscriptionRow, "status">): boolean {
  return status === "past_due" || status === "unpaid";
}

function needsEmail(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return owes(after) && !owes(before);
}

function actionsBetween(before: SubscriptionRow, after: SubscriptionRow): string[] {
  return [
    ...(before.status === "incomplete" && isRunning(after) ? ["subscription.activated"] : []),
    ...(needsEmail(before, after) ? ["subscription.payment-failed"] : []),
    ...(owes(before) && after.status === "active" ? ["subscription.recovered"] : []),
    ...(before.status !== "canceled" && after.status === "canceled" ? ["subscription.ended"] : []),
  ];
}

/** Recorded without an actor: the product follows the provider's state. */
async function record(tx: Tx, scope: Scope, { id, status }: SubscriptionRow, action: string): Promise<void> {
  const act = { actorId: null, action, objectType: "subscription", objectId: id, address: null };
  await appendAudit(tx, scope.organizationId, { ...act, detail: { status } });
}

async function recordCharges(
  tx: Tx,
  scope: Scope,
  { planId }: Pick<SubscriptionRow, "planId">,
  charges: readonly CardCharge[],
  plan: PlanRow | undefined,
): Promise<void> {
  const names = new Map<string | null, string>(plan ? [[plan.stripePriceId, plan.name]] : []);
  for (const charge of charges) {
    const { priceId } = charge;
    const name = names.get(priceId) ?? (await nameOfPlan(tx, scope, priceId, planId));
    names.set(priceId, name);
    await chargeSubscription(tx, scope, { ...charge, description: chargeWords(name, charge) });
  }
}

/** An older price of a plan still identifies the same plan. */
async function nameOfPlan(tx: Tx, scope: Scope, priceId: string | null, planId: string): Promise<string> {
  const known = priceId === null ? undefined : await readPlanByPrice(tx, scope, priceId);
  return (known ?? (await readPlan(tx, scope, planId))).name;
}

/** The sums in the text add up to the line's amount. */
function chargeWords(plan: string, { amount, parts }: Pick<CardCharge, "amount" | "parts">): string {
  if (parts === null || parts.unused === 0) return plan;
  const { charged, unused } = parts;
  const credited = amount < 0 ? `, ${formatMoney(-amount)} goes to credit` : "";
  if (charged === 0) return `${plan}: ${formatMoney(unused)} unused${credited}`;
  return `Switch to ${plan}: ${formatMoney(charged)} less ${formatMoney(unused)} unused${credited}`;
}

export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Shares calls within this process only; the called service has to handle a second process. Nothing is stored once the
 * answer arrives.
 */
export function singleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const running = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
