-- Letters that no one can change after they are signed, decisions that wait for a second person, and comments.

alter table organizations add column second_person_accepts boolean not null default false;
grant update (second_person_accepts) on organizations to keyturn_tenant;

-- The owner is held to rows of no organization otherwise.
alter table evidence no force row level security;
alter table evaluations no force row level security;

alter table evidence drop constraint evidence_state_check;
alter table evidence
  add constraint evidence_state_check check (state in ('proposed', 'accepted', 'rejected', 'replaced')),
  add column changed_at timestamptz(3);
update evidence set changed_at = updated_at where changed_by is not null;
alter table evidence add constraint evidence_changed check ((changed_by is null) = (changed_at is null));

-- What was signed is whole in the letter; the columns beside it are how the lender classified it.
update evidence set letter = letter || jsonb_build_object('kind', kind, 'sourcedCents', sourced_cents, 'donor', donor,
    'amountCents', amount_cents, 'noRepayment', no_repayment, 'address', null, 'consentVersion', null)
  where letter is not null;
create function keep_letter() returns trigger language plpgsql as $$
begin
  raise exception 'a signed letter cannot be changed' using errcode = 'check_violation';
end $$;
create trigger evidence_letter before update on evidence for each row
  when (old.letter is not null and (old.letter, old.borrower_id, old.visitor_email, old.created_at)
    is distinct from (new.letter, new.borrower_id, new.visitor_email, new.created_at))
  execute function keep_letter();

-- A newer letter takes over the documents of the one it replaces.
grant update (evidence_id) on evidence_documents to keyturn_tenant;

update evaluations set printed = printed || '{"exhibits": []}';

alter table evidence force row level security;
alter table evaluations force row level security;

-- A decision counts once a second person accepted it, if the policy was on when it was made.
alter table underwriting_decisions
  add column needs_second_person boolean not null default false,
  add column accepted_by uuid,
  add column accepted_role text,
  add column accepted_name text,
  add column accepted_at timestamptz(3),
  add constraint underwriting_decisions_accepted check ((accepted_at is null) = (accepted_by is null)),
  add constraint underwriting_decisions_second_person check (accepted_by <> decided_by);
grant update (accepted_by, accepted_role, accepted_name, accepted_at) on underwriting_decisions to keyturn_tenant;
grant update (accepted_name) on underwriting_decisions to keyturn_across;

-- For the queue of reviews.
create index evidence_proposed on evidence (organization_id, created_at, id) where state = 'proposed';
create index underwriting_decisions_waiting on underwriting_decisions (organization_id, decided_at, id)
  where needs_second_person and accepted_at is null and undone_at is null;

create table finding_comments (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  finding_key text not null,
  text text not null,
  mentions uuid[] not null default '{}', -- users
  created_by uuid not null,
  idempotency_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint finding_comments_idempotency unique (organization_id, created_by, idempotency_key),
  foreign key (organization_id, borrower_id) references borrowers
);
create index finding_comments_borrower on finding_comments (organization_id, borrower_id, created_at, id);
call protect('finding_comments');
grant select, insert, update, delete on finding_comments to keyturn_tenant;
grant select on finding_comments to keyturn_across;

-- When someone was last emailed that they were mentioned.
create table mention_emails (
  organization_id uuid not null,
  borrower_id uuid not null,
  user_id uuid not null,
  sent_at timestamptz(3) not null default now(),
  primary key (organization_id, borrower_id, user_id),
  foreign key (organization_id, borrower_id) references borrowers
);
call protect('mention_emails');
grant select, insert, update (sent_at), delete on mention_emails to keyturn_tenant;
grant select on mention_emails to keyturn_across;
