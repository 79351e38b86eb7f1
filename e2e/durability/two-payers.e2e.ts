// Two processes on one PostgreSQL, and a user who pays at both: one account, one subscription, one charge.
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import Stripe from "stripe";
import { test } from "../fixtures.ts";
import {
  cancelSubscription,
  findSubscription,
  listPlans,
  type Plan,
  previewPlanSwitch,
  type PricingPeriod,
  subscribe,
  type Subscription,
  switchPlan,
} from "../../features/billing/contract.ts";
import { type Child, freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { type Stand, startStand } from "../stand.ts";
import { anybody, bodyOf, type Client, withToken } from "../api.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase, type Query } from "./databases.ts";
import { envBeside } from "./processes.ts";
import { sized } from "./size.ts";
import { logIn, register } from "../../features/auth/contract.ts";

const WITHIN = { timeout: 45_000, intervals: [50] };
const SUBSCRIBES = sized({ whole: 200, inCi: 50 });
const VISITORS = 50;

test.describe("two products on one PostgreSQL, and the card provider", () => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  let database: DurableDatabase;
  let stand: Stand;
  let second: Child;
  let secondPort: number;
  let urls: string[];
  let provider: ReturnType<typeof cardProviderAt>;

  test.beforeAll(async () => {
    database = await openDurableDatabase("postgres");
    stand = await startStand({ databaseUrl: database.url, env: { LIMITS: "off" } });
    secondPort = await freePort();
    urls = [stand.url, `http://localhost:${secondPort}`];
    provider = cardProviderAt(stand.sandboxUrl);
    await startSecond();
  });
  test.afterEach(() => provider.steer({ mode: "ok", webhooks: "normal" }));
  test.afterAll(async () => {
    try {
      await second?.stop();
      await stand?.stop();
    } finally {
      await database?.stop();
    }
  });

  async function startSecond(): Promise<void> {
    const env = envBeside(stand, database.url, secondPort);
    second = startChild({ name: "The second product", args: ["app/server/start.ts"], env, onLine: () => {} });
    expect(await untilItAnswers(second, `${urls[1]}/health`)).toBe(true);
  }
  const look = <T>(work: (query: Query) => Promise<T>) => database.asOwner(stand.dataDir, work);
  const linesOf = (organizationId: string) =>
    look(async (query) => {
      const rows = await query(
        `select amount::int as amount from line_items where organization_id = '${organizationId}'`,
      );
      return rows.map(({ amount }) => Number(amount)).toSorted(ascending);
    });
  async function untilIs(client: Client, expected: Partial<Subscription>): Promise<Subscription> {
    let found!: Subscription;
    await expect(async () => {
      const { subscription } = bodyOf(await client.send(findSubscription));
      expect(subscription).toMatchObject(expected);
      found = subscription!; // it matched
    }).toPass(WITHIN);
    return found;
  }
  const untilHeard = () =>
    expect(async () => {
      expect(await provider.isHeard()).toBe(true);
      expect(await look((query) => query("select id from card_events where settled_at is null"))).toEqual([]);
    }).toPass(WITHIN);
  /** One customer, one subscription in this state, these charges, and the same lines of ours. */
  async function expectOnce(organizationId: string, status: string, charges: readonly number[]): Promise<void> {
    const customers = await provider.customersOf(organizationId);
    expect(customers).toHaveLength(1);
    expect((await provider.subscriptionsOf(organizationId)).map((made) => made.status)).toEqual([status]);
    expect((await provider.chargesOf(customers[0]!.id)).toSorted(ascending)).toEqual(charges);
    expect(await linesOf(organizationId)).toEqual(charges);
    const rows = await look((query) =>
      query(`select status from subscriptions where organization_id = '${organizationId}'`),
    );
    expect(rows).toEqual([{ status }]);
  }

  test(`${SUBSCRIBES} identical subscribes over two processes make one subscription, one charge and one line item`, async () => {
    const { organizationId, at } = await aPayer(urls);
    const [checkout, key] = [await aCheckout(at[0]!), randomUUID()];
    const replies = await Promise.all(
      Array.from({ length: SUBSCRIBES }, (_, index) => at[index % 2]!.send(subscribe, checkout, key)),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.filter(({ status }) => status !== 409)).toEqual([]);
    const secrets = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret));
    expect(secrets.size).toBe(1);
    const [secret] = [...secrets];
    const confirmed = await Promise.allSettled([provider.confirm(secret!), provider.confirm(secret!)]);
    expect(confirmed.map(({ status }) => status)).toContain("fulfilled");
    for (const client of at) await untilIs(client, { status: "active" });
    await untilHeard();
    await expectOnce(organizationId, "active", [2500]);
    const again = await Promise.all(at.map((client) => client.send(subscribe, checkout, key)));
    expect(again.map(({ message }) => message)).toEqual(["ALREADY_SUBSCRIBED", "ALREADY_SUBSCRIBED"]);
  });

  test(`of ${VISITORS} visitors with one new address at once over both, one gets the account`, async () => {
    const visitors = urls.map((url) => anybody(url));
    const checkout = await aCheckout(visitors[0]!);
    const replies = await Promise.all(
      Array.from({ length: VISITORS }, (_, index) => visitors[index % 2]!.send(subscribe, checkout)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ message }) => message === "LOG_IN_TO_PAY")).toHaveLength(VISITORS - 1);
    const users = await look((query) => query(`select id from users where email = '${checkout.cardEmail}'`));
    expect(users).toHaveLength(1);
    const customers = await provider.stripe.customers.list({ email: checkout.cardEmail });
    expect(customers.data).toHaveLength(1);
  });

  test("when a process is killed before the provider answers, the other one completes the payment once", async () => {
    for (const operation of ["POST /v1/customers", "POST /v1/subscriptions"]) {
      const { organizationId, at } = await aPayer(urls);
      const [checkout, key] = [await aCheckout(at[0]!), randomUUID()];
      await provider.steer({ mode: "hang", operation });
      const cutOff = at[1]!.send(subscribe, checkout, key).catch(() => null);
      await expect(async () => expect(await provider.hits()).toBe(1)).toPass(WITHIN);
      const rows = await look((query) =>
        query(`select stripe_subscription_id from subscriptions where organization_id = '${organizationId}'`),
      );
      expect(rows, operation).toEqual([{ stripe_subscription_id: null }]);
      await second.kill9();
      expect(await cutOff, operation).toBeNull();
      await provider.steer({ mode: "ok" });
      // The provider carries out what it was asked, although the caller is gone, and the other process may hear of it.
      const made = operation === "POST /v1/subscriptions" ? provider.subscriptionsOf : provider.customersOf;
      await expect(async () => expect(await made(organizationId), operation).toHaveLength(1)).toPass(WITHIN);

      const { clientSecret } = bodyOf(await at[0]!.send(subscribe, checkout, key));
      await provider.confirm(clientSecret);
      await untilIs(at[0]!, { status: "active" });
      await untilHeard();
      await expectOnce(organizationId, "active", [2500]);
      await startSecond();
    }
  });

  test("webhooks that come twice, shuffled and late end in the provider's state", async () => {
    const ways = [{ webhooks: "duplicate" }, { webhooks: "shuffled" }, { webhooks: "delayed", webhookDelayMs: 400 }];
    for (let life = 0; life < ways.length; life++) {
      const { organizationId, at } = await aPayer(urls);
      const steer = (act: number) => provider.steer(ways[(life + act) % ways.length]!);
      await steer(0);
      const { clientSecret } = bodyOf(await at[0]!.send(subscribe, await aCheckout(at[0]!)));
      await provider.confirm(clientSecret);
      await untilIs(at[1]!, { status: "active" });
      await steer(1);
      const { id: planID } = await aPlanOf(at[0]!, "yearly");
      const shown = bodyOf(await at[1]!.send(previewPlanSwitch, { planID }));
      bodyOf(await at[1]!.send(switchPlan, { planID, prorationDate: shown.prorationDate }));
      await steer(2);
      bodyOf(await at[0]!.send(cancelSubscription));
      await untilHeard();
      const [made] = await provider.subscriptionsOf(organizationId);
      const end = made!.items.data[0]!.current_period_end;
      const running = await untilIs(at[1]!, { status: "active", cancelAtPeriodEnd: true, planID });
      expect(made).toMatchObject({ status: "active", cancel_at_period_end: true });
      expect(Date.parse(running.currentPeriodEnd!)).toBe(end * 1000);
      await expectOnce(organizationId, "active", [2500, shown.dueNow].toSorted(ascending));
      await steer(0);
      await provider.stripe.subscriptions.cancel(made!.id);
      await untilIs(at[0]!, { status: "canceled" });
      await untilHeard();
      expect(await linesOf(organizationId)).toHaveLength(2);
    }
  });
});

