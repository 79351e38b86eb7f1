import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { connect, generate, settled } from "#features/asset-reports/server/test-bank.ts";
import { aReportLine } from "../test-billing.ts";
import { reverseLine } from "./ledger.ts";

const { findReportPrice, generateAssetReport, listNonBilledLineItems, findCurrentPeriod, findOwnBilling } = calls;

describe.each(ENGINES)("metering on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    admin = await lender.as("admin");
  });
  afterAll(() => product.close());

  async function aConnected(of = lender, person = admin) {
    const borrower = await of.hasBorrower({}, "admin");
    await connect(product, person, borrower.id);
    return borrower;
  }
  const linesOf = async (borrowerId: string) =>
    (await admin.send(listNonBilledLineItems)).body.filter((line) => line.borrowerId === borrowerId);

  test("a report shows its price before it is requested, is charged when it is ready, and is free to refresh for 60 days", async () => {
    const { id } = await aConnected();
    const price = await admin.send(findReportPrice, { id });
    expect(price.body).toEqual({
      type: "asset_report",
      amount: 2500,
      freeUntil: null,
      isOverCap: false,
      leftOfCap: null,
    });
    expect(await linesOf(id)).toEqual([]);

    const report = await generate(admin, id);
    expect(report.state).toBe("ready");
    const lines = await linesOf(id);
    expect(lines).toMatchObject([
      { type: "asset_report", amount: 2500, quantity: 1, assetReportId: report.id, statementId: null },
    ]);

    const free = (await admin.send(findReportPrice, { id })).body;
    expect(free).toMatchObject({ type: "report_refresh", amount: 0, isOverCap: false });
    expect(Math.round((Date.parse(free.freeUntil!) - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(58);
    await generate(admin, id);
    expect(await linesOf(id)).toHaveLength(1);

    await product.asOwner("alter table line_items disable trigger billed_once");
    await product.asOwner(
      "update line_items set occurred_at = occurred_at - interval '62 days' where borrower_id = $1",
      [id],
    );
    expect((await admin.send(findReportPrice, { id })).body).toMatchObject({ type: "report_refresh", amount: 1000 });
    await generate(admin, id);
    expect((await linesOf(id)).map(({ type, amount }) => [type, amount])).toEqual([
      ["report_refresh", 1000],
      ["asset_report", 2500],
    ]);
  });

  test("a report that fails costs nothing, and the next one still counts as the first", async () => {
    const borrower = await lender.hasBorrower({}, "admin");
    await connect(product, admin, borrower.id);
    const asked = await admin.send(generateAssetReport, { borrowerId: borrower.id });
    await product.asOwner("update asset_reports set state = 'failed', error_code = 'TIMEOUT' where id = $1", [
      asked.body.assetReportId,
    ]);
    expect(await settled(admin, borrower.id)).toMatchObject({ state: "failed", price: 2500 });
    expect(await linesOf(borrower.id)).toEqual([]);
    expect((await admin.send(findReportPrice, { id: borrower.id })).body).toMatchObject({ amount: 2500 });
  });

  test("a report that was requested before prices existed costs nothing", async () => {
    const { id } = await aConnected();
    const asked = await admin.send(generateAssetReport, { borrowerId: id });
    await product.asOwner("update asset_reports set price = null, price_type = null where id = $1", [
      asked.body.assetReportId,
    ]);
    await settled(admin, id);
    expect(await linesOf(id)).toEqual([]);
  });

  test("a report is requested at the price that was shown, or not at all", async () => {
    const { id: borrowerId } = await aConnected();
    expect(await admin.send(generateAssetReport, { borrowerId, price: 0 })).toMatchObject({
      status: 409,
      message: "STALE",
    });
    expect(await admin.send(generateAssetReport, { borrowerId, price: 2500 })).toMatchObject({ status: 202 });
    await settled(admin, borrowerId);
  });

  test("reports that never end and credits for an earlier month do not change what this month may still spend", async () => {
    const careful = await aLender(product);
    const boss = await careful.as("admin");
    const { db, system } = product.product.ctx;
    const scope = system.within(careful.organizationId);
    const lineOf = async () => (await boss.send(listNonBilledLineItems)).body[0]!.id;
    const spent = async () => (await boss.send(findCurrentPeriod)).body.spent;
    await aReportLine(product, careful, { at: new Date(Date.now() - 62 * 86_400_000).toISOString() });
    const early = await lineOf();
    await db.transaction(scope, (tx) => reverseLine(tx, scope, early, "charged by mistake"));
    expect(await spent()).toBe(0);
    await aReportLine(product, careful);
    const late = await lineOf();
    expect(await spent()).toBe(2500);
    await db.transaction(scope, (tx) => reverseLine(tx, scope, late, "charged by mistake"));
    expect(await spent()).toBe(0);

    const { id: borrowerId } = await aConnected(careful, boss);
    await boss.send(generateAssetReport, { borrowerId });
    await settled(boss, borrowerId);
    const stand = (age: string) =>
      product.asOwner(
        "update asset_reports set state = 'generating', requested_at = now() - $2::interval where borrower_id = $1",
        [borrowerId, age],
      );
    await stand("14 minutes");
    expect(await spent()).toBe(5000);
    await stand("16 minutes");
    expect(await spent()).toBe(2500);
  });

  test("the price for another organization's borrower is not found", async () => {
    const other = await (await aLender(product)).hasBorrower({}, "admin");
    expect(await admin.send(findReportPrice, { id: other.id })).toMatchObject({ status: 404 });
    const foreign = await lender.hasBorrower({}, "admin");
    expect(await (await lender.as("registered")).send(findReportPrice, { id: foreign.id })).toMatchObject({
      status: 404,
    });
  });

  test("20 simultaneous reports do not exceed the cap, and the payers are notified once", async () => {
    const capped = await aLender(product);
    const boss = await capped.as("admin");
    const borrowers = [];
    for (let n = 0; n < 20; n++) borrowers.push(await aConnected(capped, boss));
    await product.asOwner("update organizations set spend_cap = 10000 where id = $1", [capped.organizationId]);
    const replies = await Promise.all(borrowers.map(({ id }) => boss.send(generateAssetReport, { borrowerId: id })));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(4);
    const refused = replies.filter(({ status }) => status !== 202);
    expect(new Set(refused.map(({ status, message }) => `${status} ${message}`))).toEqual(
      new Set(["409 SPEND_CAP_REACHED"]),
    );
    const { body } = await boss.send(findCurrentPeriod);
    expect(body).toMatchObject({ spendCap: 10_000, spent: 10_000 });
    const reported = await product.asOwner("select percent from spend_warnings where organization_id = $1 order by 1", [
      capped.organizationId,
    ]);
    expect(reported).toEqual([{ percent: 80 }, { percent: 100 }]);
    await vi.waitFor(() => {
      const emails = product.sandbox.mailbox.list().filter(({ To }) => To[0]?.Address === boss.email);
      expect(emails.map(({ Subject }) => Subject).sort()).toEqual([
        "80% of your spend cap is used",
        "Your spend cap is reached",
      ]);
    }, 10_000);
    const ready = replies.findIndex(({ status }) => status === 202);
    await settled(boss, borrowers[ready]!.id);
    expect((await boss.send(findReportPrice, { id: borrowers[ready]!.id })).body).toMatchObject({
      amount: 0,
      isOverCap: false,
    });
    expect(await boss.send(generateAssetReport, { borrowerId: borrowers[ready]!.id })).toMatchObject({ status: 202 });
  }, 60_000);

  test("a line is reversed once, by a new line that refers to it", async () => {
    const { id } = await aConnected();
    await generate(admin, id);
    const [line] = await linesOf(id);
    const { db, system } = product.product.ctx;
    const scope = system.within(lender.organizationId);
    const reverse = () => db.transaction(scope, (tx) => reverseLine(tx, scope, line!.id, "charged by mistake"));
    const both = [await reverse(), await reverse()];
    expect(both.map(({ isNew }) => isNew)).toEqual([true, false]);
    const [adjustment, ...rest] = await linesOf(id);
    expect(adjustment).toMatchObject({ type: "adjustment", amount: -2500 });
    expect(adjustment!.description).toContain(line!.id);
    expect(rest).toEqual([line]);
    const other = system.within((await aLender(product)).organizationId);
    await expect(db.transaction(other, (tx) => reverseLine(tx, other, line!.id, "not theirs"))).rejects.toThrow();
  });

  test("a user who is alone in their organization reads their own charges, and other members do not", async () => {
    const alone = await aLender(product);
    await product.asOwner("update memberships set role = 'registered' where organization_id = $1", [
      alone.organizationId,
    ]);
    const person = await alone.as("admin");
    expect(await person.send(findOwnBilling)).toMatchObject({ status: 200, body: { lineItems: [], statements: [] } });
    expect(await (await lender.as("registered")).send(findOwnBilling)).toMatchObject({ status: 403 });
  });
});
