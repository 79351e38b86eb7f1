-- Which column of a bank's CSV files says what, as a member last chose it.
create table statement_columns (
  organization_id uuid not null,
  institution_key text not null, -- in lower case
  institution text not null,
  columns jsonb not null,
  updated_by uuid not null,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, institution_key)
);
call protect('statement_columns');
grant select, insert, update (institution, columns, updated_by, updated_at) on statement_columns to keyturn_tenant;
grant select on statement_columns to keyturn_across;
