// What an organization's own growth costs its lists: the same requests at 1,000 and at 1,000,000 borrowers of one
// lender. A hundred belong to its second officer, two thirds to its first, the rest to 500 others.
import { createHash } from "node:crypto";
import {
  countOrganizationBorrowers,
  countOwnBorrowers,
  readOrganizationBorrowers,
  readOwnBorrowers,
} from "../features/borrowers/server/list-queries.ts";
import { BORROWER_STATUSES, BorrowerPage, WORK, type BorrowerSort } from "../features/borrowers/contract.ts";
import { insertBorrower } from "../features/borrowers/server/queries.ts";
import { type Database, openDatabase } from "../platform/server/database/database.ts";
import { openPostgres } from "../platform/server/database/postgres-engine.ts";
import type { OwnerSession } from "../platform/server/database/engine.ts";
import type { Scope, SystemScope } from "../platform/server/database/scope.ts";
import { SORT_DIRECTIONS, type SortDirection } from "../platform/contract/paging.ts";
import { lender, onEmptyPostgres, sqlIdOf } from "./databases.ts";
import { mediansInTurn, timed } from "./harness.ts";
import { planOf, recordStatements } from "./statements.ts";

const SIZES = [1_000, 1_000_000] as const;
const OFFICERS = 502;
/** Borrowers of the second officer. */
const FEW = 100;
const MAX_RATIO = 3;
/** Whatever the ratio, a person takes this for at once. */
const SHORT_MS = 100;
const ASKED = 30;
const WARM_UPS = 7; // PostgreSQL plans a statement for its values five times before it may keep one plan for all
const ROWS = 100;
const SORTS = BorrowerPage.shape.sort.def.innerType.options;
const { organizationId, userId } = lender(1);

async function insertOneLender(owner: Pick<OwnerSession, "execute" | "query">, size: number): Promise<void> {
  const organization = sqlIdOf("organization", "1");
  const creator = sqlIdOf(
    "user",
    `(case when n % ${size / FEW} = 0 then 2 when n % 3 > 0 then 1 else 3 + n % ${OFFICERS - 2} end)`,
  );
  await owner.execute(`
    insert into organizations (id, name) values (${organization}, 'Lender');
    insert into users (id, first_name, last_name, email, email_key, email_confirmed)
      select ${sqlIdOf("user", "n")}, 'Person', 'Number ' || n, 'p' || n || '@example.org', 'p' || n || '@example.org', true
      from generate_series(1, ${OFFICERS}) n;
    insert into memberships (organization_id, id, user_id, role)
      select ${organization}, ${sqlIdOf("membership", "n")}, ${sqlIdOf("user", "n")}, 'registered'
      from generate_series(1, ${OFFICERS}) n`);
  // Its indexes are made once the rows are there, which takes a fraction of the time.
  const indexes = await owner.query(
    `select indexname, indexdef from pg_indexes where tablename = 'borrowers'
       and indexname not in (select conname from pg_constraint)`,
  );
  for (const { indexname } of indexes) await owner.execute(`drop index ${String(indexname)}`);
  await owner.execute(`
    insert into borrowers (organization_id, id, first_name, last_name, email, phone, loan_number, created_by,
        assigned_user_id, status, invited_at, loan, summary, usable_cents, open_findings, next_expiry_on, report_ready_at,
        updated_at, created_at)
      select ${organization}, ${sqlIdOf("borrower", "n")}, case when n % 200 = 0 then 'Wanda' else 'Nora' end,
        case when n in (7, ${size / 2}, ${size}) then 'Zqarek'
          else initcap(left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 9)) end,
        left(md5(n::text), 10) || '@example.net', '+1202' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'),
        case when n % 2 = 0 then 'LN-' || n end, ${creator}, ${creator}, status,
        case when status <> 'new' then now() - n * interval '1 minute' end,
        -- A closing ten days from now for the newest, and longer ago for the others: a few hundred close this week.
        jsonb_build_object('noteDate', to_char(now() - (n / ${size / 1_000} - 10) * interval '1 day', 'YYYY-MM-DD')),
        case when has_report then jsonb_build_object('blockers', n % 2, 'reviews', n % 4 - n % 2) end,
        case when has_report then n::bigint * 7919 % 100000 * 100 end, case when has_report then n % 4 end,
        case when has_report then now()::date + 60 - n / ${size / 1_000} end,
        case when has_report then now() - n % 10000 * interval '1 hour' end,
        now() - n::bigint * 7919 % 1000000 * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, ${size}) n,
        -- Of the newest tenth a fifth has each status, as in a lender's pipeline; most of the others are closed.
        lateral (select case when n <= ${size / 10} or n % 100 = 0 then (array[${STATUSES}])[1 + n % 5] else 'closed' end) s (status),
        lateral (select status in ('report-ready', 'closed')) r (has_report)`);
  for (const { indexdef } of indexes) await owner.execute(String(indexdef));
  await owner.execute("vacuum analyze borrowers");
}

const STATUSES = BORROWER_STATUSES.map((status) => `'${status}'`).join(", ");

type Questions = ReadonlyMap<string, () => Promise<unknown>>;

let created = 0;
const medians = new Map<string, number[]>();
for (const size of SIZES) await measure(size);
tell();

