import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createPasswordSprayGuard } from "./spray.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
});
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

function aGuard(perMinute?: number) {
  let closed = 0;
  const guard = createPasswordSprayGuard({ ...(perMinute && { perMinute }), onClosed: () => closed++ });
  const fail = (times: number) => {
    for (let failure = 0; failure < times; failure++) guard.countFailure();
  };
  return { guard, fail, closed: () => closed };
}

test("a thousand failures in a minute close the sign-in until the minute is over", () => {
  const { guard, fail } = aGuard();
  fail(999);
  guard.requireOpen();
  pass(20_500);
  fail(1);
  expect(() => guard.requireOpen()).toThrow(expect.objectContaining({ code: "TOO_MANY_REQUESTS", retryAfter: 40 }));
  pass(39_499);
  expect(() => guard.requireOpen()).toThrow(expect.objectContaining({ retryAfter: 1 }));
  pass(1);
  guard.requireOpen();
});

test("only failures count, and failures of another minute are not added", () => {
  const { guard, fail } = aGuard(3);
  for (let time = 0; time < 100; time++) guard.requireOpen();
  for (let minute = 0; minute < 3; minute++) {
    fail(2);
    guard.requireOpen();
    pass(60_000);
  }
});

test("it reports each closing once, however many failures follow", () => {
  const { guard, fail, closed } = aGuard(3);
  fail(50);
  expect(closed()).toBe(1);
  pass(60_000);
  fail(2);
  guard.requireOpen();
  expect(closed()).toBe(1);
  fail(2);
  expect(closed()).toBe(2);
});
