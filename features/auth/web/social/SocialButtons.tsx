import type { ReactNode } from "react";
import { MESSAGES } from "#features/auth/messages.ts";
import { currentConfig } from "#platform/web/config.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { offeredProviders, PROVIDER_LABELS, useContinueWith } from "./api.ts";
import styles from "../pages/AuthPage.module.css";

interface SocialButtonsProps {
  /** Other ways, shown first. */
  readonly children?: ReactNode;
}

export function SocialButtons({ children }: SocialButtonsProps) {
  const start = useContinueWith();
  const offered = offeredProviders(currentConfig());
  if (offered.length === 0 && children === undefined) return null;
  return (
    <div className={styles.ways}>
      <p className={styles.or}>or</p>
      {children}
      {start.error && <Alert tone="stop">{explain(start.error, MESSAGES.socialStart)}</Alert>}
      {offered.map((provider) => (
        <Button
          key={provider}
          // The browser is leaving the page, so the button stays busy.
          isBusy={(start.isPending || start.isSuccess) && start.variables === provider}
          onClick={() => start.mutate(provider)}
        >
          Continue with {PROVIDER_LABELS[provider]}
        </Button>
      ))}
    </div>
  );
}
