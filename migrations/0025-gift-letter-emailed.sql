-- When the mail server took the newest email to a gift's donor. Nothing read when they opened it.

alter table gift_letters
  add column emailed_at timestamptz(3), -- null: not yet
  drop column opened_at;
update gift_letters set emailed_at = sent_at where token_hash is not null;
grant update (emailed_at) on gift_letters to keyturn_tenant;
