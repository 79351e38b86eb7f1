import { setImmediate as breathe } from "node:timers/promises";

const CHARACTERS = 32_768;

export async function* bufferedChunks(parts: Iterable<string>): AsyncGenerator<Buffer> {
  let held = "";
  for (const part of parts) {
    held += part;
    if (held.length < CHARACTERS) continue;
    yield Buffer.from(held, "utf8");
    held = "";
    await breathe();
  }
  if (held !== "") yield Buffer.from(held, "utf8");
}
