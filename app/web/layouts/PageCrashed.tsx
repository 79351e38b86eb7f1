// Shown in place of a page that failed to load or to render.
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { log } from "#platform/web/log.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { isChunkLoadError, canRenewPage, reloadPage } from "../reload-on-new-version.ts";
import styles from "./PageFrame.module.css";

export function PageCrashed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isChunkLoadError(error);
  const [isRenewing, setRenewing] = useState(isMissing && canRenewPage());

  useEffect(() => {
    log.error("A page failed to render", error);
    if (isMissing) void reloadPage().then(setRenewing);
  }, [error, isMissing]);

  // A missing part comes with the network.
  useEffect(() => {
    if (!isMissing) return;
    const reload = () => window.location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [isMissing]);

  function retry(): void {
    reset();
    void router.invalidate();
  }

  if (isRenewing) return null; // until the page has reloaded
  const [text, action, act] = isMissing
    ? ([MISSING_TEXT, "Reload the page", () => window.location.reload()] as const)
    : ([CRASHED_TEXT, "Try again", retry] as const);
  return (
    <div className={styles.crashed}>
      <Page title="This page didn't load">
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

const MISSING_TEXT = "Check your connection or ad blocker, then reload. Your saved work is safe.";
const CRASHED_TEXT = "Something unexpected happened. Your saved work is safe.";
