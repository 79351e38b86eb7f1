import * as z from "zod/mini";
import { text } from "#platform/contract/fields.ts";
import { Form } from "../form/Form.tsx";
import { TextField } from "../form/TextField.tsx";
import { Dialog } from "../parts/Dialog.tsx";

const ViewName = z.object({ name: text(40) });

interface SaveViewDialogProps {
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

export function SaveViewDialog({ onSave, onClose }: SaveViewDialogProps) {
  return (
    <Dialog title="Save view" text="Keeps this search, these filters and this order in this browser." onClose={onClose}>
      <Form
        schema={ViewName}
        defaults={{ name: "" }}
        submit="Save"
        loading={false}
        error={null}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={({ name }) => onSave(name)}
      >
        <TextField name="name" label="Name" autoComplete="off" help="A view with this name is replaced." />
      </Form>
    </Dialog>
  );
}
