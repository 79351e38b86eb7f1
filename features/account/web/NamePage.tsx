import { updateName } from "#features/account/contract.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/Field.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useUpdateName } from "./api.ts";

export function NamePage() {
  const user = useUser();
  const update = useUpdateName();
  return (
    <Page title="Name" lead="Shown to colleagues and borrowers.">
      <PageCard size="medium">
        <Form
          schema={updateName.body}
          defaults={{ firstName: user?.firstName ?? "", lastName: user?.lastName ?? "" }}
          submit="Save"
          loading={update.isPending}
          error={update.error}
          onSubmit={(values) =>
            update.mutate(values, {
              onSuccess: () =>
                showToast("Name updated", "Colleagues and borrowers see it now.", {
                  autohide: true,
                  closeOnClick: true,
                }),
            })
          }
        >
          <FormRow>
            <TextField name="firstName" label="First name" autoComplete="given-name" />
            <TextField name="lastName" label="Last name" autoComplete="family-name" />
          </FormRow>
        </Form>
      </PageCard>
    </Page>
  );
}
