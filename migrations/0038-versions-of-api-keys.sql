-- Two people who change a key at once, or replace its secret at once, are told apart by the version they saw.
alter table api_keys add column version integer not null default 1;
