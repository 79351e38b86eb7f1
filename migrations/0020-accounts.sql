-- A loan officer's own NMLS ID and phone, shown to borrowers beside their name.
alter table users add column nmls_id text, add column phone text;
grant select (nmls_id, phone) on users to keyturn_tenant;
