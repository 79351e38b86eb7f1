import { expect, test } from "vitest";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import { outcomeOf } from "./error-rules.ts";

const after = (method: string, path: string, status: number, code: ApiErrorCode = "INTERNAL_ERROR") =>
  outcomeOf({ method, path, status, code });

test.each([
  ["S8.2", "EMAIL_NOT_FOUND"],
  ["S8.3", "INVALID_PASSWORD"],
  ["S8.4", "PASSWORD_CHANGE_REQUIRED"],
  ["S8.5", "ACCOUNT_LOCKED"],
] as const)("%s 401 %s is passed on to the caller and leads nowhere", (_row, code) =>
  expect(after("POST", "auth/login", 401, code)).toEqual({ goTo: null, dropToken: false }),
);

test("401 NO_USER drops the token; any other 401 keeps it; both go to /error/401", () => {
  expect(after("GET", "account/borrower", 401, "NO_USER")).toEqual({ goTo: "/error/401", dropToken: true });
  expect(after("GET", "account/borrower", 401, "INVALID_JWT")).toEqual({ goTo: "/error/401", dropToken: false });
});

test.each([
  ["S8.11", 400],
  ["S8.12", 403],
  ["S8.13", 404],
  ["S8.14", 500],
  ["S8.15", 503],
  ["S8.16", 504],
])("%s %i goes to its page", (_row, status) => {
  expect(after("GET", "account/borrower", status).goTo).toBe(`/error/${status}`);
});

test.each([402, 409, 410, 413, 422, 429, 502, 0])("%i stays with the screen", (status) => {
  expect(after("GET", "account/borrower", status).goTo).toBeNull();
});

test.each([
  ["S8.17", "GET", "assets/version"],
  ["S8.18", "POST", "payment/subscribe"],
  ["S8.20", "POST", "auth/register"],
  ["S8.22", "POST", "account/post"],
  ["S8.22", "POST", "account/post?test=true"],
  ["S8.23", "PUT", "account/post/1"],
])("%s %s %s keeps its errors to itself", (_row, method, path) => {
  expect(after(method, path, 500).goTo).toBeNull();
});

test.each([
  ["GET", "payment/plans"],
  ["GET", "auth/confirm-email/1"],
  ["POST", "account/borrower"],
  ["PUT", "account/borrower/1"],
  ["POST", "social/google-auth"],
  ["POST", "admin/post"],
  ["POST", "account/post/delete-multiple"],
  ["POST", "account/posts"],
  ["PUT", "account/post"],
])("%s %s is no exception", (method, path) => {
  expect(after(method, path, 500).goTo).toBe("/error/500");
});
