// The hidden frame through which a page's script asks the API: the page itself needs no connection to it.
import type { frameCalls } from "./frame-calls.ts";
import type { frameDoor } from "./frame-door.ts";

/** Self-contained: its source is sent to the browser. */
export function controllerFrame(makeAsk: typeof frameCalls, makeDoor: typeof frameDoor): void {
  const ask = makeAsk();
  const tell = makeDoor(({ method, path, params }) =>
    ask(String(method), String(path), params as Record<string, unknown>),
  );
  tell({ kind: "loaded" });
}
