// The API's description and the list of routes, each against the list of calls.
import { describe, expect, test } from "vitest";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import * as z from "zod/mini";
import { WEBHOOK_EVENTS } from "#features/developers/contract.ts";
import { type Call, isFile } from "#platform/contract/call.ts";
import { ERROR_STATUS, type ErrorCode } from "#platform/contract/errors.ts";
import { refusalsOf } from "#platform/contract/openapi.ts";
import { needsToken } from "#platform/contract/who.ts";
import type { Route } from "#platform/server/http/serve.ts";
import { describeProduct } from "./api-description.ts";
import { FIELDS } from "./api-fields.ts";
import { requireComplete } from "./api.ts";
import { type CallName, calls } from "./calls.ts";
import { ONE_ENGINE } from "../../testing/database.ts";
import { openTestProduct } from "../../testing/product.ts";
import { jobKinds } from "./database.ts";

describe("openapi", () => {
  type Named = Record<string, object>;
  interface Schema {
    description?: string;
    type?: string;
    $ref?: string;
    anyOf?: Schema[];
    enum?: unknown[];
    const?: unknown;
    properties?: Record<string, Schema>;
  }
  interface Reference {
    $ref: string;
  }
  interface Response {
    description: string;
    content?: Record<string, { schema: object }>;
    headers?: Named;
  }
  interface Operation {
    operationId: string;
    description: string;
    tags: string[];
    security: object[];
    parameters: ({ name: string; in: string; required: boolean; description: string; schema: object } | Reference)[];
    requestBody?: { content: Record<string, { schema: object; encoding?: object }> };
    responses: Record<string, Response | Reference>;
  }
  interface Description {
    openapi: string;
    servers: { url: string }[];
    tags: { name: string; description: string }[];
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { examples: Named }> } } }>;
    components: { schemas: Named; responses: Record<string, Response>; parameters: Named };
  }

  const MAIN_OBJECTS = [
    ...["Borrower", "CoBorrower", "BankItem", "ConnectedAccount", "ReportSummary", "Loan", "LoanInput"],
    ...["AssetReport", "ParsedReport", "ReportItem", "ReportAccount", "ReportTransaction", "SignedStatement"],
    ...["Evidence", "EvidenceDocument", "Statement", "LineItem", "CurrentPeriod", "Subscription", "SubscribeRequest"],
    ...["OrganizationSettings", "OrganizationPolicy", "Member", "Invitation", "Group", "Device", "LogInRequest"],
    ...["RegisterRequest", "Token", "AuditEvent", "AuditCopy", "AuditView", "GenerateAssetReportRequest"],
  ];

  const described = describeProduct({
    title: "Keyturn",
    version: "1",
    publicUrl: "https://x",
    server: "https://x/api/latest",
  }) as unknown as Description;
  const every = Object.entries<Call>(calls);
  const operations = Object.entries(described.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const operationOf = (name: string) => operations.find(({ operationId }) => operationId === name)!; // the first test finds all
  const resolved = <T extends object>(value: T | Reference): T => {
    if (!("$ref" in value)) return value;
    const place = value.$ref.replace("#/", "").split("/");
    return place.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], described) as T;
  };
  const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

  test("the description lists exactly the calls, and the product serves it", async () => {
    const listed = operations.map(({ operationId, method, path }) => `${operationId} ${method} ${shapeOf(path)}`);
    expect(listed.sort()).toEqual(every.map(([name, { method, path }]) => `${name} ${method} ${shapeOf(path)}`).sort());

    const product = await openTestProduct(ONE_ENGINE);
    const url = `${product.url}/api/latest/openapi.json`;
    const reply = await fetch(url);
    const served = (await reply.json()) as Description;
    const again = await fetch(url, { headers: { "if-none-match": reply.headers.get("etag") ?? "" } });
    await product.close();
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(reply.headers.get("content-encoding")).toBe("gzip");
    expect(reply.headers.get("content-type")).toContain("application/json");
    expect(served.openapi).toBe("3.1.0");
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(described.paths)));
    expect(served.components.schemas).toEqual(described.components.schemas);
    expect(served.servers).toEqual([{ url: `${product.url}/api/latest` }]);
  });

  describe.each(every)("%s is described as OpenAPI 3.1 requires", (name, call) => {
    test("it says what it does and belongs to one feature", () => {
      const { description, tags } = operationOf(name);
      expect(description).toMatch(/^[A-Z].+\.\n\nAccess: /);
      expect(described.tags.map((tag) => tag.name)).toContain(tags[0]);
      expect(tags).toHaveLength(1);
    });

    test("each name in the path has its parameter, and each parameter is described", () => {
      const { parameters, path } = operationOf(name);
      const all = parameters.map((parameter) => resolved(parameter));
      const inPath = all.filter((parameter) => parameter.in === "path");
      expect(inPath.map((parameter) => parameter.name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, inBraces]) => inBraces),
      );
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const { schema, description } of all) {
        expect(Object.keys(schema).length).toBeGreaterThan(0);
        expect(description).toMatch(/^\S.+[^.]$/);
      }
    });

    test("each reply has its description, and its schema or no body", () => {
      const { responses, requestBody } = operationOf(name);
      expect(Object.keys(responses)).toContain(String(call.status));
      for (const response of Object.values(responses)) expect(resolved(response).description).not.toBe("");
      expect(resolved(responses[call.status]!).content === undefined).toBe(call.reply === null);
      const types = Object.keys(requestBody?.content ?? {});
      expect(types).toEqual([
        ...(call.upload ? ["multipart/form-data"] : []),
        ...(call.body ? ["application/json"] : []),
        ...(call.foreignBody?.mediaTypes ?? []),
      ]);
      const { encoding } = requestBody?.content["multipart/form-data"] ?? {};
      expect(encoding).toEqual(call.upload && { file: { contentType: call.upload.mediaTypes.join(", ") } });
    });

    test("its refusals are listed by status, and the schemes of its tokens", () => {
      const { responses, security } = operationOf(name);
      const codesAt = (status: number) => {
        const response = responses[status];
        return response && (resolved(response).description.split(", ") as ErrorCode[]);
      };
      for (const code of refusalsOf(call)) expect(codesAt(ERROR_STATUS[code])).toContain(code);
      expect(security.some((scheme) => "bearer" in scheme || "borrowerSession" in scheme)).toBe(
        needsToken(call.who) || call.errors.includes("INVALID_JWT"),
      );
      expect(security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)).toBe(
        call.who === "anyone",
      );
    });
  });

  test("every reference can be resolved, and every schema is used", () => {
    const text = JSON.stringify(described);
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref]) => $ref!)); // its group takes part
    for (const $ref of references) expect(resolved({ $ref }), $ref).toBeDefined();
    const names = Object.keys(described.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names.filter((name) => !references.has(name))).toEqual([]);
    expect(text).not.toContain("$schema");
  });

  test("every field of the main objects says what it means, and every scalar has an example", () => {
    const { schemas } = described.components;
    const says = ({ description, $ref, anyOf, enum: values, const: value }: Schema): boolean =>
      [description, values, value].some((one) => one !== undefined) ||
      ($ref !== undefined && says(schemas[$ref.split("/").at(-1)!] as Schema)) ||
      (anyOf?.some((one) => one.type !== "null" && says(one)) ?? false);
    const silent = MAIN_OBJECTS.flatMap((name) =>
      Object.entries((schemas[name] as Schema).properties!)
        .filter(([, field]) => !says(field))
        .map(([field]) => `${name}.${field}`),
    );
    expect(silent, "without a text in app/server/api-fields.ts").toEqual([]);
    for (const name of ["Id", "Name", "Email", "Phone", "Version", "Timestamp", "Day", "Cents", "SignedCents"])
      expect(schemas[name], name).toHaveProperty("examples");
  });

  test("every text describes a field that exists", () => {
    const { schemas } = described.components;
    const known = new Set<string>();
    for (const [name, schema] of Object.entries(schemas))
      for (const field of Object.keys((schema as Schema).properties ?? {})) {
        known.add(field);
        known.add(`${name}.${field}`);
      }
    expect(Object.keys(FIELDS).filter((field) => !known.has(field))).toEqual([]);
  });

  test("each event is described as a webhook, with an example that its schema takes", () => {
    expect(Object.keys(described.webhooks)).toEqual(Object.keys(WEBHOOK_EVENTS));
    for (const [type, { data, example }] of Object.entries(WEBHOOK_EVENTS)) {
      expect(z.strictObject(data.shape).parse(example), type).toEqual(example);
      const { examples } = described.webhooks[type]!.post.requestBody.content["application/json"]!;
      expect(examples[type]).toMatchObject({ value: { type, data: example } });
    }
  });

  test("an object with optional request fields has a second schema only if a reply uses it too", () => {
    const { schemas } = described.components;
    expect(schemas["Loan"]).not.toEqual(schemas["LoanInput"]);
    for (const name of Object.keys(schemas).filter((one) => one.endsWith("Input")))
      expect(schemas).toHaveProperty(name.replace(/Input$/, ""));
  });

  test("an id in a list or a nested object may be not found, and a malformed token is a validation error", () => {
    const statusesOf = (name: CallName) => Object.keys(operationOf(name).responses);
    for (const name of ["createPost", "deletePosts", "createGroup", "inviteMember"] as const)
      expect(statusesOf(name)).toContain("404");
    for (const name of ["confirmEmail", "verifyReportFile"] as const) expect(statusesOf(name)).toContain("400");
    expect(statusesOf("findPost")).not.toContain("400");
  });

  describe("the product does not start", () => {
    const all: Route[] = every.map(([, call]) => ({ call, handler: async () => null }));

    test("with a call that no route answers", () => {
      expect(() => requireComplete(all)).not.toThrow();
      expect(() => requireComplete(all.slice(1))).toThrow(`No route answers: ${every[0]![0]}`);
    });

    test("with a call that two routes answer", () => {
      expect(() => requireComplete([...all, all[0]!])).toThrow("A route is listed twice");
    });

    test("with a route that is not a declared call", () => {
      const secret: Route = { call: { ...calls.listColleagues, path: "/hidden" }, handler: async () => null };
      expect(() => requireComplete([...all, secret])).toThrow("does not list");
    });
  });

  // The API's description under the recommended rules of Redocly and of Spectral.
  const published = describeProduct({
    title: "Keyturn",
    version: "1",
    publicUrl: "https://keyturn.mortgage",
    server: "https://keyturn.mortgage/api/latest",
  });
  /** What both sets of rules know to be wrong. */
  const broken = { ...published, info: { title: "Keyturn" }, paths: { "/plans": { get: { responses: {} } } } };

  test("Redocly's recommended rules find nothing", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      // `/borrower/notify-lender/{id}` beside `/borrower/{id}/open-visit`: ids are UUIDs, so no word is one.
      rules: { "no-ambiguous-paths": "off" },
    });
    const problemsOf = async (description: object) => {
      const source = JSON.stringify(description);
      const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
      return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
    };
    expect(await problemsOf(published)).toEqual([]);
    expect(await problemsOf(broken)).not.toEqual([]);
  });

  test("Spectral's recommended rules find nothing", async () => {
    const spectral = new Spectral();
    // Spectral's own types are wrong here: they reject a rule set that extends nothing.
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, "recommended"]] });
    const problemsOf = async (description: object) => {
      const problems = await spectral.run(JSON.stringify(description));
      return problems.map(({ code, message, path }) => `${code} ${path.join("/")} ${message}`);
    };
    expect(await problemsOf(published)).toEqual([]);
    expect(await problemsOf(broken)).not.toEqual([]);
  });
});

