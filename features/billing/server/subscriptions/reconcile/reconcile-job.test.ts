import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aCardEvent, aSoleMember, begin, pay, signatureOf, untilIs, untilSettled } from "../test-cards.ts";
import { reconcileSubscriptions } from "./reconcile-job.ts";

describe.each(FEATURE_ENGINES)("lost events are made up for on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterEach(() => product.sandbox.stripe.reset());
  afterAll(() => product.close());

  const sweep = async () => {
    const before = product.logged.length;
    await reconcileSubscriptions(product.product.ctx);
    return product.logged.slice(before).flatMap((line) => {
      const { level, id } = JSON.parse(line) as { level: number; id?: string };
      return level === 50 && id !== undefined ? [id] : [];
    });
  };
  const jobsFor = async (id: string) =>
    Number(
      (
        await product.asOwner(
          "select count(*)::int as count from jobs.job where data ->> 'objectId' = $1 or data ->> 'subscriptionId' = $1",
          [id],
        )
      )[0]!["count"],
    );
  const anEvent = (objectId: string, age: string) =>
    product.asOwner(
      "insert into card_events (id, type, kind, object_id, received_at) values ($1, 'invoice.paid', 'invoice', $2, now() - $3::interval)",
      [`evt_${randomUUID()}`, objectId, age],
    );
  const tell = async (objectId: string) => {
    const more = { id: `evt_${randomUUID()}`, type: "invoice.paid" };
    const body = JSON.stringify(aCardEvent(objectId, more));
    const headers = { "content-type": "application/json", "stripe-signature": signatureOf(product, body) };
    const reply = await fetch(`${product.url}/api/latest/webhooks/stripe`, { method: "POST", headers, body });
    expect(reply.status).toBe(204);
  };

  test("an object that cannot be settled is retried at growing pauses, then given up once and recorded", async () => {
    await product.sandbox.stripe.steer({ mode: "error500" });
    const objectId = `in_poison${randomUUID()}`;
    await anEvent(objectId, "5 minutes");
    // The product runs the sweep at its start, and only one process at a time runs it.
    await vi.waitFor(async () => {
      await sweep();
      expect(await jobsFor(objectId)).toBe(1);
    }, 15_000);
    for (let time = 0; time < 4; time++) await sweep();
    expect(await jobsFor(objectId), "once within a pause").toBe(1);
    const givenUp: string[] = [];
    for (let time = 0; time < 15; time++) {
      const later = "update card_events set attempted_at = attempted_at - interval '2 days' where object_id = $1";
      await product.asOwner(later, [objectId]);
      givenUp.push(...(await sweep()));
    }
    expect(givenUp).toEqual([objectId]);
    expect(await jobsFor(objectId)).toBe(9);
    // A new event starts a new attempt immediately, which also settles what was given up.
    product.sandbox.stripe.reset();
    await tell(objectId);
    await untilSettled(product);
  });

  test("the pause doubles with each try", async () => {
    await product.sandbox.stripe.steer({ mode: "error500" });
    const objectId = `in_pause${randomUUID()}`;
    await anEvent(objectId, "1 hour");
    await sweep();
    const after = async (attempts: number, minutes: number) => {
      await product.asOwner(
        "update card_events set attempts = $2, attempted_at = now() - make_interval(mins => $3) where object_id = $1",
        [objectId, attempts, minutes],
      );
      const before = await jobsFor(objectId);
      await sweep();
      return (await jobsFor(objectId)) - before;
    };
    expect([await after(1, 3), await after(1, 5), await after(5, 60), await after(5, 65)]).toEqual([0, 1, 0, 1]);
  });

  test("a failed renewal whose result was never reported is read again within about an hour", async () => {
    const { lender, person } = await aSoleMember(product);
    const { id } = await pay(product, person);
    await untilSettled(product);
    const owingSince = (minutes: number) =>
      product.asOwner(
        `update subscriptions set status = 'past_due', owed = 2500, asked_at = null,
           created_at = now() - interval '1 day', read_at = now() - make_interval(mins => $2) where organization_id = $1`,
        [lender.organizationId, minutes],
      );
    await owingSince(30);
    await sweep();
    expect(await jobsFor(id)).toBe(0);
    await owingSince(61);
    await sweep();
    await untilIs(person, { status: "active", owed: null });
    const [row] = await product.asOwner("select asks from subscriptions where id = $1", [id]);
    expect(row, "a reading makes the pause short again").toEqual({ asks: 0 });
  });

  test("a checkout for which the provider does not answer is read less and less often, and not forever", async () => {
    const { lender, person } = await aSoleMember(product);
    await begin(product, person);
    await untilSettled(product);
    await product.sandbox.stripe.steer({ mode: "error500" });
    const grow = () =>
      product.asOwner(
        `update subscriptions set created_at = created_at - interval '2 days', read_at = read_at - interval '2 days',
           asked_at = asked_at - interval '2 days' where organization_id = $1 returning id`,
        [lender.organizationId],
      );
    const [row] = await grow();
    const id = String(row!["id"]);
    const givenUp: string[] = [];
    for (let time = 0; time < 3; time++) givenUp.push(...(await sweep()));
    expect(await jobsFor(id)).toBe(1);
    for (let time = 0; time < 20; time++) {
      await grow();
      givenUp.push(...(await sweep()));
    }
    expect(givenUp).toEqual([id]);
    await vi.waitFor(async () => expect(await jobsFor(id)).toBe(12), 15_000);
  });
});
