-- Plans, subscriptions and what the card provider tells of them; charges, statements and how they are checked.

create table plans (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  price integer not null check (price > 0 and price % 100 = 0), -- cents of USD a period
  pricing_level text not null check (pricing_level in ('basic')),
  pricing_period text not null check (pricing_period in ('monthly', 'yearly')),
  is_offered boolean not null default true,
  stripe_price_id text, -- null until `npm run sync-plans`
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);
create unique index plans_offered on plans (pricing_level, pricing_period) where is_offered;
insert into plans (name, price, pricing_level, pricing_period) values
  ('Basic monthly', 2500, 'basic', 'monthly'),
  ('Basic yearly', 24000, 'basic', 'yearly');
grant select on plans to keyturn_tenant, keyturn_across;
grant update (stripe_price_id, updated_at, version) on plans to keyturn_across;

alter table organizations
  add column stripe_customer_id text unique,
  add column billed_until timestamptz(3), -- the end of the last closed period; null: none was closed
  add column next_close_at timestamptz(3); -- null: not looked at yet
grant update (stripe_customer_id, billed_until, next_close_at) on organizations to keyturn_tenant;
create index organizations_next_close on organizations (next_close_at nulls first, id);

-- Its id is the idempotency key at the provider: the row stands before the provider is asked.
create table subscriptions (
  organization_id uuid not null references organizations,
  id uuid not null,
  plan_id uuid not null references plans,
  status text not null default 'incomplete' check (status in ('incomplete', 'active', 'past_due', 'unpaid', 'canceled')),
  card_name text not null,
  card_email text not null,
  stripe_subscription_id text unique,
  current_period_start timestamptz(3),
  current_period_end timestamptz(3),
  cancel_at_period_end boolean not null default false,
  card_brand text,
  card_last4 text,
  owed bigint, -- cents of an open invoice; null: none
  balance bigint not null default 0, -- cents the customer has at the card provider: below zero is credit
  failed_at timestamptz(3),
  readings integer not null default 0, -- how often the provider's state was taken over: an older one never covers a newer
  read_at timestamptz(3), -- when that was last
  asks integer not null default 0, -- how often the sweep asked since, without an answer that could be used
  asked_at timestamptz(3), -- when that was last
  cards_begun integer not null default 0, -- other cards within the hour that began then
  cards_begun_at timestamptz(3),
  created_by uuid not null,
  idempotency_key text,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint subscriptions_idempotency unique (organization_id, created_by, idempotency_key),
  foreign key (organization_id, created_by) references memberships (organization_id, user_id)
);
create unique index subscriptions_one_open on subscriptions (organization_id) where status <> 'canceled';
create index subscriptions_by_id on subscriptions (id);
create index subscriptions_unsettled on subscriptions (created_at) where status = 'incomplete';
create index subscriptions_lapsed on subscriptions (current_period_end) where status in ('active', 'past_due', 'unpaid');
create index subscriptions_owing on subscriptions (read_at) where status in ('past_due', 'unpaid');
call protect('subscriptions');
grant select, insert, update on subscriptions to keyturn_tenant;
grant select on subscriptions to keyturn_across;
grant update (card_name, card_email, updated_at, version) on subscriptions to keyturn_across; -- a person is erased everywhere
grant update (asks, asked_at) on subscriptions to keyturn_across; -- the sweep

-- What a visitor without an account began, so that the same request again gives the same answer. Swept after a day.
create table checkouts (
  key_hash bytea primary key, -- SHA-256 of the idempotency key; random without one
  request_hash bytea not null,
  network text not null, -- where it came from
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations,
  created_at timestamptz(3) not null default now()
);
create index checkouts_network on checkouts (network, created_at);
create index checkouts_old on checkouts (created_at);
alter table checkouts enable row level security;
alter table checkouts force row level security;
create policy across on checkouts to keyturn_across using (true) with check (true);
grant select, insert, delete on checkouts to keyturn_across;

-- Each event of the card provider once. What it names is read again at the provider, whatever the order of events.
create table card_events (
  id text primary key, -- the provider's
  type text not null,
  kind text not null check (kind in ('subscription', 'invoice', 'card', 'customer')), -- an invoice of no subscription; a confirmed card
  object_id text not null,
  received_at timestamptz(3) not null default now(),
  attempts integer not null default 0, -- how often the sweep began it anew
  attempted_at timestamptz(3), -- when that was last
  settled_at timestamptz(3)
);
create index card_events_due on card_events (object_id) where settled_at is null;
create index card_events_old on card_events (received_at);
alter table card_events enable row level security;
alter table card_events force row level security;
create policy across on card_events to keyturn_across using (true) with check (true);
grant select, insert, update (attempts, attempted_at, settled_at), delete on card_events to keyturn_across;

