import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aSoleMember, begin, confirm, pay, stripeOf, untilIs, untilSettled } from "../test-cards.ts";
import { readWaitingObjects } from "./event-queries.ts";
import { reconcileSubscriptions } from "../reconcile/reconcile-job.ts";

const now = () => Math.floor(Date.now() / 1000);

describe.each(FEATURE_ENGINES)("webhooks of the card provider on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(async () => {
    await product.sandbox.stripe.steer({ webhooks: "normal" });
    await product.close();
  });

  const secret = () => product.product.config.stripe.webhookSecret;
  const sign = (body: string, at: number, key = secret()) =>
    createHmac("sha256", key).update(`${at}.${body}`).digest("hex");
  const anEvent = (objectId: string, more: object = {}) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      livemode: false,
      type: "customer.subscription.updated",
      data: { object: { id: objectId, object: "subscription" } },
      ...more,
    });
  const send = async (body: string, signature?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(signature !== undefined && { "stripe-signature": signature }),
    };
    const reply = await fetch(`${product.url}/api/latest/webhooks/stripe`, { method: "POST", headers, body });
    return { status: reply.status, text: await reply.text() };
  };
  const sendSigned = (body: string) => send(body, `t=${now()},v1=${sign(body, now())}`);
  const stored = async () =>
    Number((await product.asOwner("select count(*)::int as count from card_events"))[0]!["count"]);
  const rowOf = async (organizationId: string) =>
    (await product.asOwner("select * from subscriptions where organization_id = $1", [organizationId]))[0]!;

  test("a webhook without a current signature of its exact bytes is refused, and nothing is stored", async () => {
    const body = anEvent("sub_1");
    const [at, before] = [now(), await stored()];
    const good = sign(body, at);
    const bad: Record<string, string | undefined> = {
      "no header": undefined,
      empty: "",
      "no signature": `t=${at}`,
      "no time": `v1=${good}`,
      "another signature": `t=${at},v1=${good.replace(/.$/, (last) => (last === "0" ? "1" : "0"))}`,
      "another secret": `t=${at},v1=${sign(body, at, "whsec_other")}`,
      "301 seconds old": `t=${at - 301},v1=${sign(body, at - 301)}`,
      "of the future": `t=${at + 310},v1=${sign(body, at + 310)}`,
      "another time": `t=${at - 1},v1=${good}`,
      "v0 alone": `t=${at},v0=${good}`,
    };
    for (const [error, header] of Object.entries(bad))
      expect(await send(body, header), error).toEqual({ status: 400, text: '{"message":"INVALID_SIGNATURE"}' });
    const reserialized = JSON.stringify(JSON.parse(body), null, 1);
    expect(await send(reserialized, `t=${at},v1=${good}`)).toMatchObject({ status: 400 });
    const thin = anEvent("sub_1", { object: "v2.core.event" });
    expect(await sendSigned(thin), "a thin event").toMatchObject({ status: 400 });
    expect(await stored()).toBe(before);
    const rotated = `t=${at},v1=${sign(body, at, "whsec_older")},v1=${good},v0=${good}`;
    expect(await send(body, rotated), "two signatures, one of them ours").toMatchObject({ status: 204 });
  });

  test("an event of another type, mode or account is accepted and ignored; a large body is refused", async () => {
    const before = await stored();
    expect(await sendSigned(anEvent("cus_1", { type: "customer.created" }))).toMatchObject({ status: 204 });
    expect(await sendSigned(anEvent("sub_1", { livemode: true }))).toMatchObject({ status: 204 });
    expect(await stored()).toBe(before);
    for (const id of ["sub_ofAnotherAccount", "x"])
      expect(await sendSigned(anEvent(id))).toMatchObject({ status: 204 });
    expect(await sendSigned(anEvent("in_1", { type: "invoice.paid" }))).toMatchObject({ status: 204 });
    await untilSettled(product);
    expect(await sendSigned(anEvent("sub_1", { padding: "x".repeat(1_000_000) }))).toMatchObject({ status: 413 });
  });

  test("if the tab is closed after the card is confirmed, the provider's event completes the payment", async () => {
    const { lender, person } = await aSoleMember(product);
    await confirm(product, await begin(product, person));
    await vi.waitFor(
      async () => expect(await rowOf(lender.organizationId)).toMatchObject({ status: "active", card_last4: "4242" }),
      15_000,
    );
  });

  test("one event delivered a thousand times at once is one event and one charge", { timeout: 120_000 }, async () => {
    const { lender, person } = await aSoleMember(product);
    await confirm(product, await begin(product, person));
    await untilIs(person, { status: "active" });
    const body = anEvent(String((await rowOf(lender.organizationId))["stripe_subscription_id"]));
    const before = await stored();
    await untilSettled(product);
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => sendSigned(body)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    }
    expect(await stored()).toBe(before + 1);
    await untilSettled(product);
    const lines = await product.asOwner("select amount::int as amount from line_items where organization_id = $1", [
      lender.organizationId,
    ]);
    expect(lines).toEqual([{ amount: 2500 }]);
  });

  test("repeated events in any order end in the provider's state", async () => {
    const { person } = await aSoleMember(product);
    for (const webhooks of ["duplicate", "shuffled"]) {
      await product.sandbox.stripe.steer({ webhooks });
      if (webhooks === "duplicate") await confirm(product, await begin(product, person));
      else await person.send(calls.cancelSubscription);
      await untilIs(person, { status: "active", cancelAtPeriodEnd: webhooks === "shuffled" });
      await untilSettled(product);
    }
    await product.sandbox.stripe.steer({ webhooks: "normal" });
    await untilIs(person, { status: "active", cancelAtPeriodEnd: true });
  });

  test("the sweep makes up for a lost webhook", async () => {
    const { lender, person } = await aSoleMember(product);
    await product.sandbox.stripe.steer({ webhooks: "lost" });
    await confirm(product, await begin(product, person));
    await product.sandbox.stripe.steer({ webhooks: "normal" });
    expect(await rowOf(lender.organizationId)).toMatchObject({ status: "incomplete" });
    await product.asOwner(
      "update subscriptions set created_at = now() - interval '5 minutes' where organization_id = $1",
      [lender.organizationId],
    );
    await reconcileSubscriptions(product.product.ctx);
    await untilIs(person, { status: "active" });
  });

  test("the sweep settles an event whose job was lost", async () => {
    const { lender, person } = await aSoleMember(product);
    await product.sandbox.stripe.steer({ webhooks: "lost" });
    await confirm(product, await begin(product, person));
    await product.sandbox.stripe.steer({ webhooks: "normal" });
    const { stripe_subscription_id: objectId } = await rowOf(lender.organizationId);
    await product.asOwner(
      "insert into card_events (id, type, kind, object_id, received_at) values ($1, 'invoice.paid', 'subscription', $2, now() - interval '5 minutes')",
      [`evt_${randomUUID()}`, objectId],
    );
    await reconcileSubscriptions(product.product.ctx);
    await untilIs(person, { status: "active" });
    await untilSettled(product);
  });

  test("an event whose job was lost is settled with the next event of any object", async () => {
    await product.asOwner(
      "insert into card_events (id, type, kind, object_id, received_at) values ($1, 'invoice.paid', 'invoice', 'in_lost', now() - interval '1 minute')",
      [`evt_${randomUUID()}`],
    );
    expect(await sendSigned(anEvent("sub_another"))).toMatchObject({ status: 204 });
    await untilSettled(product);
  });

  test("the provider is asked about an object once the events of its change may have arrived", async () => {
    const { db, system } = product.database;
    await untilSettled(product); // so that no job takes these
    await product.asOwner(
      `insert into card_events (id, type, kind, object_id, received_at)
       values ($1, 'invoice.paid', 'invoice', 'in_gathered', now() - interval '1 second'),
         ($2, 'invoice.paid', 'invoice', 'in_fresh', now() + interval '0.8 seconds'),
         ($3, 'invoice.paid', 'invoice', 'in_future', now() + interval '1 hour')`,
      Array.from({ length: 3 }, () => `evt_${randomUUID()}`),
    );
    const { objects, isSoon } = await readWaitingObjects(db, system, { except: [], limit: 10 });
    await product.asOwner("delete from card_events where object_id in ('in_gathered', 'in_fresh', 'in_future')");
    const ids = objects.map(({ objectId }) => objectId);
    expect(ids).toContain("in_gathered");
    expect(ids, "from before the clock was set back").toContain("in_future");
    expect(ids).not.toContain("in_fresh");
    expect(isSoon).toBe(true);
  });

  test("a subscription that cannot be settled keeps none of the others waiting, and is retried", async () => {
    const [broken, ...others] = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { lender, person } = await aSoleMember(product);
        await pay(product, person);
        return { ...lender, person, objectId: String((await rowOf(lender.organizationId))["stripe_subscription_id"]) };
      }),
    );
    await untilSettled(product);
    const setStatus = (status: string) =>
      product.asOwner("update subscriptions set status = $2 where stripe_subscription_id = $1", [
        broken!.objectId, // of four
        status,
      ]);
    const waiting = () =>
      product.asOwner("select object_id, attempts > 0 as has_failed from card_events where settled_at is null");
    await setStatus("canceled"); // no reading may bring it back
    const bodies = [broken!, ...others].flatMap(({ objectId }) => [anEvent(objectId), anEvent(objectId)]);
    const replies = await Promise.all(bodies.map(sendSigned));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    const failed = { object_id: broken!.objectId, has_failed: true };
    await vi.waitFor(async () => expect(await waiting()).toEqual([failed, failed]), 15_000);
    await setStatus("active");
    await untilSettled(product);
  });

  test("a checkout that expired at the provider is over, and the next payment begins a new one", async () => {
    const { lender, person } = await aSoleMember(product);
    const secret = await begin(product, person);
    await stripeOf(product).subscriptions.cancel(
      String((await rowOf(lender.organizationId))["stripe_subscription_id"]),
    );
    expect(await begin(product, person)).not.toBe(secret);
  });
});
