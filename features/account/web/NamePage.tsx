// One's own name, as colleagues and borrowers read it.
import { updateName } from "#features/account/contract.ts";
import { useUser } from "#features/identity/web/session/session.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useUpdateName } from "./data.ts";

export function NamePage() {
  const user = useUser();
  const update = useUpdateName();
  return (
    <Page title="Name" lead="As colleagues and borrowers read it.">
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
                showToast("Name saved", "It shows everywhere from now on.", { autohide: true, closeOnClick: true }),
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
