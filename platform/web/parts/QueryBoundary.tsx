import { widgetTexts } from "#platform/text/widget-texts.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { explain } from "../http/explain.ts";
import styles from "./QueryBoundary.module.css";

interface QueryBoundaryProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** What could not be done, should it fail: "The borrower could not be loaded". */
  readonly failed: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Data once read stays on screen when a later refresh fails. */
export function QueryBoundary<Data>({ query, failed, skeleton = <Skeleton />, children }: QueryBoundaryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}

interface ErrorStateProps {
  /** What could not be done: "The borrowers could not be loaded". */
  readonly title: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <Alert
      tone="stop"
      title={title}
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {explain(error)}
    </Alert>
  );
}

interface SkeletonProps {
  /** Lines of text that will stand here. */
  readonly lines?: number;
}

/** Shown only after 150 ms of loading. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{widgetTexts().loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Below a card of this size, to be centered with it. */
  readonly below?: "medium";
}

export function EmptyState({ title, children, action, below }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-below={below}>
      <p className={styles.emptyTitle}>{title}</p>
      {children && <p className={styles.emptyText}>{children}</p>}
      {action && <div className={styles.emptyActs}>{action}</div>}
    </div>
  );
}
