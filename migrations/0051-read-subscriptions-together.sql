-- One statement stores the provider's state of many subscriptions, with their charges.
grant update (status, stripe_subscription_id, plan_id, current_period_start, current_period_end, cancel_at_period_end,
  card_brand, card_last4, owed, failed_at, balance, ended_at, readings, read_at) on subscriptions to keyturn_across;
grant insert on line_items to keyturn_across;
