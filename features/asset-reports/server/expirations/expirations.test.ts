import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import { addDays, utcToday } from "#platform/dates/days.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { answer, openTestProduct, type TestProduct } from "#testing/product.ts";
import { runReportMaintenance } from "../maintenance-job.ts";
import { askPlaid, connect, generate, heldByPlaid, settled } from "../test-bank.ts";
import { checking, customLogin } from "../test-custom-bank.ts";

const { cancelPlannedRefresh, findOwnBorrower, planRefresh, readExpirations, updateLoan } = calls;

const TODAY = utcToday();
/** Further away than data of today lasts under any program. */
const CLOSING = addDays(TODAY, 150);

describe.each(ENGINES)("expirations on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  /** A borrower with a report of a bank that was read today. */
  const aFile = async (loan: Loan = { noteDate: CLOSING, program: "fha" }) => {
    const { id } = await lender.hasBorrower({ firstName: "Ada", lastName: "King", loan });
    await connect(product, officer, id, {
      ...customLogin({ accounts: [checking(36_000)] }),
      webhook: `${product.product.config.backendUrl}/api/latest/webhooks/plaid`,
    });
    expect(await generate(officer, id)).toMatchObject({ state: "ready" });
    return id;
  };
  const read = async (id: string) => (await officer.send(readExpirations, { id })).body;
  /** Plans the suggested day, and returns it. */
  const plan = async (id: string) => {
    const { suggestion, freeUntil, price } = await read(id);
    if (suggestion.outcome !== "refresh") throw new Error(`no day is suggested: ${suggestion.outcome}`);
    const { day } = suggestion;
    const reply = await officer.send(planRefresh, {
      id,
      day,
      price: freeUntil !== null && day <= freeUntil ? 0 : price,
    });
    expect(reply, String(reply.message)).toMatchObject({ status: 200, body: { plan: { state: "planned", day } } });
    return day;
  };
  const sweep = (day: string) => runReportMaintenance(product.product.ctx, `${day}T06:00:00.000Z`);
  const reportsOf = (id: string) =>
    product.asOwner("select id from asset_reports where borrower_id = $1 order by requested_at", [id]);
  const changeLoan = async (id: string, loan: Loan) => {
    const { version } = (await officer.send(findOwnBorrower, { id })).body;
    expect((await officer.send(updateLoan, { id, loan, version })).status).toBe(200);
  };
  const noticesOf = async (id: string) =>
    (
      await product.asOwner(
        "select detail->>'reason' as reason from notifications where borrower_id = $1 and kind = 'plannedRefresh' order by created_at",
        [id],
      )
    ).map(({ reason }) => String(reason));

  test("the list has the data under the loan's program, the consent, the free refresh and a bank's announced end", async () => {
    const id = await aFile();
    const before = await read(id);
    expect(before).toMatchObject({ closingOn: CLOSING, today: TODAY, plan: null, price: 1000, leftOfCap: null });
    expect(before.clocks.map(({ kind, day, programs }) => [kind, day, programs])).toEqual([
      ["freeRefresh", before.freeUntil, []],
      ["data", addDays(TODAY, 120), ["fha"]],
      ["access", null, []],
      ["consent", null, []],
    ]);
    const [{ provider_item_id: item } = {}] = await product.asOwner(
      "select provider_item_id from bank_items where borrower_id = $1",
      [id],
    );
    const { accessToken } = await heldByPlaid(product, "items", String(item));
    await askPlaid(product, "/sandbox/item/fire_webhook", {
      access_token: accessToken,
      webhook_code: "PENDING_DISCONNECT",
    });
    await vi.waitFor(async () => {
      const access = (await read(id)).clocks.find(({ kind }) => kind === "access");
      expect([6, 7, 8].map((days) => addDays(TODAY, days))).toContain(access?.day);
    }, 15_000);
    await askPlaid(product, "/sandbox/item/fire_webhook", {
      access_token: accessToken,
      webhook_code: "LOGIN_REPAIRED",
    });
    await vi.waitFor(async () => {
      expect((await read(id)).clocks.find(({ kind }) => kind === "access")?.day).toBeNull();
    }, 15_000);
  });

  test("a refresh is planned, moved and canceled, and lists show its day", async () => {
    const id = await aFile();
    const day = await plan(id);
    expect(day).toBe(addDays(TODAY, 117));
    const planned = async () => (await officer.send(findOwnBorrower, { id })).body.plannedRefreshOn;
    expect(await planned()).toBe(day);
    expect((await read(id)).plan).toMatchObject({ isSuggested: true, price: 1000, plannedBy: "Test registered" });
    const later = addDays(TODAY, 140);
    const moved = await officer.send(planRefresh, { id, day: later, price: 1000 });
    expect(moved.body.plan).toMatchObject({ day: later, isSuggested: false, state: "planned" });
    expect(await planned()).toBe(later);
    const canceled = await officer.send(cancelPlannedRefresh, { id });
    expect(canceled.body.plan).toMatchObject({ state: "canceled", reason: null });
    expect(await planned()).toBeNull();
    expect((await officer.send(cancelPlannedRefresh, { id })).status).toBe(200);
    const actions = await product.asOwner(
      "select action from audit_rows where object_id = $1 and action like 'refresh.%' order by seq",
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual(["refresh.planned", "refresh.planned", "refresh.canceled"]);
  });

  test("no day is planned that does not serve the closing, at another price, or above the spend cap", async () => {
    const id = await aFile();
    for (const day of [addDays(TODAY, -1), TODAY, addDays(TODAY, 29), addDays(CLOSING, 1)])
      expect(await officer.send(planRefresh, { id, day, price: 0 }), day).toMatchObject({
        status: 409,
        message: "REFRESH_NOT_POSSIBLE",
      });
    expect((await officer.send(planRefresh, { id, day: addDays(TODAY, 30), price: 0 })).status).toBe(200);
    expect(await officer.send(planRefresh, { id, day: CLOSING, price: 0 })).toMatchObject({ message: "STALE" });
    const admin = await lender.as("admin");
    const setCap = async (spendCap: number | null) => {
      const { body } = await admin.send(calls.readOrganizationSettings);
      expect((await admin.send(calls.updateOrganization, aChange(body, { policy: { spendCap } }))).status).toBe(200);
    };
    await setCap(500);
    expect(await officer.send(planRefresh, { id, day: CLOSING, price: 1000 })).toMatchObject({
      message: "SPEND_CAP_REACHED",
    });
    await setCap(null);
    expect((await officer.send(planRefresh, { id, day: CLOSING, price: 1000 })).status).toBe(200);
  });

  test("the planned day makes one report, also with two processes, and it is charged once", async () => {
    const id = await aFile();
    const day = await plan(id);
    await product.asOwner(
      "update line_items set occurred_at = occurred_at - interval '62 days' where borrower_id = $1",
      [id],
    );
    await sweep(addDays(day, -1));
    expect(await reportsOf(id)).toHaveLength(1);
    await Promise.all([sweep(day), sweep(day), sweep(addDays(day, 1))]);
    expect(await settled(officer, id)).toMatchObject({ state: "ready", price: 1000 });
    await sweep(addDays(day, 1));
    const reports = await reportsOf(id);
    expect(reports).toHaveLength(2);
    expect(
      await product.asOwner("select state, report_id from planned_refreshes where borrower_id = $1", [id]),
    ).toEqual([{ state: "done", report_id: reports[1]!["id"] }]);
    const charged = await product.asOwner("select amount from line_items where borrower_id = $1 order by occurred_at", [
      id,
    ]);
    expect(charged.map(({ amount }) => Number(amount))).toEqual([2500, 1000]);
    expect((await officer.send(findOwnBorrower, { id })).body.plannedRefreshOn).toBeNull();
  });

  test("on the day, a provider that is down is asked until it answers, and the refresh is charged once", async () => {
    const id = await aFile();
    const day = await plan(id);
    await product.asOwner(
      "update line_items set occurred_at = occurred_at - interval '62 days' where borrower_id = $1",
      [id],
    );
    const orders = () => product.plaidLine.asked.filter((path) => path === "/asset_report/refresh").length;
    const before = orders();
    product.plaidLine.break((path, reply) => path === "/asset_report/refresh" && answer(reply, "", 503));
    await sweep(day);
    // The officer sees that a report is on its way, and that the plan has been carried out.
    expect((await officer.send(calls.latestAssetReport, { id })).body.report).toMatchObject({ state: "queued" });
    expect((await read(id)).plan).toMatchObject({ state: "done", reason: null });
    await expect.poll(orders).toBeGreaterThan(before);
    await sweep(day);
    product.plaidLine.heal();
    expect(await settled(officer, id)).toMatchObject({ state: "ready", price: 1000 });
    expect(await reportsOf(id)).toHaveLength(2);
    const charged = await product.asOwner("select amount from line_items where borrower_id = $1 order by occurred_at", [
      id,
    ]);
    expect(charged.map(({ amount }) => Number(amount))).toEqual([2500, 1000]);
  });

  test("an interruption between the report and the end of the plan leaves neither", async () => {
    const id = await aFile();
    const day = await plan(id);
    await product.asOwner(
      `create function interrupt() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`,
    );
    await product.asOwner(
      "create trigger interrupted before update on planned_refreshes for each row execute function interrupt()",
    );
    await sweep(day);
    expect(await reportsOf(id)).toHaveLength(1);
    await product.asOwner("drop trigger interrupted on planned_refreshes");
    await product.asOwner("drop function interrupt");
    await sweep(day);
    await settled(officer, id);
    expect(await reportsOf(id)).toHaveLength(2);
  });

  test("a suggested day follows the closing, and a chosen one that serves it no more ends with the reason", async () => {
    const id = await aFile();
    await plan(id);
    const later = addDays(TODAY, 260);
    await changeLoan(id, { program: "fha", noteDate: later });
    expect((await read(id)).plan).toMatchObject({ state: "planned", day: addDays(later, -3), isSuggested: true });
    const own = addDays(later, -10);
    expect((await officer.send(planRefresh, { id, day: own, price: 1000 })).status).toBe(200);
    await changeLoan(id, { program: "fha", noteDate: addDays(later, 5) });
    expect((await read(id)).plan).toMatchObject({ state: "planned", day: own });
    await changeLoan(id, { program: "fha", noteDate: addDays(own, -1) });
    expect((await read(id)).plan).toMatchObject({ state: "failed", reason: "AFTER_CLOSING" });
    const [first, second] = await noticesOf(id);
    expect(first).toContain("moved to");
    expect(second).toContain("after the closing");
  });

  test("a closing that today's data serves ends the plan, and so does closing the borrower", async () => {
    const [served, closed] = [await aFile(), await aFile()];
    for (const id of [served, closed]) await plan(id);
    await changeLoan(served, { program: "fha", noteDate: addDays(TODAY, 30) });
    expect((await read(served)).plan).toMatchObject({ state: "canceled", reason: "NOT_NEEDED" });
    await officer.send(calls.changeBorrowerStatus, { id: closed, status: "closed" });
    expect((await read(closed)).plan).toMatchObject({ state: "canceled", reason: "CLOSED" });
    await sweep(addDays(TODAY, 118));
    expect(await reportsOf(served)).toHaveLength(1);
    expect(await reportsOf(closed)).toHaveLength(1);
  });

  test("on the day, a bank that is gone, a price that rose or a report that serves already make none, and the officer learns why", async () => {
    const [gone, dearer, served] = [await aFile(), await aFile(), await aFile()];
    for (const id of [gone, served]) await plan(id);
    const [item] = (await officer.send(findOwnBorrower, { id: gone })).body.items;
    await officer.send(calls.disconnectBank, { itemId: item!.id });
    expect((await officer.send(planRefresh, { id: dearer, day: addDays(TODAY, 40), price: 0 })).status).toBe(200);
    await product.asOwner(
      "update line_items set occurred_at = occurred_at - interval '62 days' where borrower_id = $1",
      [dearer],
    );
    await product.asOwner(
      "update borrowers set loan = jsonb_set(loan, '{noteDate}', to_jsonb($2::text)) where id = $1",
      [served, addDays(TODAY, 119)],
    );
    await sweep(addDays(TODAY, 118));
    const ends = await Promise.all([gone, dearer, served].map(async (id) => (await read(id)).plan));
    expect(ends).toMatchObject([
      { state: "failed", reason: "NO_BANK" },
      { state: "failed", reason: "PRICE_CHANGED" },
      { state: "canceled", reason: "NOT_NEEDED" },
    ]);
    for (const id of [gone, dearer, served]) {
      expect(await reportsOf(id)).toHaveLength(1);
      expect(await noticesOf(id)).toHaveLength(1);
    }
  });

  test("no one is reminded of data that a planned refresh replaces in time", async () => {
    const [planned, other] = [await aFile(), await aFile()];
    await plan(planned);
    await sweep(addDays(TODAY, 116));
    const reminded = await product.asOwner(
      "select borrower_id from notifications where kind = 'reportExpiring' and borrower_id = any ($1::uuid[])",
      [`{${planned},${other}}`],
    );
    expect(reminded.map(({ borrower_id: id }) => id)).toEqual([other]);
  });
});
