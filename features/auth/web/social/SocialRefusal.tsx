import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import { forgetTarget, storeTarget } from "#features/auth/web/session/return-target.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import type { ProviderName } from "#features/auth/contract.ts";
import type { ApiErrorCode } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { PROVIDER_LABELS, SETTINGS } from "./data.ts";
import styles from "./SocialRefusal.module.css";
import { useTitle } from "./use-title.ts";

interface SocialRefusalProps {
  readonly provider: ProviderName;
  /** `DENIED`: the user refused at the provider. */
  readonly why: ApiErrorCode | "DENIED" | undefined;
  readonly error?: Error;
}

export function SocialRefusal({ provider, why, error }: SocialRefusalProps) {
  const name = PROVIDER_LABELS[provider];
  const isConnecting = useUser() !== null;
  const navigate = useNavigate();
  const { title, text } = words(name, why, error);
  useTitle(title);

  // The link below returns from a connection. Removing the target keeps it from misleading a later sign-in.
  useEffect(() => {
    if (isConnecting) forgetTarget();
  }, [isConnecting]);

  function logInToConnect(): void {
    storeTarget(SETTINGS);
    void navigate({ to: "/auth/login" });
  }

  return (
    <AuthPage title={title}>
      <div className={styles.refusal} role="alert">
        <p>{text}</p>
      </div>
      {isConnecting && (
        <LinkButton to={SETTINGS} variant="primary">
          Back to the settings
        </LinkButton>
      )}
      {!isConnecting && why === "EMAIL_TAKEN" && (
        <Button variant="primary" onClick={logInToConnect}>
          Log in to connect {name}
        </Button>
      )}
      {!isConnecting && why !== "EMAIL_TAKEN" && (
        <LinkButton to="/auth/login" variant="primary">
          Back to Log In
        </LinkButton>
      )}
    </AuthPage>
  );
}

function words(name: string, why: SocialRefusalProps["why"], error: Error | undefined) {
  switch (why) {
    case "DENIED":
      return {
        title: "Sign-in canceled",
        text: `You canceled at ${name}. Nothing was shared with us.`,
      };
    case "EMAIL_TAKEN":
      return {
        title: "An account with this email already exists",
        text: `Log in with your password, then connect ${name} in the settings. After that you can log in with ${name}.`,
      };
    case "SOCIAL_REFUSED":
      return {
        title: `${name} sign-in failed`,
        text: `The sign-in from ${name} has expired. Start again.`,
      };
    case "PROVIDER_UNAVAILABLE":
      return { title: `${name} isn't responding`, text: "Nothing was changed. Try again in a minute." };
    case "ALREADY_CONNECTED":
      return {
        title: `This ${name} account is already in use`,
        text: "It's connected to another account. Log in with it, or disconnect it there first.",
      };
    case "REAUTHENTICATION_REQUIRED":
      return { title: "That took too long", text: `Nothing was connected. Start again to connect ${name}.` };
    default:
      return { title: `${name} sign-in didn't work`, text: error ? explain(error) : "Start again." };
  }
}
