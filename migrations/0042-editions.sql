-- Which sealed rules gave an evaluation, and the hashes of all that it depends on. null: evaluated before editions.
alter table evaluations
  add column edition_hash text,
  add column report_hash text,
  add column previous_report_id uuid, -- also null: the report is the borrower's first
  add column previous_hash text,
  add column inputs_hash text;
