// The error pages by their code; a code that we do not know is a page that is not there.
import { useParam } from "#kit/web/use-param.ts";
import { ErrorView } from "./ErrorView.tsx";
import { ERROR_TEXTS } from "./error-texts.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";

export function ErrorPage() {
  const code = useParam("code");
  const text = ERROR_TEXTS[code];
  return text ? <ErrorView code={code} {...text} /> : <NotFoundPage />;
}
