// Identity providers send users back to this page. It accepts only a return that this browser started, and uses the code once.
import { useMutation } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { finishSso } from "#features/auth/contract.ts";
import { MESSAGES } from "#features/auth/messages.ts";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import { takeTarget } from "#features/auth/web/session/return-target.ts";
import { startSession, useUser } from "#features/auth/web/session/session.ts";
import { forgetSocialState, isSocialState } from "#features/auth/web/social/social-state.ts";
import { useTitle } from "#features/auth/web/social/use-finish.ts";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import { codeOf, fieldErrorsAt } from "#platform/web/http/api-error.ts";
import { send } from "#platform/web/http/client.ts";
import { explain } from "#platform/web/http/explain.ts";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import styles from "../pages/AuthPage.module.css";

const SocialQuestion = lazy(() =>
  import("../social/SocialQuestion.tsx").then((file) => ({ default: file.SocialQuestion })),
);

interface SsoReturn {
  readonly organizationId: string;
  readonly code: string;
  readonly state: string;
  readonly iss?: string;
}

/** `null`: refused there, or not a return that this browser started. */
function ownReturn(organizationId: string, search: Readonly<Record<string, unknown>>): SsoReturn | null {
  const said = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const [code, state, iss] = [said("code"), said("state"), said("iss")];
  if (!code || !state || !isSocialState(state)) return null;
  return { organizationId, code, state, ...(iss !== undefined && { iss }) };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    ssoReturn?: SsoReturn;
  }
}

export function SsoReturnPage() {
  const { organizationId = "" }: { organizationId?: string } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const stored = useLocation({ select: ({ state }) => state.ssoReturn });
  const [back] = useState(() => stored ?? ownReturn(organizationId, search));
  const [wasStored] = useState(stored !== undefined);
  const navigate = useNavigate();

  useEffect(() => {
    if (wasStored) return;
    forgetSocialState();
    // Code and state leave the URL at once.
    void navigate({
      to: `/auth/sso/${organizationId}`,
      replace: true,
      ...(back !== null && { state: { ssoReturn: back } }),
    });
  }, [back, wasStored, organizationId, navigate]);

  return back === null ? <SsoRefusal why="SSO_REFUSED" /> : <Exchange back={back} />;
}

function Exchange({ back }: { readonly back: SsoReturn }) {
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  const [isCodeDue, setCodeDue] = useState(false);
  const { mutate, error, isPending } = useMutation<void, Error, { secondFactorCode?: string }>({
    async mutationFn(added) {
      const { token } = await send(finishSso, { ...back, ...added }).catch(
        fieldErrorsAt({ CODE_WRONG: "secondFactorCode" }),
      );
      startSession(token);
    },
    onSuccess: () => void navigate({ href: takeTarget(), replace: true }),
    onError: (failure) => setCodeDue((was) => was || codeOf(failure) === "SECOND_FACTOR_DUE"),
  });

  useEffect(() => {
    // React runs effects twice in development, and a code is valid once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate({});
  }, [mutate]);

  const code = codeOf(error);
  if (isCodeDue)
    return (
      <Suspense fallback={<Finishing />}>
        <SocialQuestion
          asks="code"
          provider="Your organization"
          isBusy={isPending}
          error={code === "SECOND_FACTOR_DUE" ? null : error}
          onAnswer={({ secondFactorCode }) => mutate(secondFactorCode === undefined ? {} : { secondFactorCode })}
        />
      </Suspense>
    );
  return error === null ? <Finishing /> : <SsoRefusal why={code} error={error} />;
}

const COMING_BACK = "Logging you in";

function Finishing() {
  useTitle(COMING_BACK);
  return (
    <AuthPage title={COMING_BACK}>
      <Skeleton lines={2} />
    </AuthPage>
  );
}

const FAILED = "Single sign-on didn't work";

function SsoRefusal({ why, error }: { readonly why: ApiErrorCode | undefined; readonly error?: Error }) {
  const isTest = useUser() !== null;
  useTitle(FAILED);
  const text = error ? explain(error, MESSAGES.ssoReturn) : why && MESSAGES.ssoReturn.SSO_REFUSED;
  return (
    <AuthPage title={FAILED}>
      <div className={styles.refusal} role="alert">
        <p>{text}</p>
      </div>
      <LinkButton to={isTest ? "/admin/single-sign-on" : "/auth/login"} variant="primary">
        {isTest ? "Back to Single Sign-On" : "Back to Log In"}
      </LinkButton>
    </AuthPage>
  );
}
