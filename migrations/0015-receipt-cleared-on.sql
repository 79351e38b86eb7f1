-- Earnest money receipts: the day on which the payment left the account that paid it.
alter table evidence add column cleared_on date;
