import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { millisecondsInDay } from "date-fns/constants";
import { calls } from "#app/server/calls.ts";
import { mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { generateForNewBank } from "#features/asset-reports/server/generate.ts";
import { connect, settled } from "#features/asset-reports/server/test-bank.ts";
import { aBorrowerSession, share } from "#features/borrower-portal/server/test-portal.ts";
import { DEFAULT_PREFERENCES, NOTIFICATIONS_CHANGED, type Notification } from "#features/notifications/contract.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import { lastDigestAt, runNotificationSchedule } from "./notification-schedule.ts";

const { listNotifications, countUnreadNotifications, markNotificationRead, markAllNotificationsRead } = calls;

test("the daily email is due at 7:00 in the organization's time zone, on days that change the clocks too", () => {
  expect(lastDigestAt("2026-11-27T11:59:00.000Z", "America/New_York")).toBe("2026-11-26T12:00:00.000Z");
  expect(lastDigestAt("2026-11-27T12:00:00.000Z", "America/New_York")).toBe("2026-11-27T12:00:00.000Z");
  expect(lastDigestAt("2026-11-27T14:00:00.000Z", "America/Los_Angeles")).toBe("2026-11-26T15:00:00.000Z");
  expect(lastDigestAt("2026-03-08T11:00:00.000Z", "America/New_York")).toBe("2026-03-08T11:00:00.000Z");
});

describe.each(FEATURE_ENGINES)("notifications on %s", (engine) => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const aTeam = async (): Promise<{ lender: Lender; officer: Person }> => {
    const lender = await aLender(product);
    return { lender, officer: await lender.as("registered") };
  };
  const listed = async (person: Pick<Person, "send">, limit?: number): Promise<Notification[]> =>
    (await person.send(listNotifications, { ...(limit && { limit }) })).body.notifications;
  const unread = async (person: Pick<Person, "send">) => (await person.send(countUnreadNotifications)).body.unread;
  const choose = async (person: Person, choices: Partial<typeof DEFAULT_PREFERENCES>) => {
    const reply = await person.send(calls.updateNotificationPreferences, { ...DEFAULT_PREFERENCES, ...choices });
    expect(reply).toMatchObject({ status: 200 });
  };
  /** So many about a borrower, a minute between each. */
  const notified = (lender: Lender, person: Person, borrowerId: string, count: number) =>
    product.asOwner(
      `insert into notifications (organization_id, id, user_id, borrower_id, kind, detail, is_for_digest, created_at)
       select $1, gen_random_uuid(), $2, $3, 'documentsReceived', '{}', false, now() - n * interval '1 minute'
       from generate_series(1, $4::int) n`,
      [lender.organizationId, person.userId, borrowerId, count],
    );
  const hear = (lender: Lender, person: Person) => {
    const heard: LiveEvent[] = [];
    product.product.live.join({
      ...{ userId: person.userId, organizationId: lender.organizationId, hearsAll: false, letGo: () => {} },
      hear: (event) => void (event.type === NOTIFICATIONS_CHANGED && heard.push(event)),
    });
    return heard;
  };

  test("the officer learns that a borrower connected a bank, in the product and by email, and colleagues don't", async () => {
    const { lender, officer } = await aTeam();
    const heard = hear(lender, officer);
    const session = await aBorrowerSession(product, lender, { firstName: "Ada", lastName: "Quill" });
    await share(product, session);
    expect(await listed(officer)).toMatchObject([
      {
        kind: "bankConnected",
        borrower: { id: session.borrower.id, name: "Ada Quill" },
        bank: "First Platypus Bank",
        readAt: null,
      },
    ]);
    const mail = await mailAbout(product, officer.email, "Ada Quill: bank connected");
    expect(mail.Text).toContain("First Platypus Bank was connected for Ada Quill.");
    expect(mail.Text).toContain(`${product.url}/borrower/asset-report/${session.borrower.id}`);
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(await listed(await lender.as("admin"))).toEqual([]);
  });

  test("an officer who connects the bank does not hear of it", async () => {
    const { lender, officer } = await aTeam();
    const { id } = await lender.hasBorrower();
    await connect(product, officer, id);
    expect(await listed(officer)).toEqual([]);
  });

  test("reading one or all is seen in other tabs, and what came in between stays unread", async () => {
    const { lender, officer } = await aTeam();
    const { id: borrowerId } = await lender.hasBorrower();
    await notified(lender, officer, borrowerId, 3);
    const heard = hear(lender, officer);
    const [newest, middle] = await listed(officer);
    expect(await unread(officer)).toBe(3);
    // Both tabs at once.
    const both = await Promise.all([1, 2].map(() => officer.send(markNotificationRead, { id: middle!.id })));
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect(await unread(officer)).toBe(2);
    const first = (await listed(officer))[1]!.readAt;
    expect(first).not.toBeNull();
    await officer.send(markNotificationRead, { id: middle!.id });
    expect((await listed(officer))[1]!.readAt, "the first time counts").toBe(first);
    await officer.send(markAllNotificationsRead, { until: middle!.createdAt });
    expect((await listed(officer)).map(({ readAt }) => readAt !== null)).toEqual([false, true, true]);
    await vi.waitFor(() => expect(heard).toHaveLength(4));
    const colleague = await lender.newcomer("registered");
    expect(await colleague.send(markNotificationRead, { id: newest!.id })).toMatchObject({ status: 404 });
    await colleague.send(markAllNotificationsRead, { until: newest!.createdAt });
    expect(await unread(officer)).toBe(1);
  });

  test("older ones follow, newest first", async () => {
    const { lender, officer } = await aTeam();
    const { id } = await lender.hasBorrower();
    await notified(lender, officer, id, 25);
    const first = (await officer.send(listNotifications)).body;
    expect([first.notifications.length, first.hasOlder]).toEqual([20, true]);
    const all = (await officer.send(listNotifications, { limit: 40 })).body;
    expect([all.notifications.length, all.hasOlder]).toEqual([25, false]);
    const times = all.notifications.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test("wrong limits, times and choices are refused, and nothing changes", async () => {
    const { officer } = await aTeam();
    expect(await officer.send(listNotifications, { limit: 201 })).toMatchObject({ status: 400 });
    expect(await officer.send(markAllNotificationsRead, { until: "yesterday" })).toMatchObject({
      ...{ status: 400, errors: [{ field: "until", code: "INVALID_FORMAT" }] },
    });
    for (const kind of ["mentioned", "consentWithdrawn"] as const) {
      const off = { ...DEFAULT_PREFERENCES, [kind]: "off" } as never;
      expect(await officer.send(calls.updateNotificationPreferences, off)).toMatchObject({
        ...{ status: 400, errors: [{ field: kind, code: "INVALID_VALUE" }] },
      });
    }
    expect((await officer.send(calls.readNotificationPreferences)).body).toEqual(DEFAULT_PREFERENCES);
  });

  test("a kind that is off is neither shown nor emailed; one that is in the product only is not emailed", async () => {
    const { lender, officer } = await aTeam();
    await choose(officer, { bankConnected: "off", documentsReceived: "product", consentWithdrawn: "product" });
    const session = await aBorrowerSession(product, lender);
    await share(product, session);
    expect(await session.send(calls.uploadVisitDocument, { name: "a.pdf", file: aDocument() })).toMatchObject({
      status: 200,
    });
    await session.send(calls.takeBackConsent);
    expect((await listed(officer)).map(({ kind }) => kind)).toEqual(["consentWithdrawn", "documentsReceived"]);
    const [queued] = await product.asOwner(
      `select count(*)::int as count from jobs.job where data->>'organizationId' = $1 and
         name in ('notifications.email', 'evidence.documents-sent', 'visits.mail-taken-back')`,
      [lender.organizationId],
    );
    expect(queued).toEqual({ count: 0 });
  });

  test("the daily email has all that happened since the last one, is sent once, and never without anything", async () => {
    const { lender, officer } = await aTeam();
    await choose(officer, { bankConnected: "daily", documentsReceived: "daily" });
    const session = await aBorrowerSession(product, lender, { firstName: "Iris", lastName: "Vale" });
    await share(product, session);
    await session.send(calls.uploadVisitDocument, { name: "a.pdf", file: aDocument() });
    const run = (at: number) => runNotificationSchedule(product.product.ctx, new Date(at).toISOString());
    const seven = Date.parse(lastDigestAt(new Date().toISOString(), "America/New_York")) + millisecondsInDay;
    const digests = () =>
      product.asOwner("select state from jobs.job where name = 'notifications.email-digest' and data->>'userId' = $1", [
        officer.userId,
      ]);
    await run(seven - 60_000);
    expect(await digests()).toEqual([]);
    await Promise.all([run(seven + 60_000), run(seven + 61_000)]);
    const mail = await mailAbout(product, officer.email, "2 updates on your borrowers");
    expect(mail.Text).toContain("Here's what happened at Test Lending since your last daily email.");
    expect(mail.Text).toContain("First Platypus Bank was connected for Iris Vale.");
    expect(mail.Text).toContain("Iris Vale: documents are ready for your review.");
    await run(seven + millisecondsInDay);
    expect(await digests()).toHaveLength(1);
    expect(mailsTo(product, officer.email)).toHaveLength(1);
  });

  test("an officer who no longer has the borrower sees and gets nothing about them", async () => {
    const { lender, officer } = await aTeam();
    const admin = await lender.as("admin");
    const { id } = await lender.hasBorrower({}, "admin");
    expect(await admin.send(calls.assignBorrower, { id, userId: officer.userId })).toMatchObject({ status: 200 });
    await notified(lender, officer, id, 1);
    expect(await unread(officer)).toBe(1);
    await admin.send(calls.assignBorrower, { id, userId: null });
    expect([await unread(officer), await listed(officer)]).toEqual([0, []]);
  });

  test("a member who leaves and a user who is deleted leave no notifications, and neither does a deleted borrower", async () => {
    const { lender, officer } = await aTeam();
    const admin = await lender.as("admin");
    const leaver = await lender.newcomer("editor");
    const { id } = await lender.hasBorrower();
    await notified(lender, officer, id, 1);
    await notified(lender, leaver, id, 1);
    await choose(leaver, { reportReady: "off" });
    const left = async (table: string, userId: string) =>
      (await product.asOwner(`select count(*)::int as count from ${table} where user_id = $1`, [userId]))[0]!["count"];
    expect(await admin.send(calls.removeMember, { id: leaver.userId })).toMatchObject({ status: 204 });
    expect(await left("notifications", leaver.userId)).toBe(0);
    expect(await left("notification_preferences", leaver.userId)).toBe(0);
    expect(await left("notifications", officer.userId)).toBe(1);

    const erased = await lender.newcomer("editor");
    await notified(lender, erased, id, 1);
    await choose(erased, { reportReady: "off" });
    const data = await fetch(`${product.url}/api/latest/account/export`, {
      headers: { authorization: `bearer ${erased.token}` },
    });
    expect(await data.json()).toMatchObject({
      notificationPreferences: [{ organizationId: lender.organizationId, choices: { reportReady: "off" } }],
    });
    expect(await erased.send(calls.eraseAccount, {})).toMatchObject({ status: 204 });
    expect(await left("notifications", erased.userId)).toBe(0);
    expect(await left("notification_preferences", erased.userId)).toBe(0);

    expect(await admin.send(calls.deleteBorrower, { id, name: "Nora Whitfield" })).toMatchObject({ status: 204 });
    expect(await left("notifications", officer.userId)).toBe(0);
  });

  test("a person with two organizations sees those of the active one only", async () => {
    const [{ lender, officer }, other] = [await aTeam(), await aTeam()];
    const [{ id: membershipId } = {}] = await product.asOwner(
      `insert into memberships (organization_id, id, user_id, role) values ($1, gen_random_uuid(), $2, 'admin')
       returning id`,
      [other.lender.organizationId, officer.userId],
    );
    const { id } = await lender.hasBorrower();
    await notified(lender, officer, id, 2);
    const there = someoneWith(product, officer.token, { "x-membership-id": String(membershipId) });
    expect([await unread(officer), await unread(there)]).toEqual([2, 0]);
  });

  test("what is older than 90 days is deleted", async () => {
    const { lender, officer } = await aTeam();
    const { id } = await lender.hasBorrower();
    await notified(lender, officer, id, 2);
    const [newest, older] = await listed(officer);
    await product.asOwner("update notifications set created_at = now() - interval '91 days' where id = $1", [
      older!.id,
    ]);
    await runNotificationSchedule(product.product.ctx);
    expect((await listed(officer)).map((one) => one.id)).toEqual([newest!.id]);
  });

  describe("a report when the bank connects", () => {
    const turnOn = (lender: Lender, cap: number | null = null) =>
      product.asOwner("update organizations set generate_on_connect = true, spend_cap = $2 where id = $1", [
        lender.organizationId,
        cap,
      ]);
    const reportsOf = (borrowerId: string) =>
      product.asOwner("select id, requested_by, price from asset_reports where borrower_id = $1", [borrowerId]);
    const itemOf = async (borrowerId: string) =>
      String((await product.asOwner("select id from bank_items where borrower_id = $1", [borrowerId]))[0]!["id"]);
    /** The job again, as after a crash of its process. */
    const again = (lender: Lender, itemId: string) =>
      generateForNewBank(product.product.ctx, product.database.system.within(lender.organizationId), itemId);

    test("a bank that the borrower connects again within a day causes no second report", async () => {
      const { lender, officer } = await aTeam();
      await turnOn(lender);
      const session = await aBorrowerSession(product, lender);
      await share(product, session);
      const { id } = session.borrower;
      await vi.waitFor(async () => expect(await reportsOf(id)).toHaveLength(1), 15_000);
      await settled(officer, id);
      await share(product, session);
      const items = await product.asOwner("select id from bank_items where borrower_id = $1", [id]);
      expect(items).toHaveLength(2);
      for (const item of items) await again(lender, String(item["id"]));
      expect(await reportsOf(id)).toHaveLength(1);
    });

    test("is requested once, charged, recorded, and the officer learns that it is ready", async () => {
      const { lender, officer } = await aTeam();
      await turnOn(lender);
      const session = await aBorrowerSession(product, lender);
      await share(product, session);
      const { id } = session.borrower;
      await vi.waitFor(async () => expect(await reportsOf(id)).toHaveLength(1), 15_000);
      const itemId = await itemOf(id);
      await Promise.all([again(lender, itemId), again(lender, itemId)]);
      expect(await settled(officer, id)).toMatchObject({ state: "ready" });
      await again(lender, itemId);
      expect(await reportsOf(id)).toMatchObject([{ requested_by: officer.userId }]);
      await vi.waitFor(async () =>
        expect((await listed(officer)).map(({ kind }) => kind)).toEqual(["reportReady", "bankConnected"]),
      );
      const { body: events } = await (await lender.as("admin")).send(calls.listAudit, { objectId: id });
      expect(events.find(({ action }) => action === "report.requested")).toMatchObject({
        ...{ actorId: null, detail: { cause: "connect" } },
      });
      expect(events.some(({ action }) => action === "report.ready")).toBe(true);
    });

    test("waits for the report of the first bank when a second one connects, and then covers both", async () => {
      const { lender, officer } = await aTeam();
      await turnOn(lender);
      const session = await aBorrowerSession(product, lender);
      await share(product, session);
      await share(product, session, { institutionId: "ins_109509" });
      const { id } = session.borrower;
      const covered = () =>
        product.asOwner(
          `select cardinality(item_ids)::int as banks, state from asset_reports where borrower_id = $1
           order by requested_at desc`,
          [id],
        );
      await vi.waitFor(async () => expect((await covered())[0]).toEqual({ banks: 2, state: "ready" }), 28_000);
      const kinds = (await listed(officer)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "reportReady")).toHaveLength((await covered()).length);
    }, 60_000);

    test("is not requested unless the policy is on", async () => {
      const { lender } = await aTeam();
      const session = await aBorrowerSession(product, lender);
      await share(product, session);
      await again(lender, await itemOf(session.borrower.id));
      expect(await reportsOf(session.borrower.id)).toEqual([]);
    });

    test("is refused over the spend cap, and the officer learns why", async () => {
      const { lender, officer } = await aTeam();
      await turnOn(lender, 1);
      const session = await aBorrowerSession(product, lender, { firstName: "Ola", lastName: "Berg" });
      await share(product, session);
      const mail = await mailAbout(product, officer.email, "Ola Berg: report not generated");
      expect(mail.Text).toContain("would exceed your organization's spend cap");
      expect(await reportsOf(session.borrower.id)).toEqual([]);
      expect(await listed(officer)).toMatchObject([
        { kind: "reportFailed", reason: expect.stringContaining("spend cap") },
        { kind: "bankConnected" },
      ]);
    });
  });
});
