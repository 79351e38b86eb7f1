// One loan officer who works alone: what they do on a day, and what they know of it afterwards.
import { randomUUID } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import {
  disconnectBank,
  exchangePublicToken,
  generateAssetReport,
  latestAssetReport,
} from "#features/asset-reports/contract.ts";
import { confirmEmail, logIn, register } from "#features/auth/contract.ts";
import {
  beginCardUpdate,
  cancelSubscription,
  findSubscription,
  listPlans,
  resumeSubscription,
  subscribe,
  updateCard,
} from "#features/billing/contract.ts";
import { recordConsent } from "#features/borrower-portal/contract.ts";
import { type Borrower, changeBorrowerStatus, createBorrower, deleteBorrower } from "#features/borrowers/contract.ts";
import { type Call, IDEMPOTENCY_HEADER, type Input, type ReplyOf } from "#platform/contract/call.ts";
import { type Reply, sendCall } from "../testing/http.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** A borrower as the acknowledged calls left it. */
interface KnownBorrower {
  readonly id: string;
  readonly email: string;
  hasConsent: boolean;
  isClosed: boolean;
  /** Ids of the product's bank connections. */
  items: readonly string[];
  /** Acknowledged reports, in order. */
  readonly reports: string[];
}

export interface Lender {
  readonly email: string;
  readonly borrowers: readonly KnownBorrower[];
  /** One of the things that an officer does. Returns what it was. Rejects when the product answers what it never should. */
  act(): Promise<string>;
  /** Does this one. */
  does(act: string): Promise<unknown>;
  signIn(): Promise<void>;
}

/** What an officer does most of the time. */
const DAILY = ["new borrower", "consent and bank", "report", "report", "read a report", "pay invoices"];

const PASSWORD = "four brown kettles in a row";
const DOWN_MS = 90_000;
/** What a provider's failure makes of a call; trying again another day is enough. */
const PROVIDER_DOWN = "PROVIDER_UNAVAILABLE";

