import { randomUUID } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { NOTIFICATIONS_CHANGED } from "#features/notifications/contract.ts";
import { calls } from "#app/server/calls.ts";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import { aLender, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { badTokens, claimsOf, mint } from "#testing/tokens.ts";
import { LIVE_REFUSED, type LiveEvent } from "#platform/contract/live.ts";
import { connect, generate } from "#features/asset-reports/server/test-bank.ts";
import type { Engine } from "../database/engine.ts";
import { announce, type LiveHub, openLiveHub } from "./live.ts";
import { openPostgres } from "../database/postgres-engine.ts";
import { scopeOf } from "../database/scope.ts";

describe.each(ENGINES)("the live socket on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  const open: WebSocket[] = [];

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(async () => {
    for (const socket of open) socket.close();
    await product.close();
  });

  /** A page's socket: what it said first, what it heard since, and with which code it was closed. */
  function aPage(firstFrame: unknown, query = "") {
    const socket = new WebSocket(`${product.url.replace("http", "ws")}/live${query}`);
    open.push(socket);
    const heard: Record<string, unknown>[] = [];
    const page = { socket, heard, closed: null as number | null };
    socket.addEventListener("open", () =>
      socket.send(typeof firstFrame === "string" ? firstFrame : JSON.stringify(firstFrame)),
    );
    socket.addEventListener("message", ({ data }) => heard.push(JSON.parse(String(data)) as Record<string, unknown>));
    socket.addEventListener("close", ({ code }) => (page.closed = code));
    return page;
  }
  async function aReadyPage(firstFrame: object) {
    const page = aPage(firstFrame);
    await vi.waitFor(() => expect(page.heard).toEqual([{ type: "ready" }]), 15_000);
    page.heard.length = 0;
    return page;
  }

  test("an owner and an admin hear of a change, by id and version; a colleague and another lender do not", async () => {
    const [officer, admin, colleague] = [
      await lender.as("registered"),
      await lender.as("admin"),
      await lender.as("editor"),
    ];
    const stranger = await (await aLender(product)).as("admin");
    const pages = await Promise.all([officer, admin, colleague, stranger].map(({ token }) => aReadyPage({ token })));
    const borrower = await lender.hasBorrower();
    const event = { type: "borrower.updated", id: borrower.id, version: borrower.version };
    await vi.waitFor(() => expect([pages[0]!.heard, pages[1]!.heard]).toEqual([[event], [event]]), 15_000);
    expect([pages[2]!.heard, pages[3]!.heard]).toEqual([[], []]);
  });

  test("a page whose device has ended gets no further events, and is disconnected", async () => {
    const officer = await lender.as("registered");
    const { userId } = officer;
    const { secret } = product.product.config.jwt;
    const token = mint(secret, claimsOf(userId));
    const page = await aReadyPage({ token });
    const other = await aReadyPage({ token: officer.token });
    await product.asOwner("update users set tokens_revoked_at = now() where id = $1", [userId]);
    const borrower = await lender.hasBorrower();
    await vi.waitFor(() => expect(other.heard.map(({ id }) => id)).toEqual([borrower.id]), 15_000);
    await vi.waitFor(() => expect(page.closed).toBe(LIVE_REFUSED), 15_000);
    expect(page.heard).toEqual([]);
  });

  test("the membership that the first frame names decides what is heard", async () => {
    const { userId, token } = await lender.as("registered");
    const other = await aLender(product);
    await other.as("admin");
    const membershipId = randomUUID();
    await product.asOwner("insert into memberships (organization_id, id, user_id, role) values ($1, $2, $3, 'admin')", [
      other.organizationId,
      membershipId,
      userId,
    ]);
    const page = await aReadyPage({ token, membershipId });
    await lender.hasBorrower();
    const elsewhere = await other.hasBorrower();
    await vi.waitFor(() => expect(page.heard.map(({ id }) => id)).toEqual([elsewhere.id]), 15_000);
  });

  test("an invalid token closes the socket, and no event is sent", async () => {
    const { userId, token } = await lender.as("admin");
    const { secret } = product.product.config.jwt;
    const frames = [
      ...Object.values(badTokens(secret, userId)).map((bad) => ({ token: bad })),
      { token: mint(secret, claimsOf(randomUUID())) },
      { token, membershipId: randomUUID() },
      { token: [token] },
      {},
      "not json",
      "x".repeat(20_000),
    ];
    for (const frame of frames) {
      const page = aPage(frame);
      await vi.waitFor(() => expect(page.closed).not.toBeNull(), 15_000);
      expect([LIVE_REFUSED, 1009], JSON.stringify(frame).slice(0, 80)).toContain(page.closed);
      expect(page.heard).toEqual([]);
    }
  });

  test("a token in the address opens nothing", async () => {
    const { token } = await lender.as("admin");
    const page = aPage({}, `?token=${token}`);
    await vi.waitFor(() => expect(page.closed).toBe(LIVE_REFUSED), 15_000);
    expect(product.logged.join("")).not.toContain(token);
  });

  test("an upgrade whose client resets the connection at once is no error", async () => {
    const before = product.logged.length;
    const drops = Array.from({ length: 300 }, async () => {
      const socket = net.connect(Number(new URL(product.url).port), "localhost");
      socket.on("error", () => {});
      await once(socket, "connect");
      const upgrade = "GET /live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n";
      socket.write(`${upgrade}sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`);
      socket.resetAndDestroy();
    });
    await Promise.all(drops);
    await aReadyPage({ token: (await lender.as("admin")).token });
    const errors = product.logged.slice(before).filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    expect(errors).toEqual([]);
  });

  test("an inactive member hears nothing", async () => {
    const { token } = await lender.as("inactive");
    const page = aPage({ token });
    await vi.waitFor(() => expect(page.closed).toBe(LIVE_REFUSED), 15_000);
  });

  test("a page that leaves does not affect the others", async () => {
    const { token } = await lender.as("admin");
    const [leaves, stays] = [await aReadyPage({ token }), await aReadyPage({ token })];
    leaves.socket.close();
    await vi.waitFor(() => expect(leaves.closed).not.toBeNull(), 15_000);
    const borrower = await lender.hasBorrower();
    await vi.waitFor(() => expect(stays.heard.map(({ id }) => id)).toEqual([borrower.id]), 15_000);
    expect(leaves.heard).toEqual([]);
  });

  test("a report that becomes ready is heard as report.ready", async () => {
    const officer = await lender.as("registered");
    const page = await aReadyPage({ token: officer.token });
    const borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id);
    const { id } = await generate(officer, borrower.id);
    const ready = expect.objectContaining({ type: "report.ready", id });
    await vi.waitFor(() => expect(page.heard).toContainEqual(ready), 15_000);
    const others = page.heard.filter(({ type }) => type !== "report.ready" && type !== NOTIFICATIONS_CHANGED);
    for (const event of others) expect(event).toMatchObject({ type: "borrower.updated", id: borrower.id });
    expect(await officer.send(calls.findOwnBorrower, { id: borrower.id })).toMatchObject({
      body: { status: "report-ready" },
    });
  });
});

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
