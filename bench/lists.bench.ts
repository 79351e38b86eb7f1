// What growth costs a list: the same pages at 100, 10,000 and 1,000,000 borrowers in 1,000 organizations.
// The measured organization is the same in all three, so that only the amount of other data differs.
import { type Database, openDatabase } from "../platform/server/database/database.ts";
import { openPostgres } from "../platform/server/database/postgres-engine.ts";
import { readAllBorrowers, readOrganizationBorrowers } from "../features/borrowers/server/list-queries.ts";
import type { SystemScope } from "../platform/server/database/scope.ts";
import type { BorrowerPage } from "../features/borrowers/contract.ts";
import type { OwnerSession } from "../platform/server/database/engine.ts";
import { lender, onEmptyPostgres, sqlIdOf } from "./databases.ts";
import { mediansInTurn } from "./harness.ts";
import { planOf, recordStatements } from "./statements.ts";

const LISTS_ORGANIZATIONS = 1_000;
/** In the first organization, whatever there is beside it. */
const OWN_BORROWERS = 100;
const AT_ONCE = 100_000;

async function insertManyBorrowers(owner: Pick<OwnerSession, "execute">, size: number): Promise<void> {
  const id = (kind: Parameters<typeof sqlIdOf>[0], n: string) => sqlIdOf(kind, n);
  await owner.execute(`
    insert into organizations (id, name)
      select ${id("organization", "n")}, 'Lender ' || n from generate_series(1, ${LISTS_ORGANIZATIONS}) n;
    insert into users (id, first_name, last_name, email, email_key, email_confirmed)
      select ${id("user", "n")}, 'Person', 'Number ' || n, 'p' || n || '@example.org', 'p' || n || '@example.org', true
      from generate_series(1, ${LISTS_ORGANIZATIONS}) n;
    insert into memberships (organization_id, id, user_id, role)
      select ${id("organization", "n")}, ${id("membership", "n")}, ${id("user", "n")}, 'admin'
      from generate_series(1, ${LISTS_ORGANIZATIONS}) n`);
  // The first organization's stand among the others' in time.
  const place = `case when n % ${size / OWN_BORROWERS} = 0 then 1 else 2 + n % ${LISTS_ORGANIZATIONS - 1} end`;
  for (let from = 1; from <= size; from += AT_ONCE)
    await owner.execute(`
      insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id, created_at)
        select ${id("organization", `(${place})`)}, ${id("borrower", "n")}, 'Nora', 'Whitfield ' || n,
          'nora.' || n || '@example.net', ${id("user", `(${place})`)}, ${id("user", `(${place})`)},
          now() - n * interval '1 minute'
        from generate_series(${from}, ${Math.min(size, from + AT_ONCE - 1)}) n`);
  // Nothing here opens the tokens.
  await owner.execute(`
    insert into bank_items (organization_id, id, borrower_id, provider_item_id, institution_name, accounts, access_token)
      select organization_id, id, id, 'item-' || id, 'First Platypus Bank', '[]', ''::bytea
      from borrowers where right(id::text, 1) in ('1', '3', '5', '7', '9', 'b', 'd', 'f')`);
}

const SIZES = [100, 10_000, 1_000_000] as const;
const RATIO = { aim: 1.3, floor: 2 };
const ASKED = 400;
const WARM_UPS = 50;
/** Rows of a page in the organization: forty of them fit into what it has. */
const OWN_ROWS = 2;
const ROOT_ROWS = 25;
const { organizationId } = lender(1);

interface Question {
  readonly role: "keyturn_tenant" | "keyturn_across";
  ask(): Promise<readonly { id: string }[]>;
}

type Questions = Readonly<Record<string, Question>>;

const medians = new Map<string, number[]>();
for (const size of SIZES) await measure(size);
tell();

async function measure(size: number): Promise<void> {
  await onEmptyPostgres(
    (owner) => insertManyBorrowers(owner, size),
    async (url) => {
      const engine = openPostgres({ url, maxConnections: 2, onError: () => {} });
      try {
        const { db, system } = openDatabase(engine);
        const questions = await questionsOn(db, system, size);
        const requests = new Map(Object.entries(questions).map(([name, { ask }]) => [name, ask]));
        for (const [name, median] of await mediansInTurn(requests, { asked: ASKED, warmUps: WARM_UPS }))
          medians.set(name, [...(medians.get(name) ?? []), median]);
        const recorder = recordStatements(engine);
        const recorded = openDatabase(recorder.engine);
        for (const [name, { role, ask }] of Object.entries(await questionsOn(recorded.db, recorded.system, size))) {
          await ask();
          const plan = await planOf(url, recorder.statements.at(-1)!, { role, schema: "public", organizationId }); // just asked
          tellPlan(size, name, plan);
        }
      } finally {
        await engine.close();
      }
    },
  );
}

async function questionsOn(db: Database, system: SystemScope, size: number): Promise<Questions> {
  const scope = system.within(organizationId);
  const own = (page: BorrowerPage) => () => readOrganizationBorrowers(db, scope, { limit: OWN_ROWS, ...page });
  const beforePage40 = await own({ limit: 39 * OWN_ROWS })();
  const pages = Math.min(1_000, Math.floor(size / ROOT_ROWS));
  const rootAfter = await rowBefore(db, system, (pages - 1) * ROOT_ROWS);
  const root = (page: BorrowerPage) => () => readAllBorrowers(db, system, { limit: ROOT_ROWS, ...page });
  return {
    "first page": { role: "keyturn_tenant", ask: own({}) },
    "page 40 by key": { role: "keyturn_tenant", ask: own({ after: beforePage40.at(-1)!.id }) }, // 78 of 100 rows
    "search by part of a name": { role: "keyturn_tenant", ask: own({ search: "itfield 7" }) },
    "root, page 1,000 by key, or the last": { role: "keyturn_across", ask: root({ after: rootAfter }) },
  };
}

/** The id of the row at this place, counted from the newest. */
async function rowBefore(db: Database, system: SystemScope, place: number): Promise<string> {
  let after: string | undefined;
  for (let left = place; left > 0;) {
    const rows = await readAllBorrowers(db, system, { limit: Math.min(left, 500), ...(after && { after }) });
    after = rows.at(-1)!.id; // there are as many
    left -= rows.length;
  }
  return after!; // the first page is never asked for here
}

function tellPlan(size: number, name: string, plan: readonly string[]): void {
  const isScan = plan.some((line) => line.includes("Seq Scan"));
  if (size === SIZES.at(-1))
    for (const line of [`  plan of ${name}:`, ...plan.map((line) => `    ${line}`)]) console.log(line);
  // A table of some hundred rows is read whole sooner than by any index.
  if (isScan && size > SIZES[0]) process.exitCode = 1;
}

function tell(): void {
  console.log(
    `lists, PostgreSQL, ${LISTS_ORGANIZATIONS} organizations, ${OWN_BORROWERS} borrowers in the one looked at; p50 of ${ASKED}:`,
  );
  for (const [name, times] of medians) {
    const ratio = times.at(-1)! / times[0]!; // one for each size
    const shown = SIZES.map((size, at) => `${size.toLocaleString("en-US")}: ${times[at]!.toFixed(2)} ms`).join(", ");
    console.log(
      `  ${name}: ${ratio.toFixed(2)} of the smallest at the largest; aim ${RATIO.aim}, floor ${RATIO.floor} (${shown})`,
    );
    if (!(ratio <= RATIO.floor)) process.exitCode = 1;
  }
}
