// Tests the check of replies: what it accepts and what it reports.
import { expect, test } from "vitest";
import { describeProduct } from "../app/server/api-description.ts";
import { openReplyCheck, type Description, type SentReply } from "./replies.ts";

const site = "http://localhost";
const check = openReplyCheck(
  describeProduct({ title: "K", version: "1", publicUrl: site, server: site }) as unknown as Description,
);
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const group = { id: crypto.randomUUID(), name: "Blue", color: "blue" };
const aReply = (reply: Partial<SentReply> = {}): SentReply => ({
  method: "GET",
  url: "/api/latest/account/group?x=1",
  status: 200,
  headers: JSON_TYPE,
  body: JSON.stringify([group]),
  ...reply,
});
const aRefusal = (status: number, message: string, headers: object = {}) =>
  aReply({ status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify({ message }) });

const LOG_IN = "/api/latest/auth/login";

test("a reply as described passes, and so does a refusal", () => {
  expect(check(aReply())).toEqual([]);
  expect(check(aRefusal(403, "FORBIDDEN"))).toEqual([]);
  expect(check(aRefusal(503, "OVERLOADED", { "retry-after": 5 }))).toEqual([]);
  expect(check({ ...aRefusal(401, "INVALID_PASSWORD"), method: "POST", url: LOG_IN })).toEqual([]);
  expect(check(aReply({ method: "POST", url: "/api/latest/auth/logout", status: 204, headers: {}, body: "" }))).toEqual(
    [],
  );
});

test.each<[string, SentReply]>([
  ["a field is missing", aReply({ body: JSON.stringify([{ id: group.id, name: "Blue" }]) })],
  ["a field is not described", aReply({ body: JSON.stringify([{ ...group, secret: "x" }]) })],
  ["a value has the wrong type", aReply({ body: JSON.stringify([{ ...group, name: 5 }]) })],
  ["a value has the wrong format", aReply({ body: JSON.stringify([{ ...group, id: "x" }]) })],
  ["a value is not in the list", aReply({ body: JSON.stringify([{ ...group, color: "pink" }]) })],
  ["the status is not described", aReply({ status: 202 })],
  ["the content type is not described", aReply({ headers: { "content-type": "text/html" } })],
  ["a header is not described", aReply({ headers: { ...JSON_TYPE, "set-cookie": "a=b" } })],
  ["the code is not described", aRefusal(403, "LAST_ADMIN")],
  ["the code belongs to another status", aRefusal(401, "FORBIDDEN")],
  ["the header that says when to come back is missing", aRefusal(503, "OVERLOADED")],
  ["a lock does not say when it ends", { ...aRefusal(401, "ACCOUNT_LOCKED"), method: "POST", url: LOG_IN }],
  ["a body is sent with 204", aReply({ method: "POST", url: "/api/latest/auth/logout", status: 204, headers: {} })],
  ["no operation is described", aReply({ url: "/api/latest/nothing" })],
  ["a refusal without an operation has another shape", { ...aRefusal(404, "GONE"), url: "/api/latest/nothing" }],
])("a reply is reported when %s", (_when, reply) => {
  expect(check(reply)).not.toEqual([]);
});
