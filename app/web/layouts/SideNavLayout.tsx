// The frame of every page with a side nav.
import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Footer } from "./Footer.tsx";
import { SideNav, type NavSection } from "./SideNav.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { TopNav } from "./TopNav.tsx";
import styles from "./SideNavLayout.module.css";

// Whether the side nav is open: beside the content from 992 px on, a drawer over it below.
const DESKTOP = "(min-width: 992px)";

function useSideNav() {
  const [isOpen, setOpen] = useState(() => window.matchMedia(DESKTOP).matches);

  useEffect(() => {
    const desktop = window.matchMedia(DESKTOP);
    const follow = () => setOpen(desktop.matches);
    desktop.addEventListener("change", follow);
    return () => desktop.removeEventListener("change", follow);
  }, []);

  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    /** After a click on the content, or on a link: a drawer has done its work. */
    closeIfNarrow: () => {
      if (!window.matchMedia(DESKTOP).matches) setOpen(false);
    },
  };
}

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
