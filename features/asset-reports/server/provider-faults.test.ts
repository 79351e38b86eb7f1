import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Context, Providers } from "#platform/server/context.ts";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { AppError } from "#platform/contract/errors.ts";
import { ProviderRefusal } from "#providers/plaid/errors.ts";
import { checkItems } from "./connections/connections.ts";
import { askProvider, fetchFromProvider } from "./make-report.ts";
import { aPublicToken, askPlaid, connect, generate, heldByPlaid, settled } from "./test-bank.ts";

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
  const withPlaid = (plaid: Partial<Providers["plaid"]>): Context => {
    const { ctx } = product.product;
    return { ...ctx, providers: { ...ctx.providers, plaid: { ...ctx.providers.plaid, ...plaid } } };
  };
  const find = async (id: string) => (await officer.send(findOwnBorrower, { id })).body;

  async function aConnected(username: string) {
    const borrower = await lender.hasBorrower();
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

  test.each(["down", "error500"])(
    "%s: the dialog and the exchange answer 502, and nothing is written",
    async (mode) => {
      const borrower = await lender.hasBorrower();
      const publicToken = await aPublicToken(product);
      await steer({ mode });
      const refused = { status: 502, message: "PROVIDER_UNAVAILABLE", body: { message: "PROVIDER_UNAVAILABLE" } };
      expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(refused);
      expect(await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken })).toMatchObject(refused);
      expect(await find(borrower.id)).toEqual(borrower);
    },
  );

  test("that hangs gives its callers 502 in the end, while all other users are served", async () => {
    const borrower = await lender.hasBorrower();
    await steer({ mode: "hang" });
    let isAnswered = false;
    const waiting = officer.send(createLinkToken, { borrowerId: borrower.id }).finally(() => (isAnswered = true));
    for (let index = 0; index < 20; index++) expect((await find(borrower.id)).id).toBe(borrower.id);
    expect(isAnswered).toBe(false);
    expect(await waiting).toMatchObject({ status: 502, message: "PROVIDER_UNAVAILABLE" });
  });

  test("that is slow is waited for", async () => {
    const borrower = await lender.hasBorrower();
    await steer({ mode: "slow", delayMs: 300 });
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject({ status: 200 });
  });

  test("that is down leaves a requested report in the queue, and it is made when the provider is back", async () => {
    const borrower = await aConnected("user_good");
    await steer({ mode: "down" });
    const asked = product.askedOfPlaid.length;
    expect(await officer.send(generateAssetReport, { borrowerId: borrower.id })).toMatchObject({ status: 202 });
    await vi.waitFor(() => expect(product.askedOfPlaid.length).toBeGreaterThan(asked), 15_000);
    expect(await find(borrower.id)).toMatchObject({ reportState: "generating", status: "bank-connected" });
    await steer({ mode: "ok" });
    expect(await settled(officer, borrower.id)).toMatchObject({ state: "ready" });
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
    const [item] = await product.asOwner("select provider_item_id as id from bank_items where borrower_id = $1", [
      borrower.id,
    ]);
    const { accessToken } = await heldByPlaid(product, "items", String(item!["id"]));
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
    const [item] = await product.asOwner("select provider_item_id as id from bank_items where borrower_id = $1", [
      borrower.id,
    ]);
    const { accessToken } = await heldByPlaid(product, "items", String(item!["id"]));
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
    const unreadable = withPlaid({ readReport: async () => Buffer.from('{"report":{"items":7}}') });
    await fetchFromProvider(unreadable, scope(), { reportId });
    const { report } = (await officer.send(latestAssetReport, { id: borrower.id })).body;
    expect(report).toMatchObject({ state: "failed", error: { code: "REPORT_UNREADABLE" } });
    expect(report!.error!.message).toContain("can't read");
  });

  test("a late check of a connection does not undo its repair", async () => {
    const borrower = await aConnected("user_good");
    const { id: reportId } = await generate(officer, borrower.id);
    const repairedMeanwhile = withPlaid({
      async describeConnection() {
        await product.asOwner("update bank_items set version = version + 1 where borrower_id = $1", [borrower.id]);
        throw new AppError("BANK_LOGIN_REQUIRED", { cause: new ProviderRefusal("ITEM_LOGIN_REQUIRED", undefined) });
      },
    });
    await checkItems(repairedMeanwhile, scope(), reportId);
    expect((await find(borrower.id)).items).toMatchObject([{ status: "ok" }]);
  });
});
