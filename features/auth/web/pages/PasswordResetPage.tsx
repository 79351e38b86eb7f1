// Opened by the emailed link to set a new password, or the first one of an account created by a payment. The link does
// not say which. Removes the token from the URL at once, to keep it out of logs and history.
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { resetPasswordComplete } from "#features/auth/contract.ts";
import { SetPassword } from "./SetPassword.tsx";

const { token: EmailedToken } = resetPasswordComplete.body.shape;

export function PasswordResetPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [token] = useState(() => EmailedToken.safeParse(search["token"]).data);
  const navigate = useNavigate();

  useEffect(() => {
    if (token !== undefined) void navigate({ to: "/auth/password-reset", search: {}, replace: true });
  }, [token, navigate]);

  if (token === undefined) return <Navigate to="/auth/bad-link" replace />;
  return <SetPassword token={token} title="Set a password" />;
}
