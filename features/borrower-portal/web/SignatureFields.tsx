import * as z from "zod/mini";
import { Name } from "#platform/contract/fields.ts";
import { Checkbox } from "#platform/web/form/ChoiceGroup.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { useTexts } from "./language.ts";
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
  const { pages, disclosure } = useTexts();
  return (
    <>
      <section className={styles.disclosure} aria-label={disclosure.title}>
        <strong>{disclosure.title}</strong>
        <ul>
          {disclosure.paragraphs(lender).map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ul>
        <Checkbox
          name="agrees"
          errorTexts={{ REQUIRED: pages.disclosure.missing, INVALID_VALUE: pages.disclosure.missing }}
        >
          {disclosure.accept}
        </Checkbox>
      </section>
      <TextField name="signedName" autoComplete="name" {...name} />
    </>
  );
}
