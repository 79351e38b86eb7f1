-- outside a transaction
drop index concurrently if exists borrowers_by_next_expiry;
create index concurrently borrowers_by_next_expiry on borrowers (organization_id, next_expiry_on, created_at, id);
-- Most borrowers of a lender are closed, and their reports expired first.
drop index concurrently if exists borrowers_expiring;
create index concurrently borrowers_expiring on borrowers (organization_id, next_expiry_on, created_at, id)
  where sort_status < 5;
drop index concurrently if exists borrowers_by_expiry;
