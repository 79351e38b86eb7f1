import { once } from "node:events";
import { request as ask, type IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { call, EXPORTS_PER_MINUTE } from "#platform/contract/call.ts";
import { paged } from "#platform/contract/paging.ts";
import { route } from "./serve.ts";
import type { MembershipSummary } from "../actor.ts";
import { aMembership, aServer } from "./test-server.ts";

const listRows = call({
  method: "GET",
  path: "/rows",
  summary: "List rows",
  who: ["admin"],
  query: paged({ sortable: ["name"], columns: ["name"] }),
  reply: z.array(z.object({ name: z.string() })),
});

/** A list whose CSV is `pages` pages long; counts those that were read of the database, as it were. */
async function aList(
  pages: number,
  {
    limits = false,
    page = "Ann\r\n",
    memberships,
    beforePage = () => {},
  }: {
    limits?: boolean;
    page?: string;
    memberships?: () => readonly MembershipSummary[];
    beforePage?: (page: number) => void;
  } = {},
) {
  const read = { pages: 0, hasEnded: Promise.withResolvers<void>() };
  const toCsv = async () => ({
    name: "rows.csv",
    mediaType: "text/csv; charset=utf-8",
    rows: pages,
    async *stream() {
      try {
        yield "Name\r\n";
        for (; read.pages < pages; read.pages++) {
          beforePage(read.pages);
          yield page;
        }
      } finally {
        read.hasEnded.resolve();
      }
    },
  });
  const server = await aServer([route(listRows, async () => [{ name: "Ann" }], toCsv)], {
    limits,
    ...(memberships && { memberships }),
  });
  return { url: `${server.url}/rows`, read };
}

const TOKEN = { authorization: "bearer token" };
const CSV = { ...TOKEN, accept: "text/csv" };

describe("a list as CSV", () => {
  test("is what a caller gets who accepts CSV first, and no one else", async () => {
    const { url } = await aList(3);
    const csv = await fetch(url, { headers: CSV });
    expect([...["content-type", "x-row-count", "cache-control"].map((name) => csv.headers.get(name))]).toEqual([
      "text/csv; charset=utf-8",
      "3",
      "no-store",
    ]);
    expect(await csv.text()).toBe("Name\r\nAnn\r\nAnn\r\nAnn\r\n");
    for (const accept of ["*/*", "application/json", "application/json, text/csv", "text/csv-schema"])
      expect(await (await fetch(url, { headers: { ...TOKEN, accept } })).json()).toEqual([{ name: "Ann" }]);
  });

  test("refuses a column that the list does not have", async () => {
    const { url } = await aList(1);
    expect((await fetch(`${url}?columns=name,salary`, { headers: CSV })).status).toBe(400);
  });

  test("is read only as fast as the caller takes it, and no further once the caller is gone", async () => {
    const page = `${"x".repeat(100_000)}\r\n`;
    const { url, read } = await aList(10_000, { page }); // 1 GB
    const asked = ask(url, { headers: CSV }).end();
    const [reply] = (await once(asked, "response")) as [IncomingMessage];
    await once(reply, "readable");
    reply.read(1000);
    reply.destroy();
    await read.hasEnded.promise;
    expect(read.pages, "what the buffers between the two hold").toBeLessThan(500);
  });

  const admin = aMembership();
  test.each<[string, MembershipSummary[]]>([
    ["membership ends", []],
    ["role becomes another", [{ ...admin, role: "editor" }]],
    ["only membership left is in another organization", [aMembership()]],
    ["groups alone may be seen from now on", [{ ...admin, onlyGroups: [crypto.randomUUID()] }]],
  ])("breaks off before the next page once the caller's %s", async (_what, after) => {
    let memberships = [admin];
    const page = `${"x".repeat(100_000)}\r\n`;
    const { url, read } = await aList(1000, {
      page,
      memberships: () => memberships,
      beforePage: (at) => {
        if (at === 3) memberships = after;
      },
    });
    const reply = await fetch(url, { headers: CSV });
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow("terminated");
    expect(read.pages).toBe(3);
  });

  test("is sent to one person two at a time", async () => {
    const { url } = await aList(10_000, { page: `${"x".repeat(100_000)}\r\n` });
    const [first] = await Promise.all([fetch(url, { headers: CSV }), fetch(url, { headers: CSV })]);
    expect((await fetch(url, { headers: CSV })).status).toBe(429);
    await first.body!.cancel();
    // The place is free once the server has noticed.
    await expect.poll(async () => (await fetch(url, { headers: CSV, method: "GET" })).status).toBe(200);
  });

  test("is sent to one person a few times a minute", async () => {
    const { url } = await aList(1, { limits: true });
    const statuses: number[] = [];
    for (let times = 0; times <= EXPORTS_PER_MINUTE; times++)
      statuses.push((await fetch(url, { headers: CSV })).status);
    expect(statuses).toEqual([...Array.from({ length: EXPORTS_PER_MINUTE }, () => 200), 429]);
    expect((await fetch(url, { headers: TOKEN })).status, "pages are counted apart").toBe(200);
  });
});
