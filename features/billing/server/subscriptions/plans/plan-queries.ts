// Plans belong to the product, so any scope may read them.
import { and, asc, eq } from "drizzle-orm";
import type { Plan } from "#features/billing/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { AnyScope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, param } from "#platform/server/database/tables.ts";
import { plans } from "../../schema.ts";

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

const offered = prepared("plans_offered", () =>
  orm.select(fields).from(plans).where(eq(plans.isOffered, true)).orderBy(asc(plans.price), asc(plans.id)),
);

const offeredById = prepared("plan_offered_by_id", () =>
  orm
    .select(fields)
    .from(plans)
    .where(and(eq(plans.id, param("id")), eq(plans.isOffered, true))),
);

const byId = prepared("plan_by_id", () =>
  orm
    .select(fields)
    .from(plans)
    .where(eq(plans.id, param("id"))),
);

const byPrice = prepared("plan_by_price", () =>
  orm
    .select(fields)
    .from(plans)
    .where(eq(plans.stripePriceId, param("priceId"))),
);

/** The cheapest first. */
export function readOfferedPlans(db: ReadDb, scope: AnyScope): Promise<PlanRow[]> {
  return db.run(scope, offered);
}

export async function readOfferedPlan(db: ReadDb, scope: AnyScope, id: string): Promise<PlanRow | undefined> {
  const [row] = await db.run(scope, offeredById, { id });
  return row;
}

/** A plan that subscriptions refer to. It may no longer be offered. */
export async function readPlan(db: ReadDb, scope: AnyScope, id: string): Promise<PlanRow> {
  const [row] = await db.run(scope, byId, { id });
  if (!row) throw new Error("a subscription whose plan is gone");
  return row;
}

export async function readPlanByPrice(db: ReadDb, scope: AnyScope, priceId: string): Promise<PlanRow | undefined> {
  const [row] = await db.run(scope, byPrice, { priceId });
  return row;
}

export async function keepPrice(tx: Tx, _systemScope: SystemScope, id: string, stripePriceId: string): Promise<void> {
  await tx.orm
    .update(plans)
    .set({ stripePriceId, ...bumpVersion(plans) })
    .where(eq(plans.id, id));
}
