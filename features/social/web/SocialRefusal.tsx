// Owns what is said when the way by a provider has ended: what happened, and where to go on.
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { AuthPage } from "#features/identity/web/pages/AuthPage.tsx";
import { forgetTarget, storeTarget } from "#features/identity/web/session/return-target.ts";
import { useUser } from "#features/identity/web/session/session.ts";
import type { ProviderName } from "#features/social/contract.ts";
import type { ApiErrorCode } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { SETTINGS } from "./data.ts";
import { PROVIDER_WORDS } from "./provider-words.ts";
import styles from "./SocialRefusal.module.css";
import { useTitle } from "./use-title.ts";

interface SocialRefusalProps {
  readonly provider: ProviderName;
  /** `DENIED`: the person said no over there. */
  readonly why: ApiErrorCode | "DENIED" | undefined;
  readonly error?: Error;
}

export function SocialRefusal({ provider, why, error }: SocialRefusalProps) {
  const name = PROVIDER_WORDS[provider];
  const isConnecting = useUser() !== null;
  const navigate = useNavigate();
  const { title, text } = words(name, why, error);
  useTitle(title);

  // The way back from a connection is the link below; it should not lead astray a later log-in.
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
          Back to log-in
        </LinkButton>
      )}
    </AuthPage>
  );
}

function words(name: string, why: SocialRefusalProps["why"], error: Error | undefined) {
  switch (why) {
    case "DENIED":
      return {
        title: "Nothing was shared",
        text: `You did not allow it at ${name}, so we have learned nothing of you.`,
      };
    case "EMAIL_TAKEN":
      return {
        title: "This address has an account already",
        text: `Log in with your password, then connect ${name} in the settings. From then on ${name} lets you in.`,
      };
    case "SOCIAL_REFUSED":
      return {
        title: `${name} did not let you in`,
        text: `What ${name} sent along counts no longer. Start once more.`,
      };
    case "PROVIDER_UNAVAILABLE":
      return { title: `${name} does not answer`, text: "Nothing was changed. Try again in a minute." };
    case "ALREADY_CONNECTED":
      return {
        title: `This ${name} account is taken`,
        text: "It is connected to an account here already. Log in with it, or disconnect it there first.",
      };
    case "REAUTHENTICATION_REQUIRED":
      return { title: "That took a while", text: `Nothing was connected. Start once more to connect ${name}.` };
    default:
      return { title: `${name} could not be used`, text: error ? explain(error) : "Start once more." };
  }
}
