-- What long lists of borrowers are filtered by, in columns of their own as in 0029, and searches of one or two characters.

alter table borrowers
  -- The officer's next action, as needOf() in features/borrowers/rules/work.ts: the lower, the more urgent, and within an
  -- action the more findings block, the more urgent. Null where there is nothing to do.
  add column urgency integer,
  -- Since when an invitation waits for the borrower.
  add column waiting_since timestamptz(3),
  add column closing_on text collate "C";

-- Not generated columns, which would rewrite the table.
create function set_list_columns() returns trigger language plpgsql as $$
begin
  new.urgency := case
      when new.status = 'closed' then null
      when new.report_state = 'failed' then 1
      when new.status = 'bank-connected' and new.report_state = 'none' then 2
      when new.document_state = 'received' then 3
      when new.open_findings > 0 then 4
      when new.status = 'new' then 5
    end * 1000 - least(coalesce((new.summary ->> 'blockers')::integer, 0), 999);
  new.waiting_since := case when new.status = 'invited' and new.document_state in ('none', 'rejected')
    then coalesce(new.invited_at, new.created_at) end;
  new.closing_on := coalesce(new.loan ->> 'noteDate', new.loan ->> 'disbursementDate');
  return new;
end $$;
create trigger list_columns before insert or update on borrowers for each row execute function set_list_columns();

-- For the owner, who under FORCE needs a policy where it is no superuser: 0034 fills the columns.
create policy filler on borrowers to current_user using (true) with check (true);

-- Every character of a text and every two that follow each other: an index of trigrams knows nothing shorter than three.
create function short_terms(value text) returns text[] language sql immutable parallel safe cost 1000
return string_to_array(value, null)
  || (select array_agg(substr(value, place, 2)) from generate_series(1, length(value) - 1) place);

-- The ids of the borrowers whose search text contains the term; null where it is in many of the rows, or in more than
-- `at_most`: the list read in its order then finds a page of them sooner. Why it runs as the owner: see 0029.
create function find_borrower_ids(term text, at_most integer) returns uuid[]
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
revoke all on function find_borrower_ids from public;
grant execute on function find_borrower_ids to keyturn_tenant, keyturn_across;
