-- Reports as they are judged, the evidence beside them, their signed files, what is shared with auditors, and the
-- borrower's own visit.

-- In short what the newest report says, for lists.
alter table borrowers
  add column summary jsonb, -- null: there is no ready report
  add column usable_cents bigint,
  add column open_findings integer,
  add column fresh_until date,
  add column reminded_until date, -- the freshness that the owner was last reminded of
  add column reminded_days integer; -- and how many days before its end that was
create index borrowers_fresh on borrowers (fresh_until) where fresh_until is not null and status <> 'closed';
alter table borrowers add constraint borrowers_summary check ((summary is null) = (fresh_until is null));

-- Whose log-in it is, in lower case. What the lender connected is of whoever was the borrower then; null: connected by a
-- process from before this column.
alter table bank_items
  add column holder_email text,
  add column taken_back_at timestamptz(3), -- the holder took their consent back, or left the loan
  add column kept_days integer; -- from then on: what they were promised, or the lender's rule of that day
alter table bank_items add constraint bank_items_taken_back check ((taken_back_at is null) = (kept_days is null));
-- The owner is held to rows of no organization otherwise.
alter table borrowers no force row level security;
alter table bank_items no force row level security;
update bank_items i set holder_email = lower(trim(b.email))
  from borrowers b where b.organization_id = i.organization_id and b.id = i.borrower_id;
alter table bank_items force row level security;
alter table borrowers force row level security;

-- Bank dialogs begun for a borrower within the hour that began then.
create table bank_dialogs (
  organization_id uuid not null,
  borrower_id uuid not null,
  begun integer not null default 1,
  began_at timestamptz(3) not null default now(),
  primary key (organization_id, borrower_id),
  foreign key (organization_id, borrower_id) references borrowers
);
call protect('bank_dialogs');
grant select, insert, update (begun, began_at) on bank_dialogs to keyturn_tenant;
grant select on bank_dialogs to keyturn_across;

-- One judgement of one report each, never changed.
create table findings_sets (
  organization_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  sequence integer not null,
  rule_set_version text not null,
  cause text not null check (cause in ('report', 'loan', 'evidence')),
  judged_at timestamptz(3) not null default now(),
  grounds jsonb not null,
  findings jsonb not null,
  not_evaluated jsonb not null,
  verdicts jsonb not null,
  funds jsonb not null,
  primary key (organization_id, id),
  constraint findings_sets_sequence unique (organization_id, report_id, sequence),
  foreign key (organization_id, report_id) references asset_reports (organization_id, id)
);
call protect('findings_sets');
grant select, insert, delete on findings_sets to keyturn_tenant; -- deleted by the rule on keeping data alone
grant select on findings_sets to keyturn_across;

create table evidence (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  transaction_id text, -- the provider's; null: a gift that is still to come
  kind text not null check (kind in ('gift', 'sale_of_personal_asset', 'transfer', 'secured_loan', 'income', 'other')),
  sourced_cents bigint not null check (sourced_cents >= 0),
  donor jsonb,
  amount_cents bigint check (amount_cents >= 0),
  no_repayment boolean,
  transfer_evidence boolean,
  note text not null default '',
  letter jsonb,
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'rejected')),
  reason text,
  reviewed_by uuid,
  reviewed_at timestamptz(3),
  created_by uuid, -- null: the borrower, on a visit
  visitor_email text,
  changed_by uuid, -- who of the lender wrote kind and sum; null: as the visitor said
  idempotency_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint evidence_idempotency unique (organization_id, created_by, idempotency_key),
  constraint evidence_rejected_with_reason check (state <> 'rejected' or reason is not null),
  foreign key (organization_id, borrower_id) references borrowers
);
create index evidence_borrower on evidence (organization_id, borrower_id, created_at, id);
call protect('evidence');
grant select, insert, update, delete on evidence to keyturn_tenant;
grant select on evidence to keyturn_across;

create table evidence_documents (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  evidence_id uuid,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  file text not null, -- under FILES_DIR
  file_key bytea not null, -- sealed
  created_by uuid, -- null: the borrower, on a visit
  visitor_email text,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers,
  foreign key (organization_id, evidence_id) references evidence on delete cascade
);
create index evidence_documents_borrower on evidence_documents (organization_id, borrower_id, created_at, id);
create index evidence_documents_file on evidence_documents (file); -- for the look for files that no row names
call protect('evidence_documents');
grant select, insert, delete on evidence_documents to keyturn_tenant;
grant select, update (file_key) on evidence_documents to keyturn_across; -- to wrap its key anew

