import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES, ONE_ENGINE } from "#testing/database.ts";
import { anonymous } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aCheckout, aPlan, aSoleMember, begin, confirm, stripeOf, untilIs, untilSettled } from "../test-cards.ts";
import { lookAgain } from "./reconcile-job.ts";

describe.each(FEATURE_ENGINES)("an interrupted checkout on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(async () => {
    product.sandbox.stripe.reset();
    await product.close();
  });

  /** The state after a process that dies right after the first commit. */
  const aRowAlone = async (organizationId: string, userId: string, age = "0 minutes") => {
    const id = randomUUID();
    await product.asOwner(
      `insert into subscriptions (organization_id, id, plan_id, card_name, card_email, created_by, created_at)
       values ($1, $2, $3, 'Paula van Payer', 'paula@example.org', $4, now() - $5::interval)`,
      [organizationId, id, (await aPlan(product)).id, userId, age],
    );
    return id;
  };
  const rowsOf = (organizationId: string) =>
    product.asOwner("select id, status, stripe_subscription_id from subscriptions where organization_id = $1", [
      organizationId,
    ]);
  const madeFor = async (organizationId: string) => {
    const { data } = await stripeOf(product).subscriptions.list({ limit: 100, status: "all" });
    return data.filter(({ metadata }) => metadata["organizationId"] === organizationId);
  };

  test("before the call to the provider: the next call continues with the same row", async () => {
    const { lender, person } = await aSoleMember(product);
    const id = await aRowAlone(lender.organizationId, person.userId);
    await confirm(product, await begin(product, person));
    expect(await untilIs(person, { status: "active" })).toMatchObject({ id });
    expect(await madeFor(lender.organizationId)).toHaveLength(1);
  });

  test("after the provider created it and before its id was stored: the next call, the webhook and the sweep each find it", async () => {
    for (const way of ["call", "webhook", "sweep"]) {
      const { lender, person } = await aSoleMember(product);
      const secret = await begin(product, person);
      await untilSettled(product);
      await product.asOwner("update subscriptions set stripe_subscription_id = null where organization_id = $1", [
        lender.organizationId,
      ]);
      const [row] = await rowsOf(lender.organizationId);
      if (way === "call") expect(await begin(product, person)).toBe(secret);
      if (way === "webhook") await confirm(product, secret);
      if (way === "sweep") {
        const { ctx } = product.product;
        const scope = product.database.system.within(lender.organizationId);
        await lookAgain(ctx, scope, String(row!["id"]));
      }
      if (way === "webhook") await untilIs(person, { status: "active" });
      const [after] = await rowsOf(lender.organizationId);
      const made = await madeFor(lender.organizationId);
      expect(
        made.map(({ id }) => id),
        way,
      ).toEqual([after!["stripe_subscription_id"]]);
    }
  });

  test("a provider that acts but does not answer creates nothing twice", async () => {
    const { lender, person } = await aSoleMember(product);
    await product.sandbox.stripe.steer({ mode: "lostReply" });
    expect(await person.send(calls.subscribe, await aCheckout(product))).toMatchObject({
      status: 502,
      message: "PROVIDER_UNAVAILABLE",
    });
    product.sandbox.stripe.reset();
    await confirm(product, await begin(product, person));
    await untilIs(person, { status: "active" });
    expect(await madeFor(lender.organizationId)).toHaveLength(1);
    const { data } = await stripeOf(product).customers.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata["organizationId"] === lender.organizationId)).toHaveLength(1);
  });

  test("a provider that is down leaves a row that the next call completes, and the other pages work", async () => {
    const { lender, person } = await aSoleMember(product);
    await product.sandbox.stripe.steer({ mode: "error500" });
    expect(await person.send(calls.subscribe, await aCheckout(product))).toMatchObject({
      status: 502,
      message: "PROVIDER_UNAVAILABLE",
    });
    expect(await person.send(calls.findSubscription)).toMatchObject({
      status: 200,
      body: { subscription: { status: "incomplete" } },
    });
    product.sandbox.stripe.reset();
    await begin(product, person);
    expect(await rowsOf(lender.organizationId)).toHaveLength(1);
  });

  test("a checkout that never reached the provider is over after a day", async () => {
    const { lender, person } = await aSoleMember(product);
    const scope = product.database.system.within(lender.organizationId);
    const id = await aRowAlone(lender.organizationId, person.userId, "20 minutes");
    await lookAgain(product.product.ctx, scope, id);
    expect(await rowsOf(lender.organizationId)).toMatchObject([{ status: "incomplete" }]);
    await product.asOwner("update subscriptions set created_at = now() - interval '25 hours' where id = $1", [id]);
    await lookAgain(product.product.ctx, scope, id);
    expect(await rowsOf(lender.organizationId)).toMatchObject([{ status: "canceled" }]);
    await begin(product, person);
  });
});

describe("with the limits on", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE, { LIMITS: "on" });
  });
  afterAll(() => product.close());

  // Seventy checkouts, one after the other.
  test(
    "one network can begin thirty checkouts an hour; a repeated one does not count",
    { timeout: 120_000 },
    async () => {
      const headers = { "idempotency-key": randomUUID() };
      const first = await aCheckout(product);
      for (let time = 0; time < 40; time++)
        expect(await anonymous(product, headers).send(calls.subscribe, first)).toMatchObject({ status: 200 });
      for (let time = 1; time < 30; time++)
        expect(await anonymous(product).send(calls.subscribe, await aCheckout(product))).toMatchObject({ status: 200 });
      const one = await anonymous(product).send(calls.subscribe, await aCheckout(product));
      expect(one).toMatchObject({ status: 429, message: "TOO_MANY_REQUESTS" });
      expect(one.headers.get("retry-after")).toBe("3600");
      expect(await anonymous(product, headers).send(calls.subscribe, first)).toMatchObject({ status: 200 });
    },
  );
});
