-- Which statement a line is on follows from when it became billable, so that a close does not write to every line.
alter table line_items add column billable_at timestamptz(3);
alter table line_items add constraint line_items_billable check (billable_at is not null) not valid;
-- Row-level security binds the owner too, so filling it needs policies.
create policy filler on line_items to current_user using (true);
create policy filler on statements to current_user using (true);
create policy filler on organizations to current_user using (true);

-- A charge shares this lock, and a close takes it alone: what is charged meanwhile is billable after the close.
create function charges_lock(organization uuid) returns bigint language sql immutable as $$
  select hashtextextended('charges of ' || organization::text, 0)
$$;
create function set_billable_at() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(charges_lock(new.organization_id));
  -- No earlier than the organization, so that its first statement has it whatever the card provider's clock says.
  new.billable_at := greatest(new.occurred_at,
    (select coalesce(billed_until, created_at) from organizations where id = new.organization_id),
    (select max(period_end) from statements where organization_id = new.organization_id));
  return new;
end $$;
create trigger billable_after_last_close before insert on line_items for each row execute function set_billable_at();

-- Once a closed month, not once a line.
create function check_new_statements() returns trigger language plpgsql as $$
begin
  if exists (
    select from made join statements other on other.organization_id = made.organization_id and other.id <> made.id
    where other.period_start < made.period_end and other.period_end > made.period_start
  ) then
    raise exception 'the periods of statements do not overlap' using errcode = 'check_violation';
  end if;
  if exists (
    select from made where amount <> (select coalesce(sum(l.amount), 0) from line_items l
      where l.organization_id = made.organization_id and l.billable_at >= period_start and l.billable_at < period_end)
  ) then
    raise exception 'the lines of a statement come to its amount' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger statement_sums after insert on statements referencing new table as made
  for each statement execute function check_new_statements();
create or replace function refuse_lines_without_statement() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone join line_items l on l.organization_id = gone.organization_id
      and l.billable_at >= gone.period_start and l.billable_at < gone.period_end
  ) then
    raise exception 'a statement with lines stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- `statement_id` is not used any more. Without this right no process of the release before closes a month by it.
revoke update (statement_id) on line_items from keyturn_tenant, keyturn_across;
drop trigger billed_once on line_items;
drop trigger charged_before_billed on line_items;
drop trigger statement_sums on line_items;
drop function refuse_second_statement, refuse_early_statement, check_statement_sums;
