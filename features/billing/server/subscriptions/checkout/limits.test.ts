import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { anonymous } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aCheckout, aSoleMember, pay } from "../test-cards.ts";
import { beginUpdate } from "../running/update-card.ts";

const REFUSED = { status: 429, message: "TOO_MANY_REQUESTS" };

describe.each(ENGINES)("limits of checkouts on %s", (engine) => {
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
