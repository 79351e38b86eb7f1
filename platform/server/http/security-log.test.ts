import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { securityEvent, type SecurityEvent } from "./security-log.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const DENIED: SecurityEvent = { event: "access-denied", route: "GET /admin/user", network: "192.0.2.7" };

function aLog() {
  const lines: unknown[] = [];
  return { lines, log: { warn: (line: unknown) => void lines.push(line) } };
}

test("the same event is logged once a minute, and the next line says how often it was repeated", () => {
  const { lines, log } = aLog();
  for (let time = 0; time < 40; time++) securityEvent(log, { ...DENIED, userId: `person ${time}` });
  expect(lines).toEqual([{ security: { ...DENIED, userId: "person 0" } }]);
  vi.advanceTimersByTime(60_000);
  expect(lines[1]).toEqual({ security: { ...DENIED, userId: "person 0", repeated: 39 } });
  securityEvent(log, DENIED);
  expect(lines).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(lines, "nothing more of what came once").toHaveLength(3);
});

test("another kind, call or network is a line of its own, and another log counts for itself", () => {
  const [one, other] = [aLog(), aLog()];
  for (const more of [{}, { event: "unknown-id" }, { route: "GET /admin/post" }, { network: "192.0.2.8" }] as const)
    securityEvent(one.log, { ...DENIED, ...more });
  expect(one.lines).toHaveLength(4);
  securityEvent(other.log, DENIED);
  expect(other.lines).toHaveLength(1);
});

test("refusals from ever new networks do not fill the log and are still counted", () => {
  const { lines, log } = aLog();
  for (let host = 0; host < 2_000; host++) securityEvent(log, { ...DENIED, network: `2001:db8:0:${host}` });
  expect(lines).toHaveLength(501);
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toEqual({
    security: { event: "access-denied", route: "various", network: null, repeated: 1_499 },
  });
});
