import { Link } from "@tanstack/react-router";
import { pricesWords } from "#features/billing/web/report-prices/report-price.ts";
import { currentConfig } from "#platform/web/config.ts";
import { ContactEmail, LegalNotice } from "./LegalNotice.tsx";
import { Prose } from "./Prose.tsx";

export function TermsPage() {
  const { productName } = currentConfig();
  return (
    <Prose title="Terms and Conditions" lead={`What you can expect from ${productName}, and what we expect from you.`}>
      <h2>What it is</h2>
      <p>
        {productName} reads what a borrower&apos;s bank shares, with the borrower&apos;s permission, and compares it
        with the published rules of mortgage programs. It shows figures and their sources. It is not underwriting
        advice: the lender makes the decision and is responsible for it.
      </p>
      <h2>Your account</h2>
      <p>
        Use your own name and your own email address. Keep your password secret. You are responsible for what happens
        under your account until you tell us otherwise.
      </p>
      <h2>Borrowers&apos; data</h2>
      <p>
        Request bank data only with the borrower's consent, for the loan they agreed to, and for no longer than
        necessary. We may close accounts that use it for any other purpose.
      </p>
      <h2>What the lender is responsible for</h2>
      <p>
        The lender decides what to request, whom to give access, how long records are stored and whether a loan is made.
        It is responsible for its own duties under lending, privacy and consumer-protection law: its privacy notice and
        safeguards under the Gramm-Leach-Bliley Act (GLBA), requests of consumers under state privacy laws such as the
        California Consumer Privacy Act (CCPA), and any notice of adverse action. The{" "}
        <Link to="/privacy-policy">Privacy Policy</Link> says what the software does for each.
      </p>
      <h2>Reports</h2>
      <p>
        A report shows what the bank reported on the day it was generated. Its dates and its hash are on every page.
        Don't alter a report and present it as ours.
      </p>
      <h2>Paying</h2>
      <p>
        Prices are in US dollars. A plan renews until you cancel it. Canceling ends it with the current paid period.{" "}
        {pricesWords()}
      </p>
      <h2>Availability</h2>
      <p>
        Banks and the bank-data provider are sometimes slow or unavailable. We say so on the page and try again, but
        can't promise that a bank responds. We do promise not to lose what we have confirmed as saved.
      </p>
      <h2>Ending</h2>
      <p>
        You can leave at any time. We may close an account that breaks these terms, and will say why. The law of the
        place where {productName} is offered applies. Questions about these terms: <ContactEmail />.
      </p>
      <LegalNotice />
    </Prose>
  );
}
