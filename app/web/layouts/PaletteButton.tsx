// Shows people that there is a command palette, and opens it by mouse or touch.
import { Search } from "lucide-react";
import { openPalette } from "#platform/web/palette/palette-view.ts";
import { MODIFIER, PALETTE_KEYS } from "#platform/web/palette/palette-keys.ts";
import styles from "./PaletteButton.module.css";

export function PaletteButton() {
  return (
    <button type="button" className={styles.button} aria-keyshortcuts={PALETTE_KEYS} onClick={openPalette}>
      <Search aria-hidden="true" />
      <span className={styles.words}>Search or jump to…</span>
      <kbd className={styles.keys}>{MODIFIER} K</kbd>
    </button>
  );
}
