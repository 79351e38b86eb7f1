import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aReportLine, aSubscriptionLine, since } from "../test-billing.ts";
import { chargeSubscription } from "../charges/ledger.ts";
import { closeDue } from "./close-month.ts";
import { closeMonths, runBillingSchedule } from "./billing-job.ts";
import { verifyAudit } from "#platform/server/audit.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { closeAt, monthName, monthStart, periodEndAfter } from "./months.ts";

describe("close month", () => {
  const { listStatements, listNonBilledLineItems } = calls;

  describe.each(ENGINES)("the close of a month on %s", (engine) => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(engine);
    });
    afterAll(() => product.close());

    const ctx = () => product.product.ctx;
    const close = (lender: Lender, now: string, using = ctx()) =>
      closeDue(using, using.system.within(lender.organizationId), now);
    /**
     * If the invoice of the month before is under way, it holds the organization briefly, and the month is not closed.
     */
    const closeNext = (lender: Lender, now: string) =>
      vi.waitFor(async () => expect(await close(lender, now)).toBe(true), 15_000);
    const statementsOf = async (lender: Lender) => (await (await lender.as("admin")).send(listStatements)).body;
    async function aLenderSince(at: string, zone?: string): Promise<Lender> {
      const lender = await aLender(product);
      await since(product, lender, at, zone);
      return lender;
    }

    test("its lines are on one statement, numbered from 1, due in 14 days", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      await aReportLine(product, lender, { at: "2026-08-11T10:00:00Z" });
      await aReportLine(product, lender, { at: "2026-09-01T03:59:59Z" }); // August in New York
      await aReportLine(product, lender, { at: "2026-09-01T04:00:00Z" }); // September
      await close(lender, "2026-09-01T04:30:00Z");
      const [statement, ...others] = await statementsOf(lender);
      expect(others).toEqual([]);
      expect(statement).toMatchObject({
        number: "ST-202608-0001",
        status: "finalized",
        periodStart: "2026-08-01T04:00:00Z",
        periodEnd: "2026-09-01T04:00:00Z",
        amount: 5000,
        subtotal: 5000,
        credits: 0,
        paidBefore: 0,
        due: 5000,
        issuedAt: "2026-09-01T04:30:00Z",
        dueAt: "2026-09-15T04:30:00Z",
      });
      expect(statement!.lineItems).toHaveLength(2);
      const open = (await (await lender.as("admin")).send(listNonBilledLineItems)).body;
      expect(open).toMatchObject([{ occurredAt: "2026-09-01T04:00:00Z", statementId: null }]);
      await vi.waitFor(async () => {
        const { email } = await lender.as("admin");
        const subjects = product.sandbox.mailbox.list().filter(({ To }) => To[0]?.Address === email);
        expect(subjects.map(({ Subject }) => Subject)).toEqual(["Your statement ST-202608-0001 is ready"]);
      }, 10_000);
    });

    test("before its time nothing is closed, and only the next closing time is set", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      await aReportLine(product, lender, { at: "2026-08-11T10:00:00Z" });
      await close(lender, "2026-09-01T04:29:59Z");
      expect(await statementsOf(lender)).toEqual([]);
      const [row] = await product.asOwner("select next_close_at::text, billed_until from organizations where id = $1", [
        lender.organizationId,
      ]);
      expect(row).toEqual({ next_close_at: "2026-09-01 04:30:00+00", billed_until: null });
    });

    test("closing it twenty times at once makes one statement, and closing it again makes none", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      await aReportLine(product, lender, { at: "2026-08-11T10:00:00Z" });
      const now = "2026-09-02T00:00:00Z";
      await Promise.all(Array.from({ length: 20 }, () => close(lender, now)));
      await close(lender, now);
      expect(await statementsOf(lender)).toHaveLength(1);
    });

    test("lines added during the close are on the statement or open; none is lost or counted twice", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      const at = "2026-08-20T10:00:00Z";
      await aReportLine(product, lender, { at });
      const coming = Array.from({ length: 30 }, () => aReportLine(product, lender, { at }));
      await Promise.all([...coming.slice(0, 15), close(lender, "2026-09-02T00:00:00Z"), ...coming.slice(15)]);
      const [statement] = await statementsOf(lender);
      const open = (await (await lender.as("admin")).send(listNonBilledLineItems)).body;
      expect(statement!.lineItems.reduce((sum, { amount }) => sum + amount, 0)).toBe(statement!.amount);
      expect(statement!.lineItems.length + open.length).toBe(31);

      await closeNext(lender, "2026-10-02T00:00:00Z");
      const all = await statementsOf(lender);
      expect(all.flatMap(({ lineItems }) => lineItems)).toHaveLength(31);
      expect((await (await lender.as("admin")).send(listNonBilledLineItems)).body).toEqual([]);
    });

    test("a charge under way is waited for and is on the statement; one that is learned of later is on the next", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      const scope = ctx().system.within(lender.organizationId);
      const charge = { description: "Basic monthly", amount: 900, at: "2026-08-20T10:00:00Z" };
      const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const charging = ctx().db.transaction(scope, async (tx) => {
        await chargeSubscription(tx, scope, { ...charge, invoiceId: "in_under_way" });
        begun.resolve();
        await ended.promise;
      });
      await begun.promise;
      const closing = close(lender, "2026-09-02T00:00:00Z");
      await Promise.race([closing, sleep(500)]);
      ended.resolve();
      await charging;
      expect(await closing).toBe(true);
      expect(await statementsOf(lender)).toMatchObject([{ amount: 900, lineItems: [{ amount: 900 }] }]);

      await aReportLine(product, lender, { at: "2026-08-21T10:00:00Z" });
      await closeNext(lender, "2026-10-02T00:00:00Z");
      expect(await statementsOf(lender)).toMatchObject([
        { number: "ST-202609-0002", amount: 2500, lineItems: [{ occurredAt: "2026-08-21T10:00:00Z" }] },
        { amount: 900, lineItems: [{ amount: 900 }] },
      ]);
    });

    test("a charge from just before the organization, by the card provider's clock, is on its first statement", async () => {
      const lender = await aLenderSince("2026-08-01T04:00:00Z");
      await aSubscriptionLine(product, lender, { at: "2026-08-01T03:59:59Z" });
      await close(lender, "2026-09-02T00:00:00Z");
      expect(await statementsOf(lender)).toMatchObject([{ number: "ST-202608-0001", amount: 2500 }]);
      expect((await (await lender.as("admin")).send(listNonBilledLineItems)).body).toEqual([]);
    });

    test("no usage and no subscription makes no statement; a subscription makes one, paid", async () => {
      const without = await aLenderSince("2026-08-10T12:00:00Z");
      await close(without, "2026-09-02T00:00:00Z");
      expect(await statementsOf(without)).toEqual([]);
      const withOne = await aLenderSince("2026-06-10T12:00:00Z");
      await product.asOwner(
        `insert into subscriptions (organization_id, id, plan_id, status, card_name, card_email, created_by)
       select $1, gen_random_uuid(), id, 'active', 'Paula Payer', 'paula@example.org', $2 from plans limit 1`,
        [withOne.organizationId, (await withOne.as("admin")).userId],
      );
      await close(withOne, "2026-09-02T00:00:00Z");
      // Months that were not closed in time are not made up for.
      expect(await statementsOf(withOne)).toMatchObject([
        { number: "ST-202608-0001", status: "paid", amount: 0, due: 0 },
      ]);
    });

    test("what the provider charged by itself appears on the statement as paid", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      await aSubscriptionLine(product, lender, { at: "2026-08-11T10:00:00Z" });
      await close(lender, "2026-09-02T00:00:00Z");
      expect(await statementsOf(lender)).toMatchObject([{ status: "paid", amount: 2500, paidBefore: 2500, due: 0 }]);
      await aReportLine(product, lender, { at: "2026-09-11T10:00:00Z" });
      await aSubscriptionLine(product, lender, { at: "2026-09-11T10:00:00Z", amount: -300 });
      await closeNext(lender, "2026-10-02T00:00:00Z");
      expect((await statementsOf(lender))[0]).toMatchObject({
        number: "ST-202609-0002",
        status: "finalized",
        amount: 2200,
        subtotal: 2500,
        credits: -300,
        paidBefore: -300,
        due: 2500,
      });
    });

    test("an invoice that is reported twice is charged once, and an invoice of zero is not charged", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      const invoiceId = `in_${lender.organizationId}`;
      await Promise.all([1, 2, 3].map(() => aSubscriptionLine(product, lender, { invoiceId })));
      await aSubscriptionLine(product, lender, { amount: 0 });
      expect((await (await lender.as("admin")).send(listNonBilledLineItems)).body).toHaveLength(1);
    });

    test("a move to another time zone leaves no hour unbilled and bills none twice", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z", "America/Los_Angeles");
      await aReportLine(product, lender, { at: "2026-08-31T23:00:00Z" });
      await aReportLine(product, lender, { at: "2026-09-01T05:00:00Z" }); // still August in Los Angeles
      await aReportLine(product, lender, { at: "2026-09-30T23:00:00Z" });
      await close(lender, "2026-09-01T07:30:00Z");
      await product.asOwner("update organizations set timezone = 'America/New_York' where id = $1", [
        lender.organizationId,
      ]);
      await closeNext(lender, "2026-10-02T00:00:00Z");
      const [september, august] = await statementsOf(lender);
      expect(august).toMatchObject({ number: "ST-202608-0001", amount: 5000, periodEnd: "2026-09-01T07:00:00Z" });
      expect(september).toMatchObject({
        number: "ST-202609-0002",
        amount: 2500,
        periodStart: "2026-09-01T07:00:00Z",
        periodEnd: "2026-10-01T04:00:00Z",
      });
    });

    test("two simultaneous sweeps close every organization once, with numbers that have no gap", async () => {
      const lenders = await Promise.all(Array.from({ length: 6 }, () => aLenderSince("2026-05-10T12:00:00Z")));
      const months = ["2026-05", "2026-06", "2026-07", "2026-08"];
      for (const [index, lender] of lenders.entries())
        for (const month of months.slice(0, 1 + (index % 4)))
          await aReportLine(product, lender, { at: `${month}-15T10:00:00Z` });
      await Promise.all([1, 2, 3].map(() => closeMonths(ctx(), "2026-09-05T00:00:00Z")));
      for (const [index, lender] of lenders.entries()) {
        const numbers = (await statementsOf(lender)).map(({ number }) => number).toReversed();
        const expected = months.slice(0, 1 + (index % 4)).map((month, n) => `ST-${month.replace("-", "")}-000${n + 1}`);
        expect(numbers).toEqual(expected);
      }
    });

    test("months closed together are one statement, record and invoice each, and those without usage have none", async () => {
      const lenders = await Promise.all(Array.from({ length: 5 }, () => aLenderSince("2026-08-10T12:00:00Z")));
      const idle = await aLenderSince("2026-08-10T12:00:00Z");
      for (const [index, lender] of lenders.entries())
        for (let lines = 0; lines <= index; lines++) await aReportLine(product, lender, { at: "2026-08-15T10:00:00Z" });
      await Promise.all([1, 2, 3].map(() => closeMonths(ctx(), "2026-09-02T00:00:00Z")));
      for (const [index, lender] of lenders.entries()) {
        const statements = await statementsOf(lender);
        expect(statements).toMatchObject([{ number: "ST-202608-0001", amount: 2500 * (index + 1) }]);
        expect(statements[0]!.lineItems).toHaveLength(index + 1);
        const records = await product.asOwner(
          "select object_id, detail from audit_rows where organization_id = $1 and action = 'statement.finalized'",
          [lender.organizationId],
        );
        const { id, number, amount, due } = statements[0]!;
        expect(records).toEqual([{ object_id: id, detail: { number, amount, due } }]);
        const jobs = await product.asOwner(
          "select from jobs.job where name = 'billing.invoice-statement' and data ->> 'statementId' = $1",
          [id],
        );
        expect(jobs).toHaveLength(1);
      }
      expect(await statementsOf(idle)).toEqual([]);
      const chains = await verifyAudit(ctx().db, ctx().system);
      expect(chains.errors).toEqual([]);
    });

    test("months that cannot be closed together are closed one by one", async () => {
      const [broken, lender] = [await aLenderSince("2026-08-10T12:00:00Z"), await aLenderSince("2026-08-10T12:00:00Z")];
      for (const one of [broken, lender]) await aReportLine(product, one, { at: "2026-08-15T10:00:00Z" });
      await product.asOwner(
        `alter table statements add constraint refused check (organization_id <> '${broken.organizationId}')`,
      );
      await closeMonths(ctx(), "2026-09-02T00:00:00Z");
      await product.asOwner("alter table statements drop constraint refused");
      expect(await statementsOf(lender)).toHaveLength(1);
      expect(await statementsOf(broken)).toEqual([]);
      await closeMonths(ctx(), "2026-09-02T00:00:00Z");
      expect(await statementsOf(broken)).toHaveLength(1);
    });

    test("not even the owner makes a statement of another sum or of a month that has one, or deletes one with lines", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      await aReportLine(product, lender, { at: "2026-08-15T10:00:00Z" });
      await close(lender, "2026-09-02T00:00:00Z");
      const [statement] = await statementsOf(lender);
      await aReportLine(product, lender, { at: "2026-09-15T10:00:00Z" });
      const another = (start: string, end: string, amount: number) =>
        product.asOwner(
          `insert into statements (organization_id, id, sequence, number, status, period_start, period_end, time_zone,
             subtotal, credits, amount, paid_before, issued_at, due_at)
           values ($1, gen_random_uuid(), 2, 'ST-2', 'finalized', $2, $3, 'UTC', $4, 0, $4, 0, now(), now())`,
          [lender.organizationId, start, end, amount],
        );
      await expect(another("2026-09-01T04:00:00Z", "2026-10-01T04:00:00Z", 2499)).rejects.toThrow(
        "the lines of a statement come to its amount",
      );
      await expect(another("2026-08-31T00:00:00Z", "2026-10-01T04:00:00Z", 5000)).rejects.toThrow(
        "the periods of statements do not overlap",
      );
      await expect(product.asOwner("delete from statements where id = $1", [statement!.id])).rejects.toThrow(
        "a statement with lines stays",
      );
    });

    test("a failure of one organization does not block another's month or other due work", async () => {
      const broken = await aLenderSince("2026-08-10T12:00:00Z", "Mars/Olympus");
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      for (const one of [broken, lender]) await aReportLine(product, one, { at: "2026-08-11T10:00:00Z" });
      await runBillingSchedule(ctx(), "2026-09-02T00:00:00Z");
      await runBillingSchedule(ctx(), "2026-09-17T00:00:00Z");
      expect(await statementsOf(lender)).toMatchObject([{ status: "past_due" }]);
      const reported = product.logged.filter((line) => line.includes("a month was not closed"));
      expect(reported.some((line) => line.includes(broken.organizationId))).toBe(true);
      await since(product, broken, "2026-08-10T12:00:00Z");
    });

    test("a database clock that is behind starts each comparison once", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      await product.asOwner("update organizations set stripe_customer_id = 'cus_0' || id where id = $1", [
        lender.organizationId,
      ]);
      const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString();
      await runBillingSchedule(ctx(), ahead);
      const asked = () =>
        product.asOwner("select asked_at from billing_checks where organization_id = $1", [lender.organizationId]);
      const [first] = await asked();
      expect(new Date(String(first!["asked_at"])).getTime()).toBeGreaterThan(Date.now() + 86_400_000);
      await runBillingSchedule(ctx(), ahead);
      expect(await asked()).toEqual([first]);
    });

    test("a statement that is not paid in time becomes past due", async () => {
      const lender = await aLenderSince("2026-08-10T12:00:00Z");
      await aReportLine(product, lender, { at: "2026-08-11T10:00:00Z" });
      await close(lender, "2026-09-02T00:00:00Z");
      await runBillingSchedule(ctx(), "2026-09-15T23:59:59Z");
      expect(await statementsOf(lender)).toMatchObject([{ status: "finalized" }]);
      await runBillingSchedule(ctx(), "2026-09-16T00:00:01Z");
      expect(await statementsOf(lender)).toMatchObject([{ status: "past_due" }]);
    });

    test("for charges in any order, sums are equal to the cent and every line is on one statement", async () => {
      const aCharge = fc.record({
        day: fc.integer({ min: 1, max: 118 }),
        amount: fc.integer({ min: -50_000, max: 90_000 }),
        isSubscription: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(aCharge, { maxLength: 12 }), async (charges) => {
          const lender = await aLenderSince("2026-01-01T12:00:00Z");
          for (const { day, amount, isSubscription } of charges) {
            const at = new Date(Date.UTC(2026, 0, 1, 12) + day * 86_400_000).toISOString();
            if (isSubscription) await aSubscriptionLine(product, lender, { at, amount });
            else await aReportLine(product, lender, { at });
          }
          await close(lender, "2026-05-20T00:00:00Z");
          const statements = (await statementsOf(lender)).toReversed();
          statements.forEach(({ number, lineItems, amount, subtotal, credits, paidBefore, due }, index) => {
            expect(number.slice(-4)).toBe(String(index + 1).padStart(4, "0"));
            expect(lineItems.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
            expect(subtotal + credits).toBe(amount);
            expect(amount - paidBefore).toBe(due);
            expect(due).toBe(2500 * lineItems.filter(({ type }) => type === "asset_report").length);
          });
          const lines = statements.flatMap(({ lineItems }) => lineItems.map(({ id }) => id));
          const charged = charges.filter(({ amount, isSubscription }) => !isSubscription || amount !== 0).length;
          expect(new Set(lines).size).toBe(charged);
          expect(lines).toHaveLength(charged);
        }),
        { numRuns: 8 },
      );
    }, 60_000);
  });
});

