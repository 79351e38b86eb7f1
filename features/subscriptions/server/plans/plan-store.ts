// Owns the SQL on plans. They are the product's own, so any scope reads them.
import { and, asc, eq } from "drizzle-orm";
import type { Plan } from "#features/subscriptions/contract.ts";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, AnyScope } from "#kit/server/database/scope.ts";
import { arg, touched } from "#kit/server/database/tables.ts";
import { plans } from "../tables.ts";

export interface PlanRow extends Plan {
  readonly isOffered: boolean;
  /** `null`: the card provider does not know it yet. */
  readonly stripePriceId: string | null;
}

const fields = {
  id: plans.id,
  name: plans.name,
  price: plans.price,
  pricingLevel: plans.pricingLevel,
  pricingPeriod: plans.pricingPeriod,
  isOffered: plans.isOffered,
  stripePriceId: plans.stripePriceId,
};

const offered = orm
  .select(fields)
  .from(plans)
  .where(eq(plans.isOffered, true))
  .orderBy(asc(plans.price), asc(plans.id))
  .prepare("plans_offered");

const offeredById = orm
  .select(fields)
  .from(plans)
  .where(and(eq(plans.id, arg("id")), eq(plans.isOffered, true)))
  .prepare("plan_offered_by_id");

const byId = orm
  .select(fields)
  .from(plans)
  .where(eq(plans.id, arg("id")))
  .prepare("plan_by_id");

const byPrice = orm
  .select(fields)
  .from(plans)
  .where(eq(plans.stripePriceId, arg("priceId")))
  .prepare("plan_by_price");

/** The cheapest first. */
export function readOfferedPlans(db: Reads, scope: AnyScope): Promise<PlanRow[]> {
  return db.run(scope, offered);
}

export async function readOfferedPlan(db: Reads, scope: AnyScope, id: string): Promise<PlanRow | undefined> {
  const [row] = await db.run(scope, offeredById, { id });
  return row;
}

/** A plan that subscriptions stand on; it may not be offered any more. */
export async function readPlan(db: Reads, scope: AnyScope, id: string): Promise<PlanRow> {
  const [row] = await db.run(scope, byId, { id });
  if (!row) throw new Error("a subscription whose plan is gone");
  return row;
}

export async function readPlanByPrice(db: Reads, scope: AnyScope, priceId: string): Promise<PlanRow | undefined> {
  const [row] = await db.run(scope, byPrice, { priceId });
  return row;
}

export async function keepPrice(tx: Tx, _across: AcrossScope, id: string, stripePriceId: string): Promise<void> {
  await tx.orm
    .update(plans)
    .set({ stripePriceId, ...touched(plans) })
    .where(eq(plans.id, id));
}
