-- outside a transaction
drop index concurrently if exists borrowers_by_region;
create index concurrently borrowers_by_region on borrowers (organization_id, region);
