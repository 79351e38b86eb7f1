-- Getting in, whole: failures per address and browser, second factors, social connections, pictures.

-- Failed log-ins are counted by address, known or not, so that a lock tells nothing of an account. The browser is one
-- that has logged in to the account before, or empty: a stranger's guesses then never lock its owner out.
create table login_failures (
  address_hash bytea not null, -- SHA-256 of the address in lower case
  browser_hash bytea not null, -- SHA-256 of the browser's secret, empty for browsers not known
  failures integer not null default 0,
  first_failed_at timestamptz(3),
  lock_count integer not null default 0,
  locked_until timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (address_hash, browser_hash)
);
create index login_failures_updated on login_failures (updated_at);

-- The columns of users that counted until now stay for processes of the version before; a later one drops them.
insert into login_failures (address_hash, browser_hash, failures, first_failed_at, lock_count, locked_until)
  select sha256(convert_to(email_key, 'utf8')), ''::bytea, failed_logins, first_failed_at, lock_count, locked_until
  from users where failed_logins > 0 or lock_count > 0 or locked_until is not null;

alter table users add column told_taken_at timestamptz(3);

alter table devices add column browser_hash bytea;
alter table devices add column authenticated_at timestamptz(3) not null default now();
alter table devices add column last_used_at timestamptz(3) not null default now();
update devices set authenticated_at = created_at, last_used_at = created_at;
create index devices_browser on devices (user_id, browser_hash);

alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check check (purpose in ('confirm-email', 'reset-password'));

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null, -- sealed
  enabled_at timestamptz(3), -- null until a code of it was shown
  last_step bigint not null default 0, -- the newest time step whose code was taken: each counts once
  recovery_hashes text[] not null default '{}', -- SHA-256, hexadecimal
  created_at timestamptz(3) not null default now()
);

-- What a person began at a provider: bound to the browser that began it, used once.
create table social_attempts (
  state_hash bytea primary key,
  provider text not null check (provider in ('facebook', 'github', 'google', 'twitter')),
  browser_hash bytea not null,
  user_id uuid references users on delete cascade, -- who wants to connect; null: a log-in or sign-up
  request_token_hash bytea unique, -- twitter's own name for the attempt
  secret bytea, -- sealed: PKCE verifier, or the request token's secret
  code_hash bytea, -- once the code was exchanged; the same request again goes on with the profile
  profile bytea, -- sealed
  failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
create index social_attempts_created on social_attempts (created_at);

create table social_connections (
  provider text not null check (provider in ('facebook', 'github', 'google', 'twitter')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (provider, subject),
  constraint social_connections_one_each unique (user_id, provider)
);

create table pictures (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  media_type text not null,
  sha256 text not null,
  bytes bytea not null,
  created_at timestamptz(3) not null default now()
);

alter table organizations add column require_second_factor boolean not null default false;

grant select, insert, update, delete on
  login_failures, second_factors, social_attempts, social_connections, pictures to keyturn_across;
grant delete on devices, mail_tokens to keyturn_across;
