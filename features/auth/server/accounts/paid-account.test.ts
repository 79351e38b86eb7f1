import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aCheckout, confirm, untilIs } from "#features/billing/server/subscriptions/test-cards.ts";
import { aLinkToken, mailAbout, PASSWORD, payloadOf, tokenIn } from "../test-account.ts";

describe.each(ENGINES)("an account created by a payment on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  /** Someone pays under an address and is signed in by that. */
  const aVisitor = async () => {
    const checkout = await aCheckout(product);
    const { body } = await anonymous(product).send(calls.subscribe, checkout);
    await confirm(product, body.clientSecret);
    const visitor = someoneWith(product, body.token!);
    await untilIs(visitor, { status: "active" });
    return { email: checkout.cardEmail, token: body.token!, visitor, userId: String(payloadOf(body.token!)["id"]) };
  };
  /** Writes the connection directly, because the call requires a confirmed address. */
  const connectGithub = async (userId: string) => {
    await product.asOwner(
      `with c as (insert into social_connections (provider, subject, user_id, name) values ('github', $1::text, $1::uuid, 'Squat'))
       update users set has_social_auth = true where id = $1::uuid`,
      [userId],
    );
  };
  const waysIn = async (userId: string) =>
    (
      await product.asOwner(
        `select has_social_auth as social, email_confirmed as confirmed, password_hash is not null as password,
           (select count(*)::int from social_connections c where c.user_id = u.id) as connections from users u where id = $1`,
        [userId],
      )
    )[0];

  test.each([
    ["Paula van Payer", "Hello Paula,"],
    ["Zoë-Anne O’Neil", "Hello Zoë-Anne,"],
    ["Free gift: claim.example Now", "Hello Free,"],
    ["claim.example Now", "Hello,"],
    ["£1000 waits for you", "Hello,"],
  ])("the welcome email uses the given name only if it looks like a name: %s", async (name, greeting) => {
    const checkout = { ...(await aCheckout(product)), name };
    await anonymous(product).send(calls.subscribe, checkout);
    const { Text } = await mailAbout(product, checkout.cardEmail, "set your password");
    expect(Text.split("\n")[0]).toBe(greeting);
  });

  test("nothing can be connected before the address is confirmed", async () => {
    const { visitor } = await aVisitor();
    expect(await visitor.send(calls.startConnection, { provider: "github" })).toMatchObject({
      status: 403,
      message: "EMAIL_NOT_CONFIRMED",
    });
  });

  test("when the owner of the address sets a password, the payer loses access and the plan continues", async () => {
    const { email, visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = tokenIn(await mailAbout(product, email, "set your password"));
    const set = await anonymous(product).send(calls.resetPasswordComplete, { token, password: PASSWORD });
    expect(set).toMatchObject({ status: 200 });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: true, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
    const { body } = await anonymous(product).send(calls.logIn, { email, password: PASSWORD });
    await untilIs(someoneWith(product, body.token), { status: "active" });
  });

  test("confirming elsewhere also ends the payer's access, even without a new password", async () => {
    const { visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = await aLinkToken(product, userId, "confirm-email");
    expect(await anonymous(product).send(calls.confirmEmail, { token })).toMatchObject({ status: 200 });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: false, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
  });

  test("confirming in another browser ends the payer's access and requires a password", async () => {
    const { email, visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = await aLinkToken(product, userId, "confirm-email");
    const { body } = await anonymous(product).send(calls.openConfirmLink, { token });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: false, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
    const own = { token: body.passwordToken!, password: PASSWORD };
    expect(await anonymous(product).send(calls.resetPasswordComplete, own)).toMatchObject({ status: 200 });
    expect(await anonymous(product).send(calls.logIn, { email, password: PASSWORD })).toMatchObject({ status: 200 });
  });

  test("a payer who confirms while signed in stays signed in and keeps the plan", async () => {
    const { visitor, userId } = await aVisitor();
    const token = await aLinkToken(product, userId, "confirm-email");
    expect(await visitor.send(calls.confirmEmail, { token })).toMatchObject({ status: 200 });
    await untilIs(visitor, { status: "active" });
  });
});
