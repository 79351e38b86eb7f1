// One person of the organization, or one invitation: the role, the groups, and what else may be done.
import { useQuery } from "@tanstack/react-query";
import { useMembership } from "#features/identity/web/session/session.ts";
import type { MemberDetails } from "#features/members/contract.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { useParam } from "#kit/web/use-param.ts";
import { oneMember } from "./data.ts";
import { InvitationActions } from "./InvitationActions.tsx";
import { MemberActions } from "./MemberActions.tsx";
import { MemberFacts } from "./MemberFacts.tsx";
import { MemberForm } from "./MemberForm.tsx";
import { STATUS_WORDS, statusOf } from "./member-status.ts";

export function EditMemberPage() {
  const id = useParam("id");
  const member = useQuery(oneMember({ id }));
  const words = member.data && STATUS_WORDS[statusOf(member.data)];
  return (
    <Page
      title="Edit User"
      back={{ to: "/admin/users", label: "Users" }}
      aside={words && <StatusPill tone={words.tone}>{words.label}</StatusPill>}
    >
      <PageCard size="medium">
        <Loaded query={member} failed="The user could not be loaded">
          {(data) => <EditMember member={data} onStale={() => void member.refetch()} />}
        </Loaded>
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
