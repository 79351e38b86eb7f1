import { SaxesParser } from "saxes";
import { decode } from "#providers/statement-files/decode.ts";
import { childrenOf, type Element, MAX_DEPTH } from "#providers/statement-files/element.ts";
import { BankStatementError } from "#providers/statement-files/statement.ts";
import { MISMO, NAMESPACES } from "./element-model.ts";

/** Why a file cannot be read at all. */
export const MISMO_FAULTS = [
  "TOO_LARGE",
  "EMPTY",
  "NOT_TEXT",
  "PDF",
  "WORKBOOK",
  "ENCODING",
  "FORMAT",
  "DOCTYPE",
  "BROKEN",
  "NAMESPACE",
  "VERSION",
  "NO_LOAN",
] as const;
export type MismoFault = (typeof MISMO_FAULTS)[number];

export class MismoFileError extends Error {
  readonly code: MismoFault;
  readonly line: number | null;
  readonly found: string | null;
  constructor(code: MismoFault, { line = null, found = null }: { line?: number | null; found?: string | null } = {}) {
    super(code);
    this.code = code;
    this.line = line;
    this.found = found;
  }
}

/** Elements of one file. A loan has some hundred to a few thousand. */
const MAX_ELEMENTS = 50_000;
/** Attributes of one element. A parser compares them with one another, which takes long for thousands. */
const MAX_ATTRIBUTES = 50;

/**
 * The deals of a MISMO 3.4 file. Names are without a prefix in MISMO's own namespace, and with the model's prefix in the
 * extensions'; elements of other namespaces are left out. Throws MismoFileError.
 */
export function readMismo(bytes: Uint8Array): Element[] {
  const text = textOf(bytes);
  if (!/^\s*</.test(text)) throw new MismoFileError("FORMAT");
  const message = parse(text);
  const deals = childrenOf(message, "DEAL_SETS")
    .flatMap((sets) => childrenOf(sets, "DEAL_SET"))
    .flatMap((set) => childrenOf(set, "DEALS"))
    .flatMap((list) => childrenOf(list, "DEAL"));
  if (deals.length === 0) throw new MismoFileError("NO_LOAN");
  return deals;
}

function textOf(bytes: Uint8Array): string {
  try {
    return decode(bytes);
  } catch (error) {
    if (!(error instanceof BankStatementError)) throw error;
    const code = MISMO_FAULTS.find((fault) => fault === error.code);
    throw new MismoFileError(code ?? "FORMAT");
  }
}

const PREFIXES = new Map<string, string>([
  [MISMO.namespace, ""],
  ...Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, `${prefix}:`] as const),
]);

/** The message. Document types, and with them entities of one's own, are refused. */
function parse(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const root = newElement("", 1);
  // Of an element in a namespace that is not ours, what is inside goes nowhere.
  const open: Element[] = [root];
  let count = 0;
  let attributeCount = 0;
  parser.on("doctype", () => {
    throw new MismoFileError("DOCTYPE", { line: parser.line });
  });
  parser.on("error", () => {
    throw new MismoFileError("BROKEN", { line: parser.line });
  });
  parser.on("attribute", () => {
    if (++attributeCount > MAX_ATTRIBUTES) throw new MismoFileError("TOO_LARGE");
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    attributeCount = 0;
    const prefix = PREFIXES.get(uri);
    if (open.length === 1) refuseOther({ uri, local, version: attributes["MISMOReferenceModelIdentifier"]?.value });
    const element = newElement(`${prefix ?? ""}${local}`, parser.line, attributes);
    if (prefix !== undefined) open.at(-1)!.children.push(element); // the root is never closed
    if (open.push(element) > MAX_DEPTH) throw new MismoFileError("BROKEN", { line: parser.line });
    if (++count > MAX_ELEMENTS) throw new MismoFileError("TOO_LARGE");
  });
  parser.on("text", (part) => void (open.at(-1)!.text += part));
  parser.on("cdata", (part) => void (open.at(-1)!.text += part));
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return root.children[0]!; // a document without an element is broken
}

interface Start {
  readonly uri: string;
  readonly local: string;
  readonly version: string | undefined;
}

/** Throws NAMESPACE, VERSION. */
function refuseOther({ uri, local, version }: Start): void {
  if (uri !== MISMO.namespace || local !== "MESSAGE")
    throw new MismoFileError("NAMESPACE", { found: (uri === MISMO.namespace ? local : uri).slice(0, 100) });
  if (version !== undefined && !/^3\.4(?!\d)/.test(version))
    throw new MismoFileError("VERSION", { found: version.slice(0, 40) });
}

function newElement(
  name: string,
  line: number,
  attributes: Readonly<Record<string, { readonly uri: string; readonly local: string; readonly value: string }>> = {},
): Element {
  const named = Object.values(attributes).map(({ uri, local, value }) => [`${PREFIXES.get(uri) ?? ""}${local}`, value]);
  return { name, line, attributes: Object.fromEntries(named) as Record<string, string>, children: [], text: "" };
}
