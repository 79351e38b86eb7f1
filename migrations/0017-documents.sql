-- What a document is, what the lender says of it, and when it was scanned for viruses; null: stored before scans existed.
alter table evidence_documents
  add column kind text not null default 'other',
  add column state text not null default 'received' check (state in ('received', 'accepted', 'rejected')),
  add column reason text,
  add column reviewed_by uuid,
  add column reviewed_at timestamptz(3),
  add column scanned_at timestamptz(3),
  add column updated_at timestamptz(3) not null default now(),
  add column version integer not null default 1,
  add constraint documents_rejected_with_reason check (state <> 'rejected' or reason is not null);
grant update (evidence_id, kind, state, reason, reviewed_by, reviewed_at, updated_at, version)
  on evidence_documents to keyturn_tenant;

-- Of the documents that the people on the loan sent, the one that lists show.
alter table borrowers add column document_state text not null default 'none'
  check (document_state in ('none', 'received', 'rejected', 'accepted'));
