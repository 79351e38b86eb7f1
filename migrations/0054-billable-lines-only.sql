alter table line_items validate constraint line_items_billable;
-- validated by line_items_billable
alter table line_items alter column billable_at set not null;
alter table line_items drop constraint line_items_billable;
drop policy filler on line_items;
drop policy filler on statements;
drop policy filler on organizations;
