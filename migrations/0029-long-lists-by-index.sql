-- Lists of a million borrowers in one organization: each order has an index, and the search has one of trigrams.
create extension if not exists pg_trgm;

alter table borrowers
  -- Along the borrower's life. A column of its own: row-level security lets no condition on an expression use an index.
  add column sort_status integer generated always as (
    array_position(array['new', 'invited', 'bank-connected', 'report-ready', 'closed'], status)) stored;

-- What people on a loan are found by, a line each: names, email addresses, the loan number, and the phone number in the
-- ways in which people type a US number.
create function borrower_search_text(
  first_name text, middle_name text, last_name text, suffix text, email text, phone text, loan_number text,
  co_borrowers jsonb
) returns text language sql immutable parallel safe
return lower(concat_ws(E'\n',
  concat_ws(' ', first_name, nullif(middle_name, ''), last_name, nullif(suffix, '')), email, loan_number,
  phone || regexp_replace(phone, '^\+1(\d{3})(\d{3})(\d{4})$', ' (\1) \2-\3 \1-\2-\3'),
  (select string_agg(concat_ws(' ', one ->> 'firstName', one ->> 'lastName', one ->> 'email'), E'\n' order by place)
    from jsonb_array_elements(co_borrowers) with ordinality people (one, place))));

alter table borrowers add column search_text text generated always as (borrower_search_text(
  first_name, middle_name, last_name, suffix, email, phone, loan_number, co_borrowers)) stored;

drop index borrowers_changed;
create index borrowers_by_change on borrowers (organization_id, updated_at, created_at, id);
create index borrowers_by_name on borrowers (organization_id, sort_name, created_at, id);
create index borrowers_by_email on borrowers (organization_id, sort_email, created_at, id);
create index borrowers_by_loan_number on borrowers (organization_id, sort_loan_number, created_at, id);
create index borrowers_by_status on borrowers (organization_id, sort_status, created_at, id);
create index borrowers_by_funds on borrowers (organization_id, usable_cents, created_at, id);
create index borrowers_by_findings on borrowers (organization_id, open_findings, created_at, id);
create index borrowers_by_freshness on borrowers (organization_id, fresh_until, created_at, id);
create index borrowers_by_report on borrowers (organization_id, report_ready_at, created_at, id);
create index borrowers_search on borrowers using gin (search_text gin_trgm_ops);

-- The ids of the borrowers whose search text contains the term, `at_most` of them: of the organization that is set, or
-- for the across role of all. It runs as the owner, because row-level security lets no condition with LIKE use an
-- index. The caller reads the rows under its own policy.
create policy searcher on borrowers for select to current_user using (true);
create function find_borrowers(term text, at_most integer) returns setof uuid
language plpgsql stable rows 100 security definer set search_path = public, pg_temp as $$
declare
  pattern text := '%' || regexp_replace(lower(term), '([\\%_])', '\\\1', 'g') || '%';
begin
  -- By EXECUTE, so that each search has a plan for its own term: an index for a rare one, the table for a common one.
  if current_setting('role') = 'keyturn_across' then
    return query execute 'select id from borrowers where search_text like $1 limit $2' using pattern, at_most;
  else
    return query execute 'select id from borrowers
      where organization_id = current_organization() and search_text like $1 limit $2' using pattern, at_most;
  end if;
end $$;
revoke all on function find_borrowers from public;
grant execute on function find_borrowers to keyturn_tenant, keyturn_across;
