import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import type { CalendarKind } from "#features/asset-reports/contract.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import { addDays, utcToday } from "#platform/dates/days.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";

const { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } = calls;
const TODAY = utcToday();

describe.each(ENGINES)("calendar addresses on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    [officer, admin] = [await lender.as("registered"), await lender.as("admin")];
  });
  afterAll(() => product.close());

  /** A borrower whose data and planned refresh have these days. */
  const aBorrowerUntil = async (
    loanNumber: string | null,
    days: { data?: string; refresh?: string },
    owner = officer,
  ) => {
    const { id } = await lender.hasBorrower({ loanNumber, loan: { program: "fannie" } }, "admin");
    await admin.send(calls.assignBorrower, { id, userId: owner.userId });
    await product.asOwner(
      "update borrowers set summary = '{}', fresh_until = $2, planned_refresh_on = $3, created_by = $4 where id = $1",
      [id, days.data ?? null, days.refresh ?? null, owner.userId],
    );
    return id;
  };
  const newAddress = async (person: Person, kind: CalendarKind = "own") => {
    const reply = await person.send(createCalendarFeed, { kind });
    expect(reply, String(reply.message)).toMatchObject({ status: 200 });
    return pathOf(reply.body.calendarURL);
  };
  const pathOf = (address: string) => new URL(address).pathname;
  const open = (path: string, headers: Record<string, string> = {}) => fetch(product.url + path, { headers });
  const eventsOf = async (path: string) => {
    const text = await (await open(path)).text();
    const events = new ICAL.Component(ICAL.parse(text) as object[]).getAllSubcomponents("vevent");
    return events
      .map((one) => new ICAL.Event(one))
      .map(({ uid, summary, startDate }) => ({ uid, summary, day: startDate.toString(), isAllDay: startDate.isDate }));
  };

  test("an officer's calendar has all-day events of their own borrowers, with loan numbers and no names", async () => {
    const person = await lender.newcomer("registered");
    const [data, refresh] = [addDays(TODAY, 40), addDays(TODAY, 30)];
    const id = await aBorrowerUntil("1001", { data, refresh }, person);
    await aBorrowerUntil(null, { data }, person);
    await aBorrowerUntil("1002", { data: addDays(TODAY, -31) }, person);
    await aBorrowerUntil("1003", { data });
    const path = await newAddress(person);
    const reply = await open(path);
    expect(reply.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(reply.headers.get("cache-control")).toBe("private, no-cache");
    const text = await reply.text();
    expect(text).not.toMatch(/Nora|Whitfield|example\.net|\$/);
    const events = await eventsOf(path);
    expect(events.map(({ summary, day, isAllDay }) => [summary, day, isAllDay]).sort()).toEqual([
      ["Bank data expires: loan 1001 (Fannie Mae)", data, true],
      ["Bank data expires: loan without a number (Fannie Mae)", data, true],
      ["Refresh planned: loan 1001 (Fannie Mae)", refresh, true],
    ]);
    // Moved, an event stays the same one.
    await product.asOwner("update borrowers set summary = '{}', fresh_until = $2 where id = $1", [
      id,
      addDays(data, 9),
    ]);
    const moved = (await eventsOf(path)).find(({ day }) => day === addDays(data, 9));
    expect(moved?.uid).toBe(events.find(({ summary }) => summary.startsWith("Bank data expires: loan 1001"))?.uid);
  });

  test("an unchanged calendar is not sent again, and its reading is recorded", async () => {
    const person = await lender.newcomer("editor");
    await aBorrowerUntil("2001", { data: addDays(TODAY, 5) }, person);
    const path = await newAddress(person);
    expect((await person.send(listCalendarFeeds)).body).toMatchObject([{ kind: "own", lastReadAt: null }]);
    const first = await open(path);
    const etag = first.headers.get("etag")!;
    expect((await open(path, { "if-none-match": etag })).status).toBe(304);
    await aBorrowerUntil("2002", { data: addDays(TODAY, 6) }, person);
    expect((await open(path, { "if-none-match": etag })).status).toBe(200);
    expect((await person.send(listCalendarFeeds)).body[0]!.lastReadAt).not.toBeNull();
  });

  test("a replaced or removed address stops working at once, and only a hash is stored", async () => {
    const person = await lender.newcomer("registered");
    const first = await newAddress(person);
    const second = await newAddress(person);
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200]);
    const stored = JSON.stringify(await product.asOwner("select * from calendar_feeds"));
    expect(stored).not.toContain(second.slice("/api/calendar/".length, -".ics".length));
    expect((await person.send(deleteCalendarFeed, { kind: "own" })).status).toBe(204);
    expect((await open(second)).status).toBe(404);
    expect((await person.send(deleteCalendarFeed, { kind: "own" })).status).toBe(204);
    expect((await person.send(listCalendarFeeds)).body).toEqual([]);
    const unknown = ["x.ics", `${"a".repeat(43)}.ics`, `${"a".repeat(43)}`, "%00.ics", `${"a".repeat(5_000)}.ics`];
    for (const file of unknown) expect((await open(`/api/calendar/${file}`)).status, file).toBe(404);
  });

  test("the organization's calendar needs an admin, and ends with the admin who made it", async () => {
    for (const role of ["registered", "editor", "observer"] as const)
      for (const call of [createCalendarFeed, deleteCalendarFeed])
        expect(await (await lender.as(role)).send(call, { kind: "organization" })).toMatchObject({ status: 403 });
    const second = await lender.newcomer("admin");
    await aBorrowerUntil("3001", { data: addDays(TODAY, 3) });
    const path = await newAddress(second, "organization");
    expect((await eventsOf(path)).map(({ summary }) => summary)).toContain("Bank data expires: loan 3001 (Fannie Mae)");
    expect((await admin.send(listCalendarFeeds)).body).toMatchObject([
      { kind: "organization", createdBy: "Test admin" },
    ]);
    expect((await officer.send(listCalendarFeeds)).body).toEqual([]);
    await product.asOwner("update memberships set role = 'editor' where user_id = $1", [second.userId]);
    expect((await open(path)).status).toBe(404);
    expect((await open(await newAddress(admin, "organization"))).status).toBe(200);
  });

  test.each(["inactive", "guest"])("the calendar of someone who is %s by now is refused", async (role) => {
    const person = await lender.newcomer("registered");
    const path = await newAddress(person);
    await product.asOwner("update memberships set role = $2 where user_id = $1", [person.userId, role]);
    expect((await open(path)).status).toBe(404);
  });

  test("the calendar of a removed member is refused", async () => {
    const person = await lender.newcomer("registered");
    const path = await newAddress(person);
    expect((await admin.send(calls.removeMember, { id: person.userId })).status).toBe(204);
    expect((await open(path)).status).toBe(404);
  });

  test("where groups restrict what is seen, a calendar has only borrowers of the person's groups", async () => {
    const other = await aLender(product);
    const [boss, editor] = [await other.as("admin"), await other.as("editor")];
    const settings = (await boss.send(calls.readOrganizationSettings)).body;
    await boss.send(calls.updateOrganization, aChange(settings, { policy: { restrictByGroup: true } }));
    const group = (await boss.send(calls.createGroup, { name: "West", memberIds: [] })).body;
    const { id } = await other.hasBorrower({ loanNumber: "9001" }, "admin");
    await boss.send(calls.assignBorrower, { id, userId: editor.userId, groupIds: [group.id] });
    await product.asOwner("update borrowers set summary = '{}', fresh_until = $2 where id = $1", [
      id,
      addDays(TODAY, 9),
    ]);
    const path = await newAddress(editor);
    expect(await eventsOf(path)).toEqual([]);
    await boss.send(
      calls.updateOrganization,
      aChange((await boss.send(calls.readOrganizationSettings)).body, { policy: { restrictByGroup: false } }),
    );
    expect(await eventsOf(path)).toHaveLength(1);
  });
});
