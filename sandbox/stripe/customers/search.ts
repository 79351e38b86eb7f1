// Stripe's search language over customers: clauses of a field, `:`, `~` or a comparison, and a value; all AND, or all OR.
import type { Customer } from "./customer-data.ts";
import { invalid } from "../api/faults.ts";

const CLAUSE =
  /^(-?)(?:metadata\["([^"]+)"\]|(created|email|name|phone))(:|~|>=|<=|>|<)(?:"((?:[^"\\]|\\.)*)"|(\d+)|(null))$/;

type Fits = (customer: Customer) => boolean;

/** Throws Stripe's refusal of a query that it does not understand. */
export function readQuery(query: string): Fits {
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
