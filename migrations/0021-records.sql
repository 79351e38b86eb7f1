-- Legal hold, deletion of borrowers, and retention by type of record.
alter table borrowers
  add column legal_hold jsonb; -- since when, by whom and why nothing of this borrower may be deleted
grant delete on borrowers to keyturn_tenant;

alter table organizations
  add column document_days integer not null default 1095,
  add column report_days integer not null default 1095,
  add column closed_borrower_days integer not null default 1095;
alter table organizations no force row level security;
update organizations
  set document_days = retention_days, report_days = retention_days, closed_borrower_days = retention_days;
alter table organizations force row level security;
grant update (document_days, report_days, closed_borrower_days) on organizations to keyturn_tenant;

-- The provider's own data may go before the report that was made from it.
alter table asset_report_contents alter column provider_json drop not null;
grant update (provider_json) on asset_report_contents to keyturn_tenant;

-- What belongs to a borrower is deleted with the borrower. Line items name a borrower only by id, and stay.
do $$
declare
  link record;
begin
  for link in
    with recursive belonging as (
      select 'borrowers'::regclass::oid as target
      union
      select c.conrelid from pg_constraint c join belonging b on c.confrelid = b.target where c.contype = 'f'
    )
    select c.conrelid::regclass as target, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join belonging b on c.confrelid = b.target
    where c.contype = 'f' and c.confdeltype = 'a'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s on delete cascade',
      link.target, link.name, link.name, link.definition);
  end loop;
end $$;

-- Connections and reports of deleted borrowers that still have to be removed at the provider.
create table provider_removals (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('connection', 'report')),
  token bytea not null, -- encrypted
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
call protect('provider_removals');
grant select, insert, delete on provider_removals to keyturn_tenant;
grant select, update (token) on provider_removals to keyturn_across; -- to rotate keys
