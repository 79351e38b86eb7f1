// The side nav: sections that open and close and are remembered, links that know when they are active.
import { Link, useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { readStored, writeStored } from "#platform/web/storage.ts";
import styles from "./SideNav.module.css";

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
