import { expect, test } from "vitest";
import type { ApiErrorCode } from "./api-error.ts";
import { outcomeOf } from "./error-rules.ts";

const after = (method: string, path: string, status: number, code: ApiErrorCode = "INTERNAL_ERROR") =>
  outcomeOf({ method, path, status, code });

test.each(["EMAIL_NOT_FOUND", "INVALID_PASSWORD", "PASSWORD_CHANGE_REQUIRED", "ACCOUNT_LOCKED"] as const)(
  "401 %s is the log-in page's own affair",
  (code) => expect(after("POST", "auth/login", 401, code)).toEqual({ goTo: null, dropToken: false }),
);

test("401 NO_USER drops the token; any other 401 keeps it; both go to /error/401", () => {
  expect(after("GET", "account/borrower", 401, "NO_USER")).toEqual({ goTo: "/error/401", dropToken: true });
  expect(after("GET", "account/borrower", 401, "INVALID_JWT")).toEqual({ goTo: "/error/401", dropToken: false });
});

test.each([400, 403, 404, 500, 503, 504])("%i goes to its page", (status) => {
  expect(after("GET", "account/borrower", status).goTo).toBe(`/error/${status}`);
});

test.each([402, 409, 410, 413, 422, 429, 502, 0])("%i stays with the screen", (status) => {
  expect(after("GET", "account/borrower", status).goTo).toBeNull();
});

test.each([
  ["GET", "assets/version"],
  ["POST", "payment/subscribe"],
  ["POST", "auth/register"],
  ["POST", "account/post"],
  ["PUT", "account/post/1"],
])("%s %s keeps its errors to itself", (method, path) => {
  expect(after(method, path, 500).goTo).toBeNull();
});

test.each([
  ["GET", "payment/plans"],
  ["GET", "auth/confirm-email/1"],
  ["POST", "account/borrower"],
  ["PUT", "account/borrower/1"],
])("%s %s is no exception", (method, path) => {
  expect(after(method, path, 500).goTo).toBe("/error/500");
});
