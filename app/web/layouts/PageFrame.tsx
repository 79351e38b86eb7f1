// The frame of every page without a side nav: top nav, content, footer.
import { Outlet, Link } from "@tanstack/react-router";
import styles from "./PageFrame.module.css";
import { TopNav } from "./TopNav.tsx";
import { currentConfig } from "#platform/web/config.ts";

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

/** Around every public page: the content lays itself out to the edges. */
export function SiteLayout() {
  return <PageFrame content={styles.main} />;
}

/** The first stop of the keyboard: past the navigation, to the content. */
export function SkipLink({ text = "Skip to content" }: { readonly text?: string }) {
  return (
    <a href="#main" className={styles.skip}>
      {text}
    </a>
  );
}

export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>Copyright © {currentConfig().productName} 2022</p>
      <ul role="list">
        <li>
          <Link to="/rules">Rules</Link>
        </li>
        <li>
          <Link to="/verify">Verify a report</Link>
        </li>
        <li>
          <Link to="/developers">Developers</Link>
        </li>
        <li>
          <Link to="/security">Security</Link>
        </li>
        <li>
          <Link to="/subprocessors">Subprocessors</Link>
        </li>
        <li>
          <Link to="/privacy-policy">Privacy Policy</Link>
        </li>
        <li>
          <Link to="/terms-and-conditions" target="_blank" rel="noopener">
            Terms and Conditions
          </Link>
        </li>
      </ul>
    </footer>
  );
}
