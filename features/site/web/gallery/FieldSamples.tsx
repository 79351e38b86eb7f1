// Fields of every kind, with their help, their faults, and switched off.
import { useState } from "react";
import * as z from "zod/mini";
import { Checkbox } from "#kit/web/form/Checkbox.tsx";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { Select, type Option } from "#kit/web/form/Select.tsx";
import { SelectField } from "#kit/web/form/SelectField.tsx";
import { TextArea } from "#kit/web/form/TextArea.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { Specimen } from "./Specimen.tsx";

const words = z.string().check(z.trim(), z.minLength(1));
const Sample = z.object({
  text: words,
  mail: z.pipe(words, z.email()),
  password: z.string().check(z.minLength(12)),
  choice: words,
  lines: words.check(z.maxLength(40)),
  agreed: z.boolean().check(z.refine((isAgreed) => isAgreed)),
  day: z.string(),
  fixed: z.string(),
});
const EMPTY = {
  text: "",
  mail: "",
  password: "",
  choice: "",
  lines: "",
  agreed: false,
  day: "",
  fixed: "Set by others",
};

const OPTIONS: readonly Option[] = [
  { value: "", label: "Choose one" },
  { value: "purchase", label: "Purchase" },
  { value: "refinance", label: "Refinance" },
  { value: "none", label: "Not to be had now", isDisabled: true },
];

export function FieldSamples() {
  const [choice, setChoice] = useState("purchase");
  return (
    <>
      <Specimen
        name="In a form"
        isForm
        about="Leave a field empty, or send the form, to see its fault in place of its help."
      >
        <Form
          schema={Sample}
          defaults={EMPTY}
          submit="Check the fields"
          loading={false}
          error={null}
          asksBeforeLeaving={false}
          onSubmit={() => showToast("All fields are good", "Nothing was sent anywhere.", { autohide: true })}
        >
          <FormRow>
            <TextField name="text" label="Text" autoComplete="off" help="Help stands below its field." />
            <TextField name="mail" label="Mail" type="email" autoComplete="off" />
          </FormRow>
          <FormRow>
            <PasswordField name="password" label="Sample password" purpose="new" />
            <SelectField name="choice" label="Choice" options={OPTIONS} help="The browser's own list." />
          </FormRow>
          <FormRow>
            <TextField name="day" label="Day" type="date" autoComplete="off" isOptional />
            <TextField name="fixed" label="Switched off" autoComplete="off" isDisabled />
          </FormRow>
          <TextArea name="lines" label="Lines" help="Up to 40 characters." />
          <Checkbox name="agreed" help="Must be checked." faults={{ INVALID_VALUE: "You must agree to go on" }}>
            I agree
          </Checkbox>
        </Form>
      </Specimen>
      <Specimen name="A choice on its own" isRow>
        <Select label="Chosen at once" options={OPTIONS} value={choice} onChange={setChoice} />
        <Select label="Not to be chosen" options={OPTIONS} value="purchase" onChange={setChoice} isDisabled />
      </Specimen>
    </>
  );
}
