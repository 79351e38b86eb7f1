import { useQuery } from "@tanstack/react-query";
import { useMembership } from "#features/auth/web/session/session.ts";
import type { MemberDetails } from "#features/organizations/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { PageCard } from "#platform/web/parts/PageCard.tsx";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";
import { useParam } from "#platform/web/use-param.ts";
import { oneMember } from "./data.ts";
import { InvitationActions } from "./InvitationActions.tsx";
import { MemberActions } from "./MemberActions.tsx";
import { MemberFacts } from "./MemberFacts.tsx";
import { MemberForm } from "./MemberForm.tsx";
import { STATUS_LABELS, statusOf } from "./member-status.ts";

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
        <QueryBoundary query={member} failed="The user could not be loaded">
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
        <Alert tone="info">This user is a root. Only another root can change or remove them.</Alert>
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
