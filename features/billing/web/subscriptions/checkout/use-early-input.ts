import { useState } from "react";

type Early = Record<string, string | boolean>;

/** @param name of the form; read once, before the form is taken over */
export function useEarlyInput(name: string): Early {
  const [early] = useState(() => wordsIn(name));
  return early;
}

function wordsIn(name: string): Early {
  const form = typeof document === "undefined" ? null : document.forms.namedItem(name);
  const words: Early = {};
  for (const field of form?.querySelectorAll("input") ?? []) {
    if (field.type === "checkbox" && field.checked) words[field.name] = true;
    else if (field.type !== "checkbox" && field.value !== "") words[field.name] = field.value;
  }
  return words;
}
