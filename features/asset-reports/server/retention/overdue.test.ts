import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { PART_ROWS, type OfBorrower, type Page } from "../maintenance-queries.ts";
import { readOverdueBorrowers, readOverdueToForget } from "./retention-queries.ts";

const NOW = "2030-01-01T00:00:00Z";
const PROMISED_DAYS = 30;
const LIMIT = 20;

describe.each(FEATURE_ENGINES)("overdue borrowers on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    const { userId } = await lender.as("registered");
    // Few are old enough, so that most parts have none.
    await product.asOwner(
      `insert into borrowers (organization_id, id, first_name, last_name, email, created_by, status, closed_at)
       select $1, gen_random_uuid(), 'Ann', 'Number ' || n, 'ann@example.net', $2, 'closed',
         $3::timestamptz - (case when n % 61 = 0 then 29 + n % 2 * 2 else 1 end) * interval '1 day'
       from generate_series(1, $4::integer) n`,
      [lender.organizationId, userId, NOW, 3 * PART_ROWS + 1],
    );
    await product.asOwner(
      `insert into consents (organization_id, id, borrower_id, email_key, version, words, retention_days, address, user_agent)
       select organization_id, gen_random_uuid(), id, email, '1', 'I agree.', $2, '203.0.113.7', 'Browser'
       from borrowers where organization_id = $1`,
      [lender.organizationId, PROMISED_DAYS],
    );
    await product.asOwner("update organizations set closed_borrower_days = $2 where id = $1", [
      lender.organizationId,
      PROMISED_DAYS,
    ]);
  });
  afterAll(() => product.close());

  test.each([
    ["with data to forget", readOverdueToForget],
    ["to delete", readOverdueBorrowers],
  ])("%s are each read once, by id, however many others lie between", async (_what, find) => {
    const { db, system } = product.product.ctx;
    const due = await product.asOwner(
      `select id from borrowers where organization_id = $1
         and closed_at + $2 * interval '1 day' < $3::timestamptz order by id`,
      [lender.organizationId, PROMISED_DAYS, NOW],
    );
    const read: string[] = [];
    let page: OfBorrower[];
    let from: Page = { after: "00000000-0000-0000-0000-000000000000", limit: LIMIT };
    do {
      page = await find(db, system, NOW, from);
      read.push(...page.map(({ id }) => id));
      from = { after: page.at(-1)?.id ?? "", limit: LIMIT };
    } while (page.length === LIMIT);
    expect(due).toHaveLength(25);
    expect(read).toEqual(due.map(({ id }) => id));
  });
});
