import { randomUUID } from "node:crypto";
import { connect, type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "#platform/contract/errors.ts";
import { LIVE_REFUSED } from "#platform/contract/live.ts";
import { createHttpServer } from "../http/http-server.ts";
import type { LiveListener } from "./live.ts";
import { mountLiveSocket, broadcastSerially } from "./live-socket.ts";
import { ALONE } from "../http/test-server.ts";

describe("limits of live sockets", () => {
  /** A token is the id of its person, whatever spaces follow. */
  async function aLiveServer() {
    const listening = new Set<LiveListener>();
    const hub = {
      join(listener: LiveListener) {
        listening.add(listener);
        return () => void listening.delete(listener);
      },
    };
    const authenticate = async (token: string) => {
      if (!token.startsWith("person")) throw new AppError("INVALID_JWT");
      const role = "admin" as const;
      return {
        userId: token.trim(),
        email: "a@example.org",
        emailConfirmed: true,
        ownsEmail: true,
        authenticatedAt: new Date().toISOString(),
        hasNewerAuthentication: false,
        deviceId: null,
        memberships: [
          {
            id: randomUUID(),
            organizationId: randomUUID(),
            role,
            isSecondFactorMissing: false,
            isSsoMissing: false,
            onlyGroups: null,
          },
        ],
      };
    };
    const app = await createHttpServer({
      logger: false,
      policy: ALONE,
      origin: "",
      shed: false,
      trustedProxies: ["127.0.0.1", "::1"],
    });
    mountLiveSocket(app, "/live", { hub, authenticate, origin: "https://site.example" });
    await app.listen({ port: 0, host: "localhost" });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo;

    function aPage(address: string, person: string) {
      const init = { headers: { "x-forwarded-for": address } }; // Node's own takes it; the browser's types do not know it
      const socket = new WebSocket(`ws://localhost:${port}/live`, init as never);
      const page = { socket, isReady: false, closed: null as number | null };
      socket.addEventListener("open", () => socket.send(JSON.stringify({ token: person })));
      socket.addEventListener("message", () => (page.isReady = true));
      socket.addEventListener("close", ({ code }) => (page.closed = code));
      return page;
    }
    /** One that opens a socket and then neither speaks nor answers. */
    function aSilentPage(address: string): Promise<Socket> {
      const head = `GET /live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
      const key = `sec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString("base64")}\r\n`;
      return new Promise((resolve, reject) => {
        const socket = connect(port, "localhost", () =>
          socket.write(`${head}${key}x-forwarded-for: ${address}\r\n\r\n`),
        );
        socket.once("data", () => resolve(socket)).on("error", reject);
      });
    }
    const seen = (pages: ReturnType<typeof aPage>[]) => ({
      ready: pages.filter(({ isReady, closed }) => isReady && closed === null).length,
      later: pages.filter(({ isReady, closed }) => !isReady && closed === 1013).length,
    });
    return { app, listening, aPage, aSilentPage, seen };
  }

  test("a page of another site cannot open a socket; a page of this site and a program can", async () => {
    const { app } = await aLiveServer();
    const { port } = app.server.address() as AddressInfo;
    const answerTo = (origin: string) =>
      new Promise<string>((resolve, reject) => {
        const key = `sec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString("base64")}\r\n`;
        const head = `GET /live HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
        const socket = connect(port, "localhost", () => socket.write(`${head}${key}${origin}\r\n`));
        socket.once("data", (data) => (resolve(data.toString().split("\r\n", 1)[0]!), socket.destroy()));
        socket.on("error", reject);
      });
    for (const foreign of ["https://evil.test", "https://site.example.evil.test", `http://localhost:${port}1`, "null"])
      expect(await answerTo(`origin: ${foreign}\r\n`), foreign).toBe("HTTP/1.1 403 Forbidden");
    for (const own of ["origin: https://site.example\r\n", `origin: http://localhost:${port}\r\n`, ""])
      expect(await answerTo(own), own).toBe("HTTP/1.1 101 Switching Protocols");
  });

  test("a person can have 50 sockets at once; closing one makes room, and other people are not limited", async () => {
    const { aPage, seen, listening } = await aLiveServer();
    const pages = Array.from({ length: 53 }, (_, index) => aPage(`192.0.2.${index}`, "person 1"));
    await vi.waitFor(() => expect(seen(pages)).toEqual({ ready: 50, later: 3 }), 10_000);
    expect(listening.size).toBe(50);
    const other = aPage("192.0.2.1", "person 2");
    await vi.waitFor(() => expect(other.isReady).toBe(true), 15_000);
    pages.find(({ isReady }) => isReady)!.socket.close();
    await vi.waitFor(() => expect(listening.size).toBe(50), 15_000);
    const next = aPage("192.0.2.1", "person 1");
    await vi.waitFor(() => expect(next.isReady).toBe(true), 15_000);
  });

  test("a network address can have 200 sockets at once, including those that never identify themselves", async () => {
    const { aPage, aSilentPage, seen } = await aLiveServer();
    for (let index = 0; index < 198; index++) await aSilentPage(`2001:db8::${index.toString(16)}`);
    const pages = Array.from({ length: 4 }, (_, index) => aPage(`2001:db8::ffff:${index}`, `person ${index}`));
    await vi.waitFor(() => expect(seen(pages)).toEqual({ ready: 2, later: 2 }), 10_000);
    const elsewhere = aPage("2001:db8:0:1::1", "person 9");
    await vi.waitFor(() => expect(elsewhere.isReady).toBe(true), 15_000);
  });

  test("a token of 12,000 characters is heard, a longer one is refused", async () => {
    const { aPage } = await aLiveServer();
    const [longest, longer] = [12_000, 12_001].map((length) => aPage("192.0.2.1", "person 1".padEnd(length)));
    await vi.waitFor(() => expect([longest!.isReady, longer!.closed]).toEqual([true, LIVE_REFUSED]), 15_000);
  });

  test("a server closes within ten seconds, though 500 sockets are open and none of them answers", async () => {
    const { app, aPage, aSilentPage } = await aLiveServer();
    const page = aPage("192.0.2.1", "person 1");
    await vi.waitFor(() => expect(page.isReady).toBe(true), 15_000);
    for (let index = 0; index < 500; index++) await aSilentPage(`192.0.2.${index % 250}`);
    expect(app.websocketServer.clients.size).toBe(501);
    const begun = performance.now();
    await app.close();
    expect(performance.now() - begun).toBeLessThan(10_000); // it would wait for half a minute
    await vi.waitFor(() => expect(page.closed).not.toBeNull(), 15_000);
    expect(page.closed, "it is to come back").not.toBe(LIVE_REFUSED);
  });
});

