// What a page that depends on its user shows before the site's scripts run: drawn at build time, replaced as a whole.
import { currentConfig } from "#platform/web/config.ts";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import layout from "./SideNavLayout.module.css";
import nav from "./TopNav.module.css";

interface AppShellProps {
  readonly hasSideNav: boolean;
}

export function AppShell({ hasSideNav }: AppShellProps) {
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
          <div className={layout.content}>
            <div className={layout.main}>
              <Skeleton lines={6} />
            </div>
          </div>
        </div>
      ) : (
        <div className={layout.main}>
          <Skeleton lines={6} />
        </div>
      )}
    </>
  );
}
