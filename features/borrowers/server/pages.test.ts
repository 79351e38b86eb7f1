// Compares the database's order with the browser's order, and pages with the list they are cut from.
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aBorrower, aLender, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import {
  BORROWER_STATUSES,
  BorrowerPage,
  fullName,
  WORK,
  type BorrowerSort,
  type ListedBorrower,
} from "#features/borrowers/contract.ts";
import { closingDay, needOf, workOf } from "#features/borrowers/rules/work.ts";
import { utcToday } from "#platform/dates/days.ts";
import { phoneWords } from "#platform/text/phone.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { SORT_DIRECTIONS, type SortDirection } from "#platform/contract/paging.ts";
import { wholeOwnBorrowers } from "./list-queries.ts";

const { listBorrowers, listOrganizationBorrowers, createBorrower, countBorrowers, countOrganizationBorrowers } = calls;
const SORTS = BorrowerPage.shape.sort.def.innerType.options;

const isAny = (_borrower: ListedBorrower) => true;

const browser = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

/** The most urgent first. */
const NEEDS = ["report-failed", "generate", "documents", "conditions", "invite"] as const;

/** The values by which the browser's table sorts. */
const VALUES: Record<BorrowerSort, (borrower: ListedBorrower) => string | number | null> = {
  name: fullName,
  email: ({ email }) => email,
  loanNumber: ({ loanNumber }) => loanNumber,
  status: ({ status }) => BORROWER_STATUSES.indexOf(status),
  funds: ({ summary }) => summary?.usableCents ?? null,
  findings: ({ summary }) => summary && summary.blockers + summary.reviews,
  nextExpiry: ({ nextExpiryOn }) => nextExpiryOn,
  closing: ({ loan }) => closingDay(loan),
  urgency(borrower) {
    const need = needOf(borrower);
    return need && NEEDS.indexOf(need) * 1000 - (borrower.summary?.blockers ?? 0);
  },
  waitingSince: ({ status, documentState, invitedAt, createdAt }) =>
    status === "invited" && (documentState === "none" || documentState === "rejected")
      ? (invitedAt ?? createdAt)
      : null,
  reportReadyAt: ({ reportReadyAt }) => reportReadyAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  createdAt: ({ createdAt }) => createdAt,
};

/** Searches like the browser's table: in names and email addresses of all people on the loan, phone and loan number. */
function isFound(borrower: ListedBorrower, term: string): boolean {
  const { phone, loanNumber, coBorrowers } = borrower;
  const people = [borrower, ...coBorrowers];
  const texts = [
    ...people.map(fullName),
    ...people.map(({ email }) => email),
    phoneWords(phone ?? ""),
    loanNumber ?? "",
  ];
  return texts.some((text) => text.toLowerCase().includes(term.trim().toLowerCase()));
}

