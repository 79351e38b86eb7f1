-- An organization's own settings, invitations, groups with a purpose, and posts.

alter table organizations
  add column nmls_id text,
  add column phone text,
  add column address text,
  add column reply_to text,
  add column nsf_review integer not null default 3,
  add column nsf_blocker integer not null default 5,
  add column default_days integer not null default 90,
  add column retention_days integer not null default 1095,
  add column restrict_by_group boolean not null default false,
  add column borrower_may_see_report boolean not null default false,
  add column spend_cap bigint; -- cents a month; null: none
grant update (name, timezone, require_second_factor, nmls_id, phone, address, reply_to, nsf_review, nsf_blocker,
  default_days, retention_days, restrict_by_group, borrower_may_see_report, spend_cap, updated_at, version)
  on organizations to keyturn_tenant; -- what its settings write

create table logos (
  organization_id uuid primary key references organizations,
  id uuid not null unique,
  media_type text not null,
  sha256 text not null,
  bytes bytea not null,
  created_at timestamptz(3) not null default now()
);
call protect('logos');
grant select, insert, update, delete on logos to keyturn_tenant;
grant select, delete on logos to keyturn_across;

-- People of an organization are changed under the organization's own scope.
grant update (role, status, updated_at, version) on memberships to keyturn_tenant; -- never whose they are
grant select (email_key, email_confirmed, must_change_password) on users to keyturn_tenant;
alter table memberships add column invited_by uuid;
alter table users add column email_confirmed_at timestamptz(3); -- null: not confirmed, or before this was kept
create index memberships_newest on memberships (organization_id, created_at desc, id desc);
create index memberships_everywhere on memberships (created_at desc, id desc);
create index memberships_by_id on memberships (id);

-- A newer mail takes the place of the one before: one live link an invitation.
create table invitations (
  organization_id uuid not null references organizations,
  id uuid not null,
  email text not null,
  email_key text not null, -- in lower case
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('root', 'admin', 'editor', 'observer', 'registered', 'inactive', 'guest')),
  group_ids uuid[] not null default '{}',
  invited_by uuid not null,
  token_hash bytea unique, -- SHA-256; null until mailed
  mails timestamptz(3)[] not null default '{}', -- when each was asked for, as far as they count
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  ended_at timestamptz(3), -- revoked, declined, or the right to invite is gone
  declined_at timestamptz(3),
  idempotency_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint invitations_idempotency unique (organization_id, invited_by, idempotency_key),
  foreign key (organization_id, invited_by) references memberships (organization_id, user_id)
);
create unique index invitations_open on invitations (organization_id, email_key)
  where accepted_at is null and ended_at is null;
create index invitations_newest on invitations (organization_id, created_at desc, id desc);
create index invitations_everywhere on invitations (created_at desc, id desc);
create index invitations_by_id on invitations (id);
create index invitations_by_email on invitations (email_key);
call protect('invitations');
grant select, insert on invitations to keyturn_tenant;
grant update (role, group_ids, token_hash, mails, expires_at, ended_at, updated_at, version)
  on invitations to keyturn_tenant; -- never whom it is for, and never who invites
grant select, update, delete on invitations to keyturn_across;

-- Mails to one address within a day, whoever sent them: no organization sees another's, and all of them count. Those who
-- invite the same address come one after the other until they commit. Runs as the owner, as append_audit does.
create policy counter on invitations for select to current_user using (true);
create function invitation_mails_to(address_key text) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('invitation ' || address_key, 0));
  return (select count(*) from invitations i, unnest(i.mails) mail
    where i.email_key = address_key and mail > now() - interval '24 hours');
end $$;
revoke all on function invitation_mails_to from public;
grant execute on function invitation_mails_to to keyturn_tenant;

alter table groups
  add column description text not null default '',
  add column color text not null default 'gray',
  add column is_billing boolean not null default false;
grant insert, update, delete on groups to keyturn_tenant;
grant insert, delete on group_members to keyturn_tenant;

create table posts (
  organization_id uuid not null references organizations,
  id uuid not null,
  title text not null,
  sort_title text collate "C" not null generated always as (coalesce(sort_text(title), '')) stored,
  body text not null,
  summary text not null default '',
  slug text not null,
  status text not null default 'published' check (status in ('draft', 'published', 'archived')),
  audience_scope text not null default 'organization' check (audience_scope in ('organization', 'groups', 'borrowers')),
  audience_group_ids uuid[] not null default '{}',
  pinned boolean not null default false,
  publish_at timestamptz(3),
  expire_at timestamptz(3),
  author_id uuid not null,
  idempotency_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint posts_slug unique (organization_id, slug),
  constraint posts_idempotency unique (organization_id, author_id, idempotency_key),
  foreign key (organization_id, author_id) references memberships (organization_id, user_id)
);
create index posts_newest on posts (organization_id, created_at desc, id desc);
create index posts_author on posts (organization_id, author_id, created_at desc, id desc);
create index posts_feed on posts (organization_id, pinned desc, (coalesce(publish_at, created_at)) desc, id desc)
  where status = 'published';
create index posts_everywhere on posts (created_at desc, id desc);
create index posts_by_id on posts (id);
call protect('posts');
grant select, insert, update, delete on posts to keyturn_tenant;
grant select, update, delete on posts to keyturn_across;

-- Acts of an organization, by what they were done to.
create index audit_rows_object on audit_rows (organization_id, object_id, seq desc);
create index audit_rows_actor on audit_rows (organization_id, actor_id, seq desc);
