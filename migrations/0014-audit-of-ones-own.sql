-- A tenant's statements append to their own organization's chain alone.
create or replace function append_audit(
  organization uuid, actor uuid, action text, object_type text, object_id uuid, address text, detail jsonb
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  line audit_rows;
begin
  -- The role that was set, which a function that runs as its owner does not change.
  if current_setting('role') = 'keyturn_tenant' and organization is distinct from current_organization() then
    raise exception 'not this organization''s chain' using errcode = 'insufficient_privilege';
  end if;
  insert into audit_heads values (organization, 0, ''::bytea) on conflict do nothing;
  select * into head from audit_heads h where h.organization_id = organization for update;
  line := row(organization, head.seq + 1, clock_timestamp(), actor, action, object_type, object_id, address, detail, ''::bytea);
  line.hash := sha256(head.hash || convert_to(audit_text(line), 'utf8'));
  insert into audit_rows values (line.*);
  update audit_heads set seq = line.seq, hash = line.hash where organization_id = organization;
end $$;
