// What a page that depends on its user shows before the site's scripts run: drawn at build time, replaced as a whole.
import type { ReactNode } from "react";
import { currentConfig } from "#platform/web/config.ts";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import layout from "./SideNavLayout.module.css";
import nav from "./TopNav.module.css";

interface AppShellProps {
  readonly hasSideNav?: boolean;
  /** What is already known of a page without a side nav. */
  readonly children?: ReactNode;
}

export function AppShell({ hasSideNav = false, children }: AppShellProps) {
  const main = (
    <div className={layout.main}>
      <Skeleton lines={6} />
    </div>
  );
  return (
    <>
      <div className={nav.header}>
        <span className={nav.brand}>
          <Mark size={26} />
          {currentConfig().productName}
        </span>
      </div>
      {hasSideNav ? (
        <div className={layout.frame} data-nav-open="false">
          <div className={`${layout.side} ${layout.sideOfShell}`} aria-hidden="true">
            <Skeleton lines={6} />
            <Skeleton lines={4} />
          </div>
          <div className={layout.content}>{main}</div>
        </div>
      ) : (
        (children ?? main)
      )}
    </>
  );
}
