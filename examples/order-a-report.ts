// A borrower, their signed authorization and bank, a report, what it found, and its PDF. Run: see examples/README.md
import { createClient } from "keyturn";

const env = process.env;
const keyturn = createClient({ apiKey: env["KEYTURN_API_KEY"] ?? "", url: env["KEYTURN_URL"] ?? "" });

const person = { firstName: "Maria", lastName: "Alvarez", email: `maria.${Date.now()}@example.com` };
const loan = { program: "conventional", transactionType: "purchase", salesPrice: 42_500_000 } as const;
const { id, email } = await keyturn.createBorrower({ ...person, loanNumber: `LOS-${Date.now()}`, loan });
await keyturn.recordConsent({ id, email, method: "attested", signedOn: "2026-01-05" });

// In production the borrower logs in to the bank in Plaid Link, which returns this token.
const login = await fetch(`${env["PLAID_URL"] ?? ""}/sandbox/public_token/create`, {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "plaid-client-id": "keyturn-local-client",
    "plaid-secret": "keyturn-local-secret",
  },
  body: JSON.stringify({ institution_id: "ins_109508", initial_products: ["assets"] }),
});
const { public_token: publicToken } = (await login.json()) as { public_token: string };
await keyturn.exchangePublicToken({ borrowerId: id, publicToken });

await keyturn.generateAssetReport({ borrowerId: id });
await keyturn.waitForReport(id);
const { verdicts, findings } = await keyturn.retrieveAssetReport({ id });
console.log(verdicts.fannie.outcome, verdicts.fannie.text, findings.length, "findings");
await (await keyturn.downloadAssetReport({ id })).saveTo("report.pdf");
