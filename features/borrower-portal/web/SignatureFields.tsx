import * as z from "zod/mini";
import { DISCLOSURE, PAGES } from "#features/borrower-portal/labels.ts";
import { Name } from "#platform/contract/fields.ts";
import { Checkbox } from "#platform/web/form/ChoiceGroup.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import styles from "./BorrowerPortal.module.css";

/** The fields below a letter. */
export const Signature = { agrees: z.literal(true), signedName: Name };

interface SignatureFieldsProps {
  readonly lender: string;
  readonly label: string;
  readonly help: string;
  readonly errorTexts: Readonly<Record<string, string>>;
}

/** What an electronic signature means, its acceptance, and the typed name. */
export function SignatureFields({ lender, ...name }: SignatureFieldsProps) {
  return (
    <>
      <section className={styles.disclosure} aria-label={DISCLOSURE.title}>
        <h4>{DISCLOSURE.title}</h4>
        <ul>
          {DISCLOSURE.paragraphs(lender).map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ul>
        <Checkbox
          name="agrees"
          errorTexts={{ REQUIRED: PAGES.disclosure.missing, INVALID_VALUE: PAGES.disclosure.missing }}
        >
          {DISCLOSURE.accept}
        </Checkbox>
      </section>
      <TextField name="signedName" autoComplete="name" {...name} />
    </>
  );
}
