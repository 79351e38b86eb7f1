import { useEffect } from "react";
import { useFormContext } from "react-hook-form";

export function FocusOn({ field }: { readonly field: string }) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(field), [field, setFocus]);
  return null;
}
