// Where the mailed link leads: confirms by itself, then goes on to say so.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useSearch } from "@tanstack/react-router";
import { confirmEmail } from "#features/identity/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { ErrorState } from "#kit/web/parts/ErrorState.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { confirmByToken } from "../data.ts";

export function ConfirmEmailPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const token = typeof search["token"] === "string" ? search["token"] : "";
  // What cannot be a token the server would call bad input rather than a dead link.
  const isToken = confirmEmail.params.safeParse({ token }).success;
  const confirmation = useQuery({
    queryKey: ["confirm-email", token],
    queryFn: () => confirmByToken(token).then(() => true),
    enabled: isToken,
    staleTime: Infinity,
  });

  if (confirmation.isSuccess) return <Navigate to="/auth/email-confirmed" replace />;
  const { error } = confirmation;
  if (!isToken || codeOf(error) === "LINK_DEAD") return <Navigate to="/auth/bad-link" replace />;
  return (
    <AuthPage title="Confirming your email">
      {error ? (
        <ErrorState
          title="Your email could not be confirmed"
          error={error}
          onRetry={() => void confirmation.refetch()}
        />
      ) : (
        <Skeleton lines={2} />
      )}
    </AuthPage>
  );
}
