// The events that card-events.bench.ts sends: recorded from one sandbox subscription, and copied for each of ours.
import { createHmac, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { Stripe } from "stripe";
import { openSandbox, SANDBOX_DEFAULTS } from "../sandbox/sandbox.ts";
import { STRIPE_WEBHOOK_SECRET } from "./server-process.ts";

/** Of each subscription: begun, its invoice made and finalized, paid, running. */
const TYPES = [
  "customer.subscription.created",
  "invoice.finalized",
  "invoice.paid",
  "invoice.payment_succeeded",
  "customer.subscription.updated",
];
export const EVENTS_EACH = TYPES.length;
const CONNECTIONS = 16; // as many as the sandbox provider sends at once

export interface Ours {
  readonly organizationId: string;
  readonly id: string;
  readonly providerId: string;
}

export interface Recorded {
  readonly priceId: string;
  /** The provider's answer about one of ours. */
  answerFor(ours: Ours): string;
  /** The events of one of ours, each with an id of its own. */
  eventsFor(ours: Ours): string[];
}

/** Records one paid subscription of the sandbox provider. */
export async function recordSubscription(): Promise<Recorded> {
  const sandbox = await openSandbox({ stripe: { ...SANDBOX_DEFAULTS.stripe, webhookUrl: null } });
  try {
    const { hostname, port } = new URL(sandbox.providersUrl);
    const stripe = new Stripe(SANDBOX_DEFAULTS.stripe.secretKey, { protocol: "http", host: hostname, port });
    const product = await stripe.products.create({ name: "Bench" });
    const recurring = { interval: "month" } as const;
    const price = await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 2500, recurring });
    const customer = await stripe.customers.create();
    const begun = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: "default_incomplete",
      payment_settings: { save_default_payment_method: "on_subscription" },
      metadata: { organizationId: "ORGANIZATION", subscriptionId: "OURS" },
      expand: ["latest_invoice.confirmation_secret"],
    });
    const invoice = begun.latest_invoice as Stripe.Invoice; // expanded
    const [intent] = (invoice.confirmation_secret?.client_secret ?? "").split("_secret");
    await stripe.paymentIntents.confirm(intent!, { payment_method: "pm_card_visa" }); // split gives one part at least
    const paid = await stripe.subscriptions.retrieve(begun.id, {
      expand: ["latest_invoice", "default_payment_method"],
    });
    const { data: reported } = await stripe.events.list({ limit: 100 });
    const chosen = TYPES.map((type) => reported.find((event) => event.type === type)!); // the sandbox sends each
    const copied = (object: object, { organizationId, id, providerId }: Ours) =>
      JSON.stringify(object)
        .replaceAll(begun.id, providerId)
        .replaceAll(invoice.id, `in_${providerId}`)
        .replaceAll("ORGANIZATION", organizationId)
        .replaceAll("OURS", id);
    return {
      priceId: price.id,
      answerFor: (ours) => copied(paid, ours),
      eventsFor: (ours) => chosen.map((event) => copied({ ...event, id: `evt_${randomUUID()}` }, ours)),
    };
  } finally {
    await sandbox.close();
  }
}

/** All of them, signed just now, in this order over kept-alive connections. @throws when one is refused */
export async function sendAll(url: string, bodies: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const at = Math.floor(Date.now() / 1000);
  const send = (body: string) =>
    new Promise<void>((resolve, reject) => {
      const mac = createHmac("sha256", STRIPE_WEBHOOK_SECRET).update(`${at}.${body}`).digest("hex");
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "stripe-signature": `t=${at},v1=${mac}`,
      };
      request(url, { method: "POST", agent, headers }, (reply) => {
        reply.resume().on("end", () => {
          if (reply.statusCode === 204) resolve();
          else reject(new Error(`an event was answered with ${reply.statusCode}`));
        });
      })
        .on("error", reject)
        .end(body);
    });
  try {
    await Promise.all(bodies.map(send));
  } finally {
    agent.destroy();
  }
}
