// What stands where a page failed to load or to draw itself.
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { log } from "#kit/web/log.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import styles from "./PageCrashed.module.css";

export function PageCrashed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => log.error("A page failed to show", error), [error]);

  function retry(): void {
    reset();
    void router.invalidate();
  }

  return (
    <div className={styles.page}>
      <Page title="This page could not be shown">
        <Alert
          tone="stop"
          action={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          It may not have loaded whole, or it met something it did not expect. What you saved before is safe.
        </Alert>
      </Page>
    </div>
  );
}
