// For payment tests over several processes: a new user who may pay, their card, and what the provider stores.
import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { logIn, register } from "../../features/auth/contract.ts";
import { listPlans, type Plan, type PricingPeriod } from "../../features/billing/contract.ts";
import { anybody, bodyOf, type Client, withToken } from "../api.ts";

const PASSWORD = "four brown kettles in a row";
/** What the server accepts instead of a bot check's token. */
const TEST_TOKEN = "{secret}";

/** Alone in an organization of their own, so that they may pay; signed in at each process. */
export async function aPayer(urls: readonly string[]): Promise<{ organizationId: string; at: Client[] }> {
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

export async function aPlanOf(client: Pick<Client, "send">, period: PricingPeriod): Promise<Plan> {
  return bodyOf(await client.send(listPlans)).find(({ pricingPeriod }) => pricingPeriod === period)!; // one each
}

/** What the form would send. */
export async function aCheckout(client: Pick<Client, "send">, period: PricingPeriod = "monthly") {
  const { id: planID } = await aPlanOf(client, period);
  const cardEmail = `card.${randomUUID().slice(0, 8)}@example.org`;
  return { planID, cardEmail, name: "Paula van Payer", grToken: TEST_TOKEN };
}

/** The official package against the sandbox, and the queries that tests repeat. */
export function cardProviderAt(sandboxUrl: string) {
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
