import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import { type JobLog, type Jobs, openJobs, prepareJobs, systemJob, tenantJob, worker } from "./jobs.ts";
import { currentOrigin, withOrigin } from "./observability/operations.ts";
import { type AnyScope, scopeOf, system } from "./database/scope.ts";
import { schedule } from "./scheduler.ts";

const OfTenant = z.object({ organizationId: z.uuid(), note: z.string() });
const greet = tenantJob("test.greet", OfTenant);
const sweep = systemJob("test.sweep", z.object({ note: z.string() }));
const stubborn = systemJob("test.stubborn", z.object({ note: z.string() }), { retryLimit: 1, retryDelaySeconds: 1 });

describe.each(ENGINES)("jobs on %s", (engine) => {
  let database: TestDatabase;
  let jobs: Jobs;
  let log: Parameters<JobLog>[0][];
  let seen: [note: string, scope: AnyScope][];
  const organizationId = randomUUID();

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const { kind } = database.opened.db.engine;
    for (let time = 0; time < 2; time++) await prepareJobs(database.owner, kind, [greet, sweep, stubborn]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    [log, seen] = [[], []];
    jobs = await open();
  });
  afterEach(() => jobs.stop());

  const open = () => openJobs(database.opened.db.engine, (event) => log.push(event));
  const keep = (note: string, scope: AnyScope) => {
    seen.push([note, scope]);
    return Promise.resolve();
  };
  const workers = () => [
    worker(greet, ({ note }, scope) => keep(note, scope)),
    worker(sweep, ({ note }, scope) => keep(note, scope)),
  ];
  const send = (note: string, scope: AnyScope = scopeOf(organizationId)) =>
    database.opened.db.transaction(scope, (tx) => jobs.send(tx, greet, { organizationId, note }));
  const notes = () => seen.map(([note]) => note);

  test("preparing again brings a queue to the options of its kind", async () => {
    const { kind } = database.opened.db.engine;
    const retryLimitOf = async () => {
      const [row] = await database.owner.query("select retry_limit from jobs.queue where name = 'test.greet'");
      return row?.["retry_limit"];
    };
    await prepareJobs(database.owner, kind, [{ name: greet.name, options: { retryLimit: 7 } }]);
    expect(await retryLimitOf()).toBe(7);
    await prepareJobs(database.owner, kind, [greet]);
    expect(await retryLimitOf()).toBe(10);
  });

  test("a job that was sent in a transaction runs after its commit, under its organization's scope", async () => {
    await jobs.start(workers());
    await send("hello");
    await database.opened.db.transaction(system, (tx) => jobs.send(tx, sweep, { note: "everywhere" }));
    await vi.waitFor(() => expect(notes().sort()).toEqual(["everywhere", "hello"]), 10_000);
    const scopes = new Map(seen);
    expect(scopes.get("hello")).toMatchObject({ role: "keyturn_tenant", organizationId });
    expect(scopes.get("everywhere")).toMatchObject({ role: "keyturn_across" });
  });

  test("a job knows the request that queued it, also in the job that it queues itself", async () => {
    const requestIds: (string | undefined)[] = [];
    await jobs.start([
      worker(greet, async (_data, scope) => {
        requestIds.push(currentOrigin()?.requestId);
        await database.opened.db.transaction(system, (tx) => jobs.send(tx, sweep, { note: scope.organizationId }));
      }),
      worker(sweep, async () => {
        requestIds.push(currentOrigin()?.requestId);
      }),
    ]);
    await withOrigin({ requestId: "request-1" }, () => send("hello"));
    await vi.waitFor(() => expect(requestIds).toEqual(["request-1", "request-1"]), 10_000);
  });

  test("the queue reports what waits, for how long, and what failed for good", async () => {
    await send("waits");
    await vi.waitFor(async () => {
      const { queues } = await jobs.queueStates();
      const waiting = queues.find(({ queue }) => queue === greet.name);
      expect(waiting).toMatchObject({ waiting: expect.any(Number), active: 0 });
      expect(waiting!.oldestSeconds).toBeGreaterThan(0.1);
    }, 10_000);
    await jobs.start(workers());
    await vi.waitFor(async () => expect((await jobs.queueStates()).queues).toEqual([]), 10_000);
    expect((await jobs.queueStates()).deadLetters).toBe((await jobs.deadLetters()).length);
  });

  test("a rolled-back transaction leaves no job", async () => {
    await jobs.start(workers());
    const undone = database.opened.db.transaction(scopeOf(organizationId), async (tx) => {
      await jobs.send(tx, greet, { organizationId, note: "never" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await send("after");
    await vi.waitFor(() => expect(notes()).toContain("after"), 10_000);
    expect(notes()).not.toContain("never");
    const [left] = await database.owner.query(
      "select count(*)::int as count from jobs.job where data->>'note' = 'never'",
    );
    expect(left).toEqual({ count: 0 });
  });

  test("a job that fails is retried, and the failure is reported", async () => {
    let tries = 0;
    await jobs.start([
      worker(stubborn, async () => {
        if (++tries === 1) throw new Error("not yet");
      }),
    ]);
    await database.opened.db.transaction(system, (tx) => jobs.send(tx, stubborn, { note: "x" }));
    await vi.waitFor(() => expect(tries).toBe(2), 20_000);
    expect(log).toMatchObject([{ kind: "test.stubborn", final: false, error: { message: "not yet" } }]);
    expect(await jobs.deadLetters()).toEqual([]);
  });

  test("a job that always fails ends among the dead letters, with its data, and delays no other job", async () => {
    await jobs.start([...workers(), worker(stubborn, () => Promise.reject(new Error("poison")))]);
    await database.opened.db.transaction(system, (tx) => jobs.send(tx, stubborn, { note: "poison" }));
    await send("in between");
    await vi.waitFor(() => expect(notes()).toContain("in between"), 10_000);
    await vi.waitFor(async () => expect(await jobs.deadLetters()).toHaveLength(1), 20_000);
    expect((await jobs.deadLetters())[0]).toMatchObject({
      kind: "test.stubborn",
      data: { note: "poison" },
      failedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(log.map(({ final }) => final)).toEqual([false, true]);
  });

  test("jobs that wait when the workers stop are run by the next workers", async () => {
    await send("before anybody works");
    await jobs.stop();
    jobs = await open();
    await jobs.start(workers());
    await vi.waitFor(() => expect(notes()).toContain("before anybody works"), 10_000);
  });

  test("a hundred jobs sent at once run one after the other, not one a second", async () => {
    await jobs.start(workers());
    await database.opened.db.transaction(scopeOf(organizationId), async (tx) => {
      for (let job = 0; job < 100; job++) await jobs.send(tx, greet, { organizationId, note: `of many ${job}` });
    });
    const done = () => notes().filter((note) => note.startsWith("of many"));
    await vi.waitFor(() => expect(done()).toHaveLength(100), 20_000);
    expect(new Set(done()).size).toBe(100);
  });

  test("a failing job does not affect another job of its batch", async () => {
    const mixed = ({ note }: { note: string }, scope: AnyScope) =>
      note === "bad" ? Promise.reject(new Error("bad")) : keep(note, scope);
    await database.opened.db.transaction(scopeOf(organizationId), async (tx) => {
      for (const note of ["bad", "good"]) await jobs.send(tx, greet, { organizationId, note });
    });
    await jobs.start([worker(greet, mixed)]);
    await vi.waitFor(() => expect(notes()).toEqual(["good"]), 10_000);
    await vi.waitFor(async () => {
      const [good] = await database.owner.query("select state::text from jobs.job where data->>'note' = 'good'");
      expect(good).toEqual({ state: "completed" });
    }, 10_000);
    await database.owner.query("delete from jobs.job where data->>'note' = 'bad'");
  });

  test("a delayed job does not run at once", async () => {
    await jobs.start(workers());
    await database.opened.db.transaction(scopeOf(organizationId), async (tx) => {
      await jobs.send(tx, greet, { organizationId, note: "tomorrow" }, { delaySeconds: 86_400 });
      await jobs.send(tx, greet, { organizationId, note: "now" });
    });
    await vi.waitFor(() => expect(notes()).toContain("now"), 10_000);
    expect(notes()).not.toContain("tomorrow");
  });

  test("a job whose notification was lost is found", async () => {
    await jobs.start(workers());
    await database.opened.db.transaction(scopeOf(organizationId), (tx) =>
      jobs.send(tx, greet, { organizationId, note: "unheard" }, { delaySeconds: 86_400 }),
    );
    await database.owner.query("update jobs.job set start_after = now() where data->>'note' = 'unheard'");
    await vi.waitFor(() => expect(notes()).toContain("unheard"), 30_000);
  });

  test("idle workers send the database almost no queries", async () => {
    await jobs.start(workers());
    await send("first");
    await vi.waitFor(() => expect(notes()).toContain("first"), 10_000);
    const ask = vi.spyOn(database.opened.db.engine.jobs, "executeSql");
    await sleep(5_000);
    expect(ask.mock.calls.length).toBeLessThan(12); // one look, and one round of supervision at most
    ask.mockRestore();
  });

  test("data that does not fit the job's kind is refused when it is sent", async () => {
    const wrong = database.opened.db.transaction(system, (tx) =>
      jobs.send(tx, greet, { organizationId: "x", note: "n" }),
    );
    await expect(wrong).rejects.toThrow();
  });

  test("a tenant's role can add jobs, and can neither read nor change them", async () => {
    await send("private");
    for (const statement of [
      sql`select data from jobs.job`,
      sql`update jobs.job set priority = 9`,
      sql`delete from jobs.job`,
    ])
      await expect(
        database.opened.db.transaction(scopeOf(organizationId), (tx) => tx.orm.execute(statement)),
      ).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});

describe("scheduler", () => {
  test("runs at once and then repeatedly, never twice at the same time, and not after it is stopped", async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const errors: unknown[] = [];
    const work = async () => {
      runs++;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 15));
      running--;
      if (runs === 2) throw new Error("once");
    };
    const repeated = schedule(5, work, (error) => errors.push(error));
    expect(runs).toBe(1);
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(4), 15_000);
    await repeated.stop();
    expect(running).toBe(0);
    const ended = runs;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(runs).toBe(ended);
    expect(most).toBe(1);
    expect(errors).toHaveLength(1);
  });

  test("a first run may wait, and does not come once it is stopped", async () => {
    let runs = 0;
    const work = () => Promise.resolve(void runs++);
    const later = schedule(60_000, work, () => {}, { firstMs: 20 });
    const stopped = schedule(60_000, work, () => {}, { firstMs: 5 });
    expect(runs).toBe(0);
    await stopped.stop();
    await vi.waitFor(() => expect(runs).toBe(1), 15_000);
    await later.stop();
  });
});
