// Loaded into the product's process before the product: its time is `ahead` milliseconds ahead and jumps when the
// simulator asks. Between jumps it passes as usual. PGlite runs in the same process and follows.
import { createServer } from "node:http";
import { install } from "@sinonjs/fake-timers";

const { searchParams } = new URL(import.meta.url);

const clock = install({
  now: Date.now() + Number(searchParams.get("ahead")),
  shouldAdvanceTime: true,
  toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
});

// Like a computer that wakes up: each timer that is due fires once, however often it would have fired.
const server = createServer((request, reply) => {
  const to = Number(new URL(request.url ?? "/", "http://localhost").searchParams.get("to"));
  clock.jump(Math.max(0, to - Date.now()));
  reply.end();
});
server.listen(Number(searchParams.get("port")), "localhost").unref();
