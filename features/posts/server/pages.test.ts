// The order of the database against the browser's own, and pages against the list they are cut from.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { aLender, type Person } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { POST_STATUSES, PostPage, type Post } from "#features/posts/contract.ts";
import { SORT_DIRECTIONS } from "#kit/contract/paging.ts";
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

/** What the table in the browser sorts by. */
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
    "by %s %s as the browser sorts it, and page by page the same",
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

  test("a search looks into title and body, whatever the case", async () => {
    expect(await idsOf({ search: "RATES" })).toHaveLength(2);
    expect(await idsOf({ search: "body 3" })).toHaveLength(1);
    expect(await idsOf({ search: "50 %" })).toHaveLength(1);
    expect(await idsOf({ search: "%" })).toHaveLength(1);
    expect(await idsOf({ search: "nowhere" })).toEqual([]);
  });

  test("a page after somebody else's post is empty", async () => {
    const foreign = await hasPost(await (await aLender(product)).as("registered"));
    expect(await idsOf({ after: foreign.id })).toEqual([]);
  });
});
