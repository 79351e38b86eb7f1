// The strip at the top of every page: the mark, the way to open the side nav where there is one, the person.
import { Link } from "@tanstack/react-router";
import { Menu, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { isConfirmed, useUser } from "#features/auth/web/session/session.ts";
import { currentConfig } from "#platform/web/config.ts";
import { IconButton } from "#platform/web/parts/Button.tsx";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { openPalette } from "#platform/web/palette/palette-view.ts";
import { MODIFIER, PALETTE_KEYS } from "#platform/web/palette/palette-keys.ts";
import { UserMenu } from "./UserMenu.tsx";
import styles from "./TopNav.module.css";

const UnconfirmedBar = lazy(() =>
  import("#features/auth/web/UnconfirmedBar.tsx").then((file) => ({ default: file.UnconfirmedBar })),
);

interface TopNavProps {
  readonly sideNav?: { readonly isOpen: boolean; readonly onToggle: () => void };
}

export function TopNav({ sideNav }: TopNavProps) {
  const user = useUser();
  return (
    <>
      <header className={styles.header}>
        {sideNav && (
          <div className={styles.toggle}>
            <IconButton
              size="large"
              label="Toggle navigation"
              icon={Menu}
              aria-expanded={sideNav.isOpen}
              aria-controls="side-nav"
              onClick={sideNav.onToggle}
            />
          </div>
        )}
        <Link to="/" className={styles.brand} activeOptions={{ exact: true }}>
          <Mark size={26} />
          {currentConfig().productName}
        </Link>
        {user && <PaletteButton />}
        <UserMenu />
      </header>
      {user && !isConfirmed(user) && (
        <Suspense fallback={<div className={styles.barSpace} />}>
          <UnconfirmedBar />
        </Suspense>
      )}
    </>
  );
}

// Shows people that there is a command palette, and opens it by mouse or touch.
function PaletteButton() {
  return (
    <button type="button" className={styles.button} aria-keyshortcuts={PALETTE_KEYS} onClick={openPalette}>
      <Search aria-hidden="true" />
      <span className={styles.words}>Search or jump to…</span>
      <kbd className={styles.keys}>{MODIFIER} K</kbd>
    </button>
  );
}
