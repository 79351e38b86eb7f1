-- Two people who change an endpoint at once, or replace its secret at once, are told apart by the version they saw.
alter table webhook_endpoints add column version integer not null default 1;