function ascending(one: number, other: number): number {
  return one - other;
}

// For payment tests over several processes: a new user who may pay, their card, and what the provider stores.

const PASSWORD = "four brown kettles in a row";
/** What the server accepts instead of a bot check's token. */
const TEST_TOKEN = "{secret}";

/** Alone in an organization of their own, so that they may pay; signed in at each process. */
async function aPayer(urls: readonly string[]): Promise<{ organizationId: string; at: Client[] }> {
  const visitor = anybody(urls[0]);
  const email = `paula.${randomUUID().slice(0, 8)}@example.org`;
  bodyOf(await visitor.send(register, { firstName: "Paula", lastName: "Payer", email, password: PASSWORD }));
  const { token } = bodyOf(await visitor.send(logIn, { email, password: PASSWORD }));
  const [membership] = membershipsIn(token);
  return { organizationId: membership!.organization.id, at: urls.map((url) => withToken(token, url)) };
}

function membershipsIn(token: string): { organization: { id: string } }[] {
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(payload) as { memberships: { organization: { id: string } }[] }).memberships;
}

async function aPlanOf(client: Pick<Client, "send">, period: PricingPeriod): Promise<Plan> {
  return bodyOf(await client.send(listPlans)).find(({ pricingPeriod }) => pricingPeriod === period)!; // one each
}

