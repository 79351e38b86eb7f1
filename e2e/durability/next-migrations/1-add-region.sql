-- A column that the release before doesn't know. Row-level security binds the owner too, so filling it needs a policy.
alter table borrowers add column region text;
create policy filler on borrowers to current_user using (true);
