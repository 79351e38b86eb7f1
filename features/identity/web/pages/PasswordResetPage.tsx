// Where the mailed link leads: a new password, or the first one of whoever paid; the link does not tell which.
// Its token leaves the address at once, and so every log and history.
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { resetPasswordComplete } from "#features/identity/contract.ts";
import { SetPassword } from "./SetPassword.tsx";

const { token: MailedToken } = resetPasswordComplete.body.shape;

export function PasswordResetPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [token] = useState(() => MailedToken.safeParse(search["token"]).data);
  const navigate = useNavigate();

  useEffect(() => {
    if (token !== undefined) void navigate({ to: "/auth/password-reset", search: {}, replace: true });
  }, [token, navigate]);

  if (token === undefined) return <Navigate to="/auth/bad-link" replace />;
  return <SetPassword token={token} title="Set a password" />;
}
