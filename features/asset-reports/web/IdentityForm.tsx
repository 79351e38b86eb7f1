import { FormProvider, useForm } from "react-hook-form";
import { PersonIdentity } from "#features/asset-reports/contract.ts";
import type { IDENTITY_TEXTS } from "#features/asset-reports/labels.ts";
import { FormRow } from "#platform/web/form/Field.tsx";
import { schemaResolver } from "#platform/web/form/schema-resolver.ts";
import { PhoneField, TextField } from "#platform/web/form/TextField.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import styles from "./IdentityForm.module.css";

const EMPTY: PersonIdentity = { dateOfBirth: "", phone: "", street: "", city: "", state: "", zip: "" };

interface IdentityFormProps {
  readonly texts: Readonly<Record<keyof typeof IDENTITY_TEXTS, string>>;
  /** Whether the person whose identity it is fills it in. */
  readonly isOwn: boolean;
  readonly isBusy: boolean;
  readonly onSubmit: (identity: PersonIdentity) => void;
}

/** Unlike other forms it leaves no draft in the browser: a birth date is stored nowhere. */
export function IdentityForm({ texts, isOwn, isBusy, onSubmit }: IdentityFormProps) {
  const form = useForm<PersonIdentity>({ resolver: schemaResolver(PersonIdentity), defaultValues: EMPTY });
  const auto = (name: "bday" | "street-address" | "address-level2" | "address-level1" | "postal-code") =>
    isOwn ? name : "off";
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void form.handleSubmit(onSubmit)(event);
        }}
      >
        <p>{texts.text}</p>
        <FormRow>
          <TextField
            name="dateOfBirth"
            type="date"
            label={texts.dateOfBirth}
            autoComplete={auto("bday")}
            errorTexts={{ INVALID_VALUE: texts.dateOfBirthError }}
          />
          <PhoneField
            name="phone"
            label={texts.phone}
            errorTexts={{ INVALID_FORMAT: texts.phoneError, INVALID_VALUE: texts.phoneError }}
          />
        </FormRow>
        <TextField name="street" label={texts.street} autoComplete={auto("street-address")} />
        <FormRow>
          <TextField name="city" label={texts.city} autoComplete={auto("address-level2")} />
          <TextField name="state" label={texts.state} help={texts.stateHelp} autoComplete={auto("address-level1")} />
          <TextField name="zip" label={texts.zip} inputMode="numeric" autoComplete={auto("postal-code")} />
        </FormRow>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {texts.button}
        </Button>
      </form>
    </FormProvider>
  );
}
