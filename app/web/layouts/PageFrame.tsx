// The frame of every page without a side nav: top nav, content, footer.
import { Outlet } from "@tanstack/react-router";
import { Footer } from "./Footer.tsx";
import styles from "./PageFrame.module.css";
import { SkipLink } from "./SkipLink.tsx";
import { TopNav } from "./TopNav.tsx";

interface PageFrameProps {
  /** The class of the content's place: how wide it is. */
  readonly content: string | undefined;
}

export function PageFrame({ content }: PageFrameProps) {
  return (
    <div className={styles.frame}>
      <SkipLink />
      <TopNav />
      <main id="main" tabIndex={-1} className={content}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
