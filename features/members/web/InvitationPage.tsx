// Where the link of an invitation leads. Its token leaves the address at once, and so every log and history.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AuthPage } from "#features/identity/web/pages/AuthPage.tsx";
import { forgetInvitation, heldInvitation, holdInvitation } from "#features/identity/web/session/held-invitation.ts";
import { readInvitation } from "#features/members/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { invitation, useAcceptInvitation, useDeclineInvitation } from "./data.ts";
import { InvitationAnswer } from "./InvitationAnswer.tsx";
import styles from "./InvitationPage.module.css";

const { token: MailedToken } = readInvitation.body.shape;

export function InvitationPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const mailed = MailedToken.safeParse(search["token"]).data;
  const [token] = useState(() => mailed ?? heldInvitation());
  const navigate = useNavigate();
  const [accept, decline] = [useAcceptInvitation(), useDeclineInvitation()];
  // Accepting brings a fresh session, which has everything read anew; by then the link is used up.
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
        <p role="status">You said no, and the link has ended. There is nothing left to do.</p>
      </AuthPage>
    );
  if (accept.isSuccess) return <Navigate to="/" replace />;
  if (token === null || (isDead && !isAccepting)) return <Navigate to="/auth/bad-link" replace />;
  return (
    <AuthPage title="Your invitation">
      <div className={styles.notice}>
        <Loaded query={read} failed="The invitation could not be loaded">
          {(data) => <InvitationAnswer token={token} invitation={data} accept={accept} decline={decline} />}
        </Loaded>
      </div>
    </AuthPage>
  );
}
