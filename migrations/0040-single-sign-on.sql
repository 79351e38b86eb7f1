-- How the members of an organization sign in through its own identity provider, and whom that provider manages.
create table sso_connections (
  organization_id uuid primary key references organizations on delete cascade,
  kind text not null check (kind in ('oidc', 'saml')),
  issuer text not null, -- SAML: the provider's entity id
  client_id text, -- OIDC
  secret bytea, -- OIDC: the client secret, encrypted
  sso_url text, -- SAML
  certificate text, -- SAML: PEM
  default_role text not null,
  tested_at timestamptz(3), -- since the last change
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  check (kind <> 'oidc' or (client_id is not null and secret is not null)),
  check (kind <> 'saml' or (sso_url is not null and certificate is not null))
);
call protect('sso_connections');

create table sso_domains (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  domain text not null, -- lower case
  token text not null, -- what the TXT record has to say
  verified_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint sso_domains_once unique (organization_id, domain)
);
-- Many may claim a domain; one has it.
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null; -- a new table
call protect('sso_domains');

-- A sign-in or a test that was begun: bound to the browser or the admin that began it, used once.
create table sso_attempts (
  organization_id uuid not null references organizations on delete cascade,
  state_hash bytea not null unique,
  browser_hash bytea, -- of a sign-in
  user_id uuid references users on delete cascade, -- the admin who tests the connection; null: a sign-in
  secret bytea not null, -- encrypted: PKCE verifier and nonce, or the id of the request
  code_hash bytea, -- of the answer, once there was one
  profile bytea, -- encrypted
  failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (organization_id, state_hash),
  check (browser_hash is not null or user_id is not null)
);
call protect('sso_attempts');

-- Whom the provider means by a subject.
create table sso_identities (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  subject text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id),
  constraint sso_identities_subject unique (organization_id, subject)
);
call protect('sso_identities');

alter table organizations add column enforce_sso boolean not null default false;
alter table memberships add column is_break_glass boolean not null default false;
alter table devices add column sso_organization_id uuid; -- whose provider signed the person in

grant select, insert, update, delete on sso_connections, sso_domains to keyturn_tenant;
grant select, insert, delete on sso_identities to keyturn_tenant;
grant select, update on sso_connections to keyturn_across;
grant select on sso_domains to keyturn_across; -- whose a domain is, is not known before it is read
grant select, insert, update, delete on sso_attempts, sso_identities to keyturn_across;
grant update (is_break_glass) on memberships to keyturn_tenant;
grant update (enforce_sso) on organizations to keyturn_tenant;
