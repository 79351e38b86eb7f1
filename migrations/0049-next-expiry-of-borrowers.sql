-- What expires next of all that runs out in a borrower's file. Rows from before are unknown until the daily job.
alter table borrowers
  add column next_expiry_on date, -- UTC
  add column next_expiry_kind text,
  add column is_next_expiry_known boolean not null default false;
alter table borrowers alter column is_next_expiry_known set default true;
