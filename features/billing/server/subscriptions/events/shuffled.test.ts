// Runs whole lives of subscriptions and sends the provider's events repeatedly in any order: the result must be the
// provider's state.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type EngineName, ENGINES } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { readSubscription } from "#providers/stripe/subscriptions.ts";
import { aClock, aPlan, aSoleMember, begin, confirm, signatureOf, stripeOf } from "../test-cards.ts";
import { openStripeWebhook } from "./settle.ts";

const TIMES = 20;
/** The embedded database takes a tenth of the events a second that PostgreSQL takes. */
const SEEDS: Record<EngineName, number> = { postgres: 100, embedded: 5 };
const LIVES_AT_ONCE = 8;
const EVENTS_AT_ONCE = 4;
/** Events that the product reads. */
const TYPES = ["customer.subscription.*", "invoice.*"];
const WITHIN = { timeout: 30_000, interval: 20 };

/** One subscription at the provider, with its own test clock. */
interface Life {
  readonly organizationId: string;
  readonly secret: string;
  readonly id: string;
  readonly customer: string;
  /** The provider's newest event before this life. */
  readonly before: string | undefined;
  readonly chance: () => number;
  readonly pass: (days: number) => Promise<void>;
}

/** An event, signed again, and the acts in which its repetitions arrive. */
interface Reported {
  readonly id: string;
  readonly body: string;
  readonly arrivesIn: readonly number[];
}

