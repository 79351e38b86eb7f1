// The error pages by code. An unknown code shows the 404 page.
import { Link } from "@tanstack/react-router";
import { useMayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
import { useMembership, useUser } from "#features/auth/web/session/session.ts";
import { ErrorView, useOwnLocation } from "./ErrorView.tsx";
import { ACCOUNT_SETTINGS, ERROR_TEXTS } from "./error-texts.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";

export function ErrorPage() {
  const { pathname, state } = useOwnLocation();
  const mayRead = useMayReadBorrowers();
  const hasNoBorrowers = useUser() !== null && !mayRead;
  const code = pathname.split("/")[2] ?? "";
  const text = ERROR_TEXTS.get(`${code} ${state.failedBy}`) ?? ERROR_TEXTS.get(code);
  if (!text) return <NotFoundPage />;
  const way = text.way ?? (code === "403" && hasNoBorrowers ? ACCOUNT_SETTINGS : undefined);
  return <ErrorView code={code} {...text} {...(way && { way })} more={code === "404" && <OtherOrganizations />} />;
}

/** A user of several organizations may have followed a link to a record of one that is not active. */
function OtherOrganizations() {
  const isOneOfSeveral = (useUser()?.memberships.length ?? 0) > 1;
  const organization = useMembership()?.organization;
  if (!isOneOfSeveral || organization === undefined) return null;
  return (
    <p>
      You work in {organization.name} now. The record may belong to another of your organizations:{" "}
      <Link to="/account/settings/details">switch in Details</Link>.
    </p>
  );
}
