import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebSocket } from "@fastify/websocket";
import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import { LIVE_REFUSED } from "#platform/contract/live.ts";
import { asAppError } from "../http/error-reply.ts";
import type { LiveHub } from "./live.ts";
import { actAs, type Authenticate } from "../http/authenticate-request.ts";
import { networkOf } from "../http/network.ts";
import { logRefusal } from "../http/security-log.ts";

const Hello = z.object({
  token: z.string().check(z.maxLength(12_000)),
  membershipId: z.nullish(z.string().check(z.maxLength(100))),
});

const HELLO_WITHIN_MS = 10_000;
/** Rights are read again before events, and this often; a person without them is let go, and so is a page that is gone. */
const CHECK_EVERY_MS = 30_000;
/** How long a page may take to close after a request to leave. Then it is cut off. */
const GO_WITHIN_MS = 500;
/** Sockets open at once, to each process. */
const PER_PERSON = 50;
const PER_ADDRESS = 200;
/** RFC 6455's registry: service restart, try again later. After either code a page reconnects and reads again. */
const CLOSE_GAP = 1012;
const CLOSE_LATER = 1013;

interface LiveOptions {
  readonly hub: LiveHub;
  readonly authenticate: Authenticate;
  /** The site's own. */
  readonly origin: string;
}

export function mountLiveSocket(app: FastifyInstance, path: string, { hub, authenticate, origin }: LiveOptions): void {
  const [ofAddresses, ofPeople] = [createConnectionLimiter(PER_ADDRESS), createConnectionLimiter(PER_PERSON)];
  const onRequest = async ({ headers, host }: FastifyRequest) => {
    const from = headers.origin; // programs send none
    if (from !== undefined && from !== origin && URL.parse(from)?.host !== host) throw new AppError("FORBIDDEN");
  };
  app.get(path, { websocket: true, onRequest }, (socket, request) => {
    // The client has reset the connection already, so it has no address any more.
    if (!request.ip) return socket.terminate();
    if (!sit(socket, ofAddresses, networkOf(request.ip))) return close(socket, CLOSE_LATER);
    const tooLate = setTimeout(() => close(socket, LIVE_REFUSED), HELLO_WITHIN_MS);
    socket.once("message", (frame: Buffer) => {
      clearTimeout(tooLate);
      serveListener(socket, frame, request.ip, { hub, authenticate, ofPeople }).catch((error: unknown) => {
        if (!isOurFault(error)) logRefusal(request, asAppError(error), true);
        close(socket, isOurFault(error) ? CLOSE_LATER : LIVE_REFUSED);
      });
    });
    socket.once("close", () => clearTimeout(tooLate));
  });
  // We ask them to leave ourselves: the server would wait half a minute for pages that do not answer.
  app.addHook("preClose", (done) => {
    for (const socket of app.websocketServer.clients) cutOffSoon(socket);
    done();
  });
}

interface Doors {
  readonly hub: LiveHub;
  readonly authenticate: Authenticate;
  readonly ofPeople: ConnectionLimiter;
}

async function serveListener(
  socket: WebSocket,
  hello: Buffer,
  address: string,
  { hub, authenticate, ofPeople }: Doors,
): Promise<void> {
  const { token, membershipId } = Hello.parse(JSON.parse(hello.toString("utf8")));
  const identify = async () => actAs(await authenticate(token), membershipId ?? undefined, address);
  const actor = await identify();
  if (actor.role === "inactive") throw new Error("an inactive member hears nothing");
  if (socket.readyState !== socket.OPEN) return; // it closed during the wait, so no close event would remove it
  if (!sit(socket, ofPeople, actor.userId)) return close(socket, CLOSE_LATER);

  const isStillIn = async () => {
    const isIn = await identify().then(({ role }) => role === actor.role, isOurFault);
    if (!isIn) close(socket, LIVE_REFUSED);
    return isIn && socket.readyState === socket.OPEN;
  };
  const leave = hub.join({
    userId: actor.userId,
    organizationId: actor.organizationId,
    hearsAll: actor.role === "admin" || actor.role === "root",
    hear: broadcastSerially(isStillIn, (event) => socket.send(JSON.stringify(event))),
    letGo: () => close(socket, CLOSE_GAP),
  });
  let hasAnswered = true;
  socket.on("pong", () => (hasAnswered = true));
  const check = setInterval(() => {
    if (!hasAnswered) return socket.terminate();
    hasAnswered = false;
    void isStillIn();
    socket.ping();
  }, CHECK_EVERY_MS);
  socket.once("close", () => {
    clearInterval(check);
    leave();
  });
  socket.send(JSON.stringify({ type: "ready" }));
}

/** `false`: under this name no seat is left. */
function sit(socket: WebSocket, seats: ConnectionLimiter, name: string): boolean {
  const leave = seats.take(name);
  if (leave) socket.once("close", leave);
  return leave !== null;
}

function close(socket: WebSocket, code: number): void {
  socket.close(code);
  cutOffSoon(socket);
}

function cutOffSoon(socket: WebSocket): void {
  const cutOff = setTimeout(() => socket.terminate(), GO_WITHIN_MS);
  socket.once("close", () => clearTimeout(cutOff));
}

// An unreachable database says nothing about the person. A connected page stays, and is checked again at the next turn.
function isOurFault(error: unknown): boolean {
  return asAppError(error).code === "OVERLOADED";
}

/**
 * Passes events to `tell`, one read at a time. Events that come during a read wait, and the next read sends them
 * together. When `isStillIn` says no, they are dropped.
 */
export function broadcastSerially(
  isStillIn: () => Promise<boolean>,
  tell: (event: unknown) => void,
): (event: unknown) => void {
  const waiting: unknown[] = [];
  let isTelling = false;

  async function tellAll(): Promise<void> {
    isTelling = true;
    while (waiting.length > 0) {
      const due = waiting.splice(0);
      if (await isStillIn()) due.forEach(tell);
    }
    isTelling = false;
  }

  return (event) => {
    waiting.push(event);
    if (!isTelling) void tellAll();
  };
}

interface ConnectionLimiter {
  /** Call the result to leave; `null`: all are taken. */
  take(name: string): (() => void) | null;
}

function createConnectionLimiter(max: number): ConnectionLimiter {
  const taken = new Map<string, number>();
  return {
    take(name) {
      const before = taken.get(name) ?? 0;
      if (before >= max) return null;
      taken.set(name, before + 1);
      return () => {
        const left = (taken.get(name) ?? 0) - 1;
        if (left > 0) taken.set(name, left);
        else taken.delete(name);
      };
    },
  };
}
