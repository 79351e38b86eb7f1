-- The request that a person sent under an idempotency key. What it made is found by the key in the table of its kind.
create table idempotency_keys (
  organization_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash bytea not null, -- SHA-256 of method, path and body
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id, key),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id)
);
call protect('idempotency_keys');
grant select, insert, update (request_hash) on idempotency_keys to keyturn_tenant;

create index asset_reports_idempotency on asset_reports (organization_id, requested_by, idempotency_key)
  where idempotency_key is not null;
