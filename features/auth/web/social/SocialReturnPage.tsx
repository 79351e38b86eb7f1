// Providers send users back to this page. It accepts only a return that this browser started, and uses the code once.
import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import type { ProviderName } from "#features/auth/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { PROVIDER_LABELS, SETTINGS, type ProviderCallback } from "./api.ts";
import { forgetSocialState } from "./social-state.ts";
import { keptPage, ownReturn, useFinish, useTitle, type KeptReturn } from "./use-finish.ts";
import { forgetTarget, storeTarget } from "#features/auth/web/session/return-target.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import styles from "../pages/AuthPage.module.css";

const SocialQuestion = lazy(() => import("./SocialQuestion.tsx").then((file) => ({ default: file.SocialQuestion })));

export function SocialReturnPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const stored = useLocation({ select: ({ state }) => state.socialReturn });
  const [back] = useState(() => stored ?? ownReturn(search));
  const [wasKept] = useState(stored !== undefined);
  const navigate = useNavigate();

  useEffect(() => {
    if (wasKept) return; // A state that is stored by now belongs to another attempt.
    forgetSocialState();
    // Code and state leave the URL at once.
    void navigate(back === null ? { to: "/error/500", replace: true } : keptPage(back));
  }, [back, wasKept, navigate]);

  if (back === null) return <Finishing provider={undefined} />;
  const { provider, isDenied, proof } = back;
  if (isDenied) return <SocialRefusal provider={provider} why="DENIED" />;
  if (proof === null) return <SocialRefusal provider={provider} why="SOCIAL_REFUSED" />;
  return <Exchange back={back} proof={proof} />;
}

interface ExchangeProps {
  readonly back: KeptReturn;
  readonly proof: ProviderCallback;
}

function Exchange({ back, proof }: ExchangeProps) {
  const { provider, refusal } = back;
  const navigate = useNavigate();
  const finish = useFinish(back, proof);
  const code = codeOf(finish.error);
  const isMismatch = code === "SOCIAL_STATE_MISMATCH";

  useEffect(() => {
    if (isMismatch) void navigate({ to: "/error/500", replace: true });
  }, [isMismatch, navigate]);

  if (finish.question !== null)
    return (
      <Suspense fallback={<Finishing provider={provider} />}>
        <SocialQuestion
          asks={finish.question}
          provider={PROVIDER_LABELS[provider]}
          isBusy={finish.isPending}
          error={isQuestion(code) ? null : finish.error}
          onAnswer={finish.send}
        />
      </Suspense>
    );
  if (isMismatch) return <Finishing provider={provider} />;
  if (finish.error !== null) return <SocialRefusal provider={provider} why={code} error={finish.error} />;
  if (refusal !== undefined && !finish.isPending) return <SocialRefusal provider={provider} why={refusal} />;
  return <Finishing provider={provider} />;
}

/** A request for input is not an error. */
function isQuestion(code: ApiErrorCode | undefined): boolean {
  return code === "EMAIL_REQUIRED" || code === "SECOND_FACTOR_DUE";
}

function Finishing({ provider }: { readonly provider: ProviderName | undefined }) {
  const title = provider ? `Coming back from ${PROVIDER_LABELS[provider]}` : "One moment";
  useTitle(title);
  return (
    <AuthPage title={title}>
      <Skeleton lines={2} />
    </AuthPage>
  );
}

interface SocialRefusalProps {
  readonly provider: ProviderName;
  /** `DENIED`: the user refused at the provider. */
  readonly why: ApiErrorCode | "DENIED" | undefined;
  readonly error?: Error;
}

function SocialRefusal({ provider, why, error }: SocialRefusalProps) {
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
