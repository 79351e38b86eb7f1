import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { StripeClient } from "#providers/stripe/client.ts";
import { checkOut, endUnpaid, ensureStripeSubscription } from "../checkout/checkout.ts";
import { readOfferedPlans, readPlan } from "../plans/plan-queries.ts";
import { readOpen, readSubscriptionRow } from "../queries.ts";
import { lookAgain } from "../reconcile/reconcile-job.ts";
import { syncKnownSubscriptions, syncSubscription } from "./sync-subscription.ts";
import { aPlan, aSoleMember, begin, confirm, pay, stripeOf, untilIs, untilSettled } from "../test-cards.ts";

type Resource = "invoices" | "subscriptions";

describe.each(ENGINES)("races between a check and a write on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  /** The context, with a provider that answers this one call only after `first` is done. */
  const withProvider = (resource: Resource, methods: object) => {
    const { ctx } = product.product;
    const stripe = Object.create(ctx.providers.stripe, {
      [resource]: { value: Object.assign(Object.create(ctx.providers.stripe[resource]), methods) },
    }) as StripeClient; // all else is the real client's
    return { ...ctx, providers: { ...ctx.providers, stripe } };
  };
  const openRow = async (organizationId: string) => {
    const scope = product.database.system.within(organizationId);
    return { scope, row: (await readOpen(product.database.db, scope))! }; // begun by the test
  };

  test("a payment confirmed while its checkout is being ended stays, and the paid subscription runs", async () => {
    const { lender, person } = await aSoleMember(product);
    const secret = await begin(product, person);
    const { scope, row } = await openRow(lender.organizationId);
    const racing = withProvider("invoices", {
      async voidInvoice(id: string) {
        await confirm(product, secret);
        return stripeOf(product).invoices.voidInvoice(id);
      },
    });
    expect(await endUnpaid(racing, scope, row)).toMatchObject({ id: row.id, status: "active" });
    const found = await stripeOf(product).subscriptions.retrieve(row.stripeSubscriptionId!);
    expect(found).toMatchObject({ status: "active" });
  });

  test("choosing the other plan at the moment of payment reports the plan that was paid", async () => {
    const { lender, person } = await aSoleMember(product);
    const secret = await begin(product, person, "monthly");
    const { scope } = await openRow(lender.organizationId);
    const racing = withProvider("invoices", {
      async voidInvoice(id: string) {
        await confirm(product, secret);
        return stripeOf(product).invoices.voidInvoice(id);
      },
    });
    const { id } = await aPlan(product, "yearly");
    const plan = (await readOfferedPlans(product.database.db, scope)).find((one) => one.id === id)!; // it is offered
    const { userId } = person;
    const payer = { ...lender, userId, scope, address: "::1", idempotencyKey: null };
    const late = checkOut(racing, payer, { plan, cardName: "Paula", cardEmail: "paula@example.org" });
    await expect(late).rejects.toMatchObject({ code: "ALREADY_SUBSCRIBED" });
    await untilIs(person, { status: "active", plan: expect.objectContaining({ pricingPeriod: "monthly" }) as never });
  });

  test("an old checkout that begins at the provider while the sweep looks for it is not given up", async () => {
    const { lender, person } = await aSoleMember(product);
    await begin(product, person);
    await untilSettled(product);
    const { scope, row } = await openRow(lender.organizationId);
    const keep = (id: string | null) =>
      product.asOwner(
        "update subscriptions set stripe_subscription_id = $2, created_at = now() - interval '25 hours' where id = $1",
        [row.id, id],
      );
    await keep(null);
    const racing = withProvider("subscriptions", {
      async *list() {
        await keep(row.stripeSubscriptionId);
      },
    });
    await lookAgain(racing, scope, row.id);
    const after = await readSubscriptionRow(product.database.db, scope, row.id);
    expect(after).toMatchObject({ status: "incomplete", stripeSubscriptionId: row.stripeSubscriptionId });
  });

  test("a checkout given up while the provider was slow ends there too, and its events settle", async () => {
    const { lender, person } = await aSoleMember(product);
    const secret = await begin(product, person);
    await untilSettled(product);
    const { scope, row } = await openRow(lender.organizationId);
    await product.asOwner(
      "update subscriptions set status = 'canceled', ended_at = now(), stripe_subscription_id = null where id = $1",
      [row.id],
    );
    const stale = { ...row, stripeSubscriptionId: null };
    expect(await ensureStripeSubscription(product.product.ctx, scope, stale)).toBe(row.stripeSubscriptionId);
    await expect(confirm(product, secret)).rejects.toThrow();
    await untilSettled(product);
    const after = await readSubscriptionRow(product.database.db, scope, row.id);
    expect(after).toMatchObject({ status: "canceled", stripeSubscriptionId: row.stripeSubscriptionId });
  });

  test("an event's answer that a newer one overtook does not bring the older state back", async () => {
    const { lender, person } = await aSoleMember(product);
    await pay(product, person);
    await untilSettled(product);
    const { scope, row } = await openRow(lender.organizationId);
    let answers = 0;
    const racing = withProvider("subscriptions", {
      async retrieve(id: string, params: Stripe.SubscriptionRetrieveParams) {
        const answer = await stripeOf(product).subscriptions.retrieve(id, params);
        if (answers++ > 0) return answer;
        await stripeOf(product).subscriptions.update(row.stripeSubscriptionId!, { cancel_at_period_end: true });
        await syncSubscription(product.product.ctx, scope, row.id, row.stripeSubscriptionId!);
        return answer;
      },
    });
    const plan = await readPlan(product.database.db, scope, row.planId);
    await syncKnownSubscriptions(racing, [{ providerId: row.stripeSubscriptionId!, row, plan, hasWebhook: false }]);
    expect(answers, "it asked again").toBe(2);
    const after = await readSubscriptionRow(product.database.db, scope, row.id);
    expect(after).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
    const lines = await product.asOwner("select from line_items where organization_id = $1", [lender.organizationId]);
    expect(lines).toHaveLength(1);
  });

  test("a member who is demoted during the request begins nothing", async () => {
    const lender = await aLender(product);
    const [payer, other] = [await lender.newcomer("admin"), await lender.as("admin")];
    const scope = product.database.system.within(lender.organizationId);
    const [plan] = await readOfferedPlans(product.database.db, scope);
    const change = { id: payer.membershipId, groupIds: [] };
    for (const role of ["observer", "editor", "registered"] as const) {
      expect(await other.send(calls.updateMember, { ...change, role })).toMatchObject({ status: 200 });
      const caller = { ...lender, userId: payer.userId, scope, address: "::1", idempotencyKey: randomUUID() };
      const late = checkOut(product.product.ctx, caller, {
        plan: plan!, // one is offered
        cardName: "Paula",
        cardEmail: payer.email,
      });
      await expect(late, role).rejects.toMatchObject({ code: "NOT_THE_PAYER" });
    }
  });
});
