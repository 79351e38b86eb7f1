import { describe, expect, test } from "vitest";
import { copyTemplate, ENGINES } from "#testing/database.ts";
import { withPostgresSource } from "../backup/postgres-source.ts";
import { postgresTarget } from "../backup/postgres-target.ts";
import { parseHosts } from "./hosts.ts";
import { openPostgres, withPostgresOwner } from "./postgres-engine.ts";
import { system } from "./scope.ts";

test("an address with several hosts is tried host by host, the first again after the last", () => {
  const hosts = parseHosts("postgres://me:secret@one:5432,[::1]:5433,two/keyturn?sslmode=verify-full");
  const tried = [1, 2, 3, 4].map(() => {
    const address = hosts.current();
    hosts.failOver(address);
    return address;
  });
  expect(tried).toEqual(
    ["one:5432", "[::1]:5433", "two", "one:5432"].map(
      (host) => `postgres://me:secret@${host}/keyturn?sslmode=verify-full`,
    ),
  );
});

test("several connections that fail at once change the host once", () => {
  const hosts = parseHosts("postgres://one,two,three/keyturn");
  const from = hosts.current();
  for (let failures = 0; failures < 5; failures++) hosts.failOver(from);
  expect(hosts.current()).toBe("postgres://two/keyturn");
});

test.each(["postgres://me@one:5432/keyturn", "postgres:///keyturn?host=/run/postgresql", "no address"])(
  "%s has one host and stays as it is",
  (url) => {
    const hosts = parseHosts(url);
    hosts.failOver(url);
    expect(hosts).toMatchObject({ count: 1 });
    expect(hosts.current()).toBe(url);
  },
);

describe.runIf(ENGINES.includes("postgres"))("with a host that is away", () => {
  const NO_SERVER = "127.0.0.1:1";

  test.each(["before", "after"])(
    "%s the one in charge, statements, transactions and notifications work",
    async (where) => {
      const { url, drop } = await copyTemplate();
      const { host } = new URL(url);
      const both = url.replace(host, where === "before" ? `${NO_SERVER},${host}` : `${host},${NO_SERVER}`);
      const engine = openPostgres({ url: both, onError: () => {} });
      try {
        await withPostgresOwner(both, ({ query }) => expect(query("select 1 as one")).resolves.toEqual([{ one: 1 }]));
        const one = { text: "select 1 as one" };
        await expect(engine.query(system, one, [])).resolves.toMatchObject({ rows: [{ one: 1 }] });
        await expect(engine.transaction(system, (run) => run(one, []))).resolves.toMatchObject({ rows: [{ one: 1 }] });
        await engine.listen(
          "heard",
          () => {},
          () => {},
        );
        await expect(engine.jobs.executeSql("select 1 as one", [])).resolves.toMatchObject({ rows: [{ one: 1 }] });
      } finally {
        await engine.close();
        await drop();
      }
    },
  );

  test("a database is backed up and restored through an address that names the other host first", async () => {
    const [from, to] = [await copyTemplate("template0"), await copyTemplate("template0")];
    const withAbsent = (url: string) => url.replace(new URL(url).host, (host) => `${NO_SERVER},${host}`);
    // eslint-disable-next-line no-restricted-syntax -- the programs need PATH; tests have no configuration of their own
    const environment = (variables: Record<string, string>) => ({ ...process.env, ...variables });
    try {
      await withPostgresOwner(from.url, ({ execute }) =>
        execute("create table letters (name text); insert into letters values ('Dura Able')"),
      );
      const target = postgresTarget(withAbsent(to.url), environment);
      const restored = await withPostgresSource(withAbsent(from.url), environment, async (source) => {
        expect(await source.queryNow("select name from letters", [])).toEqual([{ name: "Dura Able" }]);
        return target.restore(source.dump(), []);
      });
      expect(restored).toEqual({ "public.letters": 1 });
    } finally {
      await from.drop();
      await to.drop();
    }
  });
});
