// Reads parameters from a parsed form: absent is undefined, empty is null, and an invalid value is refused by name.
import { invalid, type StripeFault } from "./faults.ts";
import type { Address, Metadata } from "../customers/customer-data.ts";

export function readText(params: Params, name: string): string | null | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw invalid("Invalid string", { param: name });
  return value === "" ? null : value;
}

export function demandText(params: Params, name: string): string {
  const text = readText(params, name);
  if (text === undefined) throw missingParam(name);
  if (text === null) throw emptyParam(name);
  return text;
}

export function emptyParam(name: string): StripeFault {
  return invalid(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    { param: name, code: "parameter_invalid_empty" },
  );
}

export function missingParam(name: string): StripeFault {
  return invalid(`Missing required param: ${name}.`, { param: name, code: "parameter_missing" });
}

export function readInteger(params: Params, name: string): number | undefined {
  const text = readText(params, name);
  if (text === undefined || text === null) return undefined;
  if (!/^-?\d{1,15}$/.test(text))
    throw invalid(`Invalid integer: ${text}`, { param: name, code: "parameter_invalid_integer" });
  return Number(text);
}

export function demandInteger(params: Params, name: string): number {
  const number = readInteger(params, name);
  if (number === undefined) throw missingParam(name);
  return number;
}

export function readFlag(params: Params, name: string): boolean | undefined {
  const text = readText(params, name);
  if (text === undefined || text === null) return undefined;
  if (text !== "true" && text !== "false") throw invalid(`Invalid boolean: ${text}`, { param: name });
  return text === "true";
}

export function readChoice<T extends string>(params: Params, name: string, choices: readonly T[]): T | undefined {
  const text = readText(params, name);
  if (text === undefined || text === null) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw invalid(`Invalid ${name}: must be one of ${choices.join(", ")}`, { param: name });
  return choice;
}

/** A nested object, e.g. `invoice_settings[default_payment_method]`; empty when absent. */
export function readGroup(params: Params, name: string): Params {
  const value = params[name];
  if (value === undefined || value === "") return {};
  if (typeof value === "string" || Array.isArray(value)) throw invalid("Invalid object", { param: name });
  return value;
}

export function readGroups(params: Params, name: string): Params[] | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (value === "") return [];
  if (!Array.isArray(value)) throw invalid("Invalid array", { param: name });
  return value.map((entry: Param, index) => {
    if (typeof entry === "string" || Array.isArray(entry))
      throw invalid("Invalid object", { param: `${name}[${String(index)}]` });
    return entry;
  });
}

export function readTexts(params: Params, name: string): string[] | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (value === "") return [];
  if (!Array.isArray(value)) throw invalid("Invalid array", { param: name });
  return value.map(String);
}

/** Stripe's rule: given keys are set, empty ones removed, the rest stays; an empty `metadata` removes all. */
export function changedMetadata(params: Params, before: Metadata = {}): Metadata {
  if (params["metadata"] === undefined) return before;
  if (params["metadata"] === "") return {};
  const after = { ...before };
  for (const [key, value] of Object.entries(readGroup(params, "metadata"))) {
    if (key.length > 40)
      throw invalid(`Metadata keys can have up to 40 characters: ${key}`, { param: `metadata[${key}]` });
    if (typeof value !== "string" || value.length > 500)
      throw invalid(`Metadata values can have up to 500 characters`, { param: `metadata[${key}]` });
    if (value === "") Reflect.deleteProperty(after, key);
    else after[key] = value;
  }
  if (Object.keys(after).length > 50) throw invalid("You can only have 50 metadata keys", { param: "metadata" });
  return after;
}

export function readAddress(params: Params, name: string): Address | null | undefined {
  if (params[name] === undefined) return undefined;
  if (params[name] === "") return null;
  const given = readGroup(params, name);
  const part = (field: keyof Address) => readText(given, field) ?? null;
  return {
    city: part("city"),
    country: part("country"),
    line1: part("line1"),
    line2: part("line2"),
    postal_code: part("postal_code"),
    state: part("state"),
  };
}

export function readCurrency(params: Params): string | undefined {
  const currency = readText(params, "currency")?.toLowerCase();
  if (currency !== undefined && currency !== "usd")
    throw invalid(`Invalid currency: ${currency}. This account takes usd.`, { param: "currency" });
  return currency;
}

/** Copies the given values; `undefined` never overwrites. */
export function given<T extends object>(changes: { [K in keyof T]?: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;
}

// Stripe's form bodies and queries: `a[b][0]=c` is a list in an object.

export interface Params {
  [name: string]: Param;
}
export type Param = string | Param[] | Params;

/** Parses a body or query. A key that is not in Stripe's format is a plain name. */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null) as Params;
  for (const [key, value] of new URLSearchParams(text)) put(root, pathOf(key), value);
  return tidy(root) as Params;
}

function pathOf(key: string): string[] {
  const open = key.indexOf("[");
  if (open <= 0 || !key.endsWith("]")) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split("][")];
}

function put(root: Params, path: string[], value: string): void {
  let at = root;
  path.forEach((part, index) => {
    const name = part === "" ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[name] = value;
      return;
    }
    const next = at[name];
    if (typeof next !== "object") at[name] = Object.create(null) as Params;
    at = at[name] as Params;
  });
}

/** Objects whose names are 0, 1, 2, … are lists. */
function tidy(value: Param): Param {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (isList) return names.sort((a, b) => Number(a) - Number(b)).map((name) => tidy(value[name] ?? ""));
  return Object.fromEntries(names.map((name) => [name, tidy(value[name] ?? "")]));
}