async function measure(size: number): Promise<void> {
  await onEmptyPostgres(
    (owner) => insertOneLender(owner, size),
    async (url) => {
      const engine = openPostgres({ url, maxConnections: 2, onError: () => {} });
      try {
        const { db, system } = openDatabase(engine);
        const questions = await questionsOn(db, system, size);
        for (const [name, median] of await mediansInTurn(questions, { asked: ASKED, warmUps: WARM_UPS }))
          medians.set(name, [...(medians.get(name) ?? []), median]);
        const perRow = await exportMsPerRow(db, system.within(organizationId));
        medians.set("export, a row", [...(medians.get("export, a row") ?? []), perRow]);
        if (size !== SIZES.at(-1)) return;
        const recorder = recordStatements(engine);
        const recorded = openDatabase(recorder.engine);
        for (const [name, ask] of await questionsOn(recorded.db, recorded.system, size)) {
          if (name === "create") continue;
          await ask();
          const asked = { role: "keyturn_tenant", schema: "public", organizationId } as const;
          const plan = await planOf(url, recorder.statements.at(-1)!, asked); // just asked
          console.log([`  plan of ${name}:`, ...plan.map((line) => `    ${line}`)].join("\n"));
        }
      } finally {
        await engine.close();
      }
    },
  );
}

async function questionsOn(db: Database, system: SystemScope, size: number): Promise<Questions> {
  const scope = system.within(organizationId);
  const page = (asked: BorrowerPage) => () => readOrganizationBorrowers(db, scope, { limit: ROWS, ...asked });
  const own =
    (asked: BorrowerPage, officer = userId) =>
    () =>
      readOwnBorrowers(db, scope, { userId: officer, onlyGroups: null }, { limit: ROWS, ...asked });
  const middle = `e0000000-0000-4000-8000-${(size / 2).toString(16).padStart(12, "0")}`;
  const lastChange = { sort: "updatedAt", direction: "descending" } as const;
  const orders = SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => ({ sort, direction })));
  const nameOf = ({ sort, direction }: { sort: BorrowerSort; direction: SortDirection }) => `by ${sort} ${direction}`;
  return new Map<string, () => Promise<unknown>>([
    ["create", () => create(db, scope)],
    ["first page", page({})],
    ["middle page", page({ after: middle })],
    ...orders.map((order) => [`first page ${nameOf(order)}`, page(order)] as const),
    ...orders.map((order) => [`middle page ${nameOf(order)}`, page({ ...order, after: middle })] as const),
    ["own, first page", own({})],
    ["own, last change first", own({ ...lastChange })],
    [
      "own of an officer with 100, last change first",
      own({ sort: "updatedAt", direction: "descending" }, lender(2).userId),
    ],
    ["search for one person", page({ search: `${createHash("md5").update("777").digest("hex").slice(0, 10)}@` })],
    ["search for one person's phone", page({ search: "(202) 615-3063" })],
    ["search that finds most, by name", page({ search: "nora", sort: "name" })],
    ["search for one of two hundred", page({ search: "wanda", ...lastChange })],
    ["search for one letter", page({ search: "n" })],
    ["search for two letters that most have", page({ search: "no", sort: "name" })],
    ["search for two letters of three people", page({ search: "zq", ...lastChange })],
    ["search for two letters that no one has", page({ search: "q9" })],
    ...BORROWER_STATUSES.map(
      (status) => [`status ${status}, last change first`, page({ ...lastChange, status })] as const,
    ),
    ...WORK.map((work) => [`${work}, last change first`, page({ ...lastChange, work })] as const),
    ["own, needs-you, the most urgent five", own({ work: "needs-you", sort: "urgency", limit: 5 })],
    ["own, waiting, the longest five", own({ work: "waiting", sort: "waitingSince", limit: 5 })],
    ["own, expiring, the first five", own({ work: "expiring", sort: "nextExpiry", limit: 5 })],
    ["own, closing, the first five", own({ work: "closing", sort: "closing", limit: 5 })],
    ["own counts", () => countOwnBorrowers(db, scope, { userId, onlyGroups: null })],
    [
      "own counts of an officer with 100",
      () => countOwnBorrowers(db, scope, { userId: lender(2).userId, onlyGroups: null }),
    ],
    ["counts", () => countOrganizationBorrowers(db, scope)],
    ["search that finds no one", page({ search: "no such person" })],
  ]);
}

function create(db: Database, scope: Scope): Promise<unknown> {
  const loan = { program: "fannie" } as never;
  const details = { firstName: "Ada", middleName: null, lastName: "Young", suffix: null, email: "ada@example.net" };
  const more = { phone: null, loanNumber: `NEW-${++created}`, coBorrowers: [], loan, notes: "", idempotencyKey: null };
  return db.transaction(scope, (tx) =>
    insertBorrower(tx, scope, {
      ...details,
      ...more,
      id: crypto.randomUUID(),
      createdBy: userId,
      assignedUserId: userId,
    }),
  );
}

/** Reads the officer's list to its end, as the account's export does, but for at most 100,000 rows. */
async function exportMsPerRow(db: Database, scope: Scope): Promise<number> {
  let rows = 0;
  const took = await timed(async () => {
    for (let after: string | undefined; ;) {
      const read = await readOwnBorrowers(db, scope, { userId, onlyGroups: null }, { ...(after && { after }) });
      rows += read.length;
      after = read.at(-1)?.id;
      if (read.length < 500 || rows >= 100_000) return;
    }
  });
  return took / rows;
}

function tell(): void {
  console.log(`lists of one organization, PostgreSQL, ${ROWS} rows a page; p50 of ${ASKED}:`);
  for (const [name, [few = NaN, many = NaN]] of medians) {
    const ratio = many / few;
    const isOver = !(ratio <= MAX_RATIO) && many > SHORT_MS;
    console.log(
      `  ${name}: ${few.toFixed(2)} ms at 1,000, ${many.toFixed(2)} ms at 1,000,000: ${ratio.toFixed(2)} times${isOver ? ", over the limit" : ""}`,
    );
    if (isOver) process.exitCode = 1;
  }
}
