import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useDisabledReason, useMembership, useUser } from "#features/auth/web/session/session.ts";
import { removeMember, revokeInvitation, type MemberDetails } from "#features/organizations/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { StatusPill, DateText } from "#platform/web/parts/Values.tsx";
import { useParam } from "#platform/web/use-param.ts";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { confirm } from "#platform/web/confirm.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import {
  oneMember,
  useRemoveMember,
  useRequirePasswordChange,
  useResendInvitation,
  useRevokeInvitation,
  useUnlockMember,
} from "./api.ts";
import { MemberForm } from "./MemberForm.tsx";
import { statusOf } from "#features/organizations/columns.ts";
import { ROLE_LABELS, STATUS_LABELS } from "./role-labels.ts";
import { MESSAGES } from "#features/organizations/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import styles from "./Members.module.css";

export function EditMemberPage() {
  const id = useParam("id");
  const member = useQuery(oneMember({ id }));
  const words = member.data && STATUS_LABELS[statusOf(member.data)];
  return (
    <Page
      title="Edit User"
      back={{ to: "/admin/users", label: "Users" }}
      aside={words && <StatusPill tone={words.tone}>{words.label}</StatusPill>}
    >
      <PageCard size="medium">
        <QueryBoundary query={member} failed="We couldn't load the user">
          {(data) => <EditMember member={data} onStale={() => void member.refetch()} />}
        </QueryBoundary>
      </PageCard>
    </Page>
  );
}

interface EditMemberProps {
  readonly member: MemberDetails;
  readonly onStale: () => void;
}

function EditMember({ member, onStale }: EditMemberProps) {
  const ownRole = useMembership()?.role.name;
  if (member.role === "root" && ownRole !== "root")
    return (
      <>
        <MemberFacts member={member} />
        <Alert tone="info">Only another root can change or remove a root.</Alert>
      </>
    );
  return (
    <>
      <MemberFacts member={member} />
      <MemberForm key={member.id} member={member} onStale={onStale} />
      {member.status === "pending" ? <InvitationActions member={member} /> : <MemberActions member={member} />}
    </>
  );
}

function MemberFacts({ member }: { readonly member: MemberDetails }) {
  const { id, userId, firstName, lastName, email, role, profilePicURL, organization } = member;
  return (
    <div className={styles.top}>
      <ProfilePicture userId={userId ?? id} url={profilePicURL} size={32} />
      <div className={styles.factWords}>
        <h2 className={styles.name}>
          {firstName} {lastName}
        </h2>
        <p className={styles.about}>{email}</p>
        <p className={styles.about}>
          {ROLE_LABELS[role].label} of {organization.name},{" "}
          {member.status === "pending" ? (
            <>
              invited <DateText at={member.createdAt} />
              {member.expiresAt !== null && (
                <>
                  ; the link works until <DateText at={member.expiresAt} />
                </>
              )}
            </>
          ) : (
            <>
              since <DateText at={member.createdAt} />
              {member.hasSecondFactor ? "; with a second factor" : "; without a second factor"}
              {!member.emailConfirmed && "; address not confirmed"}
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function InvitationActions({ member }: { readonly member: MemberDetails }) {
  const { id, email } = member;
  const [resend, revoke] = [useResendInvitation(), useRevokeInvitation()];
  const disabledReason = useDisabledReason(revokeInvitation);
  const navigate = useNavigate();
  const error = resend.error ?? revoke.error;

  function sendAgain(): void {
    const sent = () => showToast("Invitation sent", `We emailed a new link to ${email}.`, { autohide: true });
    resend.mutate({ id }, { onSuccess: () => void sent() });
  }

  async function takeBack(): Promise<void> {
    const isSure = await confirm({
      title: `Revoke the invitation to ${email}?`,
      text: "The link in their email stops working.",
      confirm: "Revoke",
      tone: "danger",
    });
    if (!isSure) return;
    revoke.mutate(
      { id },
      {
        onSuccess() {
          showToast("Invitation revoked", `The link to ${email} no longer works.`, { autohide: true });
          void navigate({ to: "/admin/users" });
        },
      },
    );
  }

  return (
    <div className={styles.actions}>
      {error && <Alert tone="stop">{explain(error, MESSAGES.invite)}</Alert>}
      {statusOf(member) === "expired" && (
        <Alert tone="ask">The link has expired. Resend the invitation for a new one.</Alert>
      )}
      <div className={styles.factButtons}>
        <Button isBusy={resend.isPending} disabledReason={disabledReason} onClick={sendAgain}>
          Resend
        </Button>
        <Button isBusy={revoke.isPending} disabledReason={disabledReason} onClick={() => void takeBack()}>
          Revoke
        </Button>
      </div>
    </div>
  );
}

function MemberActions({ member }: { readonly member: MemberDetails }) {
  const { id, firstName, lastName, organization, lockedUntil, mustChangePassword } = member;
  const name = `${firstName} ${lastName}`;
  const [change, unlock, remove] = [useRequirePasswordChange(), useUnlockMember(), useRemoveMember()];
  const disabledReason = useDisabledReason(removeMember);
  const navigate = useNavigate();
  const isSelf = useUser()?.id === member.userId;
  const error = change.error ?? unlock.error ?? remove.error;

  async function requireChange(): Promise<void> {
    const isSure = await confirm({
      title: `Require a new password of ${name}?`,
      text: "They'll be logged out everywhere and get an email with a link to set a new password.",
      confirm: "Require password change",
    });
    if (isSure) change.mutate({ id });
  }

  async function takeOut(): Promise<void> {
    const isSure = await confirm({
      title: `Remove ${name} from ${organization.name}?`,
      text: "They lose access immediately and leave their groups. Their account and past work stay. To bring them back, invite them again.",
      confirm: "Remove",
      tone: "danger",
    });
    if (!isSure) return;
    remove.mutate(
      { id },
      {
        onSuccess() {
          if (isSelf) return void navigate({ to: "/auth/logout", ignoreBlocker: true });
          showToast("User removed", `${name} is no longer in ${organization.name}.`, { autohide: true });
          void navigate({ to: "/admin/users" });
        },
      },
    );
  }

  return (
    <div className={styles.actions}>
      {error && <Alert tone="stop">{explain(error, MESSAGES.removal)}</Alert>}
      {lockedUntil !== null && (
        <Alert
          tone="ask"
          title="Locked"
          action={
            <Button
              size="small"
              isBusy={unlock.isPending}
              disabledReason={disabledReason}
              onClick={() => unlock.mutate({ id })}
            >
              Unlock
            </Button>
          }
        >
          Too many failed sign-ins. Locked until <DateText at={lockedUntil} />.
        </Alert>
      )}
      {mustChangePassword && (
        <Alert tone="info">A new password is required. They can set it with the link in their email.</Alert>
      )}
      <div className={styles.factButtons}>
        <Button isBusy={change.isPending} disabledReason={disabledReason} onClick={() => void requireChange()}>
          Require password change
        </Button>
        <Button isBusy={remove.isPending} disabledReason={disabledReason} onClick={() => void takeOut()}>
          Remove from organization
        </Button>
      </div>
    </div>
  );
}
