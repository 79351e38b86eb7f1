import { makeStore } from "../store.ts";

export const paletteView = makeStore<"palette" | "shortcuts" | null>(null);

export function openPalette(): void {
  paletteView.set("palette");
}

export function openShortcuts(): void {
  paletteView.set("shortcuts");
}

export function closePalette(): void {
  paletteView.set(null);
}
