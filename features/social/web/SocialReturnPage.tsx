// Where a provider sends people back: only whoever this browser sent there is let in, and what came along is used once.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ProviderName } from "#features/social/contract.ts";
import { AuthPage } from "#features/identity/web/AuthPage.tsx";
import { codeOf } from "#kit/web/api-error.ts";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { PROVIDER_WORDS } from "./provider-words.ts";
import { readReturn, type ProviderProof } from "./provider-return.ts";
import { SocialQuestion } from "./SocialQuestion.tsx";
import { SocialRefusal } from "./SocialRefusal.tsx";
import { forgetSocialState, isSocialState } from "./social-state.ts";
import { useFinish } from "./use-finish.ts";

export function SocialReturnPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [{ provider, state, isDenied, proof }] = useState(() => readReturn(search));
  const [isOwn] = useState(() => isSocialState(state));
  const navigate = useNavigate();

  useEffect(() => {
    forgetSocialState();
    if (!isOwn || provider === undefined) void navigate({ to: "/error/500", replace: true });
    // Code and state leave the address, and so the history, at once.
    else void navigate({ to: "/auth/social", search: { social: provider }, replace: true });
  }, [isOwn, provider, navigate]);

  if (!isOwn || provider === undefined) return <Finishing provider={provider} />;
  if (isDenied) return <SocialRefusal provider={provider} why="DENIED" />;
  if (proof === null) return <SocialRefusal provider={provider} why="SOCIAL_REFUSED" />;
  return <Exchange provider={provider} proof={proof} />;
}

interface ExchangeProps {
  readonly provider: ProviderName;
  readonly proof: ProviderProof;
}

function Exchange({ provider, proof }: ExchangeProps) {
  const navigate = useNavigate();
  const finish = useFinish(proof);
  const code = codeOf(finish.error);
  const isMismatch = code === "SOCIAL_STATE_MISMATCH";

  useEffect(() => {
    if (isMismatch) void navigate({ to: "/error/500", replace: true });
  }, [isMismatch, navigate]);

  if (finish.question !== null)
    return (
      <SocialQuestion
        asks={finish.question}
        provider={PROVIDER_WORDS[provider]}
        isBusy={finish.isPending}
        error={code === "CODE_WRONG" ? finish.error : null}
        onAnswer={finish.send}
      />
    );
  if (finish.error !== null && !isMismatch)
    return <SocialRefusal provider={provider} why={code} error={finish.error} />;
  return <Finishing provider={provider} />;
}

function Finishing({ provider }: { readonly provider: ProviderName | undefined }) {
  return (
    <AuthPage title={provider ? `Coming back from ${PROVIDER_WORDS[provider]}` : "One moment"}>
      <Skeleton lines={2} />
    </AuthPage>
  );
}
