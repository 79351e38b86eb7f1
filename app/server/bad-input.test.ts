// Asked of every call, from its schemas: each wrong part is refused by field, and nothing of it reaches a rule.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Call } from "#platform/contract/call.ts";
import { admits, admitsBorrowerSession, needsToken, ROLES } from "#platform/contract/who.ts";
import { calls, type CallName } from "./calls.ts";
import { ONE_ENGINE } from "../../testing/database.ts";
import { anonymous } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { requestOf, rowOf } from "../../testing/request.ts";
import { aStage, aBorrowerSessionStage } from "../../testing/stage.ts";
import { claimsOf, mint } from "../../testing/tokens.ts";

const every = Object.entries<Call>(calls) as [CallName, Call][];
const fieldsOf = (schema: z.ZodMiniObject | undefined) => Object.entries(schema?.shape ?? {});
const refuses = (schema: z.core.$ZodType, value: unknown) => !z.safeParse(schema, value).success;
const isId = (schema: z.core.$ZodType) => refuses(schema, "two words") && !refuses(schema, crypto.randomUUID());
const isIdList = (schema: z.core.$ZodType) => refuses(schema, ["x"]) && !refuses(schema, [crypto.randomUUID()]);
const isText = (value: unknown) => typeof value === "string";
const isRequired = (schema: z.core.$ZodType) => refuses(schema, undefined);

/** What attackers and broken clients send in place of a value (I2, I8, X8). */
const WRONG_VALUES = [
  { $ne: null },
  [],
  ["x"],
  [["x"]],
  12.5,
  1e308,
  -1,
  2 ** 63,
  true,
  {},
  "",
  "\u0000",
  "\ud800",
  "x".repeat(5_000),
];
const WRONG_BODIES = ["[]", '"text"', "null", "12", "true", "[{}]", "{}"];
const MALFORMED_IDS = [
  "1",
  "-0",
  "1.5",
  "9223372036854775808",
  "💥",
  "\u0000",
  "..%2f",
  "' or 1=1 --",
  "x".repeat(400),
];

describe("bad input", () => {
  let product: TestProduct;
  let stages: Awaited<ReturnType<typeof aStage>>;
  let session: Awaited<ReturnType<typeof aBorrowerSessionStage>>;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    stages = await aStage(product);
    session = await aBorrowerSessionStage(product);
  });
  afterAll(() => product.close());

  const isForBorrowers = (who: Call["who"]) =>
    typeof who !== "string" && admitsBorrowerSession(who) && !ROLES.some((role) => admits(who, role));
  const asked = async ({ who }: Call) => {
    if (isForBorrowers(who)) return session;
    const stage = await stages(ROLES.find((role) => role === "admin" && admits(who, role)) ?? "registered");
    const token = needsToken(who) ? mint(product.product.config.jwt.secret, claimsOf(stage.person.userId)) : null;
    return { stage, token };
  };
  /** Sends the call with a raw body and the path parameters of its row. */
  const senderOf = async (call: Call, name: CallName) => {
    const { stage, token } = await asked(call);
    const input = await rowOf(name).works(stage);
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) => String(input[field]));
    const headers = { "content-type": "application/json", ...(token !== null && { authorization: `bearer ${token}` }) };
    return async (body: string) => {
      const reply = await fetch(`${product.url}/api/latest${path}`, { method: call.method, headers, body });
      return { status: reply.status, body: await reply.text() };
    };
  };

  describe.each(every.filter(([, { body }]) => body))("%s", (name, call) => {
    test.each(fieldsOf(call.body))("refuses wrong values of %s by field", async (field, schema) => {
      const { stage, token } = await asked(call);
      const input = await rowOf(name).works(stage);
      const before = product.askedOfPlaid.length;
      for (const value of WRONG_VALUES.filter((wrong) => refuses(schema, wrong))) {
        const reply = await requestOf(stage, name, token, { input: { ...input, [field]: value } });
        const namesNothing = isIdList(schema) && Array.isArray(value) && value.length > 0 && value.every(isText);
        if ((isId(schema) && isText(value)) || namesNothing) expect(reply).toMatchObject({ status: 404 });
        else {
          expect(reply, JSON.stringify(value)?.slice(0, 60)).toMatchObject({
            status: 400,
            message: "VALIDATION_ERROR",
          });
          expect(reply.errors!.every((error) => error.field.split(".")[0] === field)).toBe(true); // a 400 names fields
        }
      }
      expect(product.askedOfPlaid.length).toBe(before);
    });

    test("refuses a body without its required fields, naming each field", async () => {
      const needed = fieldsOf(call.body).filter(([, schema]) => isRequired(schema));
      const { stage, token } = await asked(call);
      const input = await rowOf(name).works(stage);
      const params = Object.fromEntries(fieldsOf(call.params).map(([field]) => [field, input[field]]));
      const reply = await requestOf(stage, name, token, { input: params });
      expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
      expect(reply.errors).toEqual(needed.map(([field]) => ({ field, code: "REQUIRED" })));
    });

    test("refuses every body that is not an object", async () => {
      const send = await senderOf(call, name);
      for (const body of WRONG_BODIES) {
        const reply = await send(body);
        expect(reply, body).toMatchObject({ status: 400 });
        expect(JSON.parse(reply.body)).toMatchObject({ message: "VALIDATION_ERROR" });
      }
    });

    test("refuses keys that could change a prototype", async () => {
      const send = await senderOf(call, name);
      for (const body of ['{"__proto__":{"role":"root"}}', '{"constructor":{"prototype":{"role":"root"}}}'])
        expect(await send(body)).toMatchObject({ status: 400 });
      expect(Object.prototype).not.toHaveProperty("role");
    });
  });

  describe.each(every.filter(([, { params }]) => fieldsOf(params).some(([, schema]) => isId(schema))))(
    "%s",
    (name, call) => {
      test.each(fieldsOf(call.params))("finds nothing under a malformed %s", async (field) => {
        const { stage, token } = await asked(call);
        const input = await rowOf(name).works(stage);
        for (const id of MALFORMED_IDS) {
          const reply = await requestOf(stage, name, token, { input: { ...input, [field]: id } });
          expect(reply, id).toMatchObject({ status: 404, message: "NOT_FOUND", body: { message: "NOT_FOUND" } });
        }
      });
    },
  );

  describe.each(every.filter(([, { query }]) => query))("%s", (name, call) => {
    test.each(fieldsOf(call.query))("refuses wrong values of %s", async (field, schema) => {
      const { stage, token } = await asked(call);
      const input = await rowOf(name).works(stage);
      for (const value of ["NaN", "-1", "0", "1e15", "", "[]", "1; drop table users"].filter((text) =>
        refuses(schema, text),
      )) {
        const reply = await requestOf(stage, name, token, { input: { ...input, [field]: value } });
        // An id that nothing can have is not found; where a list goes on after it, it is a wrong value.
        if (isId(schema) && reply.status === 404) continue;
        expect(reply, value).toMatchObject({ status: 400, errors: [{ field }] });
      }
    });
  });

  test("a refusal never shows a stack, a statement or a path", async () => {
    const replies = [
      await anonymous(product).send(calls.logIn, { email: "x", password: {} as never }),
      await anonymous(product).send(calls.confirmEmail, { token: "'; select 1" }),
    ];
    for (const { body } of replies) expect(JSON.stringify(body)).not.toMatch(/ at |select |node_modules|\.ts/);
  });
});
