-- Copies of reports at the provider that Fannie Mae or Freddie Mac reads.
create table investor_copies (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  report_id uuid not null,
  investor text not null check (investor in ('fannie', 'freddie')),
  token bytea, -- encrypted; null: being created at the provider
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  ended_by uuid, -- null: not ended, or by the product
  ended_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade,
  foreign key (organization_id, report_id) references asset_reports on delete cascade
);
create unique index investor_copies_active on investor_copies (organization_id, report_id, investor)
  where ended_at is null;
create index investor_copies_report on investor_copies (organization_id, report_id);
create index investor_copies_borrower on investor_copies (organization_id, borrower_id);
call protect('investor_copies');
grant select, insert, update (token, ended_by, ended_at), delete on investor_copies to keyturn_tenant;
grant select, update (token) on investor_copies to keyturn_across; -- to rotate keys

alter table provider_removals
  drop constraint provider_removals_kind_check,
  add constraint provider_removals_kind_check check (kind in ('connection', 'report', 'user', 'investor-copy'));

alter table evaluations
  drop constraint evaluations_cause_check,
  add constraint evaluations_cause_check
    check (cause in ('report', 'loan', 'evidence', 'decision', 'consent', 'investor-copy'));
