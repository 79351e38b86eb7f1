// The frame of every page with a side nav.
import { Outlet, Link, useLocation } from "@tanstack/react-router";
import { useEffect, useState, useId } from "react";
import ChevronDown from "lucide-react/icons/chevron-down";
import { Footer, SkipLink } from "./PageFrame.tsx";
import { TopNav } from "./TopNav.tsx";
import { readStored, writeStored } from "#platform/web/storage.ts";
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

interface NavLink {
  readonly label: string;
  readonly to: string;
  /** Other addresses, by their start, on which the link is active too. */
  readonly alsoOn?: readonly string[];
  readonly isNew?: boolean;
}

export interface NavSection {
  readonly name: string;
  readonly links: readonly NavLink[];
}

const EXPANDED_KEY = "sideNavExpanded";

interface SideNavProps {
  readonly sections: readonly NavSection[];
  readonly isOpen: boolean;
}

export function SideNav({ sections, isOpen }: SideNavProps) {
  return (
    <nav id="side-nav" aria-label="Side navigation" className={styles.nav} data-open={isOpen}>
      {sections.map((section) => (
        <Section key={section.name} section={section} />
      ))}
    </nav>
  );
}

function Section({ section: { name, links } }: { readonly section: NavSection }) {
  const panelId = useId();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [isExpanded, setExpanded] = useState(() => storedExpanded()[name] !== false);

  function toggle(): void {
    writeStored(EXPANDED_KEY, JSON.stringify({ ...storedExpanded(), [name]: !isExpanded }));
    setExpanded(!isExpanded);
  }

  return (
    <div className={styles.section}>
      <button type="button" aria-expanded={isExpanded} aria-controls={panelId} onClick={toggle}>
        {name}
        <ChevronDown aria-hidden="true" />
      </button>
      <div id={panelId} className={styles.panel} data-expanded={isExpanded}>
        <ul role="list">
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} aria-current={isActive(link, pathname) ? "page" : undefined}>
                {link.label}
                {link.isNew && <span className={styles.badge}>New!</span>}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function isActive({ to, alsoOn = [] }: NavLink, pathname: string): boolean {
  return pathname === to || alsoOn.some((start) => pathname.startsWith(start));
}

/** The stored object may hold anything. Only a stored `false` collapses a section. */
function storedExpanded(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStored(EXPANDED_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
