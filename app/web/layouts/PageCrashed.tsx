// Shown in place of a page that failed to load or to render.
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { log } from "#platform/web/log.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { isChunkLoadError } from "../chunk-load-error.ts";
import { canRenewPage, reloadPage } from "../reload-on-new-version.ts";
import styles from "./PageCrashed.module.css";

export function PageCrashed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isChunkLoadError(error);
  const [isRenewing, setRenewing] = useState(isMissing && canRenewPage());

  useEffect(() => {
    log.error("A page failed to show", error);
    if (isMissing) void reloadPage().then(setRenewing);
  }, [error, isMissing]);

  function retry(): void {
    reset();
    void router.invalidate();
  }

  if (isRenewing) return null; // until the page has reloaded
  const [text, action, act] = isMissing
    ? ([MISSING_TEXT, "Reload the page", () => window.location.reload()] as const)
    : ([CRASHED_TEXT, "Try again", retry] as const);
  return (
    <div className={styles.page}>
      <Page title="This page could not be shown">
        <Alert
          tone="stop"
          action={
            <Button size="small" onClick={act}>
              {action}
            </Button>
          }
        >
          {text}
        </Alert>
      </Page>
    </div>
  );
}

const MISSING_TEXT =
  "A part of it did not load. Check your connection, and whether something in your browser blocks it, then reload the page. What you saved before is safe.";
const CRASHED_TEXT = "It met something that it did not expect. What you saved before is safe.";
