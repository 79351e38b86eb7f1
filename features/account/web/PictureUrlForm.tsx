// Owns showing a picture that lies elsewhere, by its address.
import { useState } from "react";
import { setPictureURL } from "#features/account/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { useSetPictureURL } from "./data.ts";

export function PictureUrlForm() {
  const change = useSetPictureURL();
  const [changes, setChanges] = useState(0);
  return (
    <Form
      key={changes} // what was typed is gone once it was taken
      schema={setPictureURL.body}
      defaults={{ profilePicURL: "" }}
      submit="Use this picture"
      submitVariant="secondary"
      loading={change.isPending}
      error={change.error}
      asksBeforeLeaving={false}
      onSubmit={(values) => change.mutate(values, { onSuccess: () => setChanges(changes + 1) })}
    >
      <TextField
        name="profilePicURL"
        label="Or the address of a picture"
        autoComplete="photo"
        help="It begins with https://"
        faults={{
          INVALID_FORMAT: "Enter a whole address that begins with https://",
          INVALID_VALUE: "Enter a whole address that begins with https://",
        }}
      />
    </Form>
  );
}
