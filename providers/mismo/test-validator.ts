import { SaxesParser } from "saxes";
import { childrenIn, COUNTS, LENDER_LOAN_LENGTH, LENGTHS, MISMO, NAMESPACES, VALUES } from "./element-model.ts";

interface Open {
  readonly name: string;
  /** Place of the last child in the model's order. */
  at: number;
  text: string;
  readonly seen: string[];
}

/**
 * What is wrong with a MISMO file under the element model, strictly: names and namespaces, order, repeats, values, forms of
 * amounts, counts, days and times, Desktop Underwriter's lengths and counts, empty containers, labels and arcs.
 */
export function faultsOf(xml: string): string[] {
  const faults: string[] = [];
  const open: Open[] = [];
  const labels = new Set<string>();
  const arcs: { from: string; to: string; role: string }[] = [];
  const counts = new Map<string, number>();
  let roles = 0;
  let identifier = "";
  const parser = new SaxesParser({ xmlns: true });
  const prefixes = new Map<string, string>([
    [MISMO.namespace, ""],
    ...Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, `${prefix}:`] as const),
  ]);
  const path = () => open.map(({ name }) => name);
  const fault = (text: string) => void faults.push(`line ${parser.line}: ${path().join("/")}: ${text}`);

  parser.on("doctype", () => fault("has a document type"));
  parser.on("error", (error) => fault(error.message));
  parser.on("opentag", ({ uri, local, attributes }) => {
    const name = `${prefixes.get(uri) ?? `{${uri}}`}${local}`;
    const parent = open.at(-1);
    if (parent === undefined) {
      if (name !== "MESSAGE") fault(`starts with ${name}`);
      if (attributes["MISMOReferenceModelIdentifier"]?.value !== MISMO.version) fault("has another version");
    } else {
      const order = childrenIn(path()) ?? [];
      const at = order.findIndex((child) => child.name === name);
      if (at === -1) fault(`has no ${name} in the model`);
      else if (at < parent.at) fault(`${name} comes too late`);
      else if (at === parent.at && order[at]?.mayRepeat === false) fault(`${name} is repeated`);
      if (at !== -1) parent.at = at;
      parent.seen.push(name);
    }
    open.push({ name, at: -1, text: "", seen: [] });
    if (name in COUNTS) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const { uri: of, local: key, value } of Object.values(attributes)) {
      if (of !== NAMESPACES.xlink || key !== "label") continue;
      if (!/^[A-Za-z_][\w.-]*$/.test(value)) fault(`the label ${value} is no name`);
      if (labels.has(value)) fault(`the label ${value} is given twice`);
      labels.add(value);
    }
    if (name === "RELATIONSHIP") {
      const of = (key: string) =>
        Object.values(attributes).find(({ uri: one, local: other }) => one === NAMESPACES.xlink && other === key)
          ?.value ?? "";
      arcs.push({ from: of("from"), to: of("to"), role: of("arcrole") });
    }
  });
  parser.on("text", (part) => void (open.at(-1) && (open.at(-1)!.text += part)));
  parser.on("closetag", () => {
    const { name, text, seen } = open.at(-1)!; // a closing tag has an opening one
    const isContainer = childrenIn(path()) !== undefined;
    if (isContainer && text.trim() !== "") fault("has text between its children");
    if (isContainer && seen.length === 0 && name !== "RELATIONSHIP") fault("is empty");
    if (!isContainer) leafFaults(name, text).forEach(fault);
    if (name === "PartyRoleType" && text === "Borrower") roles++;
    if (name === "LoanIdentifier") identifier = text;
    if (name === "LoanIdentifierType" && text === "LenderLoan" && identifier.length > LENDER_LOAN_LENGTH)
      fault("the loan number is too long");
    open.pop();
  });
  parser.write(xml).close();

  for (const [name, count] of counts) {
    const most = COUNTS[name as keyof typeof COUNTS];
    if (count > most) faults.push(`${count} ${name}, more than ${most}`);
  }
  if (roles > COUNTS.borrowers) faults.push(`${roles} borrowers, more than ${COUNTS.borrowers}`);
  for (const { from, to, role } of arcs) {
    for (const end of [from, to]) if (!labels.has(end)) faults.push(`an arc names ${end}, which has no label`);
    const [, start, target] = /^(\w+)_IsAssociatedWith_(\w+)$/.exec(role.replace(MISMO.arcrole, "")) ?? [];
    if (start === undefined || !from.startsWith(`${start}_`)) faults.push(`the arc role ${role} does not fit ${from}`);
    if (target === "ROLE" && !to.startsWith("BORROWER_")) faults.push(`the arc role ${role} does not fit ${to}`);
  }
  return faults;
}

const FORMS: readonly (readonly [ending: string, form: RegExp])[] = [
  ["Amount", /^\d{1,13}(\.\d{1,2})?$/],
  ["Count", /^\d{1,5}$/],
  ["Percent", /^\d{1,3}(\.\d{1,6})?$/],
  ["Datetime", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/],
  ["Date", /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/],
  ["Indicator", /^(true|false)$/],
];

function leafFaults(name: string, text: string): string[] {
  const values = (VALUES as Readonly<Record<string, readonly string[]>>)[name];
  const form = FORMS.find(([ending]) => name.endsWith(ending))?.[1];
  const length = [...text].length;
  return [
    text.trim() === "" && "is empty",
    text !== text.trim() && "has spaces around it",
    values && !values.includes(text) && `has no value ${text}`,
    !values && name.endsWith("Type") && "has no list of values in the model",
    form && !form.test(text) && `${text} has the wrong form`,
    length > ((LENGTHS as Readonly<Record<string, number>>)[name] ?? 500) && `is ${length} characters long`,
  ].filter((one) => typeof one === "string");
}
