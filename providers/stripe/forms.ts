import * as z from "zod/mini";

const Id = z.string().check(z.minLength(1));
const Cents = z.number();
const Seconds = z.number();
/** An object of its own where the call asked for it, else its id. */
const Named = z.union([Id, z.object({ id: Id })]);
const Metadata = z.nullish(z.record(z.string(), z.string()));

export const Made = z.object({ id: Id });

/** A page of a list. */
export const listOf = <S extends z.ZodMiniType>(form: S) => z.object({ data: z.array(form) });

const InvoiceLine = z.object({
  amount: Cents,
  period: z.object({ end: Seconds }),
  pricing: z.nullish(z.object({ price_details: z.nullish(z.object({ price: z.nullish(Named) })) })),
});

export const Invoice = z.object({
  id: Id,
  status: z.nullable(z.string()),
  billing_reason: z.nullable(z.string()),
  created: Seconds,
  total: Cents,
  amount_due: Cents,
  amount_remaining: Cents,
  attempt_count: z.number(),
  pre_payment_credit_notes_amount: Cents,
  post_payment_credit_notes_amount: Cents,
  hosted_invoice_url: z.nullish(z.string()),
  metadata: Metadata,
  lines: listOf(InvoiceLine),
  status_transitions: z.object({ paid_at: z.nullable(Seconds), finalized_at: z.nullable(Seconds) }),
  confirmation_secret: z.nullish(z.object({ client_secret: z.string() })),
});

export const InvoicePreview = z.object({
  total: Cents,
  starting_balance: Cents,
  amount_due: Cents,
  lines: listOf(InvoiceLine),
});

export const InvoiceItem = z.object({ id: Id, metadata: Metadata });

export const InvoicePayment = z.object({ invoice: Named });

export const Subscription = z.object({
  id: Id,
  status: z.string(),
  customer: z.union([Id, z.object({ id: Id, deleted: z.optional(z.literal(true)), balance: z.optional(Cents) })]),
  metadata: z.record(z.string(), z.string()),
  items: z.object({
    data: z
      .array(
        z.object({
          id: Id,
          price: z.object({ id: Id }),
          current_period_start: Seconds,
          current_period_end: Seconds,
        }),
      )
      .check(z.minLength(1)),
  }),
  cancel_at_period_end: z.boolean(),
  cancel_at: z.nullable(Seconds),
  ended_at: z.nullable(Seconds),
  default_payment_method: z.nullable(
    z.union([Id, z.object({ id: Id, card: z.optional(z.object({ brand: z.string(), last4: z.string() })) })]),
  ),
  latest_invoice: z.nullable(z.union([Id, Invoice])),
});

export const Price = z.object({
  id: Id,
  unit_amount: z.nullable(Cents),
  currency: z.string(),
  recurring: z.nullable(z.object({ interval: z.string() })),
});

export const SetupIntent = z.object({
  id: Id,
  status: z.string(),
  client_secret: z.nullable(z.string()),
  customer: z.nullable(Named),
  payment_method: z.nullable(Named),
  metadata: Metadata,
});

export const Charge = z.object({ id: Id, amount_refunded: Cents, payment_intent: z.nullish(Named) });

export const Refund = z.object({ id: Id, amount: Cents, created: Seconds, status: z.nullable(z.string()) });