/** What the form would send. */
async function aCheckout(client: Pick<Client, "send">, period: PricingPeriod = "monthly") {
  const { id: planID } = await aPlanOf(client, period);
  const cardEmail = `card.${randomUUID().slice(0, 8)}@example.org`;
  return { planID, cardEmail, name: "Paula van Payer", grToken: TEST_TOKEN };
}

/** The official package against the sandbox, and the queries that tests repeat. */
function cardProviderAt(sandboxUrl: string) {
  const stripe = new Stripe("sk_test_keyturn_local", {
    host: new URL(sandboxUrl).hostname,
    port: new URL(sandboxUrl).port,
    protocol: "http",
    telemetry: false,
  });
  const subscriptionsOf = async (organizationId: string) => {
    const found = await stripe.subscriptions.list({ status: "all", limit: 100 }).autoPagingToArray({ limit: 1_000 });
    return found.filter(({ metadata }) => metadata["organizationId"] === organizationId);
  };
  const customersOf = async (organizationId: string) => {
    const found = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
    return found.filter(({ metadata }) => metadata["organizationId"] === organizationId);
  };
  const chargesOf = async (customer: string) => {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
    return data.filter(({ status }) => status === "succeeded").map(({ amount_received }) => amount_received);
  };
  return {
    stripe,
    subscriptionsOf,
    customersOf,
    chargesOf,
    /** What the card widget does with the secret. Rejects when the card is refused. */
    confirm: (clientSecret: string) =>
      stripe.paymentIntents.confirm(clientSecret.split("_secret")[0]!, { payment_method: "pm_card_visa" }),
    /** Whether every webhook that was sent off has arrived. */
    async isHeard(): Promise<boolean> {
      const { data } = await stripe.events.list({ limit: 100 });
      return data.every(({ pending_webhooks }) => pending_webhooks === 0);
    },
    /** How many calls the requested error has hit since it was set. */
    async hits(): Promise<number> {
      const reply = await fetch(`${sandboxUrl}/_state/stripe/steering/now`);
      return ((await reply.json()) as { hits: number }).hits;
    },
    async steer(order: object): Promise<void> {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`${sandboxUrl}/_steer/stripe`, {
        method: "POST",
        headers,
        body: JSON.stringify(order),
      });
      if (!reply.ok) throw new Error(`the sandbox was not set: ${reply.status}`);
    },
  };
}
