import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES, ONE_ENGINE } from "#testing/database.ts";
import { anonymous } from "#testing/lender.ts";
import { answer, drip, openTestProduct, type TestProduct } from "#testing/product.ts";
import { aConfirmedAccount, mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { aCheckout, aRunning, aSoleMember, pay } from "../test-cards.ts";
import { beginUpdate } from "../running/update-card.ts";

describe("known addresses", () => {
  const { subscribe } = calls;

  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE, { HIDE_ACCOUNTS: "true", LIMITS: "on" });
  });
  afterAll(() => product.close());

  test("addresses with and without an account are counted together: after thirty, both get the same answer", async () => {
    const { email } = await aConfirmedAccount(product);
    const checkout = await aCheckout(product);
    const ask = (cardEmail: string) => anonymous(product).send(subscribe, { ...checkout, cardEmail });
    const statuses = [];
    for (let time = 0; time < 30; time++)
      statuses.push((await ask(time % 10 === 0 ? `n${time}.${checkout.cardEmail}` : email)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(27);

    const seen = async (cardEmail: string) => {
      const { status, body, headers } = await ask(cardEmail);
      const names = [...headers].filter(
        ([name]) => !["date", "set-cookie", "x-request-id"].includes(name) && !name.startsWith("x-ratelimit"),
      );
      return { status, body, names, cookies: headers.getSetCookie().length };
    };
    for (let time = 0; time < 3; time++) {
      const [known, unknown] = [await seen(email), await seen(`late${time}.${checkout.cardEmail}`)];
      expect(known).toEqual(unknown);
      expect(known).toMatchObject({ status: 429, body: { message: "TOO_MANY_REQUESTS" } });
    }
    await mailAbout(product, email, "already have an account");
    expect(
      mailsTo(product, email).filter(({ Subject }) => Subject.includes("already have")),
      "once a day",
    ).toHaveLength(1);
  });
});

describe("limits", () => {
  const REFUSED = { status: 429, message: "TOO_MANY_REQUESTS" };

  describe.each(FEATURE_ENGINES)("limits of checkouts on %s", (engine) => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(engine, { LIMITS: "on" });
    });
    afterAll(() => product.close());

    test("simultaneous visitors from one network are counted one after the other: thirty can begin", async () => {
      const checkout = await aCheckout(product);
      const replies = await Promise.all(
        Array.from({ length: 36 }, (_, number) =>
          anonymous(product).send(calls.subscribe, { ...checkout, cardEmail: `n${number}.${checkout.cardEmail}` }),
        ),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(6);
    });

    test("card changes of an organization are limited by the hour, and by the minute from one address", async () => {
      const { lender, person } = await aSoleMember(product);
      const { id } = await pay(product, person);
      const { organizationId } = lender;
      const scope = product.database.system.within(organizationId);
      const { ctx } = product.product;
      const limited = { ...ctx, settings: { ...ctx.settings, checkoutsPerHour: 2 } };
      const once = () => beginUpdate(limited, { scope, organizationId });
      for (let time = 0; time < 2; time++) expect(await once()).toMatchObject({ clientSecret: expect.any(String) });
      await expect(once()).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfter: 3600 });
      await product.asOwner(
        "update subscriptions set cards_begun_at = cards_begun_at - interval '61 minutes' where id = $1",
        [id],
      );
      await once();
      for (let time = 0; time < 10; time++)
        expect(await person.send(calls.beginCardUpdate)).toMatchObject({ status: 200 });
      expect(await person.send(calls.beginCardUpdate)).toMatchObject(REFUSED);
    });
  });
});

describe("provider answers", () => {
  const { cancelSubscription, subscribe } = calls;
  const UNAVAILABLE = { status: 502, message: "PROVIDER_UNAVAILABLE" };

  describe("answers of the card provider", () => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(ONE_ENGINE);
    });
    afterEach(() => product.stripeLine.heal());
    afterAll(() => product.close());

    test.each(["/v1/customers", "/v1/subscriptions"])(
      "a slow drip of bytes at %s gives 502 within the limit of one call, and the same organization can subscribe right after",
      async (slow) => {
        const { person } = await aSoleMember(product);
        const checkout = await aCheckout(product);
        product.stripeLine.break((path, reply) => path === slow && drip(reply));
        const replies = await Promise.all([person.send(subscribe, checkout), person.send(subscribe, checkout)]);
        for (const reply of replies) expect(reply).toMatchObject(UNAVAILABLE);
        // The slow response is not repaired by a cut: only the next call passes through.
        product.stripeLine.break(() => false);
        expect(await pay(product, person)).toMatchObject({ status: "active" });
      },
    );

    const BODIES: [string, string | Buffer][] = [
      ["broken JSON", '{"id": "cus'],
      ["null", "null"],
      ["a list", "[]"],
      ["nothing", ""],
      ["another object", '{"object": "unicorn"}'],
      ["100 MB", Buffer.alloc(100_000_000, " ")],
    ];

    test.each(BODIES)(
      "200 with %s counts as an unavailable provider for a user who begins to pay",
      async (_what, body) => {
        const { person } = await aSoleMember(product);
        product.stripeLine.break((_path, reply) => answer(reply, body));
        expect(await person.send(subscribe, await aCheckout(product))).toMatchObject(UNAVAILABLE);
      },
    );

    test.each(BODIES)(
      "200 with %s counts as an unavailable provider for a user who already pays",
      async (_what, body) => {
        const { person } = await aSoleMember(product);
        await aRunning(product, person);
        product.stripeLine.break((_path, reply) => answer(reply, body));
        expect(await person.send(cancelSubscription)).toMatchObject(UNAVAILABLE);
        product.stripeLine.heal();
        expect(await person.send(cancelSubscription)).toMatchObject({ status: 200 });
      },
    );
  });
});
