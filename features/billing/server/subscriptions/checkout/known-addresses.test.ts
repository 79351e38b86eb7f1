import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { anonymous } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aConfirmedAccount, mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { aCheckout } from "../test-cards.ts";

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
      ([name]) => !["date", "set-cookie"].includes(name) && !name.startsWith("x-ratelimit"),
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
