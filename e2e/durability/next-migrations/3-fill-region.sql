-- outside a transaction
-- A thousand rows at a time, each part committed, so that no request waits long for a row.
do $$
declare
  since uuid := '00000000-0000-0000-0000-000000000000';
  upto uuid;
begin
  loop
    select id into upto from borrowers where id > since order by id offset 999 limit 1;
    update borrowers set region = 'west'
      where id > since and (upto is null or id <= upto) and region is null;
    commit;
    exit when upto is null;
    since := upto;
  end loop;
end $$;
