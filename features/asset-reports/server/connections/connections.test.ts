import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { DIALOGS_PER_HOUR } from "#features/asset-reports/contract.ts";
import { IDENTITY, aPublicToken, attest, askPlaid, connect, FIRST_PLATYPUS, heldByPlaid } from "../test-bank.ts";

const { createLinkToken, exchangePublicToken, findOwnBorrower, changeBorrowerStatus } = calls;

describe.each(FEATURE_ENGINES)("bank connections on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  /** The provider's ids of a borrower's connections, including ended ones, oldest first. */
  const providerItems = async (borrowerId: string) =>
    (
      await product.asOwner(
        "select provider_item_id as id from bank_items where borrower_id = $1 order by created_at",
        [borrowerId],
      )
    ).map(({ id }) => String(id));

  test("a link token opens the dialog for this borrower, with our webhook", async () => {
    const borrower = await lender.hasBorrower({ firstName: "Ada", lastName: "Quill" });
    await attest(officer, borrower.id);
    const reply = await officer.send(createLinkToken, { borrowerId: borrower.id });
    expect(reply).toMatchObject({ status: 200, body: { linkToken: expect.stringMatching(/^link-sandbox-/) } });
    expect(Date.parse(reply.body.expiration)).toBeGreaterThan(Date.now());
    expect(await product.sandbox.plaid.find("link-tokens", reply.body.linkToken)).toMatchObject({
      user: { fullName: "Ada Quill", email: borrower.email },
      webhook: `${product.url}/api/latest/webhooks/plaid`,
      products: ["assets"],
      updates: null,
    });
  });

  test("an identity is refused where the provider asks for none", async () => {
    const borrower = await lender.hasBorrower();
    await attest(officer, borrower.id);
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id, identity: IDENTITY })).toMatchObject({
      status: 400,
      errors: [{ field: "identity", code: "INVALID_VALUE" }],
    });
  });

  test("a public token becomes a connection, whose bank and accounts are read from the provider", async () => {
    const borrower = await lender.hasBorrower();
    const hints = { institution: { name: "Evil Bank" }, accounts: [{ mask: "6666" }] };
    const publicToken = await aPublicToken(product);
    await attest(officer, borrower.id);
    const reply = await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken, ...hints });
    expect(reply).toMatchObject({
      status: 200,
      body: { id: borrower.id, status: "bank-connected", connectionState: "ok", connectedAt: expect.any(String) },
    });
    const [item, ...others] = reply.body.items;
    expect(others).toEqual([]);
    expect(item).toMatchObject({ institutionId: FIRST_PLATYPUS, institutionName: "First Platypus Bank", status: "ok" });
    expect(item!.accounts.length).toBeGreaterThan(1);
    const [providerItem] = await providerItems(borrower.id);
    const { accounts } = (await heldByPlaid(product, "items", providerItem!)) as unknown as {
      accounts: { mask: string; name: string }[];
    };
    expect(item!.accounts.map(({ mask, name }) => ({ mask, name }))).toEqual(
      accounts.map(({ mask, name }) => ({ mask, name })),
    );
    expect((await officer.send(findOwnBorrower, { id: borrower.id })).body).toEqual(reply.body);
    expect(JSON.stringify(reply.body)).not.toMatch(/access-|public-/);
  });

  test.each(["public-sandbox-00000000-0000-0000-0000-000000000000", "nonsense", "access-sandbox-x"])(
    "the public token %s is refused as invalid input, and the borrower does not change",
    async (publicToken) => {
      const { id } = await lender.hasBorrower();
      await attest(officer, id);
      const { body: borrower } = await officer.send(findOwnBorrower, { id });
      const reply = await officer.send(exchangePublicToken, { borrowerId: id, publicToken });
      expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
      expect(reply.errors).toEqual([{ field: "publicToken", code: "INVALID_VALUE" }]);
      expect((await officer.send(findOwnBorrower, { id })).body).toEqual(borrower);
    },
  );

  test("a public token can be used once", async () => {
    const [first, second] = [await lender.hasBorrower(), await lender.hasBorrower()];
    for (const { id } of [first, second]) await attest(officer, id);
    const publicToken = await aPublicToken(product);
    expect(await officer.send(exchangePublicToken, { borrowerId: first.id, publicToken })).toMatchObject({
      status: 200,
    });
    expect(await officer.send(exchangePublicToken, { borrowerId: second.id, publicToken })).toMatchObject({
      status: 400,
    });
  });

  test("the same bank again replaces the older connection, which ends at the provider; another bank is added", async () => {
    const borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id);
    await connect(product, officer, borrower.id, { institutionId: "ins_109509" });
    const { items } = await connect(product, officer, borrower.id);
    expect(items.map(({ institutionId }) => institutionId).sort()).toEqual([FIRST_PLATYPUS, "ins_109509"]);
    const [older, other, newer] = await providerItems(borrower.id);
    await vi.waitFor(
      async () => expect(await heldByPlaid(product, "items", older!)).toMatchObject({ removedAt: expect.any(String) }),
      15_000,
    );
    for (const stored of [other, newer])
      expect(await heldByPlaid(product, "items", stored!)).toMatchObject({ removedAt: null });
  });

  test("a closed borrower's connections end at the provider too, and no bank can be connected", async () => {
    const borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id);
    await officer.send(changeBorrowerStatus, { id: borrower.id, status: "closed" });
    const [item] = await providerItems(borrower.id);
    await vi.waitFor(
      async () => expect(await heldByPlaid(product, "items", item!)).toMatchObject({ removedAt: expect.any(String) }),
      15_000,
    );
    await vi.waitFor(
      async () =>
        expect((await officer.send(findOwnBorrower, { id: borrower.id })).body).toMatchObject({
          status: "closed",
          items: [],
          connectionState: "none",
        }),
      15_000,
    );
    const refused = { status: 409, message: "INVALID_STATUS_TRANSITION" };
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(refused);
    const publicToken = await aPublicToken(product);
    expect(await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken })).toMatchObject(refused);
  });

  test("a bank that needs a new sign-in shows at the borrower, is repaired in its own dialog, and shows as ok again", async () => {
    const borrower = await lender.hasBorrower();
    const webhook = `${product.url}/api/latest/webhooks/plaid`;
    await connect(product, officer, borrower.id, { webhook });
    const [providerItem] = await providerItems(borrower.id);
    const { accessToken } = await heldByPlaid(product, "items", providerItem!);
    const state = async () => (await officer.send(findOwnBorrower, { id: borrower.id })).body;

    await askPlaid(product, "/sandbox/item/reset_login", { access_token: accessToken });
    await vi.waitFor(async () => expect((await state()).connectionState).toBe("login_required"), 15_000);
    const [item] = (await state()).items;
    const repair = await officer.send(createLinkToken, { borrowerId: borrower.id, itemId: item!.id });
    expect(await product.sandbox.plaid.find("link-tokens", repair.body.linkToken)).toMatchObject({
      updates: { itemId: providerItem },
    });
    await askPlaid(product, "/sandbox/item/fire_webhook", {
      access_token: accessToken,
      webhook_code: "LOGIN_REPAIRED",
    });
    await vi.waitFor(async () => expect((await state()).connectionState).toBe("ok"), 15_000);
    await askPlaid(product, "/sandbox/item/fire_webhook", {
      access_token: accessToken,
      webhook_code: "PENDING_DISCONNECT",
    });
    await vi.waitFor(async () => expect((await state()).connectionState).toBe("expiring"), 15_000);
  });

  test("only a connection of this same borrower can be repaired", async () => {
    const [mine, other] = [await lender.hasBorrower(), await lender.hasBorrower()];
    const { items } = await connect(product, officer, other.id);
    for (const itemId of [items[0]!.id, randomUUID()])
      expect(await officer.send(createLinkToken, { borrowerId: mine.id, itemId })).toMatchObject({ status: 404 });
  });

  test("the hourly limit of bank dialogs per borrower also holds for simultaneous requests", async () => {
    const { id: borrowerId } = await lender.hasBorrower();
    await attest(officer, borrowerId);
    await product.asOwner(
      "insert into bank_dialogs (organization_id, borrower_id, begun) select organization_id, id, $2 from borrowers where id = $1",
      [borrowerId, DIALOGS_PER_HOUR - 2],
    );
    const replies = await Promise.all(Array.from({ length: 5 }, () => officer.send(createLinkToken, { borrowerId })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    await product.asOwner("update bank_dialogs set began_at = now() - interval '61 minutes' where borrower_id = $1", [
      borrowerId,
    ]);
    expect(await officer.send(createLinkToken, { borrowerId })).toMatchObject({ status: 200 });
  });

  test("a borrower has ten connections at most", async () => {
    const borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id);
    await product.asOwner(
      `insert into bank_items (organization_id, id, borrower_id, provider_item_id, institution_name, accounts, access_token)
       select organization_id, gen_random_uuid(), borrower_id, 'p' || n, 'Bank ' || n, '[]', access_token
       from bank_items, generate_series(1, 9) n where borrower_id = $1`,
      [borrower.id],
    );
    const full = { status: 409, message: "LIMIT_REACHED" };
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(full);
    const publicToken = await aPublicToken(product, { institutionId: "ins_109509" });
    const removed = () => product.askedOfPlaid.filter((path) => path === "/item/remove").length;
    const before = removed();
    expect(await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken })).toMatchObject(full);
    expect(removed() - before, "what was not stored ends at the provider").toBe(1);
  });
});
