-- Refreshes that are made on a later day, and calendars that other programs read.
alter table bank_items add column access_ends_at timestamptz(3); -- as the provider announced it
alter table borrowers add column planned_refresh_on date;

create table planned_refreshes (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  day date not null, -- UTC
  is_suggested boolean not null, -- it moves with the closing day
  price integer not null, -- cents that were shown, and the most that is charged
  state text not null default 'planned' check (state in ('planned', 'done', 'canceled', 'failed')),
  reason text, -- why it ended without a report
  report_id uuid,
  planned_by uuid not null,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade
);
create unique index planned_refreshes_open on planned_refreshes (organization_id, borrower_id) where state = 'planned';
create index planned_refreshes_of_borrower on planned_refreshes (organization_id, borrower_id, created_at desc);
create index planned_refreshes_due on planned_refreshes (day) where state = 'planned';
call protect('planned_refreshes');
grant select, insert, update on planned_refreshes to keyturn_tenant;
grant select on planned_refreshes to keyturn_across;

create table calendar_feeds (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('own', 'organization')),
  user_id uuid not null references users on delete cascade, -- whose it is, or the admin who made the organization's
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  last_read_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index calendar_feeds_own on calendar_feeds (organization_id, user_id) where kind = 'own';
create unique index calendar_feeds_of_organization on calendar_feeds (organization_id) where kind = 'organization';
call protect('calendar_feeds');
grant select, insert, update, delete on calendar_feeds to keyturn_tenant;
grant select, update (last_read_at) on calendar_feeds to keyturn_across;
