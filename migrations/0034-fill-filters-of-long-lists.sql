-- outside a transaction
-- A thousand rows at a time, each part committed, so that no request waits long for a row. The trigger of 0033 sets the
-- columns.
do $$
declare
  since uuid := '00000000-0000-0000-0000-000000000000';
  upto uuid;
begin
  loop
    select id into upto from borrowers where id > since order by id offset 999 limit 1;
    update borrowers set version = version where id > since and (upto is null or id <= upto);
    commit;
    exit when upto is null;
    since := upto;
  end loop;
end $$;
drop index concurrently if exists borrowers_by_urgency;
create index concurrently borrowers_by_urgency on borrowers (organization_id, urgency, created_at, id);
drop index concurrently if exists borrowers_by_wait;
create index concurrently borrowers_by_wait on borrowers (organization_id, waiting_since, created_at, id);
drop index concurrently if exists borrowers_by_closing;
create index concurrently borrowers_by_closing on borrowers (organization_id, closing_on, created_at, id);
-- Most borrowers of a lender are closed, and their reports expired first.
drop index concurrently if exists borrowers_by_expiry;
create index concurrently borrowers_by_expiry on borrowers (organization_id, fresh_until, created_at, id)
  where sort_status < 5;
drop index concurrently if exists bank_items_to_repair;
create index concurrently bank_items_to_repair on bank_items (organization_id, borrower_id)
  where status = 'login_required' and removed_at is null;
drop index concurrently if exists borrowers_short_search;
create index concurrently borrowers_short_search on borrowers using gin (short_terms(search_text));
