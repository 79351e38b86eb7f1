import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aNewcomer, anAccount, mailAbout, mailsTo, openMailLine, PASSWORD, tokenIn } from "./test-account.ts";

describe.each(ENGINES)("emails during an outage on %s", (engine) => {
  let line: Awaited<ReturnType<typeof openMailLine>>;
  let product: TestProduct;
  beforeAll(async () => {
    line = await openMailLine();
    product = await openTestProduct(engine, { SMTP_URL: line.url, HIDE_ACCOUNTS: "true" });
  });
  afterAll(async () => {
    await product.close();
    await line.close();
  });

  /** Waits until every email has failed, and leaves each one try, which is not due before the caller goes on. */
  const untilLastTry = () =>
    vi.waitFor(
      async () => {
        await product.asOwner(
          `update jobs.job set retry_limit = retry_count + 1, start_after = now() + interval '3 seconds'
           where state = 'retry' and not exists
             (select from jobs.job where name like 'identity.%' and state in ('created', 'active'))`,
        );
        const waiting = await product.asOwner(
          "select retry_limit - retry_count as tries from jobs.job where name like 'identity.%' and state < 'completed'",
        );
        expect(waiting).not.toEqual([]);
        expect(waiting.filter((job) => job["tries"] !== 1)).toEqual([]);
      },
      { timeout: 60_000, interval: 100 },
    );

  test(
    "confirm, reset and welcome links arrive when the server is back, also on the last attempt",
    { timeout: 200_000 },
    async () => {
      line.refuse();
      const { email } = await anAccount(product);
      const taken = await anAccount(product);
      await anonymous(product).send(calls.resetPasswordInitiate, { email });
      await anonymous(product).send(calls.register, { ...aNewcomer(), email: taken.email });
      await untilLastTry();
      line.letThrough(product.sandbox.smtpUrl);
      const confirm = tokenIn(await mailAbout(product, email, "Confirm your email"));
      expect(await anonymous(product).send(calls.confirmEmail, { token: confirm })).toMatchObject({ status: 200 });
      const reset = tokenIn(await mailAbout(product, email, "Set a new password"));
      const set = await anonymous(product).send(calls.resetPasswordComplete, { token: reset, password: PASSWORD });
      expect(set).toMatchObject({ status: 200 });
      await mailAbout(product, taken.email, "already have an account");
      expect(await product.product.ctx.jobs.deadLetters()).toEqual([]);
    },
  );

  test(
    "an email that failed is a dead letter, and another can be requested at once",
    { timeout: 200_000 },
    async () => {
      line.refuse();
      const account = await anAccount(product);
      await untilLastTry();
      await vi.waitFor(
        async () => {
          expect(
            await product.asOwner(
              "select from jobs.job j join users u on u.id = (j.data ->> 'userId')::uuid where name = 'dead-letter' and email = $1",
              [account.email],
            ),
          ).toHaveLength(1);
        },
        { timeout: 60_000, interval: 200 },
      );
      line.letThrough(product.sandbox.smtpUrl);
      await anonymous(product).send(calls.logIn, account); // unconfirmed and hidden, so a sign-in emails the link again
      expect(mailsTo(product, account.email).length).toBeLessThan(2);
      await mailAbout(product, account.email, "Confirm your email");
    },
  );

  test("a user who was emailed ten links learns that no more are sent now", async () => {
    line.letThrough(product.sandbox.smtpUrl);
    const account = await anAccount(product);
    await mailAbout(product, account.email, "Confirm your email");
    await product.asOwner(
      `insert into mail_tokens (hash, user_id, purpose, expires_at)
       select sha256(concat(id, n)::bytea), id, 'confirm-email', now() + interval '1 day' from users, generate_series(1, 9) n
       where email = $1`,
      [account.email],
    );
    const [user] = await product.asOwner("update users set has_social_auth = true where email = $1 returning id", [
      account.email,
    ]);
    expect(user).toBeDefined();
    const { token } = (await anonymous(product).send(calls.logIn, account)).body;
    const reply = await someoneWith(product, token).send(calls.resendConfirmation);
    expect(reply).toMatchObject({ status: 429, message: "TOO_MANY_REQUESTS" });
    expect(reply.headers.get("retry-after")).toBe("3600");
  });
});
