// Copies of asset reports for third parties.
import { expect, test } from "vitest";
import { aBank, type TestBank } from "./test-plaid.ts";

const GONE = { status: 400, body: { error_code: "INVALID_AUDIT_COPY_TOKEN" } };

const create = (bank: TestBank, asset_report_token: string, auditor_id?: string) =>
  bank.call("/asset_report/audit_copy/create", { asset_report_token, ...(auditor_id && { auditor_id }) });
const read = (bank: TestBank, audit_copy_token: string) =>
  bank.call("/asset_report/audit_copy/get", { audit_copy_token });
const remove = (bank: TestBank, audit_copy_token: string) =>
  bank.call("/asset_report/audit_copy/remove", { audit_copy_token });
const readAsFreddieMac = (bank: TestBank, audit_copy_token: string) =>
  bank.call("/credit/asset_report/freddie_mac/get", { audit_copy_token });

async function aCopiedReport(auditor: string) {
  const bank = await aBank();
  const { access_token } = await bank.connect("user_good");
  const report = await bank.report([access_token]);
  const copy = async () => String((await create(bank, report.token, auditor)).body.audit_copy_token);
  return { bank, report, copy };
}

test("each copy reads the same report until it or the report is removed", async () => {
  const { bank, report, copy } = await aCopiedReport("fannie_mae");
  const [one, other] = [await copy(), await copy()];
  expect(one).not.toBe(other);
  expect((await read(bank, one)).text).toBe(report.reply.text);
  expect(await remove(bank, one)).toMatchObject({ status: 200, body: { removed: true } });
  expect(await read(bank, one)).toMatchObject(GONE);
  expect(await remove(bank, one)).toMatchObject(GONE);
  await bank.call("/asset_report/remove", { asset_report_token: report.token });
  expect(await read(bank, other)).toMatchObject(GONE);
});

test("an unknown auditor, and a report that is unknown or not ready, are refused", async () => {
  const bank = await aBank();
  const { access_token } = await bank.connect("user_report_never");
  const { body } = await bank.call("/asset_report/create", { access_tokens: [access_token], days_requested: 30 });
  const refusals = [
    [await create(bank, "assets-sandbox-x", "fannie_mae"), "INVALID_ASSET_REPORT_TOKEN"],
    [await create(bank, body.asset_report_token, "fannie_mae"), "PRODUCT_NOT_READY"],
    [await create(bank, body.asset_report_token, "ginnie_mae"), "INVALID_FIELD"],
  ] as const;
  for (const [reply, code] of refusals) expect(reply).toMatchObject({ status: 400, body: { error_code: code } });
});

test("Freddie Mac reads its own copies in its own format, and no one else's", async () => {
  const { bank, report, copy } = await aCopiedReport("freddie_mac");
  const token = await copy();
  const reply = await readAsFreddieMac(bank, token);
  const verification = reply.body.DEAL.SERVICES.SERVICE.VERIFICATION_OF_ASSET;
  expect(verification.REPORTING_INFORMATION.ReportingInformationIdentifier).toBe(token);
  const accounts = report.reply.body.report.items.flatMap((item: { accounts: object[] }) => item.accounts);
  const assets = verification.VERIFICATION_OF_ASSET_RESPONSE.ASSETS.ASSET;
  expect(assets).toHaveLength(accounts.length);
  const [line] = accounts[0].transactions;
  expect(assets[0].ASSET_TRANSACTIONS.ASSET_TRANSACTION[0].ASSET_TRANSACTION_DETAIL).toMatchObject({
    AssetTransactionUniqueIdentifier: line.transaction_id,
    AssetTransactionAmount: Math.abs(line.amount),
    AssetTransactionType: line.amount > 0 ? "Debit" : "Credit",
  });
  const other = (await create(bank, report.token, "fannie_mae")).body.audit_copy_token as string;
  expect(await readAsFreddieMac(bank, other)).toMatchObject(GONE);
  await remove(bank, token);
  expect(await readAsFreddieMac(bank, token)).toMatchObject(GONE);
});
