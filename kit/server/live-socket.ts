// Owns the socket that a page keeps open: its first frame says who it is, what follows are events for that person.
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "@fastify/websocket";
import { z } from "zod";
import { LIVE_REFUSED } from "#kit/contract/live.ts";
import { asAppError } from "./error-reply.ts";
import type { LiveHub } from "./live.ts";
import { actAs, type Authenticate } from "./asker.ts";

const Hello = z.object({ token: z.string().max(8_000), membershipId: z.string().max(100).nullish() });

const HELLO_WITHIN_MS = 10_000;
/** Rights are read again before each event, and this often; a person without them is let go. */
const CHECK_EVERY_MS = 30_000;
/** RFC 6455's registry: service restart, try again later. After either a page comes back and reads anew. */
const CLOSE_GAP = 1012;
const CLOSE_LATER = 1013;

export function mountLiveSocket(app: FastifyInstance, path: string, hub: LiveHub, authenticate: Authenticate): void {
  app.get(path, { websocket: true }, (socket, request) => {
    const tooLate = setTimeout(() => socket.close(LIVE_REFUSED), HELLO_WITHIN_MS);
    socket.once("message", (frame: Buffer) => {
      clearTimeout(tooLate);
      serveListener(socket, frame, request.ip, hub, authenticate).catch((error: unknown) =>
        socket.close(isOurFault(error) ? CLOSE_LATER : LIVE_REFUSED),
      );
    });
    socket.once("close", () => clearTimeout(tooLate));
  });
}

async function serveListener(
  socket: WebSocket,
  hello: Buffer,
  address: string,
  hub: LiveHub,
  authenticate: Authenticate,
): Promise<void> {
  const { token, membershipId } = Hello.parse(JSON.parse(hello.toString("utf8")));
  const identify = async () => actAs(await authenticate(token), membershipId ?? undefined, address);
  const actor = await identify();
  if (actor.role === "inactive") throw new Error("an inactive member hears nothing");

  const isStillIn = async () => {
    const isIn = await identify().then(({ role }) => role === actor.role, isOurFault);
    if (!isIn) socket.close(LIVE_REFUSED);
    return isIn;
  };

  // One after the other, so that events are heard in the order in which they came.
  let told = Promise.resolve();
  const hear = (event: unknown) => {
    told = told.then(async () => {
      if (await isStillIn()) socket.send(JSON.stringify(event));
    });
  };

  const leave = hub.join({
    userId: actor.userId,
    organizationId: actor.organizationId,
    hearsAll: actor.role === "admin" || actor.role === "root",
    hear,
    letGo: () => socket.close(CLOSE_GAP),
  });
  const check = setInterval(() => {
    void isStillIn();
    socket.ping();
  }, CHECK_EVERY_MS);
  socket.once("close", () => {
    clearInterval(check);
    leave();
  });
  socket.send(JSON.stringify({ type: "ready" }));
}

// A database that is away says nothing about the person: whoever is in stays, and is asked again at the next turn.
function isOurFault(error: unknown): boolean {
  return asAppError(error).code === "OVERLOADED";
}
