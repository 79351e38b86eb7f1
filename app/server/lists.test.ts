// Asked of every paged list: a page by default, and so many at once a person.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPaged, type Call } from "#platform/contract/call.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { LISTS_AT_ONCE, LISTS_PER_MINUTE, LISTS_WAITING } from "#platform/server/http/list-turns.ts";
import type { Reply } from "../../testing/http.ts";
import { ONE_ENGINE } from "../../testing/database.ts";
import { aLender, type Lender } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { calls, type CallName } from "./calls.ts";

/** Of the organization or a person; what lists the parts of one thing is tested with that thing. */
const lists = (Object.entries<Call>(calls) as [CallName, Call][]).filter(([, call]) => isPaged(call) && !call.params);
const WITH_NOTES = PAGE_ROWS + 20;

describe("lists", () => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE, { LIMITS: "on" });
    lender = await aLender(product);
    const { organizationId } = lender;
    const { userId } = await lender.as("admin");
    await product.asOwner(
      `insert into borrowers (organization_id, id, first_name, last_name, email, notes, created_by, assigned_user_id)
       select $1, gen_random_uuid(), 'Nora', 'No ' || n, n || '@example.net', repeat('x', 4000), $2, $2
       from generate_series(1, ${WITH_NOTES}) n`,
      [organizationId, userId],
    );
    await product.asOwner(
      `insert into posts (organization_id, id, title, body, slug, status, author_id)
       select $1, gen_random_uuid(), 'Rates', '', n, 'draft', $2 from generate_series(1, ${WITH_NOTES}) n`,
      [organizationId, userId],
    );
    await product.asOwner(
      `with people as (insert into users (id, first_name, last_name, email, email_key)
         select gen_random_uuid(), 'Col', 'League', $2 || n, $2 || n from generate_series(1, ${WITH_NOTES}) n returning id)
       insert into memberships (organization_id, id, user_id, role) select $1, gen_random_uuid(), id, 'observer' from people`,
      [organizationId, `league-of-${organizationId}-`],
    );
    await product.asOwner(
      `insert into statements (organization_id, id, sequence, number, status, period_start, period_end, time_zone,
         subtotal, credits, amount, paid_before, issued_at, due_at)
       select $1, gen_random_uuid(), n, 'ST-' || n, 'finalized', ends_at - interval '1 ms', ends_at,
         'UTC', 0, 0, 0, 0, '1999-01-01Z', now()
       from generate_series(1, ${WITH_NOTES}) n,
         lateral (select '1999-01-01Z'::timestamptz - n * interval '2 ms' as ends_at) period`,
      [organizationId],
    );
    await product.asOwner(
      `insert into line_items (organization_id, id, type, description, quantity, unit_amount, amount, occurred_at, source_key)
       select $1, gen_random_uuid(), 'adjustment', 'n', 1, 1, 1, now(), n from generate_series(1, ${WITH_NOTES}) n`,
      [organizationId],
    );
  });
  afterAll(() => product.close());

  test.each(lists)("%s gives one page by default, and the rest after it", async (_name, call) => {
    const admin = await lender.as("admin");
    const query = call === calls.listStatements ? { lines: "none" } : {}; // with their lines they come by the hundred
    const page = (await admin.send<Call>(call, query)).body as unknown as { id: string }[];
    expect(page).toHaveLength(PAGE_ROWS);
    const rest = (await admin.send<Call>(call, { ...query, after: page.at(-1)!.id })).body as unknown as {
      id: string;
    }[];
    expect(rest.length).toBeGreaterThanOrEqual(WITH_NOTES - PAGE_ROWS);
    expect(rest.length).toBeLessThan(PAGE_ROWS);
  });

  test.each([calls.listBorrowers, calls.listOrganizationBorrowers])(
    "no list of borrowers carries notes",
    async (call) => {
      const admin = await lender.as("admin");
      const { body } = await admin.send<typeof calls.listBorrowers>(call as typeof calls.listBorrowers, { limit: 1 });
      expect(body[0]).not.toHaveProperty("notes");
      expect((await admin.send(calls.findOwnBorrower, { id: body[0]!.id })).body.notes).toHaveLength(4_000);
    },
  );

  test.each(["1e2", "0x10", " 5", "5 ", "+5", "5.0", "٥"])("a limit of %j is no number", async (limit) => {
    const admin = await lender.as("admin");
    for (const call of [calls.listBorrowers, calls.listAudit])
      expect(await admin.send<Call>(call, { limit })).toMatchObject({
        status: 400,
        errors: [{ field: "limit", code: "INVALID_FORMAT" }],
      });
  });

  test("of many lists at once a person gets those that fit the queue, and every turn is released", async () => {
    const person = await lender.newcomer("admin");
    const many = LISTS_AT_ONCE + LISTS_WAITING + 30;
    const replies = await Promise.all(Array.from({ length: many }, () => person.send(calls.listPosts, { limit: 1 })));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.every(({ status }) => status === 429)).toBe(true);
    expect(refused.every(({ headers }) => headers.get("retry-after") === "1")).toBe(true);
    expect(replies.length - refused.length).toBeGreaterThanOrEqual(LISTS_AT_ONCE + LISTS_WAITING);
    const later = await Promise.all(
      Array.from({ length: LISTS_AT_ONCE + LISTS_WAITING }, () => person.send(calls.listPosts, { limit: 1 })),
    );
    expect(new Set(later.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a user who requests hundreds of lists a minute has to wait", async () => {
    const person = await lender.newcomer("admin");
    const atOnce = Array.from({ length: LISTS_AT_ONCE + LISTS_WAITING });
    let refused: Reply<unknown> | undefined;
    for (let asked = 0; asked <= 2 * LISTS_PER_MINUTE && !refused; asked += atOnce.length) {
      const replies = await Promise.all(atOnce.map(() => person.send(calls.listPosts, { limit: 1 })));
      refused = replies.find(({ status }) => status !== 200);
    }
    expect(refused).toMatchObject({ status: 429, message: "TOO_MANY_REQUESTS" });
    expect(Number(refused!.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await (await lender.newcomer("admin")).send(calls.listPosts)).status).toBe(200);
  });
});
