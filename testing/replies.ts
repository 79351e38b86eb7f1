// Every reply of the product that a test opened, checked against the API's description.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { API_BASE } from "#platform/contract/call.ts";
import { TEMPORARY_ERRORS } from "#platform/contract/errors.ts";
import { countReply, reportMismatch } from "./reply-log.ts";

type Json = Record<string, unknown>;

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Json;
  readonly content?: Json;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json; readonly responses: Readonly<Record<string, Response>> };
}

/** A reply as it left. */
export interface SentReply {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What a success says only where the description does. */
const DESCRIBED_HEADERS = [
  "accept-ranges",
  "clear-site-data",
  "content-disposition",
  "content-range",
  "etag",
  "idempotency-key",
  "retry-after",
  "set-cookie",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];

/** How a reply differs from its description; empty if it matches, or if it is not a reply of the API. */
export type CheckReply = (reply: SentReply) => string[];

export function openReplyCheck(description: Description): CheckReply {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const network of ["cidrv4", "cidrv6"]) ajv.addFormat(network, true); // zod's names, unknown to JSON Schema
  // A client must expect more fields than are described; this product sends no others.
  ajv.addSchema({ ...description, components: closed(description.components) as Json, $id: "openapi" });
  const compiled = new Map<string, ValidateFunction>();
  const compile = (pointer: string) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
  const routes = Object.entries(description.paths).map(([path, item]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    parameters: path.split("{").length,
    item,
  }));
  routes.sort((one, other) => one.parameters - other.parameters); // as the router does, words before parameters

  const problemsOf = (reply: SentReply): string[] => {
    const path = reply.url.slice(API_BASE.length).split("?", 1)[0] ?? "";
    if (path === "/openapi.json") return [];
    const method = reply.method.toLowerCase();
    const route = routes.find(({ pattern, item }) => item[method] && pattern.test(path));
    if (!route) return reply.status < 400 ? ["no operation is described"] : bodyProblems(reply, ERROR, compile);
    const responses = route.item[method]!.responses; // found by it
    const key = [String(reply.status), `${Math.floor(reply.status / 100)}XX`].find((status) => status in responses);
    if (!key) return ["the status is not described"];
    const reference = responses[key]!.$ref; // found by it
    const name = reference?.split("/").at(-1);
    const response = name ? description.components.responses[name]! : responses[key]!; // a test follows every reference
    const at = name ? `/components/responses/${name}` : `/paths/${escaped(route.path)}/${method}/responses/${key}`;
    return [
      ...headerProblems(reply, response),
      ...codeProblems(reply, response),
      ...(response.content
        ? bodyProblems(reply, { content: response.content, at }, compile)
        : reply.body === ""
          ? []
          : ["a body is sent where none is described"]),
    ];
  };
  return problemsOf;
}

const ERROR = { content: { "application/json": {} }, at: "/components/responses/NotFound" };

function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function headerProblems({ status, headers, body }: SentReply, response: Response): string[] {
  const described = Object.keys(response.headers ?? {});
  if (status >= 400) {
    const isDescribed = described.includes("retry-after");
    if (TEMPORARY_ERRORS.has(codeOf(body)))
      return isDescribed && headers["retry-after"] !== undefined ? [] : ["the header retry-after is missing"];
    return [];
  }
  return DESCRIBED_HEADERS.filter((name) => headers[name] !== undefined && !described.includes(name)).map(
    (name) => `the header ${name} is not described`,
  );
}

function codeProblems({ status, body }: SentReply, { description }: Response): string[] {
  if (status < 400) return [];
  const code = codeOf(body);
  return description.split(/\W+/).includes(code) ? [] : [`the code ${code} is not described`];
}

function codeOf(body: string): string {
  return /"message":"(\w+)"/.exec(body)?.[1] ?? "";
}

function bodyProblems(
  { headers, body }: SentReply,
  { content, at }: { content: Json; at: string },
  compile: (pointer: string) => ValidateFunction,
): string[] {
  const type = typeof headers["content-type"] === "string" ? headers["content-type"] : "";
  const mediaType = Object.keys(content).find((one) => essence(one) === essence(type));
  if (!mediaType) return [`the type ${type || "(none)"} is not described`];
  if (isBinary(content[mediaType])) return [];
  const validate = compile(`${at}/content/${escaped(mediaType)}/schema`);
  if (validate(JSON.parse(body))) return [];
  return (validate.errors ?? []).map(({ instancePath, message = "", params }) =>
    [instancePath || "the body", message, JSON.stringify(params)].join(" "),
  );
}

function essence(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function isBinary(media: unknown): boolean {
  return (media as { schema?: { format?: string } }).schema?.format === "binary";
}

/** The same schemas, with no other fields than they name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return copy["type"] === "object" && "properties" in copy ? { additionalProperties: false, ...copy } : copy;
}

/** Checks what this server sends; a mismatch fails the test that is running. */
export function checkReplies(server: Server, check: CheckReply): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "" } = request;
    if (!url.startsWith(`${API_BASE}/`) || method === "HEAD") return;
    const parts: Buffer[] = [];
    const keep = (part: unknown) => {
      if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part as string));
    };
    let given: object = {};
    const { writeHead, write, end } = response;
    response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
      given = (args.at(-1) as object | undefined) ?? {};
      return Reflect.apply(writeHead, this, args) as ServerResponse;
    };
    response.write = function (this: ServerResponse, ...args: unknown[]) {
      keep(args[0]);
      return Reflect.apply(write, this, args) as boolean;
    } as typeof write;
    response.end = function (this: ServerResponse, ...args: unknown[]) {
      keep(args[0]);
      const sent = {
        method,
        url,
        status: this.statusCode,
        headers: { ...this.getHeaders(), ...lowerCased(given) } as Json,
        body: "",
      };
      sent.body = decoded(Buffer.concat(parts), sent.headers["content-encoding"]).toString("utf8");
      for (const problem of check(sent)) reportMismatch(`${method} ${url.slice(0, 200)} ${sent.status}: ${problem}`);
      countReply();
      return Reflect.apply(end, this, args) as ServerResponse;
    } as typeof end;
  });
}

function decoded(body: Buffer, encoding: unknown): Buffer {
  if (encoding === "br") return brotliDecompressSync(body);
  return encoding === "gzip" ? gunzipSync(body) : body;
}

function lowerCased(headers: object): Json {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as unknown]));
}
