-- Gift letters that donors sign through a link of their own.

create table gift_letters (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  transaction_id text, -- the provider's; null: a gift that is still to come
  line_key text,
  sourced_cents bigint not null check (sourced_cents >= 0), -- of the deposit
  amount_cents bigint not null check (amount_cents > 0),
  donor_name text not null,
  relationship text not null,
  email text not null,
  email_key text not null, -- in lower case
  requested_by uuid, -- a member; null: a person on the loan
  visitor_email text,
  token_hash bytea unique, -- SHA-256; null until the email is written, which alone holds the token
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3) not null default now(),
  opened_at timestamptz(3),
  ended_at timestamptz(3), -- revoked, or a newer one took its place
  evidence_id uuid, -- the signed letter
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint gift_letters_requester check ((requested_by is null) <> (visitor_email is null)),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade,
  foreign key (organization_id, evidence_id) references evidence on delete cascade
);
create index gift_letters_borrower on gift_letters (organization_id, borrower_id, created_at, id);
create unique index gift_letters_evidence on gift_letters (organization_id, evidence_id) where evidence_id is not null;
call protect('gift_letters');
grant select, insert, update (token_hash, expires_at, sent_at, opened_at, ended_at, evidence_id), delete
  on gift_letters to keyturn_tenant;
grant select on gift_letters to keyturn_across;

-- Codes with which a borrower continues in another browser than the one that opened their link.
create table visit_codes (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  link_id uuid not null,
  sent_by text not null check (sent_by in ('email', 'text')),
  code_hash bytea, -- keyed; null until it is written into the message
  wrong_tries integer not null default 0,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade,
  foreign key (organization_id, link_id) references visit_links on delete cascade
);
create index visit_codes_link on visit_codes (organization_id, link_id, created_at desc);
call protect('visit_codes');
grant select, insert, update (code_hash, wrong_tries, expires_at, used_at), delete on visit_codes to keyturn_tenant;
grant select on visit_codes to keyturn_across;