describe.each(ENGINES)("subscription lives with events out of order on %s", (engine) => {
  let product: TestProduct;
  let yearlyPrice: string;
  beforeAll(async () => {
    product = await openTestProduct(engine);
    await product.sandbox.stripe.steer({ webhooks: "lost" }); // the test sends them itself
    const { id } = await aPlan(product, "yearly");
    yearlyPrice = String(
      (await product.asOwner("select stripe_price_id from plans where id = $1", [id]))[0]!["stripe_price_id"],
    );
  });
  afterAll(() => product.close());

  const stripe = () => stripeOf(product);

  async function aLife(seed: number): Promise<Life> {
    const before = (await stripe().events.list({ limit: 1, types: TYPES })).data[0]?.id;
    const { lender, person } = await aSoleMember(product);
    const { organizationId } = lender;
    const clock = await aClock(product, organizationId);
    const secret = await begin(product, person);
    const [row] = await product.asOwner("select stripe_subscription_id from subscriptions where organization_id = $1", [
      organizationId,
    ]);
    const id = String(row!["stripe_subscription_id"]);
    return {
      organizationId,
      secret,
      id,
      customer: clock.customerId,
      before,
      chance: chanceOf(seed),
      pass: clock.advance,
    };
  }

  async function useCard({ id, customer }: Life, card: string): Promise<void> {
    const { id: method } = await stripe().paymentMethods.attach(card, { customer });
    await stripe().subscriptions.update(id, { default_payment_method: method });
  }

  const pay = ({ secret }: Life) => confirm(product, secret);
  const renew = ({ pass }: Life) => pass(32);
  const switchToYear = async ({ id }: Life) => {
    const { items } = await stripe().subscriptions.retrieve(id);
    const item = { id: items.data[0]!.id, price: yearlyPrice }; // it has one
    await stripe().subscriptions.update(id, { items: [item], proration_behavior: "always_invoice" });
  };
  const fail = (days: number) => async (life: Life) => {
    await useCard(life, "pm_card_chargeCustomerFail");
    await life.pass(days);
  };
  const recover = async (life: Life) => {
    await useCard(life, "pm_card_visa");
    const { data } = await stripe().invoices.list({ subscription: life.id, status: "open" });
    for (const { id } of data) await stripe().invoices.pay(id);
  };
  const cancel = async ({ id }: Life) => void (await stripe().subscriptions.cancel(id));

  function actsOf({ chance }: Life): ((life: Life) => Promise<void>)[] {
    // Each life ends within the days in which the provider retries a failed renewal.
    const [middle, days] = (
      [
        [[], 33],
        [[renew], 31],
        [[switchToYear], 367],
      ] as const
    )[Math.floor(chance() * 3)]!;
    return [pay, ...middle, ...(chance() < 0.3 ? [fail(days), recover] : []), cancel];
  }

  const objectOf = (body: string) =>
    product.product.ctx.providers.readStripeEvent(
      signatureOf(product, body),
      Buffer.from(body),
      JSON.parse(body) as object,
    )?.objectId;

  /** The provider's events of this subscription that are not known yet. */
  async function newEvents(
    { id, before, chance }: Life,
    known: readonly Reported[],
    act: number,
    last: number,
  ): Promise<Reported[]> {
    const found: Reported[] = [];
    for await (const event of stripe().events.list({ limit: 100, types: TYPES })) {
      // Older events may be deleted while they are listed.
      if (event.id === before || known.some((reported) => reported.id === event.id)) break;
      const body = JSON.stringify(event);
      if (!body.includes(id) || objectOf(body) !== id) continue;
      const later = Array.from({ length: TIMES - 1 }, () => act + Math.floor(chance() * (last - act + 1)));
      found.push({ id: event.id, body, arrivesIn: [act, ...later] });
    }
    return found;
  }

  /**
   * The first delivery goes through HTTP. The many repetitions call the handler directly, otherwise this takes minutes.
   */
  async function tell(reported: readonly Reported[], act: number, { chance }: Life): Promise<void> {
    const due = reported.flatMap((one) =>
      one.arrivesIn.flatMap((when, time) => (when === act ? [{ ...one, isFirst: time === 0 }] : [])),
    );
    const waiting = shuffled(due, chance).values();
    const receive = openStripeWebhook(product.product.ctx);
    const signatures = new Map(reported.map(({ id, body }) => [id, signatureOf(product, body)]));
    const teller = async () => {
      for (const { id, body, isFirst } of waiting) {
        const signature = signatures.get(id)!; // made above
        if (isFirst) expect(await throughTheDoor(body, signature)).toBe(204);
        else await receive({ header: () => signature, rawBody: Buffer.from(body) }, JSON.parse(body) as object);
      }
    };
    await Promise.all(Array.from({ length: EVENTS_AT_ONCE }, teller));
  }

  async function throughTheDoor(body: string, signature: string): Promise<number> {
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    return (await fetch(`${product.url}/api/latest/webhooks/stripe`, { method: "POST", headers, body })).status;
  }

  async function expectAsAtProvider({ organizationId, id }: Life, known: readonly Reported[]): Promise<void> {
    await vi.waitFor(async () => {
      const rows = await product.asOwner("select settled_at from card_events where object_id = $1", [id]);
      expect(rows).toHaveLength(known.length);
      expect(rows.filter(({ settled_at }) => settled_at === null)).toEqual([]);
    }, WITHIN);
    const state = await readSubscription(stripe(), id);
    const rows = await product.asOwner(
      `select s.status, s.stripe_subscription_id, p.stripe_price_id, s.cancel_at_period_end, s.owed::int as owed,
         s.current_period_end from subscriptions s join plans p on p.id = s.plan_id where organization_id = $1`,
      [organizationId],
    );
    expect(
      rows.map(({ current_period_end: end, ...row }) => ({ ...row, end: new Date(String(end)).toISOString() })),
    ).toEqual([
      {
        status: state.status,
        stripe_subscription_id: id,
        stripe_price_id: state.priceId,
        cancel_at_period_end: false,
        owed: state.owed?.amount ?? null,
        end: state.periodEnd,
      },
    ]);
    const lines = await product.asOwner(
      "select source_key, amount::int as amount from line_items where organization_id = $1",
      [organizationId],
    );
    const bySource = Object.fromEntries(lines.map(({ source_key, amount }) => [source_key, amount]));
    expect(lines).toHaveLength(state.charges.length);
    expect(bySource).toEqual(
      Object.fromEntries(state.charges.map(({ invoiceId, amount }) => [`subscription_invoice:${invoiceId}`, amount])),
    );
  }

  /** The number of events of this life. */
  async function live(seed: number): Promise<number> {
    const life = await aLife(seed);
    const acts = actsOf(life);
    const last = acts.length - 1;
    const known: Reported[] = [];
    for (const [index, act] of acts.entries()) {
      await Promise.all([act(life), tell(known, index, life)]); // late events mix with current ones
      const fresh = await newEvents(life, known, index, last);
      known.push(...fresh);
      await tell(fresh, index, life);
      await expectAsAtProvider(life, known);
    }
    expect(await actsOnRecord(life)).toEqual([
      "begun",
      "activated",
      ...(acts.includes(recover) ? ["payment-failed", "recovered"] : []),
      "ended",
    ]);
    return known.length;
  }

  async function actsOnRecord({ organizationId }: Life): Promise<string[]> {
    const rows = await product.asOwner(
      "select action from audit_rows where organization_id = $1 and object_type = 'subscription' order by seq",
      [organizationId],
    );
    return rows.map(({ action }) => String(action).replace("subscription.", ""));
  }

  const title = `B11 ${SEEDS[engine]} lives, each event ${TIMES} times, in ${SEEDS[engine]} shuffled orders: one row as the provider's, one line an invoice`;
  test(title, { timeout: 900_000 }, async () => {
    const seeds = Array.from({ length: SEEDS[engine] }, (_, index) => index + 1).values();
    const counts: number[] = [];
    const lane = async () => {
      for (const seed of seeds)
        counts.push(
          await live(seed).catch((cause: unknown) => {
            throw new Error(`seed ${seed}: ${String(cause)}`, { cause });
          }),
        );
    };
    await Promise.all(Array.from({ length: LIVES_AT_ONCE }, lane));
    expect(counts).toHaveLength(SEEDS[engine]);
  });
});

/** Random numbers from 0 to 1, the same for the same seed. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(things: readonly T[], chance: () => number): T[] {
  return things
    .map((thing) => [chance(), thing] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, thing]) => thing);
}
