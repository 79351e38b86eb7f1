import { pricesWords } from "#features/billing/web/report-prices/price-labels.ts";
import { currentConfig } from "#platform/web/config.ts";
import { Prose } from "./Prose.tsx";

export function TermsPage() {
  const { productName } = currentConfig();
  return (
    <Prose title="Terms and Conditions" lead={`What you may expect of ${productName}, and what it expects of you.`}>
      <h2>What it is</h2>
      <p>
        {productName} reads what a borrower&apos;s bank shares, with the borrower&apos;s leave, and sets it against the
        published rules of mortgage programs. It shows figures and their sources. It is not underwriting advice: the
        decision, and the responsibility for it, stay with the lender.
      </p>
      <h2>Your account</h2>
      <p>
        Give your own name and an address that is yours. Keep your password to yourself. What is done under your account
        counts as done by you, until you tell us that it was not.
      </p>
      <h2>Borrowers&apos; data</h2>
      <p>
        Ask for bank data only where a borrower has agreed, for the loan they agreed to, and no longer than it is
        needed. Looking up people for any other purpose ends the account.
      </p>
      <h2>Reports</h2>
      <p>
        A report says what the bank said on the day it was made. Its dates and its hash stand on every page. Do not
        change one and pass it on as ours.
      </p>
      <h2>Paying</h2>
      <p>
        Prices are in US dollars. A plan renews until it is canceled; canceling ends it with the period that is paid.{" "}
        {pricesWords()}
      </p>
      <h2>When it does not work</h2>
      <p>
        Banks and the provider between us are sometimes slow or away. We say so on the page and try again; we cannot
        promise that a bank answers. We do promise not to lose what we have confirmed as saved.
      </p>
      <h2>Ending</h2>
      <p>
        You may leave at any time. We may close an account that breaks these terms, and say why. The law of the place
        where {productName} is offered applies.
      </p>
    </Prose>
  );
}
