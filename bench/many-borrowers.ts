import { sqlIdOf } from "./lenders.ts";
import type { OwnerSession } from "../platform/server/database/engine.ts";

export const LISTS_ORGANIZATIONS = 1_000;
/** In the first organization, whatever there is beside it. */
export const OWN_BORROWERS = 100;
const AT_ONCE = 100_000;

export async function insertManyBorrowers(owner: Pick<OwnerSession, "execute">, size: number): Promise<void> {
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
