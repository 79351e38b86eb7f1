-- Public keys with which people sign in (WebAuthn). The private key never leaves their device.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null, -- COSE
  sign_count bigint not null, -- 0 always: the authenticator does not count
  transports text[] not null,
  is_synced boolean not null, -- copied to the person's other devices
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id, created_at);

-- What a device has to sign: bound to the browser that asked for it, used once.
create table passkey_challenges (
  challenge_hash bytea primary key, -- SHA-256
  browser_hash bytea not null,
  user_id uuid references users on delete cascade, -- whose passkey it adds; null: to log in
  created_at timestamptz(3) not null default now()
);
create index passkey_challenges_created on passkey_challenges (created_at);

-- Whether the device proved a passkey, which counts as two factors.
alter table devices add column with_passkey boolean not null default false;

grant select, insert, update, delete on passkeys, passkey_challenges to keyturn_across;
