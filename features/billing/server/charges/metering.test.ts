import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { connect, generate, settled } from "#features/asset-reports/server/test-bank.ts";
import { aReportLine, since } from "../test-billing.ts";
import { reverseLine } from "./ledger.ts";
import { closeDue } from "../months/close-month.ts";
import { compare } from "../comparison/reconcile.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";

describe("metering", () => {
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
      const reported = await product.asOwner(
        "select percent from spend_warnings where organization_id = $1 order by 1",
        [capped.organizationId],
      );
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
});

describe("refunds", () => {
  const { listStatements, listNonBilledLineItems, findCurrentPeriod } = calls;

  describe.each(ENGINES)("refunds of the card provider on %s", (engine) => {
    let product: TestProduct;
    let lender: Lender;
    let admin: Person;
    let invoiceId: string;

    const ctx = () => product.product.ctx;
    const scope = () => ctx().system.within(lender.organizationId);

    beforeAll(async () => {
      product = await openTestProduct(engine);
      lender = await aLender(product);
      admin = await lender.as("admin");
      await since(product, lender, "2026-08-10T12:00:00Z");
      await aReportLine(product, lender, { at: "2026-08-11T10:00:00Z" });
      await closeDue(ctx(), scope(), "2026-09-02T00:00:00Z");
      invoiceId = await vi.waitFor(async () => {
        const [row] = await product.asOwner(
          "select stripe_invoice_id as id from statements where organization_id = $1",
          [lender.organizationId],
        );
        expect(row!["id"]).not.toBe(null);
        return String(row!["id"]);
      }, 15_000);
      await ctx().providers.stripe.invoices.pay(invoiceId, { payment_method: "pm_card_visa" });
    });
    afterAll(() => product.close());

    async function refund(amount: number) {
      const { data } = await ctx().providers.stripe.invoicePayments.list({ invoice: invoiceId });
      const intent = data[0]!.payment.payment_intent as string; // not expanded
      return ctx().providers.stripe.refunds.create({ payment_intent: intent, amount });
    }

    test("become one line each, which no later invoice pays back again", async () => {
      const { id } = await refund(2000);
      await refund(100);
      await compare(ctx(), scope());
      await compare(ctx(), scope());
      const lines = (await admin.send(listNonBilledLineItems)).body;
      expect(lines.map(({ type, amount }) => [type, amount]).toSorted()).toEqual([
        ["adjustment", -100],
        ["adjustment", -2000],
      ]);
      expect(lines.some(({ description }) => description.includes(id))).toBe(true);
      expect((await admin.send(findCurrentPeriod)).body.drift).toBe(null);

      await product.asOwner(
        "update organizations set next_close_at = null, billed_until = now() - interval '62 days' where id = $1",
        [lender.organizationId],
      );
      const later = new Date(Date.now() + 62 * 86_400_000).toISOString();
      await aReportLine(product, lender);
      await closeDue(ctx(), scope(), later);
      const statement = (await admin.send(listStatements)).body.find(({ amount }) => amount === 400);
      expect(statement).toMatchObject({ amount: 400, paidBefore: -2100, due: 2500, status: "finalized" });
    });
  });
});

describe("spend cap", () => {
  const { findReportPrice, generateAssetReport, readOrganizationSettings, updateOrganization } = calls;

  describe.each(ENGINES)("the spend cap on %s", (engine) => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(engine);
    });
    afterAll(() => product.close());

    async function aLenderWhoSpent(reports: number) {
      const lender = await aLender(product);
      for (let n = 0; n < reports; n++) await aReportLine(product, lender);
      return { lender, admin: await lender.as("admin") };
    }
    const setCap = async (admin: Person, spendCap: number | null) => {
      const { body } = await admin.send(readOrganizationSettings);
      expect(await admin.send(updateOrganization, aChange(body, { policy: { spendCap } }))).toMatchObject({
        status: 200,
      });
    };
    const mailsTo = ({ email }: Person) =>
      product.sandbox.mailbox
        .list()
        .filter(({ To }) => To[0]?.Address === email)
        .map(({ Subject }) => Subject)
        .toSorted();
    const warned = (organizationId: string) =>
      product.asOwner("select percent from spend_warnings where organization_id = $1 order by 1", [organizationId]);

    test("a cap below the current spending notifies the payers immediately and once", async () => {
      const { lender, admin } = await aLenderWhoSpent(2);
      await setCap(admin, 6000);
      await vi.waitFor(() => expect(mailsTo(admin)).toEqual(["80% of your spend cap is used"]), 10_000);
      await setCap(admin, 4000);
      const both = ["80% of your spend cap is used", "Your spend cap is reached"];
      await vi.waitFor(() => expect(mailsTo(admin)).toEqual(both), 10_000);
      await setCap(admin, 3000);
      expect(await warned(lender.organizationId)).toEqual([{ percent: 80 }, { percent: 100 }]);
    });

    test("a cap far above the current spending, or no cap, sends no notification", async () => {
      const { lender, admin } = await aLenderWhoSpent(2);
      await setCap(admin, 100_000);
      await setCap(admin, null);
      expect(await warned(lender.organizationId)).toEqual([]);
    });

    test("if too little is left for a report, its price and the refusal email say how much is left", async () => {
      const { lender, admin } = await aLenderWhoSpent(2);
      const { id: borrowerId } = await lender.hasBorrower({}, "admin");
      await connect(product, admin, borrowerId);
      await setCap(admin, 6000);
      const price = (await admin.send(findReportPrice, { id: borrowerId })).body;
      expect(price).toMatchObject({ amount: 2500, isOverCap: true, leftOfCap: 1000 });
      expect(await admin.send(generateAssetReport, { borrowerId })).toMatchObject({ message: "SPEND_CAP_REACHED" });
      await vi.waitFor(
        () => expect(mailsTo(admin)).toContain("Too little of your spend cap is left for a report"),
        10_000,
      );
      await setCap(admin, 1000);
      expect((await admin.send(findReportPrice, { id: borrowerId })).body).toMatchObject({ leftOfCap: 0 });
    });
  });
});
