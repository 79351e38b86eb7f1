import { childrenIn, MISMO, NAMESPACES, VALUES } from "./element-model.ts";

/**
 * What is written of a container: attributes with an `@` before their name, children by name. A child that is `undefined`,
 * and a container in which nothing is left, are left out.
 */
export interface MismoNode {
  readonly [name: string]: string | MismoNode | readonly MismoNode[] | undefined;
}

/**
 * A MISMO 3.4 file, with the children of each container in the order of the model. `comment` is its first line. Throws
 * for an element or a value that the model does not have.
 */
export function writeMismo(message: MismoNode, comment: string): string {
  const root = {
    "@xmlns": MISMO.namespace,
    ...Object.fromEntries(Object.entries(NAMESPACES).map(([prefix, namespace]) => [`@xmlns:${prefix}`, namespace])),
    "@MISMOReferenceModelIdentifier": MISMO.version,
    ...message,
  };
  // Two hyphens would end the comment.
  const safe = escape(comment)
    .replaceAll(/-(?=-)/g, "- ")
    .replace(/-$/, "- ");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${safe} -->\n${container(["MESSAGE"], root)}\n`;
}

function container(path: readonly string[], node: MismoNode): string {
  const name = path.at(-1)!; // a path has an element
  const order = childrenIn(path);
  if (!order) throw new Error(`${path.join("/")} is no container of the model`);
  const entries = Object.entries(node).filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => {
    return entry[1] !== undefined;
  });
  const unknown = entries.find(([key]) => !key.startsWith("@") && !order.some((child) => child.name === key));
  if (unknown) throw new Error(`${path.join("/")} has no ${unknown[0]} in the model`);
  const attributes = entries
    .filter(([key]) => key.startsWith("@"))
    .map(([key, value]) => (typeof value === "string" ? ` ${key.slice(1)}="${escape(value)}"` : ""));
  const children = order.flatMap((child) => childText([...path, child.name], node[child.name]));
  const isArc = name === "RELATIONSHIP";
  if (children.length === 0) return isArc ? `${indent(path)}<${name}${attributes.join("")}/>` : "";
  return [`${indent(path)}<${name}${attributes.join("")}>`, ...children, `${indent(path)}</${name}>`].join("\n");
}

function childText(path: readonly string[], value: MismoNode[string]): string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return leaf(path, value);
  const nodes = Array.isArray(value) ? (value as readonly MismoNode[]) : [value as MismoNode];
  return nodes.map((node) => container(path, node)).filter(Boolean);
}

function leaf(path: readonly string[], value: string): string[] {
  const name = path.at(-1)!; // a path has an element
  const text = escape(value).trim();
  if (text === "") return [];
  const values = (VALUES as Readonly<Record<string, readonly string[]>>)[name];
  if (values && !values.includes(text)) throw new Error(`${name} has no value ${text} in the model`);
  return [`${indent(path)}<${name}>${text}</${name}>`];
}

function indent(path: readonly string[]): string {
  return " ".repeat(path.length - 1);
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Without what XML 1.0 cannot hold. */
function escape(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, " ").replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!); // every sign of the class has one
}

/** Cents as the model writes amounts: `18250.37`. By its digits, since a large sum divided by 100 is not exact. */
export function mismoAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The first so many characters, as a reader with that limit shows a name. */
export function cutTo(text: string, length: number): string {
  return [...text].slice(0, length).join("").trim();
}
