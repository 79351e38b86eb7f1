import { createOrganization } from "#features/account/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useCreateOrganization } from "./api.ts";

export function CreateOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateOrganization();
  return (
    <Dialog
      title="Create an organization"
      text="You'll be its admin and switch to it now. Your other memberships don't change."
      onClose={onClose}
    >
      <Form
        schema={createOrganization.body}
        defaults={{ name: "" }}
        submit="Create"
        loading={create.isPending}
        error={create.error}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={(values) =>
          create.mutate(values, {
            onSuccess({ organization }) {
              showToast("Organization created", `You're now working in ${organization.name}.`, { autohide: true });
              onClose();
            },
          })
        }
      >
        <TextField name="name" label="Name" autoComplete="organization" />
      </Form>
    </Dialog>
  );
}
