// Stripe's schemas of the requests: the first thing wrong with a form, in Stripe's words and with its path.
import { readFileSync } from "node:fs";
import { invalid, type StripeFault } from "./faults.ts";
import { emptyParam, missingParam, type Param, type Params } from "./params.ts";

interface Schema {
  $ref?: string;
  type?: "array" | "boolean" | "integer" | "number" | "object" | "string";
  /** Empty unsets it. */
  nullable?: boolean;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
}

const { paths, components } = JSON.parse(
  readFileSync(new URL("../schemas/stripe-requests.json", import.meta.url), "utf8"),
) as { paths: Record<string, Schema>; components: { schemas: Record<string, Schema> } };

const EXPAND: Schema = { type: "array", items: { type: "string" } };
const TEXT: Schema = { type: "string" };

/** Every call takes `expand`; the page's own key comes with the secret of what it opens. */
export function refuseBadParams(
  { method, path }: { method: string; path: string },
  params: Params,
  isBrowser: boolean,
) {
  const schema = paths[`${method} ${path}`];
  if (schema === undefined) throw new Error(`No parameters are known of ${method} ${path}`);
  const known = resolve(schema);
  const properties = { ...known.properties, expand: EXPAND, ...(isBrowser && { client_secret: TEXT }) };
  const wrong: Wrong = { unknown: [], fault: undefined };
  check(params, { ...known, properties }, "", wrong);
  if (wrong.unknown.length > 0) throw unknownParams(wrong.unknown);
  if (wrong.fault !== undefined) throw wrong.fault;
}

interface Wrong {
  readonly unknown: string[];
  fault: StripeFault | undefined;
}

function unknownParams(names: readonly string[]): StripeFault {
  return invalid(`Received unknown parameter${names.length > 1 ? "s" : ""}: ${names.join(", ")}`, {
    param: names[0]!, // called with one at least
    code: "parameter_unknown",
  });
}

function resolve(schema: Schema): Schema {
  const named = schema.$ref && components.schemas[schema.$ref.slice("#/components/schemas/".length)];
  return named ? resolve(named) : schema;
}

function check(param: Param, given: Schema, at: string, wrong: Wrong): void {
  const choices = choicesOf(given);
  if (typeof param === "string") {
    const faults = choices.map((choice) => faultOfText(param, choice, at));
    if (!faults.includes(undefined)) wrong.fault ??= faults.at(-1);
    return;
  }
  const kind = Array.isArray(param) ? "array" : "object";
  const schema = choices.find(({ type }) => type === kind);
  if (schema === undefined) {
    wrong.fault ??= invalid(`Invalid ${choices.at(-1)?.type ?? "string"}`, { param: at });
    return;
  }
  if (Array.isArray(param)) {
    for (const [index, entry] of param.entries()) check(entry, schema.items ?? TEXT, `${at}[${index}]`, wrong);
    return;
  }
  for (const [name, value] of Object.entries(param)) {
    const path = at === "" ? name : `${at}[${name}]`;
    const inner = Object.hasOwn(schema.properties ?? {}, name)
      ? schema.properties?.[name]
      : schema.additionalProperties;
    if (inner === undefined || inner === false) wrong.unknown.push(path);
    else if (inner !== true) check(value, inner, path, wrong);
  }
  for (const name of schema.required ?? [])
    if (param[name] === undefined) wrong.fault ??= missingParam(at === "" ? name : `${at}[${name}]`);
}

function choicesOf(schema: Schema): Schema[] {
  const found = resolve(schema);
  const choices = found.anyOf?.flatMap(choicesOf) ?? [found];
  return found.nullable === true || schema.nullable === true ? [{ type: "string", enum: [""] }, ...choices] : choices;
}

function faultOfText(text: string, { type, enum: values }: Schema, param: string): StripeFault | undefined {
  if (values?.includes(text)) return undefined;
  // A plain text can always be emptied.
  if (type === "string" && values === undefined) return undefined;
  if (text === "") return emptyParam(param);
  if (type === "integer" && !/^-?\d{1,15}$/.test(text))
    return invalid(`Invalid integer: ${text}`, { param, code: "parameter_invalid_integer" });
  if (type === "number" && !/^-?\d{1,15}(\.\d{1,12})?$/.test(text))
    return invalid(`Invalid decimal: ${text}`, { param });
  if (type === "boolean" && text !== "true" && text !== "false") return invalid(`Invalid boolean: ${text}`, { param });
  if (values !== undefined) return invalid(`Invalid ${param}: must be one of ${inWords(values)}`, { param });
  return type === "array" || type === "object" ? invalid(`Invalid ${type}`, { param }) : undefined;
}

function inWords(values: readonly string[]): string {
  return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")}, or ${values.at(-1)!}`;
}