describe("months", () => {
  const ZONES = [
    "America/New_York",
    "America/Los_Angeles",
    "Pacific/Honolulu",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Asuncion", // its clocks once skipped the first hour of a month
    "Pacific/Apia", // once skipped a whole day
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "UTC",
  ];
  const aZone = fc.constantFrom(...ZONES);
  const anInstant = fc
    .date({ min: new Date("2015-01-01T00:00:00Z"), max: new Date("2040-01-01T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString());

  describe("months", () => {
    test("a month ends at midnight of the local time zone, in summer and winter", () => {
      expect(periodEndAfter("2026-10-01T04:00:00.000Z", "America/New_York")).toBe("2026-11-01T04:00:00.000Z");
      expect(periodEndAfter("2026-11-01T04:00:00.000Z", "America/New_York")).toBe("2026-12-01T05:00:00.000Z");
      expect(closeAt("2026-12-01T05:00:00.000Z", "America/New_York")).toBe("2026-12-01T05:30:00.000Z");
      expect(monthName("2026-11-01T04:00:00.000Z", "America/New_York")).toBe("202611");
      expect(periodEndAfter("2026-12-01T05:00:00.000Z", "America/New_York")).toBe("2027-01-01T05:00:00.000Z");
    });

    test("an hour that the clocks skip at the start does not move the month", () => {
      // 2017-10-01 00:00 did not exist: the clocks went to 01:00.
      expect(monthStart("2017-10-15T00:00:00Z", "America/Asuncion")).toBe("2017-10-01T04:00:00.000Z");
    });

    test("every instant is in the month that begins with it, and the next month begins where it ends", () => {
      fc.assert(
        fc.property(anInstant, aZone, (at, zone) => {
          const start = monthStart(at, zone);
          const end = periodEndAfter(start, zone);
          expect(Date.parse(start)).toBeLessThanOrEqual(Date.parse(at));
          expect(Date.parse(end)).toBeGreaterThan(Date.parse(at));
          expect(dayIn(start, zone).slice(-2)).toBe("01");
          expect(dayIn(end, zone).slice(-2)).toBe("01");
          expect(monthStart(end, zone)).toBe(end);
          expect(monthName(start, zone)).toBe(dayIn(start, zone).slice(0, 7).replace("-", ""));
          const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
          expect(days).toBeGreaterThan(26.9); // a February without the day that Apia skipped would still have more
          expect(days).toBeLessThan(31.1);
        }),
      );
    });

    test("a month is closed half an hour after its end, within the first day", () => {
      fc.assert(
        fc.property(anInstant, aZone, (at, zone) => {
          const end = periodEndAfter(monthStart(at, zone), zone);
          const minutes = (Date.parse(closeAt(end, zone)) - Date.parse(end)) / 60_000;
          expect(minutes).toBeGreaterThanOrEqual(0);
          expect(minutes).toBeLessThanOrEqual(30);
        }),
      );
    });

    test("an organization that changes time zones has months that follow each other without gaps or fragments", () => {
      fc.assert(
        fc.property(anInstant, fc.array(aZone, { minLength: 2, maxLength: 14 }), (at, zones) => {
          let start = monthStart(at, zones[0]!);
          let name = "";
          for (const zone of zones) {
            const end = periodEndAfter(start, zone);
            const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
            expect(days).toBeGreaterThan(25.8);
            expect(days).toBeLessThan(32.2);
            expect(monthName(start, zone) > name).toBe(true);
            name = monthName(start, zone);
            start = end;
          }
        }),
      );
    });

    test("days are those of the local calendar", () => {
      expect(dayIn("2026-11-01T03:59:59Z", "America/New_York")).toBe("2026-10-31");
    });
  });
});