describe("serial broadcast", () => {
  function aPage() {
    const page = { reported: [] as unknown[], reads: 0 };
    let isIn = true;
    const isStillIn = async () => {
      page.reads++;
      return isIn;
    };
    const hear = broadcastSerially(isStillIn, (event) => page.reported.push(event));
    return { page, hear, end: () => (isIn = false) };
  }

  test("rights are read before events, once for all that came during a read, and events keep their order", async () => {
    const { page, hear } = aPage();
    hear(0);
    const events = Array.from({ length: 100 }, (_, index) => index + 1);
    events.forEach(hear);
    await vi.waitFor(() => expect(page.reported).toEqual([0, ...events]), 15_000);
    expect(page.reads).toBe(2);
    hear(101);
    await vi.waitFor(() => expect(page.reported).toEqual([0, ...events, 101]), 15_000);
    expect(page.reads).toBe(3);
  });

  test("an event after the rights ended is never sent", async () => {
    const { page, hear, end } = aPage();
    hear("before");
    await vi.waitFor(() => expect(page.reported).toEqual(["before"]), 15_000);
    end();
    hear("after");
    await vi.waitFor(() => expect(page.reads).toBe(2), 15_000);
    await new Promise(setImmediate);
    expect(page.reported).toEqual(["before"]);
  });
});
