import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import type { BorrowerSort } from "#features/borrowers/contract.ts";
import { wholeOwnBorrowers } from "./list-queries.ts";

const { listBorrowers, listOrganizationBorrowers } = calls;
const ROWS = 3 * PAGE_ROWS; // so that the last page is full

describe.each(ENGINES)("a list of borrowers as CSV on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    await addRows(officer);
  });
  afterAll(() => product.close());

  async function addRows({ userId }: Person): Promise<void> {
    await product.asOwner(
      `insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id, status,
         loan_number, updated_at)
       select $1, gen_random_uuid(), 'Zoe', lpad(n::text, 4, '0'), 'zoe@example.net', $2::uuid, $2::uuid,
         case when n % 3 = 0 then 'closed' else 'new' end, case when n % 2 = 0 then 'L' || n || '-' || left($2::text, 8) end,
         timestamptz '2026-03-01 03:30Z' - n * interval '1 minute' from generate_series(1, $3::integer) n`,
      [lender.organizationId, userId, ROWS],
    );
  }

  /** Cells of a CSV whose cells have no commas. */
  async function cellsOf(person: Person, query: object, list = listBorrowers): Promise<string[][]> {
    const reply = await someoneWith(product, person.token, { accept: "text/csv" }).send(list, query);
    expect(reply.status).toBe(200);
    const text = (reply.body as unknown as Buffer).toString(); // a file
    expect(text.startsWith("\ufeff") && text.endsWith("\r\n")).toBe(true);
    const lines = text.slice(1, -2).split("\r\n");
    return lines.map((line) => line.split(","));
  }

  test("has every row in the order of the list, with the columns asked for", async () => {
    const [header, ...rows] = await cellsOf(officer, { sort: "name", direction: "descending", columns: "status,name" });
    expect(header).toEqual(["Status", "Name"]);
    expect(rows.map(([, name]) => name)).toEqual(
      Array.from({ length: ROWS }, (_, at) => `Zoe ${String(ROWS - at).padStart(4, "0")}`),
    );
  });

  test("has only what the search and the filters find", async () => {
    const rows = await cellsOf(officer, { status: "closed", search: "zoe 00", columns: "name" });
    expect(rows).toHaveLength(1 + 33);
  });

  test("has the day of a change in the organization's time zone", async () => {
    const details = (await (await lender.as("admin")).send(calls.readOrganizationSettings)).body;
    expect(details.timeZone).toBe("America/New_York");
    const rows = await cellsOf(officer, { search: "zoe 0001", columns: "name,updatedAt" });
    expect(rows).toEqual([
      ["Name", "Last change"],
      ["Zoe 0001", '"Feb 28', ' 2026"'],
    ]);
  });

  test("has no cell that acts as a formula, and quotes what would break a line", async () => {
    const person = await lender.newcomer("registered");
    await product.asOwner(
      `insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id, loan_number)
       values ($1, gen_random_uuid(), '=HYPERLINK("http://x.example")', E'O''Neil, "Bo"', 'b@example.net', $2::uuid, $2::uuid, '@SUM(A1);=1')`,
      [lender.organizationId, person.userId],
    );
    const reply = await someoneWith(product, person.token, { accept: "text/csv" }).send(listBorrowers, {
      columns: "name,loanNumber",
    });
    expect((reply.body as unknown as Buffer).toString()).toBe(
      '\ufeffName,Loan number\r\n"\'=HYPERLINK(""http://x.example"") O\'Neil, ""Bo""","\'@SUM(A1);\'=1"\r\n',
    );
  });

  test("names owners to those who may know them, and to no others", async () => {
    expect((await cellsOf(officer, { search: "zoe 0001" }))[0]).not.toContain("Owner");
    const admin = await lender.as("admin");
    const [header, row] = await cellsOf(
      admin,
      { search: "zoe 0001", columns: "owner" },
      listOrganizationBorrowers as unknown as typeof listBorrowers, // alike but for the path
    );
    expect([header, row]).toEqual([["Owner"], ["Test registered"]]);
    const hidden = await cellsOf(officer, { search: "zoe 0001", columns: "name,owner" });
    expect(hidden[1]).toEqual(["Zoe 0001", ""]);
  });

  const SORTS: readonly (BorrowerSort | undefined)[] = [undefined, "updatedAt", "loanNumber", "name"];
  test.each(SORTS)("sorted by %s, has each row once while rows change and are deleted", async (sort) => {
    const person = await lender.newcomer("registered");
    await addRows(person);
    const { db, system } = product.product.ctx;
    const scope = system.within(lender.organizationId);
    const actor = { userId: person.userId, onlyGroups: null };
    const page = sort && ({ sort, direction: "descending" } as const);
    const whole = await wholeOwnBorrowers(db, scope, actor, page);
    expect(await whole.count()).toBe(ROWS);
    const seen: string[] = [];
    for await (const rows of whole.pages()) {
      seen.push(...rows.map(({ id }) => id));
      // The last row would give the place of the next page, if a page began after a row.
      await product.asOwner(
        "update borrowers set updated_at = now(), last_name = 'ZZZ', loan_number = 'Z' || left(id::text, 8) where id = $1",
        [seen.at(-1)],
      );
      await product.asOwner("delete from borrowers where id = $1", [seen.at(-2)]);
    }
    expect(new Set(seen).size).toBe(ROWS);
    expect(seen).toHaveLength(ROWS);
  });
});
