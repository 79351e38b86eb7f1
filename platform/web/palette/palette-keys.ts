const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** The key beside K, as people call it. */
export const MODIFIER = isApple ? "⌘" : "Ctrl";
export const PALETTE_KEYS = isApple ? "Meta+K" : "Control+K"; // for aria-keyshortcuts

export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isModified = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === "k" && isModified && !altKey && !shiftKey;
}
