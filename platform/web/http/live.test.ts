import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { QueryClient } from "@tanstack/react-query";
import { openLive, refreshOn, refreshServed, waitBefore } from "./live.ts";

/** Stands for the browser's socket: the test opens, speaks and closes it. */
class TestSocket extends EventTarget {
  static opened: TestSocket[] = [];
  sent: string[] = [];
  readyState = 0;
  closes = 0;
  constructor() {
    super();
    TestSocket.opened.push(this);
  }
  send(frame: string) {
    this.sent.push(frame);
  }
  close() {
    this.closes++;
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code: 1000 }));
  }
}

const latest = () => TestSocket.opened.at(-1)!; // every test opens one first
const lose = (code = 1006) => latest().dispatchEvent(new CloseEvent("close", { code }));
function stand() {
  latest().readyState = 1;
  latest().dispatchEvent(new Event("open"));
}

beforeEach(() => {
  TestSocket.opened = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const onEvent = vi.fn();
  const onReconnect = vi.fn();
  const onRefused = vi.fn();
  const Socket = TestSocket as unknown as typeof WebSocket; // as much of it as is used
  const stop = openLive({ url: "ws://x", token: "abc", membershipId: "m1", onEvent, onReconnect, onRefused, Socket });
  return { stop, onEvent, onReconnect, onRefused };
}

describe("the live connection", () => {
  test("identifies the person first and passes only events on", () => {
    const { onEvent } = open();
    stand();
    expect(latest().sent).toEqual(['{"token":"abc","membershipId":"m1"}']);
    for (const data of ['{"type":"ready"}', '{"type":"borrower.updated","id":"b1","version":3}', "noise", "7"])
      latest().dispatchEvent(new MessageEvent("message", { data }));
    expect(onEvent.mock.calls).toEqual([[{ type: "borrower.updated", id: "b1", version: 3 }]]);
  });

  test("reconnects after a loss and reports it once the connection is open", () => {
    const { onReconnect } = open();
    stand();
    lose();
    vi.advanceTimersByTime(1_000);
    expect(TestSocket.opened).toHaveLength(2);
    expect(onReconnect).not.toHaveBeenCalled();
    stand();
    expect(onReconnect).toHaveBeenCalledOnce();
  });

  test("that is stopped while it opens is closed once it is open, and reports nothing", () => {
    const { stop } = open();
    stop();
    expect(latest().closes).toBe(0);
    stand();
    expect(latest()).toMatchObject({ closes: 1, sent: [] });
    const other = open();
    stand();
    other.stop();
    expect(latest().closes).toBe(1);
  });

  test("stays closed after signing out, and when the token is refused", () => {
    open().stop();
    vi.advanceTimersByTime(60_000);
    expect(TestSocket.opened).toHaveLength(1);
    open();
    lose(4401);
    vi.advanceTimersByTime(60_000);
    expect(TestSocket.opened).toHaveLength(2);
  });

  test("reports a refusal only if it was accepted before", () => {
    const { onRefused } = open();
    stand();
    lose(4401);
    expect(onRefused).not.toHaveBeenCalled();
    const other = open();
    stand();
    latest().dispatchEvent(new MessageEvent("message", { data: '{"type":"ready"}' }));
    lose(4401);
    expect(other.onRefused).toHaveBeenCalledOnce();
    const last = open();
    latest().dispatchEvent(new MessageEvent("message", { data: '{"type":"ready"}' }));
    last.stop();
    lose(4401);
    expect(last.onRefused).not.toHaveBeenCalled();
  });

  test("waits longer each time, within half a minute, never in step with others", () => {
    expect(waitBefore(0, () => 1)).toBe(1_000);
    expect(waitBefore(3, () => 0)).toBe(4_000);
    expect(waitBefore(40, () => 1)).toBe(30_000);
  });
});

test("an event marks its data stale; a reconnect marks all live data", () => {
  const cache = new QueryClient();
  cache.setQueryData(["one"], 1);
  cache.setQueryData(["two"], 2);
  refreshOn("one.changed", [{ key: ["one"] }]);
  refreshOn("two.changed", [{ key: ["two"] }]);
  const stale = () => ["one", "two"].filter((name) => cache.getQueryState([name])?.isInvalidated);
  refreshServed(cache, { type: "one.changed", id: "1", version: 1 });
  expect(stale()).toEqual(["one"]);
  refreshServed(cache);
  expect(stale()).toEqual(["one", "two"]);
});
