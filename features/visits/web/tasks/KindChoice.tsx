// Owns the choice of what a deposit is: plain words, one at a time.
import { useFormContext } from "react-hook-form";
import { CHOICES, PAGES, type Choice } from "#features/visits/words/pages.ts";
import { RadioGroup } from "#kit/web/form/RadioGroup.tsx";

const KINDS = CHOICES.map((value) => ({ value, label: PAGES.tasks.kinds[value] }));

interface KindChoiceProps {
  readonly legend: string;
}

export function KindChoice({ legend }: KindChoiceProps) {
  const { setValue } = useFormContext<{ donor?: unknown }>();

  function choose(kind: Choice): void {
    // What is not asked any more must not be at fault.
    if (kind !== "gift") setValue("donor", undefined);
  }

  return (
    <RadioGroup
      name="kind"
      legend={legend}
      options={KINDS}
      faults={{ REQUIRED: PAGES.tasks.choose }}
      onChoose={choose}
    />
  );
}
