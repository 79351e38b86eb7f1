-- The role that the product itself uses. As keyturn_owner after npm run migrate, and again to change the password:
-- KEYTURN_SERVE_PASSWORD=… psql --set=ON_ERROR_STOP=1 --file=deploy/serve-role.sql "$DATABASE_URL"
\getenv password KEYTURN_SERVE_PASSWORD
select 'create role keyturn_serve login noinherit'
where not exists (select from pg_roles where rolname = 'keyturn_serve') \gexec
alter role keyturn_serve password :'password';
grant keyturn_tenant, keyturn_across, keyturn_jobs to keyturn_serve;
grant select on schema_migrations to keyturn_serve;
