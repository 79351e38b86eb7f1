-- Versions of a lender's rules over the guides'.
create table overlays (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  number integer not null, -- counts the organization's versions, from 1
  name text not null,
  program_name text, -- the lender's own program; null: the guides' programs
  settings jsonb not null,
  effective_from date not null, -- in the organization's time zone
  state text not null default 'draft' check (state in ('draft', 'proposed', 'approved', 'rejected')),
  created_by uuid not null,
  editors uuid[] not null, -- everyone who wrote it; none of them may approve it
  proposed_by uuid,
  proposed_at timestamptz(3),
  decided_by uuid,
  decided_at timestamptz(3),
  reason text, -- of a rejection
  ended_on date, -- the first day on which it is no longer in force
  ended_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint overlays_number_once unique (organization_id, number),
  check (state not in ('approved', 'rejected') or decided_by is not null),
  check (state <> 'approved' or decided_by <> all (editors))
);
call protect('overlays');
grant select, insert, update, delete on overlays to keyturn_tenant;
