import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import type { Engine } from "../database/engine.ts";
import { announce, openLiveHub, type LiveHub } from "./live.ts";
import { openPostgres } from "../database/postgres-engine.ts";
import { scopeOf } from "../database/scope.ts";

describe.each(ENGINES)("live updates on %s", (engine) => {
  let database: TestDatabase;
  let another: Engine | undefined;
  /** Where pages listen: with PostgreSQL another process's pool, so that events cross the database. */
  let hub: LiveHub;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    another = database.url === null ? undefined : openPostgres({ url: database.url, onError: () => {} });
    hub = await openLiveHub(another ?? database.opened.db.engine);
  });
  afterAll(async () => {
    await another?.close();
    await database.close();
  });

  const anEvent = (): LiveEvent => ({ type: "borrower.updated", id: randomUUID(), version: 2 });
  function aPage(organizationId: string, hearsAll = false) {
    const heard: LiveEvent[] = [];
    const userId = randomUUID();
    const leave = hub.join({ userId, organizationId, hearsAll, hear: (event) => heard.push(event), letGo: () => {} });
    return { heard, userId, leave };
  }
  const tell = (organizationId: string, to: string[], event: LiveEvent, fails = false) =>
    database.opened.db.transaction(scopeOf(organizationId), async (tx) => {
      await announce(tx, { organizationId, to, event });
      if (fails) throw new Error("undone");
    });

  test("an event reaches its owners and the organization's admins, and no one else", async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()];
    const [owner, colleague, admin, stranger] = [aPage(ours), aPage(ours), aPage(ours, true), aPage(theirs, true)];
    const event = anEvent();
    await tell(ours, [owner.userId], event);
    await vi.waitFor(() => expect([owner.heard, admin.heard]).toEqual([[event], [event]]), 15_000);
    expect([colleague.heard, stranger.heard]).toEqual([[], []]);
  });

  test("a rolled-back transaction announces nothing", async () => {
    const organizationId = randomUUID();
    const page = aPage(organizationId, true);
    await expect(tell(organizationId, [], anEvent(), true)).rejects.toThrow("undone");
    const event = anEvent();
    await tell(organizationId, [], event);
    await vi.waitFor(() => expect(page.heard).toEqual([event]), 15_000);
  });

  test("an event says that something changed, never its content", async () => {
    const organizationId = randomUUID();
    const page = aPage(organizationId, true);
    await tell(organizationId, [], { ...anEvent(), firstName: "Nora" } as LiveEvent);
    await vi.waitFor(() => expect(page.heard).toHaveLength(1), 15_000);
    expect(Object.keys(page.heard[0]!).sort()).toEqual(["id", "type", "version"]);
  });

  test("a page that left gets no more events, and the others continue", async () => {
    const organizationId = randomUUID();
    const [stays, goes] = [aPage(organizationId, true), aPage(organizationId, true)];
    goes.leave();
    await tell(organizationId, [], anEvent());
    await vi.waitFor(() => expect(stays.heard).toHaveLength(1), 15_000);
    expect(goes.heard).toEqual([]);
  });

  test("a notification that is not ours is ignored", async () => {
    const organizationId = randomUUID();
    const page = aPage(organizationId, true);
    for (const payload of ["", "not json", "{}", '{"organizationId":"x"}'])
      await database.owner.query("select pg_notify('keyturn_live', $1)", [payload]);
    const event = anEvent();
    await tell(organizationId, [], event);
    await vi.waitFor(() => expect(page.heard).toEqual([event]), 15_000);
  });

  test.runIf(engine === "postgres")(
    "after a lost connection it listens again, and pages are asked to read again",
    async () => {
      const organizationId = randomUUID();
      const heard: LiveEvent[] = [];
      let gaps = 0;
      hub.join({
        userId: randomUUID(),
        organizationId,
        hearsAll: true,
        hear: (event) => heard.push(event),
        letGo: () => gaps++,
      });
      await database.owner.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'");
      await vi.waitFor(() => expect(gaps).toBe(1), 20_000);
      const event = anEvent();
      await tell(organizationId, [], event);
      await vi.waitFor(() => expect(heard).toEqual([event]), 15_000);
    },
  );
});
