// Opened by the emailed link. Removes the token from the URL at once, to keep it out of logs and history.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { openConfirmLink } from "#features/auth/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { ErrorState, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { SetPassword } from "./SetPassword.tsx";
import { confirmByToken } from "../api.ts";

const { token: EmailedToken } = openConfirmLink.body.shape;

export function ConfirmEmailPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  // The server would report a malformed token as bad input and not as a dead link.
  const [token] = useState(() => EmailedToken.safeParse(search["token"]).data);
  const navigate = useNavigate();
  const confirmation = useQuery({
    queryKey: ["confirm-email", token],
    queryFn: () => confirmByToken(token ?? ""),
    enabled: token !== undefined,
    staleTime: Infinity,
    gcTime: 0, // The reply may contain a token, which must not stay in the cache.
  });

  useEffect(() => {
    if (token !== undefined) void navigate({ to: "/auth/confirm-email", search: {}, replace: true });
  }, [token, navigate]);

  const { data, error } = confirmation;
  if (token === undefined || codeOf(error) === "LINK_DEAD") return <Navigate to="/auth/bad-link" replace />;
  if (data?.passwordToken)
    return (
      <SetPassword token={data.passwordToken} title="Choose a new password">
        <p>
          Email confirmed. The account was registered in another browser, so we logged it out there. Set a new password
          so that only you can log in.
        </p>
      </SetPassword>
    );
  if (data) return <Navigate to="/auth/email-confirmed" replace />;
  return (
    <AuthPage title="Confirming your email">
      {error ? (
        <ErrorState title="We couldn't confirm your email" error={error} onRetry={() => void confirmation.refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </AuthPage>
  );
}
