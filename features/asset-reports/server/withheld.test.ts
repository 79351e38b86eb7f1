import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { DownloadFormat } from "#features/asset-reports/contract.ts";
import { aReported } from "#features/underwriting/server/test-evidence.ts";
import { heldByPlaid } from "./test-bank.ts";

const { retrieveAssetReport, downloadAssetReport, confirmFact, undoDecision, removeWithheldBank } = calls;

describe.each(FEATURE_ENGINES)("data of a person who is not on the loan on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const aMismatch = () => aReported(product, lender, officer, { username: "user_mismatch" });
  const read = async (id: string) => (await officer.send(retrieveAssetReport, { id })).body;
  const itemOf = async (id: string) => (await read(id)).parsedReport.items[0]!;
  const linesIn = async (id: string) => (await itemOf(id)).accounts.flatMap(({ transactions }) => transactions);
  const fileOf = async (id: string, format: DownloadFormat) => {
    const reply = await officer.send(downloadAssetReport, { id, format });
    return {
      status: reply.status,
      message: reply.message,
      text: Buffer.isBuffer(reply.body) ? String(reply.body) : JSON.stringify(reply.body),
    };
  };
  const keep = async (borrowerId: string) =>
    officer.send(confirmFact, {
      borrowerId,
      kind: "holder",
      subject: { itemId: (await itemOf(borrowerId)).id },
      reason: "Her father's accounts, for the gift.",
    });

  test("its transactions leave neither on the page nor in a file, and are counted; nothing of it counts", async () => {
    const { id } = await aMismatch();
    const { parsedReport, findings, verdicts, figures } = await read(id);
    const accounts = parsedReport.items.flatMap((item) => item.accounts);
    expect(accounts.flatMap(({ transactions }) => transactions)).toEqual([]);
    expect(accounts.reduce((sum, { withheldCount = 0 }) => sum + withheldCount, 0)).toBeGreaterThan(10);
    expect(findings.flatMap(({ transactionIds }) => transactionIds)).toEqual([]);
    expect(figures.accounts.some(({ isCounted }) => isCounted)).toBe(false);
    expect(verdicts.fannie?.outcome).not.toBe("enough");
    const [row] = await product.asOwner(
      `select parsed_report -> 'items' -> 0 -> 'accounts' -> 0 -> 'transactions' -> 0 ->> 'description' as line
       from asset_report_contents c join asset_reports r on r.id = c.report_id where r.borrower_id = $1`,
      [id],
    );
    for (const format of ["json", "csv", "mismo", "freddie"] as const) {
      const file = await fileOf(id, format);
      expect(file.status).toBe(200);
      expect(file.text).not.toContain(String(row!["line"]));
    }
    expect(await fileOf(id, "provider")).toMatchObject({ status: 409, message: "DATA_WITHHELD" });
  });

  test("with a verified holder the transactions are shown and still nothing counts, until that is undone", async () => {
    const { id } = await aMismatch();
    const decided = await keep(id);
    expect(decided).toMatchObject({ status: 201 });
    expect((await linesIn(id)).length).toBeGreaterThan(10);
    expect((await read(id)).figures.accounts.some(({ isCounted }) => isCounted)).toBe(false);
    expect((await fileOf(id, "provider")).status).toBe(200);
    await officer.send(undoDecision, { id: decided.body.id });
    expect(await linesIn(id)).toEqual([]);
  });

  test("a bank that is not withheld can be neither verified nor removed", async () => {
    const { id: borrowerId } = await aReported(product, lender, officer);
    const { id: itemId } = await itemOf(borrowerId);
    expect(await keep(borrowerId)).toMatchObject({ status: 400 });
    expect(await officer.send(removeWithheldBank, { borrowerId, itemId })).toMatchObject({ status: 409 });
    expect((await linesIn(borrowerId)).length).toBeGreaterThan(0);
  });

  test("disconnecting ends the connection and deletes its data at once, and only once", async () => {
    const { id: borrowerId } = await aMismatch();
    const { id: itemId } = await itemOf(borrowerId);
    for (const _time of [1, 2]) {
      const reply = await officer.send(removeWithheldBank, { borrowerId, itemId });
      expect(reply).toMatchObject({ status: 200, body: { items: [], latestReportId: null, summary: null } });
      expect(reply.body.status).not.toBe("report-ready");
    }
    expect(
      await product.asOwner(
        "select 1 from asset_report_contents c join asset_reports r on r.id = c.report_id where r.borrower_id = $1",
        [borrowerId],
      ),
    ).toEqual([]);
    const acts = await product.asOwner("select 1 from audit_rows where object_id = $1 and action = $2", [
      borrowerId,
      "bank.withheld-removed",
    ]);
    expect(acts).toHaveLength(1);
    await vi.waitFor(async () =>
      expect(await heldByPlaid(product, "items", itemId)).toMatchObject({ removedAt: expect.any(String) }),
    );
  });

  test("correcting the name on the loan shows the transactions without a decision", async () => {
    const { id } = await aMismatch();
    const borrower = (await officer.send(calls.findOwnBorrower, { id })).body;
    const renamed = { ...borrower, firstName: "Gregory", lastName: "Ostrander" };
    expect((await officer.send(calls.updateBorrower, renamed)).status).toBe(200);
    expect((await linesIn(id)).length).toBeGreaterThan(10);
  });
});
