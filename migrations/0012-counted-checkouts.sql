-- A visitor who names an address that has an account is counted like one who names a new one.
alter table checkouts alter column user_id drop not null;
alter table checkouts alter column organization_id drop not null;
