-- What the lender asks the people on a loan for. What is needed and how far it is follows from reports and documents;
-- stored is only what the lender added: when it asked, until when, and what it no longer needs.
create table needs (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  email_key text not null, -- of the person who is asked
  kind text not null check (kind in ('bank', 'deposit', 'document')),
  subject text not null, -- the transaction, the rejected document, or the requested document's own id
  document_kind text, -- of a document that the lender requested
  note text,
  requested_at timestamptz(3), -- null: it is not a requested document
  asked_at timestamptz(3), -- by email; null: not yet
  asked_by uuid, -- the member
  due_on date,
  waived_at timestamptz(3),
  waived_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint needs_subject unique (organization_id, borrower_id, email_key, kind, subject),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade
);
call protect('needs');
grant select on needs to keyturn_across;
grant select, insert, update, delete on needs to keyturn_tenant;

-- One run of reminders for a person. A newer email that asks starts it over.
create table need_reminders (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  email_key text not null,
  asked_at timestamptz(3) not null default now(),
  day integer not null default 0, -- the last of days 1, 3 and 7 after it that has passed
  next_at timestamptz(3), -- null: no more reminders
  primary key (organization_id, id),
  constraint need_reminders_person unique (organization_id, borrower_id, email_key),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade
);
call protect('need_reminders');
grant select, insert, update, delete on need_reminders to keyturn_tenant;

alter table borrowers add column reminders_off boolean not null default false;

-- The request that a document answers.
alter table evidence_documents add column need_id uuid;

alter table visit_links no force row level security;
alter table visit_links
  drop constraint visit_links_cause_check,
  add constraint visit_links_cause_check
    check (cause in ('invitation', 'resent', 'requested', 'repair', 'ask', 'reminder')),
  add column emailed_at timestamptz(3); -- when the mail server took it; null: not yet, or not sent by email
update visit_links set emailed_at = created_at where token_hash is not null and sent_by = 'email';
alter table visit_links force row level security;
grant update (emailed_at) on visit_links to keyturn_tenant;

-- A lender's own words for the emails to borrowers. Without a row, the product's words are used.
create table email_templates (
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('invitation', 'ask', 'reminder')),
  subject text not null,
  introduction text not null,
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, kind)
);
call protect('email_templates');
grant select, insert, update, delete on email_templates to keyturn_tenant;
