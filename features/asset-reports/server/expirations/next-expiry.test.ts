import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { addDays, utcToday } from "#platform/dates/days.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { runReportMaintenance } from "../maintenance-job.ts";
import { askPlaid, connect, generate, heldByPlaid } from "../test-bank.ts";
import { checking, customLogin } from "../test-custom-bank.ts";

const { changeBorrowerStatus, findOwnBorrower, listBorrowers, readExpirations, updateLoan } = calls;

const TODAY = utcToday();

describe.each(ENGINES)("what expires next on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const connected = async () => {
    const { id } = await lender.hasBorrower({ firstName: "Ada", lastName: "King", loan: { program: "fha" } });
    await connect(product, officer, id, {
      ...customLogin({ accounts: [checking(36_000)] }),
      webhook: `${product.product.config.backendUrl}/api/latest/webhooks/plaid`,
    });
    return id;
  };
  const withReport = async () => {
    const id = await connected();
    expect(await generate(officer, id)).toMatchObject({ state: "ready" });
    return id;
  };
  const invited = async () => {
    const { id } = await lender.hasBorrower();
    expect((await officer.send(changeBorrowerStatus, { id, status: "invited" })).status).toBe(200);
    return id;
  };
  /** The bank announces that access ends in a week. */
  const endAccess = async (id: string) => {
    const [{ provider_item_id: item } = {}] = await product.asOwner(
      "select provider_item_id from bank_items where borrower_id = $1",
      [id],
    );
    const { accessToken } = await heldByPlaid(product, "items", String(item));
    const webhook = { access_token: accessToken, webhook_code: "PENDING_DISCONNECT" };
    await askPlaid(product, "/sandbox/item/fire_webhook", webhook);
    await vi.waitFor(async () => expect((await stored(id))?.kind).toBe("access"), 15_000);
  };
  /** As lists have it. */
  const stored = async (id: string) => {
    const { nextExpiryOn: day, nextExpiryKind: kind } = (await officer.send(findOwnBorrower, { id })).body;
    return day === null ? null : { day, kind };
  };
  /** The first coming day of the expirations call, whose clocks are in the order of their days. */
  const computed = async (id: string) => {
    const { clocks } = (await officer.send(readExpirations, { id })).body;
    const next = clocks.find(({ kind, day }) => kind !== "link" && day !== null && day >= TODAY);
    return next ? { day: next.day, kind: next.kind } : null;
  };
  const sweep = (day: string) => runReportMaintenance(product.product.ctx, `${day}T06:00:00.000Z`);

  test("the list is in the order of the first day that the expirations of each borrower have", async () => {
    const none = (await lender.hasBorrower()).id;
    const bank = await connected();
    const report = await withReport();
    const ending = await withReport();
    await endAccess(ending);
    const link = await invited();
    const days = new Map<string, string>();
    for (const id of [none, bank, report, ending, link]) {
      const next = await computed(id);
      expect(await stored(id)).toEqual(next);
      days.set(id, next?.day ?? "none");
    }
    expect(await Promise.all([none, bank, report, ending, link].map(stored))).toMatchObject([
      null,
      null,
      { kind: "freeRefresh" },
      { kind: "access" },
      null,
    ]);
    const { body } = await officer.send(listBorrowers, { sort: "nextExpiry", direction: "ascending" });
    const listed = body.map(({ id }) => days.get(id) ?? "other");
    expect(listed).toHaveLength(days.size);
    expect(listed).toEqual(listed.toSorted());
    const soon = await officer.send(listBorrowers, { work: "expiring" });
    const isSoon = (day: string) => day !== "none" && day <= addDays(TODAY, 14);
    expect(soon.body.map(({ id }) => id).sort()).toEqual(
      [...days].flatMap(([id, day]) => (isSoon(day) ? [id] : [])).sort(),
    );
  });

  test("a bank that is disconnected changes what expires next", async () => {
    const id = await withReport();
    await endAccess(id);
    const [item] = (await officer.send(findOwnBorrower, { id })).body.items;
    const disconnected = await officer.send(calls.disconnectBank, { itemId: item!.id });
    expect(disconnected.body).toMatchObject({ nextExpiryKind: "freeRefresh" });
    expect(await stored(id)).toEqual(await computed(id));
  });

  test("the daily job goes on to what expires then, and data that has run out stays until a refresh", async () => {
    const report = await withReport();
    const free = (await stored(report))!.day;
    const runsOut = addDays(TODAY, 120);
    await sweep(free);
    expect(await stored(report)).toEqual({ kind: "freeRefresh", day: free });
    await sweep(addDays(free, 1));
    expect(await stored(report)).toEqual({ kind: "data", day: runsOut });
    await sweep(addDays(runsOut, 5));
    expect(await stored(report)).toEqual({ kind: "data", day: runsOut });
  });

  test("another program or none moves the day", async () => {
    const id = await withReport();
    // As if the time of free refreshes were over.
    await product.asOwner(
      "update line_items set occurred_at = occurred_at - interval '62 days' where borrower_id = $1",
      [id],
    );
    const kinds: string[] = [];
    for (const loan of [{}, { program: "other" }] as const) {
      const { version } = (await officer.send(findOwnBorrower, { id })).body;
      expect((await officer.send(updateLoan, { id, version, loan })).status).toBe(200);
      const next = await stored(id);
      expect(next).toEqual(await computed(id));
      kinds.push(next?.kind ?? "none");
    }
    expect(kinds).toEqual(["data", "none"]);
  });

  test("the daily job computes rows from before the column", async () => {
    const id = await withReport();
    const before = await stored(id);
    await product.asOwner(
      "update borrowers set next_expiry_on = null, next_expiry_kind = null, is_next_expiry_known = false where id = $1",
      [id],
    );
    await sweep(TODAY);
    expect(await stored(id)).toEqual(before);
  });
});
