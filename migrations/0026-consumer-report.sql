-- Plaid's Consumer Report beside its Assets: chosen per organization, remembered by connection and report.
alter table organizations
  add column bank_data_product text not null default 'assets' check (bank_data_product in ('assets', 'consumer_report'));
grant update (bank_data_product) on organizations to keyturn_tenant;

alter table bank_items
  add column product text not null default 'assets' check (product in ('assets', 'consumer_report'));
alter table asset_reports
  add column product text not null default 'assets' check (product in ('assets', 'consumer_report'));

-- People on a loan whom the consumer reporting agency knows. What it knows them by is not stored here.
create table bank_users (
  organization_id uuid not null,
  id uuid not null,
  borrower_id uuid not null,
  holder_email text not null, -- in lower case
  provider_user_id text, -- null: being created there
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint bank_users_holder unique (organization_id, borrower_id, holder_email),
  foreign key (organization_id, borrower_id) references borrowers on delete cascade
);
create index bank_users_provider on bank_users (provider_user_id);
call protect('bank_users');
grant select, insert, update, delete on bank_users to keyturn_tenant;
grant select on bank_users to keyturn_across;

alter table provider_removals
  drop constraint provider_removals_kind_check,
  add constraint provider_removals_kind_check check (kind in ('connection', 'report', 'user'));
