import { useFormContext } from "react-hook-form";
import { CHOICES, PAGES, type Choice } from "#features/borrower-portal/labels/pages.ts";
import { RadioGroup } from "#platform/web/form/RadioGroup.tsx";

const KINDS = CHOICES.map((value) => ({ value, label: PAGES.tasks.kinds[value] }));

interface KindChoiceProps {
  readonly legend: string;
}

export function KindChoice({ legend }: KindChoiceProps) {
  const { setValue } = useFormContext<{ donor?: unknown }>();

  function choose(kind: Choice): void {
    // A field that is no longer shown must not be invalid.
    if (kind !== "gift") setValue("donor", undefined);
  }

  return (
    <RadioGroup
      name="kind"
      legend={legend}
      options={KINDS}
      errorTexts={{ REQUIRED: PAGES.tasks.choose }}
      onChoose={choose}
    />
  );
}
