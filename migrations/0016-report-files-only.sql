-- The PDF of a report is in report_files, one for each evaluation.
drop index asset_reports_pdf_file;
alter table asset_reports drop column pdf_file, drop column pdf_sha256, drop column pdf_bytes, drop column pdf_key;
