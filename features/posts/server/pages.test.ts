// Compares the database's order with the browser's, and pages with the whole list.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { POST_STATUSES, PostPage, type Post } from "#features/posts/contract.ts";
import { SORT_DIRECTIONS } from "#platform/contract/paging.ts";
import { hasPost } from "./test-posts.ts";

const TITLES = [
  "Rates 10",
  "rates 9",
  "Élan",
  "elan",
  "Zebra",
  "(note)",
  "50 % down",
  "Same",
  "Same",
  "ünder",
  "\u0301",
];
const SORTS = PostPage.shape.sort.def.innerType.options;
const browser = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

/** The values by which the table in the browser sorts. */
const VALUES: Record<(typeof SORTS)[number], (post: Post) => string> = {
  title: ({ title }) => title,
  status: ({ status }) => String(POST_STATUSES.indexOf(status)),
  updatedAt: ({ updatedAt }) => new Date(updatedAt).toISOString(),
  createdAt: ({ createdAt }) => new Date(createdAt).toISOString(),
};

describe.each(ENGINES)("pages of posts on %s", (engine) => {
  let product: TestProduct;
  let officer: Person;
  let all: Post[];

  beforeAll(async () => {
    product = await openTestProduct(engine);
    officer = await (await aLender(product)).as("registered");
    for (const [at, title] of TITLES.entries())
      await hasPost(officer, { title, body: `Body ${at}`, status: POST_STATUSES[at % 3]! });
    all = (await officer.send(calls.listOwnPosts)).body;
  });
  afterAll(() => product.close());

  const idsOf = async (query: PostPage) => (await officer.send(calls.listOwnPosts, query)).body.map(({ id }) => id);

  test.each(SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => [sort, direction] as const)))(
    "sorting by %s %s matches the browser, and the pages match the whole list",
    async (sort, direction) => {
      const sign = direction === "ascending" ? 1 : -1;
      const ids = all
        .toSorted((one, other) => sign * browser.compare(VALUES[sort](one), VALUES[sort](other)))
        .map(({ id }) => id);
      expect(await idsOf({ sort, direction })).toEqual(ids);
      const paged: string[] = [];
      for (let after: string | undefined; paged.length < ids.length; after = paged.at(-1)) {
        const page = await idsOf({ sort, direction, limit: 4, ...(after && { after }) });
        expect(page.length).toBeGreaterThan(0);
        paged.push(...page);
      }
      expect(paged).toEqual(ids);
    },
  );

  test("a search covers title and body in any letter case", async () => {
    expect(await idsOf({ search: "RATES" })).toHaveLength(2);
    expect(await idsOf({ search: "body 3" })).toHaveLength(1);
    expect(await idsOf({ search: "50 %" })).toHaveLength(1);
    expect(await idsOf({ search: "%" })).toHaveLength(1);
    expect(await idsOf({ search: "nowhere" })).toEqual([]);
  });

  test("a page after a post outside the list is empty", async () => {
    const foreign = await hasPost(await (await aLender(product)).as("registered"));
    expect(await idsOf({ after: foreign.id })).toEqual([]);
  });
});
