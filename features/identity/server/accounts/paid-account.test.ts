import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { nobody, someoneWith } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { aCheckout, confirm, untilIs } from "#features/subscriptions/server/test-cards.ts";
import { aLinkToken, mailAbout, PASSWORD, payloadOf, tokenIn } from "../test-account.ts";

describe.each(ENGINES)("an account that was made by paying on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  /** Somebody pays under an address, and is logged in by that. */
  const aVisitor = async () => {
    const checkout = await aCheckout(product);
    const { body } = await nobody(product).send(calls.subscribe, checkout);
    await confirm(product, body.clientSecret);
    const visitor = someoneWith(product, body.token!);
    await untilIs(visitor, { status: "active" });
    return { email: checkout.cardEmail, token: body.token!, visitor, userId: String(payloadOf(body.token!)["id"]) };
  };
  /** As if it had been connected: the door asks for a confirmed address first. */
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
  ])("is welcomed by the name that was given, as far as it is a name: %s", async (name, greeting) => {
    const checkout = { ...(await aCheckout(product)), name };
    await nobody(product).send(calls.subscribe, checkout);
    const { Text } = await mailAbout(product, checkout.cardEmail, "set your password");
    expect(Text.split("\n")[0]).toBe(greeting);
  });

  test("nothing is connected to it before its address was shown", async () => {
    const { visitor } = await aVisitor();
    expect(await visitor.send(calls.startConnection, { provider: "github" })).toMatchObject({
      status: 403,
      message: "EMAIL_NOT_CONFIRMED",
    });
  });

  test("the owner of the address sets a password: whoever paid is out, with all that they added; what was paid runs on", async () => {
    const { email, visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = tokenIn(await mailAbout(product, email, "set your password"));
    const set = await nobody(product).send(calls.resetPasswordComplete, { token, password: PASSWORD });
    expect(set).toMatchObject({ status: 200 });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: true, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
    const { body } = await nobody(product).send(calls.logIn, { email, password: PASSWORD });
    await untilIs(someoneWith(product, body.token), { status: "active" });
  });

  test("the owner of the address confirms it elsewhere: the same, though no password was set yet", async () => {
    const { visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = await aLinkToken(product, userId, "confirm-email");
    expect(await nobody(product).send(calls.confirmEmail, { token })).toMatchObject({ status: 200 });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: false, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
  });

  test("the owner of the address confirms it in a browser: whoever paid is out, and a password is asked for", async () => {
    const { email, visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = await aLinkToken(product, userId, "confirm-email");
    const { body } = await nobody(product).send(calls.openConfirmLink, { token });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: false, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
    const own = { token: body.passwordToken!, password: PASSWORD };
    expect(await nobody(product).send(calls.resetPasswordComplete, own)).toMatchObject({ status: 200 });
    expect(await nobody(product).send(calls.logIn, { email, password: PASSWORD })).toMatchObject({ status: 200 });
  });

  test("whoever paid and confirms while logged in stays so, with what they paid for", async () => {
    const { visitor, userId } = await aVisitor();
    const token = await aLinkToken(product, userId, "confirm-email");
    expect(await visitor.send(calls.confirmEmail, { token })).toMatchObject({ status: 200 });
    await untilIs(visitor, { status: "active" });
  });
});
