-- What long lists of borrowers are filtered by, in columns of their own as in 0029, and searches of one or two characters.

create function closing_day(loan jsonb) returns text language sql immutable parallel safe
return coalesce(loan ->> 'noteDate', loan ->> 'disbursementDate');

alter table borrowers
  -- The officer's next action, as needOf() in features/borrowers/rules/work.ts: the lower, the more urgent, and within an
  -- action the more findings block, the more urgent. Null where there is nothing to do.
  add column urgency integer generated always as (
    case
      when status = 'closed' then null
      when report_state = 'failed' then 1
      when status = 'bank-connected' and report_state = 'none' then 2
      when document_state = 'received' then 3
      when open_findings > 0 then 4
      when status = 'new' then 5
    end * 1000 - least(coalesce((summary ->> 'blockers')::integer, 0), 999)) stored,
  -- Since when an invitation waits for the borrower.
  add column waiting_since timestamptz(3) generated always as (
    case when status = 'invited' and document_state in ('none', 'rejected') then coalesce(invited_at, created_at) end) stored,
  add column closing_on text collate "C" generated always as (closing_day(loan)) stored;

create index borrowers_by_urgency on borrowers (organization_id, urgency, created_at, id);
create index borrowers_by_wait on borrowers (organization_id, waiting_since, created_at, id);
create index borrowers_by_closing on borrowers (organization_id, closing_on, created_at, id);
-- Most borrowers of a lender are closed, and their reports expired first.
create index borrowers_by_expiry on borrowers (organization_id, fresh_until, created_at, id) where sort_status < 5;
create index bank_items_to_repair on bank_items (organization_id, borrower_id)
  where status = 'login_required' and removed_at is null;

-- Every character of a text and every two that follow each other: an index of trigrams knows nothing shorter than three.
create function short_terms(value text) returns text[] language sql immutable parallel safe cost 1000
return string_to_array(value, null)
  || (select array_agg(substr(value, place, 2)) from generate_series(1, length(value) - 1) place);

create index borrowers_short_search on borrowers using gin (short_terms(search_text));

-- The ids of the borrowers whose search text contains the term; null where it is in many of the rows, or in more than
-- `at_most`: the list read in its order then finds a page of them sooner. Why it runs as the owner: see 0029.
drop function find_borrowers;
create function find_borrowers(term text, at_most integer) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sample constant integer := 2000;
  wanted constant text := lower(term);
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  whose constant text := case when current_setting('role') = 'keyturn_across' then 'true'
    else 'organization_id = current_organization()' end;
  seen integer;
  ids uuid[];
begin
  -- By EXECUTE, so that each search has a plan for its own term.
  execute format('select count(*) from (select search_text from borrowers where %s limit %s) sampled
    where search_text like $1', whose, sample) into seen using pattern;
  if seen > sample / 100 then return null; end if;
  execute format('select array_agg(id) from (select id from borrowers where %s and %s limit $2) matching', whose,
      case when length(wanted) < 3 then 'short_terms(search_text) @> array[$1]' else 'search_text like $1' end)
    into ids using case when length(wanted) < 3 then wanted else pattern end, at_most + 1;
  return case when cardinality(ids) > at_most then null else coalesce(ids, '{}') end;
end $$;
revoke all on function find_borrowers from public;
grant execute on function find_borrowers to keyturn_tenant, keyturn_across;
