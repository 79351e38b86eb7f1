// Customers: who pays, with which card, and what is owed to them.
import { emit, emitChange } from "../events/events.ts";
import { find, findCustomer, newIdIn, randomSigns, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import {
  changedMetadata,
  demandText,
  given,
  type Params,
  readAddress,
  readGroup,
  readInteger,
  readText,
} from "../api/params.ts";
import { cut, page } from "../api/pages.ts";
import { attachMethod } from "../cards/payment-methods.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { endSubscription } from "../subscriptions/subscription-ends.ts";
import { invalid } from "../api/faults.ts";
import { timeOf } from "../time.ts";
import type { Customer } from "./customer-data.ts";

// Stripe's search language over customers: clauses of a field, `:`, `~` or a comparison, and a value; all AND, or all OR.
const CLAUSE =
  /^(-?)(?:metadata\["([^"]+)"\]|(created|email|name|phone))(:|~|>=|<=|>|<)(?:"((?:[^"\\]|\\.)*)"|(\d+)|(null))$/;

type Fits = (customer: Customer) => boolean;

/** Throws Stripe's refusal of a query that it does not understand. */
function readQuery(query: string): Fits {
  const parts = query.trim().split(/\s+(AND|OR)\s+/i);
  const joins = new Set(parts.filter((_part, index) => index % 2 === 1).map((join) => join.toUpperCase()));
  if (joins.size > 1) throw malformed();
  const clauses = parts.filter((_part, index) => index % 2 === 0).map(readClause);
  return (customer) =>
    joins.has("OR") ? clauses.some((fits) => fits(customer)) : clauses.every((fits) => fits(customer));
}

function readClause(clause: string): Fits {
  const read = CLAUSE.exec(clause);
  if (read === null) throw malformed();
  const [, not, key, field, by, text, digits, none] = read;
  if ((digits !== undefined) !== (field === "created") || (by === "~" && (text ?? "").length < 3)) throw malformed();
  const fits: Fits = (customer) => {
    if (field === "created") return compare(customer.created, by ?? "", Number(digits));
    const value = key === undefined ? customer[field as "email" | "name" | "phone"] : (customer.metadata[key] ?? null);
    if (none !== undefined || value === null) return none !== undefined && value === null;
    const [found, wanted] = [value.toLowerCase(), (text ?? "").replaceAll(/\\(.)/g, "$1").toLowerCase()];
    return by === "~" ? found.includes(wanted) : found === wanted;
  };
  return not === "-" ? (customer) => !fits(customer) : fits;
}

function compare(value: number, by: string, than: number): boolean {
  if (by === ">") return value > than;
  if (by === "<") return value < than;
  if (by === ">=") return value >= than;
  if (by === "<=") return value <= than;
  return value === than;
}

function malformed(): Error {
  return invalid(
    'We were unable to parse your search query. Try using the format `metadata["key"]:"value"` to query for metadata or key:"value" to query for other fields.',
  );
}

function readChanges(deps: StripeDeps, customer: Customer, params: Params): Partial<Customer> {
  const card = readText(readGroup(params, "invoice_settings"), "default_payment_method");
  const param = "invoice_settings[default_payment_method]";
  if (typeof card === "string" && find(deps, "paymentMethods", card, param).customer !== customer.id)
    throw invalid(
      `The customer does not have a payment method with the ID ${card}. The payment method must be attached to the customer.`,
      { param, code: "resource_missing" },
    );
  const email = readText(params, "email");
  if (typeof email === "string" && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, { param: "email", code: "email_invalid" });
  return given<Customer>({
    email,
    name: readText(params, "name"),
    phone: readText(params, "phone"),
    description: readText(params, "description"),
    address: readAddress(params, "address"),
    balance: readInteger(params, "balance"),
    metadata: changedMetadata(params, customer.metadata),
    default_payment_method: card,
  });
}

export const CUSTOMER_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/customers",
    answer({ deps, params }) {
      const clock = readText(params, "test_clock") ?? null;
      if (clock !== null) find(deps, "clocks", clock, "test_clock");
      const customer: Customer = {
        id: newIdIn("customers"),
        created: timeOf(deps, clock),
        email: null,
        name: null,
        phone: null,
        description: null,
        address: null,
        balance: 0,
        currency: null,
        delinquent: false,
        default_payment_method: null,
        invoice_prefix: randomSigns(8).toUpperCase(),
        next_invoice_sequence: 1,
        metadata: {},
        test_clock: clock,
        deleted: false,
      };
      const method = readText(params, "payment_method");
      if (typeof method === "string")
        attachMethod(deps, find(deps, "paymentMethods", method, "payment_method"), customer);
      Object.assign(customer, readChanges(deps, customer, params));
      deps.data.customers[customer.id] = customer;
      emit(deps, "customer.created", show(deps, "customers", customer), clock);
      return show(deps, "customers", customer);
    },
  },
  {
    method: "GET",
    path: "/v1/customers",
    answer({ deps, params }) {
      const email = readText(params, "email");
      const clock = readText(params, "test_clock") ?? null;
      return page(
        deps,
        "/v1/customers",
        "customers",
        params,
        (customer) =>
          !customer.deleted &&
          (email === undefined || customer.email === email) &&
          (clock === null ? customer.test_clock === null : customer.test_clock === clock),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/customers/search",
    answer({ deps, params }) {
      const fits = readQuery(demandText(params, "query"));
      const found = Object.values(deps.data.customers).reverse();
      const { limit, page: after } = params;
      const { shown, hasMore } = cut(
        found.filter((customer) => !customer.deleted && fits(customer)),
        { ...(limit !== undefined && { limit }), ...(after !== undefined && { starting_after: after }) },
      );
      return {
        object: "search_result",
        data: shown.map((customer) => show(deps, "customers", customer)),
        has_more: hasMore,
        next_page: hasMore ? (shown.at(-1)?.id ?? null) : null,
        url: "/v1/customers/search",
      };
    },
  },
  {
    method: "GET",
    path: "/v1/customers/{id}",
    answer: ({ deps, id }) => show(deps, "customers", find(deps, "customers", id)),
  },
  {
    method: "POST",
    path: "/v1/customers/{id}",
    answer({ deps, id, params }) {
      const customer = findCustomer(deps, id);
      const changes = readChanges(deps, customer, params);
      emitChange(deps, "customer.updated", "customers", customer, () => Object.assign(customer, changes));
      return show(deps, "customers", customer);
    },
  },
  {
    method: "DELETE",
    path: "/v1/customers/{id}",
    answer({ deps, id }) {
      const customer = findCustomer(deps, id);
      for (const subscription of Object.values(deps.data.subscriptions))
        if (subscription.customer === id && subscription.ended_at === null)
          endSubscription(deps, subscription, "cancellation_requested");
      emit(deps, "customer.deleted", show(deps, "customers", customer), customer.test_clock);
      customer.deleted = true;
      deps.memory.changed();
      return show(deps, "customers", customer);
    },
  },
];

// The customer portal: an account that never saved its settings, which Stripe refuses to open it for.
export const PORTAL_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/billing_portal/sessions",
    answer({ deps, params }) {
      findCustomer(deps, demandText(params, "customer"), "customer");
      throw invalid(
        "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
      );
    },
  },
];
