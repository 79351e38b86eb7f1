// Around what a borrower's own page and their asset report show: no side nav, all the width.
import { Outlet } from "@tanstack/react-router";
import { useTexts } from "#features/borrower-portal/web/language.ts";
import styles from "./BorrowerLayout.module.css";
import frame from "./PageFrame.module.css";
import { PageFrame, SkipLink } from "./PageFrame.tsx";

export function BorrowerLayout() {
  return <PageFrame content={styles.main} />;
}

/** Around what a lender asks of a borrower or a donor: the page begins with the lender, and nothing else is on it. */
export function PortalLayout() {
  return (
    <div className={frame.frame}>
      <SkipLink text={useTexts().pages.skip} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
