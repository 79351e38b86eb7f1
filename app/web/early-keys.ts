// Owns what becomes of a shortcut that is pressed before the site runs: the site obeys it once it does.
import { isPaletteKey } from "#kit/web/palette/palette-keys.ts";

export interface EarlyKeys {
  /** Called when the site hears keys by itself; the last one that was pressed for it is obeyed now. */
  release(obey: (event: KeyboardEvent) => void): void;
}

export function holdEarlyKeys(): EarlyKeys {
  const held = new AbortController();
  let wanted: KeyboardEvent | undefined;

  function hold(event: KeyboardEvent): void {
    // What fills in a form by itself sends events of this name without a key.
    if (!(event instanceof KeyboardEvent)) return;
    if (isPaletteKey(event)) event.preventDefault(); // some browsers keep their own search there
    wanted = isPaletteKey(event) || event.key === "?" ? event : undefined; // whoever types on has another wish
  }

  document.addEventListener("keydown", hold, { capture: true, signal: held.signal });
  return {
    release(obey) {
      held.abort();
      if (wanted === undefined) return;
      const isObeyed = wanted.defaultPrevented && !isPaletteKey(wanted); // the site came between, and heard it
      if (!isObeyed) obey(wanted);
    },
  };
}
