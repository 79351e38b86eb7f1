import { isPaletteKey } from "#platform/web/palette/palette-keys.ts";

export interface PreHydrationKeys {
  /** Called when the site hears keys by itself; the last one that was pressed for it is obeyed now. */
  release(obey: (event: KeyboardEvent) => void): void;
}

export function holdPreHydrationKeys(): PreHydrationKeys {
  const held = new AbortController();
  let wanted: KeyboardEvent | undefined;

  function hold(event: KeyboardEvent): void {
    // Autofill sends events of this name without a key.
    if (!(event instanceof KeyboardEvent)) return;
    if (isPaletteKey(event)) event.preventDefault(); // some browsers keep their own search there
    wanted = isPaletteKey(event) || event.key === "?" ? event : undefined; // a later key cancels the earlier one
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
