// The strip at the top of every page: the mark, the way to open the side nav where there is one, the person.
import { Link } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { lazy, Suspense } from "react";
import { isConfirmed, useUser } from "#features/auth/web/session/session.ts";
import { currentConfig } from "#platform/web/config.ts";
import { IconButton } from "#platform/web/parts/IconButton.tsx";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { PaletteButton } from "./PaletteButton.tsx";
import styles from "./TopNav.module.css";
import { UserMenu } from "./UserMenu.tsx";

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
