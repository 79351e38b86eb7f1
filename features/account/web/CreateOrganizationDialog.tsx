// Owns what is asked of whoever makes an organization: its name.
import { createOrganization } from "#features/account/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { Dialog } from "#kit/web/parts/Dialog.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useCreateOrganization } from "./data.ts";

export function CreateOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateOrganization();
  return (
    <Dialog
      title="Create an organization"
      text="You will be its admin, and work in it from then on. Your other memberships stay as they are."
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
              showToast("Organization created", `You now work in ${organization.name}.`, { autohide: true });
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
