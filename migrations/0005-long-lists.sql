-- Lists that the database sorts and pages, in the order in which the browser sorts them.

-- A key whose bytes sort as people sort words: case and accents do not count, marks stand before digits and digits
-- before letters, and a number counts by its value: as its length and its digits. Bytes need no library whose next
-- version would sort anew, and every engine has them.
create function sort_text(value text) returns text language sql immutable parallel safe
return (
  select string_agg(
    case when part[1] ~ '^[0-9]'
      then chr(48 + least(length(ltrim(part[1], '0')), 48)) || ltrim(part[1], '0')
      else part[1]
    end, '' order by place)
  from regexp_matches(
    translate(
      replace(replace(replace(
        lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      -- Letters that do not come apart, and the marks in their order.
      E'łŁøØđĐðÐħĦ‘’ _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$',
      E'llooddddhh\x0a\x0a\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21'),
    '[0-9]+|[^0-9]+', 'g') with ordinality parts (part, place)
);

alter table borrowers
  add column sort_name text collate "C" generated always as (sort_text(
    first_name || coalesce(' ' || nullif(middle_name, ''), '') || ' ' || last_name || coalesce(' ' || nullif(suffix, ''), ''))) stored,
  add column sort_email text collate "C" generated always as (sort_text(email)) stored,
  add column sort_loan_number text collate "C" generated always as (sort_text(loan_number)) stored;
alter table bank_items
  add column sort_institution_name text collate "C" generated always as (sort_text(institution_name)) stored;

-- The last changed first is how tables begin; any other order is sorted when it is asked for.
create index borrowers_changed on borrowers (organization_id, updated_at desc);
create index borrowers_changed_everywhere on borrowers (updated_at desc);
