// The error pages by their code; a code that we do not know is a page that is not there.
import { useLocation } from "@tanstack/react-router";
import { ErrorView } from "./ErrorView.tsx";
import { ERROR_TEXTS } from "./error-texts.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";

export function ErrorPage() {
  const code = useLocation({ select: ({ pathname }) => pathname.split("/")[2] ?? "" });
  const failedBy = useLocation({ select: ({ state }) => state.failedBy });
  const text = ERROR_TEXTS.get(`${code} ${failedBy}`) ?? ERROR_TEXTS.get(code);
  return text ? <ErrorView code={code} {...text} /> : <NotFoundPage />;
}
