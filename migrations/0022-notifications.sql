-- What members are notified of, how they choose to be, and reports that are requested when a bank connects.
create table notifications (
  organization_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  borrower_id uuid not null,
  kind text not null,
  detail jsonb not null,
  is_for_digest boolean not null,
  digest_id uuid, -- the daily email that holds it
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade
);
create index notifications_user on notifications (organization_id, user_id, created_at desc, id desc);
create index notifications_borrower on notifications (organization_id, borrower_id);
create index notifications_age on notifications (created_at);
create index notifications_waiting on notifications (organization_id, user_id)
  where is_for_digest and digest_id is null;
call protect('notifications');
grant select, insert, update (read_at, digest_id), delete on notifications to keyturn_tenant;
grant select, delete on notifications to keyturn_across;

create table notification_preferences (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  choices jsonb not null,
  primary key (organization_id, user_id)
);
call protect('notification_preferences');
grant select, insert, update (choices), delete on notification_preferences to keyturn_tenant;
grant select, delete on notification_preferences to keyturn_across;

alter table organizations add column generate_on_connect boolean not null default false;
grant update (generate_on_connect) on organizations to keyturn_tenant;
