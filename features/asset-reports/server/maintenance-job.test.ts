import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { millisecondsInDay } from "date-fns/constants";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { lockBorrower } from "#features/borrowers/server/queries.ts";
import { aDocument, aReported, depositsOf } from "#features/underwriting/server/test-evidence.ts";
import { runReportMaintenance } from "./maintenance-job.ts";
import { generate, heldByPlaid } from "./test-bank.ts";

const { retrieveAssetReport, findOwnBorrower, compareAssetReports, latestAssetReport } = calls;

describe.each(ENGINES)("the sweep of reports on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.newcomer("registered");
  });
  afterAll(() => product.close());

  const sweep = (now?: string) => runReportMaintenance(product.product.ctx, now);
  const daysFrom = (day: string, days: number) => new Date(Date.parse(day) + days * millisecondsInDay).toISOString();
  const aBorrowerWithReport = async () => {
    const registered = await lender.as("registered");
    const { id } = await aReported(product, lender, registered);
    await (await lender.as("admin")).send(calls.assignBorrower, { id, userId: officer.userId });
    return (await officer.send(findOwnBorrower, { id })).body;
  };
  const mailsTo = (email: string) =>
    product.sandbox.mailbox
      .list()
      .filter(({ To, Subject }) => To[0]?.Address === email && Subject.includes("expires on"));
  const forgetSets = (id: string) =>
    product.asOwner("delete from evaluations using asset_reports r where r.id = report_id and r.borrower_id = $1", [
      id,
    ]);

  test("a report from before findings existed is evaluated by the sweep, or by its first reader", async () => {
    const { id, summary } = await aBorrowerWithReport();
    const before = (await officer.send(retrieveAssetReport, { id })).body;
    await forgetSets(id);
    await product.asOwner("update borrowers set summary = null, fresh_until = null where id = $1", [id]);
    await Promise.all([sweep(), sweep()]);
    expect((await officer.send(findOwnBorrower, { id })).body.summary).toEqual(summary);
    expect(
      await product.asOwner(
        "select cause from evaluations s join asset_reports r on r.id = s.report_id where r.borrower_id = $1",
        [id],
      ),
    ).toEqual([{ cause: "report" }]);
    await forgetSets(id);
    const [one, other] = await Promise.all([1, 2].map(() => officer.send(retrieveAssetReport, { id })));
    expect(one).toMatchObject({ status: 200, body: { findings: before.findings, funds: before.funds } });
    expect(other!.body.evaluatedAt).toBe(one!.body.evaluatedAt);
  });

  test("the owner is reminded 14 and 3 days before the data expires, once each, also with two processes", async () => {
    const { id, summary, version } = await aBorrowerWithReport();
    const end = summary!.freshUntil!;
    const owner = await lender.newcomer("editor");
    await (await lender.as("admin")).send(calls.assignBorrower, { id, userId: owner.userId });
    const emails = () => mailsTo(owner.email).length;
    const isAt = (count: number) => vi.waitFor(async () => expect(emails()).toBe(count), { timeout: 10_000 });
    await sweep(daysFrom(end, -15));
    await Promise.all([-14, -14, -13, -9].map((days) => sweep(daysFrom(end, days))));
    await isAt(1);
    await Promise.all([-3, -3, -1, 0].map((days) => sweep(daysFrom(end, days))));
    await isAt(2);
    await sweep(daysFrom(end, 1));
    expect(emails()).toBe(2);
    expect((await owner.send(findOwnBorrower, { id })).body.version).toBe(version + 1); // only because of the assignment
    const [mail] = mailsTo(owner.email);
    expect(mail!.Text).toContain(`/borrower/asset-report/${id}`);
  });

  test.runIf(engine === "postgres")("a reminder waits while someone changes the borrower", async () => {
    const { id, summary } = await aBorrowerWithReport();
    const late = daysFrom(summary!.freshUntil!, -2);
    await sweep(late); // all else that is due
    await product.asOwner("update borrowers set reminded_until = null, reminded_days = null where id = $1", [id]);
    const { db, system } = product.product.ctx;
    const scope = system.within(lender.organizationId);
    const [locked, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = db.transaction(scope, async (tx) => {
      await lockBorrower(tx, scope, id);
      locked.resolve();
      await changed.promise;
    });
    await locked.promise;
    const swept = sweep(late);
    try {
      await vi.waitFor(async () => {
        const waiting = await product.asOwner("select pid from pg_locks where not granted");
        expect(waiting).not.toEqual([]);
      }, 10_000);
    } finally {
      changed.resolve();
      await Promise.all([change, swept]);
    }
    const [row] = await product.asOwner("select reminded_days from borrowers where id = $1", [id]);
    expect(row).toEqual({ reminded_days: 3 });
  });

  test("no reminder is sent for a closed borrower or for a report with a newer one", async () => {
    const { id, summary } = await aBorrowerWithReport();
    const late = daysFrom(summary!.freshUntil!, -2);
    await officer.send(calls.changeBorrowerStatus, { id, status: "closed" });
    await sweep(late);
    const [row] = await product.asOwner("select reminded_until from borrowers where id = $1", [id]);
    expect(row).toEqual({ reminded_until: null });
  });

  test("data past the lender's retention is deleted here, on disk and at the provider", async () => {
    const { id } = await aBorrowerWithReport();
    const [deposit] = await depositsOf(officer, id);
    const piece = {
      borrowerId: id,
      transactionId: deposit!.id,
      kind: "other" as const,
      sourcedCents: 1,
      state: "accepted" as const,
    };
    const { body } = await officer.send(calls.addEvidence, piece);
    const uploaded = await officer.send(calls.uploadDocument, {
      borrowerId: id,
      name: "a.pdf",
      evidenceId: body.id,
      file: aDocument(),
    });
    expect(uploaded.status).toBe(201);
    const fact = { borrowerId: id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
    expect((await officer.send(calls.confirmFact, fact)).status).toBe(201);
    expect((await officer.send(calls.downloadAssetReport, { id })).status).toBe(200);
    const [{ provider_report_id: providerId } = {}] = await product.asOwner(
      "select provider_report_id from asset_reports where borrower_id = $1",
      [id],
    );
    expect(await heldByPlaid(product, "reports", String(providerId))).toMatchObject({ state: "ready" });
    await product.asOwner("update organizations set closed_borrower_days = 3650 where id = $1", [
      lender.organizationId,
    ]);
    await officer.send(calls.changeBorrowerStatus, { id, status: "closed" });
    const filesOf = async () =>
      (
        await product.asOwner(
          `select file from evidence_documents where borrower_id = $1
           union all select f.file from report_files f join asset_reports r on r.id = f.report_id where r.borrower_id = $1`,
          [id],
        )
      ).map(({ file }) => String(file));
    const files = await filesOf();
    expect(files.length).toBeGreaterThanOrEqual(2);

    const closedAt = (await officer.send(findOwnBorrower, { id })).body.closedAt!;
    await sweep(daysFrom(closedAt, 1094)); // one day less than the policy's three years
    expect((await officer.send(retrieveAssetReport, { id })).status).toBe(200);
    await Promise.all([sweep(daysFrom(closedAt, 1096)), sweep(daysFrom(closedAt, 1096))]);

    expect(await officer.send(retrieveAssetReport, { id })).toMatchObject({ status: 409, message: "REPORT_NOT_READY" });
    expect((await officer.send(findOwnBorrower, { id })).body).toMatchObject({
      ...{ status: "closed", summary: null, latestReportId: null },
    });
    expect((await officer.send(calls.listEvidence, { borrowerId: id })).body).toEqual({ evidence: [], loose: [] });
    expect((await officer.send(calls.listDecisions, { borrowerId: id })).body).toEqual([]);
    expect((await officer.send(latestAssetReport, { id })).body.report).toMatchObject({ state: "removed" });
    expect(await filesOf()).toEqual([]);
    const left =
      "select 1 from asset_report_contents c join asset_reports r on r.id = c.report_id where r.borrower_id = $1";
    expect(await product.asOwner(left, [id])).toEqual([]);
    await vi.waitFor(
      async () => {
        const onDisk = await readdir(product.product.config.filesDir, { recursive: true });
        expect(files.filter((file) => onDisk.some((name) => name.endsWith(file)))).toEqual([]);
        expect(await heldByPlaid(product, "reports", String(providerId))).toMatchObject({ state: "removed" });
        const token = await product.asOwner("select provider_token from asset_reports where borrower_id = $1", [id]);
        expect(token).toEqual([{ provider_token: null }]);
      },
      { timeout: 15_000, interval: 200 },
    );
    const acts = await product.asOwner(
      "select action from audit_rows where object_id = $1 and action = 'borrower.data-removed'",
      [id],
    );
    expect(acts).toHaveLength(1);
  });

  test("withdrawing consent deletes nothing that the lender's own connections brought", async () => {
    const { id } = await aBorrowerWithReport();
    await product.asOwner(
      `insert into consents (organization_id, id, borrower_id, email_key, version, words, retention_days, address, user_agent, taken_back_at)
       values ($1, $2, $3, 'one@example.net', '1', 'Yes', 1, '::1', 'test', now())`,
      [lender.organizationId, randomUUID(), id],
    );
    await sweep(daysFrom(new Date().toISOString(), 1094));
    expect((await officer.send(retrieveAssetReport, { id })).status).toBe(200);
  });

  test("the newest report is compared only with the previous one of the same borrower", async () => {
    const { id, latestReportId } = await aBorrowerWithReport();
    expect((await officer.send(compareAssetReports, { id })).body).toEqual({ difference: null });
    const next = await generate(officer, id);
    const { difference } = (await officer.send(compareAssetReports, { id })).body;
    expect(difference).toMatchObject({ before: { reportId: latestReportId }, after: { reportId: next.id } });
    expect(difference!.balances.length).toBeGreaterThan(0);
    expect(difference).toMatchObject({ newDeposits: [], newDebts: [], newFees: [] });
    const stranger = await (await aLender(product)).as("admin");
    expect((await stranger.send(compareAssetReports, { id })).status).toBe(404);
  });
});
