import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { answer, drip, type Fault, openTestProduct, type TestProduct } from "#testing/product.ts";
import { LARGEST_REPORT } from "#providers/plaid/client.ts";
import type { Context } from "#platform/server/context.ts";
import type { BankDataProvider } from "#providers/bank-data.ts";
import { AppError } from "#platform/contract/errors.ts";
import { providerCodeOf, ProviderRefusal } from "#providers/plaid/errors.ts";
import { aPublicToken, askPlaid, attest, connect, generate, heldByPlaid, settled } from "./test-bank.ts";
import { checkItems } from "./connections/connections.ts";
import { askProvider, fetchFromProvider } from "./make-report.ts";

describe("provider answers", () => {
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
      await attest(officer, borrower.id);
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
      await attest(officer, borrower.id);
      product.plaidLine.break((_path, reply) => answer(reply, body));
      expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(UNAVAILABLE);
      const asked = { borrowerId: borrower.id, publicToken: "public-sandbox-x" };
      expect(await officer.send(exchangePublicToken, asked)).toMatchObject(UNAVAILABLE);
    });

    test.each(["/accounts/get", "/institutions/get_by_id"])(
      "a connection whose %s cannot be read ends at the provider",
      async (path) => {
        const borrower = await lender.hasBorrower();
        await attest(officer, borrower.id);
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
      await attest(officer, borrower.id);
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

    test("a bank of which the report has no account is named, and leaves nothing enough", async () => {
      const borrower = await aConnected();
      await connect(product, officer, borrower.id, { institutionId: "ins_109509" });
      product.plaidLine.break((path, reply, body) => {
        if (path !== "/asset_report/get") return false;
        void askPlaid(product, path, JSON.parse(body) as object).then((made) => {
          const { items } = made["report"] as unknown as { items: { institution_id: string; accounts: unknown[] }[] };
          for (const item of items) if (item.institution_id === "ins_109509") item.accounts = [];
          answer(reply, JSON.stringify(made));
        });
        return true;
      });
      expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
      const { findings, verdicts } = (await officer.send(calls.retrieveAssetReport, { id: borrower.id })).body;
      expect(findings).toContainEqual(expect.objectContaining({ code: "BANK_MISSING", severity: "blocker" }));
      expect(verdicts.fannie.outcome).not.toBe("enough");
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
});

describe("provider faults", () => {
  const { createLinkToken, exchangePublicToken, generateAssetReport, findOwnBorrower, latestAssetReport } = calls;

  describe("a failing provider", () => {
    let product: TestProduct;
    let lender: Lender;
    let officer: Person;

    beforeAll(async () => {
      product = await openTestProduct(ONE_ENGINE);
      lender = await aLender(product);
      officer = await lender.as("registered");
    });
    afterEach(() => product.sandbox.plaid.reset());
    afterAll(() => product.close());

    const steer = (order: Record<string, unknown>) => product.sandbox.plaid.steer(order);
    const scope = () => product.database.system.within(lender.organizationId);
    const withAssets = (changed: Partial<BankDataProvider>): Context => {
      const { ctx } = product.product;
      const { bankData } = ctx.providers;
      const assets = { ...bankData.assets, ...changed };
      return { ...ctx, providers: { ...ctx.providers, bankData: { ...bankData, assets } } };
    };
    const find = async (id: string) => (await officer.send(findOwnBorrower, { id })).body;

    async function aConnected(username: string) {
      const borrower = await lender.hasBorrower();
      await attest(officer, borrower.id);
      await connect(product, officer, borrower.id, { username });
      return borrower;
    }
    /** Requests a report, and waits until the provider receives the request. */
    async function aReportUnderWay(borrowerId: string): Promise<string> {
      const { body } = await officer.send(generateAssetReport, { borrowerId });
      await vi.waitFor(async () => {
        const { report } = (await officer.send(latestAssetReport, { id: borrowerId })).body;
        const [row] = await product.asOwner("select state from asset_reports where id = $1", [report!.id]);
        expect(row!["state"]).toBe("generating");
      }, 15_000);
      return body.assetReportId;
    }

    async function accessTokenOf(borrowerId: string): Promise<string> {
      const [item] = await product.asOwner("select provider_item_id as id from bank_items where borrower_id = $1", [
        borrowerId,
      ]);
      return String((await heldByPlaid(product, "items", String(item!["id"])))["accessToken"]);
    }

    test.each(["down", "error500", "rateLimited"])(
      "%s: the dialog and the exchange answer 502, and nothing is written",
      async (mode) => {
        const borrower = await lender.hasBorrower();
        await attest(officer, borrower.id);
        const publicToken = await aPublicToken(product);
        await steer({ mode });
        const refused = { status: 502, message: "PROVIDER_UNAVAILABLE", body: { message: "PROVIDER_UNAVAILABLE" } };
        expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(refused);
        expect(await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken })).toMatchObject(
          refused,
        );
        expect(await find(borrower.id)).toEqual(borrower);
      },
    );

    test("that hangs gives its callers 502 in the end, while all other users are served", async () => {
      const borrower = await lender.hasBorrower();
      await attest(officer, borrower.id);
      await steer({ mode: "hang" });
      let isAnswered = false;
      const waiting = officer.send(createLinkToken, { borrowerId: borrower.id }).finally(() => (isAnswered = true));
      for (let index = 0; index < 20; index++) expect((await find(borrower.id)).id).toBe(borrower.id);
      expect(isAnswered).toBe(false);
      expect(await waiting).toMatchObject({ status: 502, message: "PROVIDER_UNAVAILABLE" });
    });

    test("that is slow is waited for", async () => {
      const borrower = await lender.hasBorrower();
      await attest(officer, borrower.id);
      await steer({ mode: "slow", delayMs: 300 });
      expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject({ status: 200 });
    });

    test.each(["down", "rateLimited"])(
      "that is %s leaves a requested report in the queue, and it is made when the provider answers again",
      async (mode) => {
        const borrower = await aConnected("user_good");
        await steer({ mode });
        const asked = product.askedOfPlaid.length;
        expect(await officer.send(generateAssetReport, { borrowerId: borrower.id })).toMatchObject({ status: 202 });
        await vi.waitFor(() => expect(product.askedOfPlaid.length).toBeGreaterThan(asked), 15_000);
        expect(await find(borrower.id)).toMatchObject({ reportState: "generating", status: "bank-connected" });
        await steer({ mode: "ok" });
        expect(await settled(officer, borrower.id)).toMatchObject({ state: "ready" });
      },
    );

    test("that has had enough requests for a bank leaves its report in the queue, and makes it after the minute", async () => {
      const borrower = await aConnected("user_good");
      const create = { access_tokens: [await accessTokenOf(borrower.id)], days_requested: 7 };
      for (let index = 0; index < 5; index++) await askPlaid(product, "/asset_report/create", create);
      const asked = product.askedOfPlaid.length;
      await officer.send(generateAssetReport, { borrowerId: borrower.id });
      await vi.waitFor(() => expect(product.askedOfPlaid.slice(asked)).toContain("/asset_report/create"), 15_000);
      expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report).toMatchObject({
        state: "queued",
        error: null,
      });
      product.sandbox.plaid.reset();
      expect(await settled(officer, borrower.id)).toMatchObject({ state: "ready" });
    });

    test("that has had enough requests for a report is called again later", async () => {
      const borrower = await aConnected("user_report_never");
      const reportId = await aReportUnderWay(borrower.id);
      const fetchNow = () => fetchFromProvider(product.product.ctx, scope(), { reportId });
      let error: unknown;
      for (let count = 0; error === undefined && count < 16; count++)
        await fetchNow().catch((thrown: unknown) => (error = thrown));
      expect(providerCodeOf(error)).toBe("RATE_LIMIT"); // thrown, so the queue runs the job again
      expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report).toMatchObject({
        state: "generating",
        error: null,
      });
      product.sandbox.plaid.reset();
      await fetchNow();
    });

    test("that cannot make a report makes it fail with the reason and what to do, and it can be requested again", async () => {
      const borrower = await aConnected("user_report_fails");
      const report = await generate(officer, borrower.id);
      expect(report).toMatchObject({ state: "failed", error: { code: "ASSET_REPORT_GENERATION_FAILED" } });
      expect(report.error!.message).toContain("Try again");
      expect(await find(borrower.id)).toMatchObject({
        status: "bank-connected",
        reportState: "failed",
        latestReportId: null,
      });
      expect((await generate(officer, borrower.id)).id).not.toBe(report.id);
    });

    test("with PRODUCT_NOT_READY is called again; after 15 minutes the report fails with TIMEOUT", async () => {
      const borrower = await aConnected("user_report_never");
      const reportId = await aReportUnderWay(borrower.id);
      await fetchFromProvider(product.product.ctx, scope(), { reportId });
      expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report!.state).toBe("generating");
      await product.asOwner("update asset_reports set requested_at = now() - interval '16 minutes' where id = $1", [
        reportId,
      ]);
      await fetchFromProvider(product.product.ctx, scope(), { reportId });
      expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report).toMatchObject({
        state: "failed",
        error: { code: "TIMEOUT", message: expect.stringContaining("15 minutes") },
      });
      expect((await find(borrower.id)).reportState).toBe("failed");
    });

    test("whose bank needs a new sign-in makes the report fail with what to do, and the next one is refused until the repair", async () => {
      const borrower = await aConnected("user_good");
      const accessToken = await accessTokenOf(borrower.id);
      await askPlaid(product, "/sandbox/item/reset_login", { access_token: accessToken });
      const report = await generate(officer, borrower.id);
      expect(report).toMatchObject({ state: "failed", error: { code: "ITEM_LOGIN_REQUIRED" } });
      expect(report.error!.message).toContain("Reconnect the bank");
      await product.asOwner("update bank_items set status = 'login_required' where borrower_id = $1", [borrower.id]);
      const refused = await officer.send(generateAssetReport, { borrowerId: borrower.id });
      expect(refused).toMatchObject({ status: 409, message: "BANK_LOGIN_REQUIRED" });
    });

    test("whose connection ended before the request makes the report fail immediately", async () => {
      const borrower = await aConnected("user_good");
      const { id } = await generate(officer, borrower.id);
      await product.asOwner("update bank_items set removed_at = now() where borrower_id = $1", [borrower.id]);
      await product.asOwner("update asset_reports set state = 'queued' where id = $1", [id]);
      await askProvider(product.product.ctx, scope(), id);
      expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report).toMatchObject({
        state: "failed",
        error: { code: "NO_BANK_CONNECTION" },
      });
    });

    test("a borrower closed while the report is made stays closed, and is restored with the report", async () => {
      const borrower = await aConnected("user_good");
      const { id } = await generate(officer, borrower.id);
      await product.asOwner("update asset_reports set state = 'generating' where id = $1", [id]);
      await product.asOwner("delete from asset_report_contents where report_id = $1", [id]);
      await product.asOwner("update borrowers set status = 'closed', latest_report_id = null where id = $1", [
        borrower.id,
      ]);
      await fetchFromProvider(product.product.ctx, scope(), { reportId: id });
      expect(await find(borrower.id)).toMatchObject({ status: "closed", latestReportId: id });
      const back = await officer.send(calls.changeBorrowerStatus, { id: borrower.id, status: "report-ready" });
      expect(back).toMatchObject({ status: 200, body: { status: "report-ready" } });
    });

    test("a lost webhook costs nothing: the poll finds the report", async () => {
      const borrower = await aConnected("user_good");
      await steer({ webhooks: "lost" });
      expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    });

    test("a webhook that arrives twenty times makes one report, one file and one audit event", async () => {
      const borrower = await aConnected("user_good");
      await steer({ webhooks: "duplicate" });
      await officer.send(generateAssetReport, { borrowerId: borrower.id });
      const accessToken = await accessTokenOf(borrower.id);
      const report = await settled(officer, borrower.id);
      const tell = { access_token: accessToken, webhook_type: "ASSETS", webhook_code: "PRODUCT_READY" };
      await Promise.all(Array.from({ length: 20 }, () => askPlaid(product, "/sandbox/item/fire_webhook", tell)));
      // A job queued after theirs has run, so theirs have too.
      await generate(officer, (await aConnected("user_good")).id);
      const [count] = await product.asOwner(
        `select (select count(*)::int from audit_rows where object_id = $1 and action = 'report.ready') as ready,
        (select count(*)::int from asset_report_contents where report_id = $1) as contents`,
        [report.id],
      );
      expect(count).toEqual({ ready: 1, contents: 1 });
      expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report).toEqual({
        ...report,
        pdfSha256: expect.toSatisfy((hash) => hash === null || typeof hash === "string"), // its PDF follows
      });
    });

    test("a report that cannot be read fails immediately with that reason", async () => {
      const borrower = await aConnected("user_good");
      const { id: reportId } = await generate(officer, borrower.id);
      await product.asOwner("update asset_reports set state = 'generating' where id = $1", [reportId]);
      const unreadable = withAssets({ fetch: async () => Buffer.from('{"report":{"items":7}}') });
      await fetchFromProvider(unreadable, scope(), { reportId });
      const { report } = (await officer.send(latestAssetReport, { id: borrower.id })).body;
      expect(report).toMatchObject({ state: "failed", error: { code: "REPORT_UNREADABLE" } });
      expect(report!.error!.message).toContain("can't read");
    });

    test("a late check of a connection does not undo its repair", async () => {
      const borrower = await aConnected("user_good");
      const { id: reportId } = await generate(officer, borrower.id);
      const repairedMeanwhile = withAssets({
        async describe() {
          await product.asOwner("update bank_items set version = version + 1 where borrower_id = $1", [borrower.id]);
          throw new AppError("BANK_LOGIN_REQUIRED", { cause: new ProviderRefusal("ITEM_LOGIN_REQUIRED", undefined) });
        },
      });
      await checkItems(repairedMeanwhile, scope(), reportId);
      expect((await find(borrower.id)).items).toMatchObject([{ status: "ok" }]);
    });
  });
});
