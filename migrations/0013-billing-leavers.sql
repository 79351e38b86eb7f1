-- Who the last invoices of an organization go to, from when its last person leaves until they are made.
create table billing_leavers (
  organization_id uuid primary key references organizations,
  name text not null,
  email text not null,
  created_at timestamptz(3) not null default now()
);
call protect('billing_leavers');
grant select, insert, delete on billing_leavers to keyturn_tenant;
grant select, insert, delete on billing_leavers to keyturn_across;
