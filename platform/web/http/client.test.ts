import { expect, test } from "vitest";
import * as z from "zod/mini";
import { call } from "#platform/contract/call.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { paged } from "#platform/contract/paging.ts";
import { answerHttp } from "../test-http.ts";
import { sendWhole } from "./client.ts";

const listThings = call({
  method: "GET",
  path: "/thing",
  summary: "List things",
  who: "signed-in",
  query: paged({ sortable: ["name"] }),
  reply: z.array(z.object({ id: z.string() })),
});

/** Serves so many things, a page at a time. */
function serve(count: number) {
  const all = Array.from({ length: count }, (_, at) => ({ id: `${at}` }));
  const asked: string[] = [];
  answerHttp({
    "GET /thing": (_request, query) => {
      asked.push(query.toString());
      const start = query.has("after") ? Number(query.get("after")) + 1 : 0;
      return all.slice(start, start + Number(query.get("limit") ?? PAGE_ROWS));
    },
  });
  return { all, asked };
}

test.each([0, 1, PAGE_ROWS - 1, PAGE_ROWS, PAGE_ROWS + 1, 3 * PAGE_ROWS])("%s rows are read whole", async (count) => {
  const { all, asked } = serve(count);
  expect(await sendWhole(listThings, {})).toEqual(all);
  expect(asked).toHaveLength(Math.floor(count / PAGE_ROWS) + 1);
});

test("an endless list is read up to the number of rows that a page shows", async () => {
  serve(LIST_ROWS + PAGE_ROWS);
  expect(await sendWhole(listThings, {})).toHaveLength(LIST_ROWS);
});

test("other parameters go with each page, and a limit reads only one page", async () => {
  const { asked } = serve(PAGE_ROWS + 1);
  await sendWhole(listThings, { sort: "name" });
  expect(asked).toEqual(["sort=name", `after=${PAGE_ROWS - 1}&sort=name`]);
  expect(await sendWhole(listThings, { limit: 25 })).toHaveLength(25);
});
