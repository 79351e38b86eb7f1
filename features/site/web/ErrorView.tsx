import { useLocation, useMatch, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import styles from "./ErrorView.module.css";
import type { ErrorText } from "./error-texts.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Path and query of the page whose request failed. */
    failedAt?: string;
    /** The error code of the failed request. */
    failedBy?: ApiErrorCode;
  }
}

interface ErrorViewProps extends ErrorText {
  readonly code: string;
  /** Additional text for this user. */
  readonly more?: ReactNode;
}

/** Server errors that may have passed, so a retry is offered. */
const PASSING = ["500", "503", "504"];

export function ErrorView({ code, title, text, way, more }: ErrorViewProps) {
  const navigate = useNavigate();
  const { failedAt } = useOwnLocation().state;
  const retry = PASSING.includes(code) ? failedAt : undefined;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>
        <span className={styles.code}>{code}</span> {title}
      </h1>
      <p>{text}</p>
      {more}
      <div className={styles.ways}>
        {way && (
          <LinkButton to={way.to} variant="primary">
            {way.label}
          </LinkButton>
        )}
        {retry !== undefined && (
          <Button variant="primary" onClick={() => void navigate({ href: retry, replace: true })}>
            Try again
          </Button>
        )}
        <LinkButton to="/" variant={way || retry !== undefined ? "secondary" : "primary"}>
          Go to the start page
        </LinkButton>
      </div>
    </div>
  );
}

/** The URL and the navigation state that opened this page. */
export function useOwnLocation() {
  const path = useMatch({ strict: false, select: ({ pathname }) => plain(pathname) });
  const current = useLocation();
  const [own, setOwn] = useState(current);
  if (current === own || plain(current.pathname) !== path) return own;
  setOwn(current);
  return current;
}

/** Without escapes, which a match and a location encode differently. */
function plain(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
