import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useId, type ReactNode } from "react";
import styles from "./Page.module.css";

interface PageProps {
  readonly title: string;
  /** Where this page was reached from. */
  readonly back?: { readonly to: string; readonly label: string };
  /** A short word beside the heading: a status, a count. */
  readonly aside?: ReactNode;
  /** A sentence below the heading. */
  readonly lead?: ReactNode;
  /** The one primary action. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, back, aside, lead, action, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <ArrowLeft aria-hidden="true" />
            {back.label}
          </Link>
        )}
        <div className={styles.titleRow}>
          <div className={styles.title}>
            <h1 tabIndex={-1}>{title}</h1>
            {aside}
          </div>
          {action && <div className={styles.action}>{action}</div>}
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** Actions for this section only. */
  readonly action?: ReactNode;
  /** For a section that other parts of the page lead to. */
  readonly headingId?: string;
  readonly children: ReactNode;
}

export function Section({ title, action, headingId: given, children }: SectionProps) {
  const own = useId();
  const headingId = given ?? own;
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={styles.sectionRow}>
        <h2 id={headingId} tabIndex={given === undefined ? undefined : -1}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface PageCardProps {
  readonly size: "small" | "medium" | "large";
  readonly children: ReactNode;
}

export function PageCard({ size, children }: PageCardProps) {
  return (
    <div className={styles.card} data-testid="page-card" data-size={size}>
      {children}
    </div>
  );
}
