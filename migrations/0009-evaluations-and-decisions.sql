-- Evaluations under the second edition of the rules, and what people decide about them.

-- The owner is held to rows of no organization otherwise.
alter table borrowers no force row level security;
alter table asset_report_contents no force row level security;
alter table findings_sets no force row level security;

-- Evaluations of the first edition cannot be read any more. Their reports are evaluated again, and their files made again.
delete from findings_sets;

alter table findings_sets rename to evaluations;
alter table evaluations rename column sequence to number;
alter table evaluations rename column judged_at to evaluated_at;
alter table evaluations rename column grounds to inputs;
alter table evaluations rename constraint findings_sets_pkey to evaluations_pkey;
alter table evaluations rename constraint findings_sets_sequence to evaluations_number;
alter table evaluations drop constraint findings_sets_cause_check;
alter table evaluations
  add constraint evaluations_cause_check check (cause in ('report', 'loan', 'evidence', 'decision')),
  add column printed jsonb not null,
  add column programs text[] not null,
  add column least_documentation jsonb not null,
  add column figures jsonb not null,
  add column conditions jsonb not null;
alter table report_files rename column set_id to evaluation_id;
alter table audit_copies rename column set_id to evaluation_id;

alter table asset_report_contents rename column reading to parsed_report;
update asset_report_contents set parsed_report = jsonb_set(parsed_report, '{items}', coalesce((
  select jsonb_agg(jsonb_set(item, '{accounts}', coalesce((
    select jsonb_agg(account || jsonb_build_object(
      'persistentId', null, 'marginLoanCents', null, 'unreadCount', 0,
      'holdings', coalesce((
        select jsonb_agg(holding || '{"securityType": null, "currency": null}' order by h)
        from jsonb_array_elements(account -> 'holdings') with ordinality as holdings (holding, h)), '[]'),
      'transactions', coalesce((
        select jsonb_agg((line - 'category') || jsonb_build_object(
          'categoryPrimary', null, 'categoryDetailed', line -> 'category', 'checkNumber', null) order by l)
        from jsonb_array_elements(account -> 'transactions') with ordinality as lines (line, l)), '[]')) order by a)
    from jsonb_array_elements(item -> 'accounts') with ordinality as accounts (account, a)), '[]')) order by i)
  from jsonb_array_elements(parsed_report -> 'items') with ordinality as items (item, i)), '[]'));

update borrowers set loan = jsonb_set(loan, '{interestedParties}', (
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'role', '') order by n), '[]')
  from jsonb_array_elements_text(loan -> 'interestedParties') with ordinality as parties (name, n)))
  where loan ? 'interestedParties';

-- A report of which no account counts has no last day.
alter table borrowers drop constraint borrowers_summary;
update borrowers set summary = null, usable_cents = null, open_findings = null, fresh_until = null;
alter table borrowers add constraint borrowers_summary check (summary is not null or fresh_until is null);

alter table evaluations force row level security;
alter table asset_report_contents force row level security;
alter table borrowers force row level security;

alter table evidence drop constraint evidence_kind_check;
alter table evidence
  add constraint evidence_kind_check check (kind in ('gift', 'sale_of_personal_asset', 'transfer', 'secured_loan',
    'income', 'insurance_settlement', 'refund', 'liquidation', 'statement', 'access_letter', 'plan_terms',
    'emd_receipt', 'letter', 'other')),
  add column line_key text, -- the line in later reports too
  add column account_id text,
  add column account_key text, -- the account in later reports too
  add column person text,
  add column period_from date,
  add column period_to date;

-- Confirmations and waivers. Undone ones stay.
create table underwriting_decisions (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  kind text not null check (kind in ('confirmation', 'waiver')),
  confirmation text,
  subject jsonb not null,
  finding_key text,
  programs text[] not null default '{}',
  facts jsonb not null default '{}', -- the facts hash of the finding under each waived program
  reason text not null,
  documents jsonb not null default '[]', -- id, name and SHA-256 of each, as they were then
  needs_document boolean not null default false,
  loan_balance_cents bigint check (loan_balance_cents >= 0),
  decided_by uuid not null,
  decided_role text not null,
  decided_name text not null,
  decided_at timestamptz(3) not null default now(),
  undone_by uuid,
  undone_role text,
  undone_name text,
  undone_at timestamptz(3),
  idempotency_key text,
  primary key (organization_id, id),
  constraint underwriting_decisions_idempotency unique (organization_id, decided_by, idempotency_key),
  constraint underwriting_decisions_kind check ((kind = 'confirmation') = (confirmation is not null)),
  constraint underwriting_decisions_finding check ((kind = 'waiver') = (finding_key is not null)),
  constraint underwriting_decisions_undone check ((undone_at is null) = (undone_by is null)),
  foreign key (organization_id, borrower_id) references borrowers
);
create index underwriting_decisions_borrower on underwriting_decisions (organization_id, borrower_id, decided_at, id);
create index underwriting_decisions_person on underwriting_decisions (decided_by);
call protect('underwriting_decisions');
grant select, insert, update (undone_by, undone_role, undone_name, undone_at), delete on underwriting_decisions
  to keyturn_tenant;
-- Names go with an erased account.
grant select, update (decided_name, undone_name) on underwriting_decisions to keyturn_across;