-- A report's files, made once for each set and kept: their length, hash and signature are known.
create table report_files (
  organization_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  set_id uuid not null,
  format text not null check (format in ('pdf', 'json', 'csv', 'signature')),
  file text not null, -- under FILES_DIR
  file_key bytea not null, -- sealed
  bytes integer not null,
  sha256 text not null,
  statement jsonb not null, -- what was signed
  signature text not null,
  public_key text not null, -- of the key of that day
  made_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint report_files_once unique (organization_id, set_id, format),
  -- Who deletes a set removes its files from the disk.
  foreign key (organization_id, set_id) references findings_sets (organization_id, id) on delete cascade
);
create index report_files_sha256 on report_files (sha256);
create index report_files_file on report_files (file);
create index asset_reports_pdf_file on asset_reports (pdf_file) where pdf_file is not null;
call protect('report_files');
grant select, insert, delete on report_files to keyturn_tenant;
grant select, update (file_key) on report_files to keyturn_across; -- to verify by hash, and to wrap its key anew

create table audit_copies (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  set_id uuid not null,
  auditor_name text not null,
  auditor_email text not null,
  token_hash bytea not null unique, -- SHA-256; of the link that was shown
  mailed_token_hash bytea unique, -- of the one in the mail, made as it is sent
  pass_code_hash text not null,
  wrong_codes integer not null default 0,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers,
  foreign key (organization_id, set_id) references findings_sets (organization_id, id) on delete cascade
);
create index audit_copies_borrower on audit_copies (organization_id, borrower_id, created_at desc, id desc);
create index audit_copies_set on audit_copies (organization_id, set_id);
create index audit_copies_newest on audit_copies (organization_id, created_at);
call protect('audit_copies');
grant select, insert, update (wrong_codes, revoked_at, mailed_token_hash), delete on audit_copies to keyturn_tenant;
grant select on audit_copies to keyturn_across;

create table audit_copy_views (
  organization_id uuid not null,
  id uuid not null,
  copy_id uuid not null,
  at timestamptz(3) not null default now(),
  act text not null check (act in ('opened', 'downloaded', 'refused')),
  format text,
  address text not null,
  primary key (organization_id, id),
  foreign key (organization_id, copy_id) references audit_copies on delete cascade
);
create index audit_copy_views_newest on audit_copy_views (organization_id, copy_id, at desc, id desc);
call protect('audit_copy_views');
grant select, insert, delete on audit_copy_views to keyturn_tenant;
grant select on audit_copy_views to keyturn_across;

-- Links of each person on a loan: a newer one ends those before once it is opened, and unopened ones once it is mailed.
create table visit_links (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  email text not null, -- of the person, as on the loan
  email_key text not null, -- in lower case
  cause text not null check (cause in ('invitation', 'resent', 'requested', 'repair')),
  token_hash bytea unique, -- SHA-256; null until the mail is written, which alone holds the token
  browser_hash bytea, -- SHA-256 of the secret of the browser that opened it first
  expires_at timestamptz(3) not null,
  opened_at timestamptz(3),
  read_at timestamptz(3), -- when bank data was first shown in its visit
  ended_at timestamptz(3), -- revoked, or a newer one took its place
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers
);
create index visit_links_borrower on visit_links (organization_id, borrower_id, email_key, created_at desc);
create index visit_links_newest on visit_links (organization_id, created_at);
call protect('visit_links');
grant select, insert, update (token_hash, browser_hash, opened_at, read_at, ended_at), delete on visit_links to keyturn_tenant;
grant select on visit_links to keyturn_across;

create table consents (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  email_key text not null,
  version text not null,
  words text not null, -- the whole text that was agreed to
  retention_days integer not null, -- that the text promised
  address text not null, -- this and the next are emptied with the data
  user_agent text not null,
  given_at timestamptz(3) not null default now(),
  taken_back_at timestamptz(3),
  superseded_at timestamptz(3), -- by one to newer words
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers
);
create unique index consents_one_running on consents (organization_id, borrower_id, email_key)
  where taken_back_at is null and superseded_at is null;
create index consents_borrower on consents (organization_id, borrower_id, email_key, given_at desc);
call protect('consents');
grant select, insert, update (taken_back_at, superseded_at, address, user_agent) on consents to keyturn_tenant;
grant select on consents to keyturn_across;

-- When people were last told of what is wrong with a connection.
create table connection_notices (
  organization_id uuid not null,
  item_id uuid not null,
  status text not null check (status in ('login_required', 'expiring')),
  told_at timestamptz(3) not null default now(),
  primary key (organization_id, item_id, status),
  foreign key (organization_id, item_id) references bank_items (organization_id, id)
);
call protect('connection_notices');
grant select, insert, update (told_at), delete on connection_notices to keyturn_tenant;
grant select on connection_notices to keyturn_across;

-- What the rule on keeping data takes away.
grant delete on asset_report_contents to keyturn_tenant;
