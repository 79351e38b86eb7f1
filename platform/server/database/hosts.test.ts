import { describe, expect, test } from "vitest";
import { copyTemplate, ENGINES } from "#testing/database.ts";
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
});