describe("secret replies", () => {
  /** Fields of replies by which someone acts: tokens, secrets, links that carry one. */
  const SECRET_FIELD = /token$|secret$|passCode|recoveryCodes$|otpauthURL|authorizeURL|linkURL|calendarURL/i;

  const fieldsOf = ({ reply }: Call): string[] => {
    if (reply === null || isFile(reply)) return [];
    const schema = JSON.stringify(z.toJSONSchema(reply, { io: "output", unrepresentable: "any" }));
    return [...schema.matchAll(/"(\w+)":\{/g)].map(([, name]) => name!); // its group takes part
  };

  test.each(Object.entries<Call>(calls))(
    "%s is marked where its reply holds a secret, and only there",
    (_name, call) => {
      expect(call.holdsSecret).toBe(fieldsOf(call).some((name) => SECRET_FIELD.test(name)));
    },
  );
});

// What stays in the job table after a person is erased: ids, and nothing that names them.
describe("job payloads", () => {
  /** Free text that no person is in: a file's random name, a provider's id, a hash of an address. */
  const NOT_PERSONAL = [
    "findings.remove-file file",
    "visits.request-link emailSha256",
    "subscriptions.settle objectId",
  ];

  test("no kind of job carries free text: only ids, days, numbers and listed words", () => {
    const free = jobKinds.flatMap(({ name, data }) => {
      const { properties = {} } = z.toJSONSchema(data, { io: "input" });
      return Object.entries(properties).flatMap(([field, schema]) =>
        typeof schema === "object" && isFreeText(schema) ? [`${name} ${field}`] : [],
      );
    });
    expect(free).toEqual(NOT_PERSONAL);
  });

  interface JsonSchema {
    readonly type?: unknown;
    readonly format?: unknown;
    readonly enum?: unknown;
    readonly anyOf?: readonly unknown[];
  }

  /** Objects and lists count as such: nothing that is sent needs one. */
  function isFreeText({ type, format, enum: words, anyOf }: JsonSchema): boolean {
    if (anyOf) return anyOf.some((one) => isFreeText(one as JsonSchema));
    if (type === "integer" || type === "number" || type === "boolean" || type === "null") return false;
    return !(type === "string" && (format === "uuid" || format === "date" || words !== undefined));
  }
});
