import { expect, test } from "vitest";
import * as z from "zod/mini";
import { isFile, type Call } from "#platform/contract/call.ts";
import { calls } from "./calls.ts";

/** Fields of replies by which someone acts: tokens, secrets, links that carry one. */
const SECRET_FIELD = /token$|secret$|passCode|recoveryCodes$|otpauthURL|authorizeURL/i;

const fieldsOf = ({ reply }: Call): string[] => {
  if (reply === null || isFile(reply)) return [];
  const schema = JSON.stringify(z.toJSONSchema(reply, { io: "output", unrepresentable: "any" }));
  return [...schema.matchAll(/"(\w+)":\{/g)].map(([, name]) => name!); // its group takes part
};

test.each(Object.entries<Call>(calls))("%s is marked where its reply holds a secret, and only there", (_name, call) => {
  expect(call.holdsSecret).toBe(fieldsOf(call).some((name) => SECRET_FIELD.test(name)));
});
