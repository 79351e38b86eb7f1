// Rights taken away while requests are in flight: of those that begin after the change none slips through.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givePassword, PASSWORD } from "#features/auth/server/test-account.ts";
import { insertDevice } from "#features/auth/server/queries.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { calls } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { aBorrower, aLender, someoneWith, type Lender, type Person } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { claimsOf, mint } from "../../testing/tokens.ts";

const AT_ONCE = 20;
const REQUESTS = 1_000;
/** Answers after which the change is made, and those that must begin after it. */
const BEFORE = 300;
const AFTER = 300;

interface Answer {
  readonly status: number;
  readonly message: ErrorCode | undefined;
}

/** Sends concurrent requests while the change is made. Returns the answers to requests before and after it. */
async function race(ask: () => Promise<Answer>, change: () => Promise<unknown>) {
  const before: Answer[] = [];
  const after: Answer[] = [];
  let isChanged = false;
  let changing: Promise<unknown> | undefined;
  const askOn = async () => {
    while (before.length + after.length < REQUESTS || after.length < AFTER) {
      const answers = isChanged ? after : before; // by when the request begins
      answers.push(await ask());
      if (before.length >= BEFORE) changing ??= change().finally(() => (isChanged = true));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  await changing;
  return { before, after };
}

describe.each(ENGINES)("of 1,000 requests in flight on %s none succeeds that began after", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const minted = ({ userId }: Person) =>
    someoneWith(product, mint(product.product.config.jwt.secret, claimsOf(userId)));
  const setMembership = ({ userId }: Person, change: string) =>
    product.asOwner(`update memberships set ${change} where user_id = $1`, [userId]);

  /** The change as the person's own call, which must succeed. */
  const ok = async (reply: Promise<Answer>) => expect((await reply).status).toBeLessThan(300);

  async function expectRefused(
    caller: Pick<Person, "send">,
    change: () => Promise<unknown>,
    refusal: Answer,
    ask: () => Promise<Answer> = () => caller.send(calls.listBorrowers),
  ): Promise<void> {
    const { before, after } = await race(ask, change);
    expect(before.filter(({ status }) => status < 300).length).toBeGreaterThanOrEqual(BEFORE - AT_ONCE);
    expect(after.length).toBeGreaterThanOrEqual(AFTER);
    const slipped = after.filter(({ status, message }) => status !== refusal.status || message !== refusal.message);
    expect(slipped).toEqual([]);
  }

  test("the membership ended", async () => {
    const person = await lender.newcomer("registered");
    const leave = () => setMembership(person, "status = 'removed'");
    await expectRefused(person, leave, { status: 403, message: "FORBIDDEN" });
  });

  test("the person was made inactive", async () => {
    const person = await lender.newcomer("editor");
    const retire = () => setMembership(person, "role = 'inactive'");
    await expectRefused(person, retire, { status: 403, message: "FORBIDDEN" });
  });

  test("the role changed to a read-only one", async () => {
    const fresh = await aLender(product);
    const person = await fresh.newcomer("registered");
    const demote = () => setMembership(person, "role = 'observer'");
    const write = () => person.send(calls.createBorrower, aBorrower());
    await expectRefused(person, demote, { status: 403, message: "FORBIDDEN" }, write);
  });

  test("the password was changed", async () => {
    const person = await lender.newcomer("registered");
    await givePassword(product, person.userId);
    const input = { currentPassword: PASSWORD, password: "another sentence of one's own" };
    const change = () => ok(person.send(calls.changePassword, input));
    await expectRefused(person, change, { status: 401, message: "INVALID_JWT" });
  });

  test("every device was signed out, also for a token minted outside", async () => {
    const person = await lender.newcomer("registered");
    const caller = minted(person);
    const end = () => ok(person.send(calls.endAllDevices));
    await expectRefused(caller, end, { status: 401, message: "INVALID_JWT" });
  });

  test("the device was signed out from another one, which stays signed in", async () => {
    const person = await lender.newcomer("registered");
    const [other, id] = [randomUUID(), (await person.send(calls.listDevices)).body[0]!.id];
    const { db, system } = product.database;
    await db.transaction(system, (tx) =>
      insertDevice(tx, system, { id: other, userId: person.userId, userAgent: "test", address: "::1" }),
    );
    const token = mint(product.product.config.jwt.secret, claimsOf(person.userId, { did: other }));
    const elsewhere = someoneWith(product, token);
    await expectRefused(person, () => ok(elsewhere.send(calls.endDevice, { id })), {
      status: 401,
      message: "INVALID_JWT",
    });
    expect(await elsewhere.send(calls.listBorrowers)).toMatchObject({ status: 200 });
  });

  test("the account was erased", async () => {
    const person = await lender.newcomer("registered");
    const erase = () => ok(person.send(calls.eraseAccount));
    await expectRefused(person, erase, { status: 401, message: "NO_USER" });
  });
});
