-- No query reads opened_at any more; the release before this one still does, so a later migration removes it.

alter table gift_letters
  add column emailed_at timestamptz(3); -- when the mail server accepted the newest email to the donor; null: not yet
update gift_letters set emailed_at = sent_at where token_hash is not null;
grant update (emailed_at) on gift_letters to keyturn_tenant;
