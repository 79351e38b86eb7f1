-- One transaction closes the month of many organizations.
grant insert on statements to keyturn_across;
grant update (statement_id) on line_items to keyturn_across;
grant update (billed_until, next_close_at) on organizations to keyturn_across;

-- A foreign key looks a statement up once a line; this looks once a close. A line gets its statement only by an update.
create or replace function check_statement_sums() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct organization_id, statement_id from billed where statement_id is not null) touched
    left join statements s on s.organization_id = touched.organization_id and s.id = touched.statement_id
    where s.amount is distinct from (select sum(l.amount) from line_items l
      where l.organization_id = touched.organization_id and l.statement_id = touched.statement_id)
  ) then
    raise exception 'the lines of a statement come to its amount' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create function refuse_lines_without_statement() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone join line_items l on l.organization_id = gone.organization_id and l.statement_id = gone.id
  ) then
    raise exception 'a statement with lines stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger statement_lines after delete on statements referencing old table as gone
  for each statement execute function refuse_lines_without_statement();
alter table line_items drop constraint line_items_organization_id_statement_id_fkey;
