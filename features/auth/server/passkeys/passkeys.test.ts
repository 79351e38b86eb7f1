import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { Call, Input } from "#platform/contract/call.ts";
import {
  aBrowser,
  aConfirmedAccount,
  mailAbout,
  PASSWORD,
  type TestBrowser,
  withSecondFactor,
} from "../test-account.ts";
import { aSoftwareKey } from "./test-software-key.ts";

const { beginPasskey, createPasskey, deletePasskey, listPasskeys, renamePasskey, requestPasskey } = calls;
const { logIn, logInWithPasskey, reauthenticateWithPasskey, readSignInMethods } = calls;

describe.each(FEATURE_ENGINES)("passkeys on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const origin = () => new URL(product.product.ctx.settings.publicUrl).origin;

  /** Logged in by password in a browser of their own. */
  async function aPerson() {
    const { email } = await aConfirmedAccount(product);
    const browser = aBrowser(product);
    const { token } = (await browser.send(logIn, { email, password: PASSWORD })).body;
    const send = <C extends Call>(call: C, input?: Input<C>) => browser.send(call, input, token);
    return { email, browser, send };
  }

  /** The same with a passkey. */
  async function aPersonWithPasskey() {
    const person = await aPerson();
    const device = aSoftwareKey(origin());
    const asked = await person.send(beginPasskey);
    const created = await person.send(createPasskey, { name: "My phone", credential: device.create(asked.body) });
    expect(created).toMatchObject({ status: 201 });
    return { ...person, device, passkey: created.body };
  }

  type Device = ReturnType<typeof aSoftwareKey>;

  async function enter(
    device: Device,
    browser: TestBrowser = aBrowser(product),
    faults?: Parameters<Device["get"]>[1],
  ) {
    const { body: asked } = await browser.send(requestPasskey);
    return browser.send(logInWithPasskey, { credential: device.get(asked, faults) });
  }

  test("a passkey is added, logs in without password and code, and is deleted", async () => {
    const { email, send, device, passkey } = await aPersonWithPasskey();
    expect(passkey).toMatchObject({ name: "My phone", isSynced: true, lastUsedAt: null });
    await mailAbout(product, email, "A passkey was added");
    await withSecondFactor(product, { send });
    expect((await send(readSignInMethods)).body).toMatchObject({ hasPasskey: true });

    const entered = await enter(device);
    expect(entered).toMatchObject({ status: 200 });
    const own = await aBrowser(product).send(listPasskeys, {}, entered.body.token);
    expect(own.body).toMatchObject([{ id: passkey.id, lastUsedAt: expect.any(String) }]);

    expect(await send(deletePasskey, { id: passkey.id })).toMatchObject({ status: 204 });
    await mailAbout(product, email, "A passkey was deleted");
    expect(await enter(device)).toMatchObject({ status: 409, message: "PASSKEY_REFUSED" });
  });

  test.each([
    ["a page of another origin", { origin: "https://keyturn.example.net" }],
    ["another relying party", { rpId: "keyturn.example.net" }],
    ["no fingerprint, face or PIN", { isUnverified: true }],
    ["a challenge that was never issued", { challenge: "bm9ib2R5IGV2ZXIgYXNrZWQgdGhpcyBxdWVzdGlvbg" }],
  ])("%s is refused, at sign-in and when a passkey is added", async (_what, faults) => {
    const { device, send } = await aPersonWithPasskey();
    expect(await enter(device, aBrowser(product), faults)).toMatchObject({ status: 409, message: "PASSKEY_REFUSED" });
    const asked = await send(beginPasskey);
    const credential = aSoftwareKey(origin()).create(asked.body, faults);
    expect(await send(createPasskey, { name: "Other", credential })).toMatchObject({ message: "PASSKEY_REFUSED" });
    expect((await send(listPasskeys)).body).toHaveLength(1);
  });

  test("a copied authenticator is noticed by its count", async () => {
    const { device } = await aPersonWithPasskey();
    for (let use = 0; use < 3; use++) expect(await enter(device)).toMatchObject({ status: 200 });
    expect(await enter(device, aBrowser(product), { signCount: 1 })).toMatchObject({ message: "PASSKEY_REFUSED" });
  });

  test("an answer counts once, even when ten are sent at once", async () => {
    const { device } = await aPersonWithPasskey();
    const browser = aBrowser(product);
    const { body: asked } = await browser.send(requestPasskey);
    const credential = device.get(asked);
    const replies = await Promise.all(Array.from({ length: 10 }, () => browser.send(logInWithPasskey, { credential })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("an answer counts in the browser that asked, for five minutes, and a wrong one uses the question up", async () => {
    const { device } = await aPersonWithPasskey();
    const [here, elsewhere] = [aBrowser(product), aBrowser(product)];
    await elsewhere.send(requestPasskey);
    const { body: asked } = await here.send(requestPasskey);
    expect(await elsewhere.send(logInWithPasskey, { credential: device.get(asked) })).toMatchObject({
      message: "PASSKEY_REFUSED",
    });
    expect(await here.send(logInWithPasskey, { credential: device.get(asked) })).toMatchObject({
      message: "PASSKEY_REFUSED",
    });

    const { body: later } = await here.send(requestPasskey);
    await product.asOwner("update passkey_challenges set created_at = created_at - interval '5 minutes'");
    expect(await here.send(logInWithPasskey, { credential: device.get(later) })).toMatchObject({
      message: "PASSKEY_REFUSED",
    });
    expect(await enter(device, here)).toMatchObject({ status: 200 });
  });

  test("one person's passkey neither confirms another's identity nor is added to their account", async () => {
    const mine = await aPersonWithPasskey();
    const theirs = await aPersonWithPasskey();
    const { body: asked } = await mine.browser.send(requestPasskey);
    expect(await mine.send(reauthenticateWithPasskey, { credential: theirs.device.get(asked) })).toMatchObject({
      message: "PASSKEY_REFUSED",
    });
    const { body: creation } = await mine.send(beginPasskey);
    expect(
      await mine.send(createPasskey, { name: "Stolen", credential: theirs.device.create(creation) }),
    ).toMatchObject({ message: "PASSKEY_REFUSED" });
    for (const call of [deletePasskey, renamePasskey])
      expect(await mine.send(call, { id: theirs.passkey.id, name: "Mine" } as never)).toMatchObject({ status: 404 });
    expect((await theirs.send(listPasskeys)).body).toMatchObject([{ name: "My phone" }]);
  });

  test("a passkey confirms the person's identity again", async () => {
    const { send, browser, device } = await aPersonWithPasskey();
    await product.asOwner("update devices set authenticated_at = authenticated_at - interval '31 minutes'");
    expect(await send(beginPasskey)).toMatchObject({ message: "REAUTHENTICATION_REQUIRED" });
    const { body: asked } = await browser.send(requestPasskey);
    const { body } = await send(reauthenticateWithPasskey, { credential: device.get(asked) });
    expect(await browser.send(beginPasskey, {}, body.token)).toMatchObject({ status: 200 });
  });

  test("a session proven by a passkey meets the organization's requirement of a second factor", async () => {
    const { email, send, device, passkey } = await aPersonWithPasskey();
    await product.asOwner(
      `update memberships set role = 'admin' where user_id = (select id from users where email = $1)`,
      [email],
    );
    await product.asOwner(
      `update organizations set require_second_factor = true where id in (select m.organization_id from memberships m
        join users u on u.id = m.user_id where u.email = $1)`,
      [email],
    );
    const byPassword = await aBrowser(product).send(logIn, { email, password: PASSWORD });
    const list = (token: string) => aBrowser(product).send(calls.listMembers, {}, token);
    expect(await list(byPassword.body.token)).toMatchObject({ message: "SECOND_FACTOR_NOT_SET_UP" });
    const byPasskey = await enter(device);
    expect(await list(byPasskey.body.token)).toMatchObject({ status: 200 });
    // Adding a passkey proves it in this session.
    expect(await send(calls.listMembers, {})).toMatchObject({ status: 200 });

    await send(deletePasskey, { id: passkey.id });
    for (const refused of [await send(calls.listMembers, {}), await list(byPasskey.body.token)])
      expect(refused, "without a passkey").toMatchObject({ message: "SECOND_FACTOR_NOT_SET_UP" });
  });

  test("at most ten passkeys, even when many are added at once", async () => {
    const { send } = await aPerson();
    const asked = await Promise.all(Array.from({ length: 12 }, () => send(beginPasskey)));
    const replies = await Promise.all(
      asked.map(({ body }, number) =>
        send(createPasskey, { name: `Key ${number}`, credential: aSoftwareKey(origin()).create(body) }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(replies.filter(({ message }) => message === "LIMIT_REACHED")).toHaveLength(2);
    expect(await send(beginPasskey)).toMatchObject({ message: "LIMIT_REACHED" });
  });

  test("bytes that are no answer are refused and reveal nothing", async () => {
    const browser = aBrowser(product);
    const { body: asked } = await browser.send(requestPasskey);
    const { id, type, response } = aSoftwareKey(origin()).get(asked);
    for (const clientDataJSON of [
      "AAAA",
      Buffer.from("null").toString("base64url"),
      Buffer.from("{}").toString("base64url"),
    ])
      expect(
        await browser.send(logInWithPasskey, { credential: { id, type, response: { ...response, clientDataJSON } } }),
      ).toMatchObject({ status: 409, message: "PASSKEY_REFUSED" });
    expect(await browser.send(logInWithPasskey, { credential: { id, type, response } })).toMatchObject({
      status: 409,
      message: "PASSKEY_REFUSED",
    });
  });

  test("a reset by the mailbox's owner ends a passkey that was added before the address was proven", async () => {
    const { email, device } = await aPersonWithPasskey();
    await product.asOwner(
      "update users set email_confirmed = false, email_confirmed_at = null, password_hash = null where email = $1",
      [email],
    );
    await aBrowser(product).send(calls.resetPasswordInitiate, { email });
    const mail = await mailAbout(product, email, "Set a new password");
    const token = /token=([\w-]+)/.exec(`${mail.Text} ${mail.HTML}`)?.[1] ?? "";
    expect(
      await aBrowser(product).send(calls.resetPasswordComplete, { token, password: "another sentence of one's own" }),
    ).toMatchObject({ status: 200 });
    expect(await enter(device)).toMatchObject({ message: "PASSKEY_REFUSED" });
  });
});
