-- People, their devices and mailed links; organizations and who belongs to them.
create table users (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_key text not null constraint users_email_key unique, -- in lower case, so that a plain index serves under a policy
  email_confirmed boolean not null default false,
  has_social_auth boolean not null default false,
  profile_pic_url text,
  password_hash text,
  must_change_password boolean not null default false,
  failed_logins integer not null default 0,
  first_failed_at timestamptz(3),
  lock_count integer not null default 0,
  locked_until timestamptz(3),
  tokens_revoked_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);

create table devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  user_agent text not null,
  address text not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index devices_user on devices (user_id);

-- A mailed link is kept as SHA-256 alone.
create table mail_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('confirm-email')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  ended_at timestamptz(3)
);
create index mail_tokens_user on mail_tokens (user_id, purpose);

create table organizations (
  id uuid primary key,
  name text not null,
  timezone text not null default 'America/New_York',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);

create table memberships (
  organization_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null references users,
  role text not null check (role in ('root', 'admin', 'editor', 'observer', 'registered', 'inactive', 'guest')),
  status text not null default 'active' check (status in ('pending', 'active', 'removed')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint memberships_one_each unique (organization_id, user_id)
);
create index memberships_user on memberships (user_id);
call protect('memberships');

create table groups (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index groups_name on groups (organization_id, lower(name));
call protect('groups');

create table group_members (
  organization_id uuid not null,
  group_id uuid not null,
  membership_id uuid not null,
  primary key (organization_id, group_id, membership_id),
  foreign key (organization_id, group_id) references groups on delete cascade,
  foreign key (organization_id, membership_id) references memberships on delete cascade
);
create index group_members_member on group_members (organization_id, membership_id);
call protect('group_members');

-- An organization shows itself; a person is shown to those who share an organization, by name and picture alone.
alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to keyturn_tenant using (id = current_organization());
create policy across on organizations to keyturn_across using (true) with check (true);
alter table users enable row level security;
alter table users force row level security;
create policy tenant on users for select to keyturn_tenant using (
  exists (select from memberships m where m.organization_id = current_organization() and m.user_id = users.id));
create policy across on users to keyturn_across using (true) with check (true);

grant select on memberships, groups, group_members, organizations to keyturn_tenant;
grant select (id, first_name, last_name, email, profile_pic_url) on users to keyturn_tenant;
grant select, insert, update on users, devices, mail_tokens, organizations, memberships to keyturn_across;
grant select, insert, update, delete on groups, group_members to keyturn_across;
