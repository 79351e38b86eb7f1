// Where the mailed link leads: confirms by itself, then says so, or asks for a password where another browser registered.
// Its token leaves the address at once, and so every log and history.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { openConfirmLink } from "#features/identity/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { ErrorState } from "#kit/web/parts/ErrorState.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { SetPassword } from "./SetPassword.tsx";
import { confirmByToken } from "../data.ts";

const { token: MailedToken } = openConfirmLink.body.shape;

export function ConfirmEmailPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  // What cannot be a token the server would call bad input rather than a dead link.
  const [token] = useState(() => MailedToken.safeParse(search["token"]).data);
  const navigate = useNavigate();
  const confirmation = useQuery({
    queryKey: ["confirm-email", token],
    queryFn: () => confirmByToken(token ?? ""),
    enabled: token !== undefined,
    staleTime: Infinity,
    gcTime: 0, // the reply may hold a token, which no later page should find
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
          Your email is confirmed. The account was registered in another browser, so we logged it out there. Set a new
          password to make sure that only you can log in.
        </p>
      </SetPassword>
    );
  if (data) return <Navigate to="/auth/email-confirmed" replace />;
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
