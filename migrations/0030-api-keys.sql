-- Keys with which other systems call the API. A revoked key stays, so that the activity keeps its name.
create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  scopes text[] not null,
  addresses text[] not null,
  secret_hash bytea not null unique, -- SHA-256
  secret_end text not null, -- the last four characters
  previous_hash bytea unique, -- of the secret before the last rotation
  previous_ends_at timestamptz(3),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_address text,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id) references organizations on delete cascade
);
call protect('api_keys');
grant select, insert, update on api_keys to keyturn_tenant;
grant select on api_keys to keyturn_across; -- whose key it is, is not known before it is read
