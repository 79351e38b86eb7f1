import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AssetReportGetResponse } from "plaid";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aadFor } from "./schema.ts";
import { aHolder, askPlaid, connect, generate, heldByPlaid, settled } from "./test-bank.ts";

const { generateAssetReport, retrieveAssetReport, downloadAssetReport, latestAssetReport, findOwnBorrower } = calls;

describe.each(FEATURE_ENGINES)("asset reports on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const asked = (path: string) => product.askedOfPlaid.filter((each) => each === path).length;
  const rowOf = async (id: string) => (await product.asOwner("select * from asset_reports where id = $1", [id]))[0]!;
  const openSealed = (sealed: unknown, column: Parameters<typeof aadFor>[0], row: string) =>
    product.product.ctx.cipher.decrypt(Buffer.from(sealed as Uint8Array), aadFor(column, row, lender));

  async function aReadyReport(username?: string) {
    const borrower = await lender.hasBorrower({ coBorrowers: [aHolder()] });
    await connect(product, officer, borrower.id, { ...(username && { username }) });
    const report = await generate(officer, borrower.id);
    expect(report, JSON.stringify(report.error)).toMatchObject({ state: "ready", error: null });
    return { borrower, report };
  }

  test("the report becomes ready, and its figures are the provider's to the cent", async () => {
    const { borrower, report } = await aReadyReport();
    const whole = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    expect(whole).toMatchObject({ status: "report-ready", reportState: "ready", latestReportId: report.id });

    const retrieved = await officer.send(retrieveAssetReport, { id: borrower.id });
    expect(retrieved).toMatchObject({ status: 200, body: { report, warnings: [] } });
    const { parsedReport } = retrieved.body;
    const { reply } = (await heldByPlaid(product, "reports", parsedReport.providerReportId)) as unknown as {
      reply: AssetReportGetResponse;
    };
    const held = reply.report.items.flatMap(({ accounts }) => accounts);
    const read = parsedReport.items.flatMap(({ accounts }) => accounts);
    const cents = (amount: number | null | undefined) => (amount == null ? null : Number((amount * 100).toFixed(0)));
    expect(
      read.map(({ id, mask, name, currentCents, availableCents, limitCents, owners }) => ({
        id,
        mask,
        name,
        currentCents,
        availableCents,
        limitCents,
        names: owners.flatMap(({ names }) => names),
      })),
    ).toEqual(
      held.map(({ account_id, mask, name, balances, owners }) => ({
        id: account_id,
        mask,
        name,
        currentCents: cents(balances.current),
        availableCents: cents(balances.available),
        limitCents: cents(balances.limit),
        names: owners.flatMap(({ names }) => names),
      })),
    );
    expect(
      read.flatMap(({ transactions }) => transactions.map(({ id, date, amountCents }) => [id, date, amountCents])),
    ).toEqual(
      held.flatMap(({ transactions }) =>
        transactions.map((line) => [line.transaction_id, line.date, cents(line.amount)]),
      ),
    );
    expect(read.flatMap(({ historicalBalances }) => historicalBalances)).toEqual(
      held.flatMap(({ historical_balances }) =>
        historical_balances.map(({ date, current }) => ({ date, currentCents: cents(current) })),
      ),
    );
    expect(parsedReport.daysRequested).toBe(90);
  });

  test("the provider's bytes are stored as received and encrypted, and the report contains their hash", async () => {
    const { report } = await aReadyReport("user_golden");
    const [content] = await product.asOwner("select provider_json from asset_report_contents where report_id = $1", [
      report.id,
    ]);
    const json = openSealed(content!["provider_json"], "asset_report_contents.provider_json", report.id);
    expect(createHash("sha256").update(json).digest("hex")).toBe(report.jsonSha256);
    const token = openSealed((await rowOf(report.id))["provider_token"], "asset_reports.provider_token", report.id);
    const fromProvider = await fetch(`${product.sandbox.providersUrl}/plaid/asset_report/get`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: product.product.config.plaid.clientId,
        secret: product.product.config.plaid.secret,
        asset_report_token: token.toString(),
      }),
    });
    expect(Buffer.from(await fromProvider.arrayBuffer()).equals(json)).toBe(true);
  });

  test("a second call while a report is made returns the same report", async () => {
    const borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id);
    const first = await officer.send(generateAssetReport, { borrowerId: borrower.id });
    const second = await officer.send(generateAssetReport, { borrowerId: borrower.id, daysRequested: 30 });
    expect(first).toMatchObject({ status: 202, body: { state: "queued" } });
    expect(second.body.assetReportId).toBe(first.body.assetReportId);
    expect((await settled(officer, borrower.id)).id).toBe(first.body.assetReportId);
  });

  test("twenty simultaneous calls make one report, also at the provider", async () => {
    const borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id);
    const before = asked("/asset_report/create");
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => officer.send(generateAssetReport, { borrowerId: borrower.id })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(replies.map(({ body }) => body.assetReportId)).size).toBe(1);
    await settled(officer, borrower.id);
    expect(asked("/asset_report/create") - before).toBe(1);
    const [row] = await product.asOwner("select count(*)::int as count from asset_reports where borrower_id = $1", [
      borrower.id,
    ]);
    expect(row).toEqual({ count: 1 });
  });

  test("two people who order a borrower's first report at the same moment get one report, which is charged once", async () => {
    const admin = await lender.as("admin");
    const borrowers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { id } = await lender.hasBorrower();
        await connect(product, officer, id);
        return id;
      }),
    );
    const before = asked("/asset_report/create");
    const order = (person: Person, borrowerId: string) => person.send(generateAssetReport, { borrowerId });
    const replies = await Promise.all(borrowers.map((id) => Promise.all([order(officer, id), order(admin, id)])));
    for (const [one, other] of replies) {
      expect([one.status, other.status]).toEqual([202, 202]);
      expect(other.body.assetReportId).toBe(one.body.assetReportId);
    }
    for (const id of borrowers) expect(await settled(officer, id)).toMatchObject({ state: "ready" });
    expect(asked("/asset_report/create") - before).toBe(borrowers.length);
    const counts = await product.asOwner(
      `select count(distinct r.id)::int as reports, count(l.id)::int as charges from asset_reports r
         left join line_items l on l.borrower_id = r.borrower_id where r.borrower_id = any ($1) group by r.borrower_id`,
      [borrowers],
    );
    expect(counts).toEqual(borrowers.map(() => ({ reports: 1, charges: 1 })));
  });

  test("a new report over the same banks is a refresh; the earlier report does not change", async () => {
    const { borrower, report: first } = await aReadyReport();
    const [before, refreshes] = [await rowOf(first.id), asked("/asset_report/refresh")];
    const second = await generate(officer, borrower.id);
    expect(second).toMatchObject({ state: "ready", parentReportId: first.id });
    expect(second.id).not.toBe(first.id);
    expect(asked("/asset_report/refresh") - refreshes).toBe(1);
    expect(await rowOf(first.id)).toEqual(before);
    expect((await officer.send(retrieveAssetReport, { id: borrower.id })).body.report.id).toBe(second.id);
  });

  test("a report over other banks or other days is separate", async () => {
    const { borrower } = await aReadyReport();
    await officer.send(generateAssetReport, { borrowerId: borrower.id, daysRequested: 30 });
    expect(await settled(officer, borrower.id)).toMatchObject({ daysRequested: 30, parentReportId: null });
    await connect(product, officer, borrower.id, { institutionId: "ins_109509" });
    const third = await generate(officer, borrower.id);
    expect(third.parentReportId).toBeNull();
    const { parsedReport } = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    expect(parsedReport.items.map(({ institutionId }) => institutionId).sort()).toEqual(["ins_109508", "ins_109509"]);
  });

  test("without a bank no report can be generated, read or downloaded", async () => {
    const { id } = await lender.hasBorrower();
    const reply = await officer.send(generateAssetReport, { borrowerId: id });
    expect(reply).toMatchObject({ status: 409, message: "NO_BANK_CONNECTION" });
    expect((await officer.send(latestAssetReport, { id })).body).toEqual({ report: null });
    for (const call of [retrieveAssetReport, downloadAssetReport])
      expect(await officer.send(call, { id })).toMatchObject({ status: 409, message: "REPORT_NOT_READY" });
  });

  test("an eleventh report on one day is refused", async () => {
    const { borrower, report } = await aReadyReport();
    await product.asOwner(
      `insert into asset_reports (organization_id, id, borrower_id, state, days_requested, item_ids, requested_by)
       select organization_id, gen_random_uuid(), borrower_id, 'failed', 90, item_ids, requested_by
       from asset_reports, generate_series(1, 9) where id = $1`,
      [report.id],
    );
    const reply = await officer.send(generateAssetReport, { borrowerId: borrower.id });
    expect(reply).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
  });

  test("each step is recorded: request, ready, each view and each download, with who and from where", async () => {
    const { borrower, report } = await aReadyReport();
    await officer.send(retrieveAssetReport, { id: borrower.id });
    await officer.send(downloadAssetReport, { id: borrower.id });
    await officer.send(retrieveAssetReport, { id: borrower.id });
    const rows = await product.asOwner(
      "select action, actor_id, address, detail->>'borrowerId' as borrower from audit_rows where object_id = $1 order by seq",
      [report.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "report.requested",
      "report.ready",
      "report.read",
      "report.downloaded",
      "report.read",
    ]);
    expect(rows.every((row) => row["borrower"] === borrower.id)).toBe(true);
    for (const row of rows.filter(({ action }) => action !== "report.ready"))
      expect(row).toMatchObject({ actor_id: officer.userId, address: expect.any(String) });
  });

  test("after the membership ends, neither page nor file is available", async () => {
    const { borrower } = await aReadyReport();
    const colleague = await lender.as("editor");
    await (await lender.as("admin")).send(calls.assignBorrower, { id: borrower.id, userId: colleague.userId });
    const etag = (await colleague.send(retrieveAssetReport, { id: borrower.id })).headers.get("etag") ?? "";
    await product.asOwner("update memberships set status = 'removed' where id = $1", [colleague.membershipId]);
    const again = someoneWith(product, colleague.token, { "if-none-match": etag });
    for (const call of [retrieveAssetReport, downloadAssetReport])
      expect(await again.send(call, { id: borrower.id })).toMatchObject({ status: 403 });
  });

  test("no token and no secret of the provider appears in the database or in a log", async () => {
    const { borrower, report } = await aReadyReport();
    await officer.send(downloadAssetReport, { id: borrower.id });
    const [item] = await product.asOwner("select provider_item_id from bank_items where borrower_id = $1", [
      borrower.id,
    ]);
    const { accessToken } = await heldByPlaid(product, "items", String(item!["provider_item_id"]));
    const providerToken = openSealed(
      (await rowOf(report.id))["provider_token"],
      "asset_reports.provider_token",
      report.id,
    );
    await askPlaid(product, "/item/get", { access_token: accessToken }); // the newest one, or this would fail

    const tables = await product.asOwner(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'jobs')",
    );
    let dump = product.logged.join("\n");
    for (const { name } of tables)
      for (const { row } of await product.asOwner(`select t::text as row from ${String(name)} t`)) dump += String(row);
    expect(dump).toContain(borrower.email);
    for (const token of [String(accessToken), providerToken.toString(), product.product.config.plaid.secret]) {
      expect(dump).not.toContain(token);
      expect(dump).not.toContain(Buffer.from(token).toString("hex"));
      expect(dump).not.toContain(Buffer.from(token).toString("base64").slice(0, -4));
    }
  });
});
