// Live messages carry ids and versions only; the page reads the data again.
import type { QueryClient } from "@tanstack/react-query";
import { LIVE_REFUSED, type LiveEvent } from "#platform/contract/live.ts";
import type { Cached } from "./query.ts";

const served = new Map<string, Set<Cached>>();

/** Says, once, at a feature's module: when this event comes, these reads are stale. */
export function refreshOn(type: string, queries: readonly Cached[]): void {
  const known = served.get(type) ?? new Set();
  for (const query of queries) known.add(query);
  served.set(type, known);
}

/** What this event makes stale: a change of one's own makes the same stale, without waiting for the event. */
export function servedBy(type: string): readonly Cached[] {
  return [...(served.get(type) ?? [])];
}

/** Marks stale what the event touches; without one, everything that any event serves. */
export function refreshServed(cache: QueryClient, event?: LiveEvent): void {
  const stale = event ? [served.get(event.type) ?? new Set<Cached>()] : [...served.values()];
  for (const queries of stale) for (const { key } of queries) void cache.invalidateQueries({ queryKey: key });
}

export interface LiveParts {
  readonly url: string;
  readonly token: string;
  readonly membershipId: string | null;
  onEvent(event: LiveEvent): void;
  /** Called when a lost connection is open again: events may have been missed. */
  onReconnect(): void;
  /** Called once a connection that stood was ended for good: the token or the rights behind it count no more. */
  onRefused(): void;
  /** Replaces the browser's own WebSocket in tests. */
  readonly Socket?: typeof WebSocket;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** `WebSocket.CONNECTING`, which a test's socket may not define. */
const CONNECTING = 0;

/** How long to wait before the next attempt: doubling, at random within it, so that a restart is not met by a herd. */
export function waitBefore(attempt: number, random: () => number = Math.random): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2);
}

/** Keeps one socket open until the returned function is called. */
export function openLive({
  url,
  token,
  membershipId,
  onEvent,
  onReconnect,
  onRefused,
  Socket = WebSocket,
}: LiveParts): () => void {
  let attempt = 0;
  let hadOne = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;
  let isStopped = false;
  let wasLetIn = false;

  function connect(): void {
    socket = new Socket(url);
    socket.addEventListener("open", () => {
      if (isStopped) return socket?.close();
      socket?.send(JSON.stringify({ token, membershipId }));
      if (hadOne) onReconnect();
      hadOne = true;
      attempt = 0;
    });
    socket.addEventListener("message", ({ data }) => {
      wasLetIn = true;
      const event = eventIn(data);
      if (event !== null) onEvent(event);
    });
    socket.addEventListener("close", ({ code }) => {
      if (isStopped) return;
      if (code === LIVE_REFUSED) return wasLetIn ? onRefused() : undefined;
      timer = setTimeout(connect, waitBefore(attempt++));
    });
  }

  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    // A connection that is still opening is closed once it is open. If closed sooner, the browser would log an error.
    if (socket?.readyState !== CONNECTING) socket?.close();
  };
}

function eventIn(data: unknown): LiveEvent | null {
  if (typeof data !== "string") return null;
  try {
    const frame: unknown = JSON.parse(data);
    // The server's word that it is ready names nothing: it is no event.
    const isEvent = typeof frame === "object" && frame !== null && "type" in frame && "id" in frame;
    return isEvent ? (frame as LiveEvent) : null;
  } catch {
    return null;
  }
}
