import { useState } from "react";
import * as z from "zod/mini";
import { formatMoney, toCents, typedMoney } from "#platform/money/money.ts";
import { Checkbox, CheckboxGroup, RadioGroup, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/Field.tsx";
import { PasswordField } from "#platform/web/form/PasswordField.tsx";
import { Select, type Option } from "#platform/web/form/Select.tsx";
import { Slider } from "#platform/web/form/Slider.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { DropZone } from "#platform/web/parts/FileButton.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { Specimen } from "./Specimen.tsx";

const words = z.string().check(z.trim(), z.minLength(1));
const Sample = z.object({
  text: words,
  mail: z.pipe(words, z.email()),
  password: z.string().check(z.minLength(12)),
  choice: words,
  desk: words,
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
  desk: "",
  lines: "",
  agreed: false,
  day: "",
  fixed: "Set by others",
};

const OPTIONS: readonly Option[] = [
  { value: "", label: "Choose one" },
  { value: "purchase", label: "Purchase" },
  { value: "refinance", label: "Refinance" },
  { value: "none", label: "Unavailable", isDisabled: true },
];

const DROP = { accept: ".pdf", text: "Drop a PDF here, or", choose: "Choose a file" };

const DESKS = [
  { value: "purchase", label: "Purchase desk" },
  { value: "refinance", label: "Refinance desk" },
];

const GROUPS = [
  { id: "purchase", name: "Purchase desk" },
  { id: "refinance", name: "Refinance desk" },
];

export function FieldSamples() {
  const [choice, setChoice] = useState("purchase");
  const [chosen, setChosen] = useState<readonly string[]>(["purchase"]);
  const [price, setPrice] = useState(40_000_000);
  const tellOf = (files: readonly File[]) =>
    showToast(files.map(({ name }) => name).join(", "), "Nothing was sent anywhere.", { autohide: true });
  const toggle = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((other) => other !== id)));
  return (
    <>
      <Specimen
        name="In a form"
        isForm
        about="Leave a field empty or submit the form to see its error in place of its help."
      >
        <Form
          schema={Sample}
          defaults={EMPTY}
          submit="Check the fields"
          loading={false}
          error={null}
          asksBeforeLeaving={false}
          onSubmit={() => showToast("All fields are valid", "Nothing was sent anywhere.", { autohide: true })}
        >
          <FormRow>
            <TextField name="text" label="Text" autoComplete="off" help="Help is shown below its field." />
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
          <RadioGroup name="desk" legend="Desk" options={DESKS} />
          <Checkbox name="agreed" help="Must be checked." errorTexts={{ INVALID_VALUE: "You must agree to continue" }}>
            I agree
          </Checkbox>
        </Form>
      </Specimen>
      <Specimen name="A single choice" isRow>
        <Select label="Selected by default" options={OPTIONS} value={choice} onChange={setChoice} />
        <Select label="Disabled" options={OPTIONS} value="purchase" onChange={setChoice} isDisabled />
      </Specimen>
      <Specimen name="A figure to try" isForm about="Drag it or type it.">
        <Slider
          label="Price"
          value={price}
          least={0}
          most={60_000_000}
          step={100_000}
          inWords={(cents) => formatMoney(cents)}
          typed={typedMoney}
          parse={toCents}
          errorOf={() => "Enter dollars and cents, such as 1,250 or 99.50"}
          onChange={setPrice}
        />
      </Specimen>
      <Specimen name="A place to drop files" about="On its own, among other fields, and disabled.">
        <DropZone {...DROP} label="File" isBusy={false} onFiles={tellOf} />
        <DropZone {...DROP} isCompact label="Paper" isBusy={false} onFiles={tellOf} />
        <DropZone
          {...DROP}
          isCompact
          label="Disabled file"
          isBusy={false}
          disabledReason="Nothing is required."
          onFiles={tellOf}
        />
      </Specimen>
      <Specimen name="Any number of choices">
        <CheckboxGroup legend="Desks" options={GROUPS} chosen={chosen} onToggle={toggle} />
        <CheckboxGroup legend="Desks, framed" options={GROUPS} chosen={chosen} onToggle={toggle} isFramed />
        <CheckboxGroup legend="Desks, disabled" options={GROUPS} chosen={chosen} onToggle={toggle} isOff />
        <CheckboxGroup legend="No desks" options={[]} chosen={[]} onToggle={toggle} empty="There are none yet." />
      </Specimen>
    </>
  );
}
