// Providers send users back to this page. It accepts only a return that this browser started, and uses the code once.
import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import type { ProviderName } from "#features/auth/contract.ts";
import { type ApiErrorCode, codeOf } from "#platform/web/http/api-error.ts";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { forgetSocialState, PROVIDER_LABELS, type ProviderCallback } from "./data.ts";
import { keptPage, type KeptReturn, ownReturn, useFinish } from "./use-finish.ts";
import { SocialRefusal } from "./SocialRefusal.tsx";
import { useTitle } from "./use-title.ts";

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
