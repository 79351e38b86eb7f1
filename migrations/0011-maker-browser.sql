-- The browser that made an account: in any other the confirm link asks for a new password.
alter table users add column maker_browser_hash bytea; -- SHA-256 of the browser's secret
