-- outside a transaction
-- A thousand rows at a time, each part committed, so that no request waits long for a row.
do $$
declare
  since record;
  upto record;
begin
  select '00000000-0000-0000-0000-000000000000'::uuid as organization_id, '00000000-0000-0000-0000-000000000000'::uuid as id
    into since;
  loop
    select organization_id, id into upto from line_items
      where (organization_id, id) > (since.organization_id, since.id)
      order by organization_id, id offset 999 limit 1;
    update line_items l set billable_at = greatest(l.occurred_at, case when l.statement_id is null
        then (select coalesce(o.billed_until, o.created_at) from organizations o where o.id = l.organization_id)
        else (select s.period_start from statements s
          where s.organization_id = l.organization_id and s.id = l.statement_id) end)
      where (l.organization_id, l.id) > (since.organization_id, since.id)
        and (upto.id is null or (l.organization_id, l.id) <= (upto.organization_id, upto.id))
        and l.billable_at is null;
    commit;
    exit when upto.id is null;
    since := upto;
  end loop;
end $$;
drop index concurrently if exists line_items_billable;
create index concurrently line_items_billable on line_items (organization_id, billable_at desc, id desc);
drop index concurrently if exists line_items_billable_everywhere;
create index concurrently line_items_billable_everywhere on line_items (billable_at desc, id desc);
drop index concurrently if exists line_items_unbilled;
drop index concurrently if exists line_items_unbilled_everywhere;
drop index concurrently if exists line_items_statement;
