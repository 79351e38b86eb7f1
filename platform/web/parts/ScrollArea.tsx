import type { ReactNode } from "react";

interface ScrollAreaProps {
  /** Names the scrolled content. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A wide table on a narrow page: scrolled by keyboard, too. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: without it, keyboards can't scroll the table
    <div className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
