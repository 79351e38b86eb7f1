-- Endpoints of other systems that are sent events, and what was sent to them.
create table webhook_endpoints (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled', 'failing', 'gone')),
  disabled_at timestamptz(3),
  secret bytea not null,
  previous_secret bytea,
  previous_ends_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id) references organizations on delete cascade
);
call protect('webhook_endpoints');
grant select, insert, update, delete on webhook_endpoints to keyturn_tenant;
grant select, update (secret, previous_secret) on webhook_endpoints to keyturn_across;

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null, -- the same at each endpoint and with each attempt
  type text not null,
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'canceled')),
  attempt_count integer not null default 0,
  retries integer not null default 0, -- since it was queued
  attempts jsonb not null default '[]', -- the newest first
  next_attempt_at timestamptz(3) default now(),
  queued_at timestamptz(3) not null default now(), -- for the first time, or to be sent again
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints on delete cascade
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (organization_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
call protect('webhook_deliveries');
grant select, insert, update on webhook_deliveries to keyturn_tenant;
grant select, insert, delete on webhook_deliveries to keyturn_across;