create table statements (
  organization_id uuid not null references organizations,
  id uuid not null,
  sequence integer not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'finalized', 'paid', 'past_due', 'void')),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  time_zone text not null,
  currency text not null default 'usd',
  subtotal bigint not null,
  credits bigint not null,
  amount bigint not null,
  paid_before bigint not null, -- charged by the card provider itself, for the subscription, less what it refunded
  credit_used bigint not null default 0, -- of the customer's balance at the provider, once the invoice is made
  issued_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  paid_at timestamptz(3),
  stripe_invoice_id text unique,
  hosted_url text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint statements_sequence unique (organization_id, sequence),
  constraint statements_period unique (organization_id, period_end),
  check (amount = subtotal + credits),
  check (period_start < period_end)
);
create index statements_newest on statements (organization_id, created_at desc, id desc);
create index statements_everywhere on statements (created_at desc, id desc);
create index statements_by_id on statements (id);
create index statements_awaited on statements (due_at) where status = 'finalized';
call protect('statements');
grant select, insert on statements to keyturn_tenant;
grant update (status, paid_at, stripe_invoice_id, hosted_url, credit_used, updated_at, version) on statements to keyturn_tenant;
grant select on statements to keyturn_across;

create table line_items (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null check (type in ('subscription', 'asset_report', 'report_refresh', 'adjustment', 'credit')),
  description text not null,
  quantity integer not null default 1 check (quantity > 0),
  unit_amount bigint not null,
  amount bigint not null,
  occurred_at timestamptz(3) not null,
  borrower_id uuid,
  asset_report_id uuid,
  created_by uuid,
  statement_id uuid, -- null: not billed yet
  source_key text not null, -- what it was charged for, once
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint line_items_source unique (organization_id, source_key),
  check (amount = quantity * unit_amount),
  foreign key (organization_id, statement_id) references statements
);
create index line_items_unbilled on line_items (organization_id, occurred_at desc, id desc) where statement_id is null;
create index line_items_unbilled_everywhere on line_items (occurred_at desc, id desc) where statement_id is null;
create index line_items_statement on line_items (organization_id, statement_id);
create index line_items_borrower on line_items (organization_id, borrower_id) where borrower_id is not null;
call protect('line_items');
grant select, insert on line_items to keyturn_tenant;
grant update (statement_id) on line_items to keyturn_tenant; -- all else is as it was charged
grant select on line_items to keyturn_across;
create function refuse_second_statement() returns trigger language plpgsql as $$
begin
  raise exception 'a line that was billed stays on its statement' using errcode = 'insufficient_privilege';
end $$;
create trigger billed_once before update on line_items for each row
  when (old.statement_id is not null) execute function refuse_second_statement();
create function refuse_early_statement() returns trigger language plpgsql as $$
begin
  raise exception 'a line comes without a statement' using errcode = 'insufficient_privilege';
end $$;
create trigger charged_before_billed before insert on line_items for each row
  when (new.statement_id is not null) execute function refuse_early_statement();
-- Once a closed month, not once a line: nothing can be put on a statement that was issued before.
create function check_statement_sums() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct organization_id, statement_id from billed where statement_id is not null) touched
    join statements s on s.organization_id = touched.organization_id and s.id = touched.statement_id
    where s.amount <> (select sum(l.amount) from line_items l
      where l.organization_id = s.organization_id and l.statement_id = s.id)
  ) then
    raise exception 'the lines of a statement come to its amount' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger statement_sums after update on line_items referencing new table as billed
  for each statement execute function check_statement_sums();

-- What was shown before the report was asked for is what is charged once it is ready.
alter table asset_reports
  add column price_type text check (price_type in ('asset_report', 'report_refresh')),
  add column price bigint; -- cents

-- The nightly comparison with the card provider. `drift_since` is null while all agree.
create table billing_checks (
  organization_id uuid primary key references organizations,
  asked_at timestamptz(3) not null, -- when a comparison was begun last, so that one process begins it
  checked_at timestamptz(3), -- null: the provider has not answered yet
  ours bigint not null default 0,
  theirs bigint not null default 0,
  drift_since timestamptz(3)
);
call protect('billing_checks');
grant select, insert, update on billing_checks to keyturn_tenant;
grant select on billing_checks to keyturn_across;

-- Mails about the spend cap: each once a month.
create table spend_warnings (
  organization_id uuid not null references organizations,
  period_end timestamptz(3) not null,
  percent integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, period_end, percent)
);
call protect('spend_warnings');
grant select, insert on spend_warnings to keyturn_tenant;
