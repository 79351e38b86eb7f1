// The API's description and the list of routes, each against the list of calls.
import { describe, expect, test } from "vitest";
import type { Call } from "#kit/contract/call.ts";
import { ERROR_STATUS, type ErrorCode } from "#kit/contract/errors.ts";
import { describeApi, refusalsOf } from "#kit/contract/openapi.ts";
import { needsToken } from "#kit/contract/who.ts";
import type { Route } from "#kit/server/http/serve.ts";
import { requireComplete } from "./api.ts";
import { calls } from "./calls.ts";
import { ONE_ENGINE } from "./test-database.ts";
import { openTestProduct } from "./test-product.ts";

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object; encoding?: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Description {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

const described = describeApi(calls, {
  title: "Keyturn",
  version: "1",
  server: "https://x/api/latest",
}) as unknown as Description;
const every = Object.entries<Call>(calls);
const operationOf = ({ method, path }: Call) => described.paths[path]![method.toLowerCase()]!; // the first test finds all

test("the description lists exactly the calls, and the product serves it", async () => {
  const listed = Object.entries(described.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  expect(listed.sort()).toEqual(every.map(([name, { method, path }]) => `${name} ${method} ${path}`).sort());

  const product = await openTestProduct(ONE_ENGINE);
  const reply = await fetch(`${product.url}/api/latest/openapi.json`);
  const served = (await reply.json()) as Description;
  await product.close();
  expect(reply.headers.get("content-type")).toContain("application/json");
  expect(served).toMatchObject({ openapi: "3.1.0", paths: JSON.parse(JSON.stringify(described.paths)) });
  expect(served.servers).toEqual([{ url: `${product.url}/api/latest` }]);
});

describe.each(every)("%s is described as OpenAPI 3.1 asks", (_name, call) => {
  test("each name in the path has its parameter, and each parameter a schema", () => {
    const { parameters } = operationOf(call);
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(inPath.every(({ required }) => required)).toBe(true);
    for (const { schema } of parameters) expect(Object.keys(schema).length).toBeGreaterThan(0);
  });

  test("each answer has its words, and its schema or no body", () => {
    const { responses, requestBody } = operationOf(call);
    expect(Object.keys(responses)).toContain(String(call.status));
    for (const { description } of Object.values(responses)) expect(description).not.toBe("");
    expect(responses[call.status]!.content === undefined).toBe(call.reply === null);
    const types = Object.keys(requestBody?.content ?? {});
    expect(types).toEqual([
      ...(call.upload ? ["multipart/form-data"] : []),
      ...(call.body ? ["application/json"] : []),
    ]);
    const { encoding } = requestBody?.content["multipart/form-data"] ?? {};
    expect(encoding).toEqual(call.upload && { file: { contentType: call.upload.mediaTypes.join(", ") } });
  });

  test("its refusals stand under their status, and who needs a token is told", () => {
    const { responses, security } = operationOf(call);
    const codesAt = (status: number) => responses[status]?.description.split(", ") as ErrorCode[] | undefined;
    for (const code of refusalsOf(call)) expect(codesAt(ERROR_STATUS[code])).toContain(code);
    expect(security).toEqual(needsToken(call.who) ? [{ bearer: [] }] : []);
  });
});

test("every reference in the description leads somewhere, and no schema names another dialect", () => {
  const text = JSON.stringify(described);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(new Set(references)).toEqual(new Set(["#/components/schemas/Error"]));
  expect(described.components.schemas).toHaveProperty("Error");
  expect(text).not.toContain("$schema");
});

describe("the product does not start", () => {
  const all: Route[] = every.map(([, call]) => ({ call, handler: async () => null }));

  test("with a call that no route answers", () => {
    expect(() => requireComplete(all)).not.toThrow();
    expect(() => requireComplete(all.slice(1))).toThrow(`No route answers: ${every[0]![0]}`);
  });

  test("with a call that two routes answer", () => {
    expect(() => requireComplete([...all, all[0]!])).toThrow("A route stands twice");
  });

  test("with a route that is no declared call", () => {
    const secret: Route = { call: { ...calls.listColleagues, path: "/hidden" }, handler: async () => null };
    expect(() => requireComplete([...all, secret])).toThrow("does not list");
  });
});