/** Registers and confirms a new officer with an organization of their own. */
export async function openLender(world: World, random: Random, name: string): Promise<Lender> {
  const email = `${name}@example.org`;
  const borrowers: KnownBorrower[] = [];
  let token = "";

  /** Asks until the product answers, as a careful client does: the process may be killed at any point. */
  async function send<C extends Call>(call: C, input?: Input<C>): Promise<Reply<ReplyOf<C>>> {
    const key = randomUUID();
    for (const deadline = Date.now() + DOWN_MS; Date.now() < deadline;) {
      const headers = { ...(token && { authorization: `bearer ${token}` }), [IDEMPOTENCY_HEADER]: key };
      const reply = await sendCall(world.url, call, input, headers).catch(() => null);
      if (reply && reply.status !== 503) return reply;
      await world.start();
    }
    throw new Error(`${call.path} was not answered`);
  }

  /** The reply of a success, or `null` for one of the refusals that may happen. */
  async function ask<C extends Call>(call: C, input: Input<C> | undefined, ...refusals: string[]) {
    const reply = await send(call, input);
    if (reply.status < 300) return reply.body;
    if (refusals.includes(reply.message ?? "")) return null;
    throw new Error(
      `${call.path} answered ${reply.status} ${reply.message ?? ""} ${JSON.stringify(reply.errors ?? "")}`,
    );
  }

  async function signIn(): Promise<void> {
    token = "";
    token = (await ask(logIn, { email, password: PASSWORD }))!.token;
  }

  const openBorrowers = () => borrowers.filter(({ isClosed }) => !isClosed);

  const acts: Record<string, () => Promise<unknown>> = {
    async "new borrower"() {
      const address = `${randomUUID()}@example.net`;
      const made = await ask(createBorrower, { firstName: "Dana", lastName: "Whitfield", email: address });
      const { id } = made!;
      borrowers.push({ id, email: address, hasConsent: false, isClosed: false, items: [], reports: [] });
    },
    async "bank without consent"() {
      const borrower = openBorrowers().find(({ hasConsent }) => !hasConsent);
      if (!borrower) return;
      const publicToken = await publicTokenOf(world);
      if (publicToken === null) return;
      const reply = await send(exchangePublicToken, { borrowerId: borrower.id, publicToken });
      if (reply.message !== "CONSENT_REQUIRED") throw new Error(`a bank without consent: ${reply.status}`);
    },
    async "consent and bank"() {
      const borrower = openBorrowers().find(({ items }) => items.length === 0);
      if (!borrower) return;
      const signedOn = new Date(world.now() - millisecondsInDay).toISOString().slice(0, 10);
      await ask(recordConsent, { id: borrower.id, email: borrower.email, method: "attested", signedOn });
      borrower.hasConsent = true;
      const publicToken = await publicTokenOf(world);
      if (publicToken === null) return;
      const input = { borrowerId: borrower.id, publicToken };
      // A token works once: repeated after a kill, it is refused.
      const saved = (await ask(exchangePublicToken, input, PROVIDER_DOWN, "VALIDATION_ERROR")) as Borrower | null;
      borrower.items = saved?.items.map(({ id }) => id) ?? [];
    },
    async report() {
      const connected = openBorrowers().filter(({ items }) => items.length > 0);
      if (connected.length === 0) return;
      const borrower = random.oneOf(connected);
      const made = await ask(
        generateAssetReport,
        { borrowerId: borrower.id, daysRequested: 60 },
        ...["LIMIT_REACHED", "BANK_LOGIN_REQUIRED", "BANKS_TO_RECONNECT", "NO_BANK_CONNECTION", "SPEND_CAP_REACHED"],
      );
      if (made && !borrower.reports.includes(made.assetReportId)) borrower.reports.push(made.assetReportId);
    },
    async "read a report"() {
      const borrower = openBorrowers().find(({ reports }) => reports.length > 0);
      if (borrower) await ask(latestAssetReport, { id: borrower.id });
    },
    async disconnect() {
      const borrower = openBorrowers().find(({ items }) => items.length > 0);
      if (!borrower || !random.happens(20)) return;
      await ask(disconnectBank, { itemId: borrower.items[0]! }, "NOT_FOUND");
      borrower.items = [];
    },
    async close() {
      const borrower = random.oneOf([undefined, ...openBorrowers()]);
      if (!borrower) return;
      await ask(changeBorrowerStatus, { id: borrower.id, status: "closed" }, "INVALID_STATUS_TRANSITION");
      borrower.isClosed = true;
      borrower.items = [];
    },
    async delete() {
      const borrower = openBorrowers().find(({ reports }) => reports.length === 0);
      if (!borrower || !random.happens(30)) return;
      await ask(deleteBorrower, { id: borrower.id, name: "Dana Whitfield" }, "NOT_FOUND"); // gone before a kill
      borrowers.splice(borrowers.indexOf(borrower), 1);
    },
    async subscribe() {
      const [plan] = (await ask(listPlans, undefined))!.filter(() => random.happens(50));
      if (!plan) return;
      const checkout = { planID: plan.id, cardEmail: email, name: "Sim Officer", grToken: "{secret}" };
      const begun = await ask(subscribe, checkout, "ALREADY_SUBSCRIBED", PROVIDER_DOWN, "INVALID_STATUS_TRANSITION");
      if (!begun) return;
      const card = random.oneOf(["pm_card_visa", "pm_card_visa", "pm_card_visa_chargeDeclined"]);
      const [intent] = begun.clientSecret.split("_secret");
      await world.stripe.paymentIntents.confirm(intent!, { payment_method: card }).catch(() => undefined);
    },
    async "change the card"() {
      const found = await ask(findSubscription, undefined);
      if (!found?.subscription || !found.mayPay) return;
      const begun = await ask(beginCardUpdate, undefined, "NO_SUBSCRIPTION", PROVIDER_DOWN, "LIMIT_REACHED");
      if (!begun) return;
      const [setupIntentID] = begun.clientSecret.split("_secret");
      const card = random.oneOf(["pm_card_mastercard", "pm_card_visa", "pm_card_chargeCustomerFail"]);
      const isConfirmed = await world.stripe.setupIntents
        .confirm(setupIntentID!, { payment_method: card })
        .then(Boolean, () => false);
      if (isConfirmed)
        await ask(updateCard, { setupIntentID: setupIntentID! }, "NO_SUBSCRIPTION", "CARD_DECLINED", PROVIDER_DOWN);
    },
    async "cancel the plan"() {
      if (random.happens(25)) await ask(cancelSubscription, undefined, "NO_SUBSCRIPTION", PROVIDER_DOWN);
    },
    async "resume the plan"() {
      await ask(resumeSubscription, undefined, "NO_SUBSCRIPTION", PROVIDER_DOWN);
    },
    async "pay invoices"() {
      const { data } = await world.stripe.invoices.list({ status: "open", limit: 100 }).catch(() => ({ data: [] }));
      for (const { id, customer_email: payer, parent } of data)
        if (payer === email && !parent?.subscription_details)
          await world.stripe.invoices.pay(id, { payment_method: "pm_card_visa" }).catch(() => undefined);
    },
  };

  await ask(register, { firstName: "Sim", lastName: "Officer", email, password: PASSWORD, company: `Lender ${name}` });
  await ask(confirmEmail, { token: await confirmationOf(world, email) });
  await signIn();
  return {
    email,
    borrowers,
    signIn,
    does: (act) => acts[act]!(),
    async act() {
      const name = random.happens(50) ? random.oneOf(DAILY) : random.oneOf(Object.keys(acts));
      await acts[name]!();
      return name;
    },
  };
}

/** A bank dialog that was completed at the provider; `null` while the provider is down. */
async function publicTokenOf({ sandbox }: World): Promise<string | null> {
  const reply = await fetch(`${sandbox.providersUrl}/plaid/sandbox/public_token/create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_id: "keyturn-local-client",
      secret: "keyturn-local-secret",
      institution_id: "ins_109508",
      initial_products: ["assets"],
      options: { override_username: "user_good", override_password: "pass_good" },
    }),
  }).catch(() => null);
  if (!reply?.ok) return null;
  return ((await reply.json()) as { public_token: string }).public_token;
}

async function confirmationOf({ sandbox }: World, email: string): Promise<string> {
  for (const deadline = Date.now() + DOWN_MS; Date.now() < deadline;) {
    const mail = sandbox.mailbox.list().find(({ To }) => To.some(({ Address }) => Address === email));
    const link = mail?.Text.match(/https?:\/\/\S*[?&]token=([\w-]+)/)?.[1];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no email to ${email}`);
}
