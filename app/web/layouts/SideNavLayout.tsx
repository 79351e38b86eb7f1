// The frame of every page with a side nav.
import { Outlet } from "@tanstack/react-router";
import { Footer } from "./Footer.tsx";
import { SideNav, type NavSection } from "./SideNav.tsx";
import styles from "./SideNavLayout.module.css";
import { SkipLink } from "./SkipLink.tsx";
import { TopNav } from "./TopNav.tsx";
import { useSideNav } from "./use-side-nav.ts";

interface SideNavLayoutProps {
  readonly sections: readonly NavSection[];
}

export function SideNavLayout({ sections }: SideNavLayoutProps) {
  const nav = useSideNav();
  return (
    <>
      <SkipLink />
      <TopNav sideNav={{ isOpen: nav.isOpen, onToggle: nav.toggle }} />
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a click beside the drawer, or on a link in it, closes it; by keyboard its own button does */}
      <div
        className={styles.frame}
        data-nav-open={nav.isOpen}
        onClick={({ target }) => (isLink(target) || !isInNav(target)) && nav.closeIfNarrow()}
      >
        <div className={styles.side}>
          <SideNav sections={sections} isOpen={nav.isOpen} />
        </div>
        <div className={styles.content}>
          <main id="main" tabIndex={-1} className={styles.main}>
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
    </>
  );
}

function isInNav(target: EventTarget): boolean {
  return target instanceof Element && target.closest("#side-nav") !== null;
}

function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a") !== null;
}
