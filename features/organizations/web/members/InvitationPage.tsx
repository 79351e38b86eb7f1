// Opened by the link of an invitation. Removes the token from the URL at once, to keep it out of logs and history.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { MESSAGES } from "#features/organizations/messages.ts";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import {
  enterFor,
  enteringFor,
  firstPageOf,
  forgetInvitation,
  heldInvitation,
  holdInvitation,
  welcomeTo,
} from "#features/auth/web/session/held-invitation.ts";
import { readInvitation, type Invitation } from "#features/organizations/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { invitation, useAcceptInvitation, useDeclineInvitation } from "./api.ts";
import { isSameEmail } from "#platform/text/text.ts";
import styles from "./Members.module.css";
import { ResendConfirmation } from "#features/auth/web/ResendConfirmation.tsx";
import { logOutHere } from "#features/auth/web/api.ts";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { useMembership, useUser } from "#features/auth/web/session/session.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { ROLE_LABELS } from "./role-labels.ts";

const { token: EmailedToken } = readInvitation.body.shape;

export function InvitationPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const mailed = EmailedToken.safeParse(search["token"]).data;
  const [token] = useState(() => mailed ?? heldInvitation());
  const navigate = useNavigate();
  const [accept, decline] = [useAcceptInvitation(), useDeclineInvitation()];
  const role = useMembership()?.role.name ?? "guest";
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
  if (accept.isSuccess) return <Navigate to={firstPageOf(role)} replace />;
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

interface InvitationAnswerProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly accept: ReturnType<typeof useAcceptInvitation>;
  readonly decline: ReturnType<typeof useDeclineInvitation>;
}

function InvitationAnswer({ token, invitation, accept, decline }: InvitationAnswerProps) {
  const { organizationName, invitedBy, email, role, expiresAt } = invitation;
  const user = useUser();
  const isInvited = isSameEmail(user?.email ?? "", email);
  const error = accept.error ?? decline.error;

  async function sayNo(): Promise<void> {
    const isSure = await confirm({
      title: `Decline to join ${organizationName}?`,
      text: "The link stops working. To join later, you need a new invitation.",
      confirm: "Decline",
    });
    if (isSure) decline.mutate({ token });
  }

  function logOutToAnswer(): void {
    void logOutHere();
    holdInvitation(token); // A sign-out deletes the invitation, but this sign-out is for accepting it.
  }

  function sayYes(): void {
    accept.mutate({ token }, { onSuccess: () => welcomeTo(organizationName) });
  }

  // The user logged in to accept.
  const isWanted = user !== null && isInvited && user.emailConfirmed && enteringFor()?.token === token;
  useEffect(() => {
    if (isWanted && accept.isIdle) sayYes();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the user comes back
  }, [isWanted]);

  return (
    <>
      <p>
        {invitedBy} invites you to join <strong>{organizationName}</strong>.
      </p>
      <p className={styles.aside}>
        Your role: {ROLE_LABELS[role].label}. {ROLE_LABELS[role].about}
      </p>
      <p className={styles.aside}>
        For {email}, until <DateText at={expiresAt} />.
      </p>
      {error && <Alert tone="stop">{explain(error, MESSAGES.invitation)}</Alert>}
      {user === null && <WaysIn token={token} invitation={invitation} />}
      {user !== null && !isInvited && (
        <>
          <Alert tone="ask">
            You&apos;re logged in as {user.email}. Log out, then log in or create an account with {email}.
          </Alert>
          <div className={styles.buttons}>
            <Button variant="primary" onClick={logOutToAnswer}>
              Log Out
            </Button>
          </div>
        </>
      )}
      {user !== null && isInvited && !user.emailConfirmed && (
        <>
          <Alert tone="ask">
            Confirm first that {email} is yours: open the link in the email we sent you, then come back here.
          </Alert>
          <ResendConfirmation />
        </>
      )}
      {user !== null && isInvited && user.emailConfirmed && (
        <div className={styles.buttons}>
          <Button variant="primary" isBusy={accept.isPending} onClick={sayYes}>
            Accept invitation
          </Button>
          <Button isBusy={decline.isPending} onClick={() => void sayNo()}>
            Decline
          </Button>
        </div>
      )}
    </>
  );
}

/** Both lead back here if needed. */
function WaysIn({ token, invitation }: Pick<InvitationAnswerProps, "token" | "invitation">) {
  const navigate = useNavigate();

  function goTo(page: "/auth/login" | "/auth/register"): void {
    storeTarget("/auth/invitation");
    enterFor({ token, ...invitation });
    void navigate({ to: page });
  }

  const ways = [
    <Button
      key="register"
      variant={invitation.hasAccount ? "secondary" : "primary"}
      onClick={() => goTo("/auth/register")}
    >
      Create account
    </Button>,
    <Button key="login" variant={invitation.hasAccount ? "primary" : "secondary"} onClick={() => goTo("/auth/login")}>
      Log In
    </Button>,
  ];
  return (
    <>
      <p className={styles.aside}>You join as soon as you&apos;re logged in.</p>
      <div className={styles.buttons}>{invitation.hasAccount ? ways.toReversed() : ways}</div>
    </>
  );
}
