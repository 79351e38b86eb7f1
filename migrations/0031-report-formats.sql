-- Two more formats of a report's files: MISMO 3.4 XML, and the JSON form of Freddie Mac. Older rows have fewer formats.
alter table report_files
  drop constraint report_files_format_check,
  add constraint report_files_format_check
    check (format in ('pdf', 'json', 'csv', 'mismo', 'freddie', 'signature')) not valid;
