import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { answer, drip, type Fault } from "#testing/provider-line.ts";
import { LARGEST_REPORT } from "#providers/plaid/plaid.ts";
import { aPublicToken, connect, generate, heldByPlaid, settled } from "./test-bank.ts";

const { createLinkToken, exchangePublicToken, findOwnBorrower, generateAssetReport, latestAssetReport } = calls;
const UNAVAILABLE = { status: 502, message: "PROVIDER_UNAVAILABLE" };

describe("answers of the bank-data provider", () => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterEach(() => product.plaidLine.heal());
  afterAll(() => product.close());

  const charged = async () =>
    Number((await product.asOwner("select count(*)::int as count from line_items"))[0]!["count"]);

  /** Replaces the answer of one path, once a caller reaches it. */
  const answering =
    (at: string, body: string | Buffer): Fault =>
    (path, reply) =>
      path === at && answer(reply, body);

  async function aConnected(of: Lender = lender, person: Person = officer) {
    const borrower = await of.hasBorrower();
    await connect(product, person, borrower.id);
    return borrower;
  }

  test("a slow drip of bytes gives 502 within the limit of one call, and the provider is used again once it works", async () => {
    const borrower = await lender.hasBorrower();
    const publicToken = await aPublicToken(product);
    product.plaidLine.break((_path, reply) => drip(reply));
    const replies = await Promise.all([
      officer.send(createLinkToken, { borrowerId: borrower.id }),
      officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken }),
    ]);
    for (const reply of replies) expect(reply).toMatchObject(UNAVAILABLE);
    product.plaidLine.heal();
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject({ status: 200 });
    const connected = await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken });
    expect(connected).toMatchObject({ status: 200 });
  });

  test("while one lender's bank drips bytes slowly, another lender's report becomes ready", async () => {
    const slow = await Promise.all(Array.from({ length: 6 }, () => aConnected()));
    const other = await aLender(product);
    const others = await other.as("registered");
    const quick = await aConnected(other, others);

    let [begun, ended] = [0, 0];
    let isSlow: (token: string) => boolean = () => true;
    product.plaidLine.break((path, reply, body) => {
      if (path !== "/asset_report/get" || !isSlow(tokenIn(body))) return false;
      begun += 1;
      reply.on("close", () => (ended += 1));
      return drip(reply);
    });
    for (const { id } of slow) await officer.send(generateAssetReport, { borrowerId: id });
    const tokens = await vi.waitFor(() => tokensOf(slow.map(({ id }) => id)), { timeout: 25_000, interval: 100 });
    isSlow = (token) => tokens.has(token);
    await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(2), 15_000);

    const endedBefore = ended;
    expect(await generate(others, quick.id)).toMatchObject({ state: "ready" });
    expect(ended, "the other lender waited for a slow bank").toBe(endedBefore);
    product.plaidLine.heal();
    for (const { id } of slow) expect(await settled(officer, id)).toMatchObject({ state: "ready" });
  }, 120_000);

  test.each([
    ["broken JSON", '{"link_token": "link'],
    ["null", "null"],
    ["a list", "[]"],
    ["nothing", ""],
    ["another object", "{}"],
    ["100 MB", Buffer.alloc(100_000_000, " ")],
  ])("200 with %s counts as an unavailable provider, at each call", async (_what, body) => {
    const borrower = await lender.hasBorrower();
    product.plaidLine.break((_path, reply) => answer(reply, body));
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(UNAVAILABLE);
    const asked = { borrowerId: borrower.id, publicToken: "public-sandbox-x" };
    expect(await officer.send(exchangePublicToken, asked)).toMatchObject(UNAVAILABLE);
  });

  test.each(["/accounts/get", "/institutions/get_by_id"])(
    "a connection whose %s cannot be read ends at the provider",
    async (path) => {
      const borrower = await lender.hasBorrower();
      const publicToken = await aPublicToken(product);
      product.plaidLine.break(answering(path, "null"));
      const before = product.askedOfPlaid.length;
      expect(await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken })).toMatchObject(
        UNAVAILABLE,
      );
      expect(product.askedOfPlaid.slice(before)).toContain("/item/remove");
      expect((await officer.send(findOwnBorrower, { id: borrower.id })).body.items).toEqual([]);
    },
  );

  test("a connection that we fail to store ends at the provider", async () => {
    const borrower = await lender.hasBorrower();
    const publicToken = await aPublicToken(product);
    const before = product.askedOfPlaid.length;
    await product.asOwner("alter table bank_items add constraint none_today check (false) not valid");
    try {
      expect(await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken })).toMatchObject({
        status: 500,
      });
    } finally {
      await product.asOwner("alter table bank_items drop constraint none_today");
    }
    expect(product.askedOfPlaid.slice(before)).toContain("/item/remove");
  });

  test.each<[string, string, (report: Body) => unknown]>([
    ["of another report", "WRONG_REPORT", (report) => (report.asset_report_id = "another-report")],
    ["without a bank", "NO_ACCOUNTS", (report) => (report.items = [])],
    ["without an account", "NO_ACCOUNTS", (report) => report.items.forEach((item) => (item.accounts = []))],
  ])("a report %s fails with %s and is not charged", async (_what, code, change) => {
    const borrower = await aConnected();
    await generate(officer, borrower.id);
    const [before, { report }] = [await charged(), await whole(borrower.id)];
    expect(before).toBeGreaterThan(0);
    product.plaidLine.break((path, reply) => {
      if (path !== "/asset_report/get") return false;
      const changed = structuredClone(report);
      void providerIdOf(borrower.id).then((id) => {
        changed.asset_report_id = id;
        change(changed);
        answer(reply, JSON.stringify({ report: changed, warnings: [], request_id: "r" }));
      });
      return true;
    });
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "failed", error: { code } });
    expect(await charged()).toBe(before);
  });

  test("a report above the size limit counts as unreadable", async () => {
    const borrower = await aConnected();
    const tooLarge = Buffer.alloc(LARGEST_REPORT + 1, " ");
    product.plaidLine.break(answering("/asset_report/get", tooLarge));
    expect(await generate(officer, borrower.id)).toMatchObject({
      state: "failed",
      error: { code: "REPORT_UNREADABLE" },
    });
  });

  interface Body {
    asset_report_id: string;
    items: { accounts: unknown[] }[];
  }

  /** The provider's bytes of the borrower's newest report. */
  async function whole(borrowerId: string): Promise<{ report: Body }> {
    const { body } = await officer.send(latestAssetReport, { id: borrowerId });
    const [row] = await product.asOwner("select provider_report_id as id from asset_reports where id = $1", [
      body.report!.id,
    ]);
    const { reply } = await heldByPlaid(product, "reports", String(row!["id"]));
    return reply as unknown as { report: Body };
  }

  async function providerIdOf(borrowerId: string): Promise<string> {
    const [row] = await product.asOwner(
      "select provider_report_id as id from asset_reports where borrower_id = $1 order by requested_at desc limit 1",
      [borrowerId],
    );
    return String(row!["id"]);
  }

  /** Throws until the provider has received a request for each of them. */
  async function tokensOf(borrowerIds: string[]): Promise<Set<unknown>> {
    const rows = await product.asOwner(
      "select provider_report_id as id from asset_reports where borrower_id = any($1) and state = 'generating'",
      [borrowerIds],
    );
    expect(rows).toHaveLength(borrowerIds.length);
    const held = await Promise.all(rows.map(({ id }) => heldByPlaid(product, "reports", String(id))));
    return new Set(held.map(({ token }) => token));
  }
});

function tokenIn(body: string): string {
  return (JSON.parse(body) as { asset_report_token: string }).asset_report_token;
}
