-- Borrowers, their bank connections and asset reports. Every key begins with the organization.
create table borrowers (
  organization_id uuid not null references organizations,
  id uuid not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  suffix text,
  email text not null,
  phone text,
  loan_number text,
  co_borrowers jsonb not null default '[]',
  loan jsonb not null default '{}',
  notes text not null default '',
  created_by uuid not null,
  assigned_user_id uuid,
  group_ids uuid[] not null default '{}',
  status text not null default 'new' check (status in ('new', 'invited', 'bank-connected', 'report-ready', 'closed')),
  report_state text not null default 'none' check (report_state in ('none', 'generating', 'ready', 'failed')),
  latest_report_id uuid,
  invited_at timestamptz(3),
  connected_at timestamptz(3),
  report_ready_at timestamptz(3),
  lender_notified_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  idempotency_key text,
  primary key (organization_id, id),
  constraint borrowers_idempotency unique (organization_id, created_by, idempotency_key),
  constraint borrowers_loan_number unique (organization_id, loan_number),
  foreign key (organization_id, created_by) references memberships (organization_id, user_id),
  foreign key (organization_id, assigned_user_id) references memberships (organization_id, user_id)
);
create index borrowers_newest on borrowers (organization_id, created_at desc, id desc);
create index borrowers_creator on borrowers (organization_id, created_by, created_at desc, id desc);
create index borrowers_assignee on borrowers (organization_id, assigned_user_id, created_at desc, id desc);
create index borrowers_everywhere on borrowers (created_at desc, id desc);
create index borrowers_by_id on borrowers (id);
call protect('borrowers');
grant select, insert, update on borrowers to keyturn_tenant;
grant select on borrowers to keyturn_across;

create table bank_items (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  provider_item_id text not null,
  institution_id text,
  institution_name text not null,
  status text not null default 'ok' check (status in ('ok', 'login_required', 'expiring')),
  accounts jsonb not null,
  access_token bytea not null, -- sealed
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint bank_items_provider unique (organization_id, provider_item_id),
  foreign key (organization_id, borrower_id) references borrowers
);
create index bank_items_borrower on bank_items (organization_id, borrower_id);
create index bank_items_provider_item on bank_items (provider_item_id);
call protect('bank_items');
grant select, insert, update on bank_items to keyturn_tenant;
grant select, update on bank_items to keyturn_across;

create table asset_reports (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'generating', 'ready', 'failed', 'removed')),
  step text not null default 'asked' check (step in ('asked', 'received', 'read', 'ready')),
  days_requested integer not null,
  item_ids uuid[] not null,
  provider_report_id text,
  provider_token bytea, -- sealed
  parent_report_id uuid,
  requested_by uuid not null,
  requested_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  error_code text,
  error_message text,
  json_sha256 text,
  pdf_file text, -- under FILES_DIR
  pdf_sha256 text,
  pdf_bytes integer,
  pdf_key bytea, -- sealed
  idempotency_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers,
  foreign key (organization_id, parent_report_id) references asset_reports
);
create index asset_reports_borrower on asset_reports (organization_id, borrower_id, requested_at desc);
create unique index asset_reports_one_in_flight on asset_reports (organization_id, borrower_id)
  where state in ('queued', 'generating');
create index asset_reports_provider on asset_reports (provider_report_id);
call protect('asset_reports');
grant select, insert, update on asset_reports to keyturn_tenant;
grant select, update on asset_reports to keyturn_across;

-- The provider's own bytes, sealed and never changed, and our reading of them.
create table asset_report_contents (
  organization_id uuid not null,
  report_id uuid not null,
  provider_json bytea not null, -- sealed
  reading jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, report_id),
  foreign key (organization_id, report_id) references asset_reports (organization_id, id)
);
call protect('asset_report_contents');
grant select, insert on asset_report_contents to keyturn_tenant;
grant select, update (provider_json) on asset_report_contents to keyturn_across; -- to wrap its key anew
