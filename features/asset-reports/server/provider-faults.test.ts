import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/calls.ts";
import { ONE_ENGINE } from "#app/test-database.ts";
import { aLender, type Lender, type Person } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { AppError } from "#kit/contract/errors.ts";
import { ProviderRefusal } from "#providers/plaid-errors.ts";
import { examineItems } from "./connections/item-status.ts";
import { askProvider, fetchFromProvider } from "./make-report.ts";
import { aPublicToken, askPlaid, connect, generate, heldByPlaid, settled } from "./test-bank.ts";

const { createLinkToken, exchangePublicToken, generateAssetReport, findOwnBorrower, latestAssetReport } = calls;

describe("a provider that fails", () => {
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
  const scope = () => product.database.across.within(lender.organizationId);
  const deps = () => product.product.assetReports;
  const find = async (id: string) => (await officer.send(findOwnBorrower, { id })).body;

  async function aConnected(username: string) {
    const borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id, { username });
    return borrower;
  }
  /** Asks, and waits until the provider has been asked. */
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

  test("hangs: whoever asks it gets 502 in the end, and meanwhile everybody else is served", async () => {
    const borrower = await lender.hasBorrower();
    await steer({ mode: "hang" });
    let isAnswered = false;
    const waiting = officer.send(createLinkToken, { borrowerId: borrower.id }).finally(() => (isAnswered = true));
    for (let index = 0; index < 20; index++) expect((await find(borrower.id)).id).toBe(borrower.id);
    expect(isAnswered).toBe(false);
    expect(await waiting).toMatchObject({ status: 502, message: "PROVIDER_UNAVAILABLE" });
  });

  test("slow: the answer is waited for", async () => {
    const borrower = await lender.hasBorrower();
    await steer({ mode: "slow", delayMs: 300 });
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject({ status: 200 });
  });

  test("down when a report is asked for: it waits in the queue, and is made when the provider is back", async () => {
    const borrower = await aConnected("user_good");
    await steer({ mode: "down" });
    const asked = product.askedOfPlaid.length;
    expect(await officer.send(generateAssetReport, { borrowerId: borrower.id })).toMatchObject({ status: 202 });
    await vi.waitFor(() => expect(product.askedOfPlaid.length).toBeGreaterThan(asked), 15_000);
    expect(await find(borrower.id)).toMatchObject({ reportState: "generating", status: "bank-connected" });
    await steer({ mode: "ok" });
    expect(await settled(officer, borrower.id)).toMatchObject({ state: "ready" });
  });

  test("a report that the provider cannot make fails, says why and what to do, and can be asked for again", async () => {
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

  test("PRODUCT_NOT_READY is asked again; after 15 minutes the report has failed with TIMEOUT", async () => {
    const borrower = await aConnected("user_report_never");
    const reportId = await aReportUnderWay(borrower.id);
    await fetchFromProvider(deps(), scope(), { reportId });
    expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report!.state).toBe("generating");
    await product.asOwner("update asset_reports set requested_at = now() - interval '16 minutes' where id = $1", [
      reportId,
    ]);
    await fetchFromProvider(deps(), scope(), { reportId });
    expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report).toMatchObject({
      state: "failed",
      error: { code: "TIMEOUT", message: expect.stringContaining("15 minutes") },
    });
    expect((await find(borrower.id)).reportState).toBe("failed");
  });

  test("a bank that asks for a new log-in: the report fails with what to do, the next one is refused until repaired", async () => {
    const borrower = await aConnected("user_good");
    const [item] = await product.asOwner("select provider_item_id as id from bank_items where borrower_id = $1", [
      borrower.id,
    ]);
    const { accessToken } = await heldByPlaid(product, "items", String(item!["id"]));
    await askPlaid(product, "/sandbox/item/reset_login", { access_token: accessToken });
    const report = await generate(officer, borrower.id);
    expect(report).toMatchObject({ state: "failed", error: { code: "ITEM_LOGIN_REQUIRED" } });
    expect(report.error!.message).toContain("Repair the connection");
    await product.asOwner("update bank_items set status = 'login_required' where borrower_id = $1", [borrower.id]);
    const refused = await officer.send(generateAssetReport, { borrowerId: borrower.id });
    expect(refused).toMatchObject({ status: 409, message: "BANK_LOGIN_REQUIRED" });
  });

  test("a connection that ended before the provider was asked fails the report at once", async () => {
    const borrower = await aConnected("user_good");
    const { id } = await generate(officer, borrower.id);
    await product.asOwner("update bank_items set removed_at = now() where borrower_id = $1", [borrower.id]);
    await product.asOwner("update asset_reports set state = 'queued' where id = $1", [id]);
    await askProvider(deps(), scope(), id);
    expect((await officer.send(latestAssetReport, { id: borrower.id })).body.report).toMatchObject({
      state: "failed",
      error: { code: "NO_BANK_CONNECTION" },
    });
  });

  test("a borrower closed while the report was made stays closed, and comes back with it", async () => {
    const borrower = await aConnected("user_good");
    const { id } = await generate(officer, borrower.id);
    await product.asOwner("update asset_reports set state = 'generating' where id = $1", [id]);
    await product.asOwner("delete from asset_report_contents where report_id = $1", [id]);
    await product.asOwner("update borrowers set status = 'closed', latest_report_id = null where id = $1", [
      borrower.id,
    ]);
    await fetchFromProvider(deps(), scope(), { reportId: id });
    expect(await find(borrower.id)).toMatchObject({ status: "closed", latestReportId: id });
    const back = await officer.send(calls.changeBorrowerStatus, { id: borrower.id, status: "report-ready" });
    expect(back).toMatchObject({ status: 200, body: { status: "report-ready" } });
  });

  test("a webhook that is lost costs nothing: the poll finds the report", async () => {
    const borrower = await aConnected("user_good");
    await steer({ webhooks: "lost" });
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
  });

  test("B11 a webhook that comes twenty times makes one report, one file and one record", async () => {
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
      pdfSha256: expect.toSatisfy((hash) => hash === null || typeof hash === "string"), // its document follows
    });
  });

  test("a report that cannot be read fails at once, and says so", async () => {
    const borrower = await aConnected("user_good");
    const { id: reportId } = await generate(officer, borrower.id);
    await product.asOwner("update asset_reports set state = 'generating' where id = $1", [reportId]);
    const unreadable = { ...deps().plaid, readReport: async () => Buffer.from('{"report":{"items":7}}') };
    await fetchFromProvider({ ...deps(), plaid: unreadable }, scope(), { reportId });
    const { report } = (await officer.send(latestAssetReport, { id: borrower.id })).body;
    expect(report).toMatchObject({ state: "failed", error: { code: "REPORT_UNREADABLE" } });
    expect(report!.error!.message).toContain("cannot be read");
  });

  test("a look at a connection that comes late does not undo its repair", async () => {
    const borrower = await aConnected("user_good");
    const { id: reportId } = await generate(officer, borrower.id);
    const repairedMeanwhile = {
      ...deps().plaid,
      async describeConnection() {
        await product.asOwner("update bank_items set version = version + 1 where borrower_id = $1", [borrower.id]);
        throw new AppError("BANK_LOGIN_REQUIRED", { cause: new ProviderRefusal("ITEM_LOGIN_REQUIRED", undefined) });
      },
    };
    await examineItems({ ...deps(), plaid: repairedMeanwhile }, scope(), reportId);
    expect((await find(borrower.id)).items).toMatchObject([{ status: "ok" }]);
  });
});
