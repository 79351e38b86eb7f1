// The strip at the top of every page: the mark, the way to open the side nav where there is one, the person.
import { Link } from "@tanstack/react-router";
import Menu from "lucide-react/icons/menu";
import Search from "lucide-react/icons/search";
import ChevronDown from "lucide-react/icons/chevron-down";
import { lazy, Suspense, useRef } from "react";
import { isConfirmed, useUser, useMembership } from "#features/auth/web/session/session.ts";
import { useMayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
import { currentConfig } from "#platform/web/config.ts";
import { IconButton, LinkButton } from "#platform/web/parts/Button.tsx";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { openPalette, openShortcuts } from "#platform/web/palette/palette-view.ts";
import { MODIFIER, PALETTE_KEYS } from "#platform/web/palette/palette-keys.ts";
import type { AuthUser } from "#features/auth/contract.ts";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { useStore } from "#platform/web/use-store.ts";
import { chooseTheme, THEMES, themeStore, type Theme } from "#platform/web/theme.ts";
import { useIsOnline } from "#platform/web/use-is-online.ts";
import { OfflineBar } from "./OfflineBar.tsx";
import styles from "./TopNav.module.css";

const UnconfirmedBar = lazy(() =>
  import("#features/auth/web/UnconfirmedBar.tsx").then((file) => ({ default: file.UnconfirmedBar })),
);

const NotificationBell = lazy(() =>
  import("#features/notifications/web/NotificationBell.tsx").then((file) => ({ default: file.NotificationBell })),
);

interface TopNavProps {
  readonly sideNav?: { readonly isOpen: boolean; readonly onToggle: () => void };
}

export function TopNav({ sideNav }: TopNavProps) {
  const user = useUser();
  const mayReadBorrowers = useMayReadBorrowers();
  const isOnline = useIsOnline();
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
        {user && (
          <div className={styles.mode}>
            <ModePill />
          </div>
        )}
        {user && <PaletteButton />}
        {mayReadBorrowers && (
          <Suspense fallback={<span className={styles.bellSpace} />}>
            <NotificationBell />
          </Suspense>
        )}
        <UserMenu />
      </header>
      {user && !isOnline && <OfflineBar />}
      {user && !isConfirmed(user) && (
        <Suspense fallback={<div className={styles.barSpace} />}>
          <UnconfirmedBar />
        </Suspense>
      )}
    </>
  );
}

const MODES = {
  sandbox: { label: "Sandbox", title: "Banks and cards are simulated." },
  test: { label: "Test mode", title: "Banks and cards are the providers' test environments." },
  live: null,
} as const;

/** For admins, where nothing is real. */
function ModePill() {
  const role = useMembership()?.role.name;
  const mode = MODES[currentConfig().providerMode];
  if (mode === null || (role !== "admin" && role !== "root")) return null;
  return (
    <span title={mode.title}>
      <StatusPill tone="amber">{mode.label}</StatusPill>
      <span className="visually-hidden">: {mode.title}</span>
    </span>
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

// The choice between light, dark and what the system says.
const NAMES: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

function ThemeChoice() {
  const chosen = useStore(themeStore);

  return (
    <fieldset className={styles.choice}>
      <legend>Theme</legend>
      <div className={styles.options}>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={theme === chosen}
              onChange={() => void chooseTheme(theme)}
            />
            {NAMES[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const BORROWERS = { to: "/account/borrowers/all", label: "Borrowers" };
const SETTINGS = { to: "/account/settings", label: "Account Settings" };
const ADMIN = { to: "/admin", label: "Admin" };
const LOG_OUT = { to: "/auth/logout", label: "Log Out" };

/** The browser's own popover: closes by Escape or a click elsewhere, gives focus back. */
export function UserMenu() {
  const user = useUser();
  return user === null ? <LinkButton to="/auth/login">Log In</LinkButton> : <LoggedInMenu user={user} />;
}

function LoggedInMenu({ user }: { readonly user: AuthUser }) {
  const panel = useRef<HTMLDivElement>(null);
  const membership = useMembership();
  const isAdmin = membership?.role.name === "admin";
  const links = [BORROWERS, SETTINGS, ...(isAdmin ? [ADMIN] : []), LOG_OUT];
  const picture = { userId: user.id, url: user.profilePicURL };
  return (
    <div className={styles.menu}>
      {/* The browser says expanded or collapsed itself; HTML forbids aria-expanded beside popovertarget. */}
      <button type="button" className={styles.user} popoverTarget="user-menu" aria-label="User menu">
        <ProfilePicture {...picture} size={32} />
        <ChevronDown aria-hidden="true" />
      </button>
      <div ref={panel} id="user-menu" popover="auto" className={styles.panel}>
        <div className={styles.person}>
          <p className={styles.first}>{user.firstName}</p>
          <p>
            {user.firstName} {user.lastName}
          </p>
          <p className={styles.email}>{user.email}</p>
          <ModePill />
          {/* With one place to work there is nothing to tell apart. */}
          {membership && user.memberships.length > 1 && (
            <p className={styles.organization}>{membership.organization.name}</p>
          )}
        </div>
        <ul role="list" className={styles.links}>
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: true }} onClick={() => panel.current?.hidePopover()}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => {
                panel.current?.hidePopover(); // gives the focus back, to be given back again
                openShortcuts();
              }}
            >
              Keyboard shortcuts
            </button>
          </li>
        </ul>
        <ThemeChoice />
      </div>
    </div>
  );
}
