-- What other rules, or a lender's overlay, would change in stored evaluations.
create table back_tests (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  edition text, -- of the rules that are tested; null: an overlay is
  overlay_id uuid,
  policy jsonb not null default '{}', -- what takes the place of the evaluations' policy, as it was at the start
  state text not null default 'running' check (state in ('running', 'finished', 'canceled')),
  place uuid, -- the last report that was read; null: none yet
  total integer not null,
  tested integer not null default 0,
  changed integer not null default 0,
  not_tested jsonb not null default '{}', -- reports by reason
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  version integer not null default 1,
  primary key (organization_id, id),
  check ((edition is null) <> (overlay_id is null))
);
create unique index back_tests_running on back_tests (organization_id) where state = 'running'; -- a new table
call protect('back_tests');
grant select, insert, update, delete on back_tests to keyturn_tenant;

create table back_test_changes (
  organization_id uuid not null,
  id uuid not null,
  back_test_id uuid not null,
  report_id uuid not null,
  evaluation_number integer not null, -- the evaluation that was tested
  programs jsonb not null,
  findings jsonb not null,
  requested_at timestamptz(3), -- when it was queued to be evaluated again
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, back_test_id, report_id),
  foreign key (organization_id, back_test_id) references back_tests on delete cascade,
  -- With the report's content under the retention policy.
  foreign key (organization_id, report_id) references asset_report_contents on delete cascade
);
create index back_test_changes_report on back_test_changes (organization_id, report_id);
create index back_test_changes_listed on back_test_changes (organization_id, back_test_id, created_at desc, id desc);
call protect('back_test_changes');
grant select, insert, update, delete on back_test_changes to keyturn_tenant;

alter table evaluations
  drop constraint evaluations_cause_check,
  add constraint evaluations_cause_check
    check (cause in ('report', 'loan', 'evidence', 'decision', 'consent', 'investor-copy', 'edition')) not valid;
