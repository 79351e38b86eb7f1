-- One record of how a person's authorization was given, by whom, and to which text or form.

-- The owner is held to rows of no organization otherwise.
alter table consents no force row level security;
alter table evaluations no force row level security;

alter table consents
  add column method text not null default 'online' check (method in ('online', 'in_person', 'signed_form', 'attested')),
  add column recorded_by uuid, -- the member of the lender; null: the person themself
  add column sha256 text, -- of the text shown, or of the signed form; null: attested
  add column purpose text not null default 'Verify the funds for a home loan',
  add column days_requested integer, -- of history; null: given before it was stored
  add column signed_on date, -- of the lender's own form
  add column document_id uuid,
  add column idempotency_key text,
  alter column version drop not null,
  alter column words drop not null,
  add constraint consents_idempotency unique (organization_id, recorded_by, idempotency_key),
  add constraint consents_recorder check ((method = 'online') = (recorded_by is null)),
  add constraint consents_text check ((method in ('online', 'in_person')) = (version is not null and words is not null)),
  add constraint consents_form check ((method = 'signed_form') = (document_id is not null)),
  add constraint consents_signed check ((method in ('signed_form', 'attested')) = (signed_on is not null));
update consents set sha256 = encode(sha256(convert_to(words, 'utf8')), 'hex');

grant update (email_key) on consents to keyturn_tenant;

alter table visit_links
  add column sent_by text not null default 'email' check (sent_by in ('email', 'text', 'copy'));

alter table organizations add column connect_in_person boolean not null default false;
grant update (connect_in_person) on organizations to keyturn_tenant;

alter table evaluations
  drop constraint evaluations_cause_check,
  add constraint evaluations_cause_check check (cause in ('report', 'loan', 'evidence', 'decision', 'consent'));
-- An evaluation prints the consent of each person on the loan.
update evaluations set printed = (printed - 'authorization') || '{"authorizations": []}';

alter table consents force row level security;
alter table evaluations force row level security;
