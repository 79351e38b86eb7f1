// What stands where a page failed to load or to draw itself.
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { log } from "#kit/web/log.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { isMissingPart } from "../web/missing-part.ts";
import { canRenewPage, renewPage } from "../web/stale-release.ts";
import styles from "./PageCrashed.module.css";

export function PageCrashed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isMissingPart(error);
  const [isRenewing, setRenewing] = useState(isMissing && canRenewPage());

  useEffect(() => {
    log.error("A page failed to show", error);
    if (isMissing) void renewPage().then(setRenewing);
  }, [error, isMissing]);

  function retry(): void {
    reset();
    void router.invalidate();
  }

  if (isRenewing) return null; // for the moment until the page is loaded anew
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
