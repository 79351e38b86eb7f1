import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { linksIn, mailAbout, mailsTo, payloadOf, tokenIn } from "#features/auth/server/test-account.ts";
import { aCheckout, aSoleMember, begin, confirm, pay, stripeOf, untilIs, untilSettled } from "../test-cards.ts";

const { subscribe, listPlans } = calls;

describe.each(FEATURE_ENGINES)("beginning a payment on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const countIn = async (table: string) =>
    Number((await product.asOwner(`select count(*)::int as count from ${table}`))[0]!["count"]);

  test("anyone sees one plan per period, in cents, with the year 20 % off", async () => {
    const { status, body } = await anonymous(product).send(listPlans);
    expect(status).toBe(200);
    const [monthly, yearly, ...others] = body;
    expect(others).toEqual([]);
    expect(monthly).toMatchObject({ pricingLevel: "basic", pricingPeriod: "monthly", price: 2500 });
    expect(yearly).toMatchObject({ pricingLevel: "basic", pricingPeriod: "yearly", price: (2500 * 12 * 80) / 100 });
    expect(Object.keys(monthly!).sort()).toEqual(["id", "name", "price", "pricingLevel", "pricingPeriod"]);
  });

  test("a visitor gets a secret and an account, and is signed in; one email sets the password", async () => {
    const checkout = await aCheckout(product);
    const reply = await anonymous(product).send(subscribe, checkout);
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
    const person = someoneWith(product, reply.body.token!);
    expect(payloadOf(reply.body.token!)).toMatchObject({
      firstName: "Paula van",
      lastName: "Payer",
      email: checkout.cardEmail,
    });
    await confirm(product, reply.body.clientSecret);
    await untilIs(person, { status: "active", cardLast4: "4242" });

    const mail = await mailAbout(product, checkout.cardEmail, "set your password");
    expect(linksIn(mail)).toHaveLength(1);
    expect(mailsTo(product, checkout.cardEmail)).toHaveLength(1);
    const password = "another sentence of one's own";
    const set = await anonymous(product).send(calls.resetPasswordComplete, { token: tokenIn(mail), password });
    expect(set).toMatchObject({ status: 200 });
    const { status, body } = await anonymous(product).send(calls.logIn, { email: checkout.cardEmail, password });
    expect(status).toBe(200);
    expect(payloadOf(body.token)).toMatchObject({ emailConfirmed: true });
  });

  test("a known address is asked to sign in: no account, no row, no call to the provider", async () => {
    const { person } = await aSoleMember(product);
    await untilSettled(product);
    const before = [await countIn("users"), await countIn("subscriptions"), product.askedOfStripe.length];
    const checkout = { ...(await aCheckout(product)), cardEmail: person.email.toUpperCase() };
    expect(await anonymous(product).send(subscribe, checkout)).toMatchObject({ status: 409, message: "LOG_IN_TO_PAY" });
    expect([await countIn("users"), await countIn("subscriptions"), product.askedOfStripe.length]).toEqual(before);
  });

  test("of fifty simultaneous visitors with one address, one gets the account", async () => {
    const checkout = await aCheckout(product);
    const replies = await Promise.all(Array.from({ length: 50 }, () => anonymous(product).send(subscribe, checkout)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ message }) => message === "LOG_IN_TO_PAY")).toHaveLength(49);
    expect(await product.asOwner("select email from users where email = $1", [checkout.cardEmail])).toHaveLength(1);
  });

  test("a visitor who repeats a request with the same key continues, until the address belongs to a confirmed user", async () => {
    const checkout = await aCheckout(product);
    const headers = { "idempotency-key": randomUUID() };
    const ask = (more = {}) => anonymous(product, headers).send(subscribe, { ...checkout, ...more });
    const [first, again] = [await ask(), await ask({ grToken: "captcha-fail" })];
    expect(again.body.clientSecret).toBe(first.body.clientSecret);
    expect(payloadOf(again.body.token!)["id"]).toBe(payloadOf(first.body.token!)["id"]);
    expect(await ask({ name: "Someone Else" })).toMatchObject({ message: "IDEMPOTENCY_KEY_REUSED" });
    const short = { "idempotency-key": "1" };
    expect(await anonymous(product, short).send(subscribe, checkout)).toMatchObject({ message: "LOG_IN_TO_PAY" });
    await product.asOwner("update users set email_confirmed = true where email = $1", [checkout.cardEmail]);
    expect(await ask()).toMatchObject({ status: 409, message: "LOG_IN_TO_PAY" });
  });

  test("the subscription of a signed-in user belongs to them", async () => {
    const { lender, person } = await aSoleMember(product);
    const subscription = await pay(product, person);
    const [row] = await product.asOwner(
      "select organization_id, created_by, stripe_subscription_id from subscriptions where id = $1",
      [subscription.id],
    );
    expect(row).toMatchObject({ organization_id: lender.organizationId, created_by: person.userId });
    const found = await stripeOf(product).subscriptions.retrieve(String(row!["stripe_subscription_id"]));
    expect(found.metadata).toEqual({ organizationId: lender.organizationId, subscriptionId: subscription.id });
  });

  test("an unknown plan is refused before anything else, and a price in the request is ignored", async () => {
    const checkout = await aCheckout(product);
    await untilSettled(product);
    const asked = product.askedOfStripe.length;
    for (const planID of [randomUUID(), "basic", "1", "' or 1=1"])
      expect(await anonymous(product).send(subscribe, { ...checkout, planID, grToken: "captcha-fail" })).toMatchObject({
        status: 400,
        message: "UNABLE_TO_DETERMINE_PLAN",
      });
    for (const more of [
      { price: 1 },
      { amount: 1 },
      { coupon: "FREE" },
      { currency: "jpy" },
      { planID: null },
      { planID: [checkout.planID] },
    ])
      expect(await anonymous(product).send(subscribe, { ...checkout, ...more } as never)).toMatchObject({
        status: 400,
        message: "VALIDATION_ERROR",
      });
    expect(product.askedOfStripe.length).toBe(asked);
  });

  test("a caller who is taken for a bot gets 403, and nothing is created", async () => {
    await untilSettled(product);
    const before = [await countIn("users"), await countIn("subscriptions"), product.askedOfStripe.length];
    for (const grToken of ["captcha-fail", "captcha-low-score"])
      expect(await anonymous(product).send(subscribe, { ...(await aCheckout(product)), grToken })).toMatchObject({
        status: 403,
        message: "FLAGGED_AS_SPAM",
      });
    expect([await countIn("users"), await countIn("subscriptions"), product.askedOfStripe.length]).toEqual(before);
  });

  test("a member who may not pay gets NOT_THE_PAYER, whatever their role", async () => {
    const lender = await aLender(product);
    await untilSettled(product);
    const asked = product.askedOfStripe.length;
    for (const role of ["editor", "observer", "registered", "inactive", "guest"] as const)
      expect(await (await lender.as(role)).send(subscribe, await aCheckout(product)), role).toMatchObject({
        status: 409,
        message: "NOT_THE_PAYER",
      });
    expect(product.askedOfStripe.length).toBe(asked);
    await begin(product, await lender.as("root"));
    await begin(product, await lender.as("admin"));
  });

  test("an invalid token gives 401, and another user's membership gives NOT_THE_PAYER, because 403 means only spam", async () => {
    const checkout = await aCheckout(product);
    expect(await someoneWith(product, "x.y.z").send(subscribe, checkout)).toMatchObject({
      status: 401,
      message: "INVALID_JWT",
    });
    const [one, other] = [await aSoleMember(product), await aSoleMember(product)];
    const headers = { "x-membership-id": other.person.membershipId };
    expect(await someoneWith(product, one.person.token, headers).send(subscribe, checkout)).toMatchObject({
      status: 409,
      message: "NOT_THE_PAYER",
    });
  });

  test("two hundred identical calls make one row, one customer and one subscription, and return one secret", async () => {
    const { lender, person } = await aSoleMember(product);
    const checkout = await aCheckout(product);
    const replies = await Promise.all(Array.from({ length: 200 }, () => person.send(subscribe, checkout)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1);
    const rows = await product.asOwner(
      "select stripe_customer_id from subscriptions s join organizations o on o.id = organization_id where o.id = $1",
      [lender.organizationId],
    );
    expect(rows).toHaveLength(1);
    const customers = await stripeOf(product).customers.list({ limit: 100 });
    expect(customers.data.filter(({ metadata }) => metadata["organizationId"] === lender.organizationId)).toHaveLength(
      1,
    );
    const made = await stripeOf(product).subscriptions.list({
      customer: String(rows[0]!["stripe_customer_id"]),
      status: "all",
    });
    expect(made.data).toHaveLength(1);
  });

  test("a user who has a plan gets ALREADY_SUBSCRIBED", async () => {
    const { person } = await aSoleMember(product);
    await pay(product, person);
    expect(await person.send(subscribe, await aCheckout(product, "yearly"))).toMatchObject({
      status: 409,
      message: "ALREADY_SUBSCRIBED",
    });
  });

  test("choosing the other plan ends the unpaid one, so that only one can be paid", async () => {
    const { lender, person } = await aSoleMember(product);
    const monthly = await begin(product, person, "monthly");
    const yearly = await begin(product, person, "yearly");
    expect(yearly).not.toBe(monthly);
    await expect(confirm(product, monthly)).rejects.toThrow();
    await confirm(product, yearly);
    expect(await untilIs(person, { status: "active" })).toMatchObject({ plan: { pricingPeriod: "yearly" } });
    const rows = await product.asOwner(
      "select status from subscriptions where organization_id = $1 order by created_at",
      [lender.organizationId],
    );
    expect(rows).toEqual([{ status: "canceled" }, { status: "active" }]);
  });

  test("a declined card leaves the checkout open for another card", async () => {
    const { person } = await aSoleMember(product);
    const secret = await begin(product, person);
    await expect(confirm(product, secret, "pm_card_visa_chargeDeclined")).rejects.toMatchObject({
      code: "card_declined",
    });
    expect((await person.send(calls.findSubscription)).body.subscription).toMatchObject({ status: "incomplete" });
    expect(await begin(product, person)).toBe(secret);
    await confirm(product, secret);
    await untilIs(person, { status: "active" });
  });

  test("the secret is neither stored nor logged", async () => {
    const { person } = await aSoleMember(product);
    const secret = await begin(product, person);
    const [stored] = await product.asOwner("select json_agg(s)::text as text from subscriptions s");
    expect(`${String(stored!["text"])} ${product.logged.join("\n")}`).not.toContain(secret.split("_secret_")[1]);
  });
});
