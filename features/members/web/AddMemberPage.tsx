// A name, an address and a role invite a person.
import { useNavigate } from "@tanstack/react-router";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { INVITATION_DAYS, inviteMember } from "#features/members/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useInviteMember } from "./data.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { GroupsField } from "./GroupsField.tsx";
import { RoleField } from "./RoleField.tsx";

const LIST = "/admin/users";
const EMAIL_FAULTS = {
  ALREADY_MEMBER:
    "Someone with this address is in the organization already. Find them in the list to change their role",
  ALREADY_INVITED: "This address is invited already. Find the invitation in the list to send it again",
};

export function AddMemberPage() {
  const invite = useInviteMember();
  const bar = useBar(inviteMember);
  const navigate = useNavigate();
  return (
    <Page
      title="Add User"
      back={{ to: LIST, label: "Users" }}
      lead={`They get a mail with a link that works for ${INVITATION_DAYS} days, and are in once they accept.`}
    >
      <PageCard size="medium">
        <Form
          schema={inviteMember.body}
          defaults={{ firstName: "", lastName: "", email: "", role: "editor", groupIds: [] }}
          submit="Add User"
          loading={invite.isPending}
          error={invite.error}
          explainError={explainRefusal}
          footer="sticky"
          cancel={{ to: LIST }}
          barred={bar}
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
          <TextField name="email" label="Email" type="email" autoComplete="off" faults={EMAIL_FAULTS} />
          <RoleField />
          <GroupsField />
        </Form>
      </PageCard>
    </Page>
  );
}
