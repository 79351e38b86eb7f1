-- A back-test is deleted with its overlay.
alter table back_tests
  add constraint back_tests_overlay_fkey foreign key (organization_id, overlay_id) references overlays on delete cascade not valid;
alter table back_tests validate constraint back_tests_overlay_fkey; -- a few rows for each organization
