-- Roles that own nothing, and the audit chain. Roles belong to the whole cluster, so they may be there already.
do $$
declare
  name text;
begin
  foreach name in array array['keyturn_tenant', 'keyturn_across', 'keyturn_jobs'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

-- Where the owner is no superuser it must be a member to serve with its own login. Roles that another owner of the
-- cluster made cannot be granted here; docs/operating.md says what to do then.
do $$
begin
  grant keyturn_tenant, keyturn_across, keyturn_jobs to current_user;
exception when insufficient_privilege then null;
end $$;

grant usage on schema public to keyturn_tenant, keyturn_across;

-- The organization a statement runs for; null when none is set, and null equals nothing.
create function current_organization() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;

-- Enables and forces row-level security: the tenant role sees its organization, the across role sees all.
create procedure protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to keyturn_tenant using (organization_id = current_organization()) '
    'with check (organization_id = current_organization())', target);
  execute format('create policy across on %s to keyturn_across using (true) with check (true)', target);
end $$;

-- One chain an organization; events without one stand in the chain of the nil uuid.
create table audit_heads (
  organization_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);

create table audit_rows (
  organization_id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  actor_id uuid,
  action text not null,
  object_type text not null,
  object_id uuid,
  address text,
  detail jsonb not null,
  hash bytea not null,
  primary key (organization_id, seq)
);
call protect('audit_rows');
-- append_audit runs as the owner, who under FORCE needs a policy too where it is no superuser.
create policy appender on audit_rows to current_user using (true) with check (true);
grant select on audit_rows to keyturn_tenant, keyturn_across;
grant select on audit_heads to keyturn_across;

-- What a row's hash covers, in one text whose parts cannot run into each other.
create function audit_text(a audit_rows) returns text language sql stable
  return jsonb_build_array(a.organization_id, a.seq, to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS'),
    a.actor_id, a.action, a.object_type, a.object_id, a.address, a.detail)::text;

-- The only way in: appends under a lock on the chain's head. Runs as the owner, so no role needs insert.
create function append_audit(
  organization uuid, actor uuid, action text, object_type text, object_id uuid, address text, detail jsonb
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  line audit_rows;
begin
  insert into audit_heads values (organization, 0, ''::bytea) on conflict do nothing;
  select * into head from audit_heads h where h.organization_id = organization for update;
  line := row(organization, head.seq + 1, clock_timestamp(), actor, action, object_type, object_id, address, detail, ''::bytea);
  line.hash := sha256(head.hash || convert_to(audit_text(line), 'utf8'));
  insert into audit_rows values (line.*);
  update audit_heads set seq = line.seq, hash = line.hash where organization_id = organization;
end $$;
revoke all on function append_audit from public;
grant execute on function append_audit to keyturn_tenant, keyturn_across;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_rows for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_rows for each statement execute function refuse_change();
