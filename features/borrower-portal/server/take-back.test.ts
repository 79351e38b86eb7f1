import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { millisecondsInDay } from "date-fns/constants";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { askProvider, fetchFromProvider } from "#features/asset-reports/server/make-report.ts";
import { runReportMaintenance } from "#features/asset-reports/server/maintenance-job.ts";
import { generate, heldByPlaid } from "#features/asset-reports/server/test-bank.ts";
import { aBorrowerSession, invited, open, share, type TestBorrowerSession } from "./test-portal.ts";

const { takeBackConsent, findOwnBorrower, retrieveAssetReport } = calls;

describe.each(FEATURE_ENGINES)("data that was taken back on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const inDays = (days: number) => new Date(Date.now() + days * millisecondsInDay).toISOString();
  /** The lender works on every borrower until then, so that only what people took back is due. */
  const sweep = async (days: number) => {
    await product.asOwner("update borrowers set updated_at = now() + $1 * interval '1 day'", [days]);
    await runReportMaintenance(product.product.ctx, inDays(days));
  };
  const scope = () => product.database.system.within(lender.organizationId);
  const statesOf = async (id: string) =>
    (await product.asOwner("select state from asset_reports where borrower_id = $1 order by requested_at", [id])).map(
      ({ state }) => state,
    );
  const reportsOf = (id: string) =>
    product.asOwner("select * from asset_reports where borrower_id = $1 order by requested_at", [id]);
  const isGone = (providerReportId: unknown) =>
    vi.waitFor(
      async () =>
        expect(await heldByPlaid(product, "reports", String(providerReportId))).toMatchObject({ state: "removed" }),
      { timeout: 15_000, interval: 100 },
    );
  const two = async () => {
    const email = `sol.${randomUUID()}@example.net`;
    const borrower = await invited(lender, { coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }] });
    const [one, other] = [await open(product, borrower, borrower.email), await open(product, borrower, email)];
    await share(product, one);
    await share(product, other);
    return { id: borrower.id, one, other };
  };
  const jsonOf = async (id: string) => {
    const url = `${product.url}/api/latest/account/download-asset-report/${id}?format=json`;
    return (await fetch(url, { headers: { authorization: `bearer ${officer.token}` } })).text();
  };
  const send = (session: TestBorrowerSession) =>
    session.send(calls.uploadVisitDocument, {
      name: "a.pdf",
      file: aDocument(),
    });

  test("is deleted when its time is up, with the files they sent; what others share, and what came later, stays", async () => {
    const { id, one, other } = await two();
    await send(one);
    await send(other);
    const first = await generate(officer, id);
    await one.send(takeBackConsent);
    const second = await generate(officer, id);
    const isCompared = async () => JSON.parse(await jsonOf(id)).previousReport !== null;
    expect(await isCompared()).toBe(true);
    const filesOfSecond = "select 1 from report_files where report_id = $1 and format = 'json'";
    await sweep(1094);
    expect(await product.asOwner(filesOfSecond, [second.id])).toHaveLength(1);
    expect(await statesOf(id)).toEqual(["ready", "ready"]);
    await Promise.all([sweep(1096), sweep(1096)]);
    expect(await statesOf(id)).toEqual(["removed", "ready"]);
    expect(await product.asOwner(filesOfSecond, [second.id]), "it held the first report").toHaveLength(0);
    expect(await isCompared()).toBe(false);
    expect((await officer.send(findOwnBorrower, { id })).body).toMatchObject({
      ...{ status: "report-ready", latestReportId: second.id, items: [{ status: "ok" }] },
    });
    expect(first.id).not.toBe(second.id);
    expect(
      await product.asOwner("select visitor_email from evidence_documents where borrower_id = $1", [id]),
    ).toMatchObject([{ visitor_email: other.email }]);
    expect(
      await product.asOwner("select address, version from consents where borrower_id = $1 order by given_at", [id]),
    ).toMatchObject([{ address: "", version: expect.stringMatching(/./) }, { address: expect.stringMatching(/./) }]);
    await sweep(1096);
    const removed = "select 1 from audit_rows where object_id = $1 and action = 'borrower.data-removed'";
    expect(await product.asOwner(removed, [id]), "once").toHaveLength(1);
  });

  test(
    "without the newest report, an earlier one without their data is shown and evaluated again; otherwise none",
    { timeout: 90_000 },
    async () => {
      const { id, one, other } = await two();
      await generate(officer, id);
      await one.send(takeBackConsent);
      await sweep(1096);
      expect((await officer.send(findOwnBorrower, { id })).body).toMatchObject({
        ...{ status: "bank-connected", latestReportId: null, summary: null, reportState: "none" },
      });
      const alone = await generate(officer, id);
      await share(product, one);
      await generate(officer, id);
      await one.send(takeBackConsent);
      await sweep(1096);
      expect((await officer.send(findOwnBorrower, { id })).body).toMatchObject({
        ...{ status: "report-ready", latestReportId: alone.id, reportState: "ready" },
        summary: { usableCents: expect.any(Number) },
      });
      expect(await officer.send(retrieveAssetReport, { id })).toMatchObject({ status: 200 });
      expect((await other.send(calls.findVisit)).body.banks).toHaveLength(1);
    },
  );

  test("is stored no longer than was promised, even if the lender's retention is longer by now", async () => {
    const fresh = await aLender(product);
    const days = (stored: number) =>
      product.asOwner(
        "update organizations set retention_days = $2, document_days = $2, report_days = $2 where id = $1",
        [fresh.organizationId, stored],
      );
    await days(400);
    const session = await aBorrowerSession(product, fresh);
    await share(product, session);
    const person = await fresh.as("registered");
    await generate(person, session.borrower.id);
    await days(1095);
    await session.send(takeBackConsent);
    await sweep(399);
    expect(await statesOf(session.borrower.id)).toEqual(["ready"]);
    await sweep(401);
    expect(await statesOf(session.borrower.id)).toEqual(["removed"]);
  });

  test("is in no new report, not even through the token of an earlier one", async () => {
    const session = await aBorrowerSession(product, lender);
    await share(product, session);
    const { id: borrowerId } = session.borrower;
    const parent = await generate(officer, borrowerId);
    await session.send(takeBackConsent);
    const id = randomUUID();
    await product.asOwner(
      `insert into asset_reports (organization_id, id, borrower_id, days_requested, item_ids, parent_report_id, requested_by)
       select organization_id, $2, borrower_id, days_requested, item_ids, id, requested_by from asset_reports where id = $1`,
      [parent.id, id],
    );
    const asked = product.askedOfPlaid.length;
    await askProvider(product.product.ctx, scope(), id);
    expect(product.askedOfPlaid.slice(asked)).toEqual([]);
    expect((await reportsOf(borrowerId))[1]).toMatchObject({ state: "failed", error_code: "CONSENT_TAKEN_BACK" });
  });

  test("ends a report that arrives too late, also at the provider", async () => {
    const session = await aBorrowerSession(product, lender);
    await share(product, session);
    const { id: borrowerId } = session.borrower;
    const { id } = await generate(officer, borrowerId);
    await session.send(takeBackConsent);
    // The state when consent is withdrawn between two runs of the job.
    for (const table of ["report_files", "evaluations", "asset_report_contents"])
      await product.asOwner(`delete from ${table} where report_id = $1`, [id]);
    await product.asOwner("update asset_reports set state = 'generating', ready_at = null where id = $1", [id]);
    await fetchFromProvider(product.product.ctx, scope(), { reportId: id });
    const [report] = await reportsOf(borrowerId);
    expect(report).toMatchObject({ state: "failed", error_code: "CONSENT_TAKEN_BACK" });
    await isGone(report!["provider_report_id"]);
  });

  test("does not stay in a report at the provider that ended during the request", async () => {
    const session = await aBorrowerSession(product, lender);
    await share(product, session);
    const { id: borrowerId } = session.borrower;
    const { ctx } = product.product;
    const id = randomUUID();
    await product.asOwner(
      `insert into asset_reports (organization_id, id, borrower_id, days_requested, item_ids, requested_by)
       select organization_id, $2, borrower_id, 90, array[id], $3 from bank_items where borrower_id = $1`,
      [borrowerId, id, officer.userId],
    );
    let made = "";
    const { assets } = ctx.providers.bankData;
    const changed: typeof assets = {
      ...assets,
      async order(asked) {
        const answer = await assets.order(asked);
        made = answer.providerReportId ?? "";
        await session.send(takeBackConsent);
        return answer;
      },
    };
    await askProvider(
      { ...ctx, providers: { ...ctx.providers, bankData: { ...ctx.providers.bankData, assets: changed } } },
      scope(),
      id,
    );
    expect((await reportsOf(borrowerId))[0]).toMatchObject({ state: "failed" });
    await isGone(made);
  });
});
