-- Members and groups as an organization's directory sends them (SCIM).
create table scim_users (
  organization_id uuid not null,
  membership_id uuid not null,
  user_name text not null, -- the directory's name for the person
  external_id text,
  primary key (organization_id, membership_id),
  foreign key (organization_id, membership_id) references memberships (organization_id, id) on delete cascade
);
create unique index scim_users_name on scim_users (organization_id, lower(user_name)); -- a new table
call protect('scim_users');

create table scim_groups (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  display_name text not null,
  external_id text,
  role text, -- what its members may do; null: it gives no role
  group_id uuid, -- the group that its members join; null: none
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, group_id) references groups (organization_id, id) on delete set null (group_id)
);
create unique index scim_groups_name on scim_groups (organization_id, lower(display_name)); -- a new table
call protect('scim_groups');

create table scim_group_members (
  organization_id uuid not null,
  scim_group_id uuid not null,
  membership_id uuid not null,
  primary key (organization_id, scim_group_id, membership_id),
  foreign key (organization_id, scim_group_id) references scim_groups (organization_id, id) on delete cascade,
  foreign key (organization_id, membership_id) references memberships (organization_id, id) on delete cascade
);
create index scim_group_members_member on scim_group_members (organization_id, membership_id); -- a new table
call protect('scim_group_members');

grant select, insert, update, delete on scim_users, scim_groups, scim_group_members to keyturn_tenant;
grant select, insert, update, delete on scim_users to keyturn_across; -- with a person, who belongs to no organization
grant select, delete on scim_group_members to keyturn_across;
grant select on scim_groups to keyturn_across;
