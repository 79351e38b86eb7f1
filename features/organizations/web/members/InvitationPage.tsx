// Opened by the link of an invitation. Removes the token from the URL at once, to keep it out of logs and history.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import { forgetInvitation, heldInvitation, holdInvitation } from "#features/auth/web/session/held-invitation.ts";
import { readInvitation } from "#features/organizations/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { invitation, useAcceptInvitation, useDeclineInvitation } from "./data.ts";
import { InvitationAnswer } from "./InvitationAnswer.tsx";
import styles from "./InvitationPage.module.css";

const { token: EmailedToken } = readInvitation.body.shape;

export function InvitationPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const mailed = EmailedToken.safeParse(search["token"]).data;
  const [token] = useState(() => mailed ?? heldInvitation());
  const navigate = useNavigate();
  const [accept, decline] = [useAcceptInvitation(), useDeclineInvitation()];
  // Accepting starts a new session, which reloads everything. By then the link is used up.
  const isAccepting = accept.isPending || accept.isSuccess;
  const read = useQuery({
    ...invitation({ token: token ?? "" }),
    enabled: token !== null && !isAccepting,
    staleTime: Infinity,
  });

  useEffect(() => {
    if (mailed === undefined) return;
    holdInvitation(mailed);
    void navigate({ to: "/auth/invitation", search: {}, replace: true });
  }, [mailed, navigate]);

  const isDead = [read, accept, decline].some(({ error }) => codeOf(error) === "LINK_DEAD");
  useEffect(() => {
    if (isDead) forgetInvitation();
  }, [isDead]);

  if (decline.isSuccess)
    return (
      <AuthPage title="Invitation declined">
        <p role="status">You declined, and the link no longer works. There's nothing left to do.</p>
      </AuthPage>
    );
  if (accept.isSuccess) return <Navigate to="/" replace />;
  if (token === null || (isDead && !isAccepting)) return <Navigate to="/auth/bad-link" replace />;
  return (
    <AuthPage title="Your invitation">
      <div className={styles.notice}>
        <QueryBoundary query={read} failed="We couldn't load the invitation">
          {(data) => <InvitationAnswer token={token} invitation={data} accept={accept} decline={decline} />}
        </QueryBoundary>
      </div>
    </AuthPage>
  );
}