/** Sorts values like the browser's table, missing ones last; equal rows follow the direction, as newest or oldest first. */
function inOrder(newestFirst: readonly ListedBorrower[], by: BorrowerSort, direction: SortDirection): ListedBorrower[] {
  const among = direction === "ascending" ? newestFirst.toReversed() : newestFirst;
  return among.toSorted((one, other) => {
    const [left, right] = [VALUES[by](one), VALUES[by](other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return (direction === "ascending" ? 1 : -1) * browser.compare(String(left), String(right));
  });
}

// Names with everything that makes sorting difficult: case, accents, marks, numbers.
const word = fc.array(fc.constantFrom(..."aAbBéÉłŁøßœzZ0129 -.,'’()&/#"), { minLength: 1, maxLength: 6 });
const aName = word.map((signs) => `x${signs.join("")}`);

describe.each(ENGINES)("pages of borrowers on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let all: ListedBorrower[];

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    const names = fc.sample(aName, { numRuns: 24, seed: 7 });
    for (const [at, lastName] of names.entries())
      await lender.hasBorrower({
        firstName: at % 3 === 0 ? "Ada" : "éva",
        lastName: at < 20 ? lastName : "Same",
        middleName: at % 5 === 0 ? "J." : null,
        suffix: at % 7 === 0 ? "Jr." : null,
        email: `p${(at * 7) % 24}@example.net`,
        loanNumber: at % 2 === 0 ? `LN-${(at * 11) % 24}` : null,
        coBorrowers: at === 3 ? [{ firstName: "Ann", lastName: "Lee", email: "ann@example.net" }] : [],
      });
    // Sets different statuses, dates and figures directly in the database, because the API cannot set them in one step.
    await product.asOwner(
      `with numbered as (select id, row_number() over (order by id) n from borrowers where organization_id = $1)
       update borrowers b set status = ($2::text[])[1 + n % 5], updated_at = now() - n % 6 * interval '1 hour',
         created_at = now() - n % 4 * interval '1 minute', report_ready_at = case when n % 3 = 0 then now() - n % 5 * interval '1 day' end
       from numbered where numbered.id = b.id and b.organization_id = $1`,
      [lender.organizationId, BORROWER_STATUSES],
    );
    await product.asOwner(
      `with numbered as (select id, row_number() over (order by email)::integer n from borrowers where organization_id = $1)
       update borrowers b set report_state = (array['none', 'generating', 'ready', 'failed'])[1 + n % 4],
         document_state = (array['none', 'received', 'rejected', 'accepted'])[1 + n / 2 % 4],
         invited_at = case when n % 4 > 0 then now() - n % 3 * interval '1 day' end,
         loan = case n % 4 when 0 then '{}' else jsonb_build_object(
           case n % 2 when 0 then 'noteDate' else 'disbursementDate' end, to_char(now() + (n - 12) * interval '1 day', 'YYYY-MM-DD')) end,
         open_findings = case when n % 3 > 0 then n % 4 end, usable_cents = case when n % 3 > 0 then n % 5 end,
         next_expiry_on = case when n % 3 > 0 then now()::date + (n - 10) * 3 end,
         summary = case when n % 3 > 0 then jsonb_build_object('usableCents', n % 5, 'program', 'fha', 'outcome', 'open',
           'blockers', n / 3 % 2, 'reviews', n % 4 - n / 3 % 2, 'infos', 0, 'freshUntil', now()::date + (n - 10) * 3) end
       from numbered where numbered.id = b.id and b.organization_id = $1`,
      [lender.organizationId],
    );
    await product.asOwner(
      `insert into bank_items (organization_id, id, borrower_id, provider_item_id, institution_name, accounts, access_token, status, removed_at)
         select organization_id, id, id, 'item-' || id, 'Bank', '[]', ''::bytea,
           case when n % 2 = 0 then 'login_required' else 'ok' end, case when n % 6 = 0 then now() end
         from (select *, row_number() over (order by loan_number, email) n from borrowers where organization_id = $1) numbered`,
      [lender.organizationId],
    );
    all = (await officer.send(listBorrowers)).body;
  });
  afterAll(() => product.close());

  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const expected = (by: BorrowerSort | undefined, direction: SortDirection, term: string, passes = isAny) => {
    const found = all.filter((borrower) => isFound(borrower, term) && passes(borrower));
    return idsOf(by ? inOrder(found, by, direction) : found);
  };
  /** A list as one user requests it. */
  const listOf =
    (person: Pick<Person, "send">, list: typeof listBorrowers | typeof listOrganizationBorrowers) =>
    async (query: BorrowerPage) =>
      idsOf((await person.send<typeof listBorrowers>(list as typeof listBorrowers, query)).body); // alike but for the path
  async function walk(list: ReturnType<typeof listOf>, query: BorrowerPage & { limit: number }): Promise<string[]> {
    const walked: string[] = [];
    for (;;) {
      const after = walked.at(-1);
      const page = await list({ ...query, ...(after !== undefined && { after }) });
      walked.push(...page);
      if (page.length < query.limit) return walked;
    }
  }

  describe.each([...SORTS, undefined])("by %s", (by) => {
    test.each(SORT_DIRECTIONS)("%s, pages hold each row once, in the order of the browser", async (direction) => {
      const order = by ? { sort: by, direction } : {};
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 25 }),
          fc.constantFrom("", "a", "JR.", " ann lee ", "p1"),
          async (limit, term) => {
            const walked = await walk(listOf(officer, listBorrowers), {
              ...order,
              limit,
              ...(term && { search: term }),
            });
            expect(walked).toEqual(expected(by, direction, term));
          },
        ),
        { numRuns: 4 },
      );
    });
  });

  test("filters by status and by list of the day pass what the browser's filters pass", async () => {
    const few = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 3 });
    const order = { by: fc.constantFrom(...SORTS, undefined), direction: fc.constantFrom(...SORT_DIRECTIONS) };
    const query = fc.record({
      ...order,
      statuses: few(BORROWER_STATUSES),
      work: few(WORK),
      term: fc.constantFrom("", "a", "p1", "jr."),
      limit: fc.integer({ min: 1, max: 25 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ by, direction, statuses, work, term, limit }) => {
        const walked = await walk(listOf(officer, listBorrowers), {
          limit,
          ...(by && { sort: by, direction }),
          ...(term && { search: term }),
          ...(statuses.length > 0 && { status: statuses.join(",") }),
          ...(work.length > 0 && { work: work.join(",") }),
        });
        const passes = (borrower: ListedBorrower) =>
          (statuses.length === 0 || statuses.includes(borrower.status)) &&
          (work.length === 0 || workOf(borrower, utcToday()).some((one) => work.includes(one)));
        expect(walked).toEqual(expected(by, direction, term, passes));
      }),
      { numRuns: 60 },
    );
  });

  test("a loan is found by its whole number alone", async () => {
    const numbered = all.filter(({ loanNumber }) => loanNumber !== null);
    expect(numbered.length).toBeGreaterThan(0);
    for (const { id, loanNumber } of numbered.slice(0, 5))
      expect(await walk(listOf(officer, listBorrowers), { limit: 2, loanNumber: loanNumber! })).toEqual([id]);
    for (const loanNumber of ["LN-", "' or true --"])
      expect(await walk(listOf(officer, listBorrowers), { limit: 2, loanNumber })).toEqual([]);
  });

  test("each list of the day is counted, of an officer, of an organization and of all", async () => {
    const inLists = all.flatMap((borrower) => workOf(borrower, utcToday()));
    const work = Object.fromEntries(WORK.map((one) => [one, inLists.filter((other) => other === one).length]));
    expect(Math.min(...Object.values(work))).toBeGreaterThan(0);
    const counts = { total: all.length, work };
    expect((await officer.send(countBorrowers)).body).toEqual(counts);
    const admin = await lender.as("admin");
    expect((await admin.send(countBorrowers)).body.total).toBe(0);
    const ofAdmin = (await admin.send(listOrganizationBorrowers)).body;
    expect((await admin.send(countOrganizationBorrowers)).body.total).toBe(ofAdmin.length);
    const ofRoot = (await (await lender.as("root")).send(countOrganizationBorrowers)).body;
    expect(ofRoot.total).toBeGreaterThanOrEqual(ofAdmin.length);
    expect(ofRoot.work.waiting).toBeGreaterThanOrEqual(work["waiting"]!);
  });

  test("a restricted editor finds and counts no borrower of another group, whatever they search for", async () => {
    const strict = await aLender(product);
    const [editor, admin] = [await strict.as("editor"), await strict.as("admin")];
    const lastName = "Zqx";
    const hidden = await strict.hasBorrower({ lastName, email: "zqx.hidden@example.net" }, "editor");
    const seen = await strict.hasBorrower({ lastName, email: "zqx.seen@example.net" }, "editor");
    const group = (await admin.send(calls.createGroup, { name: "West" })).body;
    await admin.send(calls.assignBorrower, { id: hidden.id, groupIds: [group.id] });
    await product.asOwner("update organizations set restrict_by_group = true where id = $1", [strict.organizationId]);
    for (const search of ["z", "zq", "zqx", "zqx.hidden@example.net"]) {
      const own = await listOf(editor, listBorrowers)({ search });
      expect(own, search).toEqual(search.includes("hidden") ? [] : [seen.id]);
    }
    expect((await editor.send(countBorrowers)).body).toMatchObject({ total: 1, work: { "needs-you": 1 } });
    expect((await admin.send(countOrganizationBorrowers)).body.total).toBe(2);
  });

  test("words are sorted as the browser sorts them", async () => {
    const words = fc.array(
      word.map((signs) => signs.join("")),
      { minLength: 20, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(words, async (given) => {
        const rows = await product.asOwner(
          `select w, n from unnest($1::text[]) with ordinality t (w, n) order by sort_text(w) collate "C", n`,
          [given],
        );
        expect(rows.map(({ w }) => w)).toEqual(given.toSorted(browser.compare));
      }),
      { numRuns: 40 },
    );
  });

  // An empty page would read as the end of the list, though rows follow.
  test("a row that is deleted or another organization's gives no place: the page after it is refused", async () => {
    const foreign = await (await aLender(product)).hasBorrower();
    const colleague = await lender.hasBorrower({}, "editor");
    for (const after of [foreign.id, colleague.id, randomUUID()])
      for (const order of [{}, { sort: "name" }, { sort: "loanNumber", direction: "descending" }] as const)
        expect(await officer.send(listBorrowers, { after, ...order })).toMatchObject({
          ...{ status: 400, message: "VALIDATION_ERROR", errors: [{ field: "after", code: "INVALID_VALUE" }] },
        });
    for (const search of ["", "no one has this name"]) {
      const { body } = await officer.send(listBorrowers, { after: all.at(-1)!.id, search });
      expect(body, "after the last row").toEqual([]);
    }
  });

  test("an admin pages through the organization, root through all, and a search stays within that", async () => {
    const admin = await lender.as("admin");
    const ofAdmin = listOf(admin, listOrganizationBorrowers);
    const ofRoot = listOf(await lender.as("root"), listOrganizationBorrowers);
    const whole = await ofAdmin({});
    const byEmail = { limit: 7, sort: "email" } as const;
    expect((await walk(ofAdmin, byEmail)).toSorted()).toEqual(whole.toSorted());
    const elsewhere = await (await aLender(product)).hasBorrower({ lastName: "Only One So Called" });
    const named = { limit: 7, search: "only one so" };
    expect(await walk(ofRoot, named)).toEqual([elsewhere.id]);
    expect(await walk(ofAdmin, named)).toEqual([]);
  });

  test.each([
    ["limit", ["-1", "0", "501", "1e9", "NaN", "1.5", ""], /TOO_SMALL|TOO_BIG|INVALID_FORMAT/],
    ["after", ["", "x", "-0", "' or 1=1 --", `${randomUUID()}x`], /INVALID_FORMAT|REQUIRED/],
    ["search", ["\u0000", "a\nb", "x".repeat(101)], /INVALID_FORMAT|TOO_BIG/],
    ["sort", ["notes", "id; drop table users", "__proto__", ""], /INVALID_VALUE/],
    ["status", ["open", "new,", "new;closed", ""], /INVALID_FORMAT/],
    ["work", ["today", "waiting,,closing", "Waiting"], /INVALID_FORMAT/],
    ["direction", ["asc", "", "ASCENDING"], /INVALID_VALUE/],
    ["loanNumber", ["", "a\u0000", "x".repeat(41)], /REQUIRED|INVALID_FORMAT|TOO_BIG/],
  ])("a wrong %s is refused by its name", async (field, values, code) => {
    for (const value of values)
      for (const list of [listBorrowers, listOrganizationBorrowers]) {
        const reply = await (await lender.as("admin")).send(list, { [field]: value });
        expect(reply, value).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
        expect(reply.errors, value).toEqual([{ field, code: expect.stringMatching(code) }]);
      }
  });

  test("a parameter that appears twice in the address is refused", async () => {
    const reply = await fetch(`${product.url}/api/latest/account/borrower?search=a&search=b`, {
      headers: { authorization: `bearer ${officer.token}` },
    });
    expect(reply.status).toBe(400);
  });

  test.each(["+15550104477", "(555) 010-4477", "555-010-4477", "5550104477", "CO.KIM@example.net"])(
    "%j finds a borrower by phone or by a co-borrower's email address",
    async (term) => {
      const caller = await (await aLender(product)).as("registered");
      const kim = { firstName: "Kim", lastName: "Lee", email: "co.kim@example.net" };
      await caller.send(createBorrower, aBorrower({ phone: "+15550104477", coBorrowers: [kim] }));
      await caller.send(createBorrower, aBorrower({ phone: "+15550104478", email: "other@example.net" }));
      const { body } = await caller.send(listBorrowers, { search: term });
      expect(body.map(({ phone }) => phone)).toEqual(["+15550104477"]);
    },
  );

  test.each(["%", "_", "\\", "'", "p1%' or true --", "İ", "💥"])(
    "a search for %j looks for just that",
    async (term) => {
      const exact = someoneWith(product, officer.token);
      await exact.send(createBorrower, aBorrower({ lastName: `q${term}q` }));
      const { body } = await exact.send(listBorrowers, { search: `Q${term}Q` });
      expect(body.map(({ lastName }) => lastName)).toEqual([`q${term}q`]);
    },
  );

  test("every own borrower is read, though the last one of a page is deleted before the next page", async () => {
    const newcomer = await lender.newcomer("registered");
    const { organizationId } = lender;
    await product.asOwner(
      `insert into borrowers (organization_id, id, first_name, last_name, email, created_by)
       select $1, gen_random_uuid(), 'Ann', 'Number ' || n, 'ann@example.net', $2 from generate_series(1, $3::integer) n`,
      [organizationId, newcomer.userId, PAGE_ROWS + 50],
    );
    const { db, system } = product.product.ctx;
    let seen = 0;
    const actor = { userId: newcomer.userId, onlyGroups: null };
    const own = await wholeOwnBorrowers(db, system.within(organizationId), actor);
    for await (const page of own.pages()) {
      seen += page.length;
      if (page.length === PAGE_ROWS) await product.asOwner("delete from borrowers where id = $1", [page.at(-1)!.id]);
    }
    expect(seen).toBe(PAGE_ROWS + 50);
  });
});
