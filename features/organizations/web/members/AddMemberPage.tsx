import { useNavigate } from "@tanstack/react-router";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { INVITATION_DAYS, inviteMember } from "#features/organizations/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/Field.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useInviteMember } from "./api.ts";
import { MESSAGES } from "#features/organizations/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import { GroupsField, RoleField } from "./MemberForm.tsx";

const LIST = "/admin/users";

export function AddMemberPage() {
  return <AddMember title="Add User" back={{ to: LIST, label: "Users" }} />;
}

/** For a loan officer without colleagues, who becomes an admin with the first invitation. */
export function InviteColleaguePage() {
  return (
    <AddMember
      title="Invite a colleague"
      back={{ to: "/account/settings/organization", label: "Organization" }}
      effect="With your first invitation, you become the admin of your organization."
    />
  );
}

interface AddMemberProps {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  /** What else the invitation does. */
  readonly effect?: string;
}

function AddMember({ title, back, effect }: AddMemberProps) {
  const invite = useInviteMember();
  const disabledReason = useDisabledReason(inviteMember);
  const navigate = useNavigate();
  return (
    <Page
      title={title}
      back={back}
      lead={[
        `We'll email them a link that works for ${INVITATION_DAYS} days. They join once they accept.`,
        effect,
      ].join(" ")}
    >
      <PageCard size="medium">
        <Form
          schema={inviteMember.body}
          defaults={{ firstName: "", lastName: "", email: "", role: "editor", groupIds: [] }}
          submit={title}
          loading={invite.isPending}
          error={invite.error}
          explainError={(error) => explain(error, MESSAGES.invite)}
          footer="sticky"
          cancel={{ to: back.to }}
          disabledReason={disabledReason}
          onSubmit={(values) =>
            invite.mutate(values, {
              onSuccess({ email }) {
                showToast("Invitation sent", `${email} is listed as pending.`, { autohide: true, closeOnClick: true });
                void navigate({ to: LIST });
              },
            })
          }
        >
          <FormRow>
            <TextField name="firstName" label="First name" autoComplete="off" />
            <TextField name="lastName" label="Last name" autoComplete="off" />
          </FormRow>
          <TextField name="email" label="Email" type="email" autoComplete="off" errorTexts={MESSAGES.email} />
          <RoleField />
          <GroupsField />
        </Form>
      </PageCard>
    </Page>
  );
}
