// platform/dates/days.ts
var MONTHS = [
	"Jan",
	"Feb",
	"Mar",
	"Apr",
	"May",
	"Jun",
	"Jul",
	"Aug",
	"Sep",
	"Oct",
	"Nov",
	"Dec"
];
function longDay(day) {
	const [year, month, date] = day.split("-");
	const name = MONTHS[Number(month) - 1];
	return name ? `${name} ${Number(date)}, ${Number(year)}` : "an unknown day";
}
// platform/money/money.ts
var MINUS = "−";
function moneyText(cents, currency = "USD") {
	const digits = String(Math.abs(cents)).padStart(3, "0");
	return {
		whole: (currency === null || currency === "USD" ? "" : `${currency} `) + ((cents < 0 ? MINUS : "") + (currency === "USD" ? "$" : "")) + grouped(digits.slice(0, -2)),
		cents: `.${digits.slice(-2)}`
	};
}
function formatMoney(cents, currency = "USD") {
	const text = moneyText(cents, currency);
	return text.whole + text.cents;
}
function formatNumber(number) {
	const rounded = Number.isInteger(number) ? number : Math.round(number * 1e6) / 1e6;
	const [whole = "", decimals] = String(Math.abs(rounded)).split(".");
	return (rounded < 0 ? "-" : "") + grouped(whole) + (decimals === void 0 ? "" : `.${decimals}`);
}
function grouped(digits) {
	let [rest, text] = [digits, ""];
	for (; rest.length > 3; rest = rest.slice(0, -3)) text = `,${rest.slice(-3)}${text}`;
	return rest + text;
}
// platform/text/text.ts
function formatCount(count, one, other = `${one}s`) {
	return `${formatNumber(count)} ${Math.abs(count) === 1 ? one : other}`;
}
// features/underwriting/rules/days.ts
var DAY_MS = 864e5;
function dayNumber(day) {
	return Date.parse(day) / DAY_MS;
}
var [FIRST, LAST$1] = [dayNumber("0001-01-01"), dayNumber("9999-12-31")];
function dayOf(number) {
	return new Date((Number.isNaN(number) ? FIRST : Math.min(LAST$1, Math.max(FIRST, number))) * DAY_MS).toISOString().slice(0, 10);
}
function addDays(day, days) {
	return dayOf(dayNumber(day) + days);
}
function addMonths(day, months) {
	const [year, month, date] = day.split("-").map(Number);
	const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
	return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)) / DAY_MS);
}
// features/underwriting/rules/once.ts
function once(compute) {
	const known = new WeakMap();
	return (key) => {
		let entry = known.get(key);
		if (!entry) known.set(key, entry = { value: compute(key) });
		return entry.value;
	};
}
// features/underwriting/rules/text.ts
var BANK_WORDS = new Set([
	"NA",
	"N",
	"A",
	"FSB",
	"BANK",
	"ONLINE",
	"THE",
	"BANKING"
]);
function bankName(name) {
	const words = name.toUpperCase().replace(/\./g, "").split(/[^A-Z0-9]+/).filter(Boolean);
	const rest = words.filter((word) => !BANK_WORDS.has(word));
	return (rest.length > 0 ? rest : words).join(" ");
}
function compare(a, b) {
	return a < b ? -1 : a > b ? 1 : 0;
}
function normalName(name) {
	return name.toUpperCase().replace(/\s+/g, " ").trim();
}
function nameWords(text) {
	return text.replace(/['\u2018\u2019\u02bc\u0060\u00b4]/g, "").toUpperCase().replace(/[ÆŒØŁĐÐÞ]/g, (letter) => LETTERS[letter]).normalize("NFKD").replace(/\p{M}/gu, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
var LETTERS = {
	Æ: "AE",
	Œ: "OE",
	Ø: "O",
	Ł: "L",
	Đ: "D",
	Ð: "D",
	Þ: "TH"
};
// features/underwriting/rules/changes.ts
function accountsIn({ items }) {
	return items.flatMap((item) => item.accounts.map((account) => ({
		item,
		account
	})));
}
function pairAccounts(before, after) {
	const candidates = after.flatMap((is) => before.filter((was) => isAlike(was, is)).map((was) => ({
		was,
		is,
		score: likeness(was.account, is.account)
	})));
	candidates.sort((a, b) => b.score.map((value, at) => value - a.score[at]).find((difference) => difference !== 0) || compare(contentOf$3(a.is), contentOf$3(b.is)) || compare(contentOf$3(a.was), contentOf$3(b.was)));
	const wasOf = new Map();
	const used = new Set();
	for (const { was, is } of candidates) {
		if (used.has(was) || wasOf.has(is)) continue;
		used.add(was);
		wasOf.set(is, was);
	}
	const byContent = (a, b) => compare(contentOf$3(a), contentOf$3(b));
	return [...[...after].sort(byContent).map((is) => ({
		before: wasOf.get(is),
		after: is
	})), ...before.filter((was) => !used.has(was)).sort(byContent).map((was) => ({
		before: was,
		after: void 0
	}))];
}
function isAlike(one, other) {
	const [a, b] = [one.account, other.account];
	if (a.persistentId !== null && a.persistentId === b.persistentId) return true;
	return stemOf$1(one) === stemOf$1(other);
}
function stemOf$1({ item, account }) {
	return [
		bankName(item.institutionName),
		account.mask ?? account.name,
		account.type
	].join("|").toUpperCase();
}
var contentOf$3 = once(({ item, account }) => JSON.stringify([
	stemOf$1({
		item,
		account
	}),
	account.subtype,
	account.name,
	account.currentCents,
	account.transactions.map(lineContent).sort()
]));
function likeness(was, is) {
	const isSameId = was.persistentId !== null && was.persistentId === is.persistentId;
	const owners = (account) => account.owners.flatMap(({ names }) => names).sort().join();
	return [
		Number(isSameId),
		commonShare(was, is),
		Number(was.subtype === is.subtype),
		Number(owners(was) === owners(is)),
		Number(was.name === is.name),
		Number(was.currentCents === is.currentCents)
	];
}
function commonShare(was, is) {
	const from = firstDate(is);
	const lines = was.transactions.filter(({ pending, date }) => !pending && date >= from);
	if (lines.length === 0) return 0;
	const counts = new Map();
	for (const line of is.transactions) if (!line.pending) add$1(counts, sumContent(line), 1);
	return lines.filter((line) => take(counts, sumContent(line))).length / lines.length;
}
function firstDate({ transactions, historicalBalances }) {
	let first = "9999";
	for (const { date } of transactions) if (date < first) first = date;
	for (const { date } of historicalBalances) if (date < first) first = date;
	return first;
}
function sumContent({ date, amountCents }) {
	return `${date}|${amountCents}`;
}
function lineContent({ date, amountCents, description }) {
	return `${date}|${amountCents}|${description.replace(/\s+/g, " ").trim().toUpperCase()}`;
}
function add$1(counts, key, number) {
	counts.set(key, (counts.get(key) ?? 0) + number);
}
function take(counts, key) {
	const left = counts.get(key) ?? 0;
	counts.set(key, left - 1);
	return left > 0;
}
// features/underwriting/rules/model.ts
function isDeposit({ cents, isPending, account }) {
	return cents < 0 && !isPending && account.kind === "depository";
}
function isPayment({ cents, isPending, account }) {
	return cents > 0 && !isPending && account.kind === "depository";
}
function isFree({ transferOf, netOf }, line) {
	return !transferOf.has(line) && !netOf.has(line);
}
function isWithin(line, days) {
	return line.day >= line.account.asOf - days;
}
// features/underwriting/rules/money.ts
function half(cents) {
	return Math.floor(cents + .5);
}
function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle];
	return sorted.length % 2 === 1 ? upper : half((sorted[middle - 1] + upper) / 2);
}
function ratio(part, whole) {
	return whole > 0 ? Math.round(part / whole * 1e4) / 1e4 : null;
}
function monthsOf$2(cents, payment) {
	return Math.floor(cents * 100 / payment) / 100;
}
function sum(values) {
	let total = 0;
	for (const value of values) total += value;
	return total;
}
function currencyOf(line, account) {
	return line.currency ?? account.currency;
}
// platform/contract/fields.ts
var MAX_CENTS = 1e11;
// features/underwriting/rules/parsed-report.ts
function isWarnedOf({ warnings }, code, { id }) {
	return warnings.some((one) => one.code === code && (one.itemId === null || one.itemId === id));
}
function withheldItems({ items }) {
	return items.filter(({ accounts }) => accounts.some(({ withheldCount }) => withheldCount !== void 0));
}
// features/underwriting/rules/rule-set.ts
var RULE_SET_VERSION = "2026-12-02";
var source = (programs, citation, date, mark) => ({
	programs,
	citation,
	date,
	mark
});
var fannie = (section, date, mark = "V") => source(["fannie"], `Fannie Mae Selling Guide ${section}`, date, mark);
var freddie = (section, date, mark = "V") => source(["freddie"], `Freddie Mac Guide ${section}`, date, mark);
var fha$1 = (section, date, mark = "V") => source(["fha"], `HUD Handbook 4000.1 ${section}`, date, mark);
var va = (section, mark = "S") => source(["va"], `VA Pamphlet 26-7 ${section}`, "date not verified", mark);
var usda = (section, date, mark = "V") => source(["usda"], `USDA HB-1-3555 ${section}`, date, mark);
var policy = source([
	"fannie",
	"freddie",
	"fha",
	"va",
	"usda"
], "Lender policy", "date not verified", "M");
var FCRA = source([
	"fannie",
	"freddie",
	"fha",
	"va",
	"usda"
], "Fair Credit Reporting Act, 15 U.S.C. 1681c-1(h) and 1681i(c)", "date not verified", "S");
var FN_AGE = fannie("B1-1-03", "04/02/2025");
var FN_DOC = fannie("B3-4.2-01", "2021");
var FN_DEP = fannie("B3-4.2-02", "12/14/2022");
var FN_RES = fannie("B3-4.1-01", "04/03/2018");
var FN_IPC = fannie("B3-4.1-02", "05/07/2025");
var FN_VC = fannie("B3-4.1-04", "05/04/2022");
var FN_STK = fannie("B3-4.3-01", "06/30/2015");
var FN_RET = fannie("B3-4.3-03", "06/30/2015");
var FN_GIFT = fannie("B3-4.3-04", "09/06/2023");
var FN_ENT = fannie("B3-4.3-06", "05/01/2018");
var FN_EMD = fannie("B3-4.3-09", "08/21/2012");
var FN_SEC = fannie("B3-4.3-15", "10/30/2009");
var FN_DU1 = fannie("B3-4.4-01", "04/03/2018");
var FN_DU = fannie("B3-4.4-02", "12/16/2020");
var FN_DEBT = fannie("B3-6-05", "05/04/2022");
var FN_RENT = source(["fannie"], "Fannie Mae Desktop Underwriter FAQ", "11/2025", "V");
var FR_SRC = freddie("5501.3", "2018");
var FR_RES = freddie("5501.2", "08/20/2018");
var FR_AGE = freddie("5102.4", "07/06/2017");
var FR_BIG = freddie("5501.3, large deposits", "2014", "S");
var FR_GIFT = freddie("5501.3, gifts", "2020", "S");
var FR_90 = source(["freddie"], "Freddie Mac Bulletin 2020-36", "2020", "S");
var FR_VC = source(["freddie"], "Freddie Mac Bulletin 2021-36", "2021", "S");
var FHA_ACC = fha$1("II.A.4.d.iii(A)", "date not verified");
var FHA_AGE = fha$1("II.A.1.a.i(A)(1)(a)", "date not verified");
var FHA_RET = fha$1("II.A.4.d.iii(C)", "date not verified");
var FHA_STK = fha$1("II.A.4.d.iii(D)", "2016", "S");
var FHA_GIFT = fha$1("II.A.4.d.iii(F)", "date not verified");
var FHA_EMD = fha$1("II.A.4.d.i(A)", "date not verified");
var FHA_RES = fha$1("II.A.4.d.i(C)", "date not verified", "S");
var FHA_MRI = fha$1("II.A.2.c, minimum required investment", "date not verified", "S");
var FHA_DEBT = fha$1("II.A.4.b.iv, undisclosed debt", "date not verified", "S");
var FHA_IPC = fha$1("II.A.4.d.iii(G), interested party contributions", "date not verified", "S");
var FHA_RENT = fha$1("positive rental history", "date not verified", "S");
var VA_AST = va("ch. 4");
var USDA_AGE = usda("12.22", "05/17/2017");
var USDA_AST = usda("ch. 9, assets", "date not verified", "M");
var practice = (...programs) => source(programs, "Common underwriting practice", "date not verified", "M");
var rule = (title, sources, parameters) => ({
	title,
	effectiveFrom: "2026-11-23",
	sources,
	parameters
});
var RULES = {
	S2: rule("Money trail", [
		FN_DEP,
		FN_DU,
		FR_SRC,
		FHA_ACC,
		VA_AST,
		USDA_AST
	], {
		transferDays: [-1, 5],
		reversalDays: 10,
		refundDays: 120,
		itemBehindDays: 3,
		sameLinesPercent: 80,
		sameLinesLeast: 3,
		interestPercentOfAverage: 2
	}),
	R1: rule("Statement history", [
		FN_DOC,
		FN_DU,
		FR_SRC,
		FHA_ACC,
		VA_AST,
		USDA_AST
	], {
		purchaseDays: 60,
		refinanceDays: 30,
		fhaDays: 30,
		twoStatementsDays: 60
	}),
	R2: rule("Age of documents", [
		FN_AGE,
		FN_DU,
		FR_AGE,
		FHA_AGE,
		FHA_ACC,
		VA_AST,
		USDA_AGE
	], {
		daysToApplication: 45,
		fannieMonths: 4,
		days: 120,
		fhaDataDays: 30
	}),
	R2b: rule("Recently opened account", [
		FR_SRC,
		FHA_ACC,
		practice("fannie", "va", "usda")
	], {
		days: 90,
		aboutZeroCents: 100
	}),
	R3: rule("Large deposit", [
		FN_DEP,
		FR_BIG,
		FR_90
	], {
		windowDays: 60,
		incomePercent: 50
	}),
	R3c: rule("Large deposit", [FHA_ACC], {
		windowDays: 60,
		valuePercent: 1
	}),
	R4: rule("Elements of a statement", [
		FN_DOC,
		FR_SRC,
		FHA_ACC,
		VA_AST,
		USDA_AST
	], {}),
	R5: rule("Account owner", [
		FN_DOC,
		FR_SRC,
		FHA_ACC,
		VA_AST,
		USDA_AST
	], {}),
	R6: rule("Usable money", [
		FN_DEP,
		FR_SRC,
		FHA_ACC,
		VA_AST,
		USDA_AST
	], { heldAboveCents: 100 }),
	R6b: rule("Securities and retirement accounts", [
		FN_STK,
		FN_RET,
		FR_SRC,
		FHA_RET,
		FHA_STK,
		VA_AST,
		USDA_AST
	], {
		liquidationPercent: 120,
		fhaRetirementPercent: 60,
		valuesDifferPercent: 1,
		statementDays: 120
	}),
	R7: rule("Cash to close and reserves", [
		FN_RES,
		FN_IPC,
		FR_RES,
		FHA_RES,
		VA_AST,
		USDA_AST
	], {}),
	R7b: rule("Required reserves", [
		FN_RES,
		FR_RES,
		FHA_RES
	], {
		secondHomeMonths: 2,
		investmentMonths: 6,
		multiUnitMonths: 6,
		fhaManualMonths: 1,
		fhaThreeUnitMonths: 3,
		principalPercent: [
			{
				upTo: 4,
				percent: 2
			},
			{
				upTo: 6,
				percent: 4
			},
			{
				upTo: 10,
				percent: 6
			}
		],
		paymentMonths: [{
			upTo: 6,
			months: 2
		}, {
			upTo: 10,
			months: 8
		}]
	}),
	R8: rule("Borrowed money", [
		FN_DEP,
		FN_SEC,
		FR_SRC,
		FHA_ACC,
		FHA_GIFT,
		VA_AST,
		practice("usda")
	], { windowDays: 60 }),
	R9: rule("Gifts", [
		FN_GIFT,
		FN_ENT,
		FR_GIFT,
		FHA_GIFT,
		practice("va", "usda")
	], {
		ownFundsPercent: 5,
		ownFundsAboveLtvPercent: 80,
		transferFeesCents: 1e4,
		depositedDays: 90
	}),
	R10: rule("Returned items and overdrafts", [policy], {
		reviewFrom: 3,
		blockFrom: 5,
		days: 365
	}),
	R11: rule("Recurring debt", [
		FN_DEBT,
		FHA_DEBT,
		practice("freddie", "va", "usda")
	], {
		amountPercent: 10,
		paidAtLeastPercent: 85,
		paidAbovePercent: 115,
		fhaResubmitCents: 1e4,
		activeCadences: 1.5,
		activeMonthlyDays: 45,
		endedWithinDays: 365
	}),
	R12: rule("Recurring income", [practice("fannie", "freddie", "fha", "va", "usda")], { gapFactor: 1.6 }),
	R13: rule("Business money", [
		FN_DEP,
		FR_SRC,
		practice("fha", "va", "usda")
	], {}),
	R14: rule("Earnest money", [
		FN_EMD,
		FHA_EMD,
		practice("freddie", "va", "usda")
	], {
		leastPercent: 90,
		mostPercent: 110,
		payments: 3,
		averageDays: 60,
		fhaVerifyAbovePercent: 1,
		daysBeforeContract: 60
	}),
	R15: rule("Rent", [
		FN_RENT,
		FHA_RENT,
		practice("freddie", "va", "usda")
	], {
		months: 12,
		leastCents: 3e4,
		amountPercent: 5,
		days: 7
	}),
	R16: rule("Virtual currency", [
		FN_VC,
		FR_VC,
		practice("fha", "va", "usda")
	], {}),
	R17: rule("Balance above its average", [
		FR_SRC,
		source(["fannie"], "Fannie Mae Selling Guide B3-4.2-02", "12/14/2022", "S"),
		practice("fha", "va", "usda")
	], {
		ratio: 1.5,
		days: 60
	}),
	R18: rule("Verification of deposit view", [FR_SRC, FN_DOC], { days: 60 }),
	R19: rule("Data quality", [
		FN_DOC,
		FN_DU1,
		FR_SRC,
		FHA_ACC,
		VA_AST,
		USDA_AST
	], {
		quietDays: 45,
		leftOutCents: 100
	}),
	R20: rule("Sum of unexplained deposits", [policy], {
		days: 30,
		cashLeastCents: 3e5,
		cashMostCents: 1e6,
		cashDays: 15,
		cashCount: 3
	}),
	R21: rule("Large withdrawals", [policy], {
		days: 30,
		recentDays: 14,
		withoutIncomeCents: 5e5
	}),
	R22: rule("Support payments", [FN_DEBT, practice("freddie", "fha", "va", "usda")], {}),
	R23: rule("Real-estate obligations", [practice("fannie", "freddie", "va", "usda"), FHA_DEBT], {}),
	R24: rule("Taxes, levies and garnishments", [FN_DEBT, practice("freddie", "fha", "va", "usda")], {}),
	R25: rule("Loans against own assets", [FN_SEC, practice("freddie", "fha", "va", "usda")], {}),
	R26: rule("Minimum contribution", [FHA_MRI, practice("fannie", "freddie")], {
		fhaTenThousandths: 350,
		fhaLowScoreTenThousandths: 1e3,
		fhaLowScoreBelow: 580,
		fhaLeastScore: 500,
		downPaymentPercent: 5,
		firstTimeBuyerPercent: 3
	}),
	R27: rule("Interested-party contributions", [
		FN_IPC,
		practice("freddie", "va", "usda"),
		FHA_IPC
	], {
		investmentPercent: 2,
		above90Percent: 3,
		above75Percent: 6,
		otherPercent: 9,
		fhaPercent: 6,
		vaPercent: 4,
		usdaPercent: 6
	}),
	R28: rule("VA and USDA", [VA_AST, USDA_AGE], {}),
	R29: rule("Other parties and money from abroad", [
		FN_IPC,
		FR_SRC,
		FHA_GIFT,
		practice("va", "usda")
	], {}),
	R30: rule("Alerts and disputes of the consumer", [FCRA], {})
};
function sourcesOf(ruleId, programs) {
	return RULES[ruleId].sources.map((one) => ({
		...one,
		programs: one.programs.filter((program) => programs.includes(program))
	})).filter((one) => one.programs.length > 0);
}
function citationOf(sources) {
	return [...new Set(sources.map(({ citation, date }) => `${citation} (${date})`))].join("; ");
}
// features/underwriting/rules/counting.ts
var BANK = new Set([
	"checking",
	"savings",
	"money market",
	"cash management",
	"limited purpose checking",
	"business"
]);
var WITHDRAWABLE = new Set([
	"paypal",
	"prepaid",
	"payroll",
	"hsa"
]);
var NEVER = new Set([
	"ebt",
	"health reimbursement arrangement",
	"529",
	"education savings account",
	"ugma",
	"utma",
	"crypto exchange",
	"non-custodial wallet"
]);
var CASH_VALUE = new Set([
	"life insurance",
	"other insurance",
	"fixed annuity",
	"variable annuity",
	"other annuity",
	"annuity",
	"trust"
]);
var IRA = new Set([
	"ira",
	"roth",
	"roth ira",
	"sep ira",
	"simple ira",
	"sarsep"
]);
var PLANS = new Set([
	"keogh",
	"401a",
	"401k",
	"403b",
	"457b",
	"retirement",
	"thrift savings plan",
	"pension",
	"profit sharing plan",
	"roth 401k",
	"roth 401a",
	"roth 403b",
	"roth 457b",
	"roth thrift savings plan",
	"roth pension",
	"roth profit sharing plan"
]);
var SECURITIES = new Set([
	"brokerage",
	"non-taxable brokerage account",
	"mutual fund",
	"cash management",
	"cash isa",
	"isa"
]);
var NEVER_SECURITIES = new Set(["cryptocurrency", "derivative"]);
function groupOf({ kind, source }) {
	const subtype = (source.subtype ?? "").toLowerCase().trim();
	if (NEVER.has(subtype)) return "never";
	if (WITHDRAWABLE.has(subtype)) return "withdrawable";
	if (CASH_VALUE.has(subtype)) return "cashValue";
	if (kind === "depository") return subtype === "cd" ? "cd" : BANK.has(subtype) ? "bank" : "unknown";
	if (kind !== "investment") return "unknown";
	if (IRA.has(subtype)) return "ira";
	if (PLANS.has(subtype)) return "plan";
	if (subtype === "stock plan") return "stockPlan";
	return SECURITIES.has(subtype) ? "securities" : "unknown";
}
function isRetirement(account) {
	const group = groupOf(account);
	return group === "ira" || group === "plan";
}
function isCountedAccount(frame, account) {
	return exclusionOf(frame, account) === null;
}
var EXCLUSIONS = {
	debt: "A debt, not an asset",
	unknownKind: "An account type that is not known",
	leftOut: "Left out by the lender",
	otherCurrency: "Not in US dollars",
	heldForAnother: "Held for another person",
	trust: "Held by a trust",
	notEligible: "Not an eligible type of account",
	withdrawal: "Not counted until it is confirmed that it can be withdrawn",
	cashValue: "Not counted until a statement shows the cash value",
	ownerUnknown: "The bank does not report an owner",
	notTheBorrowers: "Not the borrower's"
};
function exclusionOf(frame, account) {
	const { ownership, kind, isDollars } = account;
	if (kind === "credit" || kind === "loan") return "debt";
	if (kind === "other") return "unknownKind";
	if (frame.isLeftOut(account)) return "leftOut";
	if (!isDollars) return "otherCurrency";
	if (ownership.capacity === "heldForAnother" && !isOwnerDocumented(frame, account)) return "heldForAnother";
	if (ownership.capacity === "trust" && !confirmedFor(frame, "trust", account)) return "trust";
	const group = groupOf(account);
	if (group === "never") return "notEligible";
	if (group === "withdrawable" && !confirmedFor(frame, "canBeWithdrawn", account)) return "withdrawal";
	if (group === "cashValue" && !statementOf(frame, account)) return "cashValue";
	if (ownership.standing === "none" && !isOwnerDocumented(frame, account)) return ownership.isOwnerUnknown ? "ownerUnknown" : "notTheBorrowers";
	return null;
}
function conditionsOf(frame, account) {
	const { ownership } = account;
	const group = groupOf(account);
	return [
		[frame.report.source === "files" && !isCoveredByStatements(frame, account), "files"],
		[ownership.standing === "unconfirmed" && !isOwnerDocumented(frame, account), "owner"],
		[ownership.isBusiness && !confirmedFor(frame, "businessAnalysis", account), "business"],
		[frame.seenTwice.some((one) => !one.isSure && one.account === account), "sameAccount"],
		[group === "unknown" && !confirmedFor(frame, "canBeWithdrawn", account), "subtype"],
		[isMarginUnknown(frame, account) && !recentStatementOf(frame, account), "margin"],
		[group === "plan" && !isVestingUnknown(frame, account) && !arePlanTermsKnown(frame, account), "plan"]
	].filter(([holds]) => holds).map(([, condition]) => condition);
}
function isMarginUnknown({ report }, account) {
	const group = groupOf(account);
	return (group === "securities" || group === "unknown" && account.kind === "investment") && account.source.marginLoanCents === null && isWarnedOf(report, "MARGIN_NOT_REPORTED", account.item);
}
function confirmedFor({ confirmed }, kind, account) {
	const one = confirmed(kind, { account });
	return one?.hasDocument ? one : void 0;
}
function isAboutAccount({ accountId }, { id, key, copyIds }) {
	return accountId === id || accountId === key || !!accountId && copyIds.includes(accountId);
}
function statementOf({ evidence }, account) {
	return evidence.filter((one) => one.kind === "statement" && isAboutAccount(one, account) && one.sourcedCents > 0).sort((a, b) => compare(b.periodTo ?? "", a.periodTo ?? "") || a.sourcedCents - b.sourcedCents)[0];
}
function recentStatementOf(frame, account) {
	const statement = statementOf(frame, account);
	return account.asOf - dayNumber(statement?.periodTo ?? "") <= RULES.R6b.parameters.statementDays ? statement : void 0;
}
function loanOnStatement(account, statement) {
	const { currentCents, historicalBalances, holdings } = account.source;
	const now = currentCents ?? sum(holdings.map(({ valueCents }) => valueCents));
	const then = historicalBalances.filter(({ date }) => date <= statement.periodTo).sort((a, b) => compare(b.date, a.date))[0];
	return Math.max(0, now - statement.sourcedCents, (then?.currentCents ?? now) - statement.sourcedCents);
}
function isOwnerDocumented(frame, account) {
	return frame.evidence.some((one) => one.kind === "statement" && isAboutAccount(one, account)) || frame.confirmed("borrower", { account })?.hasDocument === true || account.ownership.capacity === "trust" && confirmedFor(frame, "trust", account) !== void 0;
}
function daysOfFiles(account) {
	const oldest = oldestBalance(account);
	return {
		from: oldest ? dayNumber(oldest.date) + 1 : account.asOf,
		to: account.asOf
	};
}
function isCoveredByStatements({ evidence }, account) {
	const { from, to } = daysOfFiles(account);
	let next = from;
	const periods = evidence.filter((one) => one.kind === "statement" && one.hasDocument && one.accountId === account.id).flatMap(({ periodFrom, periodTo }) => periodFrom && periodTo ? [{
		from: dayNumber(periodFrom),
		to: dayNumber(periodTo)
	}] : []).sort((a, b) => a.from - b.from);
	for (const period of periods) if (period.from <= next) next = Math.max(next, period.to + 1);
	return next > to;
}
function arePlanTermsKnown(frame, account) {
	return confirmedFor(frame, "planTerms", account) !== void 0 || frame.evidence.some((one) => one.kind === "plan_terms" && isAboutAccount(one, account));
}
function isVestingUnknown(frame, account) {
	return isVestingUnreported(account) && recentStatementOf(frame, account) === void 0;
}
function isVestingUnreported(account) {
	const group = groupOf(account);
	if (group !== "plan" && group !== "stockPlan") return false;
	const { holdings, currentCents } = account.source;
	return holdings.length === 0 ? currentCents !== 0 : holdings.some(({ vestedValueCents }) => vestedValueCents === null);
}
function countAccounts(model) {
	const loans = [ownLoan(model, "plan", "own_plan"), ownLoan(model, "securities", "securities_line")];
	return new Map(model.accounts.map((account) => {
		const isRetirementMoney = isRetirement(account);
		const exclusion = exclusionOf(model, account);
		if (exclusion !== null) return [account, {
			isCounted: false,
			isConditional: false,
			cents: 0,
			isRetirement: isRetirementMoney,
			why: EXCLUSIONS[exclusion]
		}];
		const cents = account.kind === "depository" ? bankCents(account, model.identifiedPending, leavingCents(account, model.leaving)) : investmentCents(model, account, loans.find(({ group }) => group === groupOf(account)));
		return [account, {
			isCounted: true,
			isConditional: conditionsOf(model, account).length > 0,
			cents: Math.max(0, cents),
			isRetirement: isRetirementMoney,
			why: whyLess(model, account, cents)
		}];
	}));
}
function whyLess(model, account, cents) {
	const { currentCents } = account.source;
	if (currentCents === null) return "The bank does not report a balance";
	if (currentCents < 0) return "Overdrawn";
	if (isVestingUnknown(model, account)) return "The plan does not report what is vested";
	if (cents >= currentCents) return "";
	if (account.kind === "investment") return "Only vested value, less margin, loans and holdings that never count";
	if (account.lines.some((line) => model.leaving.has(line))) return "Without a pending payment of money that is elsewhere already";
	return pendingIn(account).length > 0 ? "Without pending deposits and held funds" : "Without held funds";
}
function pendingIn({ lines }) {
	return pendingOf(lines);
}
var pendingOf = once((lines) => lines.filter(({ isPending, cents }) => isPending && cents < 0));
function leavingCents(account, leaving) {
	const cents = sum(account.lines.filter((line) => leaving.has(line)).map((line) => line.cents));
	const posted = postedBalance(account);
	return cents > 0 && posted !== null && (account.source.currentCents ?? 0) <= posted - cents ? 0 : cents;
}
function bankCents(account, identifiedPending, leaving) {
	const { currentCents: current, availableCents: available } = account.source;
	if (current === null) return 0;
	const group = groupOf(account);
	if (group === "cashValue") return current;
	const pending = sum(pendingIn(account).map((line) => identifiedPending.has(line) ? 0 : -line.cents));
	const holds = holdsPending(account, current, pending);
	if (group === "cd" || available === null) return (holds === false ? current : current - pending) - leaving;
	return Math.min((holds ? current - pending : current) - leaving, available - pending);
}
function holdsPending(account, currentCents, pending) {
	const posted = postedBalance(account);
	if (posted === null) return null;
	if (posted === currentCents) return false;
	return currentCents - posted >= pending ? true : null;
}
function postedBalance(account) {
	const oldest = oldestBalance(account);
	if (!oldest) return null;
	let posted = oldest.currentCents;
	for (const line of account.lines) if (!line.isPending && line.source.date > oldest.date) posted -= line.cents;
	return posted;
}
function oldestBalance({ source }) {
	return [...source.historicalBalances].sort((a, b) => compare(a.date, b.date))[0];
}
function investmentCents(frame, account, loan) {
	const { source } = account;
	const group = groupOf(account);
	if (group === "cashValue") return statementOf(frame, account).sourcedCents;
	const margin = Math.abs(source.marginLoanCents ?? 0);
	const borrowedCents = loan?.asset === account ? advancedCents(loan.advances) : 0;
	if (group === "plan" || group === "stockPlan") {
		if (isVestingUnknown(frame, account)) return 0;
		const vested = isVestingUnreported(account) ? vestedOnStatement(frame, account) : vestedHoldings(source);
		return Math.min(vested, valueOf(account)) - margin - Math.max(planLoanOf(frame, account) ?? 0, borrowedCents);
	}
	const advances = loan?.advances ?? [];
	const statement = advances.length > 0 || isMarginUnknown(frame, account) ? recentStatementOf(frame, account) : void 0;
	if (!statement) return valueOf(account) - Math.max(margin, borrowedCents);
	const since = loan?.asset === account ? advances.filter((line) => !isShownOn(statement, line)) : [];
	const statedCents = loanOnStatement(account, statement) + advancedCents(since);
	return valueOf(account) - Math.max(margin, statedCents, borrowedCents);
}
var advancedCents = (advances) => -sum(advances.map(({ cents }) => cents));
function planLoanOf(frame, account) {
	return confirmedFor(frame, "planTerms", account)?.loanBalanceCents ?? void 0;
}
function isShownOn({ periodTo }, advance) {
	return dayNumber(periodTo) >= advance.day;
}
function vestedHoldings({ holdings }) {
	return sum(holdings.filter((one) => !neverCounts(one)).map(({ vestedValueCents, valueCents }) => vestedValueCents ?? valueCents));
}
function vestedOnStatement(frame, account) {
	const { source } = account;
	const vested = recentStatementOf(frame, account).sourcedCents - neverCountedCents(source);
	return source.holdings.length === 0 ? vested : Math.min(vested, vestedHoldings(source));
}
function neverCounts({ securityType, currency }) {
	return NEVER_SECURITIES.has(securityType) || currency !== null && currency !== "USD";
}
function valueOf(account) {
	const { currentCents, heldCents } = valuesOf(account);
	if (currentCents === null) return heldCents ?? 0;
	return heldCents !== null && valuesDiffer(account) ? Math.min(currentCents, heldCents) : currentCents;
}
function valuesDiffer(account) {
	const { currentCents, heldCents } = valuesOf(account);
	if (currentCents === null || heldCents === null) return false;
	return Math.abs(currentCents - heldCents) * 100 > Math.max(Math.abs(currentCents), Math.abs(heldCents)) * RULES.R6b.parameters.valuesDifferPercent;
}
function valuesOf({ source }) {
	const { currentCents, holdings } = source;
	const never = neverCountedCents(source);
	return {
		currentCents: currentCents === null ? null : currentCents - never,
		heldCents: holdings.length === 0 ? null : sum(holdings.map(({ valueCents }) => valueCents)) - never
	};
}
function neverCountedCents({ holdings }) {
	return sum(holdings.filter(neverCounts).map(({ valueCents }) => Math.max(0, valueCents)));
}
function ownLoan(model, group, subclass) {
	const advances = model.accounts.flatMap(({ lines }) => lines.filter((line) => line.cents < 0 && !line.isPending && line.class === "loan_proceeds" && line.classification.subclass === subclass && isFree(model, line) && model.confirmed("notALoan", { line })?.hasDocument !== true));
	if (advances.length === 0) return {
		group,
		asset: void 0,
		advances
	};
	const assets = model.accounts.filter((account) => groupOf(account) === group && isCountedAccount(model, account)).map((account) => ({
		account,
		cents: investmentCents(model, account),
		owed: owedOn(model, account, advances)
	})).sort((a, b) => b.cents - a.cents || compare(a.account.key, b.account.key));
	if (sum(assets.map(({ owed }) => owed ?? 0)) >= advancedCents(advances)) return {
		group,
		asset: void 0,
		advances
	};
	const unknown = assets.find(({ owed }) => owed === void 0);
	const isNoneOwed = assets.every(({ owed }) => !owed);
	const isLarge = unknown !== void 0 && unknown.cents >= advancedCents(advances);
	return {
		group,
		asset: (isNoneOwed && !isLarge ? assets[0] : unknown)?.account,
		advances
	};
}
function owedOn(model, account, advances) {
	if (groupOf(account) === "plan") return planLoanOf(model, account);
	const statement = recentStatementOf(model, account);
	if (!statement || !advances.every((line) => isShownOn(statement, line))) return void 0;
	return loanOnStatement(account, statement);
}
// features/underwriting/rules/finding.ts
var CONVENTIONAL$1 = ["fannie", "freddie"];
var NEVER_WAIVABLE = new Set([
	"DATA_FAULT",
	"LINES_LEFT_OUT",
	"BANK_MISSING",
	"IDENTITY_ALERT",
	"STATEMENT_BREAKS",
	"FROM_FILES",
	"EXPIRED_AT_NOTE",
	"EXPIRED_AT_DISBURSEMENT",
	"DONOR_NOT_ACCEPTED",
	"GIFT_FROM_INTERESTED_PARTY",
	"INTERESTED_PARTY_DEPOSIT"
]);
var WAIVER = { by: "waiver" };
var NEW_REPORT = { by: "newReport" };
var LEAVE_OUT = { by: "leaveOut" };
var evidence = (...kinds) => ({
	by: "evidence",
	kinds
});
var confirm = (kind, needsDocument = false) => ({
	by: "confirmation",
	kind,
	needsDocument
});
var loanTerms = (...fields) => ({
	by: "loanTerms",
	fields
});
function accountsOf$1({ accounts, lines = [] }) {
	return accounts ?? [...new Set(lines.map(({ account }) => account))];
}
function contentOf$2(about) {
	const sortedKeys = (all) => all.map(({ key }) => key).sort();
	return [sortedKeys(accountsOf$1(about)), sortedKeys(about.lines ?? [])];
}
function findingKey(draft) {
	return keyOf$1(draft, contentOf$2(draft));
}
function keyOf$1({ code, subject, itemId }, content) {
	return JSON.stringify([
		code,
		...content,
		subject,
		...itemId === void 0 ? [] : [itemId]
	]);
}
function finding(draft) {
	const { ruleId, code, programs, severity, text, inputs = {}, lines = [], subject = null, facts = [] } = draft;
	const content = contentOf$2(draft);
	const sources = sourcesOf(ruleId, programs);
	const clearedBy = draft.clearedBy.filter(({ by }) => by !== "waiver");
	const canWaive = severity !== "info" && !NEVER_WAIVABLE.has(code);
	return {
		ruleId,
		code,
		programs,
		severity,
		title: RULES[ruleId].title,
		text,
		source: citationOf(sources),
		sources,
		clearedBy: canWaive ? [...clearedBy, WAIVER] : clearedBy,
		inputs,
		accountIds: accountsOf$1(draft).map(({ id }) => id),
		transactionIds: lines.map(({ id }) => id),
		subject,
		...draft.itemId !== void 0 && { itemId: draft.itemId },
		key: keyOf$1(draft, content),
		factsHash: hash(JSON.stringify([
			inputs,
			...content,
			subject,
			facts
		])),
		waivedPrograms: []
	};
}
function notEvaluated(ruleId, programs, missing) {
	return {
		ruleId,
		programs,
		missing: [...missing]
	};
}
function hash(text) {
	let high = 3421674724;
	let low = 2216829733;
	for (let at = 0; at < text.length; at++) {
		low = (low ^ text.charCodeAt(at)) >>> 0;
		const product = low * 435;
		const carry = Math.floor(product / 4294967296);
		high = Math.imul(high, 435) + carry + (low << 8) >>> 0;
		low = product >>> 0;
	}
	return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
// features/underwriting/rules/data-quality.ts
function evaluateDataQuality({ model, programs, duplicates, conventionalThresholdCents }) {
	const changes = historyChanges(model);
	return {
		findings: [...model.accounts.flatMap((account) => {
			const isCounted = model.counting.get(account)?.isCounted === true;
			const isCountedBank = isCounted && account.kind === "depository";
			const copies = duplicates.filter((line) => line.account.id === account.id);
			return [
				...isCountedBank ? dataFault(account, programs) : [],
				...linesLeftOut(account, copies, isCounted, programs),
				...isCountedBank ? quietPeriods(account, programs) : [],
				...historyChanged(account, changes.get(account), isCounted, model, conventionalThresholdCents, programs)
			];
		}), ...accountsGone(model, programs)],
		notEvaluated: []
	};
}
var PENDING_SUBSETS = 12;
var differenceOf = once((account) => {
	const { source, lines } = account;
	const { currentCents, transactions, currency, unreadCount } = source;
	const oldest = oldestBalance(account);
	if (currentCents === null || !oldest || unreadCount > 0) return null;
	if (transactions.some((line) => currencyOf(line, source) !== currency)) return null;
	const posted = (all) => all.filter(({ pending }) => !pending);
	const expected = [posted(lines.map((line) => line.source)), posted(transactions)].flatMap((all) => {
		const cents = (since) => oldest.currentCents - sum(all.filter(({ date }) => since(date)).map(({ amountCents }) => amountCents));
		return [cents((date) => date > oldest.date), cents((date) => date >= oldest.date)];
	});
	const isExplained = pendingCheck(transactions.filter((line) => line.pending).map(({ amountCents }) => amountCents));
	return expected.some((cents) => isExplained(cents - currentCents)) ? 0 : expected[0] - currentCents;
});
function pendingCheck(pending) {
	if (pending.length > PENDING_SUBSETS) {
		const most = sum(pending.map((cents) => Math.max(0, cents)));
		const least = sum(pending.map((cents) => Math.min(0, cents)));
		return (cents) => cents >= least && cents <= most;
	}
	let sums = new Set([0]);
	for (const cents of pending) sums = new Set([...sums, ...[...sums].map((one) => one + cents)]);
	return (cents) => sums.has(cents);
}
function dataFault(account, programs) {
	const differenceCents = differenceOf(account);
	if (differenceCents === null || differenceCents === 0) return [];
	const currentCents = account.source.currentCents;
	return [finding({
		ruleId: "R19",
		code: "DATA_FAULT",
		programs,
		severity: "blocker",
		text: `The transactions of ${account.name} do not add up to its balance: they are ${formatMoney(Math.abs(differenceCents))} apart. Get a new report or leave the account out.`,
		clearedBy: [NEW_REPORT, LEAVE_OUT],
		inputs: {
			currentCents,
			expectedCents: currentCents + differenceCents,
			differenceCents
		},
		accounts: [account]
	})];
}
function linesLeftOut(account, duplicates, isCounted, programs) {
	const { unreadCount } = account.source;
	if (unreadCount === 0 && duplicates.length === 0) return [];
	const { leftOutCents } = RULES.R19.parameters;
	const since = account.asOf - RULES.R3.parameters.windowDays;
	const inWindowCents = sum(duplicates.filter(({ day }) => day >= since).map(({ cents }) => Math.abs(cents)));
	const isLarge = unreadCount > 0 || inWindowCents > leftOutCents;
	const parts = [...unreadCount > 0 ? [`${formatCount(unreadCount, "figure")} that cannot be read`] : [], ...duplicates.length > 0 ? [`${formatCount(duplicates.length, "transaction")} that the provider sent twice`] : []];
	return [finding({
		ruleId: "R19",
		code: "LINES_LEFT_OUT",
		programs,
		severity: isCounted && isLarge ? "blocker" : "review",
		text: `The report on ${account.name} has ${parts.join(" and ")}, which are left out. Get a new report.`,
		clearedBy: isCounted ? [NEW_REPORT, LEAVE_OUT] : [NEW_REPORT],
		inputs: {
			unreadCount,
			duplicates: duplicates.length,
			duplicatesInWindowCents: inWindowCents
		},
		accounts: [account],
		facts: duplicates.map(({ key }) => key)
	})];
}
var quietPeriodsOf = once((account) => {
	const { quietDays } = RULES.R19.parameters;
	const active = account.lines.filter((line) => !line.isPending && line.class !== "interest");
	return active.slice(1).flatMap((line, at) => {
		const { day } = active[at];
		return line.day - day > quietDays ? [{
			from: day,
			to: line.day,
			line
		}] : [];
	});
});
function quietPeriods(account, programs) {
	return quietPeriodsOf(account).map(({ from, to, line }) => finding({
		ruleId: "R19",
		code: "QUIET_PERIOD",
		programs,
		severity: "info",
		text: `${account.name} had no activity from ${longDay(dayOf(from))} to ${longDay(dayOf(to))}, and then ${formatMoney(Math.abs(line.cents))} ${line.cents < 0 ? "came in" : "went out"}.`,
		clearedBy: [],
		inputs: { days: to - from - 1 },
		lines: [line]
	}));
}
var MOVED_DAYS = 5;
var accountPairs = once((model) => model.previous ? pairAccounts(accountsIn(model.previous), accountsIn(model.report)) : []);
var historyChanges = once((model) => {
	const { previous, accounts } = model;
	const byId = new Map(accounts.map((account) => [account.id, account]));
	const changes = new Map();
	if (previous) for (const { before, after } of accountPairs(model)) {
		const account = after && byId.get(after.account.id);
		if (!before || account?.kind !== "depository" || account.source.unreadCount + before.account.unreadCount > 0) continue;
		const readOn = before.item.lastUpdatedAt.slice(0, 10);
		changes.set(account, historyChange(before.account, account.source, readOn));
	}
	return changes;
});
function historyChange(was, is, readOn) {
	const from = addDays(firstShown(is), 1);
	const isCommon = ({ date }) => date >= from && date < readOn;
	const counts = new Map();
	for (const line of is.transactions) if (!line.pending) add$1(counts, lineContent(line), 1);
	const vanished = was.transactions.filter((line) => !line.pending && isCommon(line) && !take(counts, lineContent(line)));
	const added = new Set(is.transactions.filter((line) => !line.pending && take(counts, lineContent(line))));
	const missing = [];
	const reworded = [];
	for (const line of vanished) {
		const same = [...added].find((one) => one.amountCents === line.amountCents && Math.abs(dayNumber(one.date) - dayNumber(line.date)) <= MOVED_DAYS);
		if (same) added.delete(same);
		(same ? reworded : missing).push(line);
	}
	return {
		missing,
		reworded,
		...balanceChange(was, is, isCommon)
	};
}
function balanceChange(was, is, isCommon) {
	const now = new Map(is.historicalBalances.map(({ date, currentCents }) => [date, currentCents]));
	const pending = was.transactions.filter((line) => line.pending);
	const unexplained = was.historicalBalances.filter(isCommon).flatMap(({ date, currentCents }) => {
		const apart = Math.abs((now.get(date) ?? currentCents) - currentCents);
		return apart <= sum(pending.filter((line) => line.date <= date).map(({ amountCents }) => Math.abs(amountCents))) ? [] : [{
			balanceCents: apart,
			balanceDate: date
		}];
	});
	unexplained.sort((a, b) => b.balanceCents - a.balanceCents || compare(b.balanceDate, a.balanceDate));
	return unexplained[0] ?? {
		balanceCents: 0,
		balanceDate: null
	};
}
function firstShown({ historicalBalances, transactions }) {
	return (historicalBalances.length > 0 ? historicalBalances : transactions).map(({ date }) => date).sort()[0] ?? "9999-12-30";
}
function historyChanged(account, change, isCounted, { previous }, thresholdCents, programs) {
	const what = change && whatChanged(change);
	if (!change || what === void 0) return [];
	const { asOf } = previous;
	const { missing, reworded, balanceCents } = change;
	const mostCents = Math.max(...missing.map(({ amountCents }) => Math.abs(amountCents)), balanceCents);
	return [finding({
		ruleId: "R19",
		code: "HISTORY_CHANGED",
		programs,
		severity: isCounted && thresholdCents !== null && mostCents > thresholdCents ? "blocker" : "review",
		text: `The history of ${account.name} is not the same as in the report of ${longDay(asOf)}: ${what}. Compare both reports with the bank's statements, or get a new report.`,
		clearedBy: isCounted ? [NEW_REPORT, LEAVE_OUT] : [NEW_REPORT],
		inputs: {
			missing: missing.length,
			reworded: reworded.length,
			largestCents: mostCents,
			balanceDifferenceCents: balanceCents,
			thresholdCents
		},
		accounts: [account],
		facts: [...missing, ...reworded].map(lineContent).sort()
	})];
}
function whatChanged({ missing, reworded, balanceCents, balanceDate }) {
	const gone = largestOf(missing);
	if (gone) return `${formatCount(missing.length, "transaction")} of the earlier report ${missing.length === 1 ? "is" : "are"} missing or changed, such as ${amountAndDay(gone)}`;
	if (balanceDate !== null) return `the balance of ${longDay(balanceDate)} differs by ${formatMoney(balanceCents)} from the earlier report`;
	const other = largestOf(reworded);
	return other && `${formatCount(reworded.length, "transaction")} of the earlier report ${reworded.length === 1 ? "has" : "have"} another description or date, such as ${amountAndDay(other)}`;
}
function amountAndDay({ amountCents, date }) {
	return `${formatMoney(Math.abs(amountCents))} on ${longDay(date)}`;
}
function largestOf(lines) {
	return [...lines].sort((a, b) => Math.abs(b.amountCents) - Math.abs(a.amountCents) || compare(lineContent(a), lineContent(b)))[0];
}
var SAME_ACCOUNT_SHARE = .8;
var goneAccounts = once((model) => accountPairs(model).flatMap(({ before, after }) => {
	if (!before || after) return [];
	return accountPairs(model).some((pair) => pair.before && pair.after && isSameAccount(before.account, pair.before.account)) ? [] : [before];
}));
function isSameAccount(one, other) {
	return one.mask !== null && one.mask === other.mask && one.type === other.type && one.currentCents === other.currentCents && (one.transactions.length === 0 || commonShare(one, other) >= SAME_ACCOUNT_SHARE);
}
function accountsGone(model, programs) {
	const { previous } = model;
	if (!previous) return [];
	return goneAccounts(model).map(({ item, account }) => {
		const name = account.mask ? `${account.name} …${account.mask}` : account.name;
		return finding({
			ruleId: "R19",
			code: "ACCOUNT_GONE",
			programs,
			severity: "review",
			text: `${name} at ${item.institutionName} was in the report of ${longDay(previous.asOf)} and is not in this one. Ask why, or get a new report that includes it.`,
			clearedBy: [NEW_REPORT],
			inputs: { currentCents: account.currentCents },
			subject: `${item.institutionName} ${name}`
		});
	});
}
function evaluateFundsFell({ model, programs, funds }) {
	const { previous } = model;
	if (!previous) return {
		findings: [],
		notEvaluated: []
	};
	const { beforeCents, afterCents } = countedThenAndNow(model);
	const needs = new Map();
	for (const program of programs) {
		const known = funds[program];
		if (!known || known.cashToCloseCents === null) continue;
		const { usableClosingCents, cashToCloseCents } = known;
		if (usableClosingCents >= cashToCloseCents) continue;
		if (usableClosingCents + (beforeCents - afterCents) < cashToCloseCents) continue;
		needs.set(cashToCloseCents, [...needs.get(cashToCloseCents) ?? [], program]);
	}
	return {
		findings: [...needs].map(([cashToCloseCents, short]) => finding({
			ruleId: "R21",
			code: "FUNDS_FELL",
			programs: short,
			severity: "review",
			text: `Counted bank money fell from ${formatMoney(beforeCents)} in the report of ${longDay(previous.asOf)} to ${formatMoney(afterCents)}, and cash to close of ${formatMoney(cashToCloseCents)} is no longer covered. Ask where the money went.`,
			clearedBy: [NEW_REPORT],
			inputs: {
				beforeCents,
				afterCents,
				cashToCloseCents
			}
		})),
		notEvaluated: []
	};
}
var countedThenAndNow = once((model) => {
	const counted = new Set(model.accounts.filter((account) => account.kind === "depository" && model.counting.get(account)?.isCounted).map(({ id }) => id));
	const held = ({ currentCents, availableCents }) => currentCents === null ? 0 : Math.max(0, Math.min(currentCents, availableCents ?? currentCents));
	const gone = goneAccounts(model).filter(({ account }) => account.type === "depository" && account.currency === "USD").map(({ account }) => held(account));
	const paired = accountPairs(model).flatMap(({ before, after }) => before && after && counted.has(after.account.id) ? [{
		before: held(before.account),
		after: held(after.account)
	}] : []);
	return {
		beforeCents: sum(paired.map(({ before }) => before)) + sum(gone),
		afterCents: sum(paired.map(({ after }) => after))
	};
});
// features/underwriting/rules/cadence.ts
var PER_MONTH = {
	daily: [260, 12],
	weekly: [52, 12],
	biweekly: [26, 12],
	semimonthly: [2, 1],
	monthly: [1, 1]
};
var DAYS = {
	daily: 4,
	weekly: 7,
	biweekly: 14,
	semimonthly: 365.25 / 24,
	monthly: 365.25 / 12
};
function daysOf(cadence) {
	return DAYS[cadence];
}
function monthlyOf(cents, cadence) {
	const [payments, months] = PER_MONTH[cadence];
	return half(cents * payments / months);
}
function gapsOf(days) {
	return days.slice(1).map((day, at) => day - days[at]);
}
function distinctDays(lines) {
	return [...new Set(lines.map(({ day }) => day))].sort((a, b) => a - b);
}
function cadenceOfPayments(days) {
	const gaps = gapsOf(days);
	if (gaps.length === 0) return null;
	if (isDaily(days, gaps)) return "daily";
	if (fits(gaps, 6, 8)) return "weekly";
	if (fits(gaps, 26, 35)) return "monthly";
	if (fits(gaps, 13, 15) && shareWeekday(days)) return "biweekly";
	if (isSemimonthly(days, 11)) return "semimonthly";
	return fits(gaps, 13, 15) ? "biweekly" : null;
}
function cadenceOfPay(days) {
	const gaps = gapsOf(days);
	const only = (cadence) => ({
		cadence,
		isAlsoBiweekly: false
	});
	if (days.length < 3) return only(null);
	if (fits(gaps, 6, 8)) return only("weekly");
	if (fits(gaps, 26, 35)) return only("monthly");
	const isBiweekly = fits(gaps, 13, 15) && shareWeekday(days);
	if (isSemimonthly(days, 10)) return {
		cadence: "semimonthly",
		isAlsoBiweekly: isBiweekly
	};
	return only(isBiweekly ? "biweekly" : null);
}
function fits(gaps, least, most) {
	let single = 0;
	let any = 0;
	for (const gap of gaps) {
		if (gap >= least && gap <= most) single++;
		const times = Math.round(gap / ((least + most) / 2));
		if (times <= 3 && gap >= least * times && gap <= most * times) any++;
	}
	return single * 2 >= gaps.length && any * 3 >= gaps.length * 2;
}
function isDaily(days, gaps) {
	if (median(gaps) > 4) return false;
	return days.slice(7).some((day, at) => day - days[at] <= 27);
}
function shareWeekday(days) {
	const counts = Array(7).fill(0);
	for (const day of days) for (const moved of [
		-1,
		0,
		1
	]) if (moved === 0 || isHoliday(day + moved)) counts[weekdayOf(day + moved)]++;
	return Math.max(...counts) * 5 >= days.length * 4;
}
function lastingFinding(draft) {
	const accounts = (draft.accounts ?? []).map(({ key }) => key).sort();
	return {
		...finding(draft),
		key: JSON.stringify([
			draft.code,
			accounts,
			[],
			draft.subject
		])
	};
}
function capped(cents) {
	return Math.min(MAX_CENTS, Math.max(-MAX_CENTS, cents));
}
var LAST = 31;
var PAIRS = [...[
	13,
	14,
	15,
	16,
	17
].flatMap((apart) => Array.from({ length: LAST - apart }, (_, at) => [at + 1, at + 1 + apart])), [13, LAST]];
function isSemimonthly(days, least) {
	const [from, to] = [days[0], days.at(-1)];
	const gaps = gapsOf(days);
	if (gaps.filter((gap) => gap >= least && gap <= 20).length * 2 < gaps.length) return false;
	const pays = days.map(nominalsOf);
	const allowed = Math.floor(days.length / 6);
	const masks = pays.map((nominals) => nominals.reduce((mask, { bits }) => mask | bits, 0));
	return PAIRS.some(([first, second]) => {
		const [p, q] = [1 << first - 1, 1 << second - 1];
		if (masks.filter((mask) => !(mask & (p | q))).length > allowed) return false;
		return countMissing(pays, p, q, from, to) <= Math.max(1, allowed);
	});
}
function nominalsOf(day) {
	const due = [day];
	if (isBankingDay(day)) {
		for (let before = day - 1; !isBankingDay(before); before--) due.push(before);
		for (let after = day + 1; !isBankingDay(after); after++) due.push(after);
	}
	return due.map((one) => {
		const number = dateOf(one).getUTCDate();
		const isLast = dateOf(one + 1).getUTCDate() === 1;
		let bits = 0;
		for (let n = number; n <= (isLast ? LAST : number); n++) bits |= 1 << n - 1;
		return {
			month: monthOf(one),
			bits
		};
	});
}
function countMissing(pays, p, q, from, to) {
	const paid = new Map();
	for (const nominals of pays) for (const { month, bits } of nominals) paid.set(month, (paid.get(month) ?? 0) | bits & (p | q));
	let missing = 0;
	for (let month = monthOf(from - 1) + 1; month < monthOf(to + 1); month++) {
		const bits = paid.get(month) ?? 0;
		missing += Number(!(bits & p)) + Number(!(bits & q));
	}
	return missing;
}
var dateOf = (day) => new Date(day * 864e5);
function monthOf(day) {
	const date = dateOf(day);
	return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
function monthName(month) {
	return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String(month % 12 + 1).padStart(2, "0")}`;
}
function weekdayOf(day) {
	return ((day + 4) % 7 + 7) % 7;
}
function isBankingDay(day) {
	const weekday = weekdayOf(day);
	return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}
function isHoliday(day) {
	const date = dateOf(day);
	const [month, number, weekday] = [
		date.getUTCMonth() + 1,
		date.getUTCDate(),
		date.getUTCDay()
	];
	if (weekday === 0 || weekday === 6) return false;
	const week = Math.ceil(number / 7);
	if (weekday === 1) {
		if ((month === 1 || month === 2) && week === 3) return true;
		if (month === 5 && number >= 25) return true;
		if (month === 9 && week === 1 || month === 10 && week === 2) return true;
	}
	if (month === 11 && weekday === 4 && week === 4) return true;
	const isFixed = (d) => month === 1 && d === 1 || month === 6 && d === 19 || month === 7 && d === 4 || month === 11 && d === 11 || month === 12 && d === 25;
	return isFixed(number) || weekday === 1 && isFixed(number - 1);
}
// features/underwriting/rules/balances.ts
var findBalances = once((model) => {
	const byAccount = new Map();
	for (const account of model.accounts) byAccount.set(account, {
		average30Cents: averageBefore(account, account.asOf, 30),
		average60Cents: averageBefore(account, account.asOf, RULES.R17.parameters.days),
		average90Cents: averageBefore(account, account.asOf, 90),
		months: monthsOf$1(account)
	});
	const of = (...kinds) => model.accounts.filter(({ kind }) => kinds.includes(kind));
	return {
		byAccount,
		vod: of("depository", "investment").map((account) => toVod(account, model, byAccount.get(account))),
		vodLoans: of("credit", "loan").map(toVodLoan)
	};
});
var dailyBalances = once(({ source }) => {
	const byDay = new Map();
	for (const { date, currentCents } of source.historicalBalances) {
		const day = dayNumber(date);
		if (Number.isFinite(day)) byDay.set(day, Math.min(byDay.get(day) ?? Infinity, currentCents));
	}
	return [...byDay].sort(([a], [b]) => a - b).map(([day, cents]) => ({
		day,
		cents
	}));
});
function averageBefore(account, day, days) {
	const balances = dailyBalances(account);
	let end = balances.length;
	while (end > 0 && balances[end - 1].day >= day) end--;
	const newest = balances.slice(Math.max(0, end - days), end);
	return newest.length === 0 ? null : half(sum(newest.map(({ cents }) => cents)) / newest.length);
}
var MAX_MONTHS = 26;
function monthsOf$1(account) {
	const { lines, asOf, source } = account;
	const balances = dailyBalances(account);
	const posted = lines.filter((line) => !line.isPending && Number.isFinite(line.day));
	const last = monthOf(asOf);
	const oldestMonth = monthOf(Math.min(...[posted, balances].flatMap(([oldest]) => oldest?.day ?? [])));
	const flows = new Map();
	for (const { day, cents } of posted) {
		const month = Math.min(last, monthOf(day));
		const flow = flows.get(month) ?? {
			in: 0,
			out: 0
		};
		flow.in += Math.max(0, -cents);
		flow.out += Math.max(0, cents);
		flows.set(month, flow);
	}
	const closings = closingsOf(balances, posted, last);
	if (!closings.has(last) && source.currentCents !== null) closings.set(last, {
		day: asOf,
		cents: source.currentCents
	});
	const beginning = beginningOf(balances, posted);
	const rows = [];
	for (let month = Math.max(oldestMonth, last - MAX_MONTHS + 1); month <= last; month++) {
		const opening = closings.get(month - 1)?.cents ?? (month === oldestMonth ? beginning : null);
		const flow = flows.get(month) ?? {
			in: 0,
			out: 0
		};
		rows.push({
			month: monthName(month),
			openingCents: opening === null ? null : capped(opening),
			inCents: capped(flow.in),
			outCents: capped(flow.out),
			closingCents: closings.get(month)?.cents ?? null
		});
	}
	return rows;
}
function beginningOf([oldest], posted) {
	if (!oldest || posted.some(({ day }) => day < oldest.day)) return null;
	return oldest.cents + sum(posted.filter(({ day }) => day === oldest.day).map(({ cents }) => cents));
}
function closingsOf(balances, posted, last) {
	const closings = new Map(balances.map((balance) => [monthOf(balance.day), balance]));
	for (const { day } of posted) {
		const month = Math.min(last, monthOf(day));
		const closing = closings.get(month);
		if (closing && day > closing.day) closings.delete(month);
	}
	return closings;
}
function toVod(account, model, { average60Cents }) {
	const { source, item, isDollars } = account;
	return {
		accountId: account.id,
		institutionName: item.institutionName,
		owners: [...new Set(source.owners.flatMap(({ names }) => names))].sort(),
		type: source.subtype ?? source.type,
		lastFour: source.mask,
		currentCents: isDollars ? source.currentCents : null,
		averageCents: isDollars ? average60Cents : null,
		openedBy: openedBy(account),
		isCounted: model.counting.get(account)?.isCounted === true
	};
}
var MAX_DAYS$2 = 36500;
function openedBy(account) {
	const { source, asOf, lines } = account;
	const days = [...source.daysAvailable > 0 ? [asOf - Math.floor(source.daysAvailable)] : [], ...[lines, dailyBalances(account)].flatMap(([first]) => first?.day ?? [])];
	return days.length === 0 ? null : dayOf(Math.max(asOf - MAX_DAYS$2, Math.min(asOf, ...days)));
}
function toVodLoan({ id, item, source, isDollars }) {
	return {
		accountId: id,
		institutionName: item.institutionName,
		type: source.subtype ?? source.type,
		lastFour: source.mask,
		balanceCents: isDollars ? source.currentCents : null
	};
}
var MAX_NAMED = 3;
function evaluateBalances({ byAccount }, { model, programs, explainedCents }) {
	return {
		findings: [...byAccount].flatMap(([account, { average60Cents }]) => {
			const { currentCents } = account.source;
			if (!(account.kind === "depository" && model.counting.get(account)?.isCounted === true) || currentCents === null || currentCents <= 0 || average60Cents === null) return [];
			const riseCents = currentCents - average60Cents;
			if (currentCents * 2 <= average60Cents * 3) return [];
			const isExplained = explainedCents(account) >= riseCents;
			const deposits = largestDeposits(account, riseCents);
			const names = deposits.map((line) => `${formatMoney(-line.cents)} on ${longDay(dayOf(line.day))}`);
			return [lastingFinding({
				ruleId: "R17",
				code: "ABOVE_AVERAGE",
				programs,
				severity: isExplained ? "info" : "review",
				text: `${account.name} holds ${formatMoney(currentCents)}, more than 1.5 times its 60-day average of ${formatMoney(average60Cents)}.${names.length > 0 ? ` The largest deposits are ${names.join(", ")}.` : ""}${isExplained ? " Identified or sourced deposits explain the rise." : " Document where the rise comes from."}`,
				clearedBy: isExplained ? [] : [evidence("gift", "sale_of_personal_asset", "transfer", "secured_loan", "income", "insurance_settlement", "refund", "liquidation", "other")],
				inputs: {
					currentCents,
					average60Cents,
					riseCents,
					ratio: ratio(currentCents, average60Cents),
					isExplained: isExplained ? "yes" : "no"
				},
				accounts: [account],
				lines: deposits
			})];
		}),
		notEvaluated: []
	};
}
function largestDeposits(account, riseCents) {
	const deposits = account.lines.filter((line) => isDeposit(line) && isWithin(line, RULES.R17.parameters.days)).sort((a, b) => a.cents - b.cents || b.day - a.day || compare(a.key, b.key));
	const named = [];
	let cents = 0;
	for (const line of deposits) {
		if (named.length >= MAX_NAMED || cents >= riseCents) break;
		named.push(line);
		cents -= line.cents;
	}
	return named;
}
// features/underwriting/rules/given-names.ts
var GIVEN_NAME_GROUPS = [
	"AARON ARON ARRON RON RONNIE",
	"ABDUL ABDEL ABD",
	"ABIGAIL ABBY ABBIE ABIGALE GAIL",
	"ABRAHAM ABE ABRAM AVRAHAM AVRAM",
	"ADAM ADDAM ADAN",
	"ADELAIDE ADDIE ADDY",
	"ADRIAN ADRIEN",
	"AGNES AGGIE",
	"AHMED AHMAD AHMET",
	"ALAN ALLAN ALLEN AL",
	"ALBERT AL BERT ALBIE",
	"ALEJANDRA ALEX ALE",
	"ALEJANDRO ALEX ALE JANDRO",
	"ALEXANDER ALEX ALEC ALECK LEX SANDY SASHA XANDER ZANDER ALEKSANDR ALEXANDR ALEKSANDER OLEKSANDR",
	"ALEXANDRA ALEX ALEXA LEXI LEXIE SANDRA SANDY SASHA ALEKSANDRA OLEKSANDRA ALEXANDREA",
	"ALEXIS ALEX LEXI LEXIE ALEXUS",
	"ALFRED AL ALF ALFIE FRED FREDDIE",
	"ALICE ALLIE ALLY ALYCE",
	"ALICIA ALISHA ALYSHA ALYCIA ALECIA",
	"ALISON ALLISON ALLIE ALLY ALLYSON ALYSON ALISSON",
	"ALONZO ALONSO AL LON LONNIE",
	"ALVIN AL ALVYN",
	"ALYSSA ALISSA ALLYSSA ALLIE ALLY",
	"AMANDA MANDY MANDI MANDIE",
	"AMELIA MILLIE EMELIA",
	"AMY AMIE AIMEE AIME",
	"ANA ANNA ANITA ANYA",
	"ANASTASIA STACY STACIE STACEY ANASTASIYA",
	"ANDREA ANDI ANDIE ANDRIA",
	"ANDREW ANDY DREW ANDREI ANDREY",
	"ANGEL ANGIE",
	"ANGELA ANGIE ANGI ANGELLA",
	"ANGELINA ANGIE",
	"ANN ANNE ANNIE",
	"ANNETTE ANNET ANETTE NETTIE",
	"ANTHONY TONY ANTONY ANTHONEY ANTON",
	"ANTOINETTE TONI NETTIE ANTONETTE",
	"ANTONIA TONI TONIA TONYA",
	"ARCHIBALD ARCHIE",
	"ARIEL ARI",
	"ARNOLD ARNIE ARNE",
	"ARTHUR ART ARTIE",
	"ASHLEY ASHLEE ASHLEIGH ASHLY ASHLI ASH",
	"AUGUSTUS AUGUST GUS AUGIE AUGUSTINE AUGUSTIN",
	"AUSTIN AUSTEN AUSTYN",
	"BARBARA BARB BARBIE BARBRA BABS BOBBIE BARBERA",
	"BARNABAS BARNEY BARNABY",
	"BARRY BARRIE",
	"BARTHOLOMEW BART",
	"BEATRICE BEA BEATRIX TRIXIE BETTY",
	"BELINDA BELLE LINDY",
	"BENEDICT BEN BENNY",
	"BENJAMIN BEN BENNY BENNIE BENJI BENJAMEN",
	"BERNADETTE BERNIE",
	"BERNARD BERNIE BARNEY BARNARD",
	"BERTHA BERTIE BERTA",
	"BERTRAM BERT BERTIE",
	"BETHANY BETH BETHANIE",
	"BEVERLY BEV BEVERLEY BEVERLEE",
	"BLAKE BLAYKE",
	"BRADLEY BRAD BRADLY BRADLEE",
	"BRANDON BRANDEN BRANDYN",
	"BRANDY BRANDI BRANDIE",
	"BRENDA BREN",
	"BRIAN BRYAN BRYON BRIEN",
	"BRIDGET BRIDGETT BRIDGETTE BRIGITTE BRIGID BRIDGIT BRIDIE",
	"BRITTANY BRITT BRITTNEY BRITNEY BRITTANI BRITTNI BRITANY",
	"BRUCE BRUCIE",
	"CAITLIN KAITLIN KAITLYN KATELYN CAITLYN KATLYN KATELIN CAITLYNN KAITLYNN KATE KATIE",
	"CALEB KALEB CALE",
	"CALVIN CAL KALVIN",
	"CAMERON CAM KAMERON CAMRON",
	"CAMILLE CAMI CAMMIE",
	"CANDACE CANDICE CANDY CANDI CANDIS KANDACE",
	"CARL KARL",
	"CARLA KARLA",
	"CARLOS CARLITOS",
	"CARMEN CARMELA CARMELITA",
	"CAROL CAROLE KAROL CARROLL CARYL KAROLE",
	"CAROLINE CAROL CARRIE CARO KAROLINE",
	"CAROLYN CAROL CARRIE LYNN KAROLYN CAROLYNN CAROLYNE",
	"CASEY KASEY CASSIE KACEY CASE",
	"CASSANDRA CASSIE CASS SANDY KASSANDRA CASANDRA",
	"CATHERINE KATHERINE KATHRYN CATHRYN KATHARINE CATHARINE KATHERYN CATHERYN KATHRINE KATHRYNE CATE KATE KATIE KATY KATHY CATHY KATHIE CATHIE KAT KAY KIT KITTY KATERINA KATARINA EKATERINA KATHERIN",
	"CECILIA CECELIA CELIA CISSY",
	"CEDRIC CEDRICK SEDRICK",
	"CESAR CEASAR CAESAR",
	"CHAD CHADWICK",
	"CHARLENE CHARLIE SHARLENE CHARLEEN",
	"CHARLES CHARLIE CHAS CHUCK CHARLEY CHAZ CHIP CHUCKIE",
	"CHARLOTTE CHARLIE LOTTIE LOTTE CHAR",
	"CHELSEA CHELSEY CHELSIE CHELSI",
	"CHERYL SHERYL CHERIE CHER SHERRY CHERYLE",
	"CHESTER CHET",
	"CHLOE KHLOE CLOE",
	"CHRISTIAN CHRIS KRISTIAN CRISTIAN",
	"CHRISTINA CHRIS CHRISSY TINA CHRISTY KRISTINA CRISTINA KRIS CHRISTI KRISTI KRISTY CHRISTIE KHRISTINA CHRISTENA",
	"CHRISTINE CHRIS CHRISSY CHRISTY KRISTINE KRIS CHRISTIE CHRISTEEN CRISTINE CHRISTI KRISTI KRISTY",
	"CHRISTOPHER CHRIS KRIS CHRISTOPH TOPHER KIT KRISTOPHER CRISTOPHER CHRISTOFER KRISTOFER CHRISTOPHE CRIS",
	"CLARA KLARA",
	"CLARENCE CLAR CLARRY",
	"CLAYTON CLAY",
	"CLEMENT CLEM",
	"CLIFFORD CLIFF",
	"CLIFTON CLIFF",
	"CLINTON CLINT",
	"CODY KODY CODIE CODEY",
	"COLIN COLLIN",
	"COLLEEN COLEEN KOLLEEN",
	"CONNOR CONOR CONNER KONNOR",
	"CONSTANCE CONNIE",
	"CONRAD KONRAD CON",
	"CORNELIUS NEIL CORY",
	"CORY COREY KORY CORI KOREY",
	"COURTNEY KOURTNEY CORTNEY COURT",
	"CRAIG KRAIG",
	"CRYSTAL KRYSTAL CHRYSTAL CRISTAL KRISTAL",
	"CURTIS KURTIS",
	"CYNTHIA CINDY CYNDI CINDI CINTHIA CYNDY CYNTHA",
	"CYRUS CY",
	"DALE DAYLE",
	"DAMIAN DAMIEN",
	"DANA DAYNA DANAE",
	"DANIEL DAN DANNY DANNIE DANIAL",
	"DANIELLE DANI DANNI DANYELLE",
	"DARIN DARREN DARRIN DARRYN DAREN DARRON",
	"DARLENE DARLEEN DARLINE",
	"DARRELL DARRYL DARYL DARREL DARYLL",
	"DAVID DAVE DAVEY DAVY DAVIDE DAWID",
	"DAWN DAWNE",
	"DEAN DEANE",
	"DEANNA DEANA DEENA DEANNE DEEANNA",
	"DEBORAH DEBRA DEBORA DEB DEBBIE DEBBY DEBI DEBBI DEBBRA",
	"DELORES DOLORES LOLA LOLITA DEE DELORIS",
	"DEMETRIUS DIMITRI DMITRI DMITRY DIMITRY DIMITRIOS DEMETRIOS",
	"DENISE DENICE DENYSE DEE",
	"DENNIS DENIS DENNY DENYS",
	"DEREK DERRICK DEREC DERICK DERRIK DERIK",
	"DESMOND DES DEZ",
	"DEVIN DEVON DEVEN DEVAN",
	"DIANA DI DEE DYANA",
	"DIANE DI DIANNE DYAN DIAN DEE DIANN DYANNE",
	"DIEGO DIEGUITO",
	"DOMINIC DOM NICK DOMINICK DOMENIC DOMINIK NICKY",
	"DOMINIQUE DOMINQUE NIKKI",
	"DONALD DON DONNIE DONNY",
	"DONNA DONA",
	"DOROTHY DOT DOTTIE DOLLY DOROTHEA DEE DOROTHEE",
	"DOUGLAS DOUG DOUGIE DOUGLASS",
	"DUANE DWAYNE DWAIN DEWAYNE",
	"DUSTIN DUSTY DUSTYN",
	"DWIGHT DWITE",
	"DYLAN DYLLAN",
	"EARL EARLE ERLE",
	"EDGAR ED EDDIE",
	"EDITH EDIE EDYTHE EDITHA",
	"EDMUND ED EDDIE EDMOND NED",
	"EDUARDO ED EDDIE LALO EDDY",
	"EDWARD ED EDDIE EDDY NED TED TEDDY WARD EDUARD EDVARD",
	"EDWIN ED EDDIE EDWYN",
	"EILEEN AILEEN ILEEN ILENE EILENE",
	"ELAINE ELAYNE LAINE LAINEY ELANE",
	"ELEANOR ELEANORE ELINOR ELLIE NELL NELLIE LENA ELENORE ELENOR",
	"ELENA LENA YELENA ALENA",
	"ELIAS ELI",
	"ELIJAH ELI",
	"ELIZABETH ELISABETH LIZ LIZZIE LIZZY BETH BETTY BETSY BESS BESSIE ELSIE LIBBY LIZA LIZBETH LISBETH BETTE BETTIE ELIZABET ELISABET ELSPETH",
	"ELLEN ELLIE NELL NELLIE ELLYN ELLENE",
	"ELLIOT ELLIOTT ELIOT ELIOTT",
	"ELMER ELM",
	"ELVIRA ELVIE VERA",
	"EMANUEL EMMANUEL MANNY MANUEL MANOLO IMMANUEL",
	"EMILIO MILO",
	"EMILY EM EMMY EMILEE EMILIE EMELY EMMIE",
	"EMMA EM EMMIE EMMY",
	"ENRIQUE KIKE QUIQUE",
	"ERIC ERIK ERICK ERICH",
	"ERICA ERIKA ERICKA RIKKI",
	"ERIN ERYN AERIN",
	"ERNEST ERNIE EARNEST ERNST",
	"ESTHER ESTER HESTER ESSIE HETTIE",
	"ETHEL ETHYL",
	"EUGENE GENE YEVGENY EVGENY EVGENI YEVGENIY",
	"EUGENIA GENIE EVGENIA YEVGENIA",
	"EUNICE UNA",
	"EVA EVE EVIE",
	"EVELYN EVIE LYN EVELYNE EVELIN",
	"EVAN EVEN",
	"EZEKIEL ZEKE EZEQUIEL",
	"EZRA ESRA EZ",
	"FELICIA FELISHA PHYLICIA",
	"FELIPE PIPE",
	"FERDINAND FERD FERDIE",
	"FERNANDO NANDO FER",
	"FLORENCE FLO FLOSSIE",
	"FRANCES FRAN FRANNIE FRANCIE FRANKIE FRANNY FANNIE FANNY",
	"FRANCINE FRAN FRANCIE",
	"FRANCIS FRANK FRAN FRANKIE",
	"FRANCISCA PACA PANCHA FRAN PAQUITA",
	"FRANCISCO PACO PANCHO FRANK FRAN PAQUITO CISCO KIKO",
	"FRANKLIN FRANK FRANKLYN FRANKIE",
	"FRANK FRANKIE FRANZ FRANC",
	"FREDERICK FRED FREDDIE FREDDY FREDRICK FREDRIC FREDERIC RICK RICKY FREDERIK FRITZ",
	"FREDERICA FREDDIE FREDA FRIEDA",
	"GABRIEL GABE GABBY GABRIELE GAVRIEL",
	"GABRIELLE GABBY GABI GABY",
	"GAIL GAYLE GALE GAYLA",
	"GARRETT GARRET GARETT GERRETT",
	"GARY GARRY GARI",
	"GENEVIEVE GEN GENNY VIVI",
	"GEOFFREY GEOFF JEFF JEFFREY JEFFERY JEFFRY GEOFFERY JEFFEREY",
	"GEORGE GEORGIE GEORG GEORGIOS GEORGI GEORGY",
	"GEORGIA GEORGIE",
	"GERALD GERRY JERRY GERRALD JERALD JERROLD",
	"GERALDINE GERRY GERI JERRI JERRY",
	"GERARD GERRY JERRY GERRARD GERHARD JERARD",
	"GILBERT GIL BERT",
	"GINA GENA JEANA JINA",
	"GIOVANNI GIO GIANNI VANNI JOVANNI JOVANI GEOVANNI",
	"GLADYS GLADIS",
	"GLEN GLENN GLYNN",
	"GLENDA GLENDAH",
	"GLORIA GLORY",
	"GORDON GORDY GORD GORDAN",
	"GRACE GRACIE GRAYCE",
	"GREGORY GREG GREGG GREGOR GRIGORY GRIGORI GREGERY",
	"GUADALUPE LUPE LUPITA PITA",
	"GUILLERMO MEMO GUILLE",
	"GUSTAVO GUS TAVO",
	"GWENDOLYN GWEN WENDY GWENDOLINE GWENDOLEN GWYN GWENN GWENDOLYNE",
	"HANNAH HANNA HANA HANNIE",
	"HANS HANNES JOHANNES JOHANN JOHAN",
	"HAROLD HAL HARRY HARROLD",
	"HARRIET HARRIETT HATTIE HARRIETTE",
	"HARRISON HARRY",
	"HARRY HARRIE HENRY HANK HAL HENERY HENRI HENRIK HEINRICH",
	"HARVEY HARVE HARV HERVE",
	"HAYLEY HAILEY HALEY HALEIGH HAILEE HAYLEE HAILIE",
	"HEATHER HETHER",
	"HECTOR ECTOR",
	"HEIDI HEIDE HEIDY",
	"HELEN HELENE NELL NELLIE LENA ELLIE HELAINE",
	"HERBERT HERB BERT HERBIE",
	"HERMAN HERM HERMANN HERMIE",
	"HOLLY HOLLIE HOLLI HOLLEY",
	"HOWARD HOWIE WARD HOWRD",
	"HUBERT BERT HUGHIE HUEY",
	"IAN EAN IAIN",
	"IDA IDAH",
	"IGNACIO NACHO",
	"IRENE RENE RENIE IRAINA EIRENE",
	"IRVIN IRV IRVING ERVIN",
	"ISAAC IKE ISAC IZAAK ISSAC ZACK YITZHAK",
	"ISABEL IZZY BELLA BELLE ISOBEL YSABEL ISABELA CHABELA",
	"ISAIAH ISAIAS IZAIAH",
	"ISIDORE IZZY ISADORE",
	"ISMAEL ISHMAEL ISMAIL",
	"ISRAEL IZZY ISRAIL",
	"JACK JACKIE JACKY",
	"JACLYN JACKIE JACQUELYN JACQUELINE JACKLYN JACALYN JACQUELIN JACQUI JAQUELINE JACKY JACQUELYNN",
	"JACOB JAKE JAKOB JAKUB YAKOV JAY COBY",
	"JAIME JAMIE JAYME JAMEY JAMI",
	"JAMES JIM JIMMY JIMMIE JAS JAMIE JAY JEM",
	"JANE JANIE JAYNE JENNY JANEY",
	"JANET JAN JANETTE JANNET JANIE JANETH JANNETTE",
	"JANICE JAN JANIS JANISE JANYCE",
	"JARED JARROD JERROD JARRED JAROD JERED",
	"JASMINE JASMIN YASMIN YASMINE JAZMIN JAZMINE JAZZ JASMYN",
	"JASON JAY JAYSON JASEN JAISON",
	"JAVIER JAVI JAVY",
	"JAY JAYE JEY",
	"JEAN JEANNE JEANIE JEANNIE JEANE",
	"JEANNETTE JEANETTE JEAN JEANIE NETTIE JEANNIE",
	"JENNIFER JEN JENNY JENN JENNA JENNIE JENIFER JENNEFER JENI GENNIFER",
	"JEREMIAH JERRY JEREMIAS JERAMIAH JERE",
	"JEREMY JERRY JEREMIE JERAMY JEREMEY JERIMY JEROMY",
	"JEROME JERRY GEROME",
	"JERRY GERRY JERI JERE",
	"JESSE JESS JESSIE JESSY JESSEY",
	"JESSICA JESS JESSIE JESSE JESSY JESICA JESSIKA",
	"JESUS CHUY CHUCHO",
	"JILL JILLIAN GILLIAN GILL JILLYN JILLIE",
	"JOAN JOANIE JOANI",
	"JOANNA JO JOANA",
	"JOANNE JO JOANN JOANNIE JOEANN",
	"JOAQUIN JOACHIM QUINO",
	"JOCELYN JOSCELYN JOSELYN JOSLYN JOCELYNE",
	"JODY JODI JODIE JO",
	"JOEL YOEL JOELL",
	"JOHN JON JOHNNY JOHNNIE JACK JOHNATHON JOHNNEY JNO",
	"JONATHAN JON JONATHON JOHNATHAN JOHNATHON JONNY JONNIE NATHAN YONATAN JONATAN JONOTHAN JOHNNY",
	"JORDAN JORDYN JORDEN JORDON JORY",
	"JORGE JORGITO",
	"JOSE PEPE CHEPE JOSELITO PEPITO",
	"JOSEFINA PEPITA CHEPA FINA JOSIE",
	"JOSEPH JOE JOEY JOS JOSEF YOSEF YUSUF YOUSEF YOUSSEF JOZEF JOSEPHE",
	"JOSEPHINE JO JOSIE JOSEFINE JOEY FINA JOSEPHINA",
	"JOSHUA JOSH JOSHUAH YEHOSHUA",
	"JOYCE JOICE",
	"JUAN JUANITO",
	"JUANITA NITA",
	"JUDITH JUDY JUDI JUDIE JUDE YEHUDIT",
	"JULIA JULES",
	"JULIAN JULES JULIEN",
	"JULIE JULES JULEE JULI",
	"JULIUS JULES",
	"JUSTIN JUSTYN JUSTEN",
	"JUSTINE TINA",
	"KAREN KARYN KARIN CAREN CARYN KERRIN KARON CARIN KARREN",
	"KARA CARA CARRA",
	"KATHLEEN KATHY CATHLEEN KATHIE CATHY KATE KATIE KAY KIT KATHLYN KATHLENE",
	"KATRINA CATRINA TRINA KATHY KAT KATE",
	"KAYLA KAYLAH KAILA CAYLA",
	"KEITH KIETH",
	"KELLY KELLEY KELLIE KELLI KELLEE",
	"KELSEY KELSIE KELSI KELCIE",
	"KENDRA KINDRA",
	"KENNETH KEN KENNY KENNITH KENNEY KENETH",
	"KERRY KERI KERRI CARRIE KERRIE CARI",
	"KEVIN KEV KEVEN KEVYN KEVAN",
	"KIMBERLY KIM KIMBERLEY KIMBER KIMMY KIMBERLEE KIMBERLIE KYM",
	"KRISTEN KRISTIN KRIS KRISTA CHRISTEN CHRISTIN KRISTYN KIRSTEN KRISTI KRISTY KRISTAN KIRSTIN CRISTEN",
	"KRISTOPHER KRIS KIT",
	"KURT CURT KURTIS",
	"KYLE KILE",
	"LARRY LARRIE",
	"LATASHA TASHA LATISHA",
	"LATOYA TOYA LATOIA",
	"LAURA LORA LAURITA",
	"LAUREN LOREN LAURIN LAURYN LORIN",
	"LAURENCE LAWRENCE LARRY LAURIE LAWRANCE LAWERENCE LORENZ LARY LAURENS",
	"LAVERNE VERN VERNIE LAVERN",
	"LEAH LEA LIA LEIA",
	"LEE LEIGH",
	"LEILA LAYLA LEYLA LAILA LEILAH",
	"LEO LEV LEONID",
	"LEONARD LEN LENNY LEO LENNIE LEONHARD LEONARDUS LENARD",
	"LEOPOLD LEO",
	"LEROY LEE ROY LEEROY",
	"LESLIE LES LESLEY LESLY LESLEE LESLI",
	"LESTER LES",
	"LILLIAN LILY LIL LILLIE LILIAN LILLY LILLYAN",
	"LINDA LYNDA LINDY LYNN LIN LINDIE",
	"LINDSAY LINDSEY LINDSY LINDSI LYNDSEY LINDSIE LYNDSAY LINZY",
	"LISA LEESA LISE LIZA",
	"LLOYD LOYD",
	"LOGAN LOGEN",
	"LOIS LOISE",
	"LORETTA LORETA ETTA",
	"LORI LAURIE LAURI LORIE LORRIE LAURY",
	"LORRAINE LORI RAINE LORAINE LAURAINE RAINY LARRAINE",
	"LOUIS LOU LEWIS LOUIE LEW",
	"LOUISE LOU LULU LOUIZE",
	"LUCAS LUKAS LUCA LUC",
	"LUCILLE LUCY LUCILE LUCI",
	"LUCINDA LUCY CINDY LUCI",
	"LUCY LUCI LUCIE",
	"LUIS LUISITO LUCHO",
	"LUISA LUISITA",
	"LUTHER LUTE",
	"LYDIA LIDIA LYDIE",
	"LYNN LYNNE LIN LYN LYNNETTE LYNETTE LINN",
	"MACKENZIE MCKENZIE MAKENZIE MACK KENZIE",
	"MADELINE MADDIE MADELEINE MADELYN MADDY MADELAINE MADALYN MADELYNE",
	"MAGDALENA LENA MAGDA MAGDALENE MAGGIE MAGDALEN",
	"MALCOLM MAL MALCOM",
	"MANUEL MANNY MANOLO MEME MANNIE",
	"MARC MARK",
	"MARCIA MARSHA MARCY MARCIE MARCI MARSIA",
	"MARGARET MARGE MARGIE MAGGIE MEG PEG PEGGY MADGE MARGRET MARGARETTE MARGARETA MARGARETE MARGIT PEGGIE MAGGY MARGERET MARGARETHA",
	"MARIA MARIYA MARIAH",
	"MARIAN MARION MARYAN",
	"MARIANA MARIANNA",
	"MARICELA MARISELA",
	"MARILYN MARILYNN MARYLYN MARLYN MERRILYN MARYLIN MERILYN",
	"MARISA MARISSA MARRISA MERISSA",
	"MARJORIE MARGE MARGIE MARJORY MARGERY MARJ",
	"MARLENE MARLENA MARLEEN MARLINE MARLEE",
	"MARSHALL MARSH MARSHAL",
	"MARTHA MARTY MATTIE MARTA",
	"MARTIN MARTY MART MARTYN MARTEN",
	"MARVIN MARV MERV MARVYN MERVIN",
	"MARY MOLLY POLLY MAE MAMIE MARYE",
	"MARYBETH MARIBETH",
	"MATHIAS MATTHIAS MATIAS MATT",
	"MATILDA TILLY TILDA MATTIE MATHILDA MATHILDE MAUD MAUDE",
	"MATTHEW MATT MATHEW MATTY MATHIEU MATTHIEW MATVEY MAT",
	"MAUREEN MO MAURINE REENIE MOREEN MAURENE",
	"MAURICE MORRIS MAURY MORITZ MORRIE",
	"MAXIMILIAN MAX MAXIMILLIAN",
	"MAXWELL MAX",
	"MEGAN MEAGAN MEGHAN MEG MEAGHAN MEGGAN",
	"MELANIE MEL MELONY MELANY MELLIE MELENIE",
	"MELINDA MEL LINDA MINDY MELYNDA MALINDA",
	"MELISSA MEL MISSY LISSA MELLISSA MELISA MELISSIA",
	"MELODY MEL MELODIE",
	"MELVIN MEL MELVYN",
	"MERCEDES MERCHE MERCY",
	"MEREDITH MERRY MEREDYTH MERIDITH",
	"MICHAEL MIKE MICKEY MICK MIKEY MICHEAL MIKHAIL MICHAL MIKAEL MYCHAL MISHA MICKY MIKAIL MIKEL MICHAIL",
	"MICHELLE MICHELE SHELLY SHELLEY MICKI MISHELLE MISCHELLE CHELLE",
	"MIGUEL MIGUELITO",
	"MILDRED MILLIE MILLY",
	"MILTON MILT",
	"MINDY MINDI",
	"MIRANDA MANDY RANDI MYRANDA RANDY",
	"MIRIAM MIMI MYRIAM MIRYAM",
	"MITCHELL MITCH MITCHEL",
	"MOHAMMED MOHAMMAD MUHAMMAD MOHAMED MOHAMAD MUHAMMED MOHD MD MUHAMED MOHAMMOD MEHMET MEHMED MO MAHOMED MUHAMAD",
	"MOISES MOSES MOE MOSHE MOISHE MOYSES",
	"MONICA MONIKA",
	"MORGAN MORGEN MORGANNE",
	"MORTIMER MORT MORTY",
	"MORTON MORT MORTY",
	"MYRON RON MYRAN",
	"NANCY NANCI NANCIE NANNIE",
	"NAOMI NAOMIE NOEMI NOHEMI",
	"NATALIE NAT NATALYA NATALIA NATHALIE NATALEE NATALY NATALI NATALIYA",
	"NATHANIEL NATE NAT NATHAN NATHANAEL NATHANIAL NATANAEL NATHANEAL",
	"NATHAN NATE NAT NATAN NATHEN",
	"NEAL NEIL NEILL NIEL NEALE",
	"NELSON NELS",
	"NICHOLAS NICK NICKY NICOLAS NIKOLAS NICO NICKOLAS NIKOLAI NIKOLAY NICKOLAUS NICHOLAUS NIKOLAUS NICKLAUS NICOLAI NICHLAS",
	"NICOLE NIKKI NICKI NICHOLE NIKOLE NICKIE NICKOLE NIKI NICOL",
	"NORA NORAH",
	"NORMA NORMAH",
	"NORMAN NORM NORMAND NORMIE",
	"OCTAVIO TAVO",
	"OLGA OLHA OLYA",
	"OLIVER OLLIE OLIVIER",
	"OLIVIA LIV LIVVY OLLIE LIVIA OLYVIA",
	"OSCAR OSKAR OZZIE",
	"OSWALD OZZIE",
	"OWEN OWAIN",
	"PABLO PABLITO",
	"PAIGE PAGE",
	"PAMELA PAM PAMMY PAMELLA PAMALA",
	"PATRICIA PAT PATTY PATSY PATTI TRICIA TRISHA TRISH PATRICA PATTIE PATTE PATY PATRISHA",
	"PATRICK PAT PADDY RICK PATRIC PATRIK",
	"PAUL PAULIE PAWEL PAVEL PAULUS",
	"PAULA PAULIE PAOLA",
	"PAULINE POLLY",
	"PEARL PEARLIE",
	"PEDRO PERICO",
	"PENELOPE PENNY PENNIE PENNI",
	"PERCIVAL PERCY",
	"PETER PETE PIOTR PYOTR PETR PETAR PETEY PETRO",
	"PHILIP PHIL PHILLIP PIP FILIP PHILLIPE PHILIPPE PHILLIPS",
	"PHYLLIS PHIL PHYL PHILLIS PHYLIS",
	"PRISCILLA CILLA PRIS PRISSY PRISCILA",
	"RACHEL RACHAEL RACHELLE RAE RAY RACHAL RAECHEL RASHEL",
	"RAFAEL RAPHAEL RAFE RAFA RAFFI RAPHEAL RAFI",
	"RALPH ROLF RALF",
	"RAMON MONCHO",
	"RANDALL RANDY RAND RANDAL RANDELL RANDEL",
	"RANDOLPH RANDY RAND DOLPH RANDOLF",
	"RAUL RAULITO",
	"RAYMOND RAY RAYMUND RAMOND",
	"REBECCA BECKY BECCA BECKI REBEKAH BECKIE REBEKA REBECA REBA BECK RIVKA",
	"REGINA GINA REGENA",
	"REGINALD REG REGGIE",
	"RHONDA RONDA RONNIE",
	"RICARDO RICK RICKY RICH CARDO RICO RICHIE",
	"RICHARD RICH RICK RICKY DICK RICHIE RICKIE RICHART RIC RICHERD",
	"RITA RITTA",
	"ROBERT BOB BOBBY ROB ROBBIE ROBBY ROBT BOBBIE BO BOBBI",
	"ROBERTA BOBBIE BOBBI ROBBIE BERT",
	"ROBIN ROBYN ROBBIN ROBBYN",
	"RODERICK ROD RODDY RODRICK RICK RODERIC RODRIC",
	"RODNEY ROD RODDY RODNY",
	"RODRIGO ROD RODRI RIGO",
	"RODOLFO RUDY RODOLPHO RODO FITO",
	"ROGELIO ROY",
	"ROGER RODGER ROG RUTGER",
	"ROLAND ROLLIE ROWLAND ROLLAND",
	"RONALD RON RONNIE RONNY RONNALD",
	"ROSALIE ROSE ROSIE",
	"ROSALIND ROSE ROZ ROSALYN ROSLYN ROSALYND",
	"ROSE ROSIE ROZA",
	"ROSEMARY ROSE ROSIE ROMY",
	"ROSARIO CHAYO CHARO",
	"ROSS ROSSE",
	"ROXANNE ROXIE ROXY ROXANN",
	"ROY ROI",
	"RUDOLPH RUDY RUDOLF DOLPH RUDI",
	"RUSSELL RUSS RUSTY RUSSEL",
	"RUTH RUTHIE RUTHE",
	"RYAN RYANN RYEN RIAN",
	"SABRINA BRINA SABREENA",
	"SALLY SALLIE SAL",
	"SALVADOR SAL CHAVA SALVITO",
	"SAMANTHA SAM SAMMY SAMMIE SAMMI SAMANTA SAMATHA",
	"SAMUEL SAM SAMMY SAMMIE SAMUAL SHMUEL SAMUELE",
	"SANDRA SANDY SANDI SAUNDRA SANDEE ZANDRA",
	"SANTIAGO SANTI CHAGO",
	"SARAH SARA SALLY SADIE SARRAH",
	"SAUL SHAUL SOL",
	"SCOTT SCOTTY SCOT SCOTTIE",
	"SEAN SHAWN SHAUN SHON SEANN SHAWNE",
	"SEBASTIAN SEB BASTIAN SEBASTIEN BASH SEBASTION",
	"SELENA SELINA CELINA SALENA",
	"SERGIO CHECO",
	"SETH SETHE",
	"SHANE SHAYNE SHAIN",
	"SHANNON SHANNAN SHANON SHANNEN",
	"SHARON SHARRON SHARYN SHAREN SHARRYN",
	"SHAWNA SHAUNA SEANA SHONNA",
	"SHEILA SHELIA SHEILAH SHEELA",
	"SHELBY SHEL SHELBIE",
	"SHELDON SHEL SHELLY",
	"SHERRY SHERRI SHERI SHERIE CHERI CHERRIE SHERREE CHERIE SHARI",
	"SHIRLEY SHIRL SHIRLEE SHIRLIE SHERLEY",
	"SIDNEY SID SYDNEY SYD CYDNEY",
	"SIMON SIMEON SHIMON SI",
	"SOLOMON SOL SHLOMO SULEIMAN SALOMON SULEYMAN",
	"SONIA SONYA SONJA SONYAH",
	"SOPHIA SOFIA SOFIYA ZOFIA SOFI SOPHIYA",
	"SPENCER SPENSER SPENCE",
	"STACY STACEY STACIE STACI",
	"STANLEY STAN STANLY STANISLAV STANISLAW STANISLAUS",
	"STEPHANIE STEPH STEFANIE STEPHANY STEVIE STEFFI STEPHENIE STEFANI STEFANY STEPHANI STEFFANIE",
	"STEPHEN STEVE STEVEN STEVIE STEPHAN STEFAN STEPHON STEVAN STEPAN STEFFEN STEPHANE",
	"STEWART STUART STU STEW",
	"SUSAN SUE SUSIE SUZY SUSANNE SUZANNE SUSANNAH SUSANNA SUSANA SUZIE SUZAN SUSY SUZANNA SUSANN SUZANA SUSI",
	"SYLVIA SILVIA SYLVIE SILVIE SYLVA",
	"SYLVESTER SLY SILVESTER",
	"TABITHA TABBY TABATHA TABBIE",
	"TAMARA TAMMY TAMI TAMMIE TAMRA TAMARRA TAMAR TAMMI",
	"TANYA TANIA TONYA TATIANA TATYANA TATJANA TONIA",
	"TAYLOR TAYLER TAY",
	"TERENCE TERRY TERRENCE TERRANCE TERRIE TERRIL TERANCE",
	"TERESA THERESA TERRY TESS TERRI TESSA TERI TERESITA THERESE TERRIE TERESE TERE TERESSA",
	"TERRY TERRI TERRIE TERI",
	"THADDEUS THAD TED",
	"THELMA TELMA",
	"THEODORA THEA DORA TEDDY THEO",
	"THEODORE TED TEDDY THEO THEODOR FEODOR FYODOR",
	"THOMAS TOM TOMMY THOS TOMMIE TOMASZ",
	"TIFFANY TIFF TIFFANI TIFFANIE TIFFINY TIFANY",
	"TIMOTHY TIM TIMMY TIMOTHEY TIMMIE TIMOTHEUS TIMOTHEE TYMOTHY",
	"TINA TEENA TENA",
	"TOBIAS TOBY TOBIE TOBIN",
	"TODD TOD",
	"TRACY TRACEY TRACI TRACIE TRACEE",
	"TRAVIS TREVIS TRAV",
	"TREVOR TREV TREVER",
	"TROY TROYE",
	"TYLER TY TYLOR",
	"TYRONE TY TYRON TYRONNE",
	"VALENTINE VAL VALENTIN VALENTYN",
	"VALERIE VAL VALARIE VALERI VALORIE VALERY VALLERIE",
	"VANESSA NESSA VANNA VENESSA VANESA",
	"VERA VIERA",
	"VERNON VERN LAVERNE VERNE",
	"VERONICA RONNIE RONI VERONIKA VERO RONICA",
	"VICTOR VIC VIK VIKTOR VICK",
	"VICTORIA VICKI VICKY VICKIE TORI TORY VIKKI VIKTORIA VITTORIA VIKI TORRIE",
	"VINCENT VINCE VINNY VINNIE",
	"VIOLA VI",
	"VIRGINIA GINNY GINGER GINNIE VIRGIE VIRGENIA",
	"VIVIAN VIV VIVIEN VIVIENNE VYVYAN VIVIANE VIVIANNE",
	"VLADIMIR VLAD VOLODYMYR WLADIMIR VOVA VALDIMIR",
	"VYACHESLAV SLAVA VIACHESLAV",
	"WALLACE WALLY WALLIE",
	"WALTER WALT WALLY WALTHER WALTR",
	"WANDA VANDA",
	"WARREN WAREN",
	"WAYNE WAINE",
	"WENDY WENDI WENDIE",
	"WESLEY WES WESLY WESTLEY",
	"WILBUR WILL WILBER BURT",
	"WILFRED WILL FRED WILF WILFRIED WILFRID",
	"WILHELMINA MINA MINNIE WILLA",
	"WILLIAM WM BILL BILLY WILL WILLIE WILLY LIAM BILLIE",
	"WINIFRED WINNIE FREDDIE WINNIFRED WYNNE",
	"WINSTON WIN WINNIE",
	"XAVIER ZAVIER XAVI XZAVIER",
	"XIOMARA SIOMARA",
	"YAEL JAEL",
	"YOLANDA YOLI YOLONDA IOLANDA YOLIE",
	"YVETTE IVETTE EVETTE",
	"YVONNE IVONNE EVONNE VONNIE YVON",
	"ZACHARY ZACH ZACK ZAK ZACHERY ZACKARY ZACHARIAH ZACHARIAS ZAC ZECHARIAH ZACCARY ZACARIAS",
	"ZOE ZOEY ZOIE",
	"ROSEMARY ROSEMARIE ROSEMARI",
	"MARYANN MARYANNE MARIANNE MARIANN",
	"HUGH HUGHIE HUEY",
	"CLAIRE CLARE CLAIR",
	"KURT CURT",
	"RENEE RENAE RENAY",
	"TOMAS TOMMY",
	"ROBERTO BETO TITO",
	"ALBERTO BETO",
	"ALFREDO FREDO FREDDY",
	"ERNESTO NETO",
	"ANTONIO TONO TONY TONIO",
	"RAMON MONCHO",
	"RAMON MONCHITO",
	"LORENZO LENCHO",
	"GREGORIO GOYO",
	"SOPHIE SOFIE",
	"SERGEI SERGEY SERHIY SERHII SERGIY SERGEJ",
	"GABRIELA GABY GABI",
	"DANIELA DANI",
	"ESTEFANIA ESTEFANY FANY",
	"CAROLINA CARO",
	"BEATRIZ BETTY BEA",
	"FRIEDRICH FRITZ FRED",
	"WILHELM WILLEM WILLI WILLY BILL",
	"EVELYN EVELINE",
	"ROLANDO ROLY",
	"ORLANDO LANDO",
	"VICENTE CHENTE",
	"REYNALDO REY RAYNALDO",
	"XAVIER JAVIER",
	"ISIDRO CHILO CHIDO",
	"ISABELLA ISABELA BELLA IZZY IZABELLA",
	"ISABELLE ISABEL BELLE IZZY",
	"JOSUE YOSUE",
	"JOANNA JOHANNA",
	"ROXANA ROXANNA ROXY",
	"IBRAHIM EBRAHIM",
	"YEVGENIY EVGENIY YEVGENII",
	"MARKUS MARCUS",
	"VERONICA BERONICA",
	"GENARO JENARO",
	"LOUISA LUISA",
	"YESENIA JESSENIA YESSENIA",
	"GEOVANNY GEOVANI GIOVANNY",
	"JENNIFER YENIFER YENNIFER",
	"BRYAN BRAYAN",
	"RUBEN REUBEN",
	"MARGARITA MAGGIE MARGO",
	"RICARDO RICHI",
	"NOEMI NOHEMY",
	"HUSSEIN HUSAIN HUSSAIN HOSSEIN",
	"ALI ALY",
	"HASSAN HASAN",
	"YUSUF YOUSUF YOUSSOUF",
	"OMAR UMAR OMER",
	"FATIMA FATEMA FATIMAH",
	"AISHA AYESHA AISHAH",
	"MUSTAFA MOSTAFA",
	"KHALID KHALED",
	"OLEKSIY ALEXEI ALEXEY ALEKSEY ALEKSEI OLEKSII",
	"YULIA JULIYA YULIYA IULIIA YULIIA",
	"EKATERINA KATERINA YEKATERINA KATYA",
	"LYUDMILA LIUDMILA LUDMILA",
	"NATALIYA NATALYA NATALIIA",
	"YURI YURIY IURII YURII",
	"DMYTRO DMITRO",
	"SVETLANA SVITLANA",
	"TETIANA TETYANA TATIANA",
	"ANDRIY ANDRII ANDRIJ"
];
var GIVEN_NAME_VARIANTS = [
	"ALBERT ALBERTO",
	"ALEXANDER ALEJANDRO",
	"ALFRED ALFREDO",
	"ANDREW ANDRE ANDRES",
	"ANTHONY ANTONIO",
	"ARTHUR ARTURO",
	"BEATRICE BEATRIZ",
	"BENEDICT BENITO",
	"BERNARD BERNARDO",
	"CAMILLE CAMILA CAMILLA",
	"CARL CARLO CARLOS CHARLES",
	"CAROLINE CAROLINA",
	"CATHERINE CATALINA CATARINA",
	"CHRISTOPHER CRISTOBAL",
	"DANIELLE DANIELA",
	"DOMINIC DOMINGO",
	"EDMUND EDMUNDO",
	"EDWARD EDUARDO",
	"ELEANOR LEONOR",
	"ELIZABETH ELISABETTA ELISA",
	"EMILY EMILIA",
	"ERNEST ERNESTO",
	"EUGENE EUGENIO",
	"FRANCIS FRANCISCO FRANCESCO",
	"FREDERICK FEDERICO FRIEDRICH",
	"GABRIELLE GABRIELA",
	"GEORGE JORGE",
	"GERARD GERARDO",
	"GILBERT GILBERTO",
	"GREGORY GREGORIO",
	"HENRY ENRIQUE",
	"HERBERT HERIBERTO",
	"IRENE IRINA",
	"ISABELLE ISABELLA",
	"JACOB JAMES JAIME DIEGO SANTIAGO",
	"JANE JUANA",
	"JOHN JUAN JEAN GIOVANNI IVAN",
	"JOSEPH JOSE GIUSEPPE",
	"JOSHUA JOSUE",
	"JULIUS JULIO",
	"LAURENCE LORENZO",
	"LEONARD LEONARDO",
	"LEOPOLD LEOPOLDO",
	"LOUIS LUIS LUIGI",
	"LOUISE LUISA",
	"LUCY LUCIA",
	"MARGARET MARGARITA MARGUERITE",
	"MARK MARCOS MARCO",
	"MARTIN MARTINO",
	"MATTHEW MATEO MATTEO",
	"MAURICE MAURICIO",
	"MICHAEL MIGUEL MICHEL",
	"MONICA MONIQUE",
	"NATALIE NATALIA NATASHA",
	"NICHOLAS NICOLA",
	"OSWALD OSVALDO",
	"PATRICK PATRICIO",
	"PAUL PABLO PAOLO",
	"PETER PEDRO PIERRE PIETRO",
	"PHILIP FELIPE",
	"RACHEL RAQUEL",
	"RALPH RAUL",
	"RAYMOND RAMON RAYMUNDO RAIMUNDO",
	"REGINALD REYNALDO",
	"RICHARD RICARDO RICCARDO",
	"ROBERT ROBERTO",
	"ROGER ROGELIO",
	"ROLAND ROLANDO",
	"RONALD RONALDO",
	"ROSE ROSA",
	"RUDOLPH RODOLFO",
	"SERGIO SERGEI SERGE",
	"STEPHANIE ESTEFANIA",
	"STEPHEN ESTEBAN STEFANO ETIENNE",
	"THEODORE TEODORO",
	"THOMAS TOMAS TOMMASO",
	"TIMOTHY TIMOTEO",
	"VINCENT VICENTE VINCENZO",
	"VIOLET VIOLETA",
	"WILFRED WILFREDO",
	"WILLIAM GUILLERMO WILHELM"
];
var DISTINCT_GIVEN_NAMES = "ADA ADDISON ADEL ADOLFO AIDA AIDAN AISHA AKIRA ALANA ALANNA ALBERTA ALDO ALESSANDRO ALI ALINA ALISA ALLEGRA ALMA ALTON ALVARO AMARI AMBER AMBROSE AMINA AMIR AMOS ANAIS ANDREINA ANGELICA ANGELITA ANGELO ANIKA ANISSA ANTONELLA APRIL ARACELI ARELI ARIANA ARLENE ARMANDO ARMANI ASIA ASTRID AUBREY AUDREY AURORA AVA AVERY AYESHA BAILEY BARON BEAU BENITA BERNARDA BERTO BETHEL BETTYE BIANCA BLANCA BLANCHE BONNIE BOYD BRADEN BRADY BRIANA BRIANNA BROCK BRODY BROOKE BROOKLYN BRUNO BRYCE BYRON CARA CARINA CARISSA CARLTON CARLY CARMELO CARSON CARTER CELESTE CELINE CHANCE CHANDLER CHANTAL CHARITY CHASE CHASITY CHERISE CHRISTA CLAUDE CLAUDIO CLEO CLYDE CODIE COLE COLTON CONSUELO COOPER CORA CORAL CORINA CORINNE CORNELIA CRUZ DAGMAR DAISY DALIA DALLAS DALTON DAMARIS DANTE DAPHNE DARIA DARIO DARIUS DARNELL DARRIAN DARWIN DAVINA DAVIS DEANDRE DEIRDRE DELIA DELILAH DELLA DELMAR DEMI DENA DENISHA DESIREE DESTINY DEVONTE DEXTER DINA DINAH DIRK DIXIE DOLLIE DOMINGA DONTE DORA DOREEN DORIAN DORIS DREW DUNCAN EARNESTINE EBONY EDNA EFRAIN EFREN EILEEN ELBA ELBERT ELDA ELISEO ELLA ELOISE ELSIE ELVIA ELVIN ELVIS EMERSON EMERY EMMETT ENID ERASMO ERNESTINE ERVIN ESMERALDA ESPERANZA ESTELA ESTELLE ESTEVAN ETHAN ETTA EULA EUNICE EVANGELINE EVERETT EZEQUIEL FABIAN FAITH FATIMA FAUSTO FAY FAYE FELIX FERN FIDEL FIONA FLORINE FORREST FRIEDA GALEN GAVIN GAYNOR GENARO GERMAINE GERTRUDE GILDA GINO GIOVANNA GISELLE GRADY GRAHAM GRANT GRAYSON GRISELDA GUIDO GUY HAKIM HAL HARLAN HARLEY HARMONY HASSAN HAZEL HERMINIA HILARY HILDA HOLDEN HOMER HOPE HORTENSIA HUDSON HUMBERTO HUNTER HUSSEIN IMAN IMANI IMELDA INES INEZ INGRID IRA IRIS IRMA ISA ISAURA IVA IVAN IVORY IVY JACKSON JACQUES JADA JADE JAMAL JAMAR JANA JANELLE JANESSA JANINE JAMIL JASPER JAYDEN JEANINE JELANI JENNINGS JERMAINE JEWEL JILLIAN JIMENA JOAQUINA JOHNNA JOLENE JONAH JONAS JOSIAH JOVAN JOY JUANA JUDAH JUDSON JULIO JUNE KAI KAMAL KANE KAREEM KARINA KARLA KATYA KAYE KAYLEE KAYLIN KEISHA KELVIN KENDALL KENT KENYA KERMIT KHALID KIARA KIERA KIM KIRBY KIRK KRISTA KYLA KYLIE KYRA LACEY LAMAR LAMONT LANA LANCE LANDON LANE LARISSA LATONYA LAVONNE LAWANDA LEANN LEANNA LEANNE LEIF LELA LELAND LENORA LENORE LEONA LETICIA LEVI LIDIA LILA LINCOLN LINO LIONEL LISETTE LOLA LONNIE LORENA LORENE LORNA LUCIANO LUCIO LUELLA LULA LUPE LUZ LYLE LYNDON MABEL MACY MADISON MAE MAGNUS MAHMOUD MALIA MALIK MALLORY MARA MARCEL MARCELA MARCELINO MARCELLA MARCELLUS MARCELO MARCI MARGOT MARIBEL MARICELA MARIELA MARILU MARIN MARINA MARISOL MARITZA MARLA MARLON MARQUIS MARSHA MARTINA MARVA MARYJO MARYLOU MASON MAURA MAXINE MAYA MAYRA MERLE MERLIN MICAELA MIKAELA MILAGROS MILAN MILENA MILES MINA MINERVA MINNIE MOLLY MONA MONTE MURIEL MUSTAFA MYLES MYRA MYRNA MYRTLE NADIA NADINE NATIVIDAD NED NELLY NESTOR NEVA NIA NICOLETTE NINA NITA NOAH NOLA NOLAN NOREEN NORBERT NORIS ODELL ODESSA OFELIA OLA OLEG OLIN OLIVE OMAR OPAL OPHELIA ORA ORLANDO ORVILLE OSVALDO OTIS OTTO PALOMA PAMELIA PANSY PARKER PATIENCE PEARLINE PEYTON PHOEBE PIERCE PILAR PORTER PRESTON QUENTIN QUINCY QUINN RAINA RAMIRO RAMONA RAQUEL RASHAD RASHEED RAYNA REED REGAN REID RENATA REUBEN REVA REX REYNA RHEA RHETT RICARDA RILEY ROBBIE ROCCO ROCIO ROLANDA ROMAN ROMEO RONDA RORY ROSALBA ROSALINE ROSANNA ROSAURA ROSELLA ROWENA RUBEN RUBI RUBY RUFUS SAGE SALMA SALOME SAMIR SAMIRA SANJAY SANTOS SASHA SAVANNAH SAWYER SCARLETT SEAMUS SERENA SHANA SHANIA SHARI SHARLA SHAYLA SHEENA SHERMAN SHERWOOD SIENNA SIERRA SIMONE SOCORRO SOLEDAD STELLA STEPHANE STERLING SUNNY SUMMER TALIA TAMIKA TANISHA TARA TASHA TATE TERRELL THEA THERON TIA TIANA TIERRA TITUS TOBY TOMASA TRENT TRENTON TRINITY TRISTAN TRUDY TUCKER TY ULYSSES URSULA VALENTINA VAUGHN VELMA VENUS VERNA VERNICE VESTA VICENTA VIDA VINCENZA VITO WADE WALKER WARD WENDELL WESTON WHITNEY WILDA WILEY WILLARD WILMER WILSON WOODROW WYATT XIMENA YADIRA YAHIR YASIR YESENIA YOUNG YURI ZANE ZELDA ZELMA ZOLA";
var FAMILY_NAMES = "ACOSTA AGUILAR AGUIRRE ALVARADO ARROYO AVILA AYALA BAUTISTA BELTRAN BRAVO CABRERA CALDERON CAMACHO CAMPOS CARDENAS CARDONA CARRILLO CASTANEDA CASTILLO CASTRO CERVANTES CHAVEZ CISNEROS COLON CONTRERAS CORDOVA CORONADO CORREA CORTES CORTEZ DELGADO DIAZ DURAN ESCOBAR ESPARZA ESPINOSA ESPINOZA ESTRADA FIGUEROA FLORES FRANCO FUENTES GALINDO GALLEGOS GARCIA GARZA GUERRA GUERRERO GUTIERREZ GUZMAN HERRERA HUERTA HURTADO IBARRA JARAMILLO JUAREZ LEYVA LOZANO LUGO LUNA MACIAS MALDONADO MARIN MARQUEZ MATA MEDINA MEDRANO MEJIA MENDOZA MERCADO MEZA MOLINA MONTES MONTOYA MORA MORALES MORENO MUNOZ NAVARRO NIEVES NUNEZ OCHOA OJEDA OLIVARES ORELLANA OROZCO ORTEGA ORTIZ OSORIO PACHECO PADILLA PALACIOS PARRA PAZ PENA PINEDA PONCE PORTILLO PRADO QUINTANA QUINTERO QUIROZ RAMOS RANGEL REYES RIOS RIVAS RIVERA ROBLES ROCHA ROJAS ROMERO ROSALES ROSARIO RUBIO RUIZ SALAS SALAZAR SALCEDO SALDANA SALGADO SALINAS SANDOVAL SANTANA SANTIAGO SEGURA SERRANO SIERRA SILVA SOLIS SOSA SOTO TAPIA TORRES TOVAR TRUJILLO URIBE VALDIVIA VALENCIA VALENZUELA VALLE VARGAS VEGA VERA VILLA VILLALOBOS VILLANUEVA VILLARREAL VILLEGAS ZAMORA ZAVALA ZEPEDA ZUNIGA NGUYEN TRAN PHAM HUYNH HOANG PHAN VU VO DANG BUI DO HO NGO DUONG LY LE TRUONG DINH LAM";
// features/underwriting/rules/owners.ts
var NONE$1 = {
	match: "none",
	standing: "none"
};
var STANDINGS = [
	"confirmed",
	"unconfirmed",
	"none"
];
var MATCHES = [
	"alias",
	"exact",
	"contact",
	"middle",
	"partial",
	"suffix",
	"initials",
	"fuzzy",
	"none"
];
var SIMILARITY = .92;
var MAX_LENGTH$1 = 200;
var MAX_TOKENS = 12;
var MAX_NAMES = 50;
var MAX_PERSONS = 10;
var MAX_ROWS = 100;
function matchOwners(account, people) {
	const loan = readPeople(people);
	const strings = distinctNames(account.owners);
	const persons = assign(strings, loan).map(({ bankName, result, person }) => ({
		bankName,
		...result,
		borrower: person?.name ?? null
	}));
	const { match, standing } = persons[0] ?? NONE$1;
	const labels = [account.name, account.officialName ?? ""].map((label) => readBankName(label));
	const isJointType = account.ownershipType === "joint";
	const businessOf = (names) => names.flatMap(({ businesses }) => businesses).filter(Boolean).sort(compare)[0];
	return {
		standing,
		match,
		persons,
		nonBorrowers: persons.filter((one) => one.standing === "none").map(({ bankName }) => bankName),
		capacity: capacityOf(account, strings, labels),
		isJoint: isJointType || persons.length > 1,
		isJointWithoutName: isJointType && strings.length > 0 && persons.length < 2,
		isBusiness: account.subtype?.toLowerCase() === "business" || [...strings, ...labels].some((one) => one.isBusiness),
		businessName: businessOf(strings) ?? businessOf(labels) ?? null,
		isOwnerUnknown: strings.length === 0
	};
}
function capacityOf(account, strings, labels) {
	const { ownershipType } = account;
	if (strings.some(({ capacity }) => capacity === "heldForAnother") || labels.some(({ isForMinor }) => isForMinor)) return "heldForAnother";
	return ownershipType === "trust" || ownershipType === "association" || strings.some(({ capacity }) => capacity === "trust") ? "trust" : null;
}
function distinctNames(owners) {
	return owners.flatMap(({ names: written, emails, phones }, entry) => {
		const contact = readContact({
			emails,
			phones
		});
		return [...new Set(written)].map((name) => ({
			...readBankName(name),
			entry,
			contact
		}));
	}).filter(({ text }) => /\p{L}/u.test(text)).sort((a, b) => compare(a.text, b.text)).slice(0, MAX_NAMES);
}
function assign(strings, loan) {
	const rows = strings.flatMap((source) => assignWithin(source, loan)).sort(byRow).slice(0, MAX_ROWS);
	const confirmed = rows.filter(({ result }) => result.standing === "confirmed");
	for (const row of rows) {
		const { match } = row.result;
		if ((match === "suffix" || match === "middle") && confirmed.some(({ person }) => person === row.person)) Object.assign(row, {
			result: NONE$1,
			person: null
		});
	}
	const owners = rows.filter((row) => !rows.some((other) => byResult(other.result, row.result) < 0 && isOwnSpelling(row, other)));
	const seen = new Set();
	return owners.sort(byRow).filter(({ result, person, parsed }) => {
		const keys = [`${person ? loan.indexOf(person) : ""}|${parsed.key}`, ...result.standing === "confirmed" ? [person] : []];
		const isRepeated = keys.some((key) => seen.has(key));
		for (const key of keys) seen.add(key);
		return !isRepeated;
	});
}
function isOwnSpelling(row, other) {
	return (row.person === null || row.person === other.person) && isSameOwner(row, other);
}
function isSameOwner({ source, parsed }, other) {
	return source !== other.source && source.entry === other.source.entry && isSamePerson(parsed, other.parsed);
}
function assignWithin(source, loan) {
	const rows = [...new Map(source.persons.map((parsed) => [parsed.key, parsed])).values()].map((parsed) => ({
		bankName: parsed.bankName,
		parsed,
		source,
		result: NONE$1,
		person: null
	}));
	const pairs = rows.flatMap((row) => loan.map((person) => ({
		row,
		person,
		result: matchPerson(row.parsed, person, source.contact)
	}))).filter(({ result }) => result.standing !== "none").sort((a, b) => byResult(a.result, b.result) || compare(a.row.bankName, b.row.bankName));
	const taken = new Set();
	for (const { row, person, result } of pairs) {
		if (row.person || taken.has(person)) continue;
		Object.assign(row, {
			person,
			result
		});
		taken.add(person);
	}
	return rows;
}
function byResult(a, b) {
	return STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) || MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match);
}
function byRow(a, b) {
	const nameOf = ({ bankName, person }) => `${bankName}\n${person?.name}`;
	return byResult(a.result, b.result) || compare(nameOf(a), nameOf(b));
}
function isSamePerson(a, b) {
	if ([...a.suffixes].some((one) => b.suffixes.size > 0 && !b.suffixes.has(one))) return false;
	const pairs = readingsOf(a, []).flatMap((one) => readingsOf(b, []).flatMap((other) => {
		const given = compareGiven(one.givens, other.givens);
		const family = compareFamily(one.family, joinParticles(other.family));
		return given.kind === "same" && (family === "same" || family === "contained") ? [given] : [];
	}));
	return pairs.length > 0 && !pairs.some(({ isMiddleOther }) => isMiddleOther);
}
var readPeople = once((people) => people.map(readPerson).sort((a, b) => compare(a.name, b.name) || compare(a.order, b.order)));
function readPerson(person) {
	const { firstName, middleName, lastName, suffix, email, phone, aliases } = person;
	const written = [
		firstName,
		middleName,
		lastName,
		suffix
	].map((part) => sanitize(part ?? "").text);
	const [first = [], middle = [], last = [], after = []] = written.map((part) => tokensOf(part));
	const suffixes = [...after, ...last.slice(1)].flatMap((token) => SUFFIXES$1.get(token) ?? (token === "V" ? ["V"] : []));
	return {
		name: written.filter(Boolean).join(" "),
		order: JSON.stringify([
			email,
			phone,
			[...aliases ?? []].sort(compare)
		]),
		givens: [...first, ...middle].slice(0, MAX_TOKENS),
		family: joinParticles(last.filter((token, at) => at === 0 || !SUFFIXES$1.has(token)).slice(0, MAX_TOKENS)),
		suffix: suffixes[0] ?? null,
		contact: readContact({
			emails: email ? [email] : [],
			phones: phone ? [phone] : []
		}),
		aliases: new Set((aliases ?? []).map((alias) => plainKey(sanitize(alias).text)).filter(Boolean))
	};
}
function readContact(contact) {
	const digits = (phone) => phone.slice(0, MAX_LENGTH$1).replace(/\D/g, "");
	return {
		emails: new Set((contact?.emails ?? []).map((email) => email.trim().toLowerCase()).filter((one) => /.@./.test(one))),
		phones: new Set((contact?.phones ?? []).map((phone) => digits(phone).replace(/^1(?=\d{10}$)/, "")).filter((one) => one.length >= 10))
	};
}
function sharesContact(a, b) {
	return [...a.emails].some((email) => b.emails.has(email)) || [...a.phones].some((phone) => b.phones.has(phone));
}
function matchPerson(bank, person, contact) {
	if (bank.aliasKeys.some((key) => person.aliases.has(key))) return {
		match: "alias",
		standing: "confirmed"
	};
	const named = matchParsed(bank, person, sharesContact(contact, person.contact));
	return bank.isUncertain && named.standing === "confirmed" ? {
		match: named.match,
		standing: "unconfirmed"
	} : named;
}
function matchParsed(bank, person, isContactShared) {
	if (person.family.length === 0) return NONE$1;
	const isFifth = person.suffix !== null && bank.tokens.at(-1) === "V" && bank.tokens.length > 2;
	const suffixes = isFifth ? new Set([...bank.suffixes, "V"]) : bank.suffixes;
	if ([...suffixes].some((suffix) => suffixes.size > 1 || person.suffix !== null && suffix !== person.suffix)) return NONE$1;
	const tokens = isFifth ? bank.tokens.slice(0, -1) : bank.tokens;
	const readings = readingsOf({
		...bank,
		tokens
	}, person.givens).map((reading) => ({
		...reading,
		...matchReading(reading, person)
	}));
	const found = MATCHES.find((match) => readings.some((reading) => reading.match === match)) ?? "none";
	const match = found === "exact" && suffixes.size > 0 !== (person.suffix !== null) ? "suffix" : found;
	if (match === "exact") return {
		match,
		standing: "confirmed"
	};
	if (isContactShared && match === "partial") return {
		match,
		standing: "confirmed"
	};
	if (isContactShared && match !== "middle" && readings.some(({ isGivenFit }) => isGivenFit)) return {
		match: "contact",
		standing: "confirmed"
	};
	return {
		match,
		standing: match === "none" ? "none" : "unconfirmed"
	};
}
function matchReading({ givens, family, isAsWritten }, person) {
	const given = compareGiven(givens, person.givens);
	const compared = compareFamily(family, person.family);
	const relation = compared === "same" && given.rest.some((token) => isFamilyName(token)) ? "contained" : compared;
	const isFamilyFit = relation !== "none";
	return {
		match: matchOf(given, relation),
		isGivenFit: given.kind === "same" && (isFamilyFit || isAsWritten) || given.kind === "initial" && isFamilyFit
	};
}
function matchOf({ kind, isMiddleOther }, family) {
	if (kind === "none" || family === "none") return "none";
	if (kind === "initial") return family === "near" ? "none" : "initials";
	if (kind === "near") return family === "contained" ? "none" : "fuzzy";
	if (family === "near") return "fuzzy";
	if (isMiddleOther) return "middle";
	return family === "same" ? "exact" : "partial";
}
function readingsOf({ tokens, familyLength, hyphens }, loanGivens) {
	if (tokens.length > MAX_TOKENS) return [];
	if (familyLength > 0) return [{
		givens: tokens.slice(familyLength),
		family: tokens.slice(0, familyLength),
		isAsWritten: true
	}];
	const readings = [];
	for (let at = 1; at < tokens.length; at++) {
		if (hyphens.has(at)) continue;
		const [start, end] = [tokens.slice(0, at), tokens.slice(at)];
		const before = tokens[at - 1];
		if (!(at > 1 && isParticle(tokens, at - 1) && !LOOSE_PARTICLES.has(before) && !loanGivens.includes(before))) readings.push({
			givens: start,
			family: end,
			isAsWritten: true
		});
		readings.push({
			givens: end,
			family: start,
			isAsWritten: false
		});
	}
	const [family = "", ...rest] = tokens;
	const middle = rest.slice(0, -1);
	if (middle.length > 0 && middle.every((token) => token === "VAN" || token === "THI" || loanGivens.includes(token))) readings.push({
		givens: [rest.at(-1), ...middle],
		family: [family],
		isAsWritten: false
	});
	return readings;
}
function compareGiven(bank, loan) {
	const [first = "", second] = bank;
	const [other = "", next] = loan;
	const candidates = [];
	const add = (kind, bankTaken = 1, loanTaken = 1) => {
		const bankRest = bank.slice(bankTaken).filter(isFullName);
		const loanRest = loan.slice(loanTaken).filter(isFullName);
		const rest = bankRest.filter((token) => !loan.includes(token));
		const middle = bankRest.filter((token) => !rest.includes(token) || !isFamilyName(token));
		const isShared = middle.some((a) => loanRest.some((b) => isSameGiven(a, b))) || middle.join("") === loanRest.join("");
		candidates.push({
			kind,
			isMiddleOther: middle.length > 0 && loanRest.length > 0 && !isShared,
			rest
		});
	};
	if (INITIAL.test(first) || INITIAL.test(other)) {
		if (first[0] === other[0]) add("initial");
	} else if (isSameGiven(first, other)) add("same");
	else if (isNearGiven(first, other)) add("near");
	if (next !== void 0 && isSameGiven(first, withoutUmlaut(other + next))) add("same", 1, 2);
	if (second !== void 0 && isSameGiven(withoutUmlaut(first + second), other)) add("same", 2, 1);
	const ranked = candidates.filter(({ kind }) => kind === "same");
	return ranked.find(({ isMiddleOther }) => !isMiddleOther) ?? ranked[0] ?? candidates[0] ?? {
		kind: "none",
		isMiddleOther: false,
		rest: []
	};
}
function compareFamily(bank, loan) {
	const joined = joinParticles(bank);
	const full = joined.length > 1 ? joined.filter((token) => !INITIAL.test(token)) : joined;
	if (full.length === 0) return "none";
	const [a, b] = [full, loan].map((tokens) => withoutUmlaut(tokens.join("")));
	if (a === b) return full.length === joined.length ? "same" : "contained";
	const [shorter, longer] = full.length < loan.length ? [full, loan] : [loan, full];
	if (shorter.every((token) => token.length > 1 && longer.includes(token))) return "contained";
	return full.length === joined.length && similarity(a, b) >= SIMILARITY ? "near" : "none";
}
var INITIAL = /^[A-Z]$/;
function isFullName(token) {
	return !INITIAL.test(token) && !PARTICLES.has(token);
}
function isSameGiven(a, b) {
	return a === b || shareGroup(GROUPS, a, b);
}
function isNearGiven(a, b) {
	if (shareGroup(VARIANTS, a, b)) return true;
	if (KNOWN.has(a) && KNOWN.has(b)) return false;
	return !a.startsWith(b) && !b.startsWith(a) && similarity(a, b) >= SIMILARITY;
}
function shareGroup(groups, a, b) {
	return (groups.get(a) ?? []).some((group) => groups.get(b)?.includes(group));
}
function similarity(a, b) {
	const reach = Math.max(0, (Math.max(a.length, b.length) >> 1) - 1);
	const letters = b.split("");
	const used = new Set();
	const shared = a.split("").filter((letter, at) => {
		const found = letters.findIndex((other, index) => other === letter && Math.abs(index - at) <= reach && !used.has(index));
		used.add(found);
		return found >= 0;
	});
	if (shared.length === 0) return 0;
	const inOther = letters.filter((_, at) => used.has(at));
	const transposed = shared.filter((letter, at) => letter !== inOther[at]).length / 2;
	const jaro = (shared.length / a.length + shared.length / b.length + (shared.length - transposed) / shared.length) / 3;
	let prefix = 0;
	while (prefix < 4 && a[prefix] === b[prefix]) prefix++;
	return jaro + prefix * .1 * (1 - jaro);
}
var SUFFIXES$1 = new Map(Object.entries({
	JR: "JR",
	JUNIOR: "JR",
	SR: "SR",
	SENIOR: "SR",
	II: "II",
	"2ND": "II",
	III: "III",
	"3RD": "III",
	IV: "IV",
	"4TH": "IV"
}));
var TITLES = new Set([
	"MR",
	"MRS",
	"MS",
	"MISS",
	"DR",
	"MX",
	"SRA"
]);
var DEGREES = new Set([
	"MD",
	"PHD",
	"DDS",
	"DMD",
	"ESQ",
	"CPA",
	"RN",
	"DVM"
]);
var JOINT_WORDS = new Set([
	"JTWROS",
	"JTRS",
	"WROS",
	"JTTEN",
	"JTTIC",
	"JT",
	"TEN",
	"TENCOM",
	"COM",
	"ENT",
	"TENENT",
	"TIC"
]);
var FILLERS = new Set([
	"AS",
	"CO",
	"THE",
	"OF",
	"BY",
	"UA",
	"UTA",
	"UTD",
	"DTD",
	"DATED"
]);
var BUSINESS = new Set([
	"LLC",
	"INC",
	"CORP",
	"LTD",
	"LLP",
	"PC",
	"PLLC",
	"LLLP",
	"INCORPORATED",
	"CORPORATION"
]);
var SEPARATORS = new Set([
	"&",
	"OR",
	"AND"
]);
var STRICT_HELD = new Set([
	"FBO",
	"CUST",
	"CF",
	"UTMA",
	"UGMA",
	"GDN",
	"POA",
	"REPPAYEE",
	"AIF"
]);
var STRICT_TRUSTEES = new Set([
	"TTEE",
	"TTEES",
	"TRUSTEE",
	"TRUSTEES",
	"COTRUSTEE",
	"COTTEE",
	"COTRUSTEES",
	"COTTEES"
]);
var STOPS = new Set([
	"POD",
	"TOD",
	"DBA",
	"AKA",
	"FKA"
]);
var STRICT = [
	...STRICT_HELD,
	...STRICT_TRUSTEES,
	...STOPS,
	"ITF"
];
var LOOSE_HELD = new Set([
	"CUSTODIAN",
	"GUARDIAN",
	"EST",
	"ESTATE",
	"CONSERVATOR"
]);
var TRUSTS = new Set(["TRUST", "TST"]);
var PARTICLES = new Set("DE LA LAS LOS DEL DELLA DELA DI DA DOS DAS DU DES VAN VON VOM DER DEN TER TEN LE MC MAC O D ST SAN SANTA EL AL BIN IBN ABU FITZ".split(" "));
var VIETNAMESE = new Set("NGUYEN TRAN LE PHAM HUYNH HOANG PHAN VU VO DANG BUI DO HO NGO DUONG LY TRUONG DINH LAM".split(" "));
var LOOSE_PARTICLES = new Set([
	"O",
	"D",
	"MAC",
	"AL",
	"EL",
	"LE",
	"DI",
	"DA",
	"TEN",
	"BIN"
]);
var GROUPS = indexOf$1(GIVEN_NAME_GROUPS);
var VARIANTS = indexOf$1(GIVEN_NAME_VARIANTS);
var KNOWN = new Set([
	...GROUPS.keys(),
	...VARIANTS.keys(),
	...DISTINCT_GIVEN_NAMES.split(" ").map(withoutUmlaut)
]);
var FAMILIES = new Set(FAMILY_NAMES.split(" ").map(withoutUmlaut));
function indexOf$1(groups) {
	const index = new Map();
	for (const [at, group] of groups.entries()) for (const name of group.split(" ").map(withoutUmlaut)) index.set(name, [...index.get(name) ?? [], at]);
	return index;
}
function isFamilyName(token) {
	return FAMILIES.has(token) || /^[A-Z]{3,}EZ$/.test(token);
}
var CACHE_SIZE$1 = 1e3;
var cache$1 = new Map();
function readBankName(name) {
	const known = cache$1.get(name);
	if (known !== void 0) return known;
	const read = readUncached(name);
	if (cache$1.size >= CACHE_SIZE$1) cache$1.clear();
	cache$1.set(name, read);
	return read;
}
function readUncached(name) {
	const { text, isCut } = sanitize(name);
	const words = wordsOf$1(text);
	const hasBusinessWord = words.some(({ key }, at) => isBusinessWord(key, at));
	const scope = readCapacity(words, hasBusinessWord);
	const { owners, after } = scope;
	const segments = split(owners);
	const businesses = scope.isDba ? [display(after)] : [];
	const people = [];
	for (const [at, segment] of segments.entries()) {
		const next = segments[at + 1];
		const isPartOfNext = next !== void 0 && isBusiness(next) && isLone(segment);
		if (isBusiness(segment)) businesses.push(display(segment));
		else if (!isPartOfNext) people.push(segment);
	}
	const isOne = people.length === 1 && businesses.length === 0;
	return {
		text,
		persons: withFamilies(people).slice(0, MAX_PERSONS).map((segment) => readSegment(segment, {
			isUncertain: isCut,
			isInTrustFor: scope.isInTrustFor,
			whole: isOne ? text : null
		}, after)).filter(({ tokens }) => tokens.length > 0),
		capacity: scope.capacity,
		isForMinor: words.some(({ key }) => key === "UTMA" || key === "UGMA" || key === "FBO"),
		isBusiness: scope.isDba || hasBusinessWord,
		businesses: businesses.length > 0 || !hasBusinessWord ? businesses : [text]
	};
}
function readCapacity(words, hasBusinessWord) {
	let end = words.length;
	let start = 0;
	let capacity = null;
	let hasTrustee = false;
	let isInTrustFor = false;
	let isDba = false;
	let trustAt = -1;
	for (const [at, { key }] of words.entries()) {
		if (STOPS.has(key)) {
			if (key === "DBA") isDba = true;
			end = Math.min(end, at);
			break;
		}
		const isLoose = !hasBusinessWord && words[at - 1]?.key !== "REAL";
		if (STRICT_HELD.has(key) && (key !== "CF" || at > 0) || isLoose && LOOSE_HELD.has(key)) {
			capacity = "heldForAnother";
			end = Math.min(end, at);
		} else if (key === "ITF") {
			isInTrustFor = true;
			end = Math.min(end, at);
		} else if (STRICT_TRUSTEES.has(key) || isLoose && at > 1 && key === "TR") {
			capacity ??= "trust";
			if (end === words.length) {
				hasTrustee = true;
				start = trustAt + 1;
				end = at;
			}
		} else if (isLoose && TRUSTS.has(key)) {
			capacity ??= "trust";
			if (end === words.length) trustAt = at;
		}
	}
	if (trustAt >= 0 && !hasTrustee) end = Math.min(end, beforeTrust(words, trustAt));
	return {
		owners: words.slice(start, end),
		after: words.slice(end + 1),
		capacity,
		hasTrustee,
		isInTrustFor,
		isDba
	};
}
function beforeTrust(words, trustAt) {
	const separator = words.slice(0, trustAt).findLastIndex(({ key }) => SEPARATORS.has(key));
	return split(words.slice(0, separator)).some(isLone) ? 0 : Math.max(0, separator);
}
function split(words) {
	const segments = [[]];
	for (const word of words) if (SEPARATORS.has(word.key)) segments.push([]);
	else segments.at(-1).push(word);
	return segments.filter((segment) => segment.some(({ key }) => /\p{L}/u.test(key)));
}
function isBusinessWord(key, at) {
	return BUSINESS.has(key) && (key !== "PC" || at > 0);
}
function isBusiness(segment) {
	return segment.some(({ key }, at) => isBusinessWord(key, at));
}
function isLone(segment) {
	if (segment.some(({ key }) => key === ",")) return false;
	const { tokens, hyphens } = readTokens(segment);
	const isGiven = (token, at) => at === 0 || hyphens.has(at) || INITIAL.test(token);
	return tokens.length > 0 && (tokens.every(isGiven) || KNOWN.has(withoutUmlaut(tokens.join(""))));
}
function withFamilies(segments) {
	return segments.map((segment, at) => {
		if (!isLone(segment)) return segment;
		const donor = segments.slice(at).find((other) => !isLone(other)) ?? segments.slice(0, at).findLast((other) => !isLone(other));
		return donor ? [...segment, ...familyOf(donor)] : segment;
	});
}
function familyOf(segment) {
	const named = withoutJointWords(segment).filter(({ key }) => !SUFFIXES$1.has(key) && !TITLES.has(key) && !DEGREES.has(key));
	if (readTokens(named).familyLength > 0) return named.slice(0, named.findIndex(({ key }) => key === ","));
	const words = named.filter(({ key }) => key !== ",");
	const keys = words.map(({ key }) => withoutUmlaut(key));
	const isAfterParticle = isParticle(keys, keys.length - 2);
	if (KNOWN.has(keys.at(-1)) && !KNOWN.has(keys[0]) && !isAfterParticle) return words.slice(0, 1);
	let start = words.length - 1;
	while (start > 1 && (isParticle(keys, start - 1) || isFamilyName(keys[start - 1]))) start--;
	return words.slice(start);
}
function readTokens(segment) {
	const suffixes = new Set();
	const parts = [[]];
	const hyphens = new Set();
	let count = 0;
	for (const [at, { raw, key }] of segment.entries()) if (key === ",") parts.push([]);
	else if (TITLES.has(key) && count === 0 && at < segment.length - 1) continue;
	else for (const [part, token] of tokensOf(raw).entries()) {
		const suffix = count > 0 ? SUFFIXES$1.get(token) : void 0;
		if (suffix) suffixes.add(suffix);
		else if (!(count > 1 && DEGREES.has(token)) && !/\p{N}/u.test(token)) {
			if (part > 0) hyphens.add(count);
			parts.at(-1).push(token);
			count++;
		}
	}
	const named = parts.filter((part) => part.length > 0);
	return {
		tokens: named.flat(),
		familyLength: named.length > 1 ? named[0].length : 0,
		hyphens,
		suffixes
	};
}
function withoutJointWords(words) {
	const last = words.findLastIndex(({ key }, at) => at < 2 || !JOINT_WORDS.has(key));
	return words.slice(0, last + 1);
}
function readSegment(segment, { isUncertain, isInTrustFor, whole }, after) {
	let words = [...segment];
	while (words.length > 1 && FILLERS.has(words[0].key)) words = words.slice(1);
	while (words.length > 1 && (words.at(-1).key === "," || FILLERS.has(words.at(-1).key))) words.pop();
	words = withoutJointWords(words);
	const { tokens, familyLength, hyphens, suffixes } = readTokens(words);
	const written = display(words);
	const bankName = isInTrustFor ? `${written} ITF ${display(after)}`.trim() : written;
	const full = tokens.filter((token) => !INITIAL.test(token));
	return {
		bankName,
		tokens,
		familyLength,
		hyphens,
		suffixes,
		key: `${[...full.length > 1 ? full : tokens].sort(compare).join(" ")}|${[...suffixes].sort(compare).join()}`,
		aliasKeys: [plainKey(bankName), plainKey(whole ?? "")],
		isUncertain: isUncertain || isInTrustFor
	};
}
function display(words) {
	return words.map(({ raw }) => raw).join(" ").replaceAll(" ,", ",");
}
var PHRASES$1 = [
	[/\bF B O\b|\bfor (?:the )?benefit of\b/gi, "FBO"],
	[/\bI T F\b|\bin trust for\b/gi, "ITF"],
	[/\bP O D\b|\bpay(?:able)? on death\b/gi, "POD"],
	[/\bT O D\b|\btransfer on death\b/gi, "TOD"],
	[/\bP O A\b|\bpower of attorney\b/gi, "POA"],
	[/\bD B A\b|\bdoing business as\b/gi, "DBA"],
	[/\brep(?:resentative)?[. ]+payee\b/gi, "REPPAYEE"],
	[/\battorney[- ]in[- ]fact\b|\bagent for\b|\bparent of\b|\bon behalf of\b/gi, "AIF"],
	[/\bL L C\b/gi, "LLC"]
];
var STRICT_WORD = new RegExp(`(?<![\\p{L}\\p{N}])(${STRICT.join("|")})(?![\\p{L}\\p{N}])`, "giu");
var ABBREVIATED = new Set([...STRICT, ...BUSINESS]);
function sanitize(name) {
	const clean = name.slice(0, 2e3).replace(/\p{Cc}/gu, " ").replace(/\p{C}/gu, "").normalize("NFKC").replace(/\s+/g, " ").trim();
	return {
		text: clean.slice(0, MAX_LENGTH$1).replace(/\p{Cs}/gu, "").trim(),
		isCut: name.length > 2e3 || clean.length > MAX_LENGTH$1
	};
}
function wordsOf$1(text) {
	const spelled = text.replace(/(?<![\p{L}\p{N}])(?:\p{L}[./])+\p{L}\.?(?![\p{L}\p{N}])/gu, (found, at) => {
		const letters = found.replace(/[./]/g, "").toUpperCase();
		const isSuffix = at > 0 && (letters === "JR" || letters === "SR");
		return ABBREVIATED.has(letters) || isSuffix ? ` ${letters} ` : found;
	});
	return PHRASES$1.reduce((written, [phrase, word]) => written.replace(phrase, ` ${word} `), spelled).replace(STRICT_WORD, " $1 ").replace(/[&+;/|]/g, " & ").replaceAll(",", " , ").split(" ").map((raw) => ({
		raw,
		key: raw === "&" || raw === "," ? raw : nameWords(raw).join("")
	})).filter(({ key }) => key !== "");
}
function tokensOf(text) {
	return nameWords(text).map(withoutUmlaut).map((token) => token === "SAINT" ? "ST" : token);
}
function plainKey(text) {
	return nameWords(text).join(" ");
}
function withoutUmlaut(token) {
	return token.replace(/(?<![AEIOUQ])([AOU])E(?=[B-DF-HJ-NP-TV-XZ])/g, "$1");
}
function joinParticles(tokens) {
	const joined = [];
	let prefix = "";
	for (const [at, token] of tokens.entries()) if (isParticle(tokens, at)) prefix += token;
	else {
		joined.push(withoutUmlaut(prefix + token));
		prefix = "";
	}
	return joined;
}
function isParticle(tokens, at) {
	const next = tokens[at + 1];
	if (next === void 0 || !PARTICLES.has(tokens[at])) return false;
	return !(tokens[at] === "VAN" && VIETNAMESE.has(next));
}
// features/underwriting/rules/gifts.ts
var GROUP_WORDS = {
	partner: [
		"FIANCE",
		"FIANCEE",
		"DOMESTIC PARTNER",
		"PARTNER",
		"GIRLFRIEND",
		"BOYFRIEND",
		"SIGNIFICANT OTHER"
	],
	familial: [
		"GODPARENT",
		"GODMOTHER",
		"GODFATHER",
		"FORMER",
		"EX",
		"PARTNERS MOTHER",
		"PARTNERS FATHER",
		"PARTNERS PARENT",
		"RELATIVE OF PARTNER",
		"RELATIVE OF DOMESTIC PARTNER"
	],
	employer: [
		"EMPLOYER",
		"UNION",
		"LABOR UNION"
	],
	friend: [
		"FRIEND",
		"CLOSE FRIEND",
		"COWORKER",
		"CO WORKER",
		"COLLEAGUE",
		"ROOMMATE",
		"NEIGHBOR",
		"PASTOR",
		"MENTOR"
	].flatMap((word) => [word, `${word}S`]),
	charity: [
		"CHARITY",
		"CHARITABLE ORGANIZATION",
		"NONPROFIT",
		"NON PROFIT",
		"CHURCH",
		"GOVERNMENT",
		"AGENCY",
		"MUNICIPALITY",
		"COUNTY",
		"STATE",
		"FOUNDATION"
	],
	family: [
		"SPOUSE",
		"HUSBAND",
		"WIFE",
		"CHILD",
		"SON",
		"DAUGHTER",
		"DEPENDENT",
		"PARENT",
		"PARENTS",
		"MOTHER",
		"FATHER",
		"MOM",
		"MUM",
		"DAD",
		"GRANDPARENT",
		"GRANDPARENTS",
		"GRANDMOTHER",
		"GRANDFATHER",
		"GRANDMA",
		"GRANDPA",
		"GRANDSON",
		"GRANDDAUGHTER",
		"GRANDCHILD",
		"GREAT GRANDMOTHER",
		"GREAT GRANDFATHER",
		"SIBLING",
		"BROTHER",
		"SISTER",
		"AUNT",
		"UNCLE",
		"COUSIN",
		"NIECE",
		"NEPHEW",
		"IN LAW",
		"INLAW",
		"INLAWS",
		"IN LAWS",
		"STEPMOTHER",
		"STEPFATHER",
		"STEPPARENT",
		"STEPSON",
		"STEPDAUGHTER",
		"STEPBROTHER",
		"STEPSISTER",
		"STEPCHILD",
		"FOSTER",
		"GUARDIAN",
		"RELATIVE",
		"FAMILY",
		"FAMILY MEMBER",
		"ADOPTIVE"
	]
};
var OF_PARTNER = [
	"FIANCES",
	"FIANCEES",
	"PARTNERS",
	"GIRLFRIENDS",
	"BOYFRIENDS"
];
var NO_DONOR_WORDS = [
	"BOSS",
	"MANAGER",
	"SUPERVISOR",
	"LANDLORD",
	"TENANT",
	"REALTOR",
	"AGENT",
	"BROKER",
	"LENDER"
].concat([
	"CLIENT",
	"CUSTOMER",
	"ATTORNEY",
	"LAWYER",
	"DOCTOR",
	"TEACHER"
]).flatMap((word) => [word, `${word}S`]).concat([
	"BOSSES",
	"BOSSS",
	"SELLERS",
	"BUILDERS",
	"BUSINESS",
	"LAW PARTNER",
	"LAW FIRM",
	"REAL ESTATE",
	"CREDIT UNION",
	"STATE FARM"
]);
function donorGroup(relationship) {
	const words = ` ${normalName((relationship ?? "").normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]/g, "").replace(/[^\p{L}]+/gu, " "))} `;
	const has = (names) => names.some((word) => words.includes(` ${word} `));
	const is = (group) => has(GROUP_WORDS[group]);
	if (has(NO_DONOR_WORDS)) return "unknown";
	if (is("friend")) return "friend";
	if (has(OF_PARTNER) && is("family")) return "familial";
	const ofFamily = has(GROUP_WORDS.family.flatMap((word) => [word, `${word}S`])) && !has([
		"SPOUSE",
		"HUSBAND",
		"WIFE"
	]);
	if (is("partner") && (ofFamily || has(["FORMER", "EX"]))) return "unknown";
	if (is("employer")) return has(["FORMER", "EX"]) ? "unknown" : "employer";
	return [
		"familial",
		"partner",
		"charity",
		"family"
	].find(is) ?? "unknown";
}
function readGifts(model, loan) {
	const { evidence, evidenceOf } = model;
	const since = loan.contractDate === void 0 ? -Infinity : dayNumber(loan.contractDate);
	const lines = new Map();
	for (const [line, sources] of evidenceOf) for (const one of sources) lines.set(one, line);
	const gifts = evidence.filter(({ kind }) => kind === "gift").flatMap((one) => {
		const shown = lines.get(one) ?? null;
		if (shown === null && one.transactionId !== null) return [];
		const paidBy = shown && isPaidByAnother(shown) && isFree(model, shown) && shown.day >= since ? shown : null;
		const line = paidBy ? null : shown;
		const cents = shown ? Math.min(Math.abs(shown.cents), one.sourcedCents) : one.sourcedCents;
		if (cents <= 0 || line && !isDeposit(line)) return [];
		const donorName = one.donor?.name ?? "";
		return [{
			evidence: one,
			line,
			paidBy,
			cents,
			isToCome: line === null,
			missing: missingGiftParts(one, cents),
			donorName,
			group: donorGroup(one.donor?.relationship),
			isInterestedParty: (loan.interestedParties ?? []).some(({ name }) => mayBeSamePerson(name, donorName)),
			sharesHome: one.donor?.sharesHome === true
		}];
	});
	return gifts.map((gift) => ({
		...gift,
		depositedAs: gift.isToCome && !gift.paidBy ? depositOf$1(gift, gifts, model) : null,
		isRepeat: gift.isToCome && gifts.some((other) => repeats(gift, other, gifts))
	}));
}
function isPaidByAnother(line) {
	return line.class === "title_escrow" && isPayment(line) && line.account.ownership.standing === "none";
}
function giftCents(gifts) {
	return sum([...Map.groupBy(gifts, ({ line }) => line)].map(([line, same]) => Math.min(line ? -line.cents : Infinity, sum(same.map(({ cents }) => cents)))));
}
function repeats(gift, other, gifts) {
	return (other.missing.length < gift.missing.length || other.missing.length === gift.missing.length && gifts.indexOf(other) < gifts.indexOf(gift)) && gift.cents === other.cents && mayBeSamePerson(gift.donorName, other.donorName);
}
function depositOf$1({ cents, donorName }, gifts, model) {
	const isAbout = (other) => other <= cents && other >= cents - RULES.R9.parameters.transferFeesCents;
	const same = gifts.find((one) => one.line !== null && (isAbout(one.cents) || one.evidence.amountCents === cents) && mayBeSamePerson(one.donorName, donorName));
	if (same) return same.line;
	const unlinked = depositsNaming(model, donorName);
	const linked = gifts.filter((one) => one.line !== null && mayBeSamePerson(one.donorName, donorName));
	const parts = [...unlinked.map((line) => ({
		line,
		cents: -line.cents
	})), ...linked.map((one) => ({
		line: one.line,
		cents: one.cents
	}))].sort((a, b) => a.line.day - b.line.day);
	return unlinked.find((line) => isAbout(-line.cents)) ?? firstOfParts(parts, cents, isAbout) ?? unlinkedDeposits(model).find((line) => -line.cents === cents && namesNoOne(line)) ?? null;
}
function firstOfParts(parts, cents, isAbout) {
	let [from, total] = [0, 0];
	for (const part of parts) {
		total += part.cents;
		while (total > cents) total -= parts[from++].cents;
		if (total > 0 && isAbout(total)) return parts[from].line;
	}
	return null;
}
var unlinkedDeposits = once((model) => model.accounts.filter((account) => model.counting.get(account)?.isCounted === true).flatMap(({ lines }) => lines).filter((line) => isDeposit(line) && isWithin(line, RULES.R9.parameters.depositedDays)).filter((line) => isFree(model, line) && !model.evidenceOf.has(line)));
var namedDeposits = once((_model) => new Map());
function depositsNaming(model, donorName) {
	const known = namedDeposits(model);
	const deposits = known.get(donorName) ?? unlinkedDeposits(model).filter((line) => names$1(line, donorName));
	known.set(donorName, deposits);
	return deposits;
}
function names$1({ class: kind, classification: { person, party } }, donorName) {
	return mayBeSamePerson(person ?? (kind === "other" || kind === "check_deposit" || kind === "own_transfer" ? party : ""), donorName);
}
function namesNoOne({ class: kind, classification: { person, party, payee } }) {
	return (kind === "check_deposit" || kind === "other") && person === null && party === "" && payee === null;
}
function missingGiftParts(letter, cents = letter.sourcedCents) {
	const { donor = {}, amountCents, noRepayment, transferEvidence, hasDocument, transactionId } = letter;
	return [
		[!donor.name, "the donor's name"],
		[!donor.address, "the donor's address"],
		[!donor.phone, "the donor's phone"],
		[donorGroup(donor.relationship) === "unknown", "the relationship"],
		[amountCents === void 0, "the amount"],
		[amountCents !== void 0 && amountCents < cents, "an amount that covers the gift"],
		[noRepayment !== true, "that no repayment is expected"],
		[hasDocument === false, "the signed letter"],
		[transactionId === null && transferEvidence !== true, "proof of the donor's transfer or the closing agent's receipt"]
	].filter(([isMissing]) => isMissing).map(([, part]) => part);
}
function showsNoNewDebt(letter, depositCents) {
	const { donor, amountCents, noRepayment, sourcedCents } = letter;
	const isCovered = amountCents === void 0 || amountCents >= Math.min(depositCents, sourcedCents);
	return !!donor?.name && noRepayment !== false && isCovered;
}
function isSameName(a, b, isSame = (word, other) => word === other) {
	const words = (name) => [...new Set(nameWords(name).filter((word) => word.length > 1))];
	const [left, right] = [words(a), words(b)];
	const shared = left.filter((word) => right.some((other) => isSame(word, other))).length;
	return shared === Math.min(left.length, right.length) && (shared > 1 || shared === 1 && left.length === right.length);
}
function mayBeSamePerson(a, b) {
	return isSameName(a, b, isSameGiven);
}
function giftOutcome(gift, program, loan) {
	const { group, isInterestedParty, evidence, missing } = gift;
	const never = (reason) => ({
		outcome: "never",
		reason
	});
	const conditional = (reason) => ({
		outcome: "conditional",
		reason
	});
	const isConventionalProgram = program === "fannie" || program === "freddie";
	if (isConventionalProgram && loan.occupancy === void 0) return never("occupancy");
	if (isConventionalProgram && loan.occupancy === "investment") return never("investment");
	const isSellerOfFamily = isInterestedParty && (group === "family" || group === "partner") && isSeller(gift, loan);
	if (isInterestedParty && !(isSellerOfFamily && program === "fannie")) return never("interestedParty");
	if (gift.depositedAs !== null) return never("deposited");
	if (gift.isRepeat) return never("repeated");
	const isDocumented = evidence.donor?.isInterestDocumented === true;
	const complete = missing.length === 0;
	const accepted = (reason = null) => complete ? {
		outcome: "counts",
		reason
	} : conditional("incomplete");
	const friend = () => isDocumented ? accepted("review") : conditional("interest");
	if (isSellerOfFamily) return accepted("review");
	switch (group) {
		case "family":
		case "partner": return accepted();
		case "familial":
			if (program === "fannie") return accepted();
			return friend();
		case "employer": return isConventionalProgram ? never("donor") : accepted();
		case "friend": return isConventionalProgram ? never("donor") : friend();
		case "charity":
			if (program === "fannie") return loan.occupancy === "primary" ? accepted() : never("donor");
			return program === "freddie" ? accepted("review") : accepted();
		case "unknown": return conditional("incomplete");
	}
}
function isSeller({ donorName }, { interestedParties = [] }) {
	return interestedParties.some(({ name, role }) => mayBeSamePerson(name, donorName) && /seller/i.test(role));
}
// features/underwriting/rules/classifier/classes.ts
function sure(name, why, subclass = null) {
	return {
		class: name,
		subclass,
		confidence: "high",
		why
	};
}
function unsure(name, why, subclass = null) {
	return {
		class: name,
		subclass,
		confidence: "low",
		why
	};
}
var SEC_CODES = new Set([
	"PPD",
	"WEB",
	"CCD",
	"TEL"
]);
var APOSTROPHES = new Set([
	39,
	96,
	8216,
	8217
]);
function isWordCode(code) {
	return code >= 65 && code <= 90 || code >= 48 && code <= 57 || code >= 192 && (code < 8192 || code > 8303) && (code < 55296 || code > 63743) && code < 65520;
}
function normalize(text) {
	const cut = text.slice(0, 300);
	return (/^[\x00-\x7f]*$/.test(cut) ? cut : cut.normalize("NFKC")).toUpperCase();
}
function hasDigit(word) {
	for (let i = 0; i < word.length; i++) {
		const code = word.charCodeAt(i);
		if (code >= 48 && code <= 57) return true;
	}
	return false;
}
var FIELD = {
	payee: 1,
	purpose: 2,
	party: 4,
	bank: 8
};
var SKIP_ONE = 16;
var NAMES$1 = 32;
var COMPANY_ID$1 = 64;
function labelOf(last, before) {
	switch (last) {
		case "TYPE":
		case "DES": return [FIELD.purpose, 1];
		case "DESCR":
		case "DESC": return [FIELD.purpose, before === "ENTRY" ? 3 : 1];
		case "INDN": return [NAMES$1, 1];
		case "NAME": return before === "IND" ? [NAMES$1, 2] : before === "CO" ? [FIELD.payee, 3] : [NAMES$1, 1];
		case "ID":
			if (before === "CO" || before === "ORIG") return [COMPANY_ID$1, 2];
			return SEC_CODES.has(before) ? [COMPANY_ID$1, 1] : [SKIP_ONE, 1];
		case "NO": return [SKIP_ONE, before === "ID" ? 3 : 1];
		case "DATE": return [SKIP_ONE, before === "DESC" ? 2 : 1];
		case "SEC":
		case "TIME":
		case "SEQ":
		case "TRACE":
		case "EED":
		case "TRN":
		case "REF":
		case "SRF":
		case "IMAD":
		case "RFB":
		case "CONF": return [SKIP_ONE, 1];
		case "CO": return [FIELD.payee, 1];
		case "O": return before === "B" ? [FIELD.party, 2] : null;
		case "ORG":
		case "ORIG":
		case "BNF":
		case "ORIGINATOR":
		case "BENEFICIARY":
		case "SENDER": return [FIELD.party, 1];
		case "VIA":
		case "BK":
		case "BNK": return [FIELD.bank, 1];
		case "OBI":
		case "MEMO":
		case "INFO":
		case "DET": return [FIELD.purpose, 1];
		default: return null;
	}
}
function withoutMask(word) {
	let start = 0;
	let end = word.length;
	while (word.charCodeAt(start) === 88) start++;
	while (end > start && word.charCodeAt(end - 1) === 88) end--;
	if (start === end) return word.length === 1 ? word : null;
	if (start < 2 && !/^X\d+$/.test(word)) start = 0;
	if (word.length - end < 2) end = word.length;
	return word.slice(start, end);
}
function splitFields(text) {
	const result = {
		words: [],
		fields: [],
		masked: [],
		hasEntry: false,
		companyId: null
	};
	const { words, fields, masked } = result;
	let field = FIELD.payee;
	let previous = "";
	let last = "";
	let stored = 0;
	let i = 0;
	while (i < text.length) {
		let code = text.charCodeAt(i);
		if (!isWordCode(code)) {
			if ((code === 58 || code === 61 && (last === "ORG" || last === "BNF")) && last !== "") {
				const label = labelOf(last, previous);
				if (label !== null) {
					const drop = Math.min(label[1], stored);
					words.length -= drop;
					fields.length -= drop;
					masked.length -= drop;
					stored = 0;
					field = label[0];
					if (last === "DES" || last === "DESCR" || last === "TYPE" && previous !== "WIRE") result.hasEntry = true;
				}
			}
			i++;
			continue;
		}
		const start = i;
		let joined = "";
		let from = i;
		while (i < text.length) {
			code = text.charCodeAt(i);
			if (isWordCode(code)) i++;
			else if (i + 1 < text.length && isWordCode(text.charCodeAt(i + 1))) {
				if (code === 38) i++;
				else if (APOSTROPHES.has(code)) {
					joined += text.slice(from, i);
					from = ++i;
				} else break;
			} else break;
		}
		const raw = joined === "" ? text.slice(start, i) : joined + text.slice(from, i);
		previous = last;
		last = raw;
		if (field === NAMES$1) {
			stored = 0;
			continue;
		}
		if (field === SKIP_ONE || field === COMPANY_ID$1) {
			if (text.charCodeAt(i) !== 58) {
				if (field === COMPANY_ID$1) result.companyId = raw;
				field = result.hasEntry ? FIELD.purpose : FIELD.payee;
			}
			stored = 0;
			continue;
		}
		const word = raw.startsWith("X") || raw.endsWith("X") ? withoutMask(raw) : raw;
		if (word === null) continue;
		const mark = start > 0 ? text.charCodeAt(start - 1) : 0;
		words.push(word);
		fields.push(field);
		masked.push((word.length !== raw.length || mark === 42 || mark === 46 && text.charCodeAt(start - 2) === 46) && /^\d+$/.test(word));
		stored++;
	}
	return result;
}
function splitWords(text) {
	const words = [];
	for (const word of splitFields(normalize(text)).words) words.push(word);
	return words;
}
// features/underwriting/rules/classifier/names.ts
var setOf = (text) => new Set(text.trim().split(/\s+/));
var GIVEN_NAMES = setOf(`
AARON ABBY ABDUL ABIGAIL ADAM ADELA ADRIAN ADRIANA AHMED AIDEN AISHA ALAN ALANA ALBERTO ALEJANDRA ALEJANDRO ALEX
ALEXANDER ALEXANDRA ALEXIS ALFRED ALFREDO ALI ALICE ALICIA ALISON ALLEN ALLISON ALMA ALVIN ALYSSA AMANDA AMBER AMELIA
AMIT AMY ANA ANDRE ANDREA ANDRES ANDREW ANDY ANGEL ANGELA ANGELICA ANIL ANITA ANN ANNA ANNE ANNETTE ANNIE ANTHONY
ANTONIO ARIANA ARLENE ARMANDO ARTHUR ARTURO ASHLEY ASHOK AUDREY AUSTIN AVA BARBARA BARRY BEATRICE BEATRIZ BEN BENJAMIN
BERNARD BERNICE BERTHA BETH BETTY BEVERLY BILL BILLY BLANCA BO BOB BOBBY BONNIE BRAD BRADLEY BRANDI BRANDON BRENDA
BRENDAN BRENT BRETT BRIAN BRIANA BRIANNA BRITTANY BRUCE BRYAN BRYCE CALEB CALVIN CAMERON CAMILA CANDACE CARL CARLA CARLOS
CARMEN CAROL CAROLINE CAROLYN CARRIE CASEY CASSANDRA CATHERINE CATHY CECILIA CESAR CHAD CHANTEL CHARLENE CHARLES CHARLIE
CHARLOTTE CHELSEA CHERYL CHLOE CHRIS CHRISTIAN CHRISTINA CHRISTINE CHRISTOPHER CHUCK CINDY CLAIRE CLARA CLARENCE CLAUDIA
CLIFFORD CLINTON CODY COLIN COLLEEN CONNIE CONNOR COREY CORY CRAIG CRISTINA CRYSTAL CURTIS CYNTHIA DAISY DALE DAMIAN DAN
DANA DANIEL DANIELA DANIELLE DANNY DARIUS DARLENE DARREN DARRYL DAVID DAWN DEAN DEBBIE DEBORAH DEBRA DENISE DENNIS DEREK
DEREK DERRICK DESIREE DEVIN DEVON DIANA DIANE DIEGO DMITRI DOLORES DOMINIC DON DONALD DONNA DORA DORIS DOROTHY DOUG DOUGLAS
DUANE DUSTIN DWAYNE DYLAN EARL ED EDDIE EDGAR EDITH EDNA EDUARDO EDWARD EDWIN EILEEN ELAINE ELEANOR ELENA ELI ELIAS ELIJAH
ELISA ELIZABETH ELLA ELLEN ELMER ELSA EMILY EMMA EMMANUEL ENRIQUE ERIC ERICA ERIK ERIKA ERIN ERNEST ERNESTO ESTEBAN ESTHER
ETHAN ETHEL EUGENE EVA EVAN EVELYN FATIMA FELICIA FELIPE FELIX FERNANDO FLORENCE FRANCES FRANCIS FRANCISCO FRANK FRED
FREDDIE FREDERICK GABRIEL GABRIELA GAIL GARRETT GARY GENE GEOFFREY GEORGE GERALD GERALDINE GERARDO GILBERT GINA GLADYS
GLEN GLENDA GLENN GLORIA GORDON GRACE GRACIELA GREG GREGORY GUADALUPE GUILLERMO GUSTAVO GWENDOLYN HAILEY HALEY HANNAH
HAROLD HARRIET HARRY HARVEY HASSAN HEATHER HECTOR HEIDI HELEN HENRY HERBERT HERMAN HILDA HOLLY HOWARD HUGO HUNG IAN IDA
IGNACIO INES INGRID IRENE IRIS IRMA ISAAC ISABEL ISABELLA ISAIAH IVAN JACK JACKIE JACKSON JACOB JACQUELINE JAIME JAKE
JAMAL JAMES JAMIE JAN JANE JANET JANICE JARED JASMINE JASON JAVIER JAY JEAN JEANETTE JEANNE JEFF JEFFERY JEFFREY JENNIFER
JENNY JEREMIAH JEREMY JEROME JERRY JESS JESSE JESSICA JESSIE JESUS JILL JIM JIMMY JO JOAN JOANN JOANNA JOANNE JOAQUIN
JODI JODY JOE JOEL JOEY JOHN JOHNNIE JOHNNY JON JONATHAN JORDAN JORGE JOSE JOSEPH JOSEPHINE JOSH JOSHUA JOYCE JUAN JUANA
JUANITA JUDITH JUDY JULIA JULIAN JULIE JULIO JUSTIN KAREN KARINA KARL KATE KATELYN KATHERINE KATHLEEN KATHRYN KATHY KATIE
KATRINA KAYLA KEITH KELLI KELLY KELSEY KEN KENDRA KENNETH KENNY KEVIN KHALID KIM KIMBERLY KIRK KRISTA KRISTEN KRISTIN
KRISTINA KRISTY KURT KYLE LANCE LARRY LATOYA LAURA LAUREN LAURIE LAWRENCE LEAH LEE LEO LEON LEONARD LEROY LESLIE LESTER
LETICIA LEWIS LIAM LILLIAN LILY LINDA LINDSAY LINDSEY LISA LLOYD LOGAN LOIS LORENA LORENZO LORETTA LORI LORRAINE LOUIS
LOUISE LUCAS LUCIA LUCILLE LUCY LUIS LUISA LUKE LUPE LUZ LYDIA LYNN MADISON MAGGIE MALIK MANDY MANUEL MARC MARCELA MARCIA
MARCO MARCUS MARGARET MARGARITA MARGUERITE MARIA MARIAH MARIAN MARIE MARILYN MARIO MARISOL MARJORIE MARK MARLA MARLENE
MARSHA MARTA MARTHA MARTIN MARVIN MARY MASON MATEO MATT MATTHEW MAUREEN MAURICE MAX MAXINE MAYRA MEGAN MEI MELANIE MELINDA
MELISSA MELVIN MERCEDES MEREDITH MIA MICHAEL MICHEAL MICHELE MICHELLE MIGUEL MIKE MILDRED MILO MILTON MINDY MINH MIRANDA
MIRIAM MISTY MITCHELL MOHAMED MOHAMMED MOLLY MONA MONICA MONIQUE MORGAN MUHAMMAD MYRA MYRTLE NADIA NANCY NAOMI NATALIA
NATALIE NATASHA NATHAN NATHANIEL NEIL NELSON NICHOLAS NICK NICOLAS NICOLE NINA NOAH NOEL NORA NORMA NORMAN OLGA OLIVER
OLIVIA OMAR ORLANDO OSCAR PABLO PAM PAMELA PAT PATRICE PATRICIA PATRICK PATTY PAUL PAULA PAULINE PEDRO PEGGY PENNY PERRY
PETE PETER PHIL PHILIP PHILLIP PHYLLIS PRIYA RACHEL RAFAEL RAJ RAJESH RALPH RAMON RAMONA RANDALL RANDY RAQUEL RAUL RAVI
RAY RAYMOND REBECCA REGINA REGINALD RENE RENEE RHONDA RICARDO RICHARD RICK RICKY RITA ROB ROBERT ROBERTA ROBERTO ROBIN
ROCIO RODNEY RODOLFO ROGELIO ROGER ROLAND ROMAN RON RONALD RONNIE ROSA ROSE ROSEMARY ROSS ROWAN ROXANNE ROY RUBEN RUBY
RUDY RUSSELL RUTH RYAN SABRINA SALLY SALVADOR SAM SAMANTHA SAMUEL SANDRA SANDY SANJAY SARA SARAH SAUL SCOTT SEAN SEBASTIAN
SERGIO SETH SHANE SHANNON SHARON SHAUN SHAWN SHEILA SHELBY SHELLEY SHELLY SHERRI SHERRY SHIRLEY SIERRA SILVIA SIMON SOFIA
SONIA SONYA SOPHIA SOPHIE SPENCER STACEY STACY STANLEY STELLA STEPHANIE STEPHEN STEVE STEVEN STEWART STUART SUE SUNITA
SURESH SUSAN SUZANNE SYLVIA TAMARA TAMMY TANYA TARA TASHA TAYLOR TED TERESA TERRANCE TERRI TERRY THEO THEODORE THERESA
THOMAS TIFFANY TIM TIMOTHY TINA TODD TOM TOMAS TOMMY TONI TONY TONYA TRACEY TRACI TRACY TRAVIS TREVOR TRINA TROY TYLER
TYRONE URSULA VALERIE VANESSA VERA VERONICA VICKI VICKIE VICTOR VICTORIA VIJAY VINCENT VIOLET VIRGINIA VIVIAN WALTER WANDA
WARREN WAYNE WEI WENDY WENDELL WESLEY WILLIAM WILLIE WILMA XAVIER XIN YAN YOLANDA YUSUF YVETTE YVONNE ZACHARY ZOE
`);
var RELATIVES = setOf(`
MOM MOTHER MAMA DAD FATHER PAPA PARENTS SIS SISTER BRO BROTHER UNCLE AUNT AUNTIE COUSIN GRANDMA GRANDPA GRANDMOTHER
GRANDFATHER GRANDPARENTS NANA WIFE HUSBAND SPOUSE FIANCE FIANCEE GIRLFRIEND BOYFRIEND FRIEND FRIENDS NEIGHBOR ROOMMATE SON
DAUGHTER NEPHEW NIECE GODMOTHER GODFATHER FAMILY ROOMIE EX COWORKER BUDDY MUM INLAWS INLAW STEPDAD STEPMOM TIA TIO ABUELA
ABUELO MR MRS MS COACH
`);
var COMPANY_WORDS$1 = setOf(`
LLC INC CORP CORPORATION LTD LLP PLLC CO COMPANY GROUP SERVICES SERVICE SVCS SOLUTIONS ENTERPRISES HOLDINGS PARTNERS
PROPERTIES PROPERTY REALTY RENTALS MANAGEMENT MGMT MOTORS AUTO AUTOMOTIVE CONSTRUCTION BUILDERS CONTRACTING CONTRACTORS
PLUMBING ELECTRIC ROOFING HVAC LANDSCAPING CLEANING CONSULTING ASSOCIATES AGENCY BANK TRUST FUND FOUNDATION ASSOCIATION
ASSN CHURCH SCHOOL UNIVERSITY COLLEGE HOSPITAL CLINIC DENTAL MEDICAL LAW OFFICES STORE SHOP MARKET RESTAURANT CAFE
INDUSTRIES SYSTEMS TECHNOLOGIES TECH INTERNATIONAL GLOBAL USA AMERICA NATIONAL CAPITAL FINANCIAL FINANCE LENDING MORTGAGE
INSURANCE INS TITLE ESCROW ESTATE HOMES APARTMENTS FURNITURE JEWELERS IMPORTS SUPPLY EQUIPMENT LOGISTICS TRUCKING FARMS
BROTHERS STUDIO DESIGN DESIGNS STUDIOS FITNESS ACADEMY SALON REMODELING PAINTING FLOORING MARINE BOATS RV SUBARU TOYOTA
HONDA FORD CHEVROLET NISSAN KIA HYUNDAI DEALERSHIP LP DBA CREDITUNION FCU COUNTY CITY STATE DEPT CENTER
`);
var isRelative = (word) => RELATIVES.has(word);
var isGivenName = (word) => GIVEN_NAMES.has(word);
var isCompanyWord = (word) => COMPANY_WORDS$1.has(word);
function looksLikeCompany(words) {
	return words.some((word, i) => i > 0 && COMPANY_WORDS$1.has(word));
}
function isPersonAt(words, at) {
	const word = words[at];
	if (word === void 0 || hasDigit(word)) return false;
	if (RELATIVES.has(word)) return true;
	return GIVEN_NAMES.has(word) && !looksLikeCompany(words.slice(at, at + 4));
}
function isSelf(name) {
	return name.some((word) => word === "MYSELF" || word === "SELF") || name.length === 1 && name[0] === "ME";
}
// features/underwriting/rules/classifier/vocabulary.ts
var STATE_CODES = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC".split(" ");
var PHRASES = {
	payroll: "PAYROLL, PAYROL, PAYROLLS, PAY ROLL, PAYRL, PYRL, SALARY, SALARIES, REG SALARY, FED SALARY, FED SAL, WAGE, WAGES, WAGE PAY, NET PAY, PAYCHECK, PAY CHECK, BONUS PAY, PAY BONUS, MIL PAY, MILITARY PAY, ARMY ACT, AF PAY, NAVY ACT, ARMY ACTIVE, AIR FORCE ACT, USMC ACT, ACTIVE DUTY, EMP PAY, EMPLOYEE PAY, STAFF PAY, PAYROLL PPD, PR DIRECT DEP, PAYROLL DD, PAYROLLDD, PAYDAY PAY, REGULAR PAY, REG PAY, SEMI MO PAY, PAYROLL DEP, PAYROLL DIR DEP, WKLY PAY, WEEKLY PAY, BIWEEKLY PAY, EDIPAYROLL, EPAYROLL, HOURLY PAY",
	weakPayroll: "PAY, PR, EARNINGS, COMMISSION, COMMISSIONS, COMM PAY, BONUS, STIPEND, PAYCHK, FINAL PAY, PAYMENT PAY",
	directDeposit: "DIRECT DEP, DIRECT DEPOSIT, DIR DEP, DIRECT DEPO, DIRDEP, DIR DEPOSIT, DIRECTDEP, DIRECT DEPOS, DIRECT DEPST, DD, DIRECT DD, DEP DIRECT, DIRECT PAYMENT, DIR DEPST, DIRECT PAY",
	advance: "ADVANCE, ADV, ADVANCES, LOAN ADV, LOAN ADVANCE, LINE ADVANCE, LINE ADV, SALARY ADVANCE, PAYROLL ADVANCE, PAYROLL ADV, WAGE ADVANCE, PAY ADVANCE, EARLY PAY ADVANCE, EMERALD ADVANCE, REFUND ADVANCE, TAX REFUND ADVANCE, LOC ADVANCE, CREDIT LINE ADVANCE, LINE OF CREDIT ADVANCE, MARGIN ADVANCE, EXTRACASH ADVANCE, PREFUND, FLEX ADVANCE, LOAN DRAW ADVANCE",
	refundAdvance: "REFUND ADVANCE, TAX REFUND ADVANCE, EMERALD ADVANCE, TAX ADVANCE, REFUND ANTICIPATION, EASY ADVANCE, REFUND ADV, REFUND ADVANCE LOAN, REFUND LOAN, TAX REFUND LOAN",
	wageAdvance: "SALARY ADVANCE, PAYROLL ADVANCE, PAYROLL ADV, WAGE ADVANCE, PAY ADVANCE, EXTRACASH, EXTRA CASH, INSTACASH, INSTANT CASH, EARNED WAGE, EWA, EARLY WAGE, EXTRACASH ADVANCE, EARLY PAY ADVANCE, ON DEMAND PAY, ONDEMAND PAY, SPOTME, MYPAY ADVANCE",
	payday: "PAYDAY LOAN, PAYDAY ADVANCE, PAYDAY, PAYDAY ADV, DEFERRED PRESENTMENT",
	cashAdvance: "CASH ADVANCE, CASH ADV, CREDIT CARD CASH ADVANCE, CARD CASH ADVANCE, CARD ADVANCE, CC ADVANCE, CASH ADV TRANSFER, CREDIT CARD ADVANCE, CONVENIENCE CHECK, BALANCE TRANSFER CHECK, BALANCE TRANSFER, BAL TRANSFER, BALANCE TRANSFER DEPOSIT, ADD CASH FROM CARD, CASH FROM CARD, CREDIT CARD CHECK, CARD TO CASH, ACCESS CHECK, CRCARD ADV",
	loan: "LOAN, LOANS, LN, LNS, MICROLOAN, STUDENT LN, STUDENT LOAN, STDNT LOAN, STDNT LN, PERSONAL LOAN, PERS LOAN, AUTO LOAN, CAR LOAN, NEW LOAN, PAYDAY LOAN, LOAN ADV, LOAN ADVANCE, INSTALLMENT LOAN, INSTALL LOAN, BUSINESS LOAN, BUS LOAN, TERM LOAN, PLAN LOAN, 401K LOAN, 401 K LOAN, 403B LOAN, TSP LOAN, RETIREMENT LOAN, POLICY LOAN, SBA LOAN, EIDL LOAN, EIDL, PPP LOAN, HOME EQUITY LOAN, TITLE LOAN, CAR TITLE LOAN, HOME LOAN, HOME LOANS, REFUND ADVANCE LOAN, REFUND LOAN, TAX REFUND LOAN, MARGIN LOAN, CONSUMER LOAN, SIGNATURE LOAN, SHARE SECURED LOAN, PAWN LOAN, RV LOAN, BOAT LOAN, QUICKCASH LOAN, CONSOLIDATION LOAN, DEBT CONSOLIDATION, SOLAR LOAN, BRIDGE LOAN, FLEX LOAN",
	proceeds: "PROCEEDS, PROC, PROCD, PROCDS, PROCEED, DISB, DISBURSEMENT, DISBURSE, DISBURS, DISBURSED, DISBMT, DISBRSMNT, DISBRSMT, DISBURSMNT, DISBURSEMNT, FUND, FUNDS, FUNDED, FUNDING, FUNDNG, FNDG, FUNDTRANS, LOANPROC, LOANPROCDS, LOANPROCD, LOANFUND, LOANFUNDNG, LOANFUNDING, LOANDISB, LOANDISBUR, LNFUNDING, PROSPERFND, DRAW, DRAWDOWN, BORROW, BORROWED, ORIGINATION, PAYOUT LOAN",
	borrowLine: "LINE OF CREDIT, CREDIT LINE, LOC, PLOC, PERSONAL LINE OF CREDIT, OVERDRAFT LINE OF CREDIT, CASH RESERVE, READY RESERVE, CREDIT RESERVE, CHECKING RESERVE, CHECKING PLUS, OVERDRAFT LINE, OVERDRAFT LOC, CREDIT LINE ADVANCE, LOC ADVANCE, LINE ADVANCE, LINE ADV, LINE OF CREDIT ADVANCE, CUSTOM CREDIT LINE, FLEX LINE, PERSONAL CREDIT LINE, OPTIONLINE",
	homeEquity: "HELOC, HOME EQUITY, HOME EQUITY LINE, EQUITY LINE, HE LOC, HOME EQ, HOME EQUITY LOAN, HM EQUITY, EQUITY LOC, HOMELINE, EQUITYLINE, HEQ",
	titleLoan: "TITLE LOAN, CAR TITLE LOAN, AUTO EQUITY, AUTO TITLE LOAN, VEHICLE EQUITY, TITLE PAWN, CAR TITLE",
	securitiesLine: "SECURITIES BACKED LINE, SECURITIES BASED LINE, SECURITIES BASED LOAN, SBLOC, PLEDGED ASSET LINE, PORTFOLIO LINE, PORTFOLIO LINE OF CREDIT, MARGIN LOAN, MARGIN ADVANCE, MARGIN BORROW, LOAN MANAGEMENT ACCT, LMA ADVANCE, ASSET LINE, SECURITIES LINE, PORTFOLIO LOAN, LIQUIDITY ACCESS LINE, LIQUIDITY ACCESS, PLEDGED ASSET",
	planLoan: "PLAN LOAN, 401K LOAN, 401 K LOAN, 403B LOAN, TSP LOAN, RETIREMENT LOAN, POLICY LOAN, 457 LOAN, PARTICIPANT LOAN, 401K PLAN LOAN, GENERAL PURPOSE LOAN",
	payment: "PMT, PYMT, PAYMT, PAYMENT, PAYMENTS, PAYMNT, PYMNT, PMTS, PYMTS, PMNT, PYMENT, PAYM, PAYME, AUTOPAY, AUTO PAY, AUTO PMT, AUTOPMT, AUTOPAYMT, AUTO PYMT, AUTOMATIC PAYMENT, AUTOPAYBUS, EPAY, E PAY, EPAYMENT, E PAYMENT, EPYMT, ONLINE PMT, ONLINE PYMT, ONLINE PAYMENT, ONLINEPMT, WEB PMT, WEB PYMT, WEB PAY, WEB PMTS, WEBPMT, WEBPAY, WEB PAYMENT, BILLPAY, BILL PAY, BILL PAYMENT, BILLPMT, BILL PMT, BILL PYT, PYT, MOBILE PMT, MOBILE PAYMENT, MOBILE PYMT, ACH PMT, ACH PYMT, ACH PAYMENT, BILL PYMT, DIRECT DEBIT, DAILY DEBIT, ACH DEBIT, ACH DAILY, PHONE PMT, TEL PMT, SPEEDPAY, REPAY, REPAYMENT, REPAYMNT, INSTALLMENT, INSTALL, INSTALLMNT, INSTALMENT, CHECKPAYMT, CHK PYMT, PAY BY PHONE, IVR PMT, PHONE PAYMENT, RECURRING PAYMENT, RECURRING PMT, PYMNTS, PYMNT WEB, PAYMENTREC, RETRY PYMT, BILLPAYMNT, BILL PYMNT, LEASE PMT, LEASE PYMT, LEASE PAYMENT, LEASEPMT",
	installment: "INSTALLMENT, INSTALLMNT, PAY IN 4, PAY IN FOUR, PAYIN4, PAY LATER, INSTALMENT, PAY MONTHLY, INSTALLMENT LOAN",
	loanPayment: "SLMLOAN, TRANSFER TO LOAN, LOAN PAYMENT, LOAN PMT, LOAN PYMT, LOANPMT, LOANPYMT, LOAN PAY, LOANPAY, LN PMT, LN PYMT, LN PAYMENT, LNPMT, LNPYMT, LOAN REPAY, LOAN REPAYMENT, LOANREPAY, ADVANCE REPAY, ADVANCE REPAYMENT, LOAN AUTOPAY, LOAN ACH, AUTO LOAN PYMT, AUTO LOAN PMT, CAR PAYMENT, CAR PMT, CARPAY, CAR PYMT, CARPMT, AUTO FINANCE, TRANSFER TO LOAN, XFER TO LOAN, PAYMENT TO LOAN, TRF TO LOAN, LOAN DEBIT, STUDENT LN PMT, LOAN PYMNT, LOAN PAYMNT, LOAN INSTALLMENT, LOANPAYMT, RETAIL INSTALLMENT, VEHICLE PAYMENT, NOTE PAYMENT, LOAN PAYMENTS, LOAN PYMTS, LOAN BILLPAY",
	mortgage: "MORTGAGE, MTG, MTGE, MORTG, MRTG, MTG PYMT, MTG PMT, MTG PAYMENT, MTGPYMT, MTGPMT, MTG PAYMT, MTGPAYMT, MORTGAGE PMT, MORTGAGE PAYMENT, MORT PMT, MORT PYMT, MORTPMT, MORT PAYMT, HOME LOAN, HOME LOANS, HOME MTG, HOME MORTGAGE, MORTGAGE PYMT, MTG SERV, HOME LENDING, HSE PMT, HOUSE PAYMENT, MTG AUTOPAY, HOMELOAN",
	lease: "LEASE, LEASE PMT, LEASE PYMT, LEASE PAYMENT, AUTO LEASE, CAR LEASE, LEASING, LEASEPMT, VEHICLE LEASE",
	financeCompany: "AUTO FINANCE, AUTO FIN, MOTOR CREDIT, MOTOR FINANCE, AUTO ACCEPTANCE, ACCEPTANCE CORP, CONSUMER FINANCE, FINANCE CO, FINANCE COMPANY, ACCEPTANCE CO, AUTO CREDIT, LENDING, LENDERS, LENDER, LOAN SERV, LOAN SERVICING, LOAN SVC, LN SRV, LN SERV, LOAN SERVICES, FINANCE LLC, FINANCE INC, MOTOR ACCEPTANCE, AUTO FUNDING, FUNDING LLC, FUNDING CORP, TITLE LOANS, TITLE LOAN, CASH LOANS, QUICK LOANS, ACCEPTANCE, FINANCE, MOTORS FINANCE, CAPITAL AUTO, AUTO LENDING",
	student: "STUDENT LN, STUDENT LOAN, STDNT LOAN, STDNT LN, STUDENT LN PMT, STDNT LN PMT, STUDENT LOANS, STU LOAN, EDU LOAN, EDUCATION LOAN",
	card: "PAYMENT TO CRD, PMT TO CRD, TRANSFER TO CREDIT CARD, CREDIT CARD, CREDIT CRD, CREDITCARD, CREDIT CD, CRCARDPMT, CRCARD, CR CARD, CRDCARD, CC PYMT, CC PMT, CC PAYMENT, CCPYMT, CCPMT, CCPAYMENT, CC AUTOPAY, CC BILL, CARD PMT, CARD PAYMENT, CARD PYMT, CARDPMT, CARDPYMT, CARD PAYMT, CARD AUTOPAY, VISA PMT, VISA PAYMENT, VISA PYMT, MASTERCARD PMT, MASTERCARD PAYMENT, MASTERCARD PYMT, MC PMT, MC PAYMENT, VISA AUTOPAY, CARDMEMBER, CARDMEMBER SERV, CARDMEMBER SVC, CARD SRVC, CARD SRVCS, CARD SERVICES, CARD SERVICE, CARD SERV, CARD SVCS, CARD SVC, CARD BILL, CREDIT CARD PAYMENT, CREDIT CARD PMT, CREDIT CARD BILL PAYMENT, CREDIT CARD AUTO PAY, CREDIT CRD PMT, CREDIT CARD PYMT, CREDIT CARD AUTOPAY, CRD, CRD PMT, CRD PAYMENT, BANKCARD, BANKCARD PMT, STORE CARD, STORECARD, CREDIT CRD AUTOPAY, CREDIT CARD EPAY, BANK CARD, CARD EPAYMENT, CARDS PAYMENT, CCD CARD PMT, PAYMENT TO CREDIT CARD, CARD ONLINE, CRCARD PMT, CREDIT CRD EPAY, VISA BILL, PLATINUM VISA, SIGNATURE VISA, VISA, MASTERCARD, CRD SVCS, CREDIT CARD ACCT, PAYMENT TO CARD, PMT TO CARD, CREDITCRD, CRDT CARD, CRDT CRD",
	cardPurchase: "DBCRD PUR, DBCRD PMT, RECURRING PAYMENT AUTHORIZED ON, PAYMENT AUTHORIZED ON, PURCHASE WITH CASH BACK, DEBIT CARD PURCHASE, CARD PURCHASE, CHECKCARD, CHECK CARD, CHECK CRD, DEBIT CARD, DEBIT CRD, DBT CRD, DBT CARD, POS, POS PURCHASE, POS DEBIT, PURCHASE, PURCHASES, PUR, PURCH, VISA DEBIT, VISA DDA PUR, VISA PURCHASE, DDA PURCHASE, PIN PURCHASE, SIGNATURE PURCHASE, RECURRING PURCHASE, PURCHASE AUTHORIZED ON, DEBIT PURCHASE, CARD PUR, POS DB, POS PUR, DEBIT PIN, CARD PURCHASE WITH PIN, RECURRING CARD PURCHASE, MASTERCARD PURCHASE, EXTERNAL PURCHASE, POINT OF SALE, POINT OF SALE WITHDRAWAL, VISA CHECK CARD, SIG PURCHASE, DBT PURCHASE, DDA PUR, PUR AP, DEBIT CARD PUR, POS WITHDRAWAL, POS WD, PURCHASE SQ",
	fee: "FEE, FEES, CHARGE, CHARGES, CHG, CHRG, PENALTY, SVC CHG, SVC CHARGE, SERVICE CHARGE, SERV CHG, SERVICE CHG, SERVICE FEE, SRVC CHRG, SVC FEE, SURCHARGE, SERVICE CHARGES, SVCCHG, FEE CHARGE",
	overdraft: "OVERDRAFT, OVERDRAFTS, OVERDRAWN, OD, O D, OVERDRFT, OVRDRFT, OVRDRAFT, OVERDRAFT ITEM, NSF, NON SUFFICIENT, NONSUFFICIENT, NON SUFF, INSUFFICIENT, INSUFFICIENT FUNDS, INSUFF, INSUF FUNDS, INSUFF FUNDS, UNAVAILABLE FUNDS, UNCOLLECTED, UNCOLLECTED FUNDS, RETURN ITEM, RETURNED ITEM, RETURNED CHECK, RETURN CHECK, RETURNED CK, RETURN CK, RTN ITEM, RTND ITEM, RTN CHECK, RETD ITEM, RET ITEM, RETURNED ITEMS, RETURNED ACH, RETURN ACH, RETURNED PAYMENT, RETURNED PMT, RETURNED CHK, RTN CK, PAID ITEM, PAID OVERDRAFT, PAID NSF, COURTESY PAY, COURTESYPAY, BOUNCED CHECK, BOUNCE PROTECTION, NEGATIVE BALANCE, NEGATIVE BAL, INSUFFICIENT BALANCE, NSF RETURN, NSF RETURNED ITEM, NSF ITEM, NSF RETURN ITEM, NSF CHECK, NSF PAID ITEM, RETURNED ITEM NSF, RETURN NSF, NSF OD, PRIVILEGE PAY, OVERDRAFT PRIVILEGE, DISHONORED ITEM, DISHONORED CHECK, RETURNED UNPAID, RETURNED DEBIT, ITEM RETURNED UNPAID, OVERDRAFT PAID, OVERDRAWN BALANCE, OVERDRAWN ACCT, OVERLIMIT NSF, RETURN ITEM CHARGE, UNPAID ITEM, INSUFFICIENT FND, NSUF, NON SUF",
	overdraftProtection: "OVERDRAFT TRANSFER, OVERDRAFT PROTECTION, OD PROTECTION, OVERDRAFT PROTECTION TRANSFER, OD PROTECTION TRANSFER, OD TRANSFER, OVERDRAFT PROT, ODP TRANSFER, ODP, OVERDRAFT SWEEP, OVERDRAFT XFER, OD XFER, OVERDRAFT FUNDS TRANSFER, OVERDRAFT PROTECT, SAVINGS OVERDRAFT TRANSFER, OVERDRAFT PROTECTION XFER, OVERDRAFT PROT TRANSFER, OVERDRAFT TRF, OVERDRAFT TRANSFER FROM, OVERDRAFT PROTECTION ADVANCE, OVERDRAFT PROTECTION FROM",
	depositedItem: "RETURNED DEPOSITED ITEM, DEPOSITED ITEM RETURNED, DEPOSITED ITEM, DEPOSIT ITEM RETURNED, RETURNED DEPOSIT, RETURN DEPOSITED ITEM, DEPOSITED ITEM RETURN, DEPOSITED CHECK RETURNED, RETURNED DEPOSIT ITEM, CASHED CHECK RETURNED, CASHED ITEM, CASHED ITEM RETURNED, RETURN OF POSTED CHECK, RETURNED DEPOSITED CHECK, RETURN DEPOSIT ITEM, DEPOSIT RETURNED ITEM, DEPOSIT RETURN, DEPOSIT RETURNED, RETURNED MOBILE DEPOSIT, CHARGEBACK DEPOSITED ITEM, RTN DEPOSITED ITEM, RETURN ITEM CHARGEBACK, RETURNED ITEM CHARGEBACK, MOBILE DEPOSIT RETURN, MOBILE DEPOSIT RETURNED, DEPOSIT ITEM RETURN, DEP ITEM RETURN, RETURNED CHECK DEPOSIT, RETURNED DEP ITEM, CHECK DEPOSIT RETURNED, DEP ITEM RETURNED, RETURNED ITEM DEPOSITED",
	feeKind: "MAINTENANCE, MAINT, SERVICE, MONTHLY SERVICE, ATM, NON BANK ATM, OUT OF NETWORK, OUT OF NETWORK ATM, NON NETWORK ATM, FOREIGN ATM, WIRE, INCOMING WIRE, OUTGOING WIRE, WIRE TRANSFER, LATE, LATE PAYMENT, LATE PMT, FOREIGN, FOREIGN TRANSACTION, FOREIGN TRANS, INTL TRANSACTION, INTERNATIONAL TRANSACTION, INTERNATIONAL SERVICE, STATEMENT, PAPER STATEMENT, DORMANT, DORMANT ACCOUNT, INACTIVITY, INACTIVE, CLOSURE, ACCOUNT CLOSURE, CLOSING ACCOUNT, EXCESS, EXCESS WITHDRAWAL, EXCESS ACTIVITY, EXCESSIVE, EXCESS TRANSACTION, STOP PAYMENT, STOP PMT, STOP PAY, CASHIERS CHECK, OFFICIAL CHECK, MONEY ORDER, CARD REPLACEMENT, REPLACEMENT CARD, ANNUAL, ANNUAL MEMBERSHIP, MINIMUM BALANCE, MIN BAL, LOW BALANCE, BELOW MINIMUM, BALANCE INQUIRY, ATM BALANCE INQUIRY, TRANSACTION, TXN, ANALYSIS, ACCOUNT ANALYSIS, ACCOUNT, MONTHLY, MONTHLY MAINTENANCE, CHECK ORDER, CHECK PRINTING, HARLAND CLARKE, DELUXE CHECK, SAFE DEPOSIT BOX, SAFE DEPOSIT, NOTARY, RESEARCH, LEGAL PROCESS, LEVY PROCESSING, GARNISHMENT PROCESSING, EXPEDITED, INSTANT TRANSFER, RUSH, CURRENCY, CURRENCY CONVERSION, CASH ADVANCE, BALANCE TRANSFER, INTEREST, FINANCE, COUNTER CHECK, TELLER, IMAGE, CREDIT CARD, CARD, BANK, CASH HANDLING, COIN, ACCT, SAVINGS, CHECKING, TRANSFER, INTL, INTERNATIONAL, DEBIT CARD, MTHLY, CROSS BORDER, VERIFICATION, ACCOUNT RESEARCH, COLLECTION ITEM, EARLY WITHDRAWAL, OVERLIMIT, OVER LIMIT, CASH DEPOSIT, ZELLE, MEMBERSHIP SHARE, ATM WITHDRAWAL, NON CHASE ATM, NON WELLS FARGO ATM, SWIFT, FX, CHECK IMAGE, ACH, ANNUAL CARD",
	lateOrForeign: "LATE, LATE PAYMENT, LATE PMT, FOREIGN, FOREIGN TRANSACTION, FOREIGN TRANS, INTL TRANSACTION, INTERNATIONAL TRANSACTION, WIRE, INCOMING WIRE, OUTGOING WIRE, WIRE TRANSFER, CARD, CREDIT CARD",
	refund: "REFUND, REFUNDS, REFUNDED, RFND, RFD, REFND, RFUND, REFUND OVERPAYMENT, OVERPAYMENT, OVERPMT, OVERPAY REFUND, OVERAGE REFUND, RETURN CREDIT, PURCHASE RETURN, MERCHANDISE RETURN, MERCHANDISE CREDIT, RETURN OF PURCHASE, CARD CREDIT REFUND, REBATE, MDSE RETURN, POS RETURN, POS REFUND, PURCHASE REFUND, CREDIT VOUCHER, DEPOSIT REFUND, SECURITY DEPOSIT REFUND, PREMIUM REFUND, PREM REFUND, ESCROW REFUND, TUITION REFUND, ESCROW OVERAGE, OVERPAYMENT REFUND, RETURN MERCHANDISE, MERCHANT CREDIT, CARD RETURN, DEBIT CARD RETURN, PURCHASE CREDIT, REIMB OVERPAYMENT, CHECKCARD CREDIT, CHECK CRD RETURN, MERCHANT REFUND, CHECKCARD REFUND, PURCHASE RETURN AUTHORIZED, DEBIT CARD CREDIT, CHECK CARD CREDIT",
	reversal: "REVERSAL, REVERSED, REVERSE, REVRSL, REV, RVSL, REVERSALS, REVSL, CORRECTION, CORRECTED, CHARGEBACK, CHARGE BACK, DISPUTE, DISPUTED, DISPUTE CREDIT, PROVISIONAL CREDIT, PROVISIONAL, PROVISIONAL CREDIT REVERSAL, CLAIM CREDIT TEMP, TEMPORARY CREDIT, TEMP CREDIT, RETURNED, RETURN, RTN, RTND, RETURNED WIRE, WIRE RETURNED, WIRE RETURN, RETURNED ACH, ACH RETURN, RETURNED BY BANK, REJECTED, REJECT, UNAPPLIED, FRAUD CREDIT, RECLAIM, RECLAMATION, SENT BACK, DEBIT ADJUSTMENT, ADJUSTMENT, CREDIT ADJUSTMENT, ADJ, CANCELLED, CANCELED, VOID, VOIDED, DEPOSIT ADJUSTMENT, DEPOSIT CORRECTION, CLAIM REVERSAL, DISPUTE RESOLUTION, RECALL, STOP PAYMENT REVERSAL, PAYMENT RETURNED, RETURNED PAYMENT, RETURN OF, DISPUTE CLAIM",
	credit: "CREDIT, CR, CREDITED, WAIVED, WAIVER, COURTESY CREDIT, REIMBURSEMENT, REIMB, REIMBURSED, REIMBURSE, COURTESY, GOODWILL, REBATE, REBATES, FORGIVEN, WAIVE",
	taxRefund: "TAX REF, TAX REFUND, TAX RFD, TAX RFND, TAX RFDS, TX REF, TX RFND, TX RFD, TX REFUND, TAXREFUND, TAXRFD, TAXRFND, TAX REFND, TAXREF, TAX RE, STATE TAX REFUND, FTB TAX RFD, REV REFUND, INCOME TAX REFUND, TPG PRODUCTS, TAXEIP3, TAXEIP2, TAXEIP1, TAXEIP, EIP, CHILDCTC, ECON IMPACT, STIMULUS, TAX REFUNDS, INC TAX REF, STATE REFUND, MIDDLE CLASS TAX, TAX REBATE, STTAXRFD, STTXRFD, TAX OVERPAYMENT, PIT REFUND, INCTAX REF, INCTXRFD, TAX CREDIT REFUND, STATETAXRF, STATTAXREF, STAX REFUND, TAXRFNDS, TAX RFUND",
	propertyTax: "PROPERTY TAX, PROP TAX, COUNTY TAX, TAX COLLECTOR, REAL ESTATE TAX, COUNTY TREASURER, TREASURER TAX, PROPERTYTAX, TAX ASSESSOR, COUNTY TAX COLLECTOR, PROP TAXES, PROPERTY TAXES, R E TAX, RE TAX, COUNTY TAX OFFICE, SCHOOL TAX, TAX OFFICE, CAD TAX",
	tax: "USA TAX PYMT, USA TAX PMT, TAX, TAXES, TX, USATAXPYMT, TAXPYMT, TAX PYMT, TAX PMT, TAX PAYMENT, TAXPMT, TAX DUE, EST TAX, ESTIMATED TAX, 1040ES, 1040 ES, TAX INSTALLMENT, TAX PAYMENTS, PAYMENT AGREEMENT, TAX PLAN, TAX BILL, INSTALLMENT AGREEMENT, TAX PAY, INCOME TAX, EFTPS, STATE TAX, INCTAX, PERSONAL TAX, TAXEPAY",
	government: "TREAS 310, TREAS, TREASURY, US TREASURY, US TREASURY 310, STATE OF, ST OF, COMM OF, COMMONWEALTH OF, DEPT OF REV, DEPT REV, DEPT OF REVENUE, DEPT OF REVEN, DEPT REVENUE, DEPT REVEN, DOR, REVENUE, COMPTROLLER, TAXATION, DEPT TAXATION, DEPT OF TAXATION, DEPARTMENT OF REVENUE, TAX COMMISSION, COUNTY OF, CITY OF, GOVT, FEDERAL, STATE, DEPT OF LABOR, DEPT LABOR",
	levy: "LEVY, LEVIES, TAX LEVY, BANK LEVY, IRS LEVY, LEGAL ORDER DEBIT, LEGAL ORDER, WRIT, WRIT OF, LEGAL PROCESS DEBIT, LEGAL PROCESS",
	garnishment: "GARNISHMENT, GARNISH, GARNISHEE, WAGE GARNISHMENT, GARN, GARNISHMT",
	benefit: "SOC SEC, SOCIAL SEC, SOCIAL SECURITY, SOC SECURITY, SSA, SSI, SSDI, SUPP SEC, SUPPLEMENTAL SEC, VA BENEF, VA BENEFIT, VA BENEFITS, VA COMP, VACP, VAED, VA EDUC, VA DISABILITY, UI DD, UI BENEFIT, UI BENEFITS, UI PAYMENT, UI PYMT, UI PMT, UI PAY, UI BEN, UI, UC BENEFIT, UC BENEFITS, UC PAYMENT, UIA, UIPYMT, UI BENEFIT PMT, UNEMPLOYMENT, UNEMPLOY, UNEMPL, UNEMP, UNEMPLOYMT, UNEMPLOYMENT INS, UNEMP BENEFIT, JOBLESS, TANF, SNAP, WIC, EBT CASH, PFML, PFL, PFML BENEFIT, SDI, SDI BENEFIT, PAID FAMILY LEAVE, PAID LEAVE, STATE DISABILITY, RRB, RRB PEN, CIV SERV, CIVIL SERV, CIVIL SERVICE, OPM, OPM1, BLACK LUNG, GOVT BENEFIT, GOV BENEFIT, TDI, DUA, PUA, FPUC, RAILROAD RET, CASH ASSISTANCE, PUBLIC ASSISTANCE, GENERAL ASSISTANCE, WORKERS COMP BENEFIT, FED ANNUITY, FEDANN, GI BILL, POST 911, SURVIVOR BENEFIT, FOSTER CARE PAYMENT, PERMANENT FUND, PFD, ADOPTION ASSISTANCE, REEMPLOYMENT, EDD, DOL UI",
	benefitWord: "BENEFIT, BENEFITS, BEN, BENEF, BENEFIT PAYMENT, BENEFIT PMT, DISABILITY, DI BENEFIT, BEN PMT, BENEFIT PAY, BEN PAY, BENEFITPMT",
	pension: "PENSION, PENSIONS, PENSION PMT, PENSION PAY, PENSION BEN, ANNUITY, ANNUITY PAYMENT, ANNUITY PMT, ANNUITANT, RETIREMENT, RETIREMENT INCOME, RET PAY, RET NET, RETIRED PAY, RETIRE PAY, RETIREE, RETIREMENT PAY, RETIREMENT BENEFIT, RETIREMENT INCOME PMT, RETMT, RETIRMNT, RETIREMENT SYS, RETIREMENT SYSTEM, TEACHERS RET, TEACHER RET, TEACHERS RETIREMENT, RET SYS, RET SYSTEM, RMD, RMD DISTRIBUTION, 401K DISTRIBUTION, 401 K DISTRIBUTION, 403B DISTRIBUTION, IRA DISTRIBUTION, IRA DIST, IRA WITHDRAWAL, 401K WITHDRAWAL, RETIREMENT DIST, PLAN DISTRIBUTION, STRS, STRS BENEFIT, PERS, PENS, PENSPAY, PENSION FUND, RETIRE BENEFIT, ARMY RET, NAVY RET, AF RET, MIL RET, RETIREE PAY, RET BENEFIT, RETIREMENT PMT, 401K DIST, 401K PAYOUT, ROTH DISTRIBUTION, SEP DISTRIBUTION, RETIRED, PENSION TRUST, RET ANNUITY, RET ALLOWANCE, MONTHLY ANNUITY, PENSION ADMIN, ANNUITIES, SURVIVOR ANNUITY",
	interest: "INTADJUST, INTEREST, INTEREST PAID, INTEREST PAYMENT, INTEREST EARNED, INTEREST CREDIT, INTEREST DEPOSIT, INT EARNED, INT PAID, INT PAYMENT, INT CREDIT, INTEREST PMT, INT PMT, INT PYMT, INT DEPOSIT, INTRST PYMNT, INTRST, INTR, CREDIT INTEREST, CD INTEREST, CD INT, SAVINGS INTEREST, MONTHLY INTEREST, MONTHLY INTEREST PAID, INTEREST CAPITALIZED, ACCRUED INTEREST, APY EARNED, APYE, INT, INTEREST ADJUSTMENT, BONUS INTEREST, INTEREST POSTED, INTEREST ACCRUED, IOD INTEREST PAID, INTEREST CHECKING INTEREST, INT CR, INTEREST CREDITED, CREDIT INT, EARNED INTEREST, PAID INTEREST, INTEREST INCOME, INTEREST PYMT",
	dividend: "DIVIDEND, DIVIDENDS, DIV, CREDIT DIVIDEND, DIVIDEND EARNED, DIVIDEND CREDIT, DIVIDEND PAID, DIVIDEND DEPOSIT, SHARE DIVIDEND, DIVIDEND PAYMENT",
	brand: "INTEREST CHECKING, ADVANTAGE CHECKING, CREDIT UNION, CR UN, SECURITY SERVICE, BUSINESS INTEREST CHECKING, ADVANTAGE INTEREST CHECKING, PLUS BANKING, SAFEBALANCE",
	transfer: "KEEP THE CHANGE TRANSFER, KEEPTHECHANGE, KEEP THE CHANGE, ETRANSFER, ETRANSFER DEBIT, ETRANSFER CREDIT, ELECTRONIC FUNDS TRANSFER, REQUESTED TRANSFER, AGENT ASSISTED TRANSFER, FUNDS TRFR, EFT FUNDS TRANSFER, TRANSFER, TRANSFERS, XFER, XFERS, TRNSFR, TRNSFER, TRNSFRS, TRANSF, TRANSFR, TFR, XFR, TRF, TRSF, TRNF, A2A, A2A TRNSFR, MONEYLINK, MONEYLINE, ACCT XFER, ACCT TRANSFER, EXT TRNSFR, EXT XFER, EXT TRANSFER, EXTERNAL TRANSFER, INTERNAL TRANSFER, BOOK TRANSFER, FUNDS TRANSFER, FUND TRANSFER, EFT TRANSFER, MOBILE TRANSFER, ONLINE TRANSFER, ONLINE BANKING TRANSFER, INTERNET TRANSFER, ACCOUNT TRANSFER, ACCOUNT TO ACCOUNT, TRANSFER FROM, TRANSFER TO, XFER FROM, XFER TO, SAVINGS TRANSFER, RECURRING TRANSFER, AUTO TRANSFER, AUTOMATIC TRANSFER, SCHEDULED TRANSFER, BANK TRANSFER, BANK XFER, ACH TRANSFER, P2P TRANSFER, WEB XFER, WEB XFR, ACH OUT, ACH IN, ACH PULL, ACH PUSH, SWEEP, TRANSFER FUNDS, TRANSFER CREDIT, TRANSFER DEBIT, HOME BANKING TRANSFER, SHARE TRANSFER, OVERBOOK TRANSFER, TRANSFER DEPOSIT, TRANSFER WITHDRAWAL, TELEPHONE TRANSFER, E TRANSFER, INTERBANK TRANSFER, XFERBANK, BANKXFER, EXTTRNSFR, INTERNET XFER, ONLINE XFER, PREAUTHORIZED TRANSFER, EXTERNAL DEPOSIT, EXTERNAL WITHDRAWAL, INSTANT TRANSFER, REAL TIME TRANSFER, REALTIME TRANSFER, ACCTXFER, CASH TRANSFER",
	collection: "COLLECTION, CREDITS, DEBITS, FUNDING, MONEYLINK, MONEYLINE, BROKERAGE, PULL, PUSH, ACH PULL, ACH PUSH, DEPOSIT, WITHDRAWAL, WITHDRAW, FUNDS",
	investment: "INVESTMENT, INVESTMENTS, INVEST, INVESTING, BUY INVESTMENT, BROKERAGE, 529, 529 CONTRIBUTION, CONTRIBUTION, CONTRIB, IRA CONTRIBUTION, ROTH IRA, ROTH, IRA, COLLEGE SAVINGS, EFT INVEST, 529 PLAN, COLLEGE SAVINGS PLAN, ROTH CONTRIBUTION, SECURITIES, BROKERAGE TRANSFER, MUTUAL FUND, ROUND UP, ROUNDUP, ROUND UPS",
	ownAccount: "REWARDS CHECKING, PREMIUM SAVINGS, SAV, SAVINGS, SVGS, SVG, CHK, CHECKING, CHKG, CKG, CHKING, SHARE, SHARES, SHR, MMA, MONEY MARKET, MONEY MKT, MMKT, MM, ACCT, ACCOUNT, ACC, DDA, SPENDING, VAULT, OWN ACCOUNT, OWN ACCT, MYSELF, SELF, ME TO ME, SUFFIX, S0001, PRIMARY SHARE, REGULAR SAVINGS, SHARE SAVINGS, SHARE DRAFT, INTEREST CHECKING, ADVANTAGE CHECKING, PLUS BANKING, SAFEBALANCE, ADVANTAGE SAVINGS, EVERYDAY CHECKING, WAY2SAVE, WAY2SAVE SAVINGS, CLEAR ACCESS, PREMIER CHECKING, TOTAL CHECKING, 360 CHECKING, 360 SAVINGS, 360 PERFORMANCE SAVINGS, PERFORMANCE SAVINGS, ONLINE SAVINGS, HIGH YIELD SAVINGS, HYSA, HIGH YIELD, CD, CERTIFICATE, CERT, HOLIDAY CLUB, CHRISTMAS CLUB, VACATION CLUB, CLUB ACCT, RESERVE ACCOUNT, GROWTH, GROW, EMERGENCY FUND, POCKET, BUCKET, MY ACCOUNT, MY CHECKING, MY SAVINGS, LINKED ACCOUNT, EXTERNAL ACCOUNT, CASH MANAGEMENT, BETWEEN ACCOUNTS, SAME OWNER, INTEREST SAVINGS, PRIME SHARE, KASASA, S1, S00, STANDARD SAVINGS, GOAL SAVINGS, SAVING, SAVNGS, BROKERAGE, BUSINESS INTEREST CHECKING, ADVANTAGE INTEREST CHECKING, STUDENT CHECKING, COLLEGE CHECKING, SMART CHECKING, MMSA, RELATIONSHIP SAVINGS, CLUB SAVINGS, KIDS SAVINGS, PLATINUM SAVINGS, CERT OF DEPOSIT",
	cashOut: "CASHOUT, CASH OUT, CASHOUTS, CASHOUT INSTANT, TRANSFER TO BANK, BALANCE TRANSFER OUT, INSTANT CASHOUT, STD CASHOUT, STANDARD CASHOUT, STD TRANSFER, STANDARD TRANSFER",
	addCash: "ADD CASH, ADDCASH, ADD MONEY, ADD FUNDS, TOP UP, TOPUP, CASH IN, RELOAD",
	cash: "CASH, CASH VAULT, CURRENCY, COIN, COINS",
	deposit: "DEPOSIT, DEPOSITS, DEP, DEPO, DPST, DEPST, DEPOSITED, DDA DEPOSIT",
	cashDeposit: "CASH DEPOSIT, CASH DEP, ATM CASH DEPOSIT, ATM CASH DEP, COUNTER CASH DEPOSIT, TELLER CASH DEPOSIT, CASH LOAD, CASH RELOAD, DEPOSIT CASH, DEPOSIT CASH VAULT, CURRENCY DEPOSIT, CASH DPST, COIN DEPOSIT, COIN DEP, CASH VAULT, CASH IN DEPOSIT, BRANCH CASH DEPOSIT, CASH DEPOSITED, CASH DEPOSIT ATM, ATM CASH, NIGHT DROP CASH, SMART SAFE, VAULT DEPOSIT, CASH BY TELLER, DEPOSIT IN CASH, CASH DEPO",
	counterDeposit: "BC DEPOSIT, COUNTER DEPOSIT, BRANCH DEPOSIT, DEPOSIT MADE IN A BRANCH, TELLER DEPOSIT, OVER THE COUNTER DEPOSIT, BRANCH DEP, COUNTER CREDIT, TELLER CREDIT, CUSTOMER DEPOSIT, DEPOSIT BRANCH, IN BRANCH DEPOSIT, NIGHT DROP, NIGHT DEPOSIT, COUNTER DEP, BKOFAMERICA BC, DEPOSIT TELLER, LOBBY DEPOSIT, DRIVE UP DEPOSIT, DEPOSIT IN BRANCH, DEPOSIT AT BRANCH, BRANCH STORE, OTC DEPOSIT, ATM DEPOSIT, DEPOSIT ATM, ATM DEP, BANKING CENTER DEPOSIT, FINANCIAL CENTER DEPOSIT, BRANCH CREDIT",
	checkDeposit: "CHECK DEPOSIT ATM, DEPOSIT CHECK ATM, CHECK DEPOSIT, MOBILE CHECK DEPOSIT, MOBILE DEPOSIT, MOBILE DEP, ATM CHECK DEPOSIT, ATM CHECK DEP, REMOTE DEPOSIT, REMOTE DEP, REMOTE ONLINE DEPOSIT, RDC, RDC DEPOSIT, MOBILE CHECK DEP, MOBILE CHK DEP, MOBILE CHECK, CHK DEPOSIT, CK DEPOSIT, DEPOSIT CHECK, CHECK DEP, ECHECK DEPOSIT, EDEPOSIT, E DEPOSIT, EDEPOSIT IN BRANCH, SCANNED CHECK DEPOSIT, PHOTO DEPOSIT, SNAPDEPOSIT, SNAP DEPOSIT, MOBILE DEPOSITS, QUICKDEPOSIT, QUICK DEPOSIT, REMOTE CHECK DEPOSIT, IMAGE DEPOSIT, DEPOSIT MOBILE, DEPOSIT OF CHECK, CHECKS DEPOSITED, CHECK DEPOSITED, CASHIERS CHECK DEPOSIT, DEPOSIT CASHIERS CHECK, TREASURY CHECK DEPOSIT, EASY DEPOSIT, DEPOSIT@MOBILE, MONEY ORDER DEPOSIT, MOBILE REMOTE DEPOSIT, CHECK DEPOSIT MOBILE, MOBILE CAPTURE, DEPOSIT BY CHECK, MAIL DEPOSIT",
	check: "CHECK, CHECKS, CK, CHK CASHED, SUBSTITUTE CHECK, CASHED CHECK, CHECK CASHED, ECHECK, DRAFT, SHARE DRAFT, CHECK PAID, CHECK CONVERTED, DDA CHECK, CHECK NO, CHECK NUMBER, INCLEARING CHECK, ELECTRONIC CHECK, CHECK CARD CONVERTED, COUNTER CHECK, IMAGE CHECK, SUB CHECK",
	cashWithdrawal: "BC WITHDRWL, BC WITHDRAWAL, ATM WITHDRAWAL, ATM WITHDRAW, ATM WD, ATM W D, ATM CASH WITHDRAWAL, CASH WITHDRAWAL, CASH WITHDRAW, COUNTER WITHDRAWAL, TELLER WITHDRAWAL, BRANCH WITHDRAWAL, WITHDRAWAL BRANCH, WITHDRAWAL MADE IN A BRANCH, CASHIERS CHECK, CASHIER CHECK, CASHIERS CHECK PURCHASE, OFFICIAL CHECK, CASHIERS CK, BANK CHECK, MONEY ORDER PURCHASE, CASHIERS CHECK PURCHASE WITHDRAWAL, ATM DEBIT, COUNTER DEBIT, CASH WD, CASH BACK WITHDRAWAL, WITHDRAWAL CASH, WITHDRAWAL ATM, WITHDRAWAL TELLER, NON CHASE ATM WITHDRAW, IN BRANCH WITHDRAWAL, ATM CASH, CUSTOMER WITHDRAWAL, TELLER CASH WITHDRAWAL, OTC WITHDRAWAL, ATM WTHDRL, ATM WDRL, CASH ATM, ATM ALLPOINT, CARDTRONICS, ATM CASH WD, ATM WITHDRWL, ATM W DRAWAL, BANKCHECK, TELLER WD, CASHEWITHDRAWAL, OVER THE COUNTER WITHDRAWAL, BRANCH CASH WITHDRAWAL, NETWORK WITHDRAWAL, ATM WITHDRAWL, ATM NETWORK WITHDRAWAL, CASHED CHECK WITHDRAWAL, WITHDRAWAL BY TELLER",
	withdrawal: "WITHDRWL, WITHDRAWAL, WITHDRAW, WD, WDRL, WITHDRWL, WTHDRWL",
	atm: "ATM, NON CHASE ATM",
	wire: "WIRE, WIRES, WIRED, FEDWIRE, WIRE TRANSFER, WIRE IN, WIRE OUT, INCOMING WIRE, OUTGOING WIRE, WIRE TYPE, WT, WT FED, CHIPS, SWIFT, FED WIRE, INTL WIRE, INTERNATIONAL WIRE, FOREIGN WIRE, WIRE FROM, WIRE TO, WIRE DEPOSIT, DOMESTIC WIRE, WIRE TRANSFER IN, WIRE TRANSFER OUT, BOOK TRANSFER CREDIT WIRE, INTL WIRE IN, INTL WIRE OUT, INCOMING FEDWIRE, WIRE CREDIT, WIRE DEBIT, INTERNATIONAL WIRE TRANSFER, INCOMING WIRE TRANSFER, OUTGOING WIRE TRANSFER, DOMESTIC WIRE TRANSFER, INTL WIRE TRANSFER, WIRE TRF, WIRE TRANS, FEDWIRE CREDIT, FEDWIRE DEBIT, CHIPS CREDIT, CHIPS DEBIT, WIRE TRSF, INTERNATIONAL WIRE IN, INTERNATIONAL WIRE OUT, FOREIGN WIRE IN, FOREIGN WIRE OUT, INTL INCOMING WIRE",
	rtp: "RTP, RTP CREDIT, RTP DEBIT, REAL TIME PAYMENT, REAL TIME PMT, REAL TIME PAYMENTS, FEDNOW, FED NOW, INSTANT PAYMENT, INSTANT PMT, REAL TIME PAYMENT CREDIT, REALTIME PAYMENT",
	foreign: "INTL, INTERNATIONAL, FOREIGN, SWIFT, OVERSEAS, INTL WIRE, INTERNATIONAL WIRE, FOREIGN WIRE, INTL WIRE IN, INTL WIRE OUT, REMITTANCE, HONG KONG, CANADA, MEXICO, INDIA, CHINA, PHILIPPINES, KOREA, JAPAN, GERMANY, LONDON, SINGAPORE, DUBAI, NIGERIA, BRAZIL, VIETNAM, TAIWAN, INTERNATIONAL WIRE TRANSFER, INTL WIRE TRANSFER, INTERNATIONAL WIRE IN, INTERNATIONAL WIRE OUT, FOREIGN WIRE IN, FOREIGN WIRE OUT, INTL INCOMING WIRE, UNITED KINGDOM, ISRAEL, COLOMBIA, SHANGHAI, BEIJING, MUMBAI, TORONTO",
	claim: "HCCLAIMPMT, CLAIM, CLAIMS, CLM, CLAIM PMT, CLAIM PAYMENT, CLAIM PAY, CLM PAYMENT, CLM PMT, CLAIMPMT, CLAIMPAY, CLAIM PYMT, CLAIM SETTLEMENT, LIFE CLAIM, HOME CLAIM, AUTO CLAIM, CLAIM BENEFIT, DISABILITY CLAIM, INS CLAIM, CLAIM REIMB, LOSS PAYMENT, LOSS PMT, DEATH BENEFIT, DEATH CLAIM, INDEMNITY, CLAIM DISB, CLAIM CHECK, DISABILITY CLAIM BENEFIT, CLAIM PROCEEDS, STD BENEFIT, LTD BENEFIT, LTD, LTD PAYMENT, DISABILITY BENEFIT, DISABILITY INS, CLAIMS PAYMENT, MEDICAL CLAIM, DENTAL CLAIM, LIFE CLAIM SETTLEMENT, CLAIM PYMNT, INSURANCE CLAIM, CLMPYMT, CLMPMT, TOTAL LOSS, LOSS SETTLEMENT, LIFE INSURANCE PROCEEDS, DISABILITY PMT, DISABILITY PAYMENT",
	reimbursement: "FSA REIMB, HSA REIMB, FSA, HRA, FLEX REIMB, DEPENDENT CARE, DCFSA, FLEX SPENDING, HRA REIMB, HSA DISTRIBUTION, HSA WITHDRAWAL, FSA CLAIM, FSA REIMBURSEMENT, DEP CARE REIMB",
	insurance: "RENT INS, RENTERS INSURANCE, INSURANCE, INS, INSUR, INSURANC, PREMIUM, PREM, PREMIUMS, INS PREM, INS PREMIUM, INS PMT, INS PYMT, INSPREM, INSUR PREM, PREM COLL, FIRE PREM, ASSURANCE, CASUALTY, LIFE INS, HOME INS, AUTO INS, HEALTH PREMIUM, INSURANCE PREMIUM, PREM PMT, PREM PYMT, INS PAYMENT, INS PYMNT, INSURANCE PAYMENT, INSURANCE PMT, INS DRAFT, DWELLING FIRE PREM, DWELLING, HOMEOWNERS INS, RENTERS INS, LANDLORD INS, LANDLORD INSURANCE, FLOOD INS, MUTUAL INS, INS CO, INSURANCE CO, INS AGENCY, INSURANCE AGENCY, INS GROUP, POLICY PREM, UMBRELLA POLICY, LIFE INSURANCE, CAR INSURANCE, INSURANC PMT, WARRANTY, HOME WARRANTY, PREMIUM PMT, INS PRM, INSURANCEPMT",
	landlordPolicy: "DWELLING FIRE PREM, DWELLING FIRE, LANDLORD INS, LANDLORD INSURANCE, LANDLORD POLICY, RENTAL DWELLING, DWELLING POLICY, LANDLORD PROTECTION, DWELLING, DP3",
	crypto: "CRYPTO, BITCOIN, BTC, ETHEREUM, ETH, USDC, USDT, STABLECOIN, BITCOIN PURCHASE, BTC SALE, CRYPTO SALE, CRYPTOCURRENCY, CRYPTO PURCHASE, USDC REDEMPTION, DIGITAL ASSETS, LITECOIN, DOGECOIN, BITCOIN SALE, CRYPTO WITHDRAWAL, BITCOIN WITHDRAWAL",
	support: "CHILD SUPPORT, CHILDSUP, CHILDSUPP, CHILDSUPRT, CHILDSUPPORT, CHILDSUPPT, CHILD SUPP, CHLD SUPPORT, CHLDSUPRT, CHLD SUPP, CHILD SUP, CHILD SPT, CHILD SUPPORT PMT, CHILD SUPPORT SDU, SDU, STATE DISBURSEMENT UNIT, STATE DISB UNIT, STATE DISBURSE, DISBURSEMENT UNIT, FAMILY SUPPORT, ALIMONY, SPOUSAL SUPPORT, SPOUSAL SUP, SUPPORT PYMT, SUPPORT PMT, SUPPORT PAYMENT, CSE PAYMENT, DCSS, DCSE, OCSE, CHILD SUPPORT PROCESSING, SUPPORT COLLECTION, CS PAYMENT, CHILDSPPT, CHILDSPRT, CHDSUPPORT, FAMILY COURT SUPPORT, MAINTENANCE SUPPORT, SPOUSAL MAINTENANCE, CHILD SUPPT, SUPPORT ORDER, SUPPORT ENFORCEMENT, CHILDSUPPMT, CSENFORCE, CHILD SUPPORT PYMT, CSPYMT",
	supportWord: "SUPPORT",
	rent: "RENT, RENTS, RENT PMT, RENT PYMT, RENT PAYMENT, RENTPMT, RENTPYMT, MONTHLY RENT, RENT NOV, PROPRTYPAY, RENTAL PAYMENT, RENTPAY, RENT PAY, APT RENT, RENT DUE, RENTAL PMT, WEB RENT, RENT CHECK, HOUSE RENT, RENT WEB PAY",
	landlord: "APARTMENTS, APARTMENT, APTS, APT, RESIDENTIAL, RESIDENT, RESIDENCES, PROPERTY MGMT, PROPERTY MANAGEMENT, PROPERTY MANAGE, PROP MGMT, PROPERTY MGT, PROPERTIES LLC, REALTY MGMT, TOWNHOMES, LOFTS, LANDLORD, LEASING OFFICE, RENTALS LLC, HOUSING AUTHORITY, MOBILE HOME PARK, LOT RENT, PROPERTY MANAGEM, APTMNTS, RESIDENTS, REAL ESTATE MGMT, PROPERTY MNGMT, VILLAS, MANOR APTS",
	rentalPayout: "OWNER DRAW, OWNER PAYOUT, OWNER DISTRIBUTION, OWNER DIST, OWNER PAYMENT, OWNER PMT, OWNER PYMT, OWNER DISB, RENT PAYOUT, RENTAL INCOME, RENT DEPOSIT, OWNER PROCEEDS, RENT COLLECTED, RENTAL PROCEEDS, OWNER ACH, LANDLORD PAYOUT, RENT INCOME, OWNER CONTRIBUTION RETURN, OWNERDRAW, OWNER STATEMENT, RENTAL PAYOUT, RENT TRANSFER, HAP PAYMENT, HAP PMT, SECTION 8, SECTION 8 HAP, HOUSING ASSISTANCE PMT, RENT RECEIVED, RENT DISBURSEMENT",
	tenant: "TENANT, TENANTS, UNIT, RENTER, LESSEE",
	sharedRent: "ROOMMATE, ROOMIE, ROOMMATES, SHARE, SPLIT, HALF, HELP, ROOMATE, MY HALF",
	titleCompany: "TITLE CO, TITLE COMPANY, TITLE AGENCY, TITLE GUARANTY, TITLE INSURANCE, TITLE INS, TITLE LLC, TITLE SERVICES, TITLE GROUP, TITLE PARTNERS, TITLE & ESCROW, TITLE ESCROW, TITLE AND ESCROW, TITLE TRUST, TITLE & TRUST, TITLE SOLUTIONS, TITLE & CLOSING, TITLE AND CLOSING, TITLE CLOSING, TITLE INC, TITLE CORP, TITLE OF, NATIONAL TITLE, LAND TITLE, ESCROW, ESCROW CO, ESCROW SERVICES, ESCROW COMPANY, ESCROW INC, EARNEST MONEY, EARNEST, EARNEST DEPOSIT, EMD, ESCROW DEPOSIT, CLOSING FUNDS, CLOSING COSTS, CASH TO CLOSE, SETTLEMENT SERVICES, SETTLEMENT AGENT, CLOSING ATTORNEY, IOLTA, ATTORNEY TRUST, CLOSING DISBURSEMENT, TITLE COMPAN, SELLER PROCEEDS, SALE PROCEEDS, HOUSE CLOSING, HOME CLOSING, TITLE CLEARING, ABSTRACT CO, ABSTRACT & TITLE, ABSTRACT TITLE, LAW TRUST ACCOUNT, TRUST ACCT IOLTA, CLOSING SERVICES, TITLE TEXAS, TITLE AGCY, TITLE GUARANTEE, REAL ESTATE CLOSING, TITLE EXAMINERS, CLOSING TRUST, CLOSING TRUST ACCOUNT, CLOSING ESCROW, REALTY TRUST ACCOUNT",
	titleWord: "TITLE, TITLES, CLOSING, SETTLEMENT, ABSTRACT",
	broker: "REALTY, REALTORS, REALTOR, REAL ESTATE, BROKERS, RE/MAX, REMAX, KELLER WILLIAMS, COLDWELL BANKER, COMPASS REAL ESTATE, CENTURY 21, REDFIN, SOTHEBYS",
	household: "WATER, WATER DEPT, WATER BILL, WATER DISTRICT, WATER UTILITY, ELECTRIC, ELECTRICITY, ELEC, ENERGY, POWER, POWER CO, GAS CO, NATURAL GAS, GAS BILL, GAS & ELECTRIC, UTILITIES, UTILITY, UTIL, UTIL PMT, UTILITY PMT, SEWER, TRASH, WASTE, SANITATION, WIRELESS, CABLE, INTERNET, BROADBAND, FIBER, TELEPHONE, TELECOM, TELCO, CELLULAR, PHONE BILL, PROPANE, ELECTRIC COOP, ELEC COOP, EMC, PUD, MUD, SCHOOL, UNIVERSITY, UNIV, COLLEGE, ACADEMY, DAYCARE, DAY CARE, CHILD CARE, CHILDCARE, PRESCHOOL, MONTESSORI, LEARNING CENTER, LEARNING CTR, CHILD DEVELOPMENT, GYM, FITNESS, YOGA, PILATES, CROSSFIT, MARTIAL ARTS, KARATE, TAEKWONDO, DANCE STUDIO, SECURITY SERVICES, ALARM, PEST CONTROL, LAWN, LAWN CARE, LANDSCAPING, POOL SERVICE, SUBSCRIPTION, SUBSCR, MEMBERSHIP, MEMBERSHIP DUES, CLUB DUES, CLUB FEES, CLUB PYMT, STREAMING, STORAGE, SELF STORAGE, MINI STORAGE, TOLL, TOLLS, COUNTRY CLUB, SWIM CLUB, WATER & SEWER, UTILITY BILL, MUNICIPAL UTIL, HEATING OIL, FUEL OIL, DISPOSAL, CHURCH SCHOOL, CHRISTIAN SCHOOL, MUSIC LESSONS, TUTORING, CREDIT REPORT, CREDIT MONITORING, NURSERY SCHOOL, AFTER SCHOOL, KIDS CLUB, MOBILE PHONE",
	tuition: "TUITION, TUITION PMT, TUITION PYMT, TUITION PAYMENT, STUDENT ACCOUNT, BURSAR, STUDENT ACCTS, TUITION FEES",
	hoa: "HOA, HOA DUES, HOA FEE, HOA PMT, HOA PYMT, HOA PAYMENT, HOMEOWNERS ASSOC, HOMEOWNERS ASSN, HOMEOWNERS ASSOCIATION, HOMEOWNER ASSOC, OWNERS ASSOC, OWNERS ASSN, OWNERS ASSOCIATION, CONDO ASSOC, CONDO ASSN, CONDO ASSOCIATION, CONDOMINIUM ASSOC, CONDOMINIUM, CONDO FEE, CONDO FEES, CONDO DUES, DUES, COMMUNITY ASSOC, COMMUNITY ASSN, COMMUNITY ASSOCIATION, HOA ASSESSMENT, PROPERTY OWNERS, POA DUES, ASSN DUES, ASSOC DUES, COOP MAINTENANCE, HOMEOWNERS, MASTER ASSOC, ASSOCIATION FEE, HOA FEES, COA DUES",
	gig: "DASHER PAY, DASHERPAY, DRIVER PAY, PAYOUT, PAYOUTS, MARKETPLAC PMT, MARKETPLACE, SELLER PAYOUT, SELLER PAYMENT, MERCHANT DEPOSIT, ROYALTY, ROYALTIES, DRIVER PAYMENT, COURIER PAY, MERCH DEP, CREATOR PAYOUT, FREELANCE, 1099 PAY, INDEPENDENT CONTRACTOR, CONTRACTOR PAY, SHOPPER PAY, INSTANT PAY, INSTANTPAY, DRIVER, DAILY PAY OUT",
	verification: "ACCT VERIFY, ACCTVERIFY, TRIAL DEPOSIT, MICRO DEPOSIT, ACCOUNT VERIFY, ACCT VERIFICATION, VERIFYBANK, TRIAL CREDIT, ACCOUNT VERIFICATION, TRIAL DEP, MICRODEPOSIT, ACCTVERIF, TEST DEPOSIT, VERIFICATION DEPOSIT",
	reward: "REWARDS CHECKING BONUS, REWARDS, REWARD, REDEMPTION, CASHBACK, CASH BACK, REWARDS REDEMPTION, CASH BACK REWARDS, CASH REWARDS, PROMO, PROMOTION, REFERRAL, NEW ACCOUNT BONUS, CHECKING BONUS, BANK BONUS, SIGN UP BONUS, WELCOME BONUS, ACCOUNT BONUS, PROMO CREDIT, CASH BONUS, CASHREWARD, RWRDS, CASH REWARD, REFER A FRIEND, BONUS PROMO, STATEMENT CREDIT",
	windfall: "CLASS ACTION, SETTLEMENT FUND, ESTATE OF, INHERITANCE, LOTTERY, LOTTO, LEGAL SETTLEMENT, CLASS ACTION SETTLEMENT, SETTLEMENT ADMIN, CLASS SETTLEMENT, WINNINGS, JACKPOT, UNCLAIMED PROPERTY, PROBATE",
	debtCollection: "COLLECTIONS, RECOVERY, DEBT RELIEF, DEBT SETTLEMENT, PORTFOLIO RECOVERY, MIDLAND CREDIT, LVNV, JEFFERSON CAPITAL, CAVALRY, CONVERGENT, PORTFOLIO RECOV, NATIONAL DEBT RELIEF, FREEDOM DEBT, MIDLAND FUNDING",
	billPay: "BILL PAY, BILLPAY, BILL PAY PYMT, BILL PAYMENT, ONLINE BILL PAYMENT, BILLPAY PMT, BILL PYMT",
	ach: "ACH CREDIT, ACH DEBIT, ACH, PPD, CCD, PREAUTHORIZED CREDIT, PREAUTHORIZED DEBIT, PREAUTHORIZED, ELECTRONIC DEPOSIT, ELECTRONIC WITHDRAWAL, EDI PYMNTS, EDI PAYMENT, EDI PAYMNT, EDI PYMT, EDI, ELECTRONIC PMT, ELECTRONIC PAYMENT, ELECTRONIC CREDIT, ELECTRONIC DEBIT, DIRECT WITHDRAWAL, ACH DEPOSIT, ACH WITHDRAWAL, EFT CREDIT, EFT DEBIT, EFT, EXTERNAL CREDIT, DES, ELECTRONIC ACH, ELECTRONIC, ACH ITEM",
	merchantType: "STADIUM, ARENA, FIELD, BALLPARK, AMPHITHEATER, CONCESSIONS, CENTER PARKING, CAFE, COFFEE, RESTAURANT, GRILL, PIZZA, PIZZERIA, SUSHI, TACO, TACOS, BURGER, BBQ, BAKERY, DELI, DINER, BAR, PUB, TAVERN, BREWERY, BREWING, KITCHEN, BISTRO, STEAKHOUSE, MARKET, MKT, GROCERY, FOODS, SUPERMARKET, STORE, STORES, SHOP, SHOPS, BOUTIQUE, SALON, BARBER, NAILS, SPA, HARDWARE, LUMBER, FURNITURE, PHARMACY, DRUG, GAS STATION, FUEL, OIL, MOTEL, HOTEL, INN, RESORT, AIRLINES, AIR, PARKING, GARAGE, TIRE, TIRES, AUTO PARTS, AUTO REPAIR, CAR WASH, MOTORS, DEALERSHIP, JEWELERS, JEWELRY, BOOKS, TOYS, PET, VET, VETERINARY, ANIMAL, DENTAL, DENTIST, MEDICAL, CLINIC, HOSPITAL, DOCTOR, OPTICAL, VISION, LIQUOR, WINE, FLORIST, NURSERY, CLEANERS, LAUNDRY, THEATER, CINEMA, GOLF, GARDEN, SUPPLY, OUTLET, MALL, DONUTS, ICE CREAM, JUICE, NOODLE, THAI, CHINESE, MEXICAN, TICKETS, TAXI, CAB, CAR RENTAL, TRUCK RENTAL, RENTAL CAR, RENT A CAR, RENTALS, RENTAL, TOOL RENTAL, EQUIPMENT RENTAL, PLUMBING, ROOFING, HVAC, ELECTRICAL CONTRACTOR, SUBARU, HONDA, TOYOTA, FORD, CHEVROLET, CHEVY, NISSAN, KIA, HYUNDAI, MAZDA, BMW, LEXUS, AUTO SALES, AUTO GROUP, AUTOMOTIVE, CHRYSLER, JEEP, DODGE, GMC, VOLKSWAGEN, TRAVEL, CRUISE, LAW OFFICE, LAW FIRM, DONATION, CHURCH, POSTAGE, PRINTING, PHOTO, SPORTS, GUN, APPLIANCE, FLOORING, ELECTRONICS, COMPUTER, ART, MUSEUM, ZOO, CASINO, TOBACCO, VAPE, SMOKE SHOP",
	accountNoise: "PAID TO, PAID FROM, CORPORATE, GENERATED, SYS, RECUR, ET, REQUESTED, BC, FROM, TO, FOR, OF, THE, ON, BY, AT, IN, OUT, AND, A, TRANSACTION, TRANS, TRN, CONFIRMATION, CONF, REF, REFERENCE, NUMBER, NO, ID, DATE, ONLINE, INTERNET, MOBILE, WEB, PHONE, TEL, RECURRING, SENT, RECEIVED, DEBIT, MISC, PERIOD, ENDING, MONTH, MONTHLY, YEAR, YEARLY, ANNUAL, PERCENTAGE, YIELD, YIELD EARNED, ANNUAL PERCENTAGE YIELD EARNED, ANNUAL PERCENTAGE YIELD, APY, RATE,  DAYS, STATEMENT, POSTED, AVAILABLE, CHKG ENDING, NEW, INC, LLC, CORP, CO, LTD, NA, N, COM, WWW, HTTP, JANUARY, FEBRUARY, MARCH, APRIL, MAY, JUNE, JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER, JAN, FEB, MAR, APR, JUN, JUL, AUG, SEP, SEPT, OCT, NOV, DEC, DAILY, WEEKLY, QUARTERLY, MEMBER, MEMBERS, BANK, BANKING, FCU, CU, FEDERAL, 1ST, FIRST, NATIONAL, NATL, COMMUNITY, TYPE, DESC, CUSTOMER, SERVICE, SERVICES, GROUP, INDN, ORIG, SEQ, TRACE, TRN, INFO, ACTIVITY, ITEM, ITEMS, PAYABLE, CHASE COM, TXN, CARD, USA, US, AVAIL, VIA, WITH, OR, THIS, YOUR, THANK, YOU, AUTH, SE, ACCT#, AUTHORIZED, ENDING IN, EXTERNAL, PERSONAL, S, REGULAR, MO, 12MO"
};
var SENSES = Object.keys(PHRASES);
var indexOf = new Map(SENSES.map((sense, index) => [sense, index]));
function senseIndex(sense) {
	return indexOf.get(sense) ?? 0;
}
var byFirstWord = new Map();
function add(text, sense) {
	const words = splitWords(text);
	const first = words[0];
	if (first === void 0) return;
	const list = byFirstWord.get(first) ?? [];
	byFirstWord.set(first, list);
	const known = list.find((phrase) => phrase.words.join(" ") === words.join(" "));
	if (known === void 0) list.push({
		words,
		senses: [senseIndex(sense)]
	});
	else if (!known.senses.includes(senseIndex(sense))) known.senses.push(senseIndex(sense));
}
for (const sense of SENSES) for (const phrase of PHRASES[sense].split(",")) add(phrase, sense);
for (const code of STATE_CODES) for (const ending of [
	"STTAXRFD",
	"TAXRFD",
	"STTXRFD",
	"TAXRFND",
	"STTAXREF",
	"TAXREFUND",
	"TXREFUND",
	"STTAXRFND",
	"STAXRFD"
]) add(code + ending, "taxRefund");
for (const code of STATE_CODES) for (const ending of [
	"STTAXPMT",
	"STTAXPYMT",
	"TAXPYMT",
	"TAXPMT",
	"STTAX",
	"TAXPAY"
]) add(code + ending, "tax");
for (const ending of [
	"PMT",
	"PYMT",
	"PAY",
	"PAYMT",
	"PYMNT",
	"PAYMENT",
	"PAYM",
	"AUTOPAY"
]) {
	for (const start of [
		"LOAN",
		"LN",
		"AUTOLOAN",
		"CARLOAN",
		"STDNTLOAN",
		"STUDENTLN",
		"STUDLOAN"
	]) add(start + ending, "loanPayment");
	for (const start of [
		"MTG",
		"MORTG",
		"MORTGAGE",
		"MORT",
		"HOMELOAN",
		"MTGE"
	]) add(start + ending, "mortgage");
	for (const start of [
		"CARD",
		"CC",
		"CRCARD",
		"CREDITCARD",
		"CREDITCRD",
		"CRDCRD",
		"BANKCARD",
		"VISA"
	]) add(start + ending, "card");
	for (const start of ["RENT", "APTRENT"]) add(start + ending, "rent");
	for (const start of [
		"INS",
		"PREM",
		"INSURANCE",
		"INSUR",
		"POLICY"
	]) add(start + ending, "insurance");
	for (const start of [
		"HOA",
		"DUES",
		"ASSN"
	]) add(start + ending, "hoa");
	for (const start of [
		"UTIL",
		"UTILITY",
		"ELEC",
		"GAS",
		"WATER"
	]) add(start + ending, "household");
	for (const start of ["LEASE"]) add(start + ending, "lease");
}
for (const ending of [
	"PROC",
	"PROCEEDS",
	"PROCEED",
	"DISB",
	"DISBURS",
	"DISBRS",
	"FUND",
	"FUNDS",
	"FUNDING",
	"FUNDED",
	"DRAW"
]) for (const start of [
	"LOAN",
	"LN",
	"PERSLOAN"
]) {
	add(start + ending, "loan");
	add(start + ending, "proceeds");
}
for (const list of byFirstWord.values()) list.sort((a, b) => b.words.length - a.words.length);
function matchPhraseAt(words, at, end) {
	const list = byFirstWord.get(words[at] ?? "");
	if (list === void 0) return null;
	search: for (const { words: phrase, senses } of list) {
		const { length } = phrase;
		if (at + length > end) continue;
		for (let i = 1; i < length; i++) if (words[at + i] !== phrase[i]) continue search;
		return {
			senses,
			length
		};
	}
	return null;
}
// features/underwriting/rules/classifier/money-in.ts
var NOT_EMPLOYERS = [
	"exchange",
	"insurer",
	"lender",
	"wage_advance",
	"merchant_advance",
	"bnpl",
	"brokerage",
	"bank",
	"card_issuer",
	"plan_administrator",
	"marketplace",
	"p2p",
	"title_escrow",
	"landlord_portal",
	"tax_agency",
	"benefit_agency",
	"support_agency"
];
var TRADE_WORDS = new Set([
	"TRADE",
	"VENDOR",
	"SUPPLIER",
	"INVOICE",
	"INV",
	"AP",
	"CASH",
	"EDI",
	"BILL",
	"REFUND"
]);
var AGENCY_WORDS = new Set([
	"STATE",
	"COUNTY",
	"CITY",
	"DEPT",
	"AGENCY",
	"INSURANCE",
	"INS",
	"SERVICES",
	"SERVICE",
	"SVCS"
]);
var STATES = new Set([...STATE_CODES, ..."ALABAMA ALASKA ARIZONA ARKANSAS CALIFORNIA COLORADO CONNECTICUT DELAWARE FLORIDA GEORGIA HAWAII IDAHO ILLINOIS INDIANA IOWA KANSAS KENTUCKY LOUISIANA MAINE MARYLAND MASSACHUSETTS MICHIGAN MINNESOTA MISSISSIPPI MISSOURI MONTANA NEBRASKA NEVADA OHIO OKLAHOMA OREGON PENNSYLVANIA TENNESSEE TEXAS UTAH VERMONT VIRGINIA WASHINGTON WISCONSIN WYOMING".split(" ")]);
var BENEFIT_CODES = new Set("SSA SSI SSDI UI UIA EDD OPM OPM1 RRB SNAP WIC PFD PFL PFML SDI TDI DUA PUA FPUC VACP VAED TANF".split(" "));
function mayBeAgency(line, sense) {
	const { words } = line;
	const [first = ""] = words;
	const isState = STATES.has(first);
	if (!isState && isPersonAt(words, 0) || words.some((word) => isRelative(word) && word !== "FAMILY")) return false;
	if (line.has("government") || line.entry?.id === "refund-transfer-banks" || sense === "benefit" && line.has("benefitWord")) return true;
	if (words.some((word, at) => at > 0 && isCompanyWord(word) && !AGENCY_WORDS.has(word))) return false;
	if (isState || line.isAny("tax_agency", "benefit_agency")) return true;
	if (line.hasEntry && !line.says(sense)) return false;
	return line.unknownWords === 0 || sense === "benefit" && !words.some((word) => BENEFIT_CODES.has(word));
}
function loanSubclass(line) {
	const kind = line.entry?.kind;
	if (line.has("refundAdvance")) return "refund_advance";
	if (line.has("securitiesLine")) return "securities_line";
	if (line.has("planLoan") || line.is("plan_administrator")) return "own_plan";
	if (line.has("homeEquity") || kind === "home_equity") return "home_equity";
	if (line.has("titleLoan") || kind === "auto_equity") return "auto_equity";
	if (line.is("merchant_advance")) return "merchant_advance";
	if (line.is("wage_advance") || line.has("wageAdvance")) return "wage_advance";
	if (line.is("bnpl")) return "bnpl";
	if (line.has("payday") || kind === "payday") return "payday";
	if (line.has("card") && line.has("transfer")) return "card_cash_advance";
	if (line.has("cashAdvance") || line.is("card_issuer")) return line.has("cashAdvance") || !line.is("lender") ? "card_cash_advance" : "personal";
	return "personal";
}
var JOB_WORDS = new Set("TRAVEL EXPENSE EXPENSES RELOCATION MOVING PER DIEM ROYALTY BOOK".split(" "));
function endsInAdvance(line) {
	const { words, fields } = line;
	const at = words.findLastIndex((word) => word === "ADVANCE" || word === "ADV");
	const next = words[at + 1];
	const isLast = next === void 0 || hasDigit(next) || fields[at + 1] !== fields[at];
	return at > 0 && isLast && !words.some((word) => JOB_WORDS.has(word));
}
function borrowed(line) {
	if (line.saysAny("refundAdvance", "payday", "securitiesLine")) return true;
	if (line.saysAny("wageAdvance") && !line.says("payroll")) return true;
	if (line.has("wageAdvance") && line.hasAny("advance")) return true;
	if (line.has("cashAdvance")) return true;
	const isMoved = line.hasAny("transfer", "overdraftProtection");
	if (line.has("borrowLine") && (isMoved || line.hasAny("advance", "proceeds", "deposit", "loan"))) return true;
	if (line.has("homeEquity") && line.hasAny("advance", "proceeds", "transfer", "deposit", "loan")) return true;
	if (line.says("loan") && !line.saysAny("payroll", "interest", "loanPayment")) return true;
	if (line.says("planLoan")) return true;
	if (line.has("card") && isMoved && line.words.includes("FROM")) return true;
	if (line.isAny("lender", "merchant_advance", "wage_advance", "bnpl", "plan_administrator") && line.saysAny("advance", "proceeds")) return !line.saysAny("payroll", "pension");
	if (!line.says("advance")) return false;
	if (line.has("loan") || line.unknownWords === 0) return true;
	const isIncome = line.saysAny("payroll", "weakPayroll", "directDeposit", "pension", "benefit", "claim");
	return endsInAdvance(line) && !isIncome && !line.has("government") && line.entry === null;
}
function peer$1(line) {
	const named = line.peerName.length > 0;
	const name = line.peerName;
	if (!named && line.hasAny("refund", "reversal")) return sure("refund_reversal", "a returned person-to-person payment");
	if (!named && line.has("fee")) return unsure("fee_refund", "fee of a payment service");
	if (line.peer === "remittance") return sure("person_payment", "remittance service", "remittance");
	if (line.peer === "paypal") {
		if (line.hasAny("loan", "advance", "proceeds")) return sure("loan_proceeds", "loan words at PayPal", "merchant_advance");
		if (line.hasAny("transfer", "cashOut") || line.words.includes("INST")) return sure("own_transfer", "balance moved out of PayPal");
		if (line.isPersonNamed) return sure("person_payment", "person named on a PayPal payment");
		return unsure("other", "PayPal without a purpose");
	}
	if (line.has("crypto")) return sure("crypto", "crypto words");
	if (!named && line.peer === "cash_app" && line.hasAny("proceeds", "loan", "advance")) return sure("loan_proceeds", "money borrowed from a payment app", "personal");
	if (line.has("cashOut")) return sure("own_transfer", "balance moved out of a payment app");
	if (isSelf(name)) return sure("own_transfer", "payment to oneself");
	const rent = line.has("rent") || name.includes("RENT");
	const shares = name.some((word) => word === "ROOMMATE" || word === "ROOMIE") || line.has("sharedRent");
	if (rent && !shares) {
		if (name.some((word) => word === "TENANT" || word === "UNIT" || word === "TENANTS") || line.has("tenant")) return sure("rental_income", "rent from a tenant");
		if (!name.some(isRelative)) return unsure("rental_income", "rent words on a payment from a person");
	}
	if (!named && (line.has("transfer") || line.has("ownAccount")) && line.peer !== "zelle") return unsure("own_transfer", "transfer from a payment app");
	return sure("person_payment", "person-to-person payment");
}
function wire$1(line) {
	if (line.has("reversal") || line.has("refund") && !line.is("title_escrow")) return sure("refund_reversal", "a wire sent back");
	if (line.names("title_escrow") || line.has("titleCompany")) return sure("title_escrow", "wire from a title company");
	if (line.names("exchange") || line.has("crypto")) return sure("crypto", "wire from a crypto exchange");
	if (borrowed(line)) return sure("loan_proceeds", "loan words on a wire", loanSubclass(line));
	if (line.is("insurer")) return unsure("insurance_claim", "wire from an insurer");
	if (line.isAny("lender", "merchant_advance") && !line.is("bank")) return sure("loan_proceeds", "wire from a lender", loanSubclass(line));
	if (line.names("brokerage")) return sure("own_transfer", "wire from a brokerage");
	if (line.is("plan_administrator")) return sure("retirement_income", "wire from a retirement plan");
	const party = line.partyWords();
	if (line.isPersonNamed) return sure("person_payment", "person named on a wire");
	if (line.has("rtp") && line.hasAny("ownAccount", "transfer")) return sure("own_transfer", "own account named");
	if (party.length === 0 || line.is("bank")) {
		if (line.has("ownAccount") || line.is("bank")) return unsure("own_transfer", "bank or own account named on a wire");
		return unsure("other", "wire without a sender");
	}
	if (looksLikeCompany(party) || line.has("merchantType")) return unsure("other", "wire from a company");
	return sure("person_payment", "name on a wire");
}
function interest(line) {
	if (!line.saysAny("interest", "dividend") || line.isPersonNamed) return null;
	if (!line.says("interest") && (line.entry === null ? line.unknownWords > 1 : !line.is("bank")) && !line.has("ownAccount")) return unsure("other", "dividend of a company", "dividend");
	if (line.hasAny("rent", "tenant", "claim", "loan", "tax")) return null;
	if (line.isAny("bank", "card_issuer") || line.unknownWords === 0) return sure("interest", "interest words and no other party");
	if (line.is("brokerage")) return sure("interest", "interest at a brokerage's bank");
	if (line.category.detailed.startsWith("INCOME_INTEREST") && line.unknownWords <= 3) return sure("interest", "interest words and category");
	if (line.unknownWords <= 2 && line.words.some((word) => /^(?:FCU|CU|BANK|FSB|UNION|BANCORP|SAVINGS)$/.test(word))) return sure("interest", "interest words and a bank's name");
	return null;
}
function deposit(line) {
	if (line.has("directDeposit") || line.hasEntry) return null;
	if (line.has("checkDeposit") || line.has("check") && line.hasAny("deposit", "counterDeposit")) return sure("check_deposit", "check deposit words");
	if (line.has("cashDeposit")) return sure("cash_deposit", "cash deposit words");
	if (line.has("cash") && line.has("deposit") && line.unknownWords <= 2) return sure("cash_deposit", "cash deposit words");
	if (line.entry?.id === "bank-of-america" && line.words.includes("BC") && line.has("deposit") || line.has("counterDeposit") || line.has("atm") && line.has("deposit")) return unsure("cash_deposit", "branch or ATM deposit without more");
	return null;
}
function transfer$1(line) {
	const { detailed } = line.category;
	const fromAccount = line.has("deposit") && line.words.includes("FROM") && line.has("ownAccount");
	const words = line.has("transfer") || fromAccount && line.unknownWords === 0;
	if (line.isAny("brokerage")) {
		if (line.has("dividend") && !line.has("transfer")) return unsure("other", "dividend paid out", "dividend");
		return sure("own_transfer", "money from a brokerage");
	}
	if (line.is("plan_administrator") && words) return unsure("own_transfer", "transfer from a retirement plan");
	if (line.is("bank") && (words || line.saysAny("collection", "ownAccount") || detailed.startsWith("TRANSFER_IN_"))) return line.has("reward") ? null : sure("own_transfer", "transfer from another bank");
	if (words && (line.masks.length > 0 || line.has("ownAccount"))) return sure("own_transfer", "transfer words and an account");
	if (words && line.entry === null) {
		if (line.isPersonNamed) return sure("person_payment", "transfer from a named person");
		if (line.unknownWords === 0) return sure("own_transfer", "transfer words and no other party");
		if (detailed === "TRANSFER_IN_ACCOUNT_TRANSFER") return unsure("own_transfer", "transfer words and category");
		if (looksLikeCompany(line.words)) return null;
		return line.hasEntry ? null : unsure("own_transfer", "transfer words");
	}
	return null;
}
function pay(line) {
	if (line.isAny(...NOT_EMPLOYERS) || line.isPersonNamed || line.hasAny("windfall", "reward", "claim", "loan")) return null;
	if (line.is("payroll_processor")) return sure("payroll", "payroll processor");
	if (line.saysAny("directDeposit")) return line.entry !== null || line.unknownWords > 0 ? sure("payroll", "direct deposit from an employer") : unsure("payroll", "direct deposit without a payer");
	if (line.hasEntry && line.says("weakPayroll") && !line.words.some((word) => TRADE_WORDS.has(word))) return sure("payroll", "pay wording in the ACH entry");
	const { detailed } = line.category;
	if (/^INCOME_(?:SALARY|WAGES|MILITARY)/.test(detailed) && !line.hasAny("transfer", "cash", "check", "crypto")) return unsure("payroll", "category and no word against it");
	if (line.is("employer") && !line.hasAny("gig", "payment", "transfer")) return unsure("payroll", "known employer");
	return null;
}
function byCategory$1(line) {
	const { primary, detailed } = line.category;
	const household = line.isAny("utility", "merchant", "landlord_portal", "insurer");
	if (detailed.startsWith("INCOME_INTEREST") && line.entry === null && line.unknownWords === 0) return unsure("interest", "category");
	if (detailed.startsWith("INCOME_TAX_REFUND") && line.entry === null) return unsure("tax_refund", "category");
	if (/^INCOME_(?:UNEMPLOYMENT|GOVERNMENT|SOCIAL|LONG_TERM_DIS|DISABILITY)/.test(detailed) && line.entry === null) return unsure("benefit", "category");
	if (detailed.startsWith("INCOME_RETIREMENT")) return unsure("retirement_income", "category");
	if (detailed.startsWith("INCOME_GIG")) return unsure("gig_income", "category");
	if (/^INCOME_(?:CHILD_SUPPORT|ALIMONY)/.test(detailed)) return unsure("support", "category");
	if (detailed.startsWith("INCOME_RENT")) return unsure("rental_income", "category");
	if ((primary === "LOAN_DISBURSEMENTS" || detailed.startsWith("TRANSFER_IN_CASH_ADVANCES")) && !household) {
		if (line.entry === null || line.isAny("lender", "wage_advance", "bnpl", "merchant_advance", "card_issuer")) return unsure("loan_proceeds", "category", categoryLoan(detailed) ?? loanSubclass(line));
		return null;
	}
	if (line.entry === null && /^TRANSFER_IN_(?:ACCOUNT_TRANSFER|SAVINGS|INVESTMENT)/.test(detailed)) return unsure("own_transfer", "category");
	if (household && primary !== "INCOME" && primary !== "") return unsure("refund_reversal", "money back from a merchant");
	return null;
}
function categoryLoan(detailed) {
	if (detailed.endsWith("_EWA")) return "wage_advance";
	if (detailed.endsWith("_BNPL")) return "bnpl";
	if (detailed.endsWith("_CASH_ADVANCES")) return "payday";
	return null;
}
function classifyIn(line, hasCheckNumber) {
	if (line.isPeer()) return peer$1(line);
	if (line.has("verification")) return sure("other", "account verification", "verification");
	const turned = line.saysAny("refund", "reversal");
	const feeWords = line.hasAny("fee", "overdraft", "overdraftProtection") || line.has("feeKind") && line.has("atm");
	const ofBank = line.entry === null || line.isAny("bank", "card_issuer", "brokerage");
	if (feeWords && ofBank && !line.hasAny("tuition", "hoa", "household", "rent")) {
		if (line.has("fee") && (turned || line.has("credit") || line.has("feeKind") || line.has("overdraft"))) return sure("fee_refund", "fee and refund words");
		if (line.hasAny("refund") || line.has("overdraft") && line.says("reversal")) return sure("fee_refund", "refund of an overdraft or fee");
	}
	if (/^BANK_(?:PENALTIES|FEES)/.test(line.category.primary) && ofBank) return unsure("fee_refund", "category");
	if (line.has("feeKind") && line.hasAny("refund") && ofBank && line.says("credit") && line.unknownWords === 0) return unsure("fee_refund", "refund of a bank charge");
	if (line.words.includes("ATM") && line.says("credit") && !line.has("deposit")) return sure("fee_refund", "ATM rebate");
	if (line.hasAny("wire", "rtp") && !line.says("payroll")) return wire$1(line);
	if (line.isPersonNamed && !line.hasEntry && !(line.has("transfer") && line.has("ownAccount"))) return sure("person_payment", "person named as the sender");
	const entryPay = line.says("payroll") && !line.saysAny("advance", "loan", "wageAdvance");
	if (entryPay && line.hasEntry && !turned) return line.is("plan_administrator") ? sure("retirement_income", "pension payroll") : sure("payroll", "payroll wording in the ACH entry");
	if (line.has("windfall")) return sure("other", "settlement or estate", "windfall");
	if (line.has("cashDeposit") && line.has("payroll") && !line.hasEntry) return sure("cash_deposit", "cash deposit words");
	if (line.entry?.id === "u-s-department-of-education" && line.has("student") && line.has("refund")) return sure("loan_proceeds", "student loan money left over", "student");
	const refundOfTax = line.has("taxRefund");
	if (!(turned && !line.has("refundAdvance") && !line.says("advance") && !line.has("proceeds")) && borrowed(line)) {
		if (line.is("student_servicer") && !line.saysAny("proceeds", "advance")) return unsure("refund_reversal", "student loan servicer");
		return sure("loan_proceeds", "loan or advance wording", loanSubclass(line));
	}
	if (line.is("support_agency") || line.has("support")) return turned ? unsure("refund_reversal", "support sent back") : sure("support", "support agency or wording");
	if (line.is("payroll_processor") && !turned && !line.saysAny("pension")) return sure("payroll", "payroll processor");
	const handed = deposit(line);
	if (handed !== null && (refundOfTax || line.isAny("tax_agency", "benefit_agency") || line.hasAny("benefit", "benefitWord"))) return handed;
	if (line.is("tax_agency") && mayBeAgency(line, "taxRefund")) return sure("tax_refund", "tax agency");
	if (refundOfTax && mayBeAgency(line, "taxRefund") && !line.isAny("merchant", "insurer", "utility", "marketplace", "lender") && !line.has("propertyTax")) {
		if (line.has("government") || line.entry !== null || line.hasEntry || line.unknownWords <= 1 || line.category.detailed.startsWith("INCOME_TAX_REFUND")) return sure("tax_refund", "tax refund wording");
		return unsure("other", "tax refund words and an unknown party");
	}
	if ((entryPay || line.has("payroll") && line.is("employer")) && !turned) {
		if (line.says("pension")) return sure("retirement_income", "pension payroll");
		if (line.has("checkDeposit") && line.unknownWords === 0) return sure("check_deposit", "check deposit words");
		return sure("payroll", "payroll wording");
	}
	const bonus = !line.hasEntry && line.words.includes("BONUS");
	if ((line.has("reward") || bonus) && !line.is("exchange") && !(line.hasEntry && line.says("transfer"))) return sure("other", "reward or bonus of a bank", "reward");
	if (line.is("benefit_agency") && !turned && mayBeAgency(line, "benefit")) return sure("benefit", "benefit agency");
	if (line.has("reimbursement")) return sure("insurance_claim", "health account reimbursement", "reimbursement");
	const pension = line.says("pension") || line.is("plan_administrator") && line.entry?.kind === "pension";
	if (!turned && line.hasAny("benefit") && mayBeAgency(line, "benefit") && !line.isAny("insurer", "plan_administrator", "merchant", "utility", "brokerage")) return sure("benefit", "benefit wording");
	if (line.has("claim") && !line.hasAny("reversal", "refund")) return sure("insurance_claim", "claim wording");
	if (line.is("insurer")) {
		if (turned || line.has("insurance")) return sure("refund_reversal", "refund from an insurer");
		if (pension) return sure("retirement_income", "annuity or pension wording");
		return unsure("insurance_claim", "payment from an insurer");
	}
	if (!turned && (pension || line.is("plan_administrator") && !line.has("transfer"))) return sure("retirement_income", "pension or plan wording");
	if (!turned && line.has("benefitWord") && (line.has("government") || line.has("directDeposit"))) return sure("benefit", "benefit wording of a government");
	if (line.is("marketplace")) {
		if (turned) return sure("refund_reversal", "refund from a marketplace");
		const payout = line.hasEntry || line.hasAny("gig", "payment", "deposit", "transfer", "directDeposit", "weakPayroll", "ach");
		if (line.entry?.id === "amazon-marketplace" && !payout) return unsure("refund_reversal", "money back from a shop");
		return sure("gig_income", "marketplace payout");
	}
	if (line.is("exchange") || line.has("crypto")) return sure("crypto", "crypto exchange");
	if (line.says("reversal") && (line.is("title_escrow") || line.has("titleCompany"))) return sure("refund_reversal", "money sent back by a title company");
	const mortgage = line.isAny("mortgage_servicer", "servicer", "student_servicer", "lender");
	if (line.is("title_escrow") || line.has("titleCompany") && !mortgage) return sure("title_escrow", "title or escrow company");
	if (line.has("rentalPayout") && !turned) return sure("rental_income", "payout of rent");
	if (line.is("landlord_portal")) return turned || line.has("deposit") ? sure("refund_reversal", "refund from a landlord") : sure("rental_income", "payout of a landlord portal");
	if (line.has("rent") && !turned && (line.has("tenant") || line.unknownWords > 0 || line.hasEntry) && !line.has("sharedRent")) return unsure("rental_income", "rent wording");
	if (turned || line.hasAny("refund") || line.has("overdraft") && !line.has("deposit")) return sure("refund_reversal", "refund or reversal wording", line.has("overdraft") ? "returned_debit" : null);
	if (line.isAny("servicer", "mortgage_servicer", "student_servicer") && !line.is("bank") && !line.saysAny("directDeposit", "weakPayroll")) return unsure("refund_reversal", "money back from a servicer");
	if (line.isAny("lender", "wage_advance", "merchant_advance", "bnpl") && !line.isAny("bank", "employer", "servicer")) {
		if (line.hasEntry && line.says("transfer") && line.says("ownAccount")) return unsure("own_transfer", "transfer from an account at a lender");
		if (!line.hasAny("interest", "dividend", "investment")) return line.saysAny("directDeposit", "weakPayroll") ? unsure("loan_proceeds", "deposit from a lender", loanSubclass(line)) : sure("loan_proceeds", "deposit from a lender", loanSubclass(line));
	}
	const deposited = deposit(line);
	if (deposited !== null) return deposited;
	if (hasCheckNumber && !line.hasEntry) return sure("check_deposit", "check number");
	const found = interest(line) ?? transfer$1(line) ?? pay(line);
	if (found !== null) return found;
	if (line.has("gig")) return unsure("gig_income", "payout wording");
	return byCategory$1(line) ?? unsure("other", "nothing in the line says what it is");
}
// features/underwriting/rules/classifier/money-out.ts
function loanKind(line) {
	const kind = line.entry?.kind;
	if (line.is("mortgage_servicer") || line.has("mortgage")) return "mortgage";
	if (line.has("homeEquity") || kind === "home_equity") return "home_equity";
	if (line.is("student_servicer") || line.has("student")) return "student";
	if (line.is("bnpl")) return "bnpl";
	if (line.is("wage_advance")) return "wage_advance";
	if (line.is("merchant_advance")) return "merchant_advance";
	if (kind === "lease" || line.has("lease") && kind !== "auto") return "lease";
	if (kind && [
		"auto",
		"payday",
		"auto_equity"
	].includes(kind)) return kind;
	if (line.has("planLoan") || line.is("plan_administrator")) return "own_plan";
	return "personal";
}
var STORES_WITH_CARDS = new Set([
	"walmart",
	"target",
	"costco",
	"sam-s-club",
	"home-depot",
	"lowe-s",
	"best-buy",
	"department-stores",
	"home-stores",
	"fuel"
]);
var STORE_CARD_WORDS = new Set([
	"CARD",
	"CRD",
	"CBNA",
	"SYNCB",
	"SYF",
	"COMENITY"
]);
function isHousehold(line) {
	return line.hasAny("household", "hoa", "tuition");
}
function fee(line) {
	const { primary, detailed } = line.category;
	const penalized = /^BANK_(?:PENALTIES|FEES)/.test(primary);
	const ofBank = line.peer === null && (line.entry === null || line.isAny("bank", "card_issuer", "brokerage")) && !isHousehold(line);
	if (line.startsWithFee && !line.hasAny("depositedItem", "overdraftProtection", "lateOrForeign")) return sure("nsf_fee", "overdraft or returned item fee");
	if (!ofBank || line.hasEntry || line.hasAny("rent", "tax", "insurance")) return null;
	if (line.has("fee")) {
		if (line.has("depositedItem")) return sure("other_fee", "fee for another person's returned check");
		if (line.has("overdraftProtection")) return sure("other_fee", "overdraft protection transfer");
		if (line.has("overdraft")) return line.has("lateOrForeign") ? sure("other_fee", "late, foreign, card or wire fee") : sure("nsf_fee", "overdraft or returned item fee");
		if (line.has("feeKind") || penalized || line.unknownWords === 0) return penalized && /INSUFFICIENT|OVERDRAFT/.test(detailed) && !line.hasAny("feeKind", "lateOrForeign") ? sure("nsf_fee", "category") : sure("other_fee", "fee wording");
		return line.unknownWords <= 1 ? unsure("other_fee", "fee wording") : null;
	}
	if (penalized) {
		if (line.hasAny("depositedItem", "overdraftProtection", "lateOrForeign", "interest")) return sure("other_fee", "category and wording");
		if (/INSUFFICIENT|OVERDRAFT/.test(detailed) || line.has("overdraft")) return sure("nsf_fee", "category");
		return sure("other_fee", "category");
	}
	const words = [
		"NSF",
		"OVERDRAFT",
		"OD",
		"INSUFFICIENT"
	];
	if (line.has("overdraft") && !line.hasAny("transfer", "reversal", "depositedItem") && line.words.some((word) => words.includes(word))) return unsure("nsf_fee", "overdraft wording");
	return null;
}
function peer(line) {
	const name = line.peerName;
	if (line.hasAny("reversal") && name.length === 0) return sure("refund_reversal", "a reversed person-to-person payment");
	if (line.peer === "remittance") return sure("person_payment", "remittance service", "remittance");
	if (line.has("crypto")) return sure("crypto", "crypto words");
	if (line.has("support") || name.length > 0 && line.has("supportWord")) return sure("support", "support words");
	if (line.has("rent")) return sure("rent", "rent words");
	if (line.has("hoa")) return unsure("household_bill", "dues words", "hoa");
	if (line.peer === "paypal") {
		if (line.has("installment") || line.has("loanPayment")) return sure("loan_payment", "installment wording", "bnpl");
		if (line.words.includes("FRIENDS") || line.isPersonNamed) return sure("person_payment", "person named on a PayPal payment");
		if (line.hasAny("addCash")) return sure("own_transfer", "money moved to PayPal");
		return unsure("purchase", "paid through PayPal");
	}
	if (name.length === 0) {
		if (line.hasAny("loanPayment") || line.peer === "cash_app" && line.hasAny("proceeds", "loan")) return sure("loan_payment", "repayment to a payment app", "personal");
		if (line.hasAny("addCash") || line.hasAny("transfer", "ownAccount") && line.peer !== "zelle") return unsure("own_transfer", "money moved to a payment app");
	}
	if (isSelf(name)) return sure("own_transfer", "payment to oneself");
	const title = name.indexOf("TITLE");
	if (name.includes("ESCROW") || title > 0 && looksLikeCompany(name.slice(title))) return unsure("title_escrow", "title company named");
	return sure("person_payment", "person-to-person payment");
}
function wire(line) {
	if (line.has("reversal")) return sure("refund_reversal", "a wire taken back");
	if (line.names("title_escrow") || line.has("titleCompany")) return sure("title_escrow", "wire to a title company");
	if (line.names("exchange") || line.has("crypto")) return sure("crypto", "wire to a crypto exchange");
	if (line.is("tax_agency")) return sure("tax_payment", "wire to a tax agency");
	if (line.isPersonNamed) return sure("person_payment", "person named on a wire");
	if (line.isAny("mortgage_servicer", "servicer", "student_servicer") || line.has("loanPayment")) return sure("loan_payment", "wire to a lender", loanKind(line));
	if (line.names("brokerage") || line.has("ownAccount") || line.masks.length > 0) return sure("own_transfer", "wire to an own account");
	const party = line.partyWords();
	if (line.has("broker") && line.hasAny("deposit", "titleWord")) return sure("title_escrow", "deposit with a real estate broker");
	if (line.has("broker") && !line.has("rent")) return unsure("title_escrow", "wire to a real estate broker");
	if (line.isAny("merchant", "marketplace")) return sure("purchase", "wire to a merchant");
	if (party.length > 0 ? looksLikeCompany(party) : line.has("merchantType") || looksLikeCompany(line.words)) return sure("purchase", "wire to a company");
	if (line.has("rtp") && line.has("rent")) return sure("rent", "rent words");
	if (line.is("bank")) return unsure("own_transfer", "bank named on a wire");
	if (party.length > 0) return sure("person_payment", "name on a wire");
	return unsure("other", "wire without a receiver");
}
function atBank(line) {
	const { primary, detailed } = line.category;
	if (line.has("mortgage")) return sure("loan_payment", "mortgage wording at a bank", "mortgage");
	if (line.hasAny("loanPayment", "homeEquity", "student") || line.says("loan") || line.has("borrowLine") && line.has("payment")) return sure("loan_payment", "loan wording at a bank", loanKind(line));
	if (line.says("lease")) return sure("loan_payment", "lease wording at a bank", "lease");
	if (line.has("card") && !line.has("cardPurchase")) return sure("card_payment", "card wording at an issuer");
	if (line.saysAny("transfer", "collection", "ownAccount", "investment") && !line.says("payment")) return sure("own_transfer", "transfer to another bank");
	if (line.says("payment") && !line.has("transfer")) {
		if (line.is("card_issuer")) return sure("card_payment", "payment to a card issuer");
		if (line.isAny("servicer", "lender")) return sure("loan_payment", "payment to a lending bank", loanKind(line));
	}
	if (primary === "LOAN_PAYMENTS") return detailed.includes("CREDIT_CARD") ? unsure("card_payment", "bank and category") : line.has("transfer") || line.unknownWords > 1 ? unsure("own_transfer", "transfer to another bank") : unsure("loan_payment", "bank and category", loanKind(line));
	if (line.has("transfer")) return sure("own_transfer", "transfer to another bank");
	if (primary === "TRANSFER_OUT") return unsure("own_transfer", "bank and category");
	return line.is("card_issuer") && line.hasEntry && !line.has("deposit") ? unsure("card_payment", "card issuer") : null;
}
function byRole(line) {
	if (line.has("merchantType") && line.isAny("bank", "card_issuer", "insurer") && !line.hasEntry && !line.hasAny("payment", "transfer", "card", "loan", "insurance")) return unsure("purchase", "place named after a company");
	if (line.is("merchant") && !line.has("loanPayment")) {
		const storeCard = line.has("card") || line.has("payment") && line.words.some((word) => STORE_CARD_WORDS.has(word));
		if (line.hasEntry && line.says("payment") && STORES_WITH_CARDS.has(line.entry?.id ?? "")) return unsure("card_payment", "ACH payment to a store with a card");
		return storeCard && !line.has("cardPurchase") ? sure("card_payment", "store card") : sure("purchase", "merchant");
	}
	if (line.is("mortgage_servicer")) return sure("loan_payment", "mortgage servicer", "mortgage");
	if (line.is("student_servicer")) return line.has("tuition") ? sure("household_bill", "tuition plan", "tuition") : sure("loan_payment", "student loan servicer", "student");
	if (line.isAny("bank") && !line.isAny("brokerage")) return atBank(line);
	if (line.is("servicer")) return sure("loan_payment", "loan or lease servicer", loanKind(line));
	if (line.isAny("lender", "wage_advance", "merchant_advance", "bnpl")) {
		if (line.has("card") && !line.has("loan")) return sure("card_payment", "card of a lender");
		if (line.has("household") && line.is("wage_advance")) return sure("household_bill", "subscription", "subscription");
		if (line.saysAny("investment") && line.is("wage_advance")) return unsure("own_transfer", "savings at an app");
		return sure("loan_payment", "lender", loanKind(line));
	}
	if (line.is("card_issuer")) return line.has("loanPayment") ? sure("loan_payment", "loan of a card issuer", "personal") : sure("card_payment", "card issuer");
	if (line.is("insurer")) return sure("insurance", "insurer", line.has("landlordPolicy") ? "landlord" : null);
	if (line.is("utility")) return sure("household_bill", "household payee", line.entry?.kind ?? null);
	if (line.is("plan_administrator")) return line.hasAny("loan", "loanPayment") ? sure("loan_payment", "payment on a plan loan", "own_plan") : sure("own_transfer", "retirement plan");
	if (line.is("brokerage")) return line.has("card") ? sure("card_payment", "card of a brokerage") : sure("own_transfer", "brokerage");
	if (line.is("marketplace")) return sure("purchase", "marketplace");
	return null;
}
function byWords(line) {
	if (line.hasAny("mortgage", "loanPayment", "student") || line.has("homeEquity") && line.hasAny("payment", "transfer", "card")) return sure("loan_payment", "loan wording", loanKind(line));
	if (line.has("homeEquity")) return unsure("loan_payment", "home equity wording", "home_equity");
	if (line.has("card") && !line.has("cardPurchase") && (line.hasAny("payment", "transfer") || line.unknownWords <= 2)) return sure("card_payment", "card payment wording");
	if (line.hasAny("debtCollection")) return unsure("loan_payment", "debt collector", "collection");
	if (line.has("hoa")) return sure("household_bill", "association dues", "hoa");
	if (line.has("tuition")) return sure("household_bill", "tuition", "tuition");
	if (line.has("insurance")) return sure("insurance", "insurance wording", line.has("landlordPolicy") ? "landlord" : null);
	if (line.has("household") && !line.has("merchantType")) return sure("household_bill", "household wording");
	if ((line.has("lease") || line.says("installment")) && line.has("payment") && line.entry === null) return unsure("loan_payment", "lease or installment wording", loanKind(line));
	if (line.says("loan") && line.hasAny("payment", "transfer", "ach")) return sure("loan_payment", "loan wording", loanKind(line));
	if ((line.has("financeCompany") || line.has("loan")) && (line.has("payment") || line.hasEntry) && !line.has("cardPurchase")) return sure("loan_payment", "finance company", loanKind(line));
	if (line.has("borrowLine") && line.hasAny("payment", "transfer")) return sure("loan_payment", "payment on a credit line", "personal");
	return null;
}
function transfer(line) {
	if (line.has("cardPurchase") || line.has("merchantType")) return null;
	if (line.has("payment") && line.words.includes("OWN") && line.has("ownAccount")) return sure("own_transfer", "payment to an own account");
	if (line.has("transfer")) {
		if (line.masks.length > 0 || line.has("ownAccount")) return sure("own_transfer", "transfer words and an account");
		if (line.isPersonNamed) return sure("person_payment", "transfer to a named person");
		if (line.unknownWords === 0 || line.category.detailed === "TRANSFER_OUT_ACCOUNT_TRANSFER") return sure("own_transfer", "transfer words");
		if (line.hasEntry || looksLikeCompany(line.words)) return null;
		return unsure("own_transfer", "transfer words");
	}
	if (line.says("investment") && line.entry === null) return sure("own_transfer", "investment wording");
	return null;
}
function byCategory(line) {
	const { primary, detailed } = line.category;
	if (primary === "LOAN_PAYMENTS") {
		if (isHousehold(line) || line.has("insurance")) return null;
		return detailed.includes("CREDIT_CARD") ? unsure("card_payment", "category") : unsure("loan_payment", "category", detailed.includes("MORTGAGE") ? "mortgage" : loanKind(line));
	}
	if (detailed === "RENT_AND_UTILITIES_RENT") return unsure("rent", "category");
	if (primary === "RENT_AND_UTILITIES") return unsure("household_bill", "category");
	if (detailed.includes("INSURANCE")) return unsure("insurance", "category");
	if (/CHILDCARE|EDUCATION|GYMS_AND_FITNESS|STORAGE/.test(detailed)) return unsure("household_bill", "category");
	if (detailed.includes("TAX_PAYMENT")) return unsure("tax_payment", "category");
	if (detailed === "TRANSFER_OUT_WITHDRAWAL") return unsure("cash_withdrawal", "category");
	if (/^TRANSFER_OUT_(?:ACCOUNT_TRANSFER|SAVINGS|INVESTMENT)/.test(detailed)) return unsure("own_transfer", "category");
	if (/^(?:FOOD|GENERAL_MERCH|TRAVEL|TRANSPORT|MEDICAL|HOME_IMPROVE|ENTERTAIN|PERSONAL_CARE|GENERAL_SERV)/.test(primary)) return unsure("purchase", "category");
	return null;
}
function classifyOut(line, hasCheckNumber) {
	const charged = fee(line);
	if (charged !== null) return charged;
	if (line.hasAny("levy", "garnishment")) {
		const subclass = line.has("levy") ? "levy" : "garnishment";
		return line.is("tax_agency") ? sure("tax_payment", "levy wording", subclass) : sure("other", "levy wording", subclass);
	}
	if (line.isPeer()) return peer(line);
	if (line.has("wire") || line.has("rtp") && !line.hasEntry) return wire(line);
	if (line.has("depositedItem")) return sure("refund_reversal", "a deposit was returned", "deposit_returned");
	if (line.saysAny("reversal") || line.has("overdraft") && !line.hasAny("transfer", "payment")) return sure("refund_reversal", "reversal or return wording", line.hasAny("deposit", "check") ? "deposit_returned" : null);
	if (line.is("support_agency") || line.has("support")) return sure("support", "support agency or wording");
	if ((hasCheckNumber || line.has("check") && !line.hasEntry && !line.has("payment")) && (line.entry === null || !line.hasAny("cardPurchase"))) {
		if (line.names("title_escrow") || line.has("titleCompany")) return sure("title_escrow", "check to a title company");
		if (line.has("broker") && !line.has("rent")) return unsure("title_escrow", "check to a real estate broker");
		if (!line.has("cashWithdrawal")) return sure("check", "check wording or number");
	}
	if (line.has("withdrawal") && line.words.includes("TO") && line.has("ownAccount") && line.entry === null) return sure("own_transfer", "withdrawal to an own account");
	if (line.has("withdrawal") && (line.has("atm") || line.words.includes("BC"))) return sure("cash_withdrawal", "ATM withdrawal");
	if (line.has("cashWithdrawal") && (line.names("title_escrow") || line.has("titleCompany"))) return sure("title_escrow", "bank check to a title company");
	if (line.has("cashWithdrawal") || line.has("withdrawal") && line.has("cash")) return sure("cash_withdrawal", "withdrawal wording");
	const lends = line.isAny("lender", "servicer", "mortgage_servicer", "student_servicer", "marketplace", "bank", "merchant");
	if (line.is("title_escrow") || line.has("titleCompany") && !lends && !line.hasAny("titleLoan", "loan", "loanPayment")) return sure("title_escrow", "title or escrow company");
	if (line.has("broker") && line.hasAny("deposit") && !line.has("rent")) return sure("title_escrow", "deposit with a real estate broker");
	if (line.is("exchange") || line.has("crypto") && !line.is("merchant")) return sure("crypto", "crypto exchange");
	if (line.is("tax_agency")) return sure("tax_payment", "tax agency");
	if (line.has("propertyTax")) return sure("tax_payment", "property tax", "property_tax");
	if (line.is("court")) return unsure("other", "court");
	if (line.says("tax") && !line.isAny("merchant", "utility", "payroll_processor", "bank", "mortgage_servicer") && (line.has("government") || line.has("payment") || line.hasEntry || line.unknownWords === 0)) return sure("tax_payment", "tax wording");
	const rents = line.has("rent") && !line.has("cardPurchase");
	if (line.is("landlord_portal")) return sure("rent", "landlord portal");
	if (rents && (line.entry === null || line.is("bank") || line.is("employer"))) return sure("rent", "rent wording");
	const found = byRole(line);
	if (found !== null) return found;
	if (line.is("bank")) {
		if (line.says("payment")) return unsure("other", "payment to a bank");
		return unsure("other", "bank without a purpose");
	}
	const worded = byWords(line);
	if (worded !== null) return worded;
	if (line.has("landlord") && !line.has("cardPurchase")) return sure("rent", "landlord named");
	const moved = transfer(line);
	if (moved !== null) return moved;
	if (line.has("withdrawal") && line.unknownWords === 0) return unsure("cash_withdrawal", "withdrawal wording");
	if (line.has("cardPurchase")) return sure("purchase", "card purchase wording");
	const hinted = byCategory(line);
	if (hinted !== null) return hinted;
	if (line.has("merchantType")) return sure("purchase", "kind of shop");
	if (line.unknownWords > 0 && !line.hasEntry && !line.hasAny("billPay", "ach")) return unsure("purchase", "name of a shop");
	return unsure("other", "nothing in the line says what it is");
}
// features/underwriting/rules/classifier/payee-data.ts
var SINCE = "2026-11-23";
var DESCRIPTORS = "bank statement descriptors";
var NACHA = "ACH company names and ids";
var PAYEE_GROUPS = [
	{
		roles: ["bank"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Ally Bank < Ally: ALLY BANK, ALLY SAVINGS
Marcus: MARCUS BY GOLDMAN SACHS, MARCUS BY GOLDMAN, MARCUS GOLDMAN SACHS, MARCUS GOLDMAN SACHS BANK, MARCUS SAVINGS, GOLDMAN SACHS BANK, GOLDMAN SACHS BA, GOLDMAN SACHS BANK USA, GS BANK USA, GOLDMAN SACHS | MARCUS
Navy Federal Credit Union: NAVY FEDERAL CREDIT UNION, NAVY FEDERAL, NAVY FEDERAL CR UN, NAVY FED CR UN, NAVY FCU, NFCU, NAVYFEDERAL | | 
Pentagon Federal Credit Union: PENTAGON FEDERAL, PENTAGON FCU, PENFED, PENFED CREDIT UNION
Alliant Credit Union: ALLIANT CREDIT UNION, ALLIANT CU
First Tech Federal Credit Union: FIRST TECH FEDERAL, FIRST TECH FCU, FIRST TECH CREDIT UNION, FIRSTTECH
State Employees Credit Union: STATE EMPLOYEES CREDIT UNION, SECU
SchoolsFirst Federal Credit Union: SCHOOLSFIRST, SCHOOLSFIRST FCU
BECU: BECU, BOEING EMPLOYEES CREDIT UNION
Golden 1 Credit Union: GOLDEN 1, GOLDEN 1 CU, GOLDEN 1 CREDIT UNION
America First Credit Union: AMERICA FIRST CREDIT UNION, AMERICA FIRST CU
Mountain America Credit Union: MOUNTAIN AMERICA CREDIT UNION, MOUNTAIN AMERICA CU, MACU
Suncoast Credit Union: SUNCOAST CREDIT UNION, SUNCOAST CU
VyStar Credit Union: VYSTAR, VYSTAR CU
Digital Federal Credit Union: DIGITAL FEDERAL CREDIT UNION, DIGITAL FCU, DCU
Security Service Federal Credit Union: SECURITY SERVICE FCU, SECURITY SERVICE FEDERAL CREDIT UNION, SSFCU
Randolph-Brooks Federal Credit Union: RANDOLPH BROOKS, RBFCU
Bethpage Federal Credit Union: BETHPAGE FCU, BETHPAGE FEDERAL
Patelco Credit Union: PATELCO, PATELCO CU
Lake Michigan Credit Union: LAKE MICHIGAN CREDIT UNION, LMCU
Delta Community Credit Union: DELTA COMMUNITY CU, DELTA COMMUNITY CREDIT UNION
ESL Federal Credit Union: ESL FCU, ESL FEDERAL CREDIT UNION
Redstone Federal Credit Union: REDSTONE FCU, REDSTONE FEDERAL
Connexus Credit Union: CONNEXUS
Wings Credit Union: WINGS FINANCIAL, WINGS CREDIT UNION
Space Coast Credit Union: SPACE COAST CU, SPACE COAST CREDIT UNION
GreenState Credit Union: GREENSTATE CU, GREENSTATE CREDIT UNION
Teachers Federal Credit Union: TEACHERS FCU, TEACHERS FEDERAL CREDIT UNION
Truist: TRUIST, TRUIST BANK, BB&T, SUNTRUST
PNC: PNC, PNC BANK
Regions: REGIONS, REGIONS BANK
Fifth Third: FIFTH THIRD, FIFTH THIRD BANK, 5 3 BANK, 53 BANK
KeyBank: KEYBANK, KEY BANK
Huntington: HUNTINGTON BANK, HUNTINGTON NATIONAL BANK, HUNTINGTON NATL | HUNTINGTON
M&T Bank: M&T BANK, M&T, M AND T BANK, MANDT BANK
Citizens Bank: CITIZENS BANK, CITIZENS ACCESS, CITIZENS ONE
BMO: BMO HARRIS, BMO BANK, BMO, BANK OF THE WEST
TD Bank: TD BANK
Santander Bank: SANTANDER BANK, SOVEREIGN BANK
First Citizens Bank: FIRST CITIZENS BANK, FIRST CITIZENS, CIT BANK
Comerica: COMERICA, COMERICA BANK
Zions Bank: ZIONS BANK, ZIONS
Frost Bank: FROST BANK
Synovus: SYNOVUS, SYNOVUS BANK
First Horizon: FIRST HORIZON, FIRST HORIZON BANK
Flagstar Bank: FLAGSTAR, FLAGSTAR BANK
Valley Bank: VALLEY NATIONAL BANK, VALLEY BANK
Webster Bank: WEBSTER BANK
East West Bank: EAST WEST BANK
Western Alliance Bank: WESTERN ALLIANCE BANK
First Republic Bank: FIRST REPUBLIC BANK
Silicon Valley Bank: SILICON VALLEY BANK
UMB Bank: UMB BANK
Arvest Bank: ARVEST, ARVEST BANK
Old National Bank: OLD NATIONAL BANK
Associated Bank: ASSOCIATED BANK
BankUnited: BANKUNITED
EverBank: EVERBANK, TIAA BANK
CIBC: CIBC, CIBC BANK
Bask Bank: BASK BANK
BrioDirect: BRIODIRECT
Bread Savings: BREAD SAVINGS
Live Oak Bank: LIVE OAK BANK, LIVE OAK BANKING
Axos Bank: AXOS, AXOS BANK
Varo Bank: VARO BANK | VARO
Chime: CHIME, CHIME BANK, CHIME TRANSFER, BANCORP BANK CHIME, STRIDE BANK
Current: CURRENT BANK, CURRENT APP, CHOICE FINANCIAL CURRENT
Green Dot Bank: GREEN DOT, GREEN DOT BANK, GO2BANK
Aspiration: ASPIRATION
One Finance: ONE FINANCE
Quontic: QUONTIC
UFB Direct: UFB DIRECT
Vio Bank: VIO BANK
Popular Direct: POPULAR DIRECT, BANCO POPULAR, POPULAR BANK
Barclays: BARCLAYS BANK, BARCLAYS SAVINGS, BARCLAYS BANK DE, BARCLAYS BANK DELAWARE
Bank of New York Mellon: BNY MELLON, BANK OF NEW YORK
Simple Bank: SIMPLE BANK, BBVA, BBVA USA, COMPASS BANK
Laurel Road: LAUREL ROAD
Customers Bank: CUSTOMERS BANK
First National Bank: FIRST NATIONAL BANK, FNB
First Interstate Bank: FIRST INTERSTATE BANK
First Hawaiian Bank: FIRST HAWAIIAN BANK, BANK OF HAWAII
Woodforest National Bank: WOODFOREST, WOODFOREST NATIONAL BANK
Cash management at Betterment: BETTERMENT CHECKING
Credit Union 1: CREDIT UNION 1
Evolve Bank & Trust: EVOLVE BANK, EVOLVE BANK & TRUST
Cross River Bank: CROSS RIVER BANK
Raisin: RAISIN, SAVEBETTER`
	},
	{
		roles: ["bank", "servicer"],
		kind: "auto",
		since: SINCE,
		source: NACHA,
		rows: `
Ally: ALLY PAYMT, ALLY PMT, ALLY PYMT, ALLY AUTOPAY, ALLY TRANSFER | ALLY`
	},
	{
		roles: [
			"bank",
			"card_issuer",
			"lender"
		],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Chase: CHASE, JPMORGAN CHASE, JPMORGAN CHASE BANK, JPMCB, JPM CHASE, CHASE BANK, JP MORGAN CHASE, JPMORGAN | | 5760039224
Bank of America: BANK OF AMERICA, BK OF AMER, BK OF AMERICA, BOFA, BANKAMERICA, BKOFAMERICA, B OF A
Wells Fargo: WELLS FARGO, WELLS FARGO BANK, WF BANK, WFB, WFBNA
Citi: CITI, CITIBANK, CITIGROUP, CITIBANK NA
U.S. Bank: US BANK, U S BANK, USBANK, US BANCORP
Capital One: CAPITAL ONE, CAPITAL ONE NA, CAPITAL ONE BANK, CAPITAL ONE N A, CAP ONE, CAPITALONE, CAPITAL ONE 360, CAPONE, CAP1 | | 9541719318, 9279744380
Discover: DISCOVER BANK, DISCOVER FINANCIAL, DISCOVER SAVINGS, DISCOVER FIN SVCS | DISCOVER | 2510020270
American Express: AMERICAN EXPRESS, AMEX, AMERICAN EXPRESS BANK, AMERICAN EXPRESS BANK FSB, AMERICAN EXPRESS NATIONAL BANK, AMEXNATBANK | | 0005000040, 9493560001
Synchrony: SYNCHRONY BANK, SYNCHRONY, SYNCB, SYNCHRONY BK
USAA: USAA FSB, USAA FEDERAL SAVINGS BANK, USAA BANK, USAA FEDERAL SAVINGS, USAA
SoFi: SOFI BANK, SOFI, SOFI MONEY, SOFI SECURITIES, SOCIAL FINANCE
LendingClub Bank < LendingClub: LENDINGCLUB BANK`
	},
	{
		roles: ["card_issuer"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Chase Card < Chase: CHASE CREDIT CRD, CHASE CREDIT CARD, CHASE CARD, CHASE CARD SERV, CHASE CARDMEMBER, CHASE CARD SERVICES, CARDMEMBER SERV, CARDMEMBER SERVICE, CARDMEMBER SERVICES
Bank of America Card < Bank of America: BANK OF AMERICA CREDIT CARD, BANKAMERICARD, BK OF AMER VISA, BK OF AMER MC, BK OF AMER VI MC, BANK OF AMERICA VISA, BA ELECTRONIC PMT
Wells Fargo Card < Wells Fargo: WELLS FARGO CARD, WF CREDIT CARD, WELLS FARGO CREDIT CARD, WELLS FARGO CARD CCPYMT, WF CARD
Citi Card < Citi: CITI CARD, CITI CARDS, CITICARDS, CITI CRDT CD, CITI CARD ONLINE, CITICTP
Capital One Card < Capital One: CAPITAL ONE CARD, CAPITAL ONE CRCARDPMT, CAPITAL ONE CREDIT CARD
Apple Card: APPLECARD, APPLE CARD, APPLECARD GSBANK, APPLE CARD GSBANK, GSBANK APPLECARD, GOLDMAN SACHS APPLE
Barclaycard: BARCLAYCARD, BARCLAYCARD US, BARCLAYS CARD, BARCLAY CARD
Comenity: COMENITY, COMENITY BANK, COMENITY CAPITAL, COMENITY PAY, COMENITY PAY OH, COMENITY PAY WEB, BREAD FINANCIAL, COMENITYPAY
Credit One Bank: CREDIT ONE, CREDIT ONE BANK
Target Card: TARGET CARD SRVC, TARGET CARD, TARGET CARD SERVICES, TD BANK USA TARGET, TARGET DEBIT CRD, TARGET REDCARD
Home Depot Card: HOME DEPOT CRD, HOME DEPOT CREDIT CARD, HOME DEPOT CARD, THD CBNA
Lowe's Card: LOWES CARD, LOWES SYNCB, LOWES CREDIT CARD, LOWES SYF
Best Buy Card: BEST BUY CARD, BEST BUY CREDIT CARD, BEST BUY CBNA, BESTBUY CARD
Amazon Card: AMAZON CARD, AMAZON STORE CARD, AMAZON SYNCB, AMZ STORECRD, AMZ STORECARD, AMZ STORECRD PMT
Walmart Card: WALMART CARD, WALMART CREDIT CARD, WAL MART CARD, WALMART SYNCB
Costco Card: COSTCO CITI, COSTCO ANYWHERE, COSTCO VISA
Sam's Club Card: SAMS CLUB MC, SAMS CLUB CARD, SAMS CLUB SYNCB, SAMS CLUB MASTERCARD
Care Credit: CARECREDIT, CARE CREDIT
PayPal Credit: PAYPAL CREDIT, PAYPAL CREDIT PYMT, SYNCB PPC, SYNCHRONY PAYPAL, SYNCHRONY BANK PAYPAL, SYNCB PAYPAL, PAYPAL MASTERCARD
Venmo Card: VENMO CARD, VENMO CREDIT CARD, VENMO VISA, SYNCB VENMO
Elan Financial: ELAN FINANCIAL, ELAN, FIDELITY REWARDS ELAN, FIDELITY REWARDS, ELAN FINANCIAL SERVICES, ELAN CARDMEMBER
First National Bank of Omaha: FNBO, FIRST NATIONAL BANK OF OMAHA, FIRST BANKCARD, FNB OMAHA, FIRST NATL BANK OMAHA
Merrick Bank: MERRICK BANK, MERRICK
Mission Lane: MISSION LANE
Milestone: MILESTONE CARD, MILESTONE MASTERCARD, CONCORA CREDIT, GENESIS FS CARD, GENESIS FINANCIAL
Indigo Card: INDIGO CARD, INDIGO MASTERCARD
Premier Bankcard: FIRST PREMIER, FIRST PREMIER BANK, PREMIER BANKCARD
Ollo: OLLO CARD, OLLO
Petal: PETAL CARD, PETAL
Tomo: TOMO CARD
Destiny Card: DESTINY CARD, DESTINY MASTERCARD
Fingerhut: FINGERHUT, WEBBANK FINGERHUT
Aspire Card: ASPIRE CARD, ASPIRE CREDIT CARD
Surge Card: SURGE CARD, SURGE MASTERCARD, REFLEX CARD, CONTINENTAL FINANCE
Sears Card: SEARS CARD, SEARS ONLINE, SEARS CREDIT CARD
Macy's Card: MACYS CARD, MACYS CREDIT CARD, DSNB, DEPT STORES NATL BANK, MACYS ONLINE PMT, CITIBANK MACYS
Kohl's Card: KOHLS CARD, KOHLS CHARGE, KOHLS CREDIT CARD, KOHLS CHG PMT, KOHLS DEPT STRS
Nordstrom Card: NORDSTROM CARD, NORDSTROM VISA, TD BANK NORDSTROM
Gap Card: GAP CARD, OLD NAVY CARD, GAP GOOD REWARDS
TJX Card: TJX REWARDS, TJX CARD
JCPenney Card: JCPENNEY CARD, JCP CARD, JCPENNEY CREDIT CARD
Verizon Visa Card: VERIZON VISA CARD
Navy Federal Visa < Navy Federal Credit Union: NAVY FEDERAL VISA, NFCU VISA, NAVY FEDERAL CC, NAVY FEDERAL CREDIT CARD
USAA Card < USAA: USAA CREDIT CARD, USAA VISA, USAA CREDIT CRD
Truist Card < Truist: TRUIST CREDIT CARD, TRUIST BANKCARD
PNC Card < PNC: PNC CREDIT CARD, PNC BANKCARD
U.S. Bank Card < U.S. Bank: US BANK CREDIT CARD, US BANK CARDMEMBER, US BANK VISA
Bilt Card: BILT CARD, BILT MASTERCARD, BILT CREDIT CARD
Robinhood Card: ROBINHOOD CREDIT CARD, ROBINHOOD GOLD CARD
Upgrade Card < Upgrade: UPGRADE CARD
Avant Card < Avant: AVANTCARD, AVANT CARD, AVANT CREDIT CARD
TD Card < TD Bank: TD BANK CREDIT CARD, TD CREDIT CARD, TD BANK USA
Shell Card: SHELL CREDIT CARD, SHELL CARD, EXXONMOBIL CARD, CHEVRON CARD, CITGO CARD
Ally Card < Ally: ALLY CREDIT CARD, OLLO CREDIT CARD
Wayfair Card: WAYFAIR CARD, WAYFAIR CREDIT CARD
Discover Card < Discover: DISCOVER CREDIT CARD, DISCOVER IT CARD, DISCOVER CARD, DISCOVER E PAYMENT, DISCOVER EPAYMENT, DISCOVER CC, DISCOVER DC, DISCOVER PAYMENT, DISCOVER PMT, DISCOVER PYMT, DISCOVER AUTOPAY, DISCOVER PHONE PAY, PMT DISCOVER`
	},
	{
		roles: ["lender"],
		kind: "personal",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Upstart: UPSTART, UPSTART NETWORK, UPSTART LOAN
LendingClub: LENDINGCLUB, LENDINGCLUB CORP, LENDING CLUB, LENDINGCLUB LOAN
SoFi Lending < SoFi: SOFI LENDING, SOFI LENDING CORP, SOFI LOANS, SOFI LOAN, SOFI PERSONAL LOAN
Best Egg: BEST EGG, BESTEGG, MARLETTE FUNDING, MARLETTE
OneMain: ONEMAIN, ONEMAIN FINANCIAL, ONE MAIN FINANCIAL, OMF, SPRINGLEAF
Prosper: PROSPER FUNDING, PROSPER MARKETPLACE, PROSPER LOAN, PROSPER LOANS, PROSPER FUNDING LLC, PROSPERFND | PROSPER
Avant: AVANT LLC, AVANT LOAN, AVANT CREDIT, AVANT INC, AVANT PERSONAL LOAN | AVANT
Upgrade: UPGRADE INC, UPGRADE LOAN, UPGRADE LENDING, UPGRADE PERSONAL LOAN, UPGRADE LLC | UPGRADE
LightStream: LIGHTSTREAM, LIGHTSTREAM SUNTRUST, LIGHT STREAM LOAN
Discover Personal Loans < Discover: DISCOVER PERSONAL LOANS, DISCOVER PERSONAL LOAN, DISCOVER LOANS, DISCOVER LOAN, DISCOVER PL
Happy Money: HAPPY MONEY, PAYOFF INC, PAYOFF LOAN | PAYOFF
Oportun: OPORTUN, OPORTUN INC
Rocket Loans: ROCKET LOANS, ROCKETLOANS, ROCKLOANS MARKETPLACE
Mariner Finance: MARINER FINANCE, MARINER FINANCIAL
Lendmark: LENDMARK, LENDMARK FINANCIAL
Republic Finance: REPUBLIC FINANCE
World Finance: WORLD FINANCE, WORLD ACCEPTANCE, WORLD ACCEPTANCE CORP
Security Finance: SECURITY FINANCE, SECURITY GROUP FINANCE
Regional Finance: REGIONAL FINANCE, REGIONAL MGMT, REGIONAL ACCEPTANCE
Heights Finance: HEIGHTS FINANCE
1st Franklin Financial: 1ST FRANKLIN, 1ST FRANKLIN FINANCIAL, FIRST FRANKLIN FINANCIAL
Tower Loan: TOWER LOAN
Sun Loan: SUN LOAN
Universal Credit: UNIVERSAL CREDIT
LendingPoint: LENDINGPOINT, LENDING POINT
Reach Financial: REACH FINANCIAL
NetCredit: NETCREDIT, NET CREDIT
OppLoans: OPPLOANS, OPP LOANS, OPPORTUNITY FINANCIAL, OPPFI
Lendly: LENDLY
Achieve Personal Loans: ACHIEVE PERSONAL LOAN, ACHIEVE LOAN, FREEDOMPLUS, FREEDOM PLUS
PenFed Loan < Pentagon Federal Credit Union: PENFED LOAN
Axcess Financial: AXCESS FINANCIAL
Citizens Pay: CITIZENS PAY
LendKey: LENDKEY
Payoff Direct < Happy Money: HAPPY MONEY LOAN
Zable: ZABLE
Tally: TALLY TECHNOLOGIES
Kashable: KASHABLE
Salary Finance: SALARY FINANCE
BHG Financial: BHG FINANCIAL, BANKERS HEALTHCARE GROUP, BHG LOAN
Personify: PERSONIFY FINANCIAL
Patriot Loan: PATRIOT LOAN
Cornerstone Loans: CORNERSTONE LOAN
Figure Lending < Figure: FIGURE LENDING PERSONAL
GreenSky: GREENSKY, GREEN SKY
Mosaic: MOSAIC SOLAR, SOLAR MOSAIC, SUNLIGHT FINANCIAL, GOODLEAP, DIVIDEND FINANCE, SERVICE FINANCE CO, SERVICE FINANCE, FOUNDATION FINANCE, AQUA FINANCE, ENERBANK, RENEW FINANCIAL, YGRENE
Wells Fargo Personal Loan < Wells Fargo: WELLS FARGO PERSONAL LOAN, WELLS FARGO PERSONAL LN
Marcus Loans < Marcus: MARCUS LOAN, MARCUS LOANS, MARCUS PERSONAL LOAN
TD Personal Loan < TD Bank: TD FIT LOAN
Earnest: EARNEST OPERATIONS, EARNEST LOAN, EARNEST LLC
Credit9: CREDIT9
Symple Lending: SYMPLE LENDING
Braviant: BRAVIANT
Stilt: STILT LOAN
PeerStreet: PEERFORM
Spring Oaks: SPRING EQ
Lendistry: LENDISTRY
Bankers Healthcare < BHG Financial: BHG PATIENT LENDING`
	},
	{
		roles: ["lender"],
		kind: "payday",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Possible Finance: POSSIBLE FINANCE, POSSIBLE FINANCIAL, POSSIBLEFINANCE
Speedy Cash: SPEEDY CASH, CURO
ACE Cash Express: ACE CASH EXPRESS, ACE CASH
Advance America: ADVANCE AMERICA, ADVANCEAMERICA
CashNetUSA: CASHNETUSA, CASHNET USA
Check Into Cash: CHECK INTO CASH
Check 'n Go: CHECK N GO
Amscot: AMSCOT
Moneytree: MONEYTREE INC
MoneyKey: MONEYKEY
Spotloan: SPOTLOAN
Rise Credit: RISE CREDIT
Elastic: ELASTIC LOC, ELASTIC LINE
MobiLoans: MOBILOANS
Plain Green: PLAIN GREEN LOANS, PLAIN GREEN
Big Picture Loans: BIG PICTURE LOANS
Lend Nation: LENDNATION, LEND NATION
Check City: CHECK CITY
Allied Cash Advance: ALLIED CASH, ALLIED CASH ADVANCE
Cash Store: CASH STORE, COTTONWOOD FINANCIAL
Approved Cash: APPROVED CASH
Money Mart: MONEY MART
Dollar Loan Center: DOLLAR LOAN CENTER
Check Smart: CHECKSMART, CHECK SMART
Great Plains Lending: GREAT PLAINS LENDING
Blue Trust Loans: BLUE TRUST LOANS
MaxLend: MAXLEND, MAX LEND
Minto Money: MINTO MONEY
Makwa Finance: MAKWA FINANCE
Greenline Loans: GREENLINE LOANS
Bright Lending: BRIGHT LENDING
Integra Credit: INTEGRA CREDIT
Xact Loans: XACT LOAN, XACT
CreditNinja: CREDITNINJA, CREDIT NINJA
Check Into Loans: CASH CENTRAL
Cash Factory: CASH FACTORY
QC Holdings: QC FINANCIAL`
	},
	{
		roles: ["lender"],
		kind: "auto_equity",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
TitleMax: TITLEMAX, TITLE MAX, TMX FINANCE
LoanMax: LOANMAX, LOAN MAX TITLE, LOANMAX TITLE
TitleBucks: TITLEBUCKS, TITLE BUCKS
Title Cash: TITLE CASH
Carolina Title Loans: CAROLINA TITLE LOANS
LoanMart: LOANMART, 800LOANMART
Fast Auto Loans: FAST AUTO LOANS
Embassy Loans: EMBASSY LOANS
North American Title Loans: NORTH AMERICAN TITLE LOANS
InstaLoan: INSTALOAN
Cash America: CASH AMERICA PAWN`
	},
	{
		roles: ["lender"],
		kind: "home_equity",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Figure: FIGURE LENDING, FIGURE HELOC, FIGURE LENDING LLC
Hometap: HOMETAP
Point Digital Finance: POINT DIGITAL
Unlock Technologies: UNLOCK TECHNOLOGIES
Unison: UNISON HOME
Aven: AVEN CARD, AVEN FINANCIAL
Spring EQ: SPRING EQ LLC`
	},
	{
		roles: ["wage_advance"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Dave: DAVE INC, DAVE EXTRACASH, DAVE ADVANCE, DAVE COM, DAVE APP, DAVE EXPRESS | DAVE
EarnIn: EARNIN, EARNIN ACTIVEHOUR, ACTIVEHOURS, ACTIVEHOUR, ACTIVE HOURS
Brigit: BRIGIT ADVANCE, BRIGIT INC, BRIGIT COM, BRIGIT INSTANT CASH, BRIDGE IT INC, BRIGIT APP, BRIGIT REPAYMENT, BRIGIT CASH | BRIGIT
MoneyLion: MONEYLION, ML PLUS, MONEYLION INSTACASH
Empower Finance: EMPOWER FINANCE, EMPOWER CASH ADVANCE, EMPOWER INC, EMPOWER FINANCE INC, EMPOWER ADVANCE
Cleo: CLEO AI, CLEO ADVANCE, CLEO CASH ADVANCE | CLEO
Albert: ALBERT INSTANT, ALBERT ADVANCE, ALBERT CORP, ALBERT CASH, ALBERT SAVINGS | ALBERT
Klover: KLOVER, KLOVER APP
FloatMe: FLOATME, FLOAT ME
Payactiv: PAYACTIV
DailyPay: DAILYPAY, DAILY PAY
Even: EVEN RESPONSIBLE FINANCE
Branch: BRANCH MESSENGER, BRANCH APP
Tilt: TILT FINANCE, TILT ADVANCE, TILT CASH ADVANCE
B9: B9 ADVANCE
Grant: GRANT CASH ADVANCE
Vola: VOLA FINANCE
Possible Advance: CHIME MYPAY, CHIME SPOTME
Gerald: GERALD ADVANCE, GERALD INC
FlexWage: FLEXWAGE
Rain: RAIN INSTANT PAY
ZayZoon: ZAYZOON
Tapcheck: TAPCHECK
Immediate: IMMEDIATE EWA
One@Work: ONE AT WORK
Instant Financial: INSTANT FINANCIAL
Lenme: LENME
SoLo Funds: SOLO FUNDS, SOLOFUNDS
Hundy: HUNDY
Beem: BEEM ADVANCE, LINE FINANCIAL`
	},
	{
		roles: ["bnpl"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Affirm: AFFIRM, AFFIRM INC, AFFIRM PAY
Klarna: KLARNA, KLARNA INC, KLARNA PAYMENT, KLARNA BANK
Afterpay: AFTERPAY, AFTER PAY, AFTERPAY US
Sezzle: SEZZLE, SEZZLE INC
Zip: ZIP CO US, QUADPAY, ZIP PAY, ZIP QUADPAY, ZIP CO | ZIP
Perpay: PERPAY
Uplift: UPLIFT INC, FLEX PAY UPLIFT
Sunbit: SUNBIT
Splitit: SPLITIT
Four: FOUR TECHNOLOGIES
PayPal Pay Later: PAYPAL PAY IN 4, PAYPAL PAY LATER, PAYPAL PAY MONTHLY, PAYPAL PAYMTHLY, PAYPAL PAYIN4
Apple Pay Later: APPLE PAY LATER
Shop Pay Installments: SHOP PAY INSTALLMENTS, SHOPPAYINST AFRM
Zebit: ZEBIT
Bread Pay: BREAD PAY
Snap Finance: SNAP FINANCE
Acima: ACIMA, ACIMA CREDIT, ACIMA LEASING
Katapult: KATAPULT
Progressive Leasing: PROGRESSIVE LEASING, PROG LEASING
Koalafi: KOALAFI, KOALAFI LEASE
Okinus: OKINUS
American First Finance: AMERICAN FIRST FINANCE
Uown: UOWN LEASING
West Creek Financial: WEST CREEK FINANCIAL
Tempoe: TEMPOE
FlexShopper: FLEXSHOPPER
Paytomorrow: PAYTOMORROW
Synchrony HOME: SYNCHRONY HOME`
	},
	{
		roles: ["merchant_advance"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
OnDeck: ONDECK, ONDECK CAPITAL, ON DECK CAPITAL
Kabbage: KABBAGE, KABBAGE INC
Kapitus: KAPITUS
Square Capital < Square: SQUARE CAPITAL, SQ CAPITAL, SQUARE LOANS, SQ LOAN, SQUARE LOAN, SQUARE FINANCIAL SERVICES
PayPal Working Capital: PAYPAL WORKING CAPITAL, PAYPAL BUSINESS LOAN, PAYPAL WC, LOANBUILDER
Fundbox: FUNDBOX
BlueVine: BLUEVINE, BLUE VINE
Credibly: CREDIBLY
Rapid Finance: RAPID FINANCE, RAPID FINANCIAL, RAPIDADVANCE
CAN Capital: CAN CAPITAL
Forward Financing: FORWARD FINANCING
Shopify Capital: SHOPIFY CAPITAL
Stripe Capital: STRIPE CAPITAL
Toast Capital: TOAST CAPITAL
Amazon Lending: AMAZON LENDING
National Funding: NATIONAL FUNDING
Fora Financial: FORA FINANCIAL
Libertas Funding: LIBERTAS FUNDING
Reliant Funding: RELIANT FUNDING
Headway Capital: HEADWAY CAPITAL
Greenbox Capital: GREENBOX CAPITAL
Clearco: CLEARCO, CLEARBANC
Wayflyer: WAYFLYER
Parafin: PARAFIN
Mulligan Funding: MULLIGAN FUNDING
Funding Circle: FUNDING CIRCLE
Everest Business Funding: EVEREST BUSINESS FUNDING
Kalamata Capital: KALAMATA CAPITAL
Merchant Cash: MERCHANT CASH ADVANCE
DoorDash Capital: DOORDASH CAPITAL
Lendio: LENDIO
Biz2Credit: BIZ2CREDIT
SBA: SBA LOAN, SBAD TREAS 310, SBA EIDL, SBA EIDL LOAN, SBA TREAS 310`
	},
	{
		roles: ["servicer"],
		kind: "auto",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Toyota Motor Credit: TOYOTA FINANCIAL, TOYOTA FINANCIAL SERVICES, TOYOTA MOTOR CREDIT, TOYOTA ACH RTL, TOYOTA ACH LSE, TOYOTA ACH, TMCC, TOYOTA MTR CREDIT, TOYOTA FIN SVCS
Lexus Financial < Toyota Motor Credit: LEXUS FINANCIAL, LEXUS FIN SVCS
Ford Credit: FORD CREDIT, FORD MOTOR CREDIT, FORDCREDIT, FORD MTR CREDIT, LINCOLN AUTOMOTIVE FINANCIAL
Ally Auto < Ally: ALLY AUTO, ALLY FINANCIAL, ALLY LOAN
Chase Auto < Chase: CHASE AUTO, CHASE AUTO FINANCE, JPMCB AUTO, JPMORGAN AUTO
Capital One Auto < Capital One: CAPITAL ONE AUTO, CAPITAL ONE AUTO FINANCE, CAP ONE AUTO, CAPITAL ONE AUTO FIN, COAF, CAPITAL ONE AUTO CARPAY
Wells Fargo Auto < Wells Fargo: WELLS FARGO AUTO, WELLS FARGO DEALER, WF DEALER SERVICES, WFDS, WELLS FARGO DEALER SVC
Bank of America Auto < Bank of America: BANK OF AMERICA AUTO, BANK OF AMERICA AUTO LOAN
U.S. Bank Auto < U.S. Bank: US BANK AUTO, US BANK LOAN
Santander Consumer: SANTANDER CONSUMER, SANTANDER CONSUMER USA, SCUSA, CHRYSLER CAPITAL, SANTANDER AUTO
Kia Finance: KIA MOTORS FINANCE, KIA FINANCE, KIA MOTORS FIN, KMF, KIA FIN AMERICA
Hyundai Finance: HYUNDAI MOTOR FIN, HYUNDAI MOTOR FINANCE, HYUNDAI FINANCE, HMF, HYUNDAI CAPITAL, HMFUSA, GENESIS FINANCE
Nissan Motor Acceptance: NISSAN MOTOR ACC, NISSAN MOTOR ACCEPTANCE, NMAC, NISSAN AUTO LOAN, NISSAN FINANCE, INFINITI FINANCIAL
Honda Financial: HONDA FINANCIAL, AMERICAN HONDA FINANCE, HONDA FIN SVCS, AMERICAN HONDA FIN, AHFC, HONDA FINANCE, HONDA PMT, ACURA FINANCIAL, AMERICAN HONDA
GM Financial: GM FINANCIAL, GMFINANCIAL, GMF, GM FIN, AMERICREDIT
Tesla Finance: TESLA FINANCE, TESLA LEASE, TESLA LEASE TRUST, TESLA FINANCE LLC
BMW Financial: BMW FINANCIAL, BMW FINANCIAL SERVICES, BMW FIN SVCS, BMW BANK, BMWFS, MINI FINANCIAL SERVICES
Mercedes-Benz Financial: MERCEDES BENZ FIN, MERCEDES BENZ FS, MERCEDES BENZ FINANCIAL, MB FINANCIAL SERVICES, MBFS, DAIMLER TRUST, MERCEDES BENZ CREDIT
Volkswagen Credit: VW CREDIT, VOLKSWAGEN CREDIT, VOLKSWAGEN FINANCIAL, VCI, AUDI FINANCIAL, AUDI FINANCIAL SERVICES, PORSCHE FINANCIAL
Subaru Motors Finance: SUBARU MOTORS FINANCE, SUBARU FINANCE
Mazda Financial: MAZDA FINANCIAL, MAZDA FIN SVCS
Mitsubishi Motors Credit: MITSUBISHI MOTORS CREDIT
Volvo Car Financial: VOLVO CAR FINANCIAL, VOLVO FINANCIAL
Stellantis Financial: STELLANTIS FINANCIAL, STELLANTIS FIN SVCS
Jaguar Land Rover Financial: LAND ROVER FINANCIAL, JAGUAR FINANCIAL
Harley-Davidson Financial: HARLEY DAVIDSON FIN, HARLEY DAVIDSON FINANCIAL, HARLEY DAVIDSON CREDIT, HDFS
CarMax Auto Finance: CARMAX AUTO FINANCE, CARMAX AUTO FIN, CARMAX FINANCE, CAF CARMAX, CARMAX BUS SVC
Carvana Loan: CARVANA LOAN, BRIDGECREST, BRIDGECREST ACCEPTANCE, DRIVETIME, DRIVE TIME, DT CREDIT
Exeter Finance: EXETER FINANCE, EXETER FIN
Westlake Financial: WESTLAKE FINANCIAL, WESTLAKE SERVICES, WESTLAKE FIN
Credit Acceptance: CREDIT ACCEPTANCE, CREDIT ACCEPTANCE CORP
American Credit Acceptance: AMERICAN CREDIT ACCEPTANCE, AMERICAN CREDIT ACCEPT
JD Byrider: JD BYRIDER, BYRIDER FINANCE, CNAC
America's Car-Mart: AMERICAS CAR MART, CAR MART
Global Lending Services: GLOBAL LENDING SERVICES, GLS AUTO
Consumer Portfolio Services: CONSUMER PORTFOLIO, CONSUMER PORTFOLIO SERVICES, CPS AUTO
First Investors: FIRST INVESTORS FINANCIAL
Flagship Credit: FLAGSHIP CREDIT, FLAGSHIP CREDIT ACCEPTANCE
Foursight Capital: FOURSIGHT CAPITAL
Prestige Financial: PRESTIGE FINANCIAL
United Auto Credit: UNITED AUTO CREDIT
Veros Credit: VEROS CREDIT
Tidewater Finance: TIDEWATER FINANCE
Lobel Financial: LOBEL FINANCIAL
Car Credit: NATIONWIDE ACCEPTANCE, NICHOLAS FINANCIAL, CAR FINANCIAL SERVICES, CREDIT UNION AUTO LOAN
Fifth Third Auto < Fifth Third: FIFTH THIRD AUTO
Huntington Auto < Huntington: HUNTINGTON AUTO
World Omni: WORLD OMNI, SOUTHEAST TOYOTA FINANCE, SOUTHEAST TOYOTA FIN, SETF
Gulf States Financial: GULF STATES TOYOTA, GST FINANCIAL
Yamaha Financial: YAMAHA FINANCIAL, YAMAHA MOTOR FINANCE
Kubota Credit: KUBOTA CREDIT
John Deere Financial: JOHN DEERE FINANCIAL, DEERE CREDIT
Sheffield Financial: SHEFFIELD FINANCIAL
Octane: ROADRUNNER FINANCIAL, OCTANE LENDING
Lendbuzz: LENDBUZZ
Caribou: CARIBOU FINANCIAL
RateGenius: AUTOPAY DIRECT
Synchrony Car Care: SYNCHRONY CAR CARE`
	},
	{
		roles: ["servicer"],
		kind: "lease",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Rent-A-Center: RENT A CENTER, RENTACENTER, RENT A CTR, RAC ACCEPTANCE, UPBOUND
Aaron's: AARONS, AARON S, AARONS LEASE, AARONS SALES LEASE
Buddy's Home Furnishings: BUDDYS HOME FURNISHINGS
Rent-2-Own: RENT 2 OWN, RENT TO OWN, RENT N ROLL
ColorTyme: COLORTYME
Conn's: CONNS HOMEPLUS, CONN CREDIT, CONNS CREDIT`
	},
	{
		roles: ["student_servicer"],
		kind: "student",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
American Education Services: AMERICAN EDUCATION SERVICES, AES STDNT LOAN, AES STUDENT LOAN, AES PHEAA, AES LOAN, PHEAA, AMERICAN EDUCATION SVC | AES
Nelnet: NELNET, NELNET INC, NELNET STUDENT LOAN, NELNET LOAN
MOHELA: MOHELA, MO HIGHER ED LOAN
Aidvantage: AIDVANTAGE, MAXIMUS AIDVANTAGE
Navient: NAVIENT, NAVI ED SERV, NAVIENT SOLUTIONS
Sallie Mae: SALLIE MAE, SALLIE MAE BANK, SALLIEMAE, SMBC SALLIE
U.S. Department of Education: DEPT EDUCATION, DEPT OF EDUCATION, US DEPT OF ED, DEPT OF ED, DEPT ED, US DEPT EDUCATION, EDUCATION DEPT, DEPT EDUCATION STUDENT LN, ED FINANCIAL, DIRECT LOAN SVC
EdFinancial: EDFINANCIAL, EDFINANCIAL SERVICES, EDFINANCIAL SVCS
Great Lakes: GREAT LAKES HIGHER, GREAT LAKES STUDENT, GREAT LAKES EDUCATIONAL, GLELSI, GREAT LAKES BORR
FedLoan Servicing: FEDLOAN, FEDLOAN SERVICING, FED LOAN SERV
OSLA: OSLA, OKLA STUDENT LOAN
ECSI: ECSI, HEARTLAND ECSI
Granite State: GRANITE STATE MGMT, GSMR
Cornerstone: CORNERSTONE EDUCATION LOAN
Discover Student Loans < Discover: DISCOVER STUDENT LOANS, DISCOVER STUDENT LN
SoFi Student < SoFi: SOFI STUDENT LOAN
CommonBond: COMMONBOND, COMMON BOND
College Ave: COLLEGE AVE, COLLEGE AVE STUDENT LOANS, COLLEGE AVENUE LOAN
Ascent: ASCENT FUNDING, ASCENT STUDENT LOAN
Firstmark: FIRSTMARK, FIRSTMARK SERVICES, FIRSTMARK SVCS
Launch Servicing: LAUNCH SERVICING
Brazos: BRAZOS HIGHER EDUCATION
EdSouth: EDSOUTH
VSAC: VSAC
ISL Education Lending: ISL EDUCATION LENDING
RISLA: RISLA
MEFA: MEFA LOAN
Citizens Student < Citizens Bank: CITIZENS STUDENT LOAN
UAS: UNIVERSITY ACCOUNTING SERVICE
ACS Education: ACS EDUCATION
Conduent Education: CONDUENT EDUCATION
CRI Student: CENTRAL RESEARCH INC
Missouri Loans: HIGHER EDUCATION LOAN AUTH`
	},
	{
		roles: ["mortgage_servicer"],
		kind: "mortgage",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
PennyMac: PENNYMAC, PENNYMAC LOAN SERV, PENNYMAC LOAN SERVICES, PENNY MAC, PRIVATE NATIONAL MORTGAGE
Mr. Cooper: MR COOPER, MR COOPER MTG, NATIONSTAR, NATIONSTAR MORTGAGE, NATIONSTAR DBA MR COOPER, NSM DBAMR COOPER, NSM DBAMR
Waterstone Mortgage: WATERSTONE MORTGAGE, WATERSTONE MTG, WATERSTONE MTG CORP
Freedom Mortgage: FREEDOM MORTGAGE, FREEDOM MTG, FREEDOM MORTGAGE CORP
Wells Fargo Home Mortgage < Wells Fargo: WELLS FARGO HOME MTG, WELLS FARGO HOME MORTGAGE, WF HOME MTG, WELLS FARGO MTG, WFHM, WELLS FARGO MORTGAGE
United Wholesale Mortgage: UNITED WHOLESALE, UNITED WHOLESALE MORTGAGE, UWM, UNITED WHOLESALE MTG
Lakeview Loan Servicing: LAKEVIEW LN SRV, LAKEVIEW LOAN SERVICING, LAKEVIEW LOAN SERV, LAKEVIEW LOAN, LAKEVIEW LN
Shellpoint: SHELLPOINT, SHELLPOINT MTG, SHELLPOINT MORTGAGE, NEWREZ, NEWREZ SHELLPOINT, NEWREZ SHELLPOIN, NEW REZ LLC, NEWREZ LLC
Rocket Mortgage: ROCKET MORTGAGE, ROCKET MTG, QUICKEN LOANS, ROCKET MORTGAGE LLC, QUICKEN LOAN
loanDepot: LOANDEPOT, LOAN DEPOT
Carrington Mortgage: CARRINGTON MORTGAGE, CARRINGTON MTG, CARRINGTON MTG SVC
Flagstar Mortgage < Flagstar Bank: FLAGSTAR MORTGAGE, FLAGSTAR MTG, FLAGSTAR BANK MTG
Chase Home Lending < Chase: CHASE HOME LENDING, CHASE MORTGAGE, CHASE MTG, CHASE HOME FINANCE, JPMORGAN CHASE MTG, CHASE HOME MTG, CHASE MTGE
Bank of America Mortgage < Bank of America: BANK OF AMERICA MORTGAGE, BANK OF AMERICA MTG, BK OF AMER MTG, BK AMER MTG
U.S. Bank Home Mortgage < U.S. Bank: US BANK HOME MTG, US BANK HOME MORTGAGE, US BANK MORTGAGE, US BANK MTG
Citi Mortgage < Citi: CITIMORTGAGE, CITI MORTGAGE, CITI MTG
PNC Mortgage < PNC: PNC MORTGAGE, PNC MTG
Truist Mortgage < Truist: TRUIST MORTGAGE, TRUIST MTG, SUNTRUST MORTGAGE, SUNTRUST MTG
M&T Mortgage < M&T Bank: M&T MORTGAGE, M&T MTG
Fifth Third Mortgage < Fifth Third: FIFTH THIRD MORTGAGE, FIFTH THIRD MTG
Regions Mortgage < Regions: REGIONS MORTGAGE, REGIONS MTG
Navy Federal Mortgage < Navy Federal Credit Union: NAVY FEDERAL MORTGAGE, NAVY FEDERAL MTG, NFCU MTG
USAA Mortgage < USAA: USAA MORTGAGE, USAA MTG
Dovenmuehle: DOVENMUEHLE, DOVENMUEHLE MTG
Cenlar: CENLAR, CENLAR FSB, CENTRAL LOAN ADMIN, CENLAR MORTGAGE
Ocwen: OCWEN, OCWEN LOAN SERVICING, PHH MORTGAGE, PHH MTG, ONITY, PHH MORTGAGE SVC
Select Portfolio Servicing: SELECT PORTFOLIO, SELECT PORTFOLIO SVC, SELECT PORTFOLIO SERVICING, SPS SELECT
Specialized Loan Servicing: SPECIALIZED LOAN, SPECIALIZED LOAN SERVICING, SLS LOAN
LoanCare: LOANCARE, LOANCARE SERV, LOANCARE LLC, LOAN CARE
Guild Mortgage: GUILD MORTGAGE, GUILD MTG
Caliber Home Loans: CALIBER HOME LOANS, CALIBER HOME LOAN
BSI Financial: BSI FINANCIAL
Fay Servicing: FAY SERVICING
Rushmore: RUSHMORE LOAN, RUSHMORE SERVICING, RUSHMORE LOAN MGMT
Gregory Funding: GREGORY FUNDING
Planet Home Lending: PLANET HOME LENDING, PLANET HOME LEND
AmeriHome: AMERIHOME, AMERIHOME MORTGAGE, AMERIHOME MTG
Guaranteed Rate: GUARANTEED RATE, GUARANTEED RATE INC
Cardinal Financial: CARDINAL FINANCIAL
Fairway: FAIRWAY INDEPENDENT, FAIRWAY INDEPENDENT MTG, FAIRWAY MORTGAGE
Movement Mortgage: MOVEMENT MORTGAGE, MOVEMENT MTG
CrossCountry Mortgage: CROSSCOUNTRY MORTGAGE, CROSSCOUNTRY MTG
NFM Lending: NFM LENDING
Veterans United: VETERANS UNITED, VETERANS UNITED HOME LOANS, MORTGAGE RESEARCH CTR
ServiceMac: SERVICEMAC
Arvest Mortgage: ARVEST CENTRAL MTG, CENTRAL MORTGAGE CO
Midland Mortgage: MIDLAND MORTGAGE, MIDLAND MTG, MIDFIRST BANK, MIDFIRST
Roundpoint: ROUNDPOINT, ROUNDPOINT MORTGAGE, ROUNDPOINT MTG
Home Point Financial: HOMEPOINT, HOME POINT FINANCIAL, HOME POINT FIN
Finance of America: FINANCE OF AMERICA
Village Capital: VILLAGE CAPITAL
Sun West Mortgage: SUN WEST MORTGAGE, SUN WEST MTG
SWBC Mortgage: SWBC MORTGAGE
Nations Lending: NATIONS LENDING
Statebridge: STATEBRIDGE
21st Mortgage: 21ST MORTGAGE, 21ST MTG
Vanderbilt Mortgage: VANDERBILT MORTGAGE, VANDERBILT MTG, TRIAD FINANCIAL SVCS
Colonial Savings: COLONIAL SAVINGS
Provident Funding: PROVIDENT FUNDING
Union Home Mortgage: UNION HOME MORTGAGE, UNION HOME MTG
Primelending: PRIMELENDING, PRIME LENDING
CMG Mortgage: CMG MORTGAGE, CMG FINANCIAL
Better Mortgage: BETTER MORTGAGE
Embrace Home Loans: EMBRACE HOME LOANS
Newfi: NEWFI LENDING
Kiavi: KIAVI
Idaho Housing: IDAHO HOUSING, IHFA
Rural Development: USDA RURAL DEV, RURAL HOUSING SVC, RURAL DEVELOPMENT USDA`
	},
	{
		roles: ["payroll_processor"],
		since: SINCE,
		source: NACHA,
		rows: `
ADP: ADP, ADP TX FINCL SVC, ADP PAYROLL, ADP WAGE PAY, ADP TOTALSOURCE, ADP PAY, AUTOMATIC DATA PROCESSING
Paychex: PAYCHEX, PAYCHEX RCX, PAYCHEX TPS, PAYCHEX EIB, PAYCHEX INC, PAYCHEX OF NY
Gusto: GUSTO, GUSTO PAY, GUSTO INC, ZENPAYROLL | | 9138864001
TriNet: TRINET, TRINET HR, TRINET HR III
Paylocity: PAYLOCITY, PAYLOCITY CORPOR, PAYLOCITY CORP
Intuit Payroll: INTUIT PAYROLL, INTUIT PAYROLL S, QUICKBOOKS PAYROLL, QB PAYROLL, INTUIT PAYROLL SVC
OnPay: ONPAY, ONPAY PAYROLL
Justworks: JUSTWORKS
Paycom: PAYCOM, PAYCOM PAYROLL
Paycor: PAYCOR, PAYCOR INC
Rippling: RIPPLING, PEOPLE CENTER INC
Ceridian: CERIDIAN, DAYFORCE, CERIDIAN HCM
Insperity: INSPERITY, ADMINISTAFF
UKG: UKG PAYROLL, ULTIMATE SOFTWARE, KRONOS PAYROLL, ULTIPRO
Square Payroll < Square: SQ PAYROLL, SQUARE PAYROLL
SurePayroll: SUREPAYROLL
Zenefits: ZENEFITS, TRINET ZENEFITS
Patriot Payroll: PATRIOT PAYROLL, PATRIOT SOFTWARE
Wave Payroll: WAVE PAYROLL
Bambee: BAMBEE PAYROLL
CoAdvantage: COADVANTAGE, CO ADVANTAGE
Vensure: VENSURE
Oasis Outsourcing: OASIS OUTSOURCING
Heartland Payroll: HEARTLAND PAYROLL, HPS PAYROLL
iSolved: ISOLVED, ISOLVED HCM
Asure: ASURE PAYROLL, ASURE SOFTWARE
Namely: NAMELY PAYROLL, NAMELY INC
Viventium: VIVENTIUM
BambooHR Payroll: BAMBOOHR, TRAXPAYROLL
Deel: DEEL INC
Remote Technology: REMOTE COM PAYROLL
Workday Payroll: WORKDAY PAYROLL
MyPay Solutions: MYPAY SOLUTIONS
PrimePay: PRIMEPAY
PayUSA: PAYUSA
Checkmate: CHECKMATE PAYROLL
Proliant: PROLIANT
APS Payroll: APS PAYROLL
Roll by ADP: ROLL BY ADP
HomeWork Solutions: HOMEPAY CARE COM, POPPINS PAYROLL, SAVVY NANNY
Public Partnerships: PUBLIC PARTNERSHIPS
Hourly: HOURLY IO`
	},
	{
		roles: ["employer"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Defense Finance and Accounting Service: DFAS, DFAS CLEVELAND, DFAS IN, DFAS INDIANAPOLIS | | 9101036669
U.S. Postal Service Payroll: USPS ASC, USPS PAYROLL
Coinbase Global (employer): COINBASE GLOBAL
National Finance Center: AGRI TREAS 310, NFC PAYROLL
Walmart Associates: WALMART ASSOCIAT, WALMART ASSOCIATES, WAL MART ASSOCIATES
Kaiser Permanente (employer): KAISER PERM, KAISER FOUND HOSP
Prosper Independent School District: PROSPER ISD
Ford Motor Company: FORD MOTOR CO, FORD MOTOR COMPANY
Rocket Central: ROCKET CENTRAL
Amazon (employer): AMAZON COM SVCS, AMAZON COM SERVICES, AMAZON DEV CENTER
Target Corporation (employer): TARGET CORP`
	},
	{
		roles: ["benefit_agency"],
		since: SINCE,
		source: NACHA,
		rows: `
Social Security Administration: SSA TREAS 310, SSI TREAS 310, SOCIAL SECURITY ADMIN, SOCIAL SECURITY, SSA TREAS, SSA | | 9031036360, 9031736042, 9101736042
Department of Veterans Affairs: VACP TREAS 310, VA TREAS 310, VAED TREAS 310, DEPT OF VETERANS AFFAIRS, VETERANS BENEFITS, VABENEFIT | | 9111736946
Railroad Retirement Board: RRB TREAS 310, RAILROAD RETIREMENT
Office of Personnel Management: OPM1 TREAS 310, OPM TREAS 310, OPM1
California EDD: CA EDD, EDD CALIFORNIA, STATE OF CA EDD, EDD UI, EDD DI, CALIFORNIA EDD, EMPLOYMENT DEVEL
New York Department of Labor: NYS DOL, NYS DOL UI, NYS DEPT OF LABOR
Michigan UIA: ST OF MI UIA, MICHIGAN UIA, MI UIA, MIUIA
Florida Reemployment: FL DEO RA, FL DEO, FLORIDA DEO, FLORIDA COMMERCE RA, FLORIDACOMMERCE, FL DEPT OF COMMERCE RA
Texas Workforce Commission: TX WORKFORCE COM, TEXAS WORKFORCE, TEXAS WORKFORCE COMM, TWC UI, TWC BENEFITS
South Carolina DEW: SC DEPT EMPLOYMNT, SC DEW
Washington ESD: WA ESD, WASHINGTON ESD, ESD WASHINGTON, WA ST EMPLOY SEC, EMPLOYMENT SECURITY
Illinois IDES: IL DES UI, IDES, ILLINOIS DES, IL DEPT EMPL SEC, IDES BENEFITS
Pennsylvania UC: PA UC, PA UC BENEFITS, PENNSYLVANIA UC, COMM OF PA UC, PAUCBENEFIT
Ohio ODJFS: ODJFS, OHIO JFS, ODJFS UI, OH ODJFS
New Jersey DOL: NJ DOL, NJ DEPT OF LABOR, NJDOL, NJ TDI, NJ UI
Massachusetts DUA: MA DUA, MASS DUA, MA DUA UI, MA PFML, DFML
Georgia DOL: GA DOL, GEORGIA DOL, GA DEPT OF LABOR, GADOL
North Carolina DES: NC DES UI, NC DIV EMPL SEC, NCDES
Virginia VEC: VEC UI, VA EMPL COMM, VIRGINIA EMPLOYMENT COMM
Arizona DES: AZ DES UI, ARIZONA DES, ADES UI, AZDES
Colorado DLE: CO DLE, CDLE, CO DEPT OF LABOR, COLORADO DLE, CO FAMLI, FAMLI
Minnesota UI: MN UI, MN DEED UI, MINNESOTA UI, MN DEED, UIMN
Wisconsin DWD: WI DWD, WI DWD UI, WISCONSIN DWD, DWD UI
Oregon Employment: OR EMPLOYMENT, OREGON EMPLOYMENT, OR EMPL DEPT, PAID LEAVE OREGON
Nevada DETR: NV DETR, NEVADA DETR, NV ESD
Tennessee DOL: TN DOL, TN DEPT OF LABOR, TDLWD
Maryland DOL: MD DOL, MD DLLR, MD UI, MARYLAND DOL
Indiana DWD: IN DWD, INDIANA DWD, DWD INDIANA
Missouri DES: MO DES UI, MO DIV EMPL SEC, MODES UI
Connecticut DOL: CT DOL, CTDOL, CT PAID LEAVE, CONNECTICUT DOL
Kentucky OUI: KY OUI, KY UI, KENTUCKY UI, KY CAREER CTR
Louisiana LWC: LA LWC, LOUISIANA WORKFORCE, LWC UI
Alabama DOL: AL DOL, ALABAMA DOL, AL DEPT OF LABOR
Oklahoma OESC: OESC, OK OESC
Iowa Workforce: IOWA WORKFORCE, IWD UI, IA WORKFORCE
Utah DWS: UT DWS, UTAH DWS, UT WORKFORCE SVCS
Kansas DOL: KS DOL, KANSAS DOL
Arkansas DWS: AR DWS, ARKANSAS DWS
Mississippi MDES: MDES, MS MDES
Nebraska DOL: NE DOL, NEBRASKA DOL
New Mexico DWS: NM DWS, NMDWS
Idaho DOL: ID DOL, IDAHO DOL
Hawaii DLIR: HI DLIR, HAWAII DLIR
West Virginia: WORKFORCE WV
New Hampshire: NH EMPL SECURITY, NHES
Maine: ME DOL UI, MAINE DOL
Rhode Island DLT: RI DLT, RI DLT TDI
Montana: MT DLI UI
Delaware: DE DOL UI
Alaska: ALASKA UI
Vermont: VT DOL UI
District of Columbia: DC DOES, DC DOES UI, DC PFL
Puerto Rico DOL: PR DOL`
	},
	{
		roles: ["plan_administrator"],
		kind: "pension",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
CalPERS: CALPERS, CALIF PERS, PERS CALIFORNIA
CalSTRS: CALSTRS, STRS CALIFORNIA, CAL STATE TEACHER
Ohio STRS: OH TEACHERS RET, STRS OHIO, STRS OH
Ohio PERS: OPERS, OHIO PERS, OH PERS
Texas TRS: TRS TEXAS, TEACHER RET SYS TX, TX TEACHERS RET, TRS OF TEXAS
Texas ERS: ERS TEXAS, TCDRS, TMRS
New York Retirement: NYSLRS, NYS LRS, NYS RETIREMENT, NYSTRS, NYC ERS, NYCERS, NYCTRS, TRS NYC
Florida Retirement System: FRS PENSION, FL RETIREMENT, FLORIDA RETIREMENT
Illinois TRS: IL TRS, TRS ILLINOIS, IMRF, SURS, SERS IL
Pennsylvania PSERS: PSERS, PA SERS, PA PSERS
New Jersey Pensions: NJ DIV OF PENSIONS, NJ PENSIONS, NJ DIV PENSION
Michigan ORS: MI ORS, MICHIGAN ORS, MPSERS
Wisconsin ETF: WI ETF, WISC RETIREMENT
Washington DRS: WA DRS, DEPT OF RETIREMENT
Virginia VRS: VRS RETIREMENT, VIRGINIA RETIREMENT, VA RETIREMENT SYS
Georgia TRS: TRS GA, TRS OF GEORGIA
North Carolina Retirement: NC RETIREMENT, NC DST RETIREMENT, ORBIT NC
Oregon PERS: OREGON PERS, OR PERS
Colorado PERA: COLORADO PERA, CO PERA, PERA OF COLORADO
Minnesota PERA: MN PERA, MSRS
Massachusetts TRS: MASS TRS, MTRS
PBGC: PBGC, PENSION BENEFIT GTY, PBGC BENEFIT
Missouri PSRS: PSRS PEERS, MOSERS
Indiana INPRS: INPRS
Tennessee TCRS: TCRS
Arizona ASRS: ASRS, AZ STATE RET
Nevada PERS: NVPERS, NV PERS
Kansas KPERS: KPERS
Kentucky KPPA: KPPA, KY RETIREMENT
Louisiana LASERS: LASERS, TRSL
Military Retired Pay: DFAS CLEVELAND RET, DFAS RET PAY`
	},
	{
		roles: ["plan_administrator"],
		kind: "plan",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Empower Retirement: EMPOWER RETIREMENT, EMPOWER RET, GREAT WEST RETIRE, EMPOWER ANNUITY, GWRS
TIAA: TIAA, TIAA CREF, TIAA RETIREMENT
Thrift Savings Plan: THRIFT SAVINGS PLAN, TSP LOAN, TSP TREAS 310, TSP, FRTIB
Voya: VOYA, VOYA FINANCIAL, VOYA RETIREMENT
Principal: PRINCIPAL FINANCIAL, PRINCIPAL LIFE, PRINCIPAL RETIRE, PRINCIPAL TRUST
Prudential Retirement: PRUDENTIAL RETIREMENT, PRU RETIREMENT
Transamerica Retirement: TRANSAMERICA RET, TRANSAMERICA RETIREMENT
Nationwide Retirement: NATIONWIDE RETIREMENT, NATIONWIDE RET
ADP Retirement: ADP RETIREMENT, ADP 401K
John Hancock: JOHN HANCOCK, JOHN HANCOCK RET
Lincoln Financial: LINCOLN FINANCIAL, LINCOLN NATL
Alight: ALIGHT SOLUTIONS, ALIGHT
Fidelity NetBenefits < Fidelity: FIDELITY 401K, FIDELITY NETBENEFITS, FID NETBENEFITS, FIDELITY RETIREMENT
Vanguard Retirement < Vanguard: VANGUARD RETIREMENT, VANGUARD 401K
Schwab Retirement < Charles Schwab: SCHWAB RETIREMENT, SCHWAB 401K
MissionSquare: MISSIONSQUARE, ICMA RC, ICMARC
Human Interest: HUMAN INTEREST
Guideline: GUIDELINE 401K, GUIDELINE INC
Corebridge: COREBRIDGE, VALIC, AIG RETIREMENT
Ascensus: ASCENSUS
Athene Annuity: ATHENE ANNUITY, ATHENE
MetLife Annuity < MetLife: METLIFE ANNUITY
Jackson National: JACKSON NATIONAL
Equitable: EQUITABLE FINANCIAL, AXA EQUITABLE
Millennium Trust: MILLENNIUM TRUST, INSPIRA FINANCIAL
Northern Trust: NORTHERN TRUST
State Street Retiree: STATE STREET RETIREE
Wells Fargo Retirement < Wells Fargo: WELLS FARGO RETIREMENT
Merrill Retirement < Merrill: MERRILL 401K`
	},
	{
		roles: ["tax_agency"],
		since: SINCE,
		source: NACHA,
		rows: `
Internal Revenue Service: IRS, IRS TREAS 310, INTERNAL REVENUE SERVICE, INTERNAL REVENUE, US TREASURY IRS, USATAXPYMT, EFTPS | | 9111036170, 3387702000
California Franchise Tax Board: FRANCHISE TAX BD, FRANCHISE TAX BO, FRANCHISE TAX BOARD, CASTTAXRFD, CA FTB, CA FRANCHISE TAX, CDTFA, CA DEPT TAX FEE, EDD TAX
New York Tax Department: NYS DTF, NYS DTF PIT, NYSTTAXRFD, NYS TAX, NYS TAXATION, NYS DEPT TAXATION
Illinois Revenue: ILST, IL DEPT OF REV, ILSTTAXRFD, IDOR
Maryland Comptroller: COMPTROLLER OF MD, COMP OF MARYLAND, COMPTROLLER MD, COMP OF MD, COMPTROLLER OF MARYLAND
Massachusetts DOR: MA DOR, MASS DOR, COMM OF MASS DOR, MASS DEPT OF REV
Georgia Revenue: GEORGIA DEPT REV, GEORGIA ITS, GA DOR, GEORGIA DEPT OF REV
Pennsylvania Revenue: COMM OF PA REV, PA DEPT OF REVENUE, PASTTAXRFD, PA DEPT REVENUE
Virginia Taxation: VA DEPT TAXATION, VIRGINIA DEPT TAX, VA DEPT OF TAX
Ohio Taxation: OHIO TAXOIT, OHIO DEPT OF TAX, OHIO DEPT TAX, OH DEPT OF TAX, OHIO TAXOBUS
Minnesota Revenue: MN DEPT OF REVEN, MN DEPT OF REVENUE, MN DEPT REV, MINNESOTA REVENUE
Refund transfer banks: SBTPG, SBTPG LLC, SANTA BARBARA TPG, TPG PRODUCTS, REFUND ADVANTAGE, REPUBLIC REFUND, REPUBLIC TRS, EPS FINANCIAL, REFUNDO, TAX PRODUCTS PE1, TAX PRODUCTS PR1, TAX PRODUCTS PE2, TAX PRODUCTS PE3, TAX PRODUCTS PE4, TAX PRODUCTS PE5, SBTPG PRODUCTS
North Carolina Revenue: NC DEPT REVENUE, NC DEPT OF REVENUE, NCDOR, NC DEPT OF REV
Oregon Revenue: OR REVENUE DEPT, OREGON REVENUE, OREGON DEPT REV, ORSTTAXRFD
Michigan Treasury: MICHIGAN TREASURY, STATE OF MI TAX, STATE OF MICH TAX, MI TREASURY
Colorado Revenue: CO DEPT REVENUE, COLORADO REVENUE, CO DEPT OF REVENUE
Arizona Revenue: AZ DEPT OF REV, ARIZONA DOR, AZ DOR
New Jersey Taxation: NJ DIV TAXATION, NJ DIV OF TAX, STATE OF NJ TAX, NJSTTAXRFD
Connecticut DRS: CT DRS, STATE OF CT DRS, CONNECTICUT DRS
Wisconsin Revenue: WI DEPT REVENUE, WI DEPT OF REV, WISCONSIN DOR
Indiana Revenue: IN DEPT OF REV, INDIANA REVENUE, IN DOR
Missouri Revenue: MO DEPT REVENUE, MISSOURI DOR, MO DOR
Alabama Revenue: AL DEPT OF REV, AL DEPT REVENUE, ALABAMA DOR
South Carolina Revenue: SC DEPT REVENUE, SCDOR, SC DOR
Kentucky Revenue: KY DEPT OF REV, KY FINANCE CABINET, KENTUCKY REVENUE
Louisiana Revenue: LA DEPT OF REV, LOUISIANA REVENUE, LA REVENUE
Oklahoma Tax Commission: OK TAX COMMISSION, OKLAHOMA TAX, OTC TAX
Utah Tax Commission: UTAH TAX COMM, UT TAX COMMISSION, UTAH801, UTAH STATE TAX
Idaho Tax Commission: IDAHO TAX COMM, ID TAX COMMISSION, IDAHO STATE TAX
Kansas Revenue: KS DEPT OF REV, KANSAS DOR, KANSAS REVENUE
Iowa Revenue: IA DEPT OF REV, IOWA DOR, IOWA REVENUE
Nebraska Revenue: NE DEPT REVENUE, NEBRASKA DOR
Arkansas Revenue: AR DFA, ARKANSAS DFA
Mississippi Revenue: MS DEPT OF REV, MS DOR
New Mexico Taxation: NM TAX REV, NM TAX & REV, NM TRD
Hawaii Taxation: HI DEPT TAXATION, HAWAII TAX, STATE OF HAWAII TAX
Maine Revenue: MAINE REVENUE, ME REVENUE SVCS
Montana Revenue: MT DEPT REVENUE, MONTANA DOR
Vermont Taxes: VT DEPT TAXES, VT DEPT OF TAXES
Delaware Revenue: DE DIV REVENUE, DELAWARE REVENUE
Rhode Island Taxation: RI DIV TAXATION, RI TAXATION
West Virginia Tax: WV TAX DEPT, WV STATE TAX
North Dakota Tax: ND TAX COMM, ND STATE TAX
District of Columbia OTR: DC OTR, DC GOVT OTR, DC TAX REVENUE
Philadelphia Revenue: CITY OF PHILA REV`
	},
	{
		roles: ["insurer"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
State Farm: STATE FARM, STATE FARM FIRE, STATE FARM MUTUAL, STATE FARM INS, STATE FARM RO 27, STATEFARM
GEICO: GEICO, GEICO AUTO
Progressive: PROGRESSIVE, PROGRESSIVE INS, PROGRESSIVE INSURANCE, PROG DIRECT INS, PROG PREFERRED, PROG AMERICAN, PROG UNIVERSAL, PROG CASUALTY, PROG ADVANCED
Allstate: ALLSTATE, ALLSTATE INS CO, ALLSTATE INSURANCE, ALLSTATE CLAIMS
USAA Insurance: USAA P&C, USAA PC, USAA INSURANCE, USAA CASUALTY, USAA P C INT, USAA LIFE
Kaiser Health Plan: KAISER HPS, KAISER HEALTH PLAN, KAISER FOUNDATION HEALTH, KAISER PREMIUM
Lemonade: LEMONADE, LEMONADE INSURANCE
American Modern: AMERICAN MODERN, AMERICAN MODERN INS
Aflac: AFLAC
Unum: UNUM, UNUM GROUP
MetLife: METLIFE, MET LIFE, METROPOLITAN LIFE
HealthEquity: HEALTHEQUITY, HEALTH EQUITY, WAGEWORKS
Farmers: FARMERS INS, FARMERS INSURANCE, FARMERS INSUR, FARMERS GROUP
Liberty Mutual: LIBERTY MUTUAL, LIBERTY MUT, SAFECO
Nationwide: NATIONWIDE INS, NATIONWIDE MUTUAL, NATIONWIDE INSURANCE, NATIONWIDE PAYMENT | NATIONWIDE
Travelers: TRAVELERS, TRAVELERS INS, TRAVELERS PERSONAL
American Family: AMERICAN FAMILY, AMERICAN FAMILY INS, AMFAM
Erie Insurance: ERIE INSURANCE, ERIE INS
Auto-Owners: AUTO OWNERS, AUTO OWNERS INS
The Hartford: HARTFORD INS, THE HARTFORD, HARTFORD FIRE, HARTFORD LIFE
Chubb: CHUBB
Esurance: ESURANCE
The General: THE GENERAL INS, THE GENERAL, PERMANENT GENERAL
Root: ROOT INSURANCE, ROOT INS
Mercury: MERCURY INSURANCE, MERCURY INS
CSAA: CSAA, CSAA INSURANCE, AAA INSURANCE, AAA INS, AUTO CLUB INS, INTERINSURANCE EXCH
Amica: AMICA, AMICA MUTUAL
Kemper: KEMPER, INFINITY INSURANCE
Hippo: HIPPO INSURANCE
National General: NATIONAL GENERAL, NATL GENERAL INS
Bristol West: BRISTOL WEST
Dairyland: DAIRYLAND, DAIRYLAND INS
Shelter Insurance: SHELTER INSURANCE, SHELTER INS
Country Financial: COUNTRY FINANCIAL, COUNTRY MUTUAL
Sentry: SENTRY INSURANCE
Assurant: ASSURANT, AMERICAN BANKERS INS
Citizens Property: CITIZENS PROPERTY INS, CITIZENS PROP INS
Universal Property: UNIVERSAL PROPERTY
Foremost: FOREMOST INS, FOREMOST INSURANCE
Guardian: GUARDIAN LIFE, GUARDIAN INS
New York Life: NEW YORK LIFE, NYLIC
Northwestern Mutual: NORTHWESTERN MUTUAL, NORTHWESTERN MU, NM LIFE
MassMutual: MASSMUTUAL, MASS MUTUAL, MASSACHUSETTS MUTUAL
Prudential: PRUDENTIAL, PRUDENTIAL INS, PRUCO LIFE
Primerica: PRIMERICA, PRIMERICA LIFE
Globe Life: GLOBE LIFE, AMERICAN INCOME LIFE
Mutual of Omaha: MUTUAL OF OMAHA, UNITED OF OMAHA
Lincoln Benefit: LINCOLN BENEFIT
Transamerica: TRANSAMERICA, TRANSAMERICA INS, TRANSAMERICA LIFE
Colonial Life: COLONIAL LIFE
Blue Cross Blue Shield: BLUE CROSS, BLUE SHIELD, BCBS, BLUECROSS, ANTHEM, ANTHEM BLUE, ANTHEM BCBS, FLORIDA BLUE, HORIZON BCBS, PREMERA, REGENCE, HIGHMARK, CAREFIRST
UnitedHealthcare: UNITEDHEALTHCARE, UNITED HEALTHCARE, UHC, UNITED HEALTH, UHC PREMIUM
Aetna: AETNA
Cigna: CIGNA
Humana: HUMANA, HUMANA INC
Ambetter: AMBETTER, CENTENE
Molina: MOLINA HEALTHCARE, MOLINA
Oscar: OSCAR HEALTH, OSCAR INSURANCE
Delta Dental: DELTA DENTAL
VSP: VSP VISION
Covered California: COVERED CALIFORNIA, COVERED CA
Health insurance marketplace: HEALTHCARE GOV
Medicare: CMS MEDICARE, MEDICARE PREM, MEDICARE PREMIUM
Optum: OPTUM BANK, OPTUM FINANCIAL, CONNECTYOURCARE
FSAFEDS: FSAFEDS, FSA FEDS
WEX Health: WEX HEALTH, DISCOVERY BENEFITS
Sedgwick: SEDGWICK, SEDGWICK CLAIMS
Workers' compensation funds: STATE COMP INS FUND, SCIF, WORKERS COMP FUND, NYSIF, TEXAS MUTUAL, L&I PENSION
Pie Insurance: PIE INSURANCE
Pet insurers: TRUPANION, HEALTHY PAWS, NATIONWIDE PET, EMBRACE PET, PETS BEST, FIGO PET
Jewelers Mutual: JEWELERS MUTUAL
Gerber Life: GERBER LIFE
Banner Life: BANNER LIFE, LEGAL & GENERAL
Protective Life: PROTECTIVE LIFE
Pacific Life: PACIFIC LIFE
Haven Life: HAVEN LIFE
Ethos: ETHOS LIFE
Bankers Life: BANKERS LIFE
Standard Insurance: STANDARD INSURANCE, THE STANDARD INS
Plymouth Rock: PLYMOUTH ROCK
Hanover: HANOVER INSURANCE
Grange: GRANGE INSURANCE
Westfield: WESTFIELD INSURANCE
Alfa: ALFA INSURANCE
Farm Bureau: FARM BUREAU INS, FARM BUREAU, TX FARM BUREAU
Elephant: ELEPHANT INSURANCE
Clearcover: CLEARCOVER
Tower Hill: TOWER HILL INSURANCE
Slide: SLIDE INSURANCE
Kin: KIN INSURANCE
Steadily: STEADILY INSURANCE
Obie: OBIE INSURANCE`
	},
	{
		roles: ["exchange"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Coinbase: COINBASE, COINBASE INC, COINBASE RTL, COINBASE COM, COINBASE PAYMENTS | | 1455293997
Kraken: KRAKEN, PAYWARD, PAYWARD INC, PAYWARD VENTURES, PAYWARD INTERACTIVE
Gemini: GEMINI TRUST, GEMINI TRUST CO, GEMINI TRUST COMPANY, GEMINI EXCHANGE | GEMINI
MoonPay: MOONPAY, MOONPAY USA
Binance.US: BINANCE, BINANCE US, BAM TRADING
Strike: STRIKE ZAP, ZAP SOLUTIONS, STRIKE APP
FalconX: FALCONX
Crypto.com: CRYPTO COM, FORIS, FORIS DAX, FORIS INC
PayPal Crypto: PAYPAL CRYPTO
Cash App Bitcoin: CASH APP BITCOIN, CASHAPP BITCOIN
Robinhood Crypto: ROBINHOOD CRYPTO
BlockFi: BLOCKFI
Bitstamp: BITSTAMP
Bittrex: BITTREX
KuCoin: KUCOIN
OKCoin: OKCOIN, OKX
eToro: ETORO
Uphold: UPHOLD, UPHOLD HQ
Swan Bitcoin: SWAN BITCOIN
River Financial: RIVER FINANCIAL
Celsius: CELSIUS NETWORK
Nexo: NEXO
Voyager: VOYAGER DIGITAL
FTX: FTX US, WEST REALM SHIRES
Bakkt: BAKKT
LocalBitcoins: LOCALBITCOINS, PAXFUL
Circle: CIRCLE INTERNET
Paxos: PAXOS, PAXOS TRUST
Anchorage: ANCHORAGE DIGITAL
BitPay: BITPAY
Coinme: COINME, COINSTAR BITCOIN
Bitcoin Depot: BITCOIN DEPOT, COINFLIP, BITCOIN ATM, ATHENA BITCOIN
Ramp Network: RAMP NETWORK
Transak: TRANSAK
Wyre: SENDWYRE
Simplex: SIMPLEX CRYPTO
Prime Trust: PRIME TRUST CRYPTO
Abra: ABRA PLUTUS
Fold: FOLD APP BITCOIN
Unchained: UNCHAINED CAPITAL
Zero Hash: ZERO HASH, ZEROHASH
Coinmama: COINMAMA
Ledger: LEDGER LIVE
Venmo Crypto: VENMO CRYPTO`
	},
	{
		roles: ["brokerage"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Charles Schwab: CHARLES SCHWAB, SCHWAB, SCHWAB BROKERAGE, SCHWAB BANK, CHARLES SCHWAB BANK, CHARLES SCHWAB & CO, CHAS SCHWAB
Fidelity: FID BKG SVC, FID BKG SVC LLC, FIDELITY BROKERAGE, FIDELITY INVESTMENTS, FIDELITY INVEST, FIDELITY MONEYLINE, NATIONAL FINANCIAL SVCS, NATL FIN SVC, NATIONAL FIN SVC, FIDELITY | 
Vanguard: VANGUARD, VANGUARD BUY SELL, VANGUARD BUY, VANGUARD SELL, VANGUARD GROUP, VGI
Robinhood: ROBINHOOD, ROBINHOOD SECURITIES, ROBINHOOD FUNDS, ROBINHOOD MARKETS
Wealthfront: WEALTHFRONT, WEALTHFRONT BROKERAGE
Betterment: BETTERMENT, BETTERMENT SEC, BETTERMENT SECURITIES
Acorns: ACORNS, ACORNS LATER, ACORNS INVEST, ACORNS SECURITIES, ACORNS EARLY
Ameriprise: AMERIPRISE, AMERIPRISE FINANCIAL
TD Ameritrade: TD AMERITRADE, AMERITRADE
Stash: STASH CAPITAL, STASH INVEST, STASH FINANCIAL | STASH
Edward Jones: EDWARD JONES, EDWARD D JONES, EDJ
Merrill < Bank of America: MERRILL LYNCH, MERRILL EDGE, MERRILL, MLPF&S
Morgan Stanley: MORGAN STANLEY, MORGAN STANLEY SB, MSSB, MORGAN STANLEY PRIVATE BANK, MSPBNA
E*TRADE: E TRADE, ETRADE, E TRADE SECURITIES, ETRADE BANK, E TRADE BANK
Interactive Brokers: INTERACTIVE BROKERS, INTERACTIVE BROK, IBKR
T. Rowe Price: T ROWE PRICE, TROWE PRICE
Raymond James: RAYMOND JAMES
UBS: UBS FINANCIAL, UBS FIN SVCS
LPL Financial: LPL FINANCIAL, LPL
American Funds: AMERICAN FUNDS, CAPITAL GROUP FUNDS
Webull: WEBULL, WEBULL FINANCIAL, APEX CLEARING
M1 Finance: M1 FINANCE, M1 HOLDINGS
Public: PUBLIC COM, OPEN TO THE PUBLIC, PUBLIC INVESTING
Personal Capital: PERSONAL CAPITAL, EMPOWER PERSONAL WEALTH
TreasuryDirect: TREASURYDIRECT, TREASURY DIRECT, TREAS DIRECT
Invesco: INVESCO
Franklin Templeton: FRANKLIN TEMPLETON
Pershing: PERSHING, PERSHING LLC
Ellevest: ELLEVEST
Fundrise: FUNDRISE
YieldStreet: YIELDSTREET
Titan: TITAN INVEST
Firstrade: FIRSTRADE
Tastytrade: TASTYTRADE, TASTYWORKS
Dimensional: DWS INVESTMENTS
BlackRock: BLACKROCK FUNDS
Stifel: STIFEL, STIFEL NICOLAUS
Janney: JANNEY MONTGOMERY
Oppenheimer: OPPENHEIMER & CO
RBC Wealth: RBC WEALTH, RBC CAPITAL MARKETS
Wells Fargo Advisors < Wells Fargo: WELLS FARGO ADVISORS, WFA CLEARING
JP Morgan Securities < Chase: JPMORGAN SECURITIES, JP MORGAN SECURITIES, JPMS
Ally Invest < Ally: ALLY INVEST SECURITIES
529 plans: COLLEGE SAVINGS BRIGHT START 529, BRIGHT START 529, NY 529, NY529, UTAH MY529, MY529, SCHOLARSHARE, VIRGINIA529, INVEST529, COLLEGEINVEST, PATH2COLLEGE, COLLEGE ADVANTAGE 529, NEST 529, EDVEST, CHET 529, OHIO COLLEGEADVANTAGE
Greenlight: GREENLIGHT, GREENLIGHT FINANCIAL
Digit: DIGIT INC SAVINGS, OPORTUN SAVINGS
Qapital: QAPITAL
Yotta: YOTTA`
	},
	{
		roles: ["landlord_portal"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Yardi: YARDI, YARDI PAYMENTS, YARDI SERVICE CHG, YSI YARDI
RentCafe: RENTCAFE, RENT CAFE
Zego: ZEGO, PAYLEASE, ZEGO PAYLEASE, PAYLEASE LLC, ZEGO INC
ClickPay: CLICKPAY, CLICK PAY, NOVELPAY, CLICKPAY PROPRTYPAY
Buildium: BUILDIUM, BUILDIUM PAYMENT
AppFolio: APPFOLIO, APPFOLIO INC, APPFOLIO PMT
Invitation Homes: INVITATION HOMES, INVITATION HOME
Bilt Rent: BILT RENT, BILT REWARDS RENT, BILTPROTECT, BILT RENT PAYMENT, BILT RENTAL
AvalonBay: AVALONBAY, AVALONBAY COMM, AVALON BAY
Avail: AVAIL RENT, AVAIL CO RENT, AVAIL LANDLORD, AVAIL PAYMENT
RentPayment: RENTPAYMENT, RENTPAYMENT COM, RPS RENTPAYMENT
RealPage: REALPAGE, REALPAGE ACH, REAL PAGE, LOFTLIVING, ACTIVEBUILDING
Entrata: ENTRATA, RESIDENTPORTAL, RESIDENT PORTAL, RESIDENTPAY
Cozy: COZY SERVICES, COZY CO
Apartments.com: APARTMENTS COM, APARTMENTS COM RENT
Zillow Rentals: ZILLOW RENTALS, ZILLOW RENTAL, ZILLOW RENT
TurboTenant: TURBOTENANT
TenantCloud: TENANTCLOUD
RentRedi: RENTREDI
PayRent: PAYRENT, PAY RENT
RentSpree: RENTSPREE
Innago: INNAGO
Hemlane: HEMLANE
ResMan: RESMAN
Rent Manager: RENTMANAGER, RENT MANAGER
Propertyware: PROPERTYWARE
DoorLoop: DOORLOOP
Flex Rent: FLEX RENT, GETFLEX, FLEX FINANCE RENT, FLEXIBLE FINANCE
Equity Residential: EQUITY RESIDENTIAL, EQR RENT, EQUITY APARTMENTS
Camden: CAMDEN PROPERTY, CAMDEN LIVING
MAA: MID AMERICA APT, MID AMERICA APARTMENT, MAA RENT
Greystar: GREYSTAR
American Homes 4 Rent: AMERICAN HOMES 4 RENT, AMH RENT, AH4R
Progress Residential: PROGRESS RESIDENTIAL, PROGRESS RESIDENT
Tricon Residential: TRICON RESIDENTIAL
Essex: ESSEX PROPERTY, ESSEX APARTMENT
UDR: UDR INC, UDR RENT
Lincoln Property: LINCOLN PROPERTY
Cortland: CORTLAND RENT, CORTLAND PARTNERS
Aimco: AIMCO, AIR COMMUNITIES
Irvine Company: IRVINE COMPANY, IRVINE APARTMENT
Related Rentals: RELATED RENTALS
Main Street Renewal: MAIN STREET RENEWAL
FirstKey Homes: FIRSTKEY HOMES
Vinebrook: VINEBROOK HOMES
RentTrack: RENTTRACK
Domuso: DOMUSO
Rentler: RENTLER
Baselane: BASELANE
Esusu: ESUSU RENT
Jetty: JETTY RENT
Kushner: WESTMINSTER MGMT
Bozzuto: BOZZUTO
Morgan Properties: MORGAN PROPERTIES
Weidner: WEIDNER APARTMENT
BH Management: BH MANAGEMENT
Pinnacle: PINNACLE PROPERTY MGMT
Monument Real Estate: MONUMENT REAL ESTATE`
	},
	{
		roles: ["title_escrow"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
First American Title: FIRST AMERICAN TITLE, FIRST AMER TITLE, FATCO, FIRST AMERICAN TITLE INS
Fidelity National Title: FIDELITY NATIONAL TITLE, FIDELITY NATL TITLE, FNTIC, FNTG
Chicago Title: CHICAGO TITLE, CHICAGO TITLE CO, CHICAGO TITLE & TRUST
Stewart Title: STEWART TITLE, STEWART TITLE GUARANTY, STEWART TITLE CO
Old Republic Title: OLD REPUBLIC TITLE, OLD REPUBLIC NATIONAL TITLE, OLD REPUBLIC NATL TITLE
WFG National Title: WFG NATIONAL TITLE, WFG NATL TITLE, WFG TITLE, WFG LENDER SERVICES
Lone Star Title: LONE STAR TITLE, LONE STAR TITLE CO
Earnnest: EARNNEST, PAYLOAD EARNNEST
DepositLink: DEPOSITLINK, DEPOSIT LINK
TrustFunds: TRUSTFUNDS, TRUST FUNDS EMD
Ticor Title: TICOR TITLE
Commonwealth Land Title: COMMONWEALTH LAND TITLE, COMMONWEALTH TITLE
Lawyers Title: LAWYERS TITLE
Alamo Title: ALAMO TITLE
Independence Title: INDEPENDENCE TITLE
North American Title: NORTH AMERICAN TITLE
Doma: DOMA TITLE, STATES TITLE
Amrock: AMROCK, TITLE SOURCE
Investors Title: INVESTORS TITLE
Westcor: WESTCOR LAND TITLE, WESTCOR TITLE
Placer Title: PLACER TITLE
Orange Coast Title: ORANGE COAST TITLE
Republic Title: REPUBLIC TITLE
Title Resources: TITLE RESOURCES GUARANTY
Qualia: QUALIA TITLE, QUALIA ESCROW
Spruce: SPRUCE TITLE
Endpoint: ENDPOINT CLOSING, ENDPOINT TITLE
Closinglock: CLOSINGLOCK
ServiceLink: SERVICELINK, SERVICELINK TITLE
Paymints: PAYMINTS
zavvie escrow: ZOCCAM
Escrow.com: ESCROW COM
Security Title: SECURITY TITLE AGENCY
Pioneer Title: PIONEER TITLE
Title One: TITLEONE
Radian Title: RADIAN TITLE
American Title: AMERICAN TITLE
Texas American Title: TEXAS AMERICAN TITLE
Capital Title: CAPITAL TITLE OF TEXAS, CAPITAL TITLE
Proper Title: PROPER TITLE
Attorneys Title: ATTORNEYS TITLE
Knight Barry Title: KNIGHT BARRY TITLE
Meridian Title: MERIDIAN TITLE
First Integrity Title: FIRST INTEGRITY TITLE
Land Title Guarantee: LAND TITLE GUARANTEE
Heritage Title: HERITAGE TITLE`
	},
	{
		roles: ["marketplace"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Uber: UBER, UBER USA, UBER TECHNOLOGIES, RAISER LLC, RASIER, UBER EATS, UBER TRIP
Lyft: LYFT, LYFT INC, LYFT DRIVER
DoorDash: DOORDASH, DOORDASH INC, DASHER
Grubhub: GRUBHUB, GRUBHUB DRIVER, GRUBHUB INC
Instacart: INSTACART, MAPLEBEAR
Shipt: SHIPT
Spark Driver: SPARK DRIVER, WALMART SPARK, DDI SPARK, BRANCH SPARK
Amazon Flex: FLEX AMAZON, AMAZON FLEX
Amazon Marketplace: AMAZON COM, AMAZON, AMZN, AMAZON MKTPL, AMZN MKTP, AMAZON MKTPLACE, AMAZON PAYMENTS, AMAZON MARKETPLACE
Airbnb: AIRBNB, AIRBNB PAYMENTS, AIRBNB INC
Vrbo: VRBO, HOMEAWAY
Turo: TURO, TURO INC
Getaround: GETAROUND
Etsy: ETSY, ETSY INC, ETSY PAYOUT
eBay: EBAY, EBAY COM, EBAY COMMERCE, EBAY INC
Shopify: SHOPIFY, SHOPIFY INC, SHOPIFY PAYMENTS
Upwork: UPWORK, UPWORK ESCROW, UPWORK GLOBAL, UPWORK ESCROW IN
Fiverr: FIVERR
Payoneer: PAYONEER
TaskRabbit: TASKRABBIT
Square: SQUARE INC, SQ DEPOSIT, SQ DEPOSITS, BLOCK INC, SQ TRANSFER, SQUAREUP
Stripe: STRIPE, STRIPE PAYMENTS, STRIPE TRANSFER
Clover: CLOVER MERCHANT, CLOVER DEPOSIT
Toast: TOAST DEPOSIT, TOAST INC DEP
Merchant settlement: MERCHANT BANKCD, BANKCARD MTOT, BANKCARD DEP, MERCHANT SERVICE DEP, MERCHANT DEP, PAYMENTECH, FIRST DATA MERCH, FISERV MERCHANT, WORLDPAY, HEARTLAND PMT SYS, ELAVON, TSYS MERCHANT, GLOBAL PAYMENTS, CHASE PAYMENTECH, MERCH BANKCARD, BANKCARD 8076, BNKCD DEP
Poshmark: POSHMARK
Mercari: MERCARI
Depop: DEPOP
StockX: STOCKX
OfferUp: OFFERUP
TikTok: TIKTOK, TIKTOK SHOP, TIK TOK INC
YouTube: GOOGLE ADSENSE, YOUTUBE PARTNER, ADSENSE
Twitch: TWITCH INTERACTIVE
Patreon: PATREON
Substack: SUBSTACK
OnlyFans: ONLYFANS, FENIX INTERNET, FENIX INTL
Rover: ROVER COM, A PLACE FOR ROVER
Wag: WAG LABS
Care.com: CARE COM
Thumbtack: THUMBTACK
Handy: HANDY TECHNOLOGIES
Angi: ANGI PAYOUT
Roadie: ROADIE INC
Favor: FAVOR DELIVERY
Gopuff: GOPUFF, GOBRANDS
Postmates: POSTMATES
Veho: VEHO TECH
Via: VIA TRANSPORTATION
HopSkipDrive: HOPSKIPDRIVE
Alto: ALTO DRIVER
Qwick: QWICK
Instawork: INSTAWORK
Wonolo: WONOLO
Bluecrew: BLUECREW
ShiftKey: SHIFTKEY
Clipboard Health: CLIPBOARD HEALTH, TWOMAGNETS
CareRev: CAREREV
Outschool: OUTSCHOOL
VIPKid: VIPKID
Wyzant: WYZANT
Freelancer: FREELANCER COM
Toptal: TOPTAL
99designs: 99DESIGNS
Shutterstock: SHUTTERSTOCK
Redbubble: REDBUBBLE
Printful: PRINTFUL
Gumroad: GUMROAD
Teachers Pay Teachers: TEACHERS PAY TEACHERS, TPT PAYOUT
KDP: AMAZON KDP, KDP ROYALTY, AMAZON DIGITAL SVC
Spotify for Artists: DISTROKID, TUNECORE, CD BABY
Rev: REV COM
Amazon Mechanical Turk: MTURK, MECHANICAL TURK
Prolific: PROLIFIC AC
User Testing: USERTESTING
Neighbor: NEIGHBOR STORAGE
Outdoorsy: OUTDOORSY
RVshare: RVSHARE
Peerspace: PEERSPACE
Swimply: SWIMPLY`
	},
	{
		roles: ["p2p"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
PayPal: PAYPAL, PAYPAL INC, PAYPAL INST XFER | | PAYPALSI77, PAYPALSD11
Venmo: VENMO | | 5264681992
Cash App: CASH APP, CASHAPP, SQUARE CASH, SQ CASH APP
Zelle: ZELLE
Apple Cash: APPLE CASH
Popmoney: POPMONEY
Google Pay: GOOGLE PAY P2P, GOOGLE PAY SEND
Western Union: WESTERN UNION, WU COM, WESTERNUNION
MoneyGram: MONEYGRAM
Remitly: REMITLY
Wise: WISE US INC, TRANSFERWISE, WISE INC, WISE PAYMENTS
Xoom: XOOM
WorldRemit: WORLDREMIT
Ria: RIA MONEY TRANSFER, RIA FINANCIAL
Boss Revolution: BOSS REVOLUTION, BOSS MONEY
Sendwave: SENDWAVE
Facebook Pay: FACEBOOK PAY, META PAY`
	},
	{
		roles: ["support_agency"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
State disbursement unit: TX CHILD SUPPORT SDU, CA SDU, FL SDU, FLSDU, TXSDU, ILSDU, IL SDU, GA FSR, GA FAMILY SUPPORT, NC CSE, NCCSCC, OH CSPC, OCSPC, PA SCDU, PASCDU, NJFSPC, NJ FSPC, MICSES, MISDU, MI SDU, WI SCTF, WISCTF, WA STATE SUPPORT REGISTRY, WSSR, VA DCSE, VADCSE, MD CSA, MO FSPC, TN CSRU, IN SCU, INSCCU, KS KPC, KPC KANSAS, OK CSS, SC SDU, AL CSPC, LA DCFS SUPPORT, KY CHILD SUPPORT, OREGON CHILD SUPPORT, NV SCADU, SCADU, AZ SDU, UT ORS, CO FSR, COFSR, NM CSED, IA CSRU, MN CHILD SUPPORT, NE CSPC, AR OCSE, MS SDU, NYS CHILD SUPPORT, NYCSPC, NY SCU, CT DSS SUPPORT, MA DOR CSE, MASS CSE, NH CSS, ME DHHS SUPPORT, RI CSE, DE DCSS, DC CSSD, WV BCSE, HI CSEA, AK CSSD, ID CHILD SUPPORT, MT CSED, ND SDU, SD DCS, WY SDU
ExpertPay: EXPERTPAY, EXPERT PAY
PayIt child support: SMARTCHILDSUPPORT, PAYIT SMARTCHILDSUPPORT, SMART CHILD SUPPORT
TouchPay support: TOUCHPAY SUPPORT
OurFamilyWizard: OURFAMILYWIZARD, OFW PAY
Way2Go child support card: WAY2GO SUPPORT
MyFloridaCounty: MYFLORIDACOUNTY SUPPORT`
	},
	{
		roles: ["court"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Courts: COUNTY COURT, DISTRICT COURT, SUPERIOR COURT, MUNICIPAL COURT, CIRCUIT COURT, CLERK OF COURT, CLERK OF CT, US DISTRICT COURT, FAMILY COURT, PROBATE COURT, TRAFFIC COURT, JUSTICE COURT, MUNICIPAL CT`
	},
	{
		roles: ["utility"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Verizon: VERIZON, VERIZON WIRELESS, VZWRLSS, VZ WIRELESS, VERIZON FIOS, VERIZON WRLS, VZWRLSS IVR
T-Mobile: T MOBILE, TMOBILE, T MOBILE PCS, METRO BY T MOBILE, METROPCS
AT&T: AT&T, ATT, ATT BILL, AT&T MOBILITY, ATT MOBILITY, CRICKET WIRELESS, AT&T WIRELESS
Comcast: COMCAST, XFINITY, COMCAST XFINITY, XFINITY MOBILE, COMCAST CABLE
Spectrum: SPECTRUM, CHARTER COMM, CHARTER COMMUNICATIONS, SPECTRUM MOBILE, TIME WARNER CABLE
Cox: COX COMM, COX COMMUNICATIONS, COX CABLE
Optimum: OPTIMUM CABLE, ALTICE, CABLEVISION, OPTIMUM
CenturyLink: CENTURYLINK, LUMEN, QUANTUM FIBER, BRIGHTSPEED
Frontier: FRONTIER COMM, FRONTIER COMMUNICATIONS
Google Fi: GOOGLE FI, GOOGLE FIBER
Mint Mobile: MINT MOBILE, US MOBILE, VISIBLE WIRELESS, BOOST MOBILE, US CELLULAR, TRACFONE, STRAIGHT TALK, CONSUMER CELLULAR, TING MOBILE
Windstream: WINDSTREAM, KINETIC WINDSTREAM, MEDIACOM, SPARKLIGHT, RCN CABLE, ASTOUND, WOW INTERNET, ZIPLY FIBER, EARTHLINK
Dish: DISH NETWORK, DIRECTV, SLING TV, HUGHESNET, VIASAT, STARLINK, DIRECT TV
Con Edison: CON ED OF NY, CON EDISON, CONED, CONSOLIDATED EDISON, CON ED
PG&E: PGANDE, PG&E, PACIFIC GAS, PACIFIC GAS & ELECTRIC, PACIFIC GAS AND
Southern California Edison: SO CAL EDISON, SOUTHERN CALIFORNIA EDISON, SCE, SO CALIF EDISON, SOCALEDISON
SoCalGas: SO CAL GAS, SOCALGAS, SOCAL GAS, SOUTHERN CALIF GAS
San Diego Gas & Electric: SDG&E, SDGE, SAN DIEGO GAS
Duke Energy: DUKE ENERGY, DUKE ENERGYCORPOR, DUKEENERGY
Florida Power & Light: FPL, FPL DIRECT DEBIT, FLORIDA POWER, FLORIDA POWER & LIGHT
Dominion Energy: DOMINION ENERGY, DOMINION VA POWER, DOMINION
Georgia Power: GEORGIA POWER, GPC EFT, ALABAMA POWER, MISSISSIPPI POWER
ComEd: COMED, COMMONWEALTH EDISON
PECO: PECO ENERGY, PECOENERGY, PECO
PSE&G: PSE&G, PSEG, PSEGLI
National Grid: NATIONAL GRID, NATL GRID, NGRID
Eversource: EVERSOURCE
Xcel Energy: XCEL ENERGY
DTE Energy: DTE ENERGY
Consumers Energy: CONSUMERS ENERGY, CONSUMERS ENERG
Entergy: ENTERGY
Reliant Energy: RELIANT ENERGY, TXU ENERGY, DIRECT ENERGY, GREEN MOUNTAIN ENERGY, CHAMPION ENERGY, GEXA ENERGY, CENTERPOINT, CENTERPOINT ENERGY, ONCOR, AMBIT ENERGY, CONSTELLATION, CIRRO ENERGY
Atmos Energy: ATMOS ENERGY, SPIRE ENERGY, SPIRE GAS, NICOR GAS, PEOPLES GAS, COLUMBIA GAS, WASHINGTON GAS, PIEDMONT NATURAL GAS, NW NATURAL, SOUTHWEST GAS, SOUTH JERSEY GAS, INTERMOUNTAIN GAS, QUESTAR GAS, ENBRIDGE GAS
American Electric Power: AEP, AMERICAN ELECTRIC POWER, AEP OHIO, APPALACHIAN POWER, PSO
Ameren: AMEREN, AMEREN ILLINOIS, AMEREN MISSOURI
Evergy: EVERGY, WESTAR, KCP&L
FirstEnergy: FIRSTENERGY, FIRST ENERGY, OHIO EDISON, PENN POWER, POTOMAC EDISON, JCP&L, MET ED, PENELEC, TOLEDO EDISON
PPL: PPL ELECTRIC, LG&E, KU ENERGY, RHODE ISLAND ENERGY
Puget Sound Energy: PUGET SOUND ENERGY, PUGET SOUND ENER
Portland General Electric: PORTLAND GENERAL
Pacific Power: PACIFIC POWER, ROCKY MOUNTAIN POWER, PACIFICORP
NV Energy: NV ENERGY, NVENERGY
Arizona Public Service: ARIZONA PUBLIC SVC, APS ELECTRIC, APS BILL, SALT RIVER PROJECT, SRP, TUCSON ELECTRIC
LADWP: LADWP, LA DWP, LA DEPT OF WATER, SMUD, EBMUD
CPS Energy: CPS ENERGY, SAWS, JEA, OUC, TECO, TAMPA ELECTRIC, MLGW, NES ELECTRIC, EPB, HUNTSVILLE UTILITIES, SEATTLE CITY LIGHT, SNOHOMISH PUD
American Water: AMERICAN WATER, AW PYMT, AQUA AMERICA, AQUA PA, CAL WATER, GOLDEN STATE WATER, SUEZ WATER, VEOLIA WATER, SJW WATER
City utilities: CITY OF AUSTIN UTILITIES, AUSTIN ENERGY, CITY UTILITIES
Waste Management: WASTE MANAGEMENT, WM INTERNET, REPUBLIC SERVICES, WASTE CONNECTIONS, WASTE PRO, RECOLOGY, RUMPKE, WASTEMANAGEMENT
ADT: ADT SECURITY, ADT, VIVINT, SIMPLISAFE, RING PROTECT, BRINKS HOME, FRONTPOINT, ALARM COM
Culligan: CULLIGAN, CULLIGAN WATER, PRIMO WATER, READYREFRESH, CRYSTAL SPRINGS
Terminix: TERMINIX, ORKIN, TRUGREEN, AMERIGAS, SUBURBAN PROPANE, FERRELLGAS, ARROW EXTERMINATORS
Sunrun: SUNRUN, SUNNOVA, VIVINT SOLAR, SUNPOWER
Planet Fitness: PLANET FITNESS, PLANET FIT, ABC PLANET FIT, PLNT FITNESS
LA Fitness: LA FITNESS, FITNESS INTL, FITNESS INTERNATIONAL
Gyms: 24 HOUR FITNESS, ANYTIME FITNESS, EQUINOX, CRUNCH FITNESS, CRUNCH, GOLDS GYM, ORANGETHEORY, ORANGE THEORY, LIFE TIME FITNESS, LIFETIME FITNESS, YMCA, EOS FITNESS, CROSSFIT, PURE BARRE, CLUB PILATES, F45, UFC GYM, BLINK FITNESS, VASA FITNESS, RETRO FITNESS, SNAP FITNESS, PELOTON, CLASSPASS, CYCLEBAR, PLANET FITN
ABC Fitness billing: ABC FITNESS, ABC FINANCIAL CLUB, ABC FINANCIAL, DATATREK FITNESS, ASF INTERNATIONAL
Credit reporting: EXPERIAN, CREDIT KARMA, MYFICO, TRANSUNION, EQUIFAX, LIFELOCK, IDENTITYGUARD, IDENTITY GUARD, CREDIT SESAME, AURA, KIKOFF CREDIT REPORT
Netflix: NETFLIX, NETFLIX COM
Streaming: HULU, DISNEY PLUS, DISNEYPLUS, HBO MAX, MAX COM, PARAMOUNT PLUS, PARAMOUNT+, PEACOCK TV, PEACOCKTV, SPOTIFY, SPOTIFY USA, APPLE COM BILL, YOUTUBE PREMIUM, YOUTUBE TV, GOOGLE YOUTUBE, AMAZON PRIME, PRIME VIDEO, AUDIBLE, SIRIUSXM, SIRIUS XM, PANDORA, CRUNCHYROLL, ESPN PLUS, FUBOTV, PHILO
Software: ADOBE, ADOBE INC, MICROSOFT 365, MICROSOFT, GOOGLE ONE, GOOGLE STORAGE, DROPBOX, ICLOUD, OPENAI, CHATGPT, LINKEDIN PREMIUM, CANVA, GITHUB, ZOOM US, NORTON, MCAFEE, INTUIT QUICKBOOKS
News: NYTIMES, NEW YORK TIMES, WSJ, WASHINGTON POST, WALL STREET JOURNAL
Storage units: PUBLIC STORAGE, EXTRA SPACE, CUBESMART, LIFE STORAGE, U HAUL STORAGE, UHAUL STORAGE, PUBLIC STORAGE INC
EZPass: EZPASS, E ZPASS, E Z PASS, SUNPASS, FASTRAK, TXTAG, IPASS, PEACH PASS, NTTA`
	},
	{
		roles: ["utility"],
		kind: "daycare",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Bright Horizons: BRIGHT HORIZONS
KinderCare: KINDERCARE, KINDERCARE LEARNING, KINDER CARE, KC EDUCATION
Goddard School: GODDARD SCHOOL, GODDARD SYSTEMS
Primrose: PRIMROSE SCHOOL, PRIMROSE SCHOOLS
La Petite Academy: LA PETITE ACADEMY, LEARNING CARE GROUP, CHILDTIME, TUTOR TIME
Procare: PROCARE, PROCARE SOLUTIONS, TUITION EXPRESS
Brightwheel: BRIGHTWHEEL, MYBRIGHTWHEEL
Other daycare: KIDDIE ACADEMY, CHILDRENS LEARNING ADVENTURE, THE LEARNING EXPERIENCE, CADENCE EDUCATION, NOBEL LEARNING, CREME DE LA CREME, HIMAMA, LILLIO, KIDSTOWN`
	},
	{
		roles: ["utility"],
		kind: "tuition",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Nelnet Business Solutions: NELNET BUSINESS SOL, NELNET BUSINESS SOLUTIONS, NELNET CAMPUS COMMERCE, NBS TUITION, FACTS TUITION, FACTS MGMT, FACTS MANAGEMENT, NELNET TUITION
Tuition plans: TUITION MGMT SYSTEMS, TMS TUITION, TOUCHNET, FLYWIRE, CASHNET TUITION, SMART TUITION, BLACKBAUD TUITION, TRANSACT PAYMENTS, HIGHER ONE, HIGHERONE, BANKMOBILE, TUITIONPLAN
Kumon: KUMON, KUMON LEARNING, SYLVAN LEARNING, MATHNASIUM, HUNTINGTON LEARNING, CODE NINJAS
Online schools: WESTERN GOVERNORS, WGU, UNIVERSITY OF PHOENIX, GRAND CANYON UNIV, SNHU, SOUTHERN NEW HAMPSHIRE, LIBERTY UNIVERSITY, COURSERA, UDEMY`
	},
	{
		roles: ["utility"],
		kind: "hoa",
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
HOA managers: FIRSTSERVICE RESIDENTIAL, FIRSTSERVICE RES, ASSOCIA, ASSOCIA ONLINE, CINC SYSTEMS, CINCPAY, ALLIANCE ASSOCIATION BANK, REALMANAGE, COMMUNITY ASSOC BANC, ACTION PROPERTY MGMT, KEYSTONE PACIFIC, CCMC, SENTRY MANAGEMENT, RIZZETTA, LELAND MANAGEMENT, SPECTRUM ASSOCIATION, GOODWIN MANAGEMENT, VANTACA, TOWNSQ, PAYHOA, CASTLE GROUP, ASSOCIATED ASSET MGMT, AAM LLC, VILLAGE MANAGEMENT, GRAHAM MANAGEMENT, ASSOCIATION DUES, PREMIER MANAGEMENT HOA, SMARTSTREET HOA, SMARTWEBS`
	},
	{
		roles: ["merchant"],
		since: SINCE,
		source: DESCRIPTORS,
		rows: `
Walmart: WALMART, WAL MART, WM SUPERCENTER, WALMART COM
Target: TARGET, TARGET COM
Costco: COSTCO, COSTCO WHSE, COSTCO GAS
Sam's Club: SAMS CLUB, SAMSCLUB
Home Depot: HOME DEPOT, THE HOME DEPOT
Lowe's: LOWES, LOWE S
Best Buy: BEST BUY, BESTBUY, BESTBUYCOM
Kroger: KROGER, RALPHS, FRED MEYER, FRYS FOOD, KING SOOPERS, SMITHS FOOD, HARRIS TEETER, QFC
Albertsons: ALBERTSONS, SAFEWAY, VONS, JEWEL OSCO, ACME MARKETS, SHAWS
Groceries: PUBLIX, H E B, HEB, ALDI, TRADER JOE S, TRADER JOES, WHOLE FOODS, WHOLEFDS, WEGMANS, MEIJER, FOOD LION, GIANT EAGLE, STOP & SHOP, STOP SHOP, SPROUTS, WINCO, WINN DIXIE, HY VEE, SHOPRITE, FOOD 4 LESS, PIGGLY WIGGLY, SAVE MART, SMART & FINAL, LIDL, GIANT FOOD
Pharmacies: CVS, CVS PHARMACY, WALGREENS, RITE AID, DUANE READE
Fuel: SHELL OIL, SHELL SERVICE, CHEVRON, EXXON, EXXONMOBIL, MOBIL, BP, ARCO, VALERO, SUNOCO, MARATHON PETRO, SPEEDWAY, CIRCLE K, 7 ELEVEN, WAWA, SHEETZ, QUIKTRIP, QT, RACETRAC, BUC EES, BUC-EES, PILOT TRAVEL, LOVES TRAVEL, CASEYS, CITGO, PHILLIPS 66, CONOCO, MURPHY USA, KWIK TRIP, CUMBERLAND FARMS, GETGO
Restaurants: STARBUCKS, MCDONALD S, MCDONALDS, CHICK FIL A, CHIPOTLE, TACO BELL, WENDY S, WENDYS, BURGER KING, SUBWAY, DUNKIN, PANERA, DOMINO S, DOMINOS, PIZZA HUT, PAPA JOHNS, OLIVE GARDEN, APPLEBEES, CHILIS, IHOP, DENNYS, WAFFLE HOUSE, SONIC DRIVE IN, ARBYS, POPEYES, KFC, PANDA EXPRESS, FIVE GUYS, JIMMY JOHNS, JERSEY MIKES, WINGSTOP, BUFFALO WILD WINGS, CHEESECAKE FACTORY, TEXAS ROADHOUSE, OUTBACK, CRACKER BARREL, RED LOBSTER, RAISING CANES, WHATABURGER, IN N OUT, SHAKE SHACK, CULVERS, DAIRY QUEEN, SWEETGREEN, CAVA, DUTCH BROS, PEETS, CREDIT UNION PARK CAFE
Car rental: ENTERPRISE RENT A CAR, ENTERPRISE RENT, ENTERPRISE RENTACAR, HERTZ, HERTZ RENT A CAR, AVIS RENT A CAR, AVIS RENT, AVIS, BUDGET RENT A CAR, BUDGET RENT, NATIONAL CAR RENTAL, ALAMO RENT A CAR, ALAMO RENT, DOLLAR RENT A CAR, THRIFTY CAR RENTAL, SIXT RENT A CAR, SIXT, PAYLESS CAR RENTAL, ZIPCAR, RENT A CAR, ADVANTAGE RENT A CAR, FOX RENT A CAR
Equipment and moving: U HAUL, UHAUL, PENSKE, PENSKE TRUCK RENTAL, SUNBELT RENTALS, UNITED RENTALS, RENT THE RUNWAY, HOME DEPOT TOOL RENTAL
Airlines: DELTA AIR, DELTA AIR LINES, DELTA, DELTA SEAT, UNITED AIRLINES, UNITED AIR, AMERICAN AIRLINES, AMERICAN AIR, SOUTHWEST AIR, SOUTHWEST AIRLINES, SOUTHWES, JETBLUE, ALASKA AIR, ALASKA AIRLINES, SPIRIT AIRL, SPIRIT AIRLINES, FRONTIER AIRLINES, FRONTIER AIR, HAWAIIAN AIR, ALLEGIANT
Hotels and travel: MARRIOTT, HILTON, HYATT, HAMPTON INN, HOLIDAY INN, IHG, BEST WESTERN, MOTEL 6, EXPEDIA, BOOKING COM, PRICELINE, HOTELS COM, WYNDHAM, SHERATON, WESTIN, ROYAL CARIBBEAN, CARNIVAL CRUISE, DISNEYLAND, WALT DISNEY WORLD, AMTRAK
Department stores: MACYS, MACY S, NORDSTROM, KOHLS, KOHL S, JCPENNEY, TJ MAXX, TJMAXX, MARSHALLS, ROSS STORES, ROSS DRESS, BURLINGTON, DILLARDS, BLOOMINGDALES, OLD NAVY, GAP, H&M, ZARA, NIKE, ADIDAS, LULULEMON, SEPHORA, ULTA, BATH & BODY, VICTORIAS SECRET, FOOT LOCKER, DSW, NEIMAN MARCUS, SAKS, ROLEX BOUTIQUE, TIFFANY & CO
Home stores: IKEA, WAYFAIR, ROOMS TO GO, ASHLEY FURNITURE, ASHLEY HOMESTORE, BED BATH, CRATE & BARREL, POTTERY BARN, WILLIAMS SONOMA, HOMEGOODS, MATTRESS FIRM, ACE HARDWARE, TRUE VALUE, MENARDS, HARBOR FREIGHT, TRACTOR SUPPLY, FLOOR & DECOR, RESTORATION HARDWARE, WEST ELM, BOBS DISCOUNT, LA Z BOY, SLEEP NUMBER
Auto parts and cars: ADVANCE AUTO PARTS, ADVANCE AUTO, AUTOZONE, O REILLY, OREILLY AUTO, NAPA AUTO, PEP BOYS, JIFFY LUBE, DISCOUNT TIRE, FIRESTONE, GOODYEAR, CARMAX, CARVANA, AUTONATION, VALVOLINE, MIDAS, MEINEKE, LES SCHWAB
Pets: PETSMART, PETCO, CHEWY, BANFIELD, VCA ANIMAL
Electronics: APPLE STORE, APPLE COM US, MICRO CENTER, GAMESTOP, STEAM GAMES, STEAMGAMES, PLAYSTATION, NINTENDO, B&H PHOTO, NEWEGG
Discount stores: DOLLAR GENERAL, DOLLAR TREE, FAMILY DOLLAR, FIVE BELOW, BIG LOTS, OLLIES, BJS WHOLESALE, GOODWILL, SALVATION ARMY
Office and mail: STAPLES, OFFICE DEPOT, OFFICEMAX, USPS PO, USPS POSTAGE, UPS STORE, FEDEX, FEDEX OFFICE
Hobbies: MICHAELS STORES, HOBBY LOBBY, JOANN, DICKS SPORTING, ACADEMY SPORTS, BASS PRO, CABELAS, REI, BARNES & NOBLE, GUITAR CENTER, TITLE BOXING, TITLE NINE
Tax preparers: TURBOTAX, INTUIT TURBOTAX, H&R BLOCK, HR BLOCK, HRB, JACKSON HEWITT, LIBERTY TAX, TAXSLAYER, TAXACT, FREETAXUSA
Tickets: TICKETMASTER, STUBHUB, AMC THEATRES, REGAL CINEMAS, CINEMARK, EVENTBRITE, LIVE NATION, FANDANGO, SEATGEEK
Online shops: TEMU, SHEIN, ALIEXPRESS, QVC, HSN, OVERSTOCK, ZAPPOS
Charities: RED CROSS, ST JUDE, UNICEF, GOFUNDME, UNITED WAY, TITHE LY, PUSHPAY, PLANNED PARENTHOOD
Health: LABCORP, QUEST DIAGNOSTICS, KAISER PERMANENTE COPAY, ASPEN DENTAL, CITYMD, MINUTECLINIC, ZOCDOC
Betting: DRAFTKINGS, FANDUEL, BETMGM, CAESARS SPORTSBOOK, PRIZEPICKS, POKERSTARS, ESPN BET
Rideshare and scooters: LIME RIDE, BIRD SCOOTER`
	}
];
// features/underwriting/rules/classifier/payees.ts
var ACH_NAME_LENGTH = 16;
var SUFFIXES = new Set("INC LLC CORP CO COMPANY LTD LP NA FSB USA US THE PPD CCD WEB TEL COM".split(" "));
function idOf(name) {
	return name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
function listOf(text) {
	return (text ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
}
function readEntries() {
	const byId = new Map();
	for (const { roles, kind, since, source, rows } of PAYEE_GROUPS) for (const row of rows.split("\n").filter((line) => line.trim() !== "")) {
		const [names = "", known = ""] = row.split(": ");
		const [name = "", parent] = names.split("<");
		const [aliases, achNames, achCompanyIds] = known.split("|");
		const id = idOf(name);
		const earlier = byId.get(id);
		byId.set(id, {
			id,
			name: name.trim(),
			creditor: parent === void 0 ? earlier?.creditor ?? id : idOf(parent),
			kind: kind ?? earlier?.kind ?? null,
			roles: [...new Set([...earlier?.roles ?? [], ...roles])],
			aliases: [...earlier?.aliases ?? [], ...listOf(aliases)],
			achNames: [...earlier?.achNames ?? [], ...listOf(achNames)],
			achCompanyIds: [...earlier?.achCompanyIds ?? [], ...listOf(achCompanyIds)],
			since,
			source
		});
	}
	return [...byId.values()];
}
function buildTables() {
	const entries = readEntries();
	const byFirstWord = new Map();
	const byAchName = new Map();
	const byCompanyId = new Map();
	const addAlias = (words, entry) => {
		const list = byFirstWord.get(words[0]);
		if (list === void 0) byFirstWord.set(words[0], [{
			words,
			entry
		}]);
		else list.push({
			words,
			entry
		});
	};
	for (const entry of entries) {
		for (const alias of entry.aliases) addAlias(splitWords(alias), entry);
		for (const name of entry.achNames) {
			const key = splitWords(name).join(" ");
			if (!byAchName.has(key)) byAchName.set(key, entry);
		}
		for (const id of entry.achCompanyIds) byCompanyId.set(id, entry);
	}
	for (const entry of entries) for (const alias of entry.aliases) {
		if (alias.length <= ACH_NAME_LENGTH) continue;
		const cut = splitWords(alias.slice(0, ACH_NAME_LENGTH));
		const [, second = ""] = cut;
		if (cut.length > 2 || second.length >= 3) addAlias(cut, entry);
	}
	for (const list of byFirstWord.values()) list.sort((a, b) => b.words.length - a.words.length);
	return {
		entries,
		payees: new Map(entries.map(({ id, name, roles }) => [id, {
			id,
			name,
			roles
		}])),
		byFirstWord,
		byAchName,
		byCompanyId
	};
}
var tables;
function readTables() {
	return tables ??= buildTables();
}
function startsAt(words, at, alias) {
	for (let i = 1; i < alias.length; i++) if (words[at + i] !== alias[i]) return false;
	return true;
}
function matchPayeeAt(words, at, end) {
	const list = readTables().byFirstWord.get(words[at]);
	if (list === void 0) return null;
	for (const { words: alias, entry } of list) if (at + alias.length <= end && startsAt(words, at, alias)) return {
		entry,
		length: alias.length
	};
	return null;
}
function payeeOfCompanyId(id) {
	return readTables().byCompanyId.get(id) ?? null;
}
function payeeOfWholeName(words) {
	let end = words.length;
	while (SUFFIXES.has(words[end - 1])) end--;
	return readTables().byAchName.get(words.slice(0, end).join(" ")) ?? null;
}
function entryOf(words) {
	const whole = payeeOfWholeName(words);
	if (whole !== null) return whole;
	let best = null;
	for (const at of words.keys()) {
		const match = matchPayeeAt(words, at, words.length);
		if (match !== null && (best === null || match.length > best.length)) best = match;
	}
	return best?.entry ?? null;
}
function findPayee(text) {
	const entry = entryOf(splitWords(text));
	return entry === null ? null : payeeOf$3(entry);
}
function findCreditor(text) {
	return entryOf(splitWords(text))?.creditor;
}
function payeeOf$3(entry) {
	return readTables().payees.get(entry.id);
}
var GENERIC = new Set(`LOAN LOANS LN LNS PMT PYMT PAYMENT PAYMT PAYMENTS AUTOPAY AUTO CARD CARDS CREDIT CRD BANK FINANCE FINANCIAL FIN SERVICES
  SERVICE SERVICING SERV SVC SVCS MORTGAGE MTG ACH PAY BILL ONLINE WEB MOTOR MOTORS FCU CU UNION FEDERAL OF AND ACCEPTANCE
  CORPORATION GROUP HOME LENDING STUDENT STDNT`.split(/\s+/));
function distinctiveWords(words) {
	const distinct = words.filter((word) => !GENERIC.has(word) && !SUFFIXES.has(word) && !/^\d+$/.test(word));
	return distinct.length > 0 ? distinct : [...words];
}
function sameCreditor(a, b) {
	const [first, second] = [splitWords(a), splitWords(b)];
	const [one, other] = [entryOf(first), entryOf(second)];
	if (one !== null && other !== null) return one.creditor === other.creditor;
	if (one !== null || other !== null || first.length === 0) return false;
	const [left, right] = [distinctiveWords(first), distinctiveWords(second)];
	const [short, long] = left.length < right.length ? [left, right] : [right, left];
	return short.every((word, i) => word === long[i]) && (short.length === long.length || short.join("").length >= 5);
}
// features/underwriting/rules/classifier/reading.ts
var PEER_WORDS = new Map([
	["ZELLE", "zelle"],
	["ZEL", "zelle"],
	["ZELLEPAY", "zelle"],
	["QUICKPAY", "zelle"],
	["VENMO", "venmo"],
	["CASHAPP", "cash_app"],
	["PAYPAL", "paypal"],
	["P2P", "other"],
	["POPMONEY", "other"],
	["REMITLY", "remittance"],
	["XOOM", "remittance"],
	["MONEYGRAM", "remittance"],
	["WORLDREMIT", "remittance"],
	["SENDWAVE", "remittance"],
	["TRANSFERWISE", "remittance"]
]);
var PEER_PAIRS = new Map([
	["CASH APP", "cash_app"],
	["SQUARE CASH", "cash_app"],
	["APPLE CASH", "apple_cash"],
	["FACEBOOK PAY", "other"],
	["META PAY", "other"],
	["WESTERN UNION", "remittance"],
	["RIA MONEY", "remittance"],
	["BOSS REVOLUTION", "remittance"],
	["WISE US", "remittance"],
	["WISE INC", "remittance"]
]);
var PAIR_STARTS = new Set([...PEER_PAIRS.keys()].map((pair) => pair.split(" ")[0]));
var DIRECTIONS = new Set([
	"FROM",
	"TO",
	"FRM"
]);
var BEFORE_NAME = new Set("PAYMENT PMT PYMT PAY TRANSFER XFER INSTANT CREDIT DEBIT SENT RECEIVED RECD MONEY RECURRING SCHEDULED STANDARD SEND ONLINE BANKING DES OUT IN TYPE P2P QUICKPAY WITH VIA APP CASH INST REAL TIME ACH EXTERNAL DEPOSIT WITHDRAWAL PAYMENTS USA MONEYTRANSFER OUTGOING INCOMING".split(" "));
var AFTER_NAME = new Set("ON REF REFERENCE CONF CONFIRMATION TRACE FOR MEMO DATE RENT NOVEMBER DECEMBER JANUARY FEBRUARY OCTOBER SEPTEMBER JULY AUGUST MARCH VIA ID TRANSACTION NOTE CONFIRM AT PPD WEB TXN CA TX NY USA PAYMENT ALIMONY CHILD".split(" "));
var NOT_A_NAME = new Set("BANK REVERSED REVERSAL RETURNED RETURN REFUND REFUNDED CANCELLED CANCELED REJECTED FEE BITCOIN CRYPTO CASHOUT BORROW LOAN CARD ADD TRANSFER INSTALLMENT INST CREDIT SAVINGS VISA DEBIT TOPUP BTC WORKING".split(" "));
var ACCOUNT_WORDS = new Set("CHK CHECKING SAV SAVINGS ACCT ACCOUNT MMA ENDING DDA LINE".split(" "));
var BEFORE_NUMBER = new Set([
	"ENDING",
	"IN",
	"NO",
	"NUM",
	"NUMBER"
]);
var CARD_WORDS = new Set("CARD CRD VISA MASTERCARD AMEX".split(" "));
var REFERENCE_WORDS = new Set("REF REFERENCE CONF CONFIRMATION TRACE TRANSACTION TXN SEQ ID AUTH".split(" "));
var NONE = [];
var FEE = senseIndex("fee");
var MAX_NAME_WORDS = 6;
var CREDITOR_ROLES = new Set([
	"lender",
	"bnpl",
	"card_issuer",
	"servicer"
]);
var PAYEE_FIELDS = [
	FIELD.payee,
	FIELD.party,
	FIELD.purpose
];
var Reading = class {
	words;
	fields;
	hasEntry;
	category;
	#senses = new Uint8Array(SENSES.length);
	#use;
	entry = null;
	second = null;
	banks = NONE;
	peer = null;
	peerName = [];
	isPersonNamed = false;
	startsWithFee = false;
	masks = NONE;
	unknownWords = 0;
	constructor(description, merchantName, category) {
		const read = splitFields(normalize(description));
		this.words = read.words;
		this.fields = read.fields;
		this.hasEntry = read.hasEntry;
		this.category = category;
		this.#use = new Uint8Array(read.words.length);
		this.#findPeer();
		this.#findPayees(read.companyId);
		if (this.entry === null && merchantName !== null && this.peer === null) this.#findMerchant(merchantName);
		this.#findPhrases();
		this.#findPerson();
		this.#findMasks(read.masked);
	}
	has(sense) {
		return this.#senses[senseIndex(sense)] !== 0;
	}
	says(sense) {
		const fields = this.#senses[senseIndex(sense)];
		return this.hasEntry ? (fields & FIELD.purpose) !== 0 : fields !== 0;
	}
	hasAny(...senses) {
		for (const sense of senses) if (this.has(sense)) return true;
		return false;
	}
	saysAny(...senses) {
		for (const sense of senses) if (this.says(sense)) return true;
		return false;
	}
	is(role) {
		return this.entry !== null && this.entry.roles.includes(role);
	}
	isAny(...roles) {
		if (this.entry === null) return false;
		for (const role of roles) if (this.entry.roles.includes(role)) return true;
		return false;
	}
	isPeer() {
		if (this.peer === null) return false;
		return this.peerName.length > 0 || this.entry === null || this.is("p2p") || this.peer === "zelle" && this.is("bank");
	}
	names(role) {
		return this.is(role) || this.second !== null && this.second.roles.includes(role);
	}
	partyWords() {
		const start = this.fields.indexOf(FIELD.party);
		if (start !== -1) {
			let end = start;
			while (this.fields[end] === FIELD.party && !hasDigit(this.words[end]) && end - start < MAX_NAME_WORDS) end++;
			return this.words.slice(start, end);
		}
		const at = this.words.findIndex((word, i) => DIRECTIONS.has(word) || word === "O" && this.words[i - 1] === "B");
		if (at === -1) return [];
		const found = [];
		for (let i = at + 1; i < this.words.length && found.length < MAX_NAME_WORDS; i++) {
			const word = this.words[i];
			if (hasDigit(word) || AFTER_NAME.has(word)) break;
			found.push(word);
		}
		return found;
	}
	partyText() {
		if (this.peerName.length > 0) return this.peerName.join(" ");
		const found = [];
		for (let i = 0; i < this.words.length; i++) {
			const word = this.words[i];
			if (hasDigit(word) && this.#use[i] !== 1) continue;
			if (this.hasEntry ? this.fields[i] === FIELD.payee : this.#use[i] === 1 || this.#use[i] === 0) found.push(word);
		}
		return found.join(" ");
	}
	#findPeer() {
		const { words } = this;
		for (let i = 0; i < words.length; i++) {
			const word = words[i];
			let service = PEER_WORDS.get(word);
			let after = i + 1;
			if (service === void 0 && PAIR_STARTS.has(word)) {
				service = PEER_PAIRS.get(`${word} ${words[i + 1] ?? ""}`);
				after = i + 2;
			}
			if (service === void 0 || word === "P2P" && this.hasEntry) continue;
			const known = matchPayeeAt(words, i, words.length);
			if (known !== null && !known.entry.roles.includes("p2p")) continue;
			this.peer = service;
			if (service !== "paypal") this.#readPeerName(i, after);
			return;
		}
	}
	#readPeerName(at, after) {
		const { words } = this;
		let start = words.findIndex((word, i) => i !== at && DIRECTIONS.has(word));
		if (start === -1 || start === at - 1) {
			start = after;
			while (BEFORE_NAME.has(words[start])) start++;
			if (words[start] === "CONF") start += 2;
			if (NOT_A_NAME.has(words[start])) return;
		} else start++;
		let end = start;
		while (end < words.length && end - start < MAX_NAME_WORDS) {
			const word = words[end];
			if (end === at || hasDigit(word) || AFTER_NAME.has(word) || this.hasEntry && this.fields[end] !== this.fields[start]) break;
			end++;
		}
		this.peerName = words.slice(start, end);
		this.#use.fill(2, start, end);
	}
	#findPayees(companyId) {
		const { words, fields } = this;
		if (this.hasEntry && this.peer === null) {
			const whole = payeeOfWholeName(words.filter((_, i) => fields[i] === FIELD.payee));
			if (whole !== null) {
				this.entry = whole;
				this.#addBank(whole);
				for (const [i, field] of fields.entries()) if (field === FIELD.payee) this.#use[i] = 1;
			}
		}
		for (const field of PAYEE_FIELDS) {
			if (field === FIELD.purpose && this.entry !== null) break;
			if (!fields.includes(field)) continue;
			for (let i = 0; i < words.length; i++) {
				let end = i;
				while (fields[end] === field && this.#use[end] === 0) end++;
				const match = end === i ? null : matchPayeeAt(words, i, end);
				if (match === null || match.length === 1 && this.#isPartOfName(i)) continue;
				this.#use.fill(1, i, i + match.length);
				if (this.peerName.length === 0 || match.entry.roles.includes("p2p")) this.#addPayee(match.entry);
			}
		}
		if (companyId === null || !(this.entry === null || this.entry.roles.includes("bank"))) return;
		const entry = payeeOfCompanyId(companyId);
		if (entry === null) return;
		this.banks = this.banks.filter((bank) => bank !== this.entry?.creditor);
		this.entry = entry;
		this.#addBank(entry);
	}
	#isPartOfName(at) {
		const before = this.words[at - 1];
		if (before === void 0 || before.length < 2 || this.fields[at - 1] !== this.fields[at] || this.#use[at - 1] !== 0) return false;
		if (hasDigit(before) || DIRECTIONS.has(before)) return false;
		for (let start = 0; start < at; start++) {
			const phrase = matchPhraseAt(this.words, start, at);
			if (phrase !== null && start + phrase.length === at) return false;
		}
		return true;
	}
	#addBank({ creditor, roles }) {
		if ((roles.includes("bank") || roles.includes("brokerage")) && !this.banks.includes(creditor)) this.banks = [...this.banks, creditor];
	}
	#addPayee(entry) {
		this.#addBank(entry);
		if (this.entry === null) this.entry = entry;
		else if (entry.id === this.entry.id) return;
		else if (this.entry.roles.includes("merchant") && entry.roles.some((role) => CREDITOR_ROLES.has(role))) this.entry = entry;
		else if (this.entry.roles.includes("p2p") && !entry.roles.includes("p2p")) {
			this.second = this.entry;
			this.entry = entry;
		} else this.second ??= entry;
	}
	#findMerchant(merchantName) {
		const { words } = splitFields(normalize(merchantName));
		const match = matchPayeeAt(words, 0, words.length);
		if (match === null || match.length !== words.length || this.words.some(isRelative)) return;
		this.entry = match.entry;
		this.#addBank(match.entry);
	}
	#findPhrases() {
		const { words, fields } = this;
		let end = 0;
		for (let i = 0; i < words.length; i++) {
			const word = words[i];
			if (this.#use[i] !== 0) continue;
			if (end <= i) {
				end = i;
				while (this.#use[end] === 0 && fields[end] === fields[i]) end++;
			}
			const match = matchPhraseAt(words, i, end);
			if (match === null) {
				if (!hasDigit(word) && word.length > 1) this.unknownWords++;
				continue;
			}
			if (i <= 3 && match.senses.includes(FEE) && this.has("overdraft") && this.peer === null && !this.hasEntry) this.startsWithFee = this.#use[0] !== 1;
			for (const sense of match.senses) this.#senses[sense] |= fields[i];
			this.#use.fill(2, i, i + match.length);
		}
	}
	#findPerson() {
		const { words } = this;
		for (let i = 0; i < words.length; i++) {
			const word = words[i];
			if ((word === "FROM" || word === "BY" || word === "TO" || word === "O" && words[i - 1] === "B") && this.#use[i + 1] !== 1 && isPersonAt(words, i + 1)) {
				this.isPersonNamed = true;
				return;
			}
		}
		if (isPersonAt(words, this.fields.indexOf(FIELD.party))) this.isPersonNamed = true;
	}
	#findMasks(masked) {
		const { words } = this;
		let card = null;
		for (let i = 0; i < words.length; i++) {
			const word = words[i];
			if (!(masked[i] === true && word.length >= 4) && !(word.length === 4 && /^\d{4}$/.test(word) && this.#isAfterAccount(i))) continue;
			const mask = word.slice(-4);
			const named = this.#wordBefore(i);
			if (CARD_WORDS.has(named)) card = mask;
			else if (!REFERENCE_WORDS.has(named) && !this.masks.includes(mask)) this.masks = [...this.masks, mask];
		}
		if (this.masks.length === 0 && card !== null) this.masks = [card];
	}
	#isAfterAccount(at) {
		const { words } = this;
		return ACCOUNT_WORDS.has(words[at - 1] === "IN" ? words[at - 2] : words[at - 1]);
	}
	#wordBefore(at) {
		let before = at - 1;
		while (BEFORE_NUMBER.has(this.words[before])) before--;
		return this.words[before];
	}
};
// features/underwriting/rules/classifier/classify.ts
var CACHE_SIZE = 2e4;
var cache = new Map();
function isSame$1(a, b) {
	return a.amountCents < 0 === b.amountCents < 0 && a.categoryDetailed === b.categoryDetailed && a.categoryPrimary === b.categoryPrimary && a.merchantName === b.merchantName && hasCheckNumber(a) === hasCheckNumber(b);
}
function hasCheckNumber(line) {
	return line.checkNumber !== null && line.checkNumber !== "";
}
function classify(line) {
	const description = line.description.slice(0, 300);
	const known = cache.get(description);
	if (known !== void 0 && isSame$1(known.line, line)) return known.found;
	const found = classifyUncached(line, description);
	if (cache.size >= CACHE_SIZE) cache.clear();
	const { merchantName, amountCents, categoryPrimary, categoryDetailed, checkNumber } = line;
	cache.set(description, {
		line: {
			description,
			merchantName,
			amountCents,
			categoryPrimary,
			categoryDetailed,
			checkNumber
		},
		found
	});
	return found;
}
function classifyUncached(line, description) {
	const detailed = line.categoryDetailed ?? "";
	const reading = new Reading(description, line.merchantName, {
		primary: line.categoryPrimary ?? "",
		detailed
	});
	const numbered = hasCheckNumber(line);
	const decision = line.amountCents < 0 ? classifyIn(reading, numbered) : classifyOut(reading, numbered);
	const isTransfer = decision.class === "own_transfer";
	const isWire = reading.has("wire") || reading.has("reversal") && reading.words.includes("WIRE");
	return {
		class: decision.class,
		subclass: decision.subclass,
		payee: reading.entry === null ? null : payeeOf$3(reading.entry),
		party: reading.partyText(),
		person: personOf(reading, decision.class),
		masks: isTransfer || decision.class === "other" ? reading.masks : [],
		banks: reading.banks,
		hasTransferWords: isTransfer || decision.class === "other" && reading.has("transfer"),
		isWire,
		isForeign: reading.peer === "remittance" || isWire && reading.has("foreign"),
		confidence: decision.confidence,
		why: decision.why
	};
}
function personOf(line, name) {
	const { peerName } = line;
	if (name === "own_transfer" && isSelf(peerName)) return null;
	if (peerName.length > 0) return looksLikeCompany(peerName) ? null : peerName.join(" ");
	if (name !== "person_payment") return null;
	const party = line.partyWords();
	return party.length > 0 ? party.join(" ") : null;
}
// features/underwriting/rules/line-source.ts
function bankIdOf({ institutionName }) {
	return findCreditor(institutionName);
}
function printsSource({ account, class: kind, source, classification: { party, payee } }) {
	if (payee !== null) return true;
	if (party !== "") return !isOwner(account, party);
	return classify({
		...source,
		categoryPrimary: null,
		categoryDetailed: null
	}).class === kind;
}
function isFromOwner({ class: kind, account, classification: { person } }) {
	return kind === "person_payment" && person !== null && isOwner(account, person);
}
function isOwner({ ownership }, name) {
	return ownership.persons.some(({ borrower, bankName, match }) => borrower !== null && (isSameName(name, borrower) || match === "exact" && isSameName(name, bankName)));
}
var INDIVIDUAL = /\bIND(?:N| NAME):\s*([^:]{2,60}?)\s*(?:\b(?:CO|ID|SEC|TRN|TRACE|EED|DES|PPD|CCD|WEB)\b|$)/i;
function individualOf({ source }) {
	return INDIVIDUAL.exec(source.description.slice(0, 300))?.[1];
}
function isAnother(name, account, people) {
	if (!isPersonsName(name)) return false;
	if (matchOwners({
		name: "",
		officialName: null,
		subtype: null,
		ownershipType: null,
		owners: [{
			names: [name],
			emails: [],
			phones: []
		}]
	}, people).persons.some(({ standing }) => standing !== "none")) return false;
	return ![...people.map(({ firstName, middleName, lastName }) => [
		firstName,
		middleName,
		lastName
	].join(" ")), ...account.ownership.persons.map(({ bankName }) => bankName)].some((known) => mayBe(name, known));
}
function isPersonsName(name) {
	const words = nameWords(name).filter((word) => /^\p{L}+$/u.test(word));
	if (words.length < 2 || looksLikeCompany(words)) return false;
	const isShort = words.length === 2 && words.some((word) => word.length === 1);
	return name.includes(",") || words.some(isGivenName) || isShort;
}
function mayBe(name, known) {
	const words = nameWords(known);
	return nameWords(name).every((part) => words.some((word) => word.startsWith(part) || word.length > 2 && part.startsWith(word)));
}
// features/underwriting/rules/income.ts
var CLASSES = new Set([
	"payroll",
	"benefit",
	"retirement_income",
	"support",
	"gig_income"
]);
var EXPLAINING$1 = new Set(["letter", "income"]);
function isExtra(cents, medianCents) {
	return cents * 2 > medianCents * 3;
}
var findIncomeStreams = once((model) => {
	const drafts = [...payersOf(model).values()].map(toStream$2);
	const continued = findContinuations(drafts);
	return drafts.filter(({ pays, extra }) => pays.length + extra.length > 1).map((draft) => ({
		...draft,
		continuedBy: continued.get(draft)
	})).sort((a, b) => (b.monthlyCents ?? 0) - (a.monthlyCents ?? 0) || b.medianCents - a.medianCents || compare(a.payer, b.payer) || compare(a.class, b.class) || compare(a.last.lines[0].key, b.last.lines[0].key));
});
function evaluateIncome(streams, { model, loan, programs }) {
	return {
		rows: streams.map((stream) => toRow$1(stream, loan.monthlyIncome)),
		findings: streams.flatMap((stream) => findingsOf(stream, model, programs)),
		notEvaluated: []
	};
}
var payIdentification = once((model) => {
	const identities = new Map();
	for (const { class: kind, lines } of payersOf(model).values()) {
		if (kind !== "payroll") continue;
		for (const part of Map.groupBy(lines, ({ account }) => model.counting.get(account)?.isCounted).values()) {
			const days = payDaysOf(part);
			const sums = days.map(({ cents }) => cents).sort((a, b) => a - b);
			for (const { cents, lines: paid } of days) {
				const isUsual = days.length > 2 && !isExtra(cents, medianWithout(sums, cents));
				for (const line of paid) identities.set(line, isUsual ? "stream" : days.length <= 2 && saysPayroll(line) && namesPayer(line) ? "achPayrollOnly" : "no");
			}
		}
	}
	return identities;
});
var payDayCents = once((model) => {
	const centsOf = new Map();
	for (const { class: kind, lines } of payersOf(model).values()) {
		if (kind !== "payroll") continue;
		for (const part of Map.groupBy(lines, ({ account }) => model.counting.get(account)?.isCounted).values()) for (const { cents, lines: paid } of payDaysOf(part)) for (const line of paid) centsOf.set(line, cents);
	}
	return centsOf;
});
function medianWithout(sorted, value) {
	const at = (index) => sorted[sorted[index] < value ? index : index + 1];
	const rest = sorted.length - 1;
	return half((at(rest - 1 >> 1) + at(rest >> 1)) / 2);
}
var ENTRY = /\b(?:DES|ENTRY DESCR|DESCR|DESC):\s*([^:]{0,40})/i;
var HANDED_IN = /\b(?:CHECK|CHK|CK|COUNTER|TELLER|BRANCH|ATM|MOBILE|REMOTE|CASH) (?:CHECK )?DEP/i;
var PAYROLL_WORDS = /PAYROL|PAYRL|SALARY|\bSAL\b|WAGE|DIR(?:ECT)?\s?DEP|\b(?:REG(?:ULAR)?|NET|EMP(?:LOYEE)?|STAFF|HOURLY|MIL(?:ITARY)?|(?:BI)?WEEKLY|WKLY|SEMI MO|ADP)\s?PAY\b/i;
function saysPayroll(line) {
	const text = textOf$1(line);
	const [, entry] = ENTRY.exec(text) ?? [];
	return PAYROLL_WORDS.test(entry ?? text) && (entry !== void 0 || !HANDED_IN.test(text));
}
function textOf$1({ source }) {
	return source.description.slice(0, 300);
}
function namesPayer({ classification: { payee, party } }) {
	return payee === null ? party !== "" : !payee.roles.some((role) => NO_PAYERS.has(role));
}
var NO_PAYERS = new Set([...[
	"exchange",
	"lender",
	"wage_advance",
	"merchant_advance",
	"bnpl",
	"p2p",
	"marketplace",
	"title_escrow"
]]);
var payersOf = once((model) => {
	const payers = new Map();
	for (const account of model.accounts) {
		if (account.kind !== "depository" || !account.isDollars || !isBorrowers(model, account)) continue;
		for (const line of account.lines) {
			if (!CLASSES.has(line.class) || !isDeposit(line) || !isFree(model, line) || !Number.isFinite(line.day)) continue;
			const key = payerKey(line);
			const payer = payers.get(key);
			if (payer) payer.lines.push(line);
			else payers.set(key, {
				name: payerName(line),
				class: line.class,
				lines: [line]
			});
		}
	}
	return payers;
});
function isBorrowers(model, account) {
	if (model.counting.get(account)?.isCounted) return true;
	const { standing, capacity } = account.ownership;
	return !model.isLeftOut(account) && standing !== "none" && !capacity;
}
var COMPANY_ID = /\b(?:CO|ORIG) ID:\s*([A-Z0-9]{4,20})/i;
var COMPANY_WORDS = /(?: (?:INC|LLC|LLP|LTD|CORP|CO|COMPANY|USA|US|PPD|CCD))+$/;
function payerKey(line) {
	const { class: kind, classification } = line;
	const { payee, party } = classification;
	const name = party.replace(COMPANY_WORDS, "");
	if (!payee) return JSON.stringify([
		kind,
		"",
		name || withoutNumbers(textOf$1(line))
	]);
	if (!payee.roles.includes("payroll_processor")) return JSON.stringify([kind, payee.id]);
	const [, companyId] = COMPANY_ID.exec(textOf$1(line)) ?? [];
	return JSON.stringify([
		kind,
		payee.id,
		name,
		companyId
	]);
}
function withoutNumbers(text) {
	return text.toUpperCase().replace(/\d+/g, "").replace(/\s+/g, " ").trim();
}
function payerName({ classification: { payee, party }, source }) {
	const isProcessor = payee?.roles.includes("payroll_processor");
	return (payee && !isProcessor ? payee.name : party || payee?.name) || source.description.slice(0, 60).trim() || "Unknown payer";
}
function payDaysOf(lines) {
	const byDay = new Map();
	for (const line of lines) {
		const known = byDay.get(line.day);
		if (known) known.push(line);
		else byDay.set(line.day, [line]);
	}
	return [...byDay.entries()].sort(([a], [b]) => a - b).map(([day, paid]) => toPayDay(day, paid));
}
function toPayDay(day, lines) {
	return {
		day,
		lines,
		cents: lines.reduce((total, { cents }) => total - cents, 0)
	};
}
function toStream$2({ name, class: kind, lines }) {
	const all = payDaysOf(lines);
	const { pays, extra } = withoutExtra(all);
	const medianCents = median(pays.map(({ cents }) => cents));
	const isGig = kind === "gig_income";
	const { cadence, isAlsoBiweekly } = isGig ? {
		cadence: null,
		isAlsoBiweekly: false
	} : cadenceOf(pays, all);
	const longest = cadence && RULES.R12.parameters.gapFactor * daysOf(cadence);
	const [first, last] = [all[0], all.at(-1)];
	const asOf = Math.max(...new Set(lines.map(({ account }) => account.asOf)));
	const months = isGig ? monthsOf(all) : [];
	return {
		payer: name,
		class: kind,
		cadence,
		isAlsoBiweekly,
		pays,
		extra,
		medianCents,
		monthlyCents: isGig ? wholeMonthMedian(months, all) : cadence && monthlyOf(medianCents, cadence),
		parts: isGig ? months : partsOf(pays),
		gaps: longest === null ? [] : all.slice(1).flatMap((after, at) => after.day - all[at].day > longest ? [{
			before: all[at],
			after
		}] : []),
		first,
		last,
		asOf,
		isStopped: longest !== null && asOf - last.day > longest
	};
}
function withoutExtra(all) {
	const usual = median(all.map(({ cents }) => cents));
	return {
		pays: all.filter(({ cents }) => !isExtra(cents, usual)),
		extra: all.filter(({ cents }) => isExtra(cents, usual))
	};
}
function cadenceOf(pays, all) {
	const usual = cadenceOfPay(pays.map(({ day }) => day));
	const every = cadenceOfPay(all.map(({ day }) => day));
	return usual.cadence === null || every.cadence === "semimonthly" ? every : usual;
}
var PERSON = /\b(?:INDN|IND NAME|NAME):\s*([^:]{2,60}?)\s*(?:\b(?:CO ID|ID|SEC|TRN|TRACE|EED|DES)\b|$)/i;
function partsOf(pays) {
	const lines = pays.flatMap((pay) => pay.lines);
	const named = lines.map((line) => PERSON.exec(textOf$1(line))?.[1]?.toUpperCase());
	const isByPerson = !named.includes(void 0) && new Set(named).size > 1;
	const labels = new Map(lines.map((line, at) => [line, isByPerson ? named[at] : line.account.name]));
	if (!isByPerson && new Set(lines.map(({ account }) => account)).size < 2) return [];
	const sums = new Map();
	for (const pay of pays) {
		const day = new Map();
		for (const line of pay.lines) {
			const label = labels.get(line);
			day.set(label, (day.get(label) ?? 0) - line.cents);
		}
		for (const [label, cents] of day) {
			const known = sums.get(label);
			if (known) known.push(cents);
			else sums.set(label, [cents]);
		}
	}
	return [...sums].map(([label, cents]) => ({
		label,
		cents: median(cents)
	})).sort((a, b) => b.cents - a.cents || compare(a.label, b.label));
}
function monthsOf(all) {
	const sums = new Map();
	for (const { day, cents } of all) {
		const month = monthName(monthOf(day));
		sums.set(month, (sums.get(month) ?? 0) + cents);
	}
	return [...sums].map(([label, cents]) => ({
		label,
		cents
	}));
}
function wholeMonthMedian(months, all) {
	const [first, last] = [monthOf(all[0].day), monthOf(all.at(-1).day)];
	const sums = new Map(months.map(({ label, cents }) => [label, cents]));
	const whole = Array.from({ length: Math.min(240, last - first - 1) }, (_, at) => sums.get(monthName(first + 1 + at)) ?? 0);
	return whole.length === 0 ? null : median(whole);
}
function findContinuations(drafts) {
	const continued = new Map();
	const byFirstDay = new Map();
	for (const draft of drafts) {
		const { day } = draft.first;
		const starts = byFirstDay.get(day);
		if (starts) starts.push(draft);
		else byFirstDay.set(day, [draft]);
	}
	for (const starts of byFirstDay.values()) starts.sort((a, b) => a.medianCents - b.medianCents || compare(a.payer, b.payer));
	for (const draft of drafts) {
		const { class: kind, cadence, medianCents, last, isStopped } = draft;
		if (!isStopped) continue;
		const longest = Math.floor(RULES.R12.parameters.gapFactor * daysOf(cadence));
		for (let day = last.day + 1; day <= last.day + longest && !continued.has(draft); day++) {
			const starts = byFirstDay.get(day) ?? [];
			for (let at = firstAtLeast(starts, medianCents * .9); at < starts.length; at++) {
				const other = starts[at];
				if (other.medianCents * 10 > medianCents * 11) break;
				if (other.class !== kind || !isCurrent(other, longest)) continue;
				continued.set(draft, {
					payer: other.payer,
					line: other.pays[0].lines[0]
				});
				break;
			}
		}
	}
	return continued;
}
function firstAtLeast(starts, cents) {
	let [low, high] = [0, starts.length];
	while (low < high) {
		const middle = low + high >> 1;
		if (starts[middle].medianCents < cents) low = middle + 1;
		else high = middle;
	}
	return low;
}
function isCurrent({ cadence, isStopped, last, asOf }, longest) {
	return cadence ? !isStopped : asOf - last.day <= longest;
}
var idsOf = (days) => days.flatMap(({ lines }) => lines.map(({ id }) => id));
function toRow$1(stream, monthlyIncome) {
	const { payer, class: kind, cadence, isAlsoBiweekly, pays, extra, medianCents, monthlyCents, parts, gaps, last } = stream;
	return {
		payer,
		class: kind,
		cadence,
		isAlsoBiweekly,
		payDates: pays.map(({ day }) => dayOf(day)),
		lastPaidOn: dayOf(last.day),
		medianCents: capped(medianCents),
		monthlyCents: monthlyCents === null ? null : capped(monthlyCents),
		extraCents: capped(extra.reduce((total, { cents }) => total + cents, 0)),
		ratio: monthlyCents === null || monthlyIncome === void 0 ? null : ratio(monthlyCents, monthlyIncome),
		gaps: gaps.map(({ before, after }) => ({
			from: dayOf(before.day),
			to: dayOf(after.day),
			days: after.day - before.day
		})),
		transactionIds: idsOf([...pays, ...extra].sort((a, b) => a.day - b.day)),
		parts: parts.map(({ label, cents }) => ({
			label,
			cents: capped(cents)
		}))
	};
}
function findingsOf(stream, model, programs) {
	const { payer, cadence, medianCents, monthlyCents, gaps, last, isStopped, continuedBy } = stream;
	if (cadence === null) return [];
	const shared = {
		ruleId: "R12",
		programs,
		subject: payer
	};
	const inputs = {
		payer,
		cadence,
		medianCents,
		monthlyCents
	};
	const isExplained = (lines) => lines.some((line) => model.evidenceOf.get(line)?.some(({ kind }) => EXPLAINING$1.has(kind)));
	const findings = [];
	const open = gaps.filter(({ before, after }) => !isExplained([...before.lines, ...after.lines]));
	const longest = open.reduce((most, gap) => gap.after.day - gap.before.day > most.after.day - most.before.day ? gap : most, open[0]);
	if (open.length > 0) findings.push(finding({
		...shared,
		code: "INCOME_GAP",
		severity: "review",
		text: `${payer} pays ${formatMoney(medianCents)} ${cadence}, but paid nothing between ${longDay(dayOf(longest.before.day))} and ${longDay(dayOf(longest.after.day))}${open.length > 1 ? `, the longest of ${formatCount(open.length, "gap")}` : ""}. Add a letter or pay stubs that explain it.`,
		clearedBy: [evidence("letter", "income")],
		inputs: {
			...inputs,
			gaps: open.length,
			longestDays: longest.after.day - longest.before.day
		},
		lines: [...new Set(open.flatMap(({ before, after }) => [...before.lines, ...after.lines]))]
	}));
	if (continuedBy) findings.push(finding({
		...shared,
		code: "PAYER_CHANGED",
		severity: "info",
		text: `${payer} last paid on ${longDay(dayOf(last.day))}. ${continuedBy.payer} has paid about the same since ${longDay(dayOf(continuedBy.line.day))}.`,
		clearedBy: [],
		inputs: {
			...inputs,
			newPayer: continuedBy.payer,
			lastPaidOn: dayOf(last.day)
		},
		lines: [...last.lines, continuedBy.line]
	}));
	else if (isStopped && !isExplained(last.lines)) findings.push(finding({
		...shared,
		code: "INCOME_STOPPED",
		severity: "review",
		text: `${payer} paid ${formatMoney(medianCents)} ${cadence}, last on ${longDay(dayOf(last.day))}. Add a letter or a recent pay stub that shows whether the income continues.`,
		clearedBy: [evidence("letter", "income")],
		inputs: {
			...inputs,
			lastPaidOn: dayOf(last.day)
		},
		lines: last.lines
	}));
	return findings;
}
// features/underwriting/rules/overlay-names.ts
function appliedOverlay({ overlay }) {
	if (!overlay) return {};
	const { name, version, programName } = overlay;
	return { overlay: {
		name,
		version,
		programName
	} };
}
function overlayLabel({ name, version }) {
	return `${name}, version ${version}`;
}
function answerName(guide, overlay) {
	return overlay?.programName ? `${overlay.programName}, not ${guide}` : guide;
}
// features/underwriting/rules/evaluation.ts
var PROGRAMS = [
	"fannie",
	"freddie",
	"fha",
	"va",
	"usda"
];
var SEVERITIES = [
	"blocker",
	"review",
	"info"
];
var OVERLAY_LIMITS = [
	"incomePercent",
	"valuePercent",
	"smallDepositsLimitCents",
	"nsfReview",
	"nsfBlocker",
	"primaryReserveMonths",
	"secondHomeReserveMonths",
	"investmentReserveMonths",
	"liquidationPercent",
	"fhaRetirementPercent",
	"purchaseDays",
	"refinanceDays",
	"fhaDays",
	"twoStatementsDays",
	"documentAgeDays",
	"daysToApplication",
	"fhaDataDays"
];
// features/underwriting/rules/overlay.ts
var { R1, R2, R3, R3c, R6b, R10 } = RULES;
var CONVENTIONAL = ["fannie", "freddie"];
var WITH_RESERVES = [
	"fannie",
	"freddie",
	"fha"
];
var MOST_DAYS = 731;
var days = (guide, programs) => ({
	guide,
	programs,
	tighter: "higher",
	least: 1,
	most: MOST_DAYS,
	unit: "days"
});
var age = (guide, programs) => ({
	guide,
	programs,
	tighter: "lower",
	least: 1,
	most: MOST_DAYS,
	unit: "days"
});
var reserves = () => ({
	guide: 0,
	programs: WITH_RESERVES,
	tighter: "higher",
	least: 0,
	most: 60,
	unit: "months"
});
var LIMITS = {
	incomePercent: {
		guide: R3.parameters.incomePercent,
		programs: CONVENTIONAL,
		tighter: "lower",
		least: 1,
		most: 100,
		unit: "percent"
	},
	valuePercent: {
		guide: R3c.parameters.valuePercent,
		programs: ["fha"],
		tighter: "lower",
		least: 0,
		most: 100,
		unit: "percent"
	},
	smallDepositsLimitCents: {
		guide: null,
		programs: PROGRAMS,
		tighter: "lower",
		least: 0,
		most: 1e8,
		unit: "cents"
	},
	nsfReview: {
		guide: R10.parameters.reviewFrom,
		programs: PROGRAMS,
		tighter: "lower",
		least: 1,
		most: 50,
		unit: "items"
	},
	nsfBlocker: {
		guide: R10.parameters.blockFrom,
		programs: PROGRAMS,
		tighter: "lower",
		least: 1,
		most: 50,
		unit: "items"
	},
	primaryReserveMonths: reserves(),
	secondHomeReserveMonths: reserves(),
	investmentReserveMonths: reserves(),
	liquidationPercent: {
		guide: R6b.parameters.liquidationPercent,
		programs: CONVENTIONAL,
		tighter: "higher",
		least: 100,
		most: 500,
		unit: "percent"
	},
	fhaRetirementPercent: {
		guide: R6b.parameters.fhaRetirementPercent,
		programs: [
			"fha",
			"va",
			"usda"
		],
		tighter: "lower",
		least: 0,
		most: 100,
		unit: "percent"
	},
	purchaseDays: days(R1.parameters.purchaseDays, CONVENTIONAL),
	refinanceDays: days(R1.parameters.refinanceDays, CONVENTIONAL),
	fhaDays: days(R1.parameters.fhaDays, ["fha"]),
	twoStatementsDays: days(R1.parameters.twoStatementsDays, ["va", "usda"]),
	documentAgeDays: age(R2.parameters.days, PROGRAMS),
	daysToApplication: age(R2.parameters.daysToApplication, ["fannie"]),
	fhaDataDays: age(R2.parameters.fhaDataDays, ["fha"])
};
function directionOf(limit, value) {
	const { guide, tighter } = LIMITS[limit];
	if (guide === null) return "tighter";
	if (value === guide) return "same";
	return value < guide === (tighter === "lower") ? "tighter" : "looser";
}
var rank = (severity) => SEVERITIES.indexOf(severity);
var GUIDE_PARAMETERS = {
	...Object.fromEntries(OVERLAY_LIMITS.map((name) => [name, LIMITS[name].guide])),
	overlay: null
};
function parametersOf(policy) {
	const { overlay = null, smallDepositsLimitCents = null } = policy;
	const { nsfReview, nsfBlocker } = policy;
	const own = {
		...GUIDE_PARAMETERS,
		nsfReview,
		nsfBlocker,
		smallDepositsLimitCents
	};
	if (overlay === null) return own;
	const { limits } = overlay.settings;
	const stricter = (name) => overlay.programName === null ? Math.min(limits[name] ?? Infinity, own[name] ?? Infinity) : limits[name];
	const limit = stricter("smallDepositsLimitCents") ?? own.smallDepositsLimitCents;
	return {
		...own,
		...limits,
		nsfReview: stricter("nsfReview") ?? nsfReview,
		nsfBlocker: stricter("nsfBlocker") ?? nsfBlocker,
		smallDepositsLimitCents: limit === Infinity ? null : limit,
		overlay
	};
}
function isOff(program, overlay) {
	return overlay !== null && overlay.settings.programsOff.includes(program);
}
function withSeverity(finding, overlay) {
	if (overlay === null) return finding;
	const { atLeast, atMost } = overlay.settings;
	const floor = atLeast.find(({ code }) => code === finding.code)?.severity;
	const ceiling = atMost.find(({ code }) => code === finding.code)?.severity;
	let { severity } = finding;
	if (floor !== void 0 && rank(floor) < rank(severity)) severity = floor;
	if (ceiling !== void 0 && rank(ceiling) > rank(severity)) severity = ceiling;
	if (severity === finding.severity) return finding;
	const clearedBy = finding.clearedBy.filter(({ by }) => by !== "waiver");
	const canWaive = severity !== "info" && !NEVER_WAIVABLE.has(finding.code);
	const factsHash = rank(severity) < rank(finding.severity) ? hash(JSON.stringify([finding.factsHash, severity])) : finding.factsHash;
	return {
		...finding,
		severity,
		factsHash,
		clearedBy: canWaive ? [...clearedBy, WAIVER] : clearedBy
	};
}
function overlaySources(before, after, overlay) {
	const { name, version, settings } = overlay;
	const isAsked = before.severity !== after.severity || settings.documents.includes(before.code);
	const deciding = OVERLAY_LIMITS.filter((limit) => decides(limit, settings.limits[limit], before));
	const programs = after.programs.filter((program) => isAsked || deciding.some((limit) => LIMITS[limit].programs.includes(program)));
	return programs.length === 0 ? [] : [{
		programs,
		citation: name,
		date: `version ${version}`,
		mark: "lender"
	}];
}
var HISTORY_LIMITS = new Set([...[
	"purchaseDays",
	"refinanceDays",
	"fhaDays",
	"twoStatementsDays"
]]);
function decides(limit, value, { code, severity, inputs }) {
	if (value === void 0 || directionOf(limit, value) === "same") return false;
	switch (code) {
		case "LARGE_UNSOURCED": return limit === "incomePercent";
		case "DOCUMENT_SOURCE": return limit === "valuePercent";
		case "MANY_UNEXPLAINED": return limit === "smallDepositsLimitCents" ? Number(inputs["sumCents"]) > value : (limit === "incomePercent" || limit === "valuePercent") && directionOf(limit, value) === "looser";
		case "RETURNED_ITEMS": return severity === "blocker" ? limit === "nsfBlocker" && inputs["blockFrom"] === value : limit === "nsfReview" && inputs["reviewFrom"] === value;
		case "INSUFFICIENT_HISTORY":
		case "ASK_MORE_DAYS": return HISTORY_LIMITS.has(limit) && inputs["requiredDays"] === value;
		case "EXPIRED_AT_NOTE":
		case "EXPIRED_AT_DISBURSEMENT": return limit === "documentAgeDays" && inputs["validThrough"] !== void 0;
		case "OLD_AT_APPLICATION": return limit === "daysToApplication";
		case "FHA_DATA_OLD": return limit === "fhaDataDays";
		case "LIQUIDATION_NEEDED": return limit === "liquidationPercent";
		default: return false;
	}
}
// features/underwriting/rules/terms.ts
var { R27 } = RULES;
function isConventional(program) {
	return program === "fannie" || program === "freddie";
}
function termsOf(loan, program, parameters = GUIDE_PARAMETERS) {
	const { transactionType, salesPrice, appraisedValue, loanAmount, closingCosts, prepaids, credits } = loan;
	const isPurchase = transactionType === void 0 ? null : transactionType === "purchase";
	const costsCents = closingCosts === void 0 || prepaids === void 0 ? null : closingCosts + prepaids;
	const lower = least(salesPrice, appraisedValue);
	const limit = isPurchase ? limitOf(loan, program, lower) : null;
	const ipc = credits === void 0 || costsCents === null || isPurchase === true && limit === null || isPurchase === null ? null : Math.min(credits, costsCents, limit ?? Infinity);
	const down = isPurchase && salesPrice !== void 0 && loanAmount !== void 0 ? salesPrice - loanAmount - (loan.subordinateFinancing ?? 0) : null;
	const lenderCreditCents = loan.lenderCredits ?? 0;
	const paid = costsCents === null || ipc === null ? null : Math.max(0, costsCents - ipc - lenderCreditCents);
	const creditExcessCents = credits === void 0 || ipc === null ? 0 : credits - ipc;
	const adjustedValueCents = adjustedValueOf(loan, isPurchase, creditExcessCents);
	const valueCents = isPurchase === null ? null : isPurchase ? lower : appraisedValue ?? null;
	const concessionCents = limit === null || !isConventional(program) ? 0 : Math.max(0, (credits ?? 0) - limit);
	return {
		isPurchase,
		valueCents,
		loanToValueBaseCents: valueCents === null || concessionCents === 0 ? valueCents : Math.min(valueCents, salesPrice - concessionCents),
		costsCents,
		interestedPartyLimitCents: limit,
		interestedPartyCreditCents: ipc,
		creditExcessCents,
		isCreditAboveLimit: credits !== void 0 && limit !== null && credits > limit,
		isCreditAboveCosts: credits !== void 0 && costsCents !== null && credits > costsCents,
		lenderCreditCents,
		downPaymentCents: down,
		adjustedValueCents,
		beforeEarnestCents: beforeEarnest(loan, isPurchase, down, paid),
		incomeThresholdCents: loan.monthlyIncome === void 0 ? null : Math.floor(loan.monthlyIncome * parameters.incomePercent / 100),
		missing: missingOf$1(loan, program, adjustedValueCents),
		parameters
	};
}
function beforeEarnest(loan, isPurchase, down, paid) {
	if (paid === null || isPurchase === null) return null;
	if (isPurchase) return down === null || down < 0 ? null : down + paid;
	if (loan.payoff === void 0 || loan.loanAmount === void 0) return null;
	return loan.payoff + paid - loan.loanAmount;
}
function least(a, b) {
	return a === void 0 || b === void 0 ? null : Math.min(a, b);
}
function limitOf({ salesPrice, occupancy, loanAmount }, program, lower) {
	const { fhaPercent, vaPercent, usdaPercent, investmentPercent, above90Percent, above75Percent, otherPercent } = R27.parameters;
	const share = (base, percent) => Math.floor(base * percent / 100);
	if (program === "fha" || program === "va" || program === "usda") {
		const percent = {
			fha: fhaPercent,
			va: vaPercent,
			usda: usdaPercent
		}[program];
		return salesPrice === void 0 ? null : share(salesPrice, percent);
	}
	if (lower === null || loanAmount === void 0 || occupancy === void 0) return null;
	if (occupancy === "investment") return share(lower, investmentPercent);
	return share(lower, loanAmount * 100 > lower * 90 ? above90Percent : loanAmount * 100 > lower * 75 ? above75Percent : otherPercent);
}
function ownedTwelveMonths(acquiredOn, at) {
	const [year = "", ...rest] = acquiredOn.split("-");
	return [String(Number(year) + 1).padStart(4, "0"), ...rest].join("-") <= at;
}
function adjustedValueOf(loan, isPurchase, excess) {
	const { salesPrice, appraisedValue, acquiredOn, acquisitionCost } = loan;
	if (isPurchase === null || appraisedValue === void 0) return null;
	if (isPurchase) return salesPrice === void 0 ? null : Math.max(0, Math.min(salesPrice - (loan.inducements ?? 0) - excess, appraisedValue));
	if (acquiredOn === void 0) return null;
	const at = loan.applicationDate ?? loan.noteDate;
	if (at !== void 0 && ownedTwelveMonths(acquiredOn, at)) return appraisedValue;
	return acquisitionCost === void 0 ? null : Math.min(acquisitionCost, appraisedValue);
}
function fhaThreshold({ adjustedValueCents, parameters }) {
	return adjustedValueCents === null ? null : Math.floor(adjustedValueCents * parameters.valuePercent / 100);
}
function missingOf$1(loan, program, adjustedValueCents) {
	const isPurchase = loan.transactionType === void 0 || loan.transactionType === "purchase";
	const judgesReserves = program !== "va" && program !== "usda";
	const missing = [
		"transactionType",
		...judgesReserves ? ["occupancy", "units"] : [],
		...isPurchase ? ["salesPrice"] : ["payoff"],
		...judgesReserves ? ["appraisedValue"] : [],
		"loanAmount",
		"closingCosts",
		"prepaids",
		"credits",
		...isPurchase ? ["emd"] : [],
		...judgesReserves ? ["pitia"] : [],
		...isConventional(program) && isPurchase ? ["monthlyIncome"] : [],
		...program === "fha" && !isPurchase ? ["acquiredOn"] : []
	].filter((field) => loan[field] === void 0 || field === "pitia" && loan.pitia === 0);
	const { salesPrice, loanAmount, subordinateFinancing = 0 } = loan;
	if (isPurchase && salesPrice !== void 0 && loanAmount !== void 0 && salesPrice < loanAmount + subordinateFinancing) missing.push("financedFees");
	if (program === "fha" && !isPurchase && missing.length === 0 && adjustedValueCents === null) missing.push("acquisitionCost");
	return missing;
}
var known = (cents, months, basis) => ({
	cents,
	floorCents: cents,
	months,
	basis,
	missing: [],
	needsReason: false
});
function requiredReserves(loan, program, parameters = GUIDE_PARAMETERS) {
	if (program === "va" || program === "usda") return known(0, null, "Not evaluated for this program");
	const required = requiredByGuide(loan, program);
	const { overlay, primaryReserveMonths, secondHomeReserveMonths, investmentReserveMonths } = parameters;
	const { occupancy, pitia } = loan;
	if (overlay === null || occupancy === void 0 || !pitia) return required;
	const months = {
		primary: primaryReserveMonths,
		second_home: secondHomeReserveMonths,
		investment: investmentReserveMonths
	}[occupancy];
	const floorCents = months * pitia;
	if (floorCents <= required.floorCents) return required;
	if (required.cents === null) return {
		...required,
		floorCents
	};
	return {
		...required,
		cents: floorCents,
		floorCents,
		months,
		basis: `${months} months, by ${overlayLabel(overlay)}`
	};
}
function requiredByGuide(loan, program) {
	const { pitia } = loan;
	const entered = enteredFor(loan, program);
	const table = tableOf(loan, program);
	if (entered !== null) {
		const isUnknown = loan.underwriting === "manual" && table.missing.includes("financedProperties");
		const isBelow = table.cents !== null && entered.cents !== null && entered.cents < table.cents;
		if ((isBelow || isUnknown) && !loan.reserveReason) return {
			...table,
			needsReason: isBelow
		};
		return {
			cents: entered.cents,
			floorCents: entered.cents ?? 0,
			months: entered.months,
			basis: entered.basis,
			missing: pitia ? [] : ["pitia"],
			needsReason: false
		};
	}
	return table;
}
function enteredFor(loan, program) {
	const { program: own = "conventional", ausReserves, reserveMonthsRequired, pitia } = loan;
	if (!(isConventional(program) ? own === "conventional" || own === "fannie" || own === "freddie" : own === program)) return null;
	const note = (own === "fannie" || own === "freddie") && own !== program ? "; assumes the same required reserves" : "";
	if (ausReserves !== void 0) return {
		cents: ausReserves,
		months: pitia ? Math.ceil(ausReserves * 100 / pitia) / 100 : null,
		basis: `As the automated underwriting system requires${note}`
	};
	if (reserveMonthsRequired === void 0) return null;
	return {
		cents: pitia ? Math.ceil(reserveMonthsRequired * pitia) : null,
		months: reserveMonthsRequired,
		basis: `${reserveMonthsRequired} months, as entered${note}`
	};
}
function tableOf(loan, program) {
	const { underwriting, occupancy, units, pitia } = loan;
	const { R7b } = RULES;
	const unknown = (missing, floorCents = 0, basis = "Required reserves are not entered") => ({
		cents: null,
		floorCents,
		months: null,
		basis,
		missing,
		needsReason: false
	});
	const inputs = [
		...underwriting === void 0 && !(program === "fha" && units !== void 0 && units >= 3) ? ["underwriting"] : [],
		...occupancy === void 0 ? ["occupancy"] : [],
		...units === void 0 ? ["units"] : [],
		...pitia ? [] : ["pitia"]
	];
	if (inputs.length > 0 || occupancy === void 0 || units === void 0 || !pitia) return unknown(inputs);
	const ofMonths = (months, basis) => known(months * pitia, months, basis);
	if (program === "fha") {
		if (units >= 3) return ofMonths(R7b.parameters.fhaThreeUnitMonths, "3 months for 3 and 4 units");
		return underwriting === "manual" ? ofMonths(R7b.parameters.fhaManualMonths, "1 month, underwritten manually") : ofMonths(0, "No reserves required with a TOTAL accept");
	}
	const months = occupancy === "investment" ? R7b.parameters.investmentMonths : occupancy === "second_home" ? R7b.parameters.secondHomeMonths : units > 1 ? R7b.parameters.multiUnitMonths : 0;
	const others = occupancy === "primary" ? 0 : otherProperties(loan, program);
	if (others === null && underwriting === "manual") return unknown(["financedProperties"], months * pitia);
	if (others === null) return unknown(["financedProperties"]);
	const cents = months * pitia + others;
	const basis = `${months} months${others > 0 ? " and a share of other financed properties" : ""}, by the guide's table`;
	if (underwriting === "aus") return unknown(["reserveMonthsRequired"], cents, "At least the guide's table; the automated underwriting system's figure is not entered");
	if (program === "fannie" && occupancy === "primary" && units === 1) return unknown(["reserveMonthsRequired"]);
	return known(cents, Math.ceil(cents * 100 / pitia) / 100, basis);
}
function otherProperties({ financedProperties }, program) {
	if (financedProperties === void 0) return null;
	const { principalPercent, paymentMonths } = RULES.R7b.parameters;
	const others = financedProperties.filter(({ isPrincipal }) => !isPrincipal);
	const number = financedProperties.length + 1;
	const total = (of) => others.reduce((sum, one) => sum + of(one), 0);
	if (program === "fannie") {
		const row = principalPercent.find(({ upTo }) => number <= upTo);
		return row ? Math.ceil(total(({ unpaidPrincipal }) => unpaidPrincipal) * row.percent / 100) : null;
	}
	const row = paymentMonths.find(({ upTo }) => number <= upTo);
	return row ? total(({ monthlyPayment }) => monthlyPayment) * row.months : null;
}
// features/underwriting/rules/deposits.ts
var SOURCING = new Set([
	"gift",
	"sale_of_personal_asset",
	"transfer",
	"secured_loan",
	"income",
	"insurance_settlement",
	"refund",
	"liquidation",
	"other"
]);
var readDeposits = once((model) => {
	const pay = payIdentification(model);
	const deposits = [];
	for (const account of model.accounts) {
		if (account.kind !== "depository") continue;
		const isCounted = isCountedIn(model, account);
		for (const line of account.lines) if (isDeposit(line)) deposits.push(read(model, line, isCounted, pay));
	}
	return deposits;
});
var isCountedIn = ({ counting }, account) => counting.get(account)?.isCounted === true;
function read(model, line, isCounted, pay) {
	const cents = -line.cents;
	const sources = (model.evidenceOf.get(line) ?? []).filter(({ kind }) => SOURCING.has(kind));
	const total = (of) => Math.min(cents, sum(of.map(({ sourcedCents }) => sourcedCents)));
	const paid = pay.get(line);
	const identifiedAs = identify(model, line, paid);
	return {
		line,
		cents,
		identifiedAs,
		isAchPayroll: identifiedAs === null && paid === "achPayrollOnly" && showsSource(model, line),
		refundCents: model.partialRefundOf.get(line) ?? 0,
		sourcedCents: total(sources),
		documentedCents: total(sources.filter(({ hasDocument }) => hasDocument)),
		noNewDebtCents: total(sources.filter((one) => one.kind !== "gift" || showsNoNewDebt(one, cents))),
		giftCents: total(sources.filter(({ kind }) => kind === "gift")),
		evidenceIds: sources.flatMap(({ id }) => id === void 0 ? [] : [id]),
		isCounted,
		isInWindow: isWithin(line, RULES.R3.parameters.windowDays),
		isBorrowed: identifiedAs === null && line.class === "loan_proceeds" && model.confirmed("notALoan", { line })?.hasDocument !== true
	};
}
function identify(model, line, pay) {
	if (model.transferOf.has(line)) return "own_transfer";
	const net = model.netOf.get(line);
	if (net) return net.day >= line.day && net.account === line.account ? "returned" : "refund";
	if (isConfirmedTransfer(model, line)) return "own_transfer_confirmed";
	if (!showsSource(model, line)) return null;
	switch (line.class) {
		case "payroll": return pay === "stream" ? "payroll" : null;
		case "benefit":
		case "tax_refund": return line.class;
		case "interest": return isOwnInterest(line) ? "interest" : null;
		default: return null;
	}
}
function showsSource({ forOthers }, line) {
	return printsSource(line) && !forOthers.has(line);
}
function isConfirmedTransfer(model, line) {
	const confirmed = model.confirmed("ownTransfer", { line });
	return confirmed !== void 0 && (confirmed.hasDocument || model.possibleTransferOf.has(line));
}
function isOwnInterest({ account, classification: { payee, person }, cents }) {
	if (person !== null) return false;
	if (payee !== null && findPayee(account.item.institutionName)?.id !== payee.id) return false;
	const average = averageBefore(account, Infinity, Infinity) ?? account.source.currentCents;
	return average !== null && -cents * 100 <= average * RULES.S2.parameters.interestPercentOfAverage;
}
var settled = once((model) => readDeposits(model).map((deposit) => {
	const { identifiedAs, isAchPayroll, isCounted, isInWindow, isBorrowed } = deposit;
	const row = {
		deposit,
		identifiedAs,
		unsourcedCents: openCents(deposit, identifiedAs)
	};
	if (identifiedAs !== null) return {
		...row,
		outcome: "identified",
		why: null
	};
	if (isAchPayroll || isBorrowed) return null;
	if (!isCounted) return {
		...row,
		outcome: "not_tested",
		why: NOT_COUNTED
	};
	if (!isInWindow) return {
		...row,
		outcome: "not_tested",
		why: OLDER
	};
	return null;
}));
var unsettled = once((model) => settled(model).flatMap((one, at) => one === null ? [at] : []));
var NOT_COUNTED = "On an account that does not count";
var OLDER = `Older than ${RULES.R3.parameters.windowDays} days`;
function openCents({ cents, refundCents, sourcedCents }, identifiedAs) {
	return identifiedAs ? 0 : Math.max(0, cents - refundCents - sourcedCents);
}
var notable = once((model) => settled(model).filter((one) => one !== null && one.deposit.isCounted && (one.identifiedAs === "returned" || one.identifiedAs === null && one.deposit.line.classification.isForeign)));
function testDeposits(test) {
	const { model, loan } = test;
	const deposits = readDeposits(model);
	if (loan.interestedParties !== void 0 && loan.interestedParties.length > 0) {
		const all = deposits.map((deposit) => testDeposit(deposit, test));
		return {
			all,
			open: all
		};
	}
	const all = [...settled(model)];
	return {
		all,
		open: [...unsettled(model).map((at) => all[at] = testDeposit(deposits[at], test)), ...notable(model)]
	};
}
function isSettled(model, at) {
	return settled(model)[at] !== null;
}
function unsourcedOfTransfer(test, line) {
	const deposit = depositOf(test.model).get(line);
	if (!deposit?.isCounted) return 0;
	const { outcome, unsourcedCents } = testDeposit({
		...deposit,
		identifiedAs: null
	}, test);
	return outcome === "large_unsourced" || outcome === "document_source" ? unsourcedCents : 0;
}
var depositOf = once((model) => new Map(readDeposits(model).map((one) => [one.line, one])));
function testDeposit(deposit, { model, loan, program, terms }) {
	const { cents, isCounted, isInWindow, refundCents, line } = deposit;
	const isIncome = deposit.isAchPayroll && loan.monthlyIncome !== void 0 && (payDayCents(model).get(line) ?? cents) <= loan.monthlyIncome && interestedPartyOf(line, loan) === void 0;
	const identifiedAs = deposit.identifiedAs ?? (isIncome ? "payroll" : null);
	const unsourcedCents = openCents(deposit, identifiedAs);
	const result = (outcome, why = null) => ({
		deposit,
		outcome,
		identifiedAs,
		unsourcedCents,
		why
	});
	if (identifiedAs) return result("identified");
	if (!isCounted) return result("not_tested", NOT_COUNTED);
	if (interestedPartyOf(line, loan)) return result("interested_party");
	if (deposit.isBorrowed && isInWindow) return result("borrowed");
	if (!isInWindow) return result("not_tested", OLDER);
	if (program === "va" || program === "usda") return result("not_tested", "This program has no large-deposit test here");
	return isConventional(program) ? conventional(result, loan, terms, cents - refundCents, unsourcedCents) : fha(result, terms, deposit);
}
function conventional(result, loan, terms, cents, unsourced) {
	if (terms.isPurchase === false) return result("not_tested", "A refinance needs no source");
	if (terms.isPurchase === null || loan.monthlyIncome === void 0) return result("not_tested", "Not evaluated");
	const isLarge = (amount) => amount * 100 > loan.monthlyIncome * terms.parameters.incomePercent;
	if (!isLarge(cents)) return result("below_threshold");
	if (isLarge(unsourced)) return result("large_unsourced");
	return result(unsourced === 0 ? "sourced" : "not_large_after_sourcing");
}
function fha(result, terms, deposit) {
	const threshold = fhaThreshold(terms);
	if (threshold === null) return result("not_tested", "Not evaluated");
	if (deposit.cents - deposit.refundCents <= threshold) return result("below_threshold");
	const unsourcedCents = fhaOpenCents(deposit);
	return unsourcedCents === 0 ? result("sourced") : {
		...result("document_source"),
		unsourcedCents
	};
}
function fhaOpenCents({ cents, refundCents, noNewDebtCents }) {
	return Math.max(0, cents - refundCents - noNewDebtCents);
}
function needsFhaSource({ deposit }, terms) {
	const threshold = fhaThreshold(terms);
	return threshold !== null && deposit.isInWindow && deposit.cents > threshold && fhaOpenCents(deposit) > 0;
}
function interestedPartyOf({ source, classification }, { interestedParties }) {
	if (!interestedParties?.length) return void 0;
	const words = nameWords(source.description);
	const text = ` ${words.join(" ")} `;
	return interestedParties.find(({ name }) => {
		if (classification.person !== null && mayBeSamePerson(classification.person, name)) return true;
		const named = nameWords(name).filter((part) => !COMPANY_FORMS.has(part));
		const whole = named.join(" ");
		if (whole.length > 3 && text.includes(` ${whole} `)) return true;
		const parts = named.filter((part) => part.length > 2);
		return parts.join("").length > 4 && parts.every((part) => words.includes(part));
	})?.name;
}
var COMPANY_FORMS = new Set([
	"LLC",
	"INC",
	"CORP",
	"LTD",
	"LLP",
	"THE",
	"AND",
	"CO"
]);
function movedAfterReading(model, takenOff) {
	const lines = unmatchedTransfers(model);
	const left = new Map([...model.counting].map(([account, { cents }]) => [account, cents]));
	const found = [];
	for (const line of [...lines.filter((one) => !takenOff.has(one)), ...lines.filter((one) => takenOff.has(one))]) {
		let cents = 0;
		const isAnyAccount = isSaidToBeMoved(model, line);
		const named = namedSources(model, line);
		for (const account of model.accounts) {
			if (named.length > 0 && !named.includes(account)) continue;
			if (!(account.asOf < line.account.asOf && account.asOf < line.day) || !mayBeFrom(line, account)) continue;
			if (!isAnyAccount && account.kind !== "investment") continue;
			const taken = Math.min(-line.cents - cents, left.get(account));
			left.set(account, left.get(account) - taken);
			cents += taken;
		}
		if (cents > 0) found.push({
			line,
			cents
		});
	}
	return found;
}
var unmatchedTransfers = once((model) => readDeposits(model).filter(({ line, isCounted }) => isCounted && (isSaidToBeMoved(model, line) || isSold(model, line)) && isFree(model, line)).map(({ line }) => line).sort((a, b) => a.day - b.day || compare(a.account.key, b.account.key) || compare(a.key, b.key)));
function isSaidToBeMoved(model, line) {
	if (line.class === "own_transfer" && line.classification.hasTransferWords || isFromOwner(line)) return true;
	if (model.possibleTransferOf.has(line)) return false;
	return model.confirmed("ownTransfer", { line }) !== void 0 || (model.evidenceOf.get(line) ?? []).some(({ kind }) => kind === "transfer");
}
function namedSources({ accounts, evidenceOf }, line) {
	const papers = (evidenceOf.get(line) ?? []).filter(({ kind }) => kind === "transfer" || kind === "liquidation");
	const named = accounts.filter((account) => account !== line.account).map((account) => ({
		account,
		of: papers.filter((one) => isAboutAccount(one, account))
	}));
	if (sum(named.flatMap(({ of }) => of.map(({ sourcedCents }) => sourcedCents))) < -line.cents) return [];
	return named.filter(({ of }) => of.length > 0).map(({ account }) => account);
}
function isSold(model, line) {
	return (model.evidenceOf.get(line) ?? []).some(({ kind }) => kind === "liquidation");
}
function mayBeFrom({ classification, account: own }, { source, item }) {
	const masks = classification.masks.filter((mask) => mask !== own.source.mask);
	const banks = classification.banks.filter((bank) => bank !== bankIdOf(own.item));
	if (masks.length > 0 && source.mask !== null && !masks.includes(source.mask)) return false;
	const bank = bankIdOf(item);
	return banks.length === 0 || bank === void 0 || banks.includes(bank);
}
function lowestBalanceSince(model, day) {
	const { last, lowest } = lowestSums(model);
	return lowest[Math.min(Math.max(0, last - day), MAX_DAYS$1)];
}
var MAX_DAYS$1 = 800;
var lowestSums = once((model) => {
	const histories = model.accounts.filter((account) => account.kind === "depository" && isCountedIn(model, account)).map((account) => ({
		account,
		balances: [...dailyBalances(account)]
	}));
	const last = Math.max(...histories.map(({ account }) => account.asOf));
	const lowest = [];
	for (let day = last; lowest.length <= MAX_DAYS$1; day--) {
		const cents = histories.map(({ account, balances }) => {
			while (balances.length > 1 && balances.at(-1).day > day) balances.pop();
			return (day < account.asOf ? balances.at(-1)?.cents : void 0) ?? account.source.currentCents ?? 0;
		});
		lowest.push(Math.max(0, Math.min(sum(cents), lowest.at(-1) ?? Infinity)));
	}
	return {
		last,
		lowest
	};
});
// features/underwriting/rules/document-age.ts
function evaluateDocumentAge({ model, loan, programs, parameters = GUIDE_PARAMETERS }) {
	const items = countedItems(model);
	const rows = items.map((item) => ({
		...item,
		validThrough: Object.fromEntries(programs.map((program) => [program, expiryOf(item.asOf, program, parameters)]))
	}));
	const newest = items.reduce((day, { asOf }) => asOf > day ? asOf : day, "");
	return {
		rows,
		findings: items.flatMap((item) => [
			...expired(item, loan, programs, parameters),
			...oldAtApplication(item, loan, programs, parameters),
			...oldFhaData(item, model, programs, parameters),
			...behind(item, newest, programs)
		]),
		notEvaluated: []
	};
}
function validThrough(model, program, parameters = GUIDE_PARAMETERS) {
	return countedItems(model).map(({ asOf }) => expiryOf(asOf, program, parameters)).sort()[0] ?? null;
}
var countedItems = once((model) => {
	const items = new Map();
	for (const account of model.accounts) if (model.counting.get(account)?.isCounted) items.set(account.item, [...items.get(account.item) ?? [], account]);
	return [...items].map(([item, accounts]) => ({
		item,
		accounts,
		asOf: dayOf(accounts[0].asOf)
	}));
});
function expiryOf(asOf, program, { documentAgeDays: days }) {
	const { fannieMonths } = RULES.R2.parameters;
	return program === "fannie" && days === LIMITS.documentAgeDays.guide ? addMonths(asOf, fannieMonths) : addDays(asOf, days);
}
function accepting(guide, limit, parameters) {
	const { overlay } = parameters;
	return overlay === null || parameters[limit] === LIMITS[limit].guide ? guide : overlayLabel(overlay);
}
function readOn({ item, asOf }) {
	return `${item.institutionName || "A bank"} was read on ${longDay(asOf)}`;
}
var NEW_DATA = "Get a new report or leave its accounts out.";
function expired(item, { noteDate, disbursementDate }, programs, parameters) {
	const findings = [];
	const { asOf, accounts } = item;
	const byExpiry = new Map();
	for (const program of programs) {
		if (program === "fha") continue;
		const expiry = expiryOf(asOf, program, parameters);
		if (noteDate !== void 0 && noteDate > expiry) byExpiry.set(expiry, [...byExpiry.get(expiry) ?? [], program]);
	}
	for (const [expiry, late] of byExpiry) findings.push(finding({
		ruleId: "R2",
		code: "EXPIRED_AT_NOTE",
		programs: late,
		severity: "blocker",
		text: `${readOn(item)}, and its data is valid through ${longDay(expiry)}. The note date is ${longDay(noteDate)}. ${NEW_DATA}`,
		clearedBy: [
			NEW_REPORT,
			LEAVE_OUT,
			loanTerms("noteDate")
		],
		inputs: {
			asOf,
			validThrough: expiry,
			noteDate
		},
		accounts
	}));
	if (programs.includes("freddie") && noteDate !== void 0 && noteDate < asOf) findings.push(finding({
		ruleId: "R2",
		code: "EXPIRED_AT_NOTE",
		programs: ["freddie"],
		severity: "blocker",
		text: `${readOn(item)}, after the note date of ${longDay(noteDate)}. Freddie Mac requires assets to be verified on or before the note date.`,
		clearedBy: [
			NEW_REPORT,
			LEAVE_OUT,
			loanTerms("noteDate")
		],
		inputs: {
			asOf,
			noteDate
		},
		accounts
	}));
	return programs.includes("fha") ? [...findings, ...expiredForFha(item, noteDate, disbursementDate, parameters)] : findings;
}
function expiredForFha(item, noteDate, disbursementDate, parameters) {
	const { asOf, accounts } = item;
	const usesNote = disbursementDate === void 0 || noteDate !== void 0 && noteDate > disbursementDate;
	const date = usesNote ? noteDate : disbursementDate;
	const expiry = expiryOf(asOf, "fha", parameters);
	if (date === void 0 || date <= expiry) return [];
	const dated = !usesNote ? `Disbursement is on ${longDay(date)}.` : disbursementDate === void 0 ? `No disbursement date is entered, so the note date of ${longDay(date)} is used.` : `The note date of ${longDay(date)} is used because it is after the disbursement date.`;
	return [finding({
		ruleId: "R2",
		code: "EXPIRED_AT_DISBURSEMENT",
		programs: ["fha"],
		severity: "blocker",
		text: `${readOn(item)}, and its data is valid through ${longDay(expiry)} under ${answerName("FHA", parameters.overlay)}. ${dated} ${NEW_DATA}`,
		clearedBy: [
			NEW_REPORT,
			LEAVE_OUT,
			loanTerms("disbursementDate", "noteDate")
		],
		inputs: {
			asOf,
			validThrough: expiry,
			noteDate: noteDate ?? null,
			disbursementDate: disbursementDate ?? null
		},
		accounts
	})];
}
function oldAtApplication(item, { applicationDate }, programs, parameters) {
	const { daysToApplication } = parameters;
	if (!programs.includes("fannie") || applicationDate === void 0) return [];
	const days = dayNumber(applicationDate) - dayNumber(item.asOf);
	if (days <= daysToApplication) return [];
	return [finding({
		ruleId: "R2",
		code: "OLD_AT_APPLICATION",
		programs: ["fannie"],
		severity: "review",
		text: `${readOn(item)}, ${days} days before the application of ${longDay(applicationDate)}. ${accepting("Fannie Mae", "daysToApplication", parameters)} accepts ${daysToApplication} days.`,
		clearedBy: [
			NEW_REPORT,
			LEAVE_OUT,
			loanTerms("applicationDate")
		],
		inputs: {
			asOf: item.asOf,
			applicationDate,
			days
		},
		accounts: item.accounts
	})];
}
function oldFhaData(item, { report }, programs, parameters) {
	const { fhaDataDays } = parameters;
	const reportDate = report.generatedAt.slice(0, 10);
	const days = dayNumber(reportDate) - dayNumber(item.asOf);
	if (!programs.includes("fha") || days <= fhaDataDays) return [];
	return [finding({
		ruleId: "R2",
		code: "FHA_DATA_OLD",
		programs: ["fha"],
		severity: "blocker",
		text: `${readOn(item)}, ${days} days before the report of ${longDay(reportDate)}. ${accepting("FHA", "fhaDataDays", parameters)} accepts ${fhaDataDays} days. ${NEW_DATA}`,
		clearedBy: [NEW_REPORT, LEAVE_OUT],
		inputs: {
			asOf: item.asOf,
			reportDate,
			days
		},
		accounts: item.accounts
	})];
}
function behind(item, newest, programs) {
	const days = dayNumber(newest) - dayNumber(item.asOf);
	if (days <= RULES.S2.parameters.itemBehindDays) return [];
	return [finding({
		ruleId: "S2",
		code: "ITEM_BEHIND",
		programs,
		severity: "review",
		text: `${readOn(item)}, ${days} days before the bank that was read last. Money may have moved between them since; get a new report that reads all banks together.`,
		clearedBy: [NEW_REPORT, LEAVE_OUT],
		inputs: {
			asOf: item.asOf,
			newestAsOf: newest,
			days
		},
		accounts: item.accounts
	})];
}
// features/underwriting/rules/elements.ts
var STATEMENT_ELEMENTS = [
	"institution",
	"holder",
	"lastFour",
	"period",
	"transactions",
	"endingBalance"
];
var NAMES = {
	institution: "the institution's name",
	holder: "the account holder's name",
	lastFour: "the last four digits of the account number",
	period: "the period covered",
	transactions: "transactions",
	endingBalance: "the ending balance"
};
function evaluateElements({ model, programs }) {
	const rows = model.accounts.filter((account) => model.counting.get(account)?.isCounted).map((account) => ({
		account,
		missing: missingElements(model, account),
		isSupplied: model.evidence.some((one) => one.kind === "statement" && isAboutAccount(one, account))
	}));
	return {
		rows,
		findings: rows.filter(({ missing, isSupplied }) => missing.length > 0 && !isSupplied).map(({ account, missing }) => finding({
			ruleId: "R4",
			code: "ELEMENT_MISSING",
			programs,
			severity: "review",
			text: `The bank does not report ${listed$1(missing.map((element) => NAMES[element]))} for ${account.name}. Add a statement or get a new report.`,
			clearedBy: [evidence("statement"), NEW_REPORT],
			inputs: { missing: missing.join(", ") },
			accounts: [account]
		})),
		notEvaluated: []
	};
}
function hasTransactionData({ report }, { source, item }) {
	if (source.transactions.length > 0) return true;
	return source.historicalBalances.length > 0 && !isWarnedOf(report, "TRANSACTIONS_UNAVAILABLE", item);
}
function missingElements(model, account) {
	const { kind, item, source } = account;
	const isBank = kind === "depository";
	const isMissing = {
		institution: item.institutionName.trim() === "",
		holder: !source.owners.some(({ names }) => names.some((name) => name.trim() !== "")),
		lastFour: (source.mask ?? "").trim().length < 4,
		period: isBank && source.daysAvailable <= 0 && source.historicalBalances.length === 0,
		transactions: isBank && !hasTransactionData(model, account),
		endingBalance: source.currentCents === null && source.holdings.length === 0
	};
	return STATEMENT_ELEMENTS.filter((element) => isMissing[element]);
}
function listed$1(words) {
	return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
// features/underwriting/rules/funds.ts
function levelOf(input, choice) {
	const { terms, required, earnest, gifts, conditionals } = input;
	const places = placesOf(input, choice);
	const credit = sum(places.filter(isOf("earnest")).map(left));
	const bank = sum(places.filter(isOf("bank")).map(left));
	const withoutGifts = sum(conditionals.filter((one) => one.kind === "giftToCome" && choice.without.has(one)).map(({ cents }) => cents));
	const giftCents = gifts.toComeCents - withoutGifts;
	const usable = bank + giftCents;
	const raw = terms.beforeEarnestCents === null ? null : terms.beforeEarnestCents - (earnest ? credit : 0);
	const need = raw === null ? null : Math.max(0, raw);
	const shortfall = need === null ? 0 : Math.max(0, need - usable);
	const sold = sell(input, choice, places, shortfall);
	const surplus = need === null ? null : usable - need + sold.closing;
	const depositedWithout = sum(conditionals.filter((one) => one.code.startsWith("GIFT") || one.code === "DONOR_INTEREST").filter((one) => one.kind === "lump" && choice.without.has(one)).map(({ cents }) => cents));
	const unusedGifts = need === null || !giftsAreNoReserves(input.program) ? 0 : Math.max(0, giftCents + gifts.depositedCents - depositedWithout - need);
	const reserves = surplus === null ? null : Math.max(0, surplus - unusedGifts) + sold.reserve;
	return {
		places,
		usableClosingCents: usable,
		cashToCloseCents: need,
		cashBackCents: raw === null ? null : Math.max(0, -raw),
		surplusCents: surplus,
		reservesCents: reserves,
		suffices: surplus !== null && surplus < 0 ? false : areReservesEnough(reserves, required),
		earnestCreditCents: credit,
		investmentClosingCents: sold.closing,
		investmentReserveCents: sold.reserve,
		giftCents,
		unprovenCents: Math.min(shortfall - sold.closing, sold.value - sold.closing)
	};
}
function areReservesEnough(reserves, { cents, floorCents }) {
	if (reserves === null) return null;
	if (reserves < floorCents) return false;
	return cents === null ? null : true;
}
var isOf = (kind) => (place) => place.kind === kind;
var left = ({ capacity, taken }) => capacity - taken;
function giftsAreNoReserves(program) {
	return program === "fha" || program === "usda";
}
var NOT_YET_THE_BORROWERS = new Set(["NAME_DIFFERS", "BUSINESS_ASSET_ANALYSIS"]);
function placesOf(input, { claims, without }) {
	const { model, earnest, conditionals } = input;
	const leftOut = accountsOf([...without]);
	const notTheBorrowers = accountsOf([...without].filter(({ code }) => NOT_YET_THE_BORROWERS.has(code)));
	const marks = trail(input, claims, notTheBorrowers);
	const places = [];
	let open = (input.unexplainedCents ?? 0) + sum([...without].filter(({ kind }) => kind === "lump").map(({ cents }) => cents));
	const add = (kind, account, capacity) => {
		const mark = marks.get(account) ?? 0;
		const taken = Math.min(mark, capacity);
		open += mark - taken;
		places.push({
			kind,
			account,
			capacity,
			taken
		});
	};
	for (const account of model.accounts) {
		const counting = model.counting.get(account);
		if (counting?.isCounted) add(account.kind === "depository" ? "bank" : "investment", account, leftOut.has(account) ? 0 : counting.cents);
	}
	if (earnest) {
		const isOpen = conditionals.some((one) => one.kind === "earnest" && without.has(one));
		const paidByOthers = sum(earnest.paidFrom.filter(({ account }) => notTheBorrowers.has(account)).map(({ cents }) => cents));
		add("earnest", null, Math.max(0, earnest.sureCents - paidByOthers) + (isOpen ? 0 : earnest.conditionalCents));
	}
	takeFrom(places, open);
	return places;
}
function takeFrom(places, cents) {
	let open = cents;
	for (const kind of [
		"bank",
		"investment",
		"earnest"
	]) for (const place of places.filter(isOf(kind))) {
		const taken = Math.min(open, left(place));
		place.taken += taken;
		open -= taken;
	}
}
function trail(input, claims, notTheBorrowers) {
	const marks = new Map();
	const add = (place, cents) => marks.set(place, (marks.get(place) ?? 0) + cents);
	const marked = [...claimsByLine(claims)].sort(([a], [b]) => a.day - b.day);
	let next = 0;
	const markUntil = (day) => {
		for (; next < marked.length && marked[next][0].day <= day; next++) add(marked[next][0].account, marked[next][1]);
	};
	for (const line of movesOf(input)) {
		markUntil(line.day);
		const moved = Math.min(marks.get(line.account) ?? 0, line.cents);
		const other = input.model.transferOf.get(line);
		const unsourced = other && notTheBorrowers.has(line.account) && !notTheBorrowers.has(other.account) ? unsourcedOfTransfer(input, other) : 0;
		add(line.account, -moved);
		add(other?.account ?? null, Math.max(moved, unsourced));
	}
	markUntil(Infinity);
	return marks;
}
var movesOf = once(({ model, earnest }) => {
	const debits = [...model.transferOf.keys()].filter(({ cents }) => cents > 0);
	const paid = (earnest?.payments ?? []).map(({ line }) => line);
	return [...debits, ...paid].sort((a, b) => a.day - b.day || compare(a.account.key, b.account.key) || compare(a.key, b.key));
});
function sell({ model, program, loan, terms: { parameters } }, { assumesLiquidation }, places, shortfall) {
	const investments = places.filter(isOf("investment"));
	const isRetirement = (place) => model.counting.get(place.account).isRetirement;
	const value = sum(investments.map(left));
	const proofs = liquidationProofs(model);
	const shownBy = (some) => sum(some.map(({ sourcedCents }) => sourcedCents));
	const provenOf = (some) => sum(some.map((one) => Math.min(left(one), shownBy(proofs.filter((proof) => isAboutAccount(proof, one.account))))));
	const ofAny = shownBy(proofs.filter(({ accountId }) => !accountId));
	if (isConventional(program)) {
		const isWorthMore = value * 100 >= shortfall * parameters.liquidationPercent;
		const proven = Math.min(value, provenOf(investments) + ofAny);
		const closing = Math.min(shortfall, assumesLiquidation || isWorthMore ? value : proven);
		return {
			closing,
			reserve: value - closing,
			value
		};
	}
	const ofRetirement = investments.filter(isRetirement);
	const ofSecurities = investments.filter((one) => !isRetirement(one));
	const securities = sum(ofSecurities.map(left));
	const retirement = value - securities;
	const needsNoProof = assumesLiquidation || loan.underwriting === "aus";
	const provenSecurities = provenOf(ofSecurities);
	const fromSecurities = Math.min(shortfall, securities, needsNoProof ? securities : provenSecurities + ofAny);
	const ofAnyLeft = needsNoProof ? ofAny : ofAny - Math.max(0, fromSecurities - provenSecurities);
	const provenRetirement = provenOf(ofRetirement) + ofAnyLeft;
	const fromRetirement = Math.min(shortfall - fromSecurities, retirement, assumesLiquidation ? retirement : provenRetirement);
	const reserve = securities - fromSecurities + Math.max(0, sum(ofRetirement.map((one) => fhaReserveOf(model, one.account, left(one), parameters))) - fromRetirement);
	return {
		closing: fromSecurities + fromRetirement,
		reserve,
		value
	};
}
function liquidationProofs({ evidence }) {
	const proofs = evidence.filter(({ kind }) => kind === "liquidation");
	const areApart = (one, other) => one.sourcedCents !== other.sourcedCents || one.accountId != null && other.accountId != null && one.accountId !== other.accountId;
	return proofs.filter((one, at) => one.transactionId === null && proofs.every((other, place) => other.transactionId === null && place >= at || areApart(one, other)));
}
function fhaReserveOf(model, account, cents, { fhaRetirementPercent } = GUIDE_PARAMETERS) {
	const share = Math.floor(cents * fhaRetirementPercent / 100);
	const shown = model.evidence.filter((one) => one.kind === "plan_terms" && isAboutAccount(one, account)).map(({ sourcedCents }) => Math.min(cents, sourcedCents));
	return Math.max(share, ...shown);
}
function levelsOf(input) {
	const never = input.claims.filter(({ isNever }) => isNever);
	const every = new Set(input.conditionals);
	return {
		sure: levelOf(input, {
			claims: input.claims,
			without: every,
			assumesLiquidation: false
		}),
		printed: levelOf(input, {
			claims: input.claims,
			without: new Set(),
			assumesLiquidation: false
		}),
		all: levelOf(input, {
			claims: never,
			without: new Set(),
			assumesLiquidation: true
		}),
		unsold: levelOf(input, {
			claims: never,
			without: new Set(),
			assumesLiquidation: false
		}),
		documented: levelOf(input, {
			claims: [...input.claims, ...input.undocumented],
			without: every,
			assumesLiquidation: false
		})
	};
}
function fundsOf(input, levels, own) {
	const { loan, terms, required, claims, conditionals, gifts, earnest } = input;
	const { printed } = levels;
	const conditionalAccounts = accountsOf(conditionals);
	const takenFrom = (...kinds) => sum(printed.places.filter(({ kind }) => kinds.includes(kind)).map(({ taken }) => taken));
	const pitia = loan.pitia || null;
	const { reservesCents: reserves } = printed;
	const reserveMonths = pitia === null || reserves === null ? null : monthsOf$2(reserves, pitia);
	return {
		usableByAccount: printed.places.filter(isOf("bank")).map((place) => ({
			...rowOf(place),
			isConditional: conditionalAccounts.has(place.account)
		})),
		investments: printed.places.filter(isOf("investment")).map((place) => {
			const account = place.account;
			const isShare = !isConventional(input.program) && input.model.counting.get(account).isRetirement;
			return {
				...rowOf(place),
				reserveCents: isShare ? fhaReserveOf(input.model, account, left(place), terms.parameters) : left(place)
			};
		}),
		reductions: claims.map(({ line, code, cents, isNever }) => ({
			transactionId: line.id,
			accountId: line.account.id,
			code,
			cents,
			neverCounts: isNever
		})),
		unexplainedCents: claimedCents(claims),
		reductionCents: takenFrom("bank", "investment", "earnest"),
		investmentReductionCents: takenFrom("investment"),
		earnestReductionCents: takenFrom("earnest"),
		conditionalCents: conditionalSum(conditionals),
		giftCents: printed.giftCents,
		depositedGiftCents: gifts.depositedCents,
		usableClosingCents: printed.usableClosingCents,
		terms: {
			costsCents: terms.costsCents,
			interestedPartyLimitCents: terms.interestedPartyLimitCents,
			interestedPartyCreditCents: terms.interestedPartyCreditCents,
			lenderCreditCents: terms.lenderCreditCents,
			downPaymentCents: terms.downPaymentCents,
			earnestFoundCents: earnest?.foundCents ?? 0
		},
		earnestPaidCents: printed.earnestCreditCents,
		cashToCloseCents: printed.cashToCloseCents,
		cashBackCents: printed.cashBackCents,
		investmentClosingCents: printed.investmentClosingCents,
		investmentReserveCents: printed.investmentReserveCents,
		surplusCents: printed.surplusCents,
		isSufficientToClose: printed.surplusCents === null ? null : printed.surplusCents >= 0,
		reservesCents: reserves,
		reserveMonths,
		requiredReservesCents: required.cents ?? (required.floorCents || null),
		requiredReserveMonths: required.months,
		requiredReservesBasis: required.basis,
		isReserveEnough: areReservesEnough(reserves, required),
		adjustedValueCents: terms.adjustedValueCents,
		...own,
		levels: {
			sure: plain(levels.sure),
			printed: plain(printed),
			all: plain(levels.all)
		}
	};
}
function rowOf(place) {
	const { account, capacity, taken } = place;
	return {
		accountId: account.id,
		countedCents: capacity,
		reductionCents: taken,
		cents: left(place)
	};
}
function accountsOf(conditionals) {
	return new Set(conditionals.map(({ account }) => account));
}
function claimedCents(claims) {
	return sum(claimsByLine(claims).values());
}
function claimsByLine(claims) {
	const byLine = Map.groupBy(claims, ({ line }) => line);
	return new Map([...byLine].map(([line, own]) => [line, deductedCents(-line.cents, own)]));
}
var GIFT_CODES = new Set(["DONOR_NOT_ACCEPTED", "GIFT_FROM_INTERESTED_PARTY"]);
function deductedCents(depositCents, claims) {
	const gifts = claims.filter(({ code }) => GIFT_CODES.has(code)).map(({ cents }) => cents);
	const others = claims.filter(({ code }) => !GIFT_CODES.has(code)).map(({ cents }) => cents);
	return Math.min(depositCents, sum(gifts) + Math.max(0, ...others));
}
function conditionalSum(conditionals) {
	return sum(new Map(conditionals.filter(({ kind }) => kind === "account").map(({ account, cents }) => [account, cents])).values()) + sum(conditionals.filter(({ kind }) => kind !== "account").map(({ cents }) => cents));
}
function plain({ usableClosingCents, cashToCloseCents, surplusCents, reservesCents, suffices }) {
	return {
		usableClosingCents,
		cashToCloseCents,
		surplusCents,
		reservesCents,
		suffices
	};
}
// features/underwriting/rules/history.ts
function evaluateHistory({ model, loan, programs, isExplained, parameters = GUIDE_PARAMETERS }) {
	const required = Object.fromEntries(programs.map((program) => [program, requiredDays(program, loan, parameters)]));
	const rows = model.accounts.filter((account) => account.kind === "depository" && model.counting.get(account)?.isCounted).map((account) => {
		const history = historyOf(model, account);
		const isEnough = Object.fromEntries(programs.map((program) => {
			const days = required[program] ?? null;
			return [program, days === null ? null : reaches(model, history, days)];
		}));
		return {
			...history,
			requiredDays: required,
			isEnough
		};
	});
	const unknown = programs.filter((program) => required[program] === null);
	return {
		rows,
		findings: [
			...rows.flatMap(insufficientHistory),
			...rows.length > 0 ? askMoreDays(model, required) : [],
			...rows.filter(({ isNew }) => isNew).flatMap((row) => recentlyOpened(row, programs, isExplained))
		],
		notEvaluated: unknown.length > 0 ? [notEvaluated("R1", unknown, ["transactionType"])] : []
	};
}
function requiredDays(program, { transactionType }, parameters) {
	const { purchaseDays, refinanceDays, fhaDays, twoStatementsDays } = parameters;
	if (program === "fha") return fhaDays;
	if (!CONVENTIONAL$1.includes(program)) return twoStatementsDays;
	if (transactionType === void 0) return null;
	return transactionType === "purchase" ? purchaseDays : refinanceDays;
}
var MAX_DAYS = 36500;
function historyOf(model, account) {
	if (hasTransactionData(model, account)) return reportedHistory(account);
	return {
		account,
		shownDays: 0,
		firstDay: account.asOf,
		isNew: false,
		firstDeposits: []
	};
}
var reportedHistory = once((account) => {
	const { asOf, source, lines } = account;
	const { days, aboutZeroCents } = RULES.R2b.parameters;
	const oldest = oldestBalance(account);
	const oldestDay = dayNumber(oldest?.date ?? "");
	const known = [source.daysAvailable, asOf - oldestDay].filter(Number.isFinite);
	const shownDays = Math.min(MAX_DAYS, Math.floor(Math.max(0, ...known)));
	let isNew = false;
	if (oldest && shownDays < days) {
		const net = -sum(lines.filter((line) => !line.isPending && line.day === oldestDay).map(({ cents }) => cents));
		isNew = Math.abs(oldest.currentCents - net) <= aboutZeroCents;
	}
	const deposits = isNew ? lines.filter(isDeposit) : [];
	const firstDepositDay = Math.min(...deposits.map(({ day }) => day));
	return {
		account,
		shownDays,
		firstDay: asOf - shownDays,
		isNew,
		firstDeposits: deposits.filter(({ day }) => day === firstDepositDay)
	};
});
function reaches(model, { account, firstDay }, days) {
	const wanted = account.asOf - days;
	let from = firstDay;
	const periods = model.evidence.filter((one) => one.kind === "statement" && isAboutAccount(one, account) && one.periodFrom && one.periodTo).map(({ periodFrom, periodTo }) => ({
		from: dayNumber(periodFrom),
		to: dayNumber(periodTo)
	})).sort((a, b) => b.to - a.to);
	for (const period of periods) if (period.to >= from - 1) from = Math.min(from, period.from);
	return from <= wanted;
}
function insufficientHistory(row) {
	const { account, shownDays, firstDay, isNew } = row;
	return [...programsByDays(row.requiredDays, (program) => row.isEnough[program] === false)].map(([days, programs]) => finding({
		ruleId: "R1",
		code: "INSUFFICIENT_HISTORY",
		programs,
		severity: isNew ? "review" : "blocker",
		text: isNew ? `${account.name} shows ${shownDays} of ${days} days of history because it appears to be new. Confirm when it was opened, or add a statement.` : `${account.name} shows ${shownDays} of ${days} days of history. Add statements for ${longDay(dayOf(account.asOf - days))} to ${longDay(dayOf(firstDay))}, get a new report, or leave the account out.`,
		clearedBy: [
			evidence("statement"),
			NEW_REPORT,
			LEAVE_OUT
		],
		inputs: {
			shownDays,
			requiredDays: days
		},
		accounts: [account]
	}));
}
function askMoreDays({ report }, required) {
	const { daysRequested } = report;
	return [...programsByDays(required, (program) => required[program] > daysRequested)].map(([days, programs]) => finding({
		ruleId: "R1",
		code: "ASK_MORE_DAYS",
		programs,
		severity: "info",
		text: `The report was requested for ${formatCount(daysRequested, "day")}, and ${days} are required. Request at least ${days} days in the next report.`,
		clearedBy: [NEW_REPORT],
		inputs: {
			daysRequested,
			requiredDays: days
		}
	}));
}
function programsByDays(required, isIncluded) {
	const groups = new Map();
	for (const [program, days] of Object.entries(required)) if (days !== null && isIncluded(program)) groups.set(days, [...groups.get(days) ?? [], program]);
	return groups;
}
function recentlyOpened({ account, firstDay, shownDays, firstDeposits }, programs, isExplained) {
	const explained = firstDeposits.length > 0 && firstDeposits.every(isExplained);
	const lines = explained ? firstDeposits : firstDeposits.filter((line) => !isExplained(line));
	const cents = -sum(lines.map((line) => line.cents));
	const { aboutZeroCents } = RULES.R2b.parameters;
	if (firstDeposits.length === 0 && Math.abs(account.source.currentCents ?? 0) <= aboutZeroCents) return [];
	const opened = `${account.name} appears to have been opened around ${longDay(dayOf(firstDay))}`;
	const money = firstDeposits.length > 0 ? `Its first deposit of ${formatMoney(cents)}` : "The source of its first money";
	const draft = (severity, of, text) => of.length === 0 ? [] : [finding({
		ruleId: "R2b",
		code: "RECENTLY_OPENED",
		programs: of,
		severity,
		text,
		clearedBy: explained ? [] : [
			evidence("transfer", "gift", "sale_of_personal_asset", "income", "secured_loan", "insurance_settlement", "refund", "liquidation", "other"),
			confirm("ownTransfer", true),
			NEW_REPORT,
			LEAVE_OUT
		],
		inputs: {
			shownDays,
			firstDepositCents: cents
		},
		accounts: [account],
		lines,
		facts: [explained ? "explained" : "unexplained"]
	})];
	if (explained) return draft("info", programs, `${opened}. ${money} is explained.`);
	const isFha = (program) => program === "fha";
	return [...draft("review", programs.filter((program) => !isFha(program)), `${opened}. ${money} is not explained; ask where the money came from.`), ...draft("blocker", programs.filter(isFha), `${opened}. FHA requires the source of funds in a recently opened account, and ${firstDeposits.length > 0 ? `its first deposit of ${formatMoney(cents)}` : "the source of its first money"} is not documented.`)];
}
// features/underwriting/rules/figures.ts
function figuresOf({ model, results, flows }) {
	const [first] = results;
	const fha = results.find(({ program }) => program === "fha");
	return {
		asOf: model.report.asOf,
		windowDays: RULES.R3.parameters.windowDays,
		thresholds: {
			incomeCents: first.terms.incomeThresholdCents,
			adjustedValueCents: fhaThreshold(fha.terms)
		},
		accounts: model.accounts.map((account) => accountRow(model, account, flows, fha.terms.parameters)),
		owners: ownerRows(model),
		seenTwice: model.seenTwice.map(({ account, countedAs, isSure }) => ({
			accountId: account.id,
			countedAccountId: countedAs.id,
			isSure
		})),
		deposits: depositRows(model, results),
		pending: pendingRows(model),
		...pairsOf(model),
		gifts: giftRows(results),
		earnestMoney: earnestRow(first),
		income: flows.income,
		debts: flows.debts,
		undisclosedMonthlyCents: flows.undisclosedMonthlyCents,
		support: flows.support,
		otherProperties: flows.otherProperties,
		rent: flows.rent,
		nsf: flows.nsf,
		vod: flows.vod,
		vodLoans: flows.vodLoans,
		lines: lineRows(model)
	};
}
function accountRow(model, account, { balances }, parameters) {
	const { source, item, asOf } = account;
	const counting = model.counting.get(account);
	const history = historyOf(model, account);
	const isInvestment = account.kind === "investment";
	return {
		accountId: account.id,
		key: account.key,
		name: source.name,
		mask: source.mask,
		institutionName: item.institutionName,
		type: source.type,
		subtype: source.subtype,
		currency: source.currency,
		asOf: dayOf(asOf),
		readAt: item.lastUpdatedAt,
		periodFrom: history.shownDays > 0 ? addDays(dayOf(asOf), -history.shownDays) : null,
		periodTo: dayOf(asOf),
		daysRequested: model.report.daysRequested,
		daysShown: history.shownDays,
		currentCents: source.currentCents,
		availableCents: source.availableCents,
		marginLoanCents: isInvestment ? source.marginLoanCents : null,
		countsCents: counting.cents,
		fhaReserveCents: !isInvestment ? null : counting.isRetirement ? fhaReserveOf(model, account, counting.cents, parameters) : counting.cents,
		isCounted: counting.isCounted,
		isConditional: counting.isConditional,
		countsWhy: counting.why || (isInvestment && source.marginLoanCents === null && groupOf(account) === "securities" ? "Margin not reported" : ""),
		...balances.get(account)
	};
}
var ownerRows = once((model) => model.accounts.map(({ id, ownership }) => ({
	accountId: id,
	persons: ownership.persons,
	match: ownership.match,
	standing: ownership.standing,
	isJoint: ownership.isJoint,
	isBusiness: ownership.isBusiness,
	capacity: ownership.capacity,
	nonBorrowerOwners: ownership.nonBorrowers
})));
function depositRows(model, results) {
	const moved = new Map(results.map(({ program, input }) => [program, new Set(input.claims.filter(({ code }) => code === "MOVED_AFTER_READING").map(({ line }) => line))]));
	const movedLines = new Set([...moved.values()].flatMap((lines) => [...lines]));
	const known = settledRows(model);
	const programs = results.map(({ program }) => program).join();
	const [first] = results;
	return first.tested.map((one, at) => {
		if (!isSettled(model, at) || movedLines.has(one.deposit.line)) return depositRow(model, results, moved, at);
		const before = known.get(at);
		if (before?.programs === programs && before.tested === one) return before.row;
		const row = depositRow(model, results, moved, at);
		known.set(at, {
			programs,
			tested: one,
			row
		});
		return row;
	});
}
var NAMED_OTHERWISE = new Set([
	"large_unsourced",
	"document_source",
	"borrowed",
	"interested_party"
]);
var settledRows = once((_model) => new Map());
function depositRow(model, results, moved, at) {
	const rows = results.map(({ tested }) => tested[at]);
	const [first] = rows;
	const { deposit, identifiedAs, unsourcedCents } = first;
	const { line } = deposit;
	const outcomes = {};
	for (const { program, tested } of results) {
		const outcome = outcomeOf$1(tested[at]);
		outcomes[program] = moved.get(program).has(line) && !NAMED_OTHERWISE.has(outcome) ? "moved_after_reading" : outcome;
	}
	return {
		transactionId: line.id,
		accountId: line.account.id,
		date: line.source.date,
		cents: deposit.cents,
		class: line.class,
		payee: payeeOf$2(line),
		identifiedAs,
		matchedTransactionId: (model.transferOf.get(line) ?? model.netOf.get(line))?.id ?? null,
		sourcedCents: deposit.sourcedCents,
		unsourcedCents,
		evidenceIds: deposit.evidenceIds,
		outcomes,
		notTestedWhy: rows.find(({ why }) => why !== null)?.why ?? null
	};
}
function outcomeOf$1({ outcome, deposit }) {
	return outcome === "sourced" && deposit.giftCents >= deposit.cents ? "gift" : outcome;
}
function payeeOf$2({ classification: { payee, person, party } }) {
	return payee?.name ?? person ?? (party || null);
}
var pendingRows = once((model) => model.accounts.flatMap((account) => pendingIn(account).map((line) => ({
	transactionId: line.id,
	accountId: account.id,
	date: line.source.date,
	cents: -line.cents,
	isCounted: model.identifiedPending.has(line) && model.counting.get(account)?.isCounted === true
}))));
var pairsOf = once((model) => ({
	transfers: [...[...model.transferOf].filter(([line, other]) => line.cents > other.cents).map(([debit, credit]) => pairRow(debit, credit, false)), ...[...model.possibleTransferOf].map(([credit, debit]) => pairRow(debit, credit, true))],
	nets: [...model.netOf].filter(([line, other]) => line.cents < other.cents).map(([deposit, debit]) => {
		const isReturned = debit.day >= deposit.day && debit.account === deposit.account;
		const [first, second] = isReturned ? [deposit, debit] : [debit, deposit];
		return {
			firstId: first.id,
			secondId: second.id,
			cents: -deposit.cents,
			kind: isReturned ? "returned" : "refund"
		};
	})
}));
function pairRow(debit, credit, isPossible) {
	return {
		debitId: debit.id,
		creditId: credit.id,
		cents: debit.cents,
		isPossible
	};
}
function giftRows(results) {
	const [first] = results;
	return first.gifts.map(({ gift }, at) => ({
		evidenceId: gift.evidence.id ?? null,
		transactionId: gift.line?.id ?? null,
		donor: gift.donorName,
		relationship: gift.evidence.donor?.relationship ?? "",
		cents: gift.cents,
		isToCome: gift.isToCome,
		missing: gift.missing,
		outcomes: Object.fromEntries(results.map(({ program, gifts }) => [program, gifts[at].outcome]))
	}));
}
function earnestRow({ earnest }) {
	if (!earnest) return null;
	return {
		enteredCents: earnest.enteredCents,
		foundCents: earnest.foundCents,
		creditCents: earnest.sureCents + earnest.conditionalCents,
		lines: earnest.payments.map(({ line, averageCents, isSupported }) => ({
			transactionId: line.id,
			accountId: line.account.id,
			date: line.source.date,
			cents: line.cents,
			average60Cents: averageCents,
			isSupported,
			isConditional: earnest.uncounted.includes(line)
		}))
	};
}
var lineRows = once((model) => {
	const known = new Map(model.accounts.flatMap(({ lines }) => lines.map((line) => [line.id, line])));
	return model.report.items.flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions)).sort(byContent$1).map((transaction) => {
		const line = known.get(transaction.id) ?? { classification: classify(transaction) };
		return {
			id: transaction.id,
			class: line.classification.class,
			payee: payeeOf$2(line)
		};
	});
});
function byContent$1(a, b) {
	return compare(a.date, b.date) || a.amountCents - b.amountCents || compare(a.description, b.description) || compare(a.id, b.id);
}
// features/underwriting/rules/debts.ts
var { amountPercent: amountPercent$1, paidAtLeastPercent, paidAbovePercent, fhaResubmitCents, activeCadences, activeMonthlyDays, endedWithinDays } = RULES.R11.parameters;
var findObligations = once((model) => {
	const groups = new Map();
	const levies = [];
	for (const account of model.accounts) {
		if (account.kind !== "depository") continue;
		const isIncome = isBorrowers(model, account);
		for (const line of account.lines) {
			if (!Number.isFinite(line.day) || !isFree(model, line)) continue;
			if (isLevy(line)) levies.push(line);
			const kind = isPayment(line) ? kindOf(line) : isIncome && isDeposit(line) && line.class === "rental_income" ? "rent_received" : null;
			if (kind) addTo$1(groups, line, kind);
		}
	}
	const found = [...groups.values()].flatMap(recurringOf).sort(byContent);
	const of = (...kinds) => found.filter(({ kind }) => kinds.includes(kind));
	return {
		debts: of("loan", "card", "bnpl", "lease"),
		support: of("support"),
		mortgages: of("mortgage"),
		otherProperties: of("hoa", "property_tax", "landlord_insurance", "rent_received").filter(({ cadence, isActive, daysAgo }) => cadence ? isActive : daysAgo <= endedWithinDays),
		taxPlans: of("tax_plan"),
		levies: levies.sort((a, b) => b.day - a.day || compare(a.key, b.key) || compare(a.account.key, b.account.key))
	};
});
var DEBT_ROLES = new Set([
	"bank",
	"lender",
	"servicer",
	"card_issuer",
	"bnpl",
	"wage_advance",
	"merchant_advance",
	"student_servicer",
	"mortgage_servicer",
	"plan_administrator",
	"brokerage",
	"p2p"
]);
function kindOf({ class: kind, classification: { payee, subclass } }) {
	const mayLend = payee === null || payee.roles.some((role) => DEBT_ROLES.has(role));
	switch (kind) {
		case "loan_payment":
			if (!mayLend) return null;
			if (subclass === "mortgage") return "mortgage";
			return subclass === "bnpl" || subclass === "lease" ? subclass : "loan";
		case "card_payment": return mayLend ? "card" : null;
		case "support": return "support";
		case "household_bill": return subclass === "hoa" ? "hoa" : null;
		case "insurance": return subclass === "landlord" ? "landlord_insurance" : null;
		case "tax_payment": return subclass === "property_tax" ? "property_tax" : subclass === null ? "tax_plan" : null;
		default: return payee?.roles.includes("court") && !isLevySubclass(subclass) ? "support" : null;
	}
}
function isLevySubclass(subclass) {
	return subclass === "levy" || subclass === "garnishment";
}
function isLevy(line) {
	const { classification, source, account, day } = line;
	return isPayment(line) && isLevySubclass(classification.subclass) && account.asOf - day <= endedWithinDays && !/^(?:FOOD|ENTERTAINMENT|TRAVEL)/.test(source.categoryPrimary ?? "");
}
function addTo$1(groups, line, kind) {
	const { payee, party } = line.classification;
	const name = party || line.source.description.slice(0, 60).toUpperCase().replace(/[\d\s]+/g, " ").trim() || "Unknown payee";
	const key = JSON.stringify([kind, payee ? payee.id : name]);
	const group = groups.get(key);
	if (group) group.lines.push(line);
	else groups.set(key, {
		payee: payee?.name ?? name,
		known: payee,
		kind,
		lines: [line]
	});
}
function leastDays({ kind, known }) {
	if (kind === "property_tax" || kind === "landlord_insurance") return 1;
	if (kind === "support") return known?.roles.includes("court") ? 3 : 1;
	if (kind === "hoa" || kind === "rent_received") return 2;
	return known ? 2 : 3;
}
function recurringOf(group) {
	const { payee, known, kind } = group;
	const least = leastDays(group);
	const streams = streamsOf(group).filter(({ days, cadence }) => days.length >= least && (cadence !== null || kind === "support" || least < 3) && (kind !== "tax_plan" || cadence === "monthly"));
	const starts = streams.filter((stream) => isActive(stream)).map(({ days }) => days[0]);
	return streams.map((stream) => {
		const { lines, days, cadence } = stream;
		const medianCents = median(lines.map(({ cents }) => Math.abs(cents)));
		const last = lines.at(-1);
		const isDollars = lines.every(({ account }) => account.isDollars);
		const active = isActive(stream);
		return {
			payee,
			known,
			kind,
			subclass: last.classification.subclass,
			cadence,
			medianCents,
			monthlyCents: kind === "card" || cadence === null || !isDollars ? null : monthlyOf(medianCents, cadence),
			lines,
			lastDay: last.day,
			isActive: active,
			isReplaced: starts.some((start) => start > days.at(-1)),
			daysAgo: last.account.asOf - last.day
		};
	});
}
function streamsOf({ kind, lines }) {
	if (kind === "card") return [toStream$1(lines)];
	if (kind === "tax_plan") return [...byAmount(lines, 0)].map(toStream$1);
	if (kind === "property_tax") return [toStream$1(lines)];
	return byAmount(lines, amountPercent$1).flatMap(splitLoans);
}
function toStream$1(lines) {
	const sorted = [...lines].sort((a, b) => compare(a.key, b.key) || compare(a.account.key, b.account.key));
	const days = distinctDays(sorted);
	return {
		lines: sorted,
		days,
		cadence: cadenceOfPayments(days)
	};
}
function byAmount(lines, percent) {
	const groups = [];
	let least = -Infinity;
	for (const line of [...lines].sort((a, b) => Math.abs(a.cents) - Math.abs(b.cents))) {
		const cents = Math.abs(line.cents);
		if (cents * 100 > least * (100 + percent)) {
			least = cents;
			groups.push([]);
		}
		groups.at(-1).push(line);
	}
	return groups;
}
function splitLoans(lines) {
	const steady = byAmount(lines, 0).map(toStream$1).filter(({ cadence }) => cadence !== null);
	if (steady.some((one, at) => at > 0 && overlaps(one, steady[at - 1]))) return steady;
	const ranks = [];
	const perDay = new Map();
	for (const line of toStream$1(lines).lines) {
		const rank = perDay.get(line.day) ?? 0;
		perDay.set(line.day, rank + 1);
		(ranks[rank] ??= []).push(line);
	}
	const doubled = ranks[1]?.length ?? 0;
	return doubled > 1 && doubled * 2 >= perDay.size ? ranks.map(toStream$1) : [toStream$1(lines)];
}
function overlaps(a, b) {
	return a.days[0] < b.days.at(-1) && b.days[0] < a.days.at(-1);
}
function isActive({ lines, cadence }) {
	const most = cadence === null || cadence === "monthly" ? activeMonthlyDays : activeCadences * daysOf(cadence);
	return lines.some(({ day, account }) => account.asOf - day <= most);
}
function byContent(a, b) {
	return compare(a.payee, b.payee) || compare(a.kind, b.kind) || b.medianCents - a.medianCents || compare(a.lines[0].key, b.lines[0].key);
}
function evaluateObligations(found, context) {
	const { model, programs } = context;
	const all = [
		...found.debts,
		...found.support,
		...found.mortgages,
		...found.taxPlans
	];
	const disclosed = disclose(found, all, context.loan);
	const refinanced = refinancedLoan(found.mortgages, disclosed, context.loan);
	const isConfirmed = ({ payee, kind }) => model.confirmed("noDebt", { payee }) !== void 0 || kind === "mortgage" && model.confirmed("paidForAnother", { payee }) !== void 0;
	const isOpen = (one) => one.isActive && !disclosed.has(one) && one !== refinanced && !isConfirmed(one);
	const shown = all.filter(({ isActive: active, isReplaced, daysAgo }) => active || !isReplaced && daysAgo <= endedWithinDays);
	const open = shown.filter(isOpen);
	const counted = open.filter(({ kind }) => kind !== "mortgage");
	const undisclosedMonthlyCents = sum(counted.map(({ monthlyCents }) => monthlyCents ?? 0));
	const other = openProperties(found.otherProperties, context);
	return {
		debts: shown.map((one) => toRow(one, disclosed.get(one), isConfirmed(one))),
		support: found.support.filter((one) => one.isActive).map(toFlow),
		otherProperties: [...found.mortgages.filter((one) => one.isActive), ...found.otherProperties].map(toFlow),
		undisclosedMonthlyCents: capped(undisclosedMonthlyCents),
		findings: [
			...undisclosedFindings(open, programs),
			...differences(found.debts, disclosed, context),
			...shown.filter((one) => !one.isActive).map((one) => ended(one, programs)),
			...resubmit(counted, undisclosedMonthlyCents, context),
			...other.map((lines) => otherProperty(lines, programs)),
			...levies(found.levies, context)
		],
		notEvaluated: []
	};
}
var isAmountCompared = ({ kind, subclass }, type) => kind !== "card" && !(type === "revolving" && (kind === "bnpl" || subclass === "home_equity"));
var SUPPORT_WORDS = /\b(?:CHILD ?SUPPORT|ALIMONY|SPOUSAL|SUPPORT|SDU)\b/i;
var TAX_WORDS = /\b(?:IRS|INTERNAL REVENUE|TAX(?:ES)?|TREASURY)\b/i;
var aliases = new WeakMap();
function disclose(found, all, loan) {
	const liabilities = loan.disclosedLiabilities ?? [];
	const disclosed = new Map();
	const known = aliases.get(found) ?? new Map();
	aliases.set(found, known);
	const isAlias = (one, { creditor }) => {
		const key = JSON.stringify([
			creditor,
			one.kind,
			one.payee
		]);
		let same = known.get(key);
		if (same === void 0) known.set(key, same = sameCreditor(creditor, one.payee) || one.kind === "support" && SUPPORT_WORDS.test(creditor) || one.kind === "tax_plan" && TAX_WORDS.test(creditor));
		return same;
	};
	const matches = all.filter((one) => one.isActive).map((one) => ({
		one,
		of: liabilities.filter((liability) => isAlias(one, liability) && fitsType(one, liability))
	}));
	const used = new Set();
	discloseTogether(matches, used, disclosed);
	const pairs = matches.flatMap(({ one, of }) => of.map((liability) => ({
		one,
		liability,
		apart: Math.abs((one.monthlyCents ?? 0) - liability.monthlyPayment)
	}))).sort((a, b) => a.apart - b.apart || b.liability.monthlyPayment - a.liability.monthlyPayment || byContent(a.one, b.one));
	for (const { one, liability } of pairs) {
		if (disclosed.has(one)) continue;
		const isCompared = isAmountCompared(one, liability.type);
		if (isCompared && (used.has(liability) || !isEnough(one.monthlyCents, liability.monthlyPayment))) continue;
		if (isCompared) used.add(liability);
		disclosed.set(one, {
			as: liability.creditor,
			cents: liability.monthlyPayment,
			isCompared
		});
	}
	discloseProperties(all, loan, disclosed);
	return disclosed;
}
function isEnough(paid, disclosedCents) {
	return paid === null || paid * 100 >= disclosedCents * paidAtLeastPercent;
}
function isAbove(paid, disclosedCents) {
	return paid !== null && paid * 100 > disclosedCents * paidAbovePercent;
}
function fitsType({ kind, subclass, known }, { type, creditor }) {
	if (type === "other" || kind === "support" || kind === "tax_plan" || kind === "bnpl" || subclass === "home_equity") return true;
	if (kind === "card" === (type === "revolving")) return true;
	const hasBoth = known?.roles.includes("card_issuer") && known.roles.includes("lender");
	return known !== null && !hasBoth && findPayee(creditor)?.id === known.id;
}
function discloseTogether(matches, used, disclosed) {
	const byPayee = new Map();
	for (const { one, of } of matches) {
		const compared = of.filter(({ type }) => isAmountCompared(one, type));
		if (one.monthlyCents === null) continue;
		const key = JSON.stringify([one.kind, one.payee]);
		const group = byPayee.get(key) ?? {
			debts: [],
			of: new Set()
		};
		byPayee.set(key, group);
		group.debts.push(one);
		for (const liability of compared) group.of.add(liability);
	}
	for (const { debts, of } of byPayee.values()) {
		const open = [...of].filter((liability) => !used.has(liability));
		if (debts.length === open.length) continue;
		const paid = sum(debts.map(({ monthlyCents }) => monthlyCents));
		const named = sum(open.map(({ monthlyPayment }) => monthlyPayment));
		if (!isEnough(paid, named) || isAbove(paid, named)) continue;
		const as = [...new Set(open.map(({ creditor }) => creditor))].sort().join(", ");
		for (const liability of open) used.add(liability);
		for (const one of debts) disclosed.set(one, {
			as,
			cents: named,
			isCompared: true
		});
	}
}
function discloseProperties(all, loan, disclosed) {
	const payments = (loan.financedProperties ?? []).map(({ monthlyPayment }) => monthlyPayment).sort((a, b) => b - a);
	for (const one of all) {
		if (one.kind !== "mortgage" || !one.isActive || disclosed.has(one)) continue;
		const at = payments.findIndex((cents) => cents > 0 && isEnough(one.monthlyCents, cents) && !isAbove(one.monthlyCents, cents));
		if (at < 0) continue;
		disclosed.set(one, {
			as: "Financed property",
			cents: payments[at],
			isCompared: false
		});
		payments.splice(at, 1);
	}
}
var isRefinance = ({ transactionType }) => transactionType === "rate_term" || transactionType === "cash_out";
function refinancedLoan(mortgages, disclosed, loan) {
	if (!isRefinance(loan) || mortgages.some((one) => disclosed.get(one)?.as !== "Financed property" && disclosed.has(one))) return;
	return mortgages.filter((one) => one.isActive && !disclosed.has(one)).sort((a, b) => (b.monthlyCents ?? b.medianCents) - (a.monthlyCents ?? a.medianCents))[0];
}
var cappedOrNull = (cents) => cents === null ? null : capped(cents);
function toRow(one, disclosure, isConfirmedNoDebt) {
	return {
		creditor: one.payee,
		payeeId: one.known?.id ?? null,
		kind: one.kind,
		cadence: one.cadence,
		occurrences: one.lines.length,
		medianCents: capped(one.medianCents),
		monthlyCents: cappedOrNull(one.monthlyCents),
		lastPaidOn: dayOf(one.lastDay),
		isActive: one.isActive,
		isDisclosed: disclosure !== void 0,
		disclosedAs: disclosure?.as ?? null,
		disclosedCents: disclosure?.cents ?? null,
		isConfirmedNoDebt,
		transactionIds: one.lines.map(({ id }) => id)
	};
}
function toFlow({ payee, monthlyCents, lastDay, lines }) {
	return {
		transactionIds: lines.map(({ id }) => id),
		payee,
		monthlyCents: cappedOrNull(monthlyCents),
		lastPaidOn: dayOf(lastDay)
	};
}
var without = (programs, one) => programs.filter((program) => program !== one);
var only = (programs, one) => programs.filter((program) => program === one);
function byPayee(open) {
	const groups = new Map();
	for (const one of open) {
		const group = groups.get(one.payee);
		if (group) group.push(one);
		else groups.set(one.payee, [one]);
	}
	return [...groups.values()];
}
function factsOf(group) {
	const { payee } = group[0];
	const amounts = group.flatMap(({ monthlyCents }) => monthlyCents ?? []);
	const monthlyCents = amounts.length > 0 ? sum(amounts) : null;
	const lines = group.flatMap((one) => one.lines);
	const last = dayOf(Math.max(...group.map(({ lastDay }) => lastDay)));
	return {
		payee,
		lines,
		monthlyCents,
		hasUnknown: amounts.length < group.length,
		last: longDay(last),
		inputs: {
			payee,
			monthlyCents,
			payments: lines.length,
			lastPaidOn: last
		}
	};
}
var amountText = (monthlyCents) => monthlyCents === null ? "" : ` ${formatMoney(monthlyCents)} a month`;
function undisclosedFindings(open, programs) {
	const of = (...kinds) => byPayee(open.filter(({ kind }) => kinds.includes(kind)));
	return [
		...of("loan", "card", "bnpl", "lease").map((group) => undisclosedDebt(group, programs)),
		...of("support").map((group) => supportPaid(group, programs)),
		...of("mortgage").flatMap((group) => undisclosedMortgage(group, programs)),
		...of("tax_plan").map((group) => taxPlan(group, programs))
	];
}
function undisclosedDebt(group, programs) {
	const { payee, lines, monthlyCents, hasUnknown, last, inputs } = factsOf(group);
	const unknown = group.every(({ kind }) => kind === "card") ? " The minimum payment is not known; enter it." : hasUnknown ? " A part of the monthly payment is not known; enter it." : "";
	return lastingFinding({
		ruleId: "R11",
		code: "UNDISCLOSED_DEBT",
		programs: group.every(({ subclass }) => subclass === "own_plan" || subclass === "securities_line") ? without(programs, "fannie") : programs,
		severity: "review",
		text: `${payee} is paid${amountText(monthlyCents)}, last on ${last}, and is not among the debts entered for the loan.${unknown} Add the debt to the loan, or confirm that it is not the borrower's.`,
		clearedBy: [loanTerms("disclosedLiabilities"), confirm("noDebt")],
		inputs,
		lines,
		subject: payee
	});
}
function supportPaid(group, programs) {
	const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
	return lastingFinding({
		ruleId: "R22",
		code: "SUPPORT_PAID",
		programs,
		severity: "review",
		text: `Support is paid to ${payee}:${amountText(monthlyCents)}${monthlyCents === null ? "" : ","} last on ${last}. It counts as a debt while more than ten months remain; add it to the loan's debts by the order, or confirm that it is no debt.`,
		clearedBy: [loanTerms("disclosedLiabilities"), confirm("noDebt")],
		inputs,
		lines,
		subject: payee
	});
}
function undisclosedMortgage(group, programs) {
	const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
	const draft = (severity, under) => lastingFinding({
		ruleId: "R23",
		code: "UNDISCLOSED_MORTGAGE",
		programs: under,
		severity,
		text: `A mortgage with ${payee} is paid${amountText(monthlyCents)}, last on ${last}, and is not on the loan. Add it to the loan, or confirm that it is paid for another person.`,
		clearedBy: [loanTerms("disclosedLiabilities", "financedProperties"), confirm("paidForAnother")],
		inputs,
		lines,
		subject: payee
	});
	const [fha, others] = [only(programs, "fha"), without(programs, "fha")];
	return [...fha.length > 0 ? [draft("blocker", fha)] : [], ...others.length > 0 ? [draft("review", others)] : []];
}
function taxPlan(group, programs) {
	const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
	return lastingFinding({
		ruleId: "R24",
		code: "TAX_PLAN",
		programs,
		severity: "review",
		text: `${payee} is paid the same amount every month,${amountText(monthlyCents)}, last on ${last}, as under a payment plan. Add it to the loan's debts with the agreement, or confirm that it is no debt.`,
		clearedBy: [loanTerms("disclosedLiabilities"), confirm("noDebt")],
		inputs,
		lines,
		subject: payee
	});
}
function differences(debts, disclosed, { model, programs }) {
	return byPayee(debts.filter((one) => {
		const disclosure = disclosed.get(one);
		if (!disclosure?.isCompared || one.cadence === null || model.confirmed("extraPrincipal", { payee: one.payee })) return false;
		let run = 0;
		return one.lines.some((line) => {
			run = isAbove(monthlyOf(line.cents, one.cadence), disclosure.cents) ? run + 1 : 0;
			return run >= 3;
		});
	})).map((group) => {
		const { payee, lines, monthlyCents, inputs } = factsOf(group);
		const disclosedCents = sum(group.map((one) => disclosed.get(one).cents));
		return lastingFinding({
			ruleId: "R11",
			code: "DEBT_AMOUNT_DIFFERS",
			programs,
			severity: "review",
			text: `${payee} is paid${amountText(monthlyCents)}, and the loan's debts say ${formatMoney(disclosedCents)}. Correct the amount, or confirm that the rest is extra principal.`,
			clearedBy: [loanTerms("disclosedLiabilities"), confirm("extraPrincipal")],
			inputs: {
				...inputs,
				disclosedCents
			},
			lines,
			subject: payee
		});
	});
}
function ended(one, programs) {
	const { payee, lines, last, inputs } = factsOf([one]);
	return finding({
		ruleId: "R11",
		code: "DEBT_ENDED",
		programs,
		severity: "info",
		text: `${payee} was paid until ${last} and not since. The debt seems to have ended.`,
		clearedBy: [],
		inputs,
		lines,
		subject: payee
	});
}
function resubmit(counted, cents, { programs }) {
	const fha = only(programs, "fha");
	const isAbove = cents > fhaResubmitCents;
	const unknown = counted.filter(({ monthlyCents }) => monthlyCents === null);
	if (fha.length === 0 || !isAbove && unknown.length === 0) return [];
	const names = [...new Set(unknown.map(({ payee }) => payee))];
	return [lastingFinding({
		ruleId: "R11",
		code: "RESUBMIT",
		programs: fha,
		severity: isAbove ? "blocker" : "review",
		text: isAbove ? `Debts that are not entered for the loan add up to ${formatMoney(cents)} a month. FHA requires a new submission above ${formatMoney(fhaResubmitCents)}: add them to the loan's debts and resubmit the loan.` : `Debts that are not entered for the loan add up to ${formatMoney(cents)} a month, without ${names.join(", ")}, whose payment is not known. Enter it: above ${formatMoney(fhaResubmitCents)} FHA requires a new submission.`,
		clearedBy: [loanTerms("disclosedLiabilities")],
		inputs: {
			undisclosedMonthlyCents: cents,
			unknownPayments: unknown.length
		},
		lines: counted.flatMap(({ lines }) => lines)
	})];
}
var PROPERTY_TEXT = {
	hoa: "Association dues are paid to",
	property_tax: "Property tax is paid to",
	landlord_insurance: "Landlord insurance is paid to",
	rent_received: "Rent is received from"
};
function openProperties(found, { model, loan }) {
	if ((loan.financedProperties ?? []).length > 0) return [];
	const isRental = loan.occupancy === "investment" || (loan.units ?? 1) > 1;
	const open = found.filter(({ kind, payee }) => {
		if (isRefinance(loan) && (kind === "hoa" || kind === "property_tax" || isRental)) return false;
		return !model.confirmed("paidForAnother", { payee });
	});
	const groups = new Map();
	for (const one of open) {
		const key = `${one.kind}|${one.payee}`;
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return [...groups.values()];
}
function otherProperty(group, programs) {
	const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
	const { kind } = group[0];
	return lastingFinding({
		ruleId: "R23",
		code: "OTHER_PROPERTY",
		programs,
		severity: "review",
		text: `${PROPERTY_TEXT[kind]} ${payee}${amountText(monthlyCents)}, last on ${last}. Enter the borrower's other properties, or confirm that it is for another person.`,
		clearedBy: [loanTerms("financedProperties"), confirm("paidForAnother")],
		inputs: {
			...inputs,
			kind
		},
		lines,
		subject: payee,
		facts: [kind]
	});
}
var EXPLAINING = new Set(["letter", "other"]);
function levies(found, { model, programs }) {
	const explained = found.find((line) => model.evidenceOf.get(line)?.some(({ kind }) => EXPLAINING.has(kind)))?.day ?? -Infinity;
	const lines = found.filter(({ day }) => day > explained);
	const newest = lines[0];
	if (!newest) return [];
	const cents = sum(lines.map((line) => line.cents));
	return [lastingFinding({
		ruleId: "R24",
		code: "LEVY",
		programs,
		severity: "review",
		text: `A levy or garnishment took ${formatMoney(cents)}, last on ${longDay(dayOf(newest.day))}. Add a letter or the agreement with the creditor.`,
		clearedBy: [evidence("letter", "other")],
		inputs: {
			takenCents: cents,
			lines: lines.length,
			lastPaidOn: dayOf(newest.day)
		},
		lines
	})];
}
// features/underwriting/rules/rent.ts
var { months: MONTHS_NEEDED, leastCents, amountPercent, days: DAYS_APART } = RULES.R15.parameters;
var POSSIBLE_MONTHS = 3;
var findRent = once((model) => {
	const groups = new Map();
	for (const account of model.accounts) {
		if (!account.isDollars || !isBorrowers(model, account)) continue;
		for (const line of account.lines) {
			if (!isPayment(line) || !isFree(model, line) || !Number.isFinite(line.day)) continue;
			const payee = payeeOf$1(line);
			if (payee === null) continue;
			const isRent = line.class === "rent";
			const key = `${isRent}|${payee}`;
			const group = groups.get(key);
			if (group) group.lines.push(line);
			else groups.set(key, {
				payee,
				isRent,
				lines: [line]
			});
		}
	}
	return [...groups.values()].flatMap(({ payee, isRent, lines }) => {
		const stream = toStream(payee, isRent, isRent ? lines : regular(lines));
		return isRent || stream.months.length >= POSSIBLE_MONTHS && stream.medianCents >= leastCents ? [stream] : [];
	}).sort((a, b) => b.months.length - a.months.length || compare(a.payee, b.payee) || compare(a.lines[0].key, b.lines[0].key));
});
function payeeOf$1({ class: kind, classification: { payee, person, party }, cents, account }) {
	if (kind === "rent") return payee?.name ?? (party || "Rent");
	if (kind === "person_payment") return person ?? (party || null);
	if (kind === "check") return person ?? (party || `Checks for ${formatMoney(cents)} from ${account.name}`);
	return null;
}
function toStream(payee, isRent, lines) {
	const sorted = [...lines].sort((a, b) => compare(a.key, b.key) || compare(a.account.key, b.account.key));
	const paid = new Map();
	for (const { day, cents } of sorted) paid.set(monthOf(day), (paid.get(monthOf(day)) ?? 0) + cents);
	const months = [...paid.keys()];
	const enough = months.filter((month) => paid.get(month) >= leastCents);
	const newest = Math.max(...enough);
	let inARow = 0;
	while (enough.includes(newest - inARow)) inARow++;
	const asOf = Math.max(...new Set(sorted.map(({ account }) => account.asOf)));
	return {
		payee,
		isRent,
		medianCents: median([...paid.values()]),
		months,
		inARow,
		isCurrent: newest >= monthOf(asOf) - 1,
		lines: sorted
	};
}
function regular(lines) {
	const sorted = [...lines].sort((a, b) => a.cents - b.cents);
	let best = [];
	let from = 0;
	let bestFrom = 0;
	let bestTo = 0;
	for (let to = 0; to < sorted.length; to++) {
		while (sorted[to].cents * 100 > sorted[from].cents * (100 + amountPercent)) from++;
		if (to + 1 - from > bestTo - bestFrom) [bestFrom, bestTo] = [from, to + 1];
	}
	const equal = sorted.slice(bestFrom, bestTo);
	const dates = equal.map(({ day }) => Number(dayOf(day).slice(8)));
	for (let date = 1; date <= 31; date++) {
		const near = equal.filter((_line, at) => isNear(dates[at], date));
		if (near.length > best.length) best = near;
	}
	return best;
}
function isNear(a, b) {
	const apart = Math.abs(a - b);
	return Math.min(apart, 31 - apart) <= DAYS_APART;
}
function evaluateRent(streams, { model, loan, programs }) {
	const rows = [];
	const findings = [];
	const missing = new Set();
	for (const stream of streams) {
		const { payee, isRent, lines, medianCents, months, inARow } = stream;
		const isConfirmed = isRent || model.confirmed("rent", { payee }) !== void 0;
		const eligibility = isConfirmed ? eligibilityOf(stream, loan) : {
			isEligible: false,
			why: "Not confirmed to be rent",
			missing: []
		};
		for (const field of eligibility.missing) missing.add(field);
		rows.push({
			payee,
			monthlyCents: capped(medianCents),
			months: months.map(monthName),
			isConfirmed,
			isEligible: eligibility.isEligible,
			why: eligibility.why,
			transactionIds: lines.map(({ id }) => id)
		});
		const inputs = {
			payee,
			monthlyCents: medianCents,
			months: months.length,
			monthsInARow: inARow
		};
		const shared = {
			ruleId: "R15",
			severity: "info",
			lines,
			subject: payee
		};
		if (!isConfirmed) findings.push(lastingFinding({
			...shared,
			code: "POSSIBLE_RENT",
			programs,
			text: `${payee}: about ${formatMoney(medianCents)} in each of ${formatCount(months.length, "month")}, which may be rent. Confirm that it is, if the borrower's rent history is to count.`,
			clearedBy: [confirm("rent")],
			inputs
		}));
		else findings.push(...rentFindings(stream, eligibility, shared, inputs, loan, programs));
	}
	return {
		rows,
		findings,
		notEvaluated: missing.size > 0 ? [notEvaluated("R15", programs, [...missing].sort())] : []
	};
}
function eligibilityOf({ inARow, isCurrent }, loan) {
	const not = (why) => ({
		isEligible: false,
		why,
		missing: []
	});
	if (inARow < MONTHS_NEEDED) return not(`${inARow} of ${MONTHS_NEEDED} months in a row`);
	if (!isCurrent) return not("The last payment is not recent");
	if (loan.transactionType !== void 0 && loan.transactionType !== "purchase") return not("Not a purchase");
	if (loan.occupancy !== void 0 && loan.occupancy !== "primary") return not("Not a primary residence");
	if (loan.isFirstTimeBuyer === false) return not("No first-time buyer");
	const missing = [
		"transactionType",
		"occupancy",
		"isFirstTimeBuyer"
	].filter((field) => loan[field] === void 0);
	if (missing.length > 0) return {
		isEligible: null,
		why: "Purchase, occupancy or first-time buyer not entered",
		missing
	};
	return {
		isEligible: true,
		why: `${MONTHS_NEEDED} months in a row`,
		missing: []
	};
}
var FHA_SCORE = 620;
function rentFindings({ payee, medianCents, lines }, { isEligible, why }, shared, inputs, loan, programs) {
	const last = longDay(dayOf(lines.at(-1).day));
	const draft = (under, eligible, reason, more) => lastingFinding({
		...shared,
		code: "RENT_12",
		programs: under,
		text: `Rent of ${formatMoney(medianCents)} a month to ${payee}, last on ${last}: ${eligible === null ? "cannot be tested yet" : eligible ? "eligible" : "not eligible"} as a positive rent history (${lower(reason)}).${more}`,
		clearedBy: [],
		inputs: {
			...inputs,
			isEligible: eligible === null ? null : eligible ? "yes" : "no",
			why: reason
		}
	});
	const fha = programs.filter((program) => program === "fha");
	const others = programs.filter((program) => program !== "fha");
	const isScoreLow = isEligible !== false && loan.creditScore !== void 0 && loan.creditScore < FHA_SCORE;
	const isScoreMissing = isEligible === true && loan.creditScore === void 0;
	return [...others.length > 0 ? [draft(others, isEligible, why, "")] : [], ...fha.length > 0 ? [isScoreLow ? draft(fha, false, `Credit score below ${FHA_SCORE}`, "") : isScoreMissing ? draft(fha, null, "Credit score not entered", "") : draft(fha, isEligible, why, isEligible ? " FHA also asks for the lease." : "")] : []];
}
var lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);
// features/underwriting/rules/returned-items.ts
var { days: COUNTED_DAYS } = RULES.R10.parameters;
var FEE_WITHIN = 3;
var REFUND_WITHIN = RULES.S2.parameters.refundDays;
var NSF_WORDS = /\b(?:NSF|NON.?SUFF\w*|INSUFF\w*|OVERDRAFTS?|OVERDRAWN|OD|UNAVAILABLE|RETURN(?:ED)?|UNPAID)\b/i;
var OTHER_FEE_WORDS = /\b(?:ATM|WIRE|MAINT\w*|MONTHLY|FOREIGN|INTL|INTERNATIONAL|LATE|CARD|TRANSFER|PROTECTION|STOP|DEPOSITED)\b/i;
var findReturnedItems = once((model) => {
	const events = [];
	const negativeDays = [];
	let refunded = 0;
	let netCents = 0;
	for (const account of model.accounts) {
		if (account.kind !== "depository" || !isBorrowers(model, account)) continue;
		const read = readAccount$1(account);
		events.push(...read.events);
		refunded += read.refunded;
		netCents += read.netCents;
		negativeDays.push(...negativeDaysOf(account));
	}
	events.sort((a, b) => b.day - a.day || compare(a.key, b.key) || compare(a.account.key, b.account.key));
	const within = (days) => events.filter((line) => isWithin(line, days)).length;
	return {
		events,
		summary: {
			count60: within(60),
			count90: within(90),
			count365: events.length,
			refunded,
			netCents: capped(netCents),
			transactionIds: events.map(({ id }) => id),
			negativeDays
		}
	};
});
function readAccount$1(account) {
	const recent = account.lines.filter((line) => isWithin(line, COUNTED_DAYS));
	const fees = recent.filter((line) => line.class === "nsf_fee" && isPayment(line));
	const { refunded, refundedCents } = matchRefunds$1(fees, recent.filter(isFeeRefund));
	const charged = fees.reduce((total, { cents }) => total + cents, 0);
	return {
		events: [...fees, ...withoutFee(recent.filter(isReturnedDebit), fees)],
		refunded,
		netCents: account.isDollars ? Math.max(0, charged - refundedCents) : 0
	};
}
function isReturnedDebit(line) {
	return line.class === "refund_reversal" && line.classification.subclass === "returned_debit" && isDeposit(line);
}
function isFeeRefund(line) {
	return line.class === "fee_refund" && isDeposit(line) && (saysReturned(line) || !OTHER_FEE_WORDS.test(wordsOf(line)));
}
var wordsOf = ({ source }) => source.description.slice(0, 300);
var saysReturned = (line) => NSF_WORDS.test(wordsOf(line));
function withoutFee(returned, fees) {
	let next = 0;
	return returned.filter(({ day }) => {
		while (next < fees.length && fees[next].day < day - FEE_WITHIN) next++;
		if (next >= fees.length || fees[next].day > day + FEE_WITHIN) return true;
		next++;
		return false;
	});
}
function matchRefunds$1(fees, refunds) {
	const open = [];
	let next = 0;
	let refunded = 0;
	let refundedCents = 0;
	for (const refund of refunds) {
		while (next < fees.length && fees[next].day <= refund.day) open.push(fees[next++]);
		const cents = -refund.cents;
		const at = open.findLastIndex((fee) => fee.cents === cents && fee.day >= refund.day - REFUND_WITHIN);
		const recent = open.slice(-50).filter(({ day }) => day >= refund.day - REFUND_WITHIN).reverse();
		const matched = at >= 0 ? [open[at]] : sumTo(recent, cents);
		for (const fee of matched) open.splice(open.lastIndexOf(fee), 1);
		refunded += matched.length;
		if (matched.length > 0) refundedCents += cents;
		else if (saysReturned(refund)) refundedCents += Math.min(cents, recent.reduce((total, fee) => total + fee.cents, 0));
	}
	return {
		refunded,
		refundedCents
	};
}
function sumTo(newestFirst, cents) {
	for (let from = 0; from < newestFirst.length; from++) {
		let total = 0;
		for (let to = from; to < newestFirst.length && total < cents; to++) {
			total += newestFirst[to].cents;
			if (total === cents) return newestFirst.slice(from, to + 1);
		}
	}
	for (const amount of new Set(newestFirst.map((fee) => fee.cents))) {
		const same = newestFirst.filter((fee) => fee.cents === amount);
		if (cents % amount === 0 && same.length >= cents / amount) return same.slice(0, cents / amount);
	}
	return [];
}
function negativeDaysOf(account) {
	if (!account.isDollars) return [];
	const oldest = account.asOf - COUNTED_DAYS;
	return account.source.historicalBalances.filter(({ currentCents, date }) => currentCents < 0 && dayNumber(date) >= oldest).map(({ date, currentCents }) => ({
		accountId: account.id,
		date,
		cents: currentCents
	})).sort((a, b) => compare(a.date, b.date) || a.cents - b.cents);
}
function evaluateReturnedItems({ summary, events }, { model, policy, programs }) {
	const { count60, count90, count365, refunded, netCents } = summary;
	const isBlocker = count365 >= policy.nsfBlocker;
	const newest = events[0];
	const letters = model.evidence.filter(({ kind }) => kind === "letter");
	const explained = events.find((line) => model.evidenceOf.get(line)?.some(({ kind }) => kind === "letter") || letters.some((one) => one.transactionId === null && isAboutAccount(one, line.account)));
	if (!newest || !isBlocker && count365 < policy.nsfReview || explained && explained.day >= newest.day) return {
		summary,
		findings: [],
		notEvaluated: []
	};
	return {
		summary,
		findings: [lastingFinding({
			ruleId: "R10",
			code: "RETURNED_ITEMS",
			programs,
			severity: isBlocker ? "blocker" : "review",
			text: `${count365 === 1 ? "1 returned item or overdraft" : `${count365} returned items or overdrafts`} in 12 months, the last on ${longDay(dayOf(newest.day))}; ${count60} in 60 days, ${refunded} refunded. Add a letter that explains the last one.`,
			clearedBy: [evidence("letter")],
			inputs: {
				count60,
				count90,
				count365,
				refunded,
				netCents,
				reviewFrom: policy.nsfReview,
				blockFrom: policy.nsfBlocker
			},
			lines: events
		})],
		notEvaluated: []
	};
}
// features/underwriting/rules/flows.ts
function evaluateFlows({ model, loan, parameters, programs }) {
	const income = evaluateIncome(findIncomeStreams(model), {
		model,
		loan,
		programs
	});
	const obligations = evaluateObligations(findObligations(model), {
		model,
		loan,
		programs
	});
	const rent = evaluateRent(findRent(model), {
		model,
		loan,
		programs
	});
	const nsf = evaluateReturnedItems(findReturnedItems(model), {
		model,
		policy: parameters,
		programs
	});
	const found = findBalances(model);
	const parts = [
		income,
		obligations,
		rent,
		nsf,
		evaluateBalances(found, {
			model,
			programs,
			explainedCents: (account) => explainedCents(model, account)
		})
	];
	return {
		income: income.rows,
		debts: obligations.debts,
		undisclosedMonthlyCents: obligations.undisclosedMonthlyCents,
		support: obligations.support,
		otherProperties: obligations.otherProperties,
		rent: rent.rows,
		nsf: nsf.summary,
		vod: found.vod,
		vodLoans: found.vodLoans,
		balances: found.byAccount,
		findings: parts.flatMap((part) => part.findings),
		notEvaluated: parts.flatMap((part) => part.notEvaluated)
	};
}
function explainedCents(model, account) {
	return sum(readDeposits(model).filter(({ line, isInWindow }) => line.account === account && isInWindow).map(({ cents, identifiedAs, refundCents, sourcedCents }) => identifiedAs === null ? Math.min(cents, refundCents + sourcedCents) : cents));
}
// features/underwriting/rules/account-findings.ts
function readAccounts(model, program, pendingThreshold) {
	const drafts = [];
	const conditionals = [];
	for (const account of model.accounts) {
		if (model.isLeftOut(account)) continue;
		const { cents } = model.counting.get(account);
		const exclusion = exclusionOf(model, account);
		if (exclusion !== null) drafts.push(...excluded(model, account, exclusion));
		else {
			drafts.push(...limited(model, account, pendingThreshold));
			if (program === "fha") drafts.push(...jointHolders(model, account));
			for (const condition of conditionsOf(model, account)) {
				const draft = conditionDraft(model, account, condition, cents);
				drafts.push(draft);
				const { code } = draft;
				conditionals.push({
					code,
					findingKey: findingKey(draft),
					account,
					kind: "account",
					cents
				});
			}
		}
	}
	for (const { account, countedAs, isSure } of model.seenTwice) if (isSure) drafts.push({
		ruleId: "S2",
		code: "SEEN_TWICE",
		weight: "info",
		text: `${account.name} was shared through two sign-ins. It is counted once, as ${countedAs.name}.`,
		clearedBy: [confirm("differentAccounts")],
		accounts: [countedAs],
		inputs: { currentCents: countedAs.source.currentCents }
	});
	return {
		drafts,
		conditionals
	};
}
function balance({ source }) {
	return source.currentCents ?? 0;
}
function excluded(model, account, exclusion) {
	const draft = exclusionDraft(model, account, exclusion);
	const isHeld = exclusion === "heldForAnother" || exclusion === "trust";
	return [...draft ? [draft] : [], ...isHeld && groupOf(account) === "never" ? [exclusionDraft(model, account, "notEligible")] : []];
}
function exclusionDraft(model, account, exclusion) {
	const { ownership, name, source } = account;
	const amount = formatMoney(balance(account));
	const owners = ownership.persons.map(({ bankName }) => bankName).join(", ") || "another person";
	const base = {
		accounts: [account],
		inputs: { currentCents: source.currentCents },
		weight: "review"
	};
	switch (exclusion) {
		case "debt":
		case "leftOut": return null;
		case "unknownKind": return {
			...base,
			ruleId: "R6",
			code: "SUBTYPE_UNKNOWN",
			text: `${name} (${amount}) is an account of an unknown type, so none of it counts.`,
			clearedBy: [LEAVE_OUT, NEW_REPORT]
		};
		case "otherCurrency":
			if (model.evidence.some((one) => one.kind === "liquidation" && isAboutAccount(one, account))) return null;
			return {
				...base,
				ruleId: "R6",
				code: "OTHER_CURRENCY",
				text: `${name} is held in ${source.currency ?? "an unknown currency"}. It counts only after it is exchanged and deposited in US dollars.`,
				clearedBy: [evidence("liquidation"), LEAVE_OUT],
				inputs: { currency: source.currency }
			};
		case "heldForAnother": return {
			...base,
			ruleId: "R5",
			code: "HELD_FOR_ANOTHER",
			text: `${name} (${amount}) is held for another person, so none of it counts. A document can show that it is the borrower's own, such as an IRA in a custodian's name.`,
			clearedBy: [
				confirm("borrower", true),
				evidence("statement"),
				LEAVE_OUT
			],
			subject: owners
		};
		case "trust": return {
			...base,
			ruleId: "R5",
			code: "TRUST",
			text: `${name} (${amount}) is held by a trust. It counts once the trust pages show that the borrower may use it.`,
			clearedBy: [confirm("trust", true), LEAVE_OUT]
		};
		case "notEligible": return {
			...base,
			ruleId: "R6",
			code: "NOT_ELIGIBLE",
			weight: "info",
			text: `${name} (${amount}) is not an eligible type of account (${source.subtype ?? "not reported"}), so none of it counts.${isCrypto(account) ? " Virtual currency counts once it is exchanged into US dollars and deposited." : ""}`,
			clearedBy: []
		};
		case "withdrawal": return {
			...base,
			ruleId: "R6",
			code: "WITHDRAWAL_NOT_CONFIRMED",
			text: `${name} (${amount}) counts once a document shows that the money can be withdrawn, or after it is moved to a bank account.`,
			clearedBy: [confirm("canBeWithdrawn", true), LEAVE_OUT]
		};
		case "cashValue": return {
			...base,
			ruleId: "R6",
			code: "CASH_VALUE_NEEDED",
			text: `${name} counts for its cash value, which a statement must show.`,
			clearedBy: [evidence("statement"), LEAVE_OUT]
		};
		case "ownerUnknown": return {
			...base,
			ruleId: "R5",
			code: "OWNER_UNKNOWN",
			text: `The bank does not report who owns ${name} (${amount}), so none of it counts. A statement in the borrower's name settles it.`,
			clearedBy: [evidence("statement"), LEAVE_OUT]
		};
		case "notTheBorrowers": return {
			...base,
			ruleId: ownership.isBusiness ? "R13" : "R5",
			code: "NOT_THE_BORROWERS",
			text: `${name} (${amount}) is in the name of ${owners}, which matches no one on the loan. None of it counts.`,
			clearedBy: [
				confirm("borrower", true),
				evidence("statement"),
				LEAVE_OUT
			],
			subject: ownership.persons[0]?.bankName ?? ownership.businessName ?? owners
		};
	}
}
function isCrypto({ source }) {
	return source.subtype === "crypto exchange" || source.subtype === "non-custodial wallet";
}
function conditionDraft(model, account, condition, cents) {
	const { name, ownership } = account;
	const base = {
		weight: "C",
		accounts: [account],
		inputs: { amountCents: cents }
	};
	switch (condition) {
		case "files": {
			const { from, to } = daysOfFiles(account);
			const opening = oldestBalance(account);
			const mustShow = opening === void 0 ? "" : `, which must show an opening balance of ${formatMoney(opening.currentCents)} and a closing balance of ${formatMoney(account.source.currentCents ?? 0)}`;
			return {
				...base,
				ruleId: "R5",
				code: "FROM_FILES",
				weight: "blocker",
				text: `${name} (${formatMoney(cents)}) comes from uploaded files, not from the bank, so its owner and its balance aren't verified. Compare it with the bank's own statements for ${longDay(dayOf(from))} to ${longDay(dayOf(to))}${mustShow}. Add those statements, or connect the bank.`,
				clearedBy: [
					evidence("statement"),
					NEW_REPORT,
					LEAVE_OUT
				],
				inputs: {
					...base.inputs,
					from: dayOf(from),
					to: dayOf(to)
				}
			};
		}
		case "owner": {
			const { bankName, borrower } = ownership.persons[0];
			return {
				...base,
				ruleId: "R5",
				code: "NAME_DIFFERS",
				subject: bankName,
				inputs: {
					...base.inputs,
					match: ownership.match,
					bankName,
					borrower
				},
				text: ownership.match === "exact" ? `${name} (${formatMoney(cents)}) is in the name of ${bankName}, which leaves open whether ${borrower ?? "the borrower"} owns the money. Confirm it, or add a statement that shows it.` : `${name} (${formatMoney(cents)}) is in the name of ${bankName}, and the borrower on the loan is ${borrower ?? "someone else"}. Confirm that both names are one person, or add a statement in the borrower's name.`,
				clearedBy: [
					confirm("borrower"),
					evidence("statement"),
					LEAVE_OUT
				]
			};
		}
		case "business": return {
			...base,
			ruleId: "R13",
			code: "BUSINESS_ASSET_ANALYSIS",
			subject: ownership.businessName ?? name,
			text: `${name} (${formatMoney(cents)}) is business money. It counts once a business analysis shows that withdrawing it does not harm the business.`,
			clearedBy: [confirm("businessAnalysis", true), LEAVE_OUT]
		};
		case "sameAccount": {
			const { countedAs } = model.seenTwice.find((one) => one.account === account);
			return {
				...base,
				ruleId: "S2",
				code: "MAYBE_SAME_ACCOUNT",
				text: `${name} (${formatMoney(cents)}) may be the same account as ${countedAs.name} at ${account.item.institutionName}: the number agrees, and there are too few transactions to compare. Confirm whether these are two accounts.`,
				clearedBy: [
					confirm("differentAccounts"),
					confirm("sameAccount"),
					LEAVE_OUT
				]
			};
		}
		case "subtype": return {
			...base,
			ruleId: "R6",
			code: "SUBTYPE_UNKNOWN",
			text: `${name} (${formatMoney(cents)}) is an account of an unknown type (${account.source.subtype ?? "none reported"}). Confirm with a document that the money can be withdrawn.`,
			clearedBy: [confirm("canBeWithdrawn", true), LEAVE_OUT]
		};
		case "margin": return {
			...base,
			ruleId: "R6b",
			code: "MARGIN_UNKNOWN",
			text: `${name} (${formatMoney(cents)}) may secure a margin loan, which a consumer report does not show. Add the account's newest statement, not older than ${RULES.R6b.parameters.statementDays} days, and enter what the account is worth after the loan.`,
			clearedBy: [evidence("statement"), LEAVE_OUT]
		};
		case "plan": return {
			...base,
			ruleId: "R6b",
			code: "REQUEST_PLAN_TERMS",
			text: `${name} counts for its vested ${formatMoney(cents)} once the plan's terms show that it can be withdrawn regardless of employment, and the balance of any plan loan.`,
			clearedBy: [
				confirm("planTerms", true),
				evidence("plan_terms"),
				LEAVE_OUT
			]
		};
	}
}
function limited(model, account, pendingThreshold) {
	const { source, name, kind } = account;
	const base = { accounts: [account] };
	const drafts = [];
	if (kind === "depository") {
		const { currentCents: current, availableCents: available } = source;
		if (groupOf(account) === "cd") drafts.push({
			...base,
			ruleId: "R6",
			code: "CD_PENALTY",
			weight: "info",
			text: `${name} is a certificate of deposit. Withdrawing it early may cost a penalty.`,
			clearedBy: [],
			inputs: { currentCents: current }
		});
		else if (current !== null && available !== null && current - available > RULES.R6.parameters.heldAboveCents) drafts.push({
			...base,
			ruleId: "R6",
			code: "HELD_FUNDS",
			weight: "info",
			text: `${formatMoney(current - available)} of ${name} is held by the bank and does not count. ${formatMoney(available)} is available.`,
			clearedBy: [NEW_REPORT],
			inputs: {
				currentCents: current,
				availableCents: available
			}
		});
		for (const line of pendingIn(account)) if (!model.identifiedPending.has(line)) drafts.push(pendingDraft(line, pendingThreshold));
		return drafts;
	}
	const held = sum(source.holdings.map(({ valueCents }) => valueCents));
	if (valuesDiffer(account)) drafts.push({
		...base,
		ruleId: "R6b",
		code: "VALUES_DIFFER",
		weight: "review",
		text: `${name} reports ${formatMoney(source.currentCents ?? 0)}, and its holdings add up to ${formatMoney(held)}. The lower, ${formatMoney(valueOf(account))}, counts.`,
		clearedBy: [NEW_REPORT],
		inputs: {
			currentCents: source.currentCents,
			holdingsCents: held
		}
	});
	if (isVestingUnknown(model, account)) drafts.push({
		...base,
		ruleId: "R6b",
		code: "REQUEST_PLAN_TERMS",
		weight: "review",
		text: `${name} does not report what is vested, so none of it counts. Add its newest statement, not older than ${RULES.R6b.parameters.statementDays} days, and enter the vested value.`,
		clearedBy: [evidence("statement"), NEW_REPORT],
		inputs: { currentCents: source.currentCents }
	});
	return drafts;
}
function pendingDraft(line, threshold) {
	const cents = -line.cents;
	return {
		ruleId: "S2",
		code: "PENDING_NOT_COUNTED",
		weight: threshold === null || cents > threshold ? "review" : "info",
		text: `A pending deposit of ${formatMoney(cents)} on ${longDay(line.source.date)} into ${line.account.name} does not count until it posts.`,
		clearedBy: [NEW_REPORT],
		lines: [line],
		inputs: { amountCents: cents }
	};
}
function jointHolders(model, account) {
	const { ownership, name } = account;
	const letters = model.evidence.filter(({ kind }) => kind === "access_letter");
	const isFor = (one) => !one.accountId || isAboutAccount(one, account);
	const drafts = ownership.nonBorrowers.filter((holder) => !letters.some((one) => isFor(one) && (!one.person || normalName(one.person) === normalName(holder)))).map((holder) => ({
		ruleId: "R5",
		code: "ACCESS_LETTER",
		weight: "blocker",
		text: `${holder} also owns ${name} and is not on the loan. FHA asks for a letter that the borrower has full access to the money.`,
		clearedBy: [evidence("access_letter"), LEAVE_OUT],
		accounts: [account],
		subject: holder
	}));
	if (ownership.isJointWithoutName && !letters.some(isFor) && !model.evidence.some((one) => one.kind === "statement" && isAboutAccount(one, account))) drafts.push({
		ruleId: "R5",
		code: "JOINT_HOLDER_NOT_NAMED",
		weight: "blocker",
		text: `The bank reports ${name} as a joint account but names one owner only. FHA asks who the other owner is, and for a letter on access.`,
		clearedBy: [evidence("access_letter", "statement"), LEAVE_OUT],
		accounts: [account]
	});
	return drafts;
}
// features/underwriting/rules/earnest-money.ts
var { leastPercent, mostPercent, payments: MAX_PAYMENTS, averageDays, daysBeforeContract } = RULES.R14.parameters;
function readEarnestMoney(model, loan) {
	const { emd } = loan;
	if (loan.transactionType !== "purchase" || !emd) return null;
	const since = loan.contractDate === void 0 ? -Infinity : dayNumber(loan.contractDate);
	const isCounted = ({ account }) => model.counting.get(account)?.isCounted === true;
	const candidates = titlePayments(model).unreturned.filter(({ day }) => day >= since);
	const paid = choose(candidates.filter(isCounted), emd);
	const chosen = paid.length > 1 && cameBack(model, paid) ? [] : paid;
	const check = chosen.length > 0 ? void 0 : checksOf(model).find((line) => line.cents === emd && line.day >= since && isCounted(line));
	const isConfirmed = check !== void 0 && model.confirmed("thisCheck", { line: check }) !== void 0;
	const lines = check ? [check] : chosen;
	const foundCents = sum(lines.map(({ cents }) => cents));
	const isSure = check === void 0 || isConfirmed;
	const gifts = giftsToCome(model, loan);
	const shown = readReceipts(model, isSure ? lines : [], emd, gifts, since);
	const sureCents = Math.min(emd, (isSure ? foundCents : 0) + shown.goneCents);
	const fromOther = lines.length > 0 ? [] : choose(candidates.filter((line) => !isCounted(line)), emd);
	return {
		enteredCents: emd,
		payments: lines.map(supportOf),
		foundCents,
		receiptCents: shown.cents,
		givenCents: Math.min(emd - sureCents, shown.givenCents),
		giftedCents: sum(fromOther.map((line) => Math.min(line.cents, centsOfGifts(gifts, line)))),
		sureCents,
		conditionalCents: Math.min(emd - sureCents, isSure ? shown.undatedCents : foundCents),
		paidFrom: [...lines.map(({ account, cents }) => ({
			account,
			cents
		})), ...shown.paidFrom],
		fromOther,
		uncounted: isSure ? [] : lines
	};
}
var titlePayments = once((model) => {
	const netted = new Set([...model.netOf].flat());
	const payments = titleLines(model).filter((line) => isPayment(line) && !model.transferOf.has(line));
	const returned = new Set(payments.filter((line) => netted.has(line)));
	const deposits = new Set(titleDeposits(model));
	for (const one of deposits) {
		const payment = payments.findLast((line) => !returned.has(line) && isReturnOf([one], [line]));
		if (!payment) continue;
		returned.add(payment);
		deposits.delete(one);
	}
	for (const payment of payments) {
		if (returned.has(payment)) continue;
		const parts = [...deposits].filter((one) => one.day >= payment.day && mayBeOneParty(one, payment));
		if (parts.length < 2 || !isReturnOf(parts, [payment])) continue;
		returned.add(payment);
		for (const one of parts) deposits.delete(one);
	}
	return {
		unreturned: payments.filter((line) => !returned.has(line)),
		returned: [...returned]
	};
});
var titleLines = once((model) => model.accounts.flatMap(({ lines }) => lines.filter((line) => line.class === "title_escrow")).sort((a, b) => a.day - b.day || compare(keyOf(a), keyOf(b))));
var titleDeposits = once((model) => titleLines(model).filter(({ account, cents }) => cents < 0 && model.counting.get(account)?.isCounted === true).slice(-40));
function isReturnOf(back, paid) {
	const paidCents = sum(paid.map(({ cents }) => cents));
	const backCents = sum(back.map(({ cents }) => -cents));
	return back.every((one) => paid.every((line) => line.day <= one.day && mayBeOneParty(one, line))) && backCents <= paidCents && backCents * 100 >= paidCents * leastPercent;
}
function mayBeOneParty(one, other) {
	const [payee, known] = [one.classification.payee, other.classification.payee];
	return payee === null || known === null || payee.id === known.id;
}
function cameBack(model, paid) {
	return titleDeposits(model).some((line) => isReturnOf([line], paid));
}
var keyOf = ({ account, key }) => `${account.key}#${key}`;
function choose(candidates, emd) {
	const recent = candidates.slice(-40);
	let best;
	const offer = (lines) => {
		const paid = sum(lines.map(({ cents }) => cents));
		if (paid * 100 < emd * leastPercent || paid > emd) return;
		const apart = emd - paid;
		if (!best || apart < best.apart || apart === best.apart && lines.length < best.lines.length) best = {
			lines,
			apart
		};
	};
	const extend = (lines, from) => {
		for (let at = from; at < recent.length; at++) {
			const next = [...lines, recent[at]];
			offer(next);
			if (next.length < MAX_PAYMENTS) extend(next, at + 1);
		}
	};
	extend([], 0);
	if (best) return best.lines;
	return recent.filter(({ cents }) => cents > emd && cents * 100 <= emd * mostPercent).sort((a, b) => a.cents - b.cents || compare(keyOf(a), keyOf(b))).slice(0, 1);
}
var checksOf = once((model) => model.accounts.flatMap(({ lines }) => lines.filter((line) => line.class === "check" && isPayment(line) && line.classification.payee === null && !model.transferOf.has(line) && !model.netOf.has(line))).sort((a, b) => b.day - a.day || compare(keyOf(a), keyOf(b))));
function readReceipts(model, paid, emd, gifts, since) {
	const paidCents = sum(paid.map(({ cents }) => cents));
	const receipts = shownByReceipts(model).filter((one) => dayOfPayment(one) >= since - daysBeforeContract);
	const isGift = (line) => gifts.some(({ paidBy }) => paidBy === line);
	const further = receipts.filter(({ line }) => line === void 0 || isPayment(line) && isFree(model, line) && !paid.includes(line) && !isGift(line));
	const isForPaid = ({ cents: shown }) => shown > emd - paidCents || paid.some(({ cents }) => cents === shown);
	const isGone = ({ receipt, line }) => line !== void 0 || holdersOf(model, receipt).length === 0;
	const given = gifts.map(({ cents, evidence, paidBy }) => [
		cents,
		evidence.amountCents,
		paidBy?.cents
	]);
	const isGiven = (cents) => {
		const at = given.findIndex((amounts) => amounts.includes(cents));
		if (at < 0) return false;
		given.splice(at, 1);
		return true;
	};
	const isOwn = (line) => model.counting.get(line.account)?.isCounted === true;
	const others = further.filter((one) => !isForPaid(one));
	const byGift = new Set(others.filter(({ line, cents }) => !(line && isOwn(line)) && isGiven(cents)));
	const rest = others.filter((one) => !byGift.has(one));
	const repeated = further.filter(isForPaid);
	const isRepeatedGone = repeated.every(isGone);
	const beyond = Math.max(0, centsOf(repeated) - paidCents);
	const givenBeyond = !repeated.some(({ line }) => line) && isGiven(beyond) ? beyond : 0;
	const beyondCents = beyond - givenBeyond;
	const open = [...rest, ...repeated].filter((one) => !isGone(one));
	const shownCents = centsOf(rest) + beyondCents;
	const openCents = centsOf(rest.filter((one) => !isGone(one))) + (isRepeatedGone ? 0 : beyondCents);
	const holders = new Set(open.flatMap(({ receipt }) => holdersOf(model, receipt)));
	const undatedCents = Math.min(openCents, sum([...holders].map((account) => model.counting.get(account).cents)));
	return {
		cents: centsOf(receipts),
		givenCents: centsOf([...byGift]) + givenBeyond,
		goneCents: shownCents - undatedCents,
		undatedCents,
		paidFrom: [...paidFrom(model, rest.filter(isGone), Infinity), ...paidFrom(model, repeated, beyondCents)]
	};
}
function paidFrom(model, payments, most) {
	let left = most;
	return payments.flatMap(({ receipt, line, cents }) => {
		const account = line?.account ?? model.accounts.find((one) => isAboutAccount(receipt, one));
		if (!account) return [];
		const credited = Math.min(left, cents);
		left -= credited;
		return [{
			account,
			cents: credited
		}];
	});
}
function shownByReceipts(model) {
	const lineOf = new Map([...model.evidenceOf].flatMap(([line, all]) => all.map((one) => [one, line])));
	const receipts = withoutRepeats(model.evidence.filter(({ kind }) => kind === "emd_receipt"));
	const linked = Map.groupBy(receipts, (one) => lineOf.get(one));
	const alone = linked.get(void 0) ?? [];
	linked.delete(void 0);
	const { returned } = titlePayments(model);
	const ofLines = [...linked].flatMap(([line, all]) => {
		if (line === void 0 || returned.includes(line)) return [];
		return [{
			receipt: all[0],
			line,
			cents: Math.min(Math.abs(line.cents), sum(all.map((one) => one.sourcedCents)))
		}];
	});
	const isShown = ({ sourcedCents, clearedOn }) => clearedOn !== void 0 && (ofLines.some(({ line, cents }) => cents === sourcedCents && line.source.date === clearedOn) || returned.some(({ cents, source }) => cents === sourcedCents && source.date === clearedOn));
	const ofPapers = alone.filter((receipt) => !isShown(receipt)).map((receipt) => ({
		receipt,
		line: void 0,
		cents: receipt.sourcedCents
	}));
	return [...ofLines, ...ofPapers];
}
function giftsToCome(model, loan) {
	return readGifts(model, loan).filter(({ isToCome, depositedAs, isRepeat }) => isToCome && depositedAs === null && !isRepeat);
}
function centsOfGifts(gifts, line) {
	return sum(gifts.filter(({ paidBy }) => paidBy === line).map(({ cents }) => cents));
}
function dayOfPayment({ line, receipt: { clearedOn } }) {
	return line?.day ?? (clearedOn ? dayNumber(clearedOn) : Infinity);
}
function withoutRepeats(receipts) {
	const contents = new Set();
	return receipts.filter(({ transactionId, lineKey, accountId, sourcedCents, clearedOn }) => {
		const content = JSON.stringify([
			lineKey ?? transactionId,
			accountId,
			sourcedCents,
			clearedOn
		]);
		return contents.size < contents.add(content).size;
	});
}
var centsOf = (receipts) => sum(receipts.map(({ cents }) => cents));
function holdersOf(model, receipt) {
	const named = model.accounts.filter((account) => isAboutAccount(receipt, account));
	const day = receipt.clearedOn ? dayNumber(receipt.clearedOn) : Infinity;
	return (named.length > 0 ? named : model.accounts).filter((account) => model.counting.get(account)?.isCounted === true && (day >= account.asOf || isStillPending(account, receipt.sourcedCents)));
}
function isStillPending({ lines, source: { currentCents, availableCents } }, cents) {
	return lines.some((line) => line.isPending && line.cents === cents && line.class === "title_escrow") && (availableCents === null || availableCents > (currentCents ?? 0) - cents);
}
function supportOf(line) {
	const averageCents = averageBefore(line.account, line.day, averageDays);
	return {
		line,
		averageCents,
		isSupported: averageCents === null ? null : averageCents >= line.cents
	};
}
// features/underwriting/rules/program.ts
function evaluateProgram(model, loan, program, parameters, earnest = readEarnestMoney(model, loan), unexplainedCents = 0) {
	const terms = termsOf(loan, program, parameters);
	const required = requiredReserves(loan, program, parameters);
	const deposits = testDeposits({
		model,
		loan,
		program,
		terms
	});
	const tested = deposits.open;
	const book = new Book();
	const context = {
		model,
		loan,
		program,
		terms,
		tested,
		earnest,
		book
	};
	const accounts = readAccounts(model, program, lowerThreshold(terms));
	book.drafts.push(...accounts.drafts);
	book.conditionals.push(...accounts.conditionals);
	const gifts = testGifts(context);
	testBorrowed(context);
	testLarge(context);
	testOthers(context);
	testEarnest(context);
	const input = {
		model,
		loan,
		program,
		terms,
		required,
		claims: book.claims,
		conditionals: book.conditionals,
		undocumented: tested.filter(({ outcome }) => outcome === "document_source").map(({ deposit, unsourcedCents }) => ({
			line: deposit.line,
			code: "DOCUMENT_SOURCE",
			cents: unsourcedCents
		})),
		gifts: {
			toComeCents: sum(gifts.filter(({ gift, outcome }) => gift.isToCome && outcome !== "never").map(({ gift }) => gift.cents)),
			depositedCents: giftCents(gifts.filter(({ gift, outcome }) => isHeldGift(model, gift) && outcome !== "never").map(({ gift }) => gift))
		},
		earnest,
		unexplainedCents
	};
	const levels = levelsOf(input);
	const own = ownFunds(context, levels.printed, gifts, ["counts", "conditional"]);
	const isOwnOpen = !lacksOwnFunds(own) && lacksOwnFunds(ownFunds(context, levels.sure, gifts, ["counts"]));
	testTerms(context, required, levels, own);
	return {
		program,
		terms,
		input,
		levels,
		funds: fundsOf(input, levels, {
			...own,
			atRiskCents: sum(input.undocumented.map(({ cents }) => cents))
		}),
		tested: deposits.all,
		gifts,
		earnest,
		findings: book.drafts.map((draft) => toFinding(isOwnOpen && isOwnMoney(draft) ? {
			...draft,
			atLeast: "blocker"
		} : draft, program, levels)),
		notEvaluated: missingOf(terms, required, program, loan)
	};
}
function toFinding({ weight, atLeast, ...draft }, program, levels) {
	const severity = weight === "U" || weight === "C" ? severityOf(weight, levels) : weight;
	const worse = SEVERITIES.find((one) => one === atLeast || one === severity);
	return finding({
		...draft,
		programs: [program],
		severity: worse
	});
}
function severityOf(weight, { sure, printed, all }) {
	if (sure.suffices === true) return weight === "C" ? "review" : "info";
	if (printed.suffices === true) return weight === "C" ? "blocker" : "info";
	return all.suffices === true ? "blocker" : "review";
}
function missingOf(terms, required, program, loan) {
	const found = [];
	if (terms.missing.length > 0) found.push(notEvaluated("R7", [program], terms.missing));
	if (required.missing.length > 0) found.push(notEvaluated("R7b", [program], required.missing));
	if (isConventional(program) && terms.isPurchase === true && loan.monthlyIncome === void 0) found.push(notEvaluated("R3", [program], ["monthlyIncome"]));
	if (program === "fha" && terms.adjustedValueCents === null) found.push(notEvaluated("R3c", [program], terms.missing));
	return found;
}
var Book = class {
	drafts = [];
	claims = [];
	conditionals = [];
	draft(draft) {
		this.drafts.push(draft);
		return findingKey(draft);
	}
	claim(draft, claim) {
		this.claims.push({
			...claim,
			code: draft.code,
			findingKey: this.draft(draft)
		});
	}
	conditional(one, draft) {
		this.conditionals.push({
			...one,
			findingKey: findingKey(draft)
		});
	}
};
function lowerThreshold(terms) {
	const known = [terms.incomeThresholdCents, fhaThreshold(terms)].filter((one) => one !== null);
	return known.length > 0 ? Math.min(...known) : null;
}
function into({ cents, source, account }) {
	return `${formatMoney(Math.abs(cents))} on ${longDay(source.date)} into ${account.name}`;
}
var SOURCES = evidence("gift", "sale_of_personal_asset", "transfer", "secured_loan", "income", "insurance_settlement", "refund", "liquidation", "other");
function largeShare({ parameters: { incomePercent } }) {
	return incomePercent === 50 ? "half" : `${incomePercent}%`;
}
function overlaid$1(limit, { parameters }) {
	const { overlay } = parameters;
	return overlay === null || parameters[limit] === LIMITS[limit].guide ? "" : ` by ${overlayLabel(overlay)}`;
}
function testLarge({ program, terms, tested, loan, book }) {
	for (const one of tested) {
		const { deposit, outcome, unsourcedCents } = one;
		const { line, cents } = deposit;
		const partOf = (open) => open < cents ? `${formatMoney(open)} of the deposit of ${into(line)}` : `The deposit of ${into(line)}`;
		const inputs = {
			amountCents: cents,
			unsourcedCents,
			sourcedCents: deposit.sourcedCents
		};
		if (outcome === "large_unsourced") {
			const threshold = terms.incomeThresholdCents;
			book.claim({
				ruleId: "R3",
				code: "LARGE_UNSOURCED",
				weight: "U",
				text: `${partOf(unsourcedCents)} has no documented source, so it is not counted. The deposit is large: more than ${largeShare(terms)} of the monthly income, ${formatMoney(threshold)}${overlaid$1("incomePercent", terms)}.${line.class === "crypto" ? " Show the borrower's exchange account and the sale." : ""}`,
				clearedBy: [SOURCES, confirm("ownTransfer", true)],
				lines: [line],
				inputs: {
					...inputs,
					thresholdCents: threshold
				},
				facts: [loan.monthlyIncome]
			}, {
				line,
				cents: unsourcedCents,
				isNever: false,
				cureCents: unsourcedCents - threshold
			});
		}
		if (!(program === "fha" && (outcome === "document_source" || outcome === "borrowed" && needsFhaSource(one, terms)))) continue;
		const open = fhaOpenCents(deposit);
		book.draft({
			ruleId: "R3c",
			code: "DOCUMENT_SOURCE",
			weight: "blocker",
			text: `${partOf(open)} needs a documented source and proof that it is not new debt. The deposit is more than ${terms.parameters.valuePercent}% of the adjusted value, ${formatMoney(fhaThreshold(terms))}${overlaid$1("valuePercent", terms)}.${line.class === "crypto" ? " Show the borrower's exchange account and the sale." : ""}`,
			clearedBy: [
				SOURCES,
				confirm("ownTransfer", true),
				LEAVE_OUT
			],
			lines: [line],
			inputs: {
				amountCents: cents,
				unsourcedCents: open,
				sourcedCents: deposit.noNewDebtCents,
				thresholdCents: fhaThreshold(terms)
			}
		});
	}
}
var BORROWED_WORDS = {
	personal: "a personal loan",
	card_cash_advance: "a credit card cash advance",
	payday: "a payday loan",
	wage_advance: "a wage advance",
	bnpl: "a buy-now-pay-later loan",
	merchant_advance: "a merchant cash advance",
	refund_advance: "a tax refund advance",
	home_equity: "a home equity loan",
	auto_equity: "a loan against a car",
	securities_line: "a line against securities",
	own_plan: "a loan from the borrower's own plan"
};
function testBorrowed({ model, tested, book }) {
	for (const { deposit, outcome } of tested) {
		const isDrawn = model.drawn.has(deposit.line) && deposit.isCounted && !model.confirmed("notALoan", deposit)?.hasDocument;
		if (!(deposit.isBorrowed || isDrawn) || outcome === "identified" || outcome === "interested_party") continue;
		const { line, cents, documentedCents, isCounted, isInWindow } = deposit;
		const open = cents - documentedCents;
		const { subclass, payee } = line.classification;
		const what = BORROWED_WORDS[subclass] ?? "borrowed money";
		const base = {
			lines: [line],
			inputs: {
				amountCents: cents,
				unsourcedCents: open,
				lender: payee?.name ?? null
			},
			clearedBy: [
				evidence("secured_loan"),
				SOURCES,
				confirm("notALoan", true)
			]
		};
		if (open === 0) {
			if (subclass === "own_plan" || subclass === "securities_line") book.draft({
				...base,
				ruleId: "R25",
				code: "OWN_PLAN_LOAN",
				weight: "info",
				text: `${into(line)} is ${what}, documented. It counts; the asset behind it counts for less.`
			});
			continue;
		}
		const text = `The deposit of ${into(line)} looks like ${what}`;
		const clear = "An unsecured loan cannot be used. Document what secures it and its terms, or that it is not a loan.";
		if (!isCounted) book.draft({
			...base,
			ruleId: "R8",
			code: "BORROWED_FUNDS",
			weight: "review",
			text: `${text}. The account does not count, so nothing is taken off.`
		});
		else if (!deposit.isBorrowed) book.draft({
			...base,
			ruleId: "R8",
			code: "BORROWED_FUNDS",
			weight: "review",
			text: `${text} from a card, credit line or loan in this report. ${clear}`
		});
		else if (isInWindow) book.claim({
			...base,
			ruleId: "R8",
			code: "BORROWED_FUNDS_DEDUCTED",
			weight: "U",
			atLeast: "review",
			text: `${text}, so ${formatMoney(open)} is not counted. ${clear}`
		}, {
			line,
			cents: open,
			isNever: false,
			cureCents: open
		});
		else {
			const left = Math.min(open, lowestBalanceSince(model, line.day));
			const draft = {
				...base,
				ruleId: "R8",
				code: "BORROWED_FUNDS",
				weight: "C",
				text: `${text}. Up to ${formatMoney(left)} of it may still be in the accounts. ${clear}`,
				inputs: {
					...base.inputs,
					stillThereCents: left
				}
			};
			book.draft(draft);
			if (left > 0) book.conditional({
				code: draft.code,
				account: null,
				kind: "lump",
				cents: left
			}, draft);
		}
	}
}
function testGifts({ model, loan, program, tested, book }) {
	const gifts = readGifts(model, loan).filter(({ line }) => line === null || !model.isLeftOut(line.account));
	const isTakenOff = (line) => namesNoOne(line) && tested.some(({ deposit, outcome }) => deposit.line === line && outcome === "large_unsourced");
	return gifts.map((known) => {
		const gift = known.depositedAs && isTakenOff(known.depositedAs) ? {
			...known,
			depositedAs: null
		} : known;
		const { outcome, reason } = giftOutcome(gift, program, loan);
		const { line, cents, donorName, isToCome, missing } = gift;
		const isHeld = line !== null && isHeldMoney(model, line);
		const who = donorName || "an unnamed donor";
		const what = `The gift of ${formatMoney(cents)} from ${who}`;
		const base = {
			ruleId: "R9",
			subject: who,
			inputs: {
				amountCents: cents,
				donor: donorName || null,
				missing: missing.join(", ") || null
			},
			...line && { lines: [line] },
			facts: [gift.evidence.donor?.relationship, isToCome ? 1 : 0]
		};
		const never = (code, text, rest = {}) => {
			const clearedBy = [line ? SOURCES : evidence("gift")];
			const draft = {
				...base,
				code,
				weight: "blocker",
				text,
				clearedBy,
				...rest
			};
			if (isHeld) book.claim(draft, {
				line,
				cents,
				isNever: true,
				cureCents: cents
			});
			else book.draft(draft);
		};
		const conditional = (code, text) => {
			const draft = {
				...base,
				code,
				weight: "C",
				text,
				clearedBy: [evidence("gift")]
			};
			book.draft(draft);
			if (isToCome || isHeld) book.conditional({
				code,
				account: null,
				kind: isToCome ? "giftToCome" : "lump",
				cents
			}, draft);
		};
		if (outcome === "never") {
			if (reason === "interestedParty") never("GIFT_FROM_INTERESTED_PARTY", `${what} is from a party who gains from the sale, so it cannot be used.`);
			else if (reason === "investment") never("DONOR_NOT_ACCEPTED", `${what} cannot be used: gifts are not allowed on an investment property.`);
			else if (reason === "occupancy") never("DONOR_NOT_ACCEPTED", `${what} cannot be used until the occupancy is known: it decides who may give.`, {
				weight: "review",
				clearedBy: [loanTerms("occupancy")]
			});
			else if (gift.depositedAs) never("GIFT_MAY_BE_DEPOSITED", model.evidenceOf.has(gift.depositedAs) ? `${what} may be the gift deposited on ${longDay(gift.depositedAs.source.date)}, so it is not counted again. Reject it if it is the same gift. If it is another one, link it to its own deposit.` : `${what} may be the deposit of ${into(gift.depositedAs)}, so it is not counted again. Link it to that deposit if it is the same gift. If it is another one, document the source of the deposit first.`, { weight: "review" });
			else if (reason === "repeated") never("GIFT_MAY_BE_REPEATED", `${what} may be another gift of that amount from this donor, so it is counted once. Reject it if it is the same gift. If it is another one, link it to its own deposit, or add one letter for both.`, { weight: "review" });
			else never("DONOR_NOT_ACCEPTED", `${what} cannot be used: a donor who is “${gift.evidence.donor?.relationship ?? "not described"}” is not accepted under this program.`);
		} else if (outcome === "conditional") {
			if (reason === "interest") conditional("DONOR_INTEREST", `${what}: the donor is not family. Document the donor's interest in the borrower.`);
			else conditional("GIFT_INCOMPLETE", `${what} is not complete. Still needed: ${listed(missing)}.`);
		} else if (reason === "review") book.draft({
			...base,
			code: "DONOR_INTEREST",
			weight: "review",
			text: gift.isInterestedParty ? `${what}: the donor also sells the property. Check that this program accepts the gift.` : `${what}: the donor is not a relative of the borrower. Check that the guide accepts this donor.`,
			clearedBy: []
		});
		return {
			gift,
			outcome
		};
	});
}
function isHeldMoney({ counting, netOf }, line) {
	return counting.get(line.account)?.isCounted === true && !line.isPending && !netOf.has(line);
}
function isHeldGift(model, { line }) {
	return line !== null && isHeldMoney(model, line);
}
function listed(parts) {
	if (parts.length < 2) return parts.join("");
	return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
function testOthers({ model, loan, terms, tested, program, book }) {
	const takenOff = new Set(book.claims.filter(({ line, cents }) => cents >= -line.cents).map(({ line }) => line));
	for (const { line, cents } of movedAfterReading(model, takenOff)) book.claim({
		ruleId: "S2",
		code: "MOVED_AFTER_READING",
		weight: "U",
		text: `The transfer of ${into(line)} came after another bank was read, so ${formatMoney(cents)} could be counted twice and is taken off once. A new report settles it.`,
		clearedBy: [NEW_REPORT],
		lines: [line],
		inputs: {
			amountCents: -line.cents,
			takenCents: cents
		}
	}, {
		line,
		cents,
		isNever: false,
		cureCents: cents
	});
	const lower = program === "fha" ? fhaThreshold(terms) : terms.incomeThresholdCents;
	const returned = new Set();
	for (const one of tested) {
		const { deposit, outcome, unsourcedCents } = one;
		const { line, cents, isCounted, isInWindow } = deposit;
		const party = outcome === "interested_party" ? interestedPartyOf(line, loan) : void 0;
		if (party !== void 0 && unsourcedCents > 0) book.claim({
			ruleId: "R29",
			code: "INTERESTED_PARTY_DEPOSIT",
			weight: "blocker",
			text: `The deposit of ${into(line)} is from ${party}, who gains from the sale. ${formatMoney(unsourcedCents)} does not count unless another source is documented.`,
			clearedBy: [SOURCES],
			lines: [line],
			subject: party,
			inputs: {
				amountCents: cents,
				unsourcedCents
			}
		}, {
			line,
			cents: unsourcedCents,
			isNever: true,
			cureCents: unsourcedCents
		});
		if (!isCounted) continue;
		if (line.class === "crypto" && isInWindow && outcome === "below_threshold") book.draft({
			ruleId: "R16",
			code: "VIRTUAL_CURRENCY",
			weight: "info",
			text: `The deposit of ${into(line)} is from a virtual currency exchange. Virtual currency counts only once it is exchanged into US dollars.`,
			clearedBy: [],
			lines: [line],
			inputs: {
				amountCents: cents,
				thresholdCents: lower
			}
		});
		if (line.classification.isForeign && !one.identifiedAs) book.draft({
			ruleId: "R29",
			code: "FOREIGN_DEPOSIT",
			weight: "info",
			text: `The deposit of ${into(line)} comes from abroad. It is tested like any other deposit.`,
			clearedBy: [],
			lines: [line],
			inputs: { amountCents: cents }
		});
		const net = model.netOf.get(line);
		if (one.identifiedAs === "returned" && net && !returned.has(line)) {
			returned.add(line);
			book.draft({
				ruleId: "S2",
				code: "DEPOSIT_RETURNED",
				weight: "review",
				text: `The deposit of ${into(line)} was returned on ${longDay(net.source.date)}. Neither counts.`,
				clearedBy: [],
				lines: [line, net],
				inputs: { amountCents: cents }
			});
		}
		const pair = model.possibleTransferOf.get(line);
		if (pair && (outcome === "large_unsourced" || outcome === "document_source")) book.draft({
			ruleId: "S2",
			code: "POSSIBLE_OWN_TRANSFER",
			weight: "review",
			text: `The deposit of ${into(line)} may be the borrower's own: ${pair.account.name} paid the same amount on ${longDay(pair.source.date)}. Confirm that it is one transfer.`,
			clearedBy: [confirm("ownTransfer"), SOURCES],
			lines: [line, pair],
			inputs: { amountCents: cents }
		});
	}
	testSmallSums({
		loan,
		tested,
		terms,
		program,
		book
	});
}
function testSmallSums({ loan, tested, terms, program, book }) {
	const { days, cashLeastCents, cashMostCents, cashDays, cashCount } = RULES.R20.parameters;
	const { smallDepositsLimitCents } = terms.parameters;
	const threshold = smallThreshold(loan, program, terms);
	const open = tested.filter(({ deposit, unsourcedCents, identifiedAs }) => deposit.isCounted && !identifiedAs && unsourcedCents > 0).sort((a, b) => a.deposit.line.day - b.deposit.line.day);
	if (threshold !== null) {
		const most = largestRun(open.filter(({ deposit }) => deposit.cents <= threshold), days - 1, ({ unsourcedCents }) => unsourcedCents);
		if (most && most.size > threshold) {
			const lines = most.rows.map(({ deposit }) => deposit.line);
			const draft = {
				ruleId: "R20",
				code: "MANY_UNEXPLAINED",
				weight: "review",
				text: `${formatCount(lines.length, "small deposit")} without a known source add up to ${formatMoney(most.size)} within ${days} days, from ${longDay(lines[0].source.date)} to ${longDay(lines.at(-1).source.date)}. Ask where they come from.`,
				clearedBy: [SOURCES],
				lines,
				inputs: {
					sumCents: most.size,
					thresholdCents: threshold,
					number: lines.length
				}
			};
			if (most.size > (smallDepositsLimitCents ?? Infinity)) {
				const key = book.draft({
					...draft,
					weight: "U",
					atLeast: "review"
				});
				for (const { deposit, unsourcedCents } of most.rows) if (!book.claims.some(({ line }) => line === deposit.line)) book.claims.push({
					line: deposit.line,
					code: draft.code,
					cents: unsourcedCents,
					isNever: false,
					findingKey: key,
					cureCents: unsourcedCents
				});
			} else book.draft(draft);
		}
	}
	const run = largestRun(open.filter(({ deposit }) => deposit.line.class === "cash_deposit" && deposit.cents >= cashLeastCents && deposit.cents <= cashMostCents), cashDays, () => 1);
	if (run && run.size >= cashCount) {
		const lines = run.rows.map(({ deposit }) => deposit.line);
		const total = sum(run.rows.map(({ deposit }) => deposit.cents));
		book.draft({
			ruleId: "R20",
			code: "CASH_PATTERN",
			weight: "review",
			text: `${formatCount(lines.length, "cash deposit")} of ${formatMoney(cashLeastCents)} to ${formatMoney(cashMostCents)} within ${cashDays} days add up to ${formatMoney(total)}. Ask where the cash comes from.`,
			clearedBy: [SOURCES],
			lines,
			inputs: {
				sumCents: total,
				number: lines.length
			}
		});
	}
}
function smallThreshold(loan, program, terms) {
	const of = (one) => one.incomeThresholdCents ?? (program === "fha" ? fhaThreshold(one) : null);
	const own = of(terms);
	if (own === null || terms.parameters.overlay === null) return own;
	return Math.max(own, of(termsOf(loan, program)));
}
function largestRun(rows, daysApart, sizeOf) {
	let best;
	let [from, size] = [0, 0];
	for (const [to, row] of rows.entries()) {
		size += sizeOf(row);
		while (row.deposit.line.day - rows[from].deposit.line.day > daysApart) size -= sizeOf(rows[from++]);
		if (!best || size > best.size) best = {
			from,
			to,
			size
		};
	}
	return best && {
		rows: rows.slice(best.from, best.to + 1),
		size: best.size
	};
}
function testEarnest({ earnest, loan, program, book }) {
	if (!earnest) return;
	const { enteredCents, foundCents, receiptCents, givenCents, giftedCents, sureCents, conditionalCents } = earnest;
	const { payments, fromOther } = earnest;
	const [check] = earnest.uncounted;
	const creditedCents = sureCents + conditionalCents;
	const missingCents = enteredCents - creditedCents - givenCents - giftedCents;
	const isAboveFha = program === "fha" && loan.salesPrice !== void 0 && enteredCents * 100 > loan.salesPrice * RULES.R14.parameters.fhaVerifyAbovePercent;
	const receipt = evidence("emd_receipt");
	const isOfOthers = fromOther.every(isPaidByAnother);
	const lines = payments.map(({ line }) => line);
	const inputs = {
		enteredCents,
		foundCents,
		receiptCents
	};
	if (conditionalCents > 0) {
		const draft = check ? {
			ruleId: "R14",
			code: "EMD_CHECK_NOT_CONFIRMED",
			weight: "C",
			text: `A check of ${formatMoney(foundCents)} on ${longDay(check.source.date)} from ${check.account.name} may be the earnest money. The bank does not report who was paid. Confirm the check, or add the receipt.`,
			clearedBy: [confirm("thisCheck"), receipt],
			lines: [check],
			inputs
		} : {
			ruleId: "R14",
			code: "EMD_RECEIPT_NOT_CLEARED",
			weight: "C",
			text: `A receipt shows ${formatMoney(conditionalCents)} of earnest money that the bank data does not show. The balance may still include it: the payment is not known to have cleared before the bank was read. Enter the day it cleared, or get a new report after that day.`,
			clearedBy: [receipt, NEW_REPORT],
			inputs
		};
		book.draft(draft);
		book.conditional({
			code: draft.code,
			account: null,
			kind: "earnest",
			cents: conditionalCents
		}, draft);
	}
	if (givenCents > 0) book.draft({
		ruleId: "R14",
		code: "EMD_PAID_BY_GIFT",
		weight: "review",
		text: `A receipt shows earnest money of ${formatMoney(givenCents)}, the amount of a gift. The gift counts by the rules for gifts, so the receipt is not credited as well. If they are two payments, link the gift to its deposit, or the receipt to the bank line that paid it.`,
		clearedBy: [receipt, evidence("gift")],
		inputs: {
			...inputs,
			givenCents
		}
	});
	if (missingCents > 0 && fromOther.length > 0) book.draft({
		ruleId: "R14",
		code: "EMD_FROM_OTHER",
		weight: "review",
		text: `The earnest money of ${formatMoney(sum(fromOther.map(({ cents }) => cents)))} was paid from ${fromOther[0].account.name}, which does not count, so it is not credited. Add ${isOfOthers ? "the gift letter of the owner for this payment, or " : ""}the receipt and the source.`,
		clearedBy: [receipt, ...isOfOthers ? [evidence("gift")] : []],
		lines: fromOther,
		inputs
	});
	else if (missingCents > 0 && foundCents === 0) book.draft({
		ruleId: "R14",
		code: "EMD_NOT_FOUND",
		weight: isAboveFha ? "blocker" : "review",
		text: `No payment of the earnest money, ${formatMoney(enteredCents)}, was found, so ${creditedCents > 0 ? `only ${formatMoney(creditedCents)} is credited` : "it is not credited"}. Add the receipt and the day the payment cleared${loan.contractDate === void 0 ? "" : `, at most ${RULES.R14.parameters.daysBeforeContract} days before the contract`}.`,
		clearedBy: [receipt],
		inputs
	});
	else if (missingCents > 0 || foundCents > enteredCents) book.draft({
		ruleId: "R14",
		code: "EMD_DIFFERS",
		weight: "review",
		text: foundCents < enteredCents ? `Earnest money of ${formatMoney(foundCents)} was found; ${formatMoney(enteredCents)} is entered. ${formatMoney(creditedCents)} is credited and ${formatMoney(missingCents)} still needs a receipt.` : `Earnest money of ${formatMoney(foundCents)} was found; ${formatMoney(enteredCents)} is entered and credited.`,
		clearedBy: [receipt, loanTerms("emd")],
		lines,
		inputs: {
			...inputs,
			missingCents
		}
	});
	if (program === "fha" && !isAboveFha) return;
	if (receiptCents >= Math.min(enteredCents, foundCents)) return;
	for (const { line, averageCents, isSupported } of payments) if (isSupported === false) book.draft({
		ruleId: "R14",
		code: "EMD_UNSUPPORTED",
		weight: program === "fha" ? "blocker" : "review",
		text: `${line.account.name} paid ${formatMoney(line.cents)} of earnest money on ${longDay(line.source.date)}, more than its average balance of ${formatMoney(averageCents)} before. Add the receipt and where the money came from.`,
		clearedBy: [receipt],
		lines: [line],
		inputs: {
			paidCents: line.cents,
			average60Cents: averageCents
		}
	});
}
function lacksOwnFunds({ ownFundsCents, requiredOwnFundsCents }) {
	return requiredOwnFundsCents !== null && ownFundsCents < requiredOwnFundsCents;
}
function isOwnMoney({ weight, ruleId }) {
	return weight === "C" && ruleId !== "R9";
}
function ownFunds({ model, loan, program, terms }, level, gifts, held) {
	const { salesPrice, loanAmount, occupancy, units } = loan;
	const given = gifts.filter(({ gift, outcome }) => !gift.sharesHome && held.includes(outcome) && (gift.isToCome || isHeldGift(model, gift)));
	const lower = terms.loanToValueBaseCents;
	const { ownFundsPercent, ownFundsAboveLtvPercent } = RULES.R9.parameters;
	const isHighLtv = lower !== null && loanAmount !== void 0 && loanAmount * 100 > lower * ownFundsAboveLtvPercent;
	const requiredOwnFundsCents = terms.isPurchase === true && isHighLtv && gifts.length > 0 && (program === "fannie" && loan.isHomeReady !== true && (occupancy === "second_home" || occupancy === "primary" && units !== void 0 && units > 1) || program === "freddie" && occupancy === "second_home") && salesPrice !== void 0 ? Math.ceil(salesPrice * ownFundsPercent / 100) : null;
	const { investmentClosingCents: sold, investmentReserveCents: unsold } = level;
	const notGivenCents = Math.max(0, level.usableClosingCents + level.earnestCreditCents + sold - giftCents(given.map(({ gift }) => gift)));
	const lackingCents = Math.max(0, (requiredOwnFundsCents ?? 0) - notGivenCents);
	return {
		ownFundsCents: notGivenCents + ((sold + unsold) * 100 >= (sold + lackingCents) * terms.parameters.liquidationPercent ? Math.min(lackingCents, unsold) : 0),
		requiredOwnFundsCents,
		...contributionOf(loan, program, terms)
	};
}
function contributionOf(loan, program, terms) {
	const none = {
		requiredContributionCents: null,
		contributionCents: null
	};
	const { loanAmount, occupancy, units, creditScore } = loan;
	if (terms.isPurchase !== true || loanAmount === void 0) return none;
	const { fhaTenThousandths, fhaLowScoreTenThousandths, fhaLowScoreBelow, downPaymentPercent, firstTimeBuyerPercent } = RULES.R26.parameters;
	if (program === "fha") {
		const value = terms.adjustedValueCents;
		if (value === null) return none;
		return {
			requiredContributionCents: Math.ceil(value * (creditScore !== void 0 && creditScore < fhaLowScoreBelow ? fhaLowScoreTenThousandths : fhaTenThousandths) / 1e4),
			contributionCents: value - loanAmount
		};
	}
	if (!isConventional(program) || occupancy !== "primary" || units !== 1 || terms.loanToValueBaseCents === null) return none;
	const percent = loan.isFirstTimeBuyer || loan.isHomeReady ? firstTimeBuyerPercent : downPaymentPercent;
	return {
		requiredContributionCents: Math.ceil(terms.loanToValueBaseCents * percent / 100),
		contributionCents: terms.loanToValueBaseCents - loanAmount
	};
}
function testTerms({ loan, program, terms, book, model }, required, levels, own) {
	const { printed, unsold } = levels;
	const unprovenCents = printed.surplusCents === null || printed.unprovenCents >= -printed.surplusCents ? printed.unprovenCents : unsold.unprovenCents;
	const facts = [
		loan.loanAmount,
		loan.salesPrice,
		loan.appraisedValue
	];
	if (unprovenCents > 0) {
		const investments = model.accounts.filter((account) => account.kind === "investment" && model.counting.get(account)?.isCounted);
		book.draft({
			ruleId: "R6b",
			code: "LIQUIDATION_NEEDED",
			weight: "U",
			text: `Closing takes ${formatMoney(unprovenCents)} from securities or retirement accounts. Document that it was liquidated.`,
			clearedBy: [evidence("liquidation")],
			accounts: investments,
			inputs: {
				neededCents: unprovenCents,
				investmentCents: sum(investments.map((one) => model.counting.get(one).cents))
			}
		});
	}
	if (terms.isCreditAboveCosts) book.draft({
		ruleId: "R7",
		code: "CREDITS_ABOVE_COSTS",
		weight: "review",
		text: `Credits of ${formatMoney(loan.credits)} are more than the closing costs and prepaids of ${formatMoney(terms.costsCents)}. The rest pays neither the down payment nor reserves.`,
		clearedBy: [loanTerms("credits", "closingCosts", "prepaids")],
		inputs: {
			creditsCents: loan.credits,
			costsCents: terms.costsCents
		},
		facts
	});
	if (terms.isCreditAboveLimit) book.draft({
		ruleId: "R27",
		code: "IPC_ABOVE_LIMIT",
		weight: "review",
		text: `Credits of ${formatMoney(loan.credits)} are above this program's limit of ${formatMoney(terms.interestedPartyLimitCents)}. The excess is a sales concession: ${program === "fha" ? "it comes off the adjusted value" : "compute loan-to-value on the price less the excess"}.`,
		clearedBy: [loanTerms("credits", "salesPrice")],
		inputs: {
			creditsCents: loan.credits,
			limitCents: terms.interestedPartyLimitCents
		},
		facts
	});
	if (required.needsReason) {
		const { ausReserves, reserveMonthsRequired } = loan;
		const entered = ausReserves === void 0 ? `${reserveMonthsRequired} months` : formatMoney(ausReserves);
		book.draft({
			ruleId: "R7b",
			code: "RESERVES_BELOW_TABLE",
			weight: "review",
			text: `The entered reserves of ${entered} are below the guide's table (${required.basis}). The table is used until a reason is entered.`,
			clearedBy: [loanTerms("reserveReason", "reserveMonthsRequired", "ausReserves")],
			inputs: {
				...ausReserves === void 0 ? { enteredMonths: reserveMonthsRequired } : { ausCents: ausReserves },
				tableCents: required.cents
			}
		});
	}
	if (program === "fha" && loan.occupancy !== void 0 && loan.occupancy !== "primary") book.draft({
		ruleId: "R7",
		code: "OCCUPANCY_NOT_FHA",
		weight: "blocker",
		text: "FHA insures loans on the borrower's principal residence only.",
		clearedBy: [loanTerms("occupancy")],
		inputs: { occupancy: loan.occupancy }
	});
	if (lacksOwnFunds(own)) book.draft({
		ruleId: "R9",
		code: "OWN_FUNDS_SHORT",
		weight: "blocker",
		text: `${formatMoney(own.requiredOwnFundsCents)} of the borrower's own money is required (5% of the price); ${formatMoney(own.ownFundsCents)} is not a gift.`,
		clearedBy: [evidence("gift"), loanTerms("loanAmount", "isHomeReady")],
		inputs: {
			ownCents: own.ownFundsCents,
			neededCents: own.requiredOwnFundsCents
		},
		facts
	});
	testContribution({
		loan,
		program,
		terms,
		book
	}, own, facts);
}
function testContribution({ loan, program, terms, book }, own, facts) {
	const { requiredContributionCents: needed } = own;
	if (needed === null) return;
	const given = own.contributionCents;
	const inputs = {
		neededCents: needed,
		contributionCents: given
	};
	const ofFha = loanTerms("loanAmount", "salesPrice", "creditScore");
	if (program === "fha") {
		if (loan.creditScore === void 0) book.draft({
			ruleId: "R26",
			code: "SCORE_NEEDED",
			weight: "review",
			text: "The credit score decides whether FHA asks for 3.5% or 10% down. Enter it.",
			clearedBy: [ofFha],
			inputs
		});
		const tooLow = loan.creditScore !== void 0 && loan.creditScore < RULES.R26.parameters.fhaLeastScore;
		if (given < needed || tooLow) book.draft({
			ruleId: "R26",
			code: "MRI_SHORT",
			weight: "blocker",
			text: tooLow ? "FHA does not insure a loan with a credit score below 500." : `FHA's minimum required investment is ${formatMoney(needed)}; the adjusted value less the loan is ${formatMoney(given)}.`,
			clearedBy: [ofFha],
			inputs,
			facts
		});
		return;
	}
	const isReduced = terms.loanToValueBaseCents !== terms.valueCents;
	if (given < needed) book.draft({
		ruleId: "R26",
		code: "DOWN_PAYMENT_SHORT",
		weight: "blocker",
		text: `The down payment of ${formatMoney(given)}${isReduced ? ", without the credits above the limit," : ""} is below the minimum of ${formatMoney(needed)} for this program.`,
		clearedBy: [loanTerms("loanAmount", "isFirstTimeBuyer", "isHomeReady", ...isReduced ? ["credits"] : [])],
		inputs,
		facts
	});
}
// features/underwriting/rules/verdict.ts
var PROGRAM_NAMES = {
	fannie: "Fannie Mae",
	freddie: "Freddie Mac",
	fha: "FHA",
	va: "VA",
	usda: "USDA"
};
var NEEDED = new Set([
	"S2",
	"R1",
	"R2",
	"R2b",
	"R3",
	"R3c",
	"R4",
	"R5",
	"R6",
	"R6b",
	"R7",
	"R7b",
	"R8",
	"R9",
	"R14",
	"R19",
	"R26",
	"R29",
	"R30"
]);
var TERM_NAMES = {
	transactionType: "loan purpose",
	occupancy: "occupancy",
	units: "number of units",
	salesPrice: "sales price",
	payoff: "payoff",
	appraisedValue: "appraised value",
	loanAmount: "loan amount",
	closingCosts: "closing costs",
	prepaids: "prepaids",
	credits: "seller credits",
	emd: "earnest money deposit",
	pitia: "monthly housing payment",
	monthlyIncome: "monthly qualifying income",
	underwriting: "how the loan is underwritten",
	financedProperties: "other financed properties",
	financedFees: "financed fees (the loan is more than the price)",
	acquiredOn: "date of acquisition",
	acquisitionCost: "acquisition cost"
};
var BLOCKER_NAMES = {
	LARGE_UNSOURCED: "large deposits without a source",
	DOCUMENT_SOURCE: "large deposits that FHA requires a source for",
	BORROWED_FUNDS: "borrowed money",
	BORROWED_FUNDS_DEDUCTED: "borrowed money",
	MOVED_AFTER_READING: "a transfer after another bank was read",
	FROM_FILES: "the bank's own statements for uploaded files",
	NAME_DIFFERS: "an owner whose name differs",
	ACCESS_LETTER: "access letters",
	JOINT_HOLDER_NOT_NAMED: "a joint owner who is not named",
	BUSINESS_ASSET_ANALYSIS: "business money",
	MAYBE_SAME_ACCOUNT: "accounts that may be the same",
	SUBTYPE_UNKNOWN: "an unknown type of account",
	REQUEST_PLAN_TERMS: "retirement plan terms",
	LIQUIDATION_NEEDED: "proof of liquidation",
	GIFT_INCOMPLETE: "an incomplete gift",
	DONOR_INTEREST: "a donor's interest",
	DONOR_NOT_ACCEPTED: "a donor who is not accepted",
	GIFT_FROM_INTERESTED_PARTY: "a gift from an interested party",
	INTERESTED_PARTY_DEPOSIT: "a deposit from an interested party",
	EMD_NOT_FOUND: "earnest money that was not found",
	EMD_UNSUPPORTED: "the source of the earnest money",
	EMD_CHECK_NOT_CONFIRMED: "the earnest money check",
	EMD_RECEIPT_NOT_CLEARED: "the day on which the earnest money cleared",
	RECENTLY_OPENED: "a recently opened account",
	INSUFFICIENT_HISTORY: "too few days of history",
	EXPIRED_AT_NOTE: "data that expires before the note date",
	EXPIRED_AT_DISBURSEMENT: "data that expires before disbursement",
	FHA_DATA_OLD: "bank data older than 30 days",
	DATA_FAULT: "bank data that contradicts itself",
	BANK_MISSING: "a connected bank that is not in the report",
	HOLDINGS_UNAVAILABLE: "investments without holdings",
	IDENTITY_ALERT: "a fraud alert on the borrower",
	MARGIN_UNKNOWN: "brokerage statements, to check for margin loans",
	LINES_LEFT_OUT: "bank data that could not be read",
	HISTORY_CHANGED: "a history that changed",
	RETURNED_ITEMS: "returned items and overdrafts",
	RESUBMIT: "debts to resubmit",
	UNDISCLOSED_MORTGAGE: "an undisclosed mortgage",
	OWN_FUNDS_SHORT: "too little of the borrower's own money",
	MRI_SHORT: "the minimum required investment",
	DOWN_PAYMENT_SHORT: "the minimum down payment",
	OCCUPANCY_NOT_FHA: "an occupancy that FHA does not insure"
};
function verdictOf(input) {
	const { result, validThrough } = input;
	const { program } = result;
	const own = input.findings.filter(({ programs }) => programs.includes(program));
	const open = own.filter(({ waivedPrograms }) => !waivedPrograms.includes(program));
	const has = (severity) => open.filter((one) => one.severity === severity).length;
	const counts = {
		blocker: has("blocker"),
		review: has("review"),
		info: has("info")
	};
	const waived = own.length - open.length;
	const missing = [...new Set(input.notEvaluated.filter(({ ruleId, programs }) => NEEDED.has(ruleId) && programs.includes(program)).flatMap((one) => one.missing))];
	const short = shortfallOf(input, missing);
	const outcome = outcomeOf(input, missing, counts.blocker, short);
	const notes = [
		sentenceOf(input, outcome, missing, [...new Set(open.filter(({ severity }) => severity === "blocker").map(({ code, title }) => BLOCKER_NAMES[code] ?? title))], counts.blocker, short),
		outcome === "notEvaluated" || counts.review === 0 ? "" : `${formatCount(counts.review, "condition")} to review.`,
		waived > 0 ? `With ${formatCount(waived, "waived condition")}.` : "",
		input.model.report.source === "files" ? "From uploaded files, not from the bank." : "",
		validThrough === null ? "" : `Valid through ${longDay(validThrough)}.`
	];
	const programName = result.terms.parameters.overlay?.programName;
	return {
		program,
		...programName && { programName },
		outcome,
		text: notes.filter(Boolean).join(" "),
		missing,
		counts,
		waived,
		validThrough
	};
}
function shortfallOf(input, missing) {
	const { result } = input;
	if (hasNoRules(input.loan)) return null;
	const isTermMissing = result.terms.missing.length > 0;
	const best = isTermMissing ? atBest(input) : result;
	if (!best) return null;
	const { surplusCents, reservesCents } = best.levels.printed;
	if (surplusCents === null || reservesCents === null) return null;
	const atLeast = missing.length > 0;
	if (surplusCents < 0) return {
		kind: "closing",
		cents: -surplusCents,
		atLeast
	};
	const { cents, floorCents } = result.input.required;
	const needed = cents ?? floorCents;
	return !isTermMissing && reservesCents < needed ? {
		kind: "reserves",
		cents: needed - reservesCents,
		atLeast
	} : null;
}
function atBest({ model, loan, result }) {
	const { missing } = result.terms;
	if ([
		"transactionType",
		"salesPrice",
		"payoff",
		"loanAmount",
		"emd",
		"financedFees"
	].some((field) => missing.includes(field))) return void 0;
	const { closingCosts = 0, prepaids = 0 } = loan;
	return evaluateProgram(model, {
		credits: closingCosts + prepaids,
		appraisedValue: MAX_CENTS,
		occupancy: "primary",
		underwriting: "aus",
		...loan,
		closingCosts,
		prepaids
	}, result.program, result.terms.parameters);
}
var hasNoRules = ({ program }) => program === "other";
function outcomeOf({ result, loan }, missing, blockers, short) {
	const { overlay } = result.terms.parameters;
	if (isOff(result.program, overlay)) return "notEvaluated";
	if (short) return "short";
	if (hasNoRules(loan) || missing.length > 0 || result.levels.printed.suffices !== true) return "notEvaluated";
	if (blockers > 0) return "open";
	if (overlay?.programName) return "enoughUnderOverlay";
	return result.program === "va" || result.program === "usda" ? "enoughToClose" : "enough";
}
function sentenceOf({ result, loan }, outcome, missing, blockers, number, short) {
	const { program, levels, funds } = result;
	const { overlay } = result.terms.parameters;
	const name = answerName(PROGRAM_NAMES[program], overlay);
	if (overlay !== null && isOff(program, overlay)) return `Not evaluated under ${PROGRAM_NAMES[program]}. Turned off by ${overlayLabel(overlay)}.`;
	if (hasNoRules(loan)) return `No answer: Keyturn does not evaluate this loan's program. ${formatMoney(funds.usableClosingCents)} would count under ${name}.`;
	if (outcome === "notEvaluated") {
		const terms = missing.map((field) => field === "reserveMonthsRequired" ? `reserves required by ${name}` : TERM_NAMES[field] ?? field);
		return `Not evaluated under ${name} yet. ${terms.length > 0 ? `Missing: ${terms.join(", ")}.` : ""} ${formatMoney(funds.usableClosingCents)} counts so far.`.replace("  ", " ");
	}
	if (short) {
		const restorable = restorableCents(short.kind, levels);
		const restore = restorable > 0 ? ` Clearing what is open could restore up to ${formatMoney(restorable)}.` : "";
		const least = short.atLeast ? "At least " : "";
		return short.kind === "closing" ? `${least}${formatMoney(short.cents)} short of closing under ${name}.${restore}` : `${least}${formatMoney(short.cents)} short of required reserves under ${name}: ${reserveWords(result)}. Cash to close is covered.${restore}`;
	}
	if ((program === "va" || program === "usda") && outcome !== "open") return overlay?.programName ? `Enough to close by bank data under ${name}; ${PROGRAM_NAMES[program]} rules are not all evaluated.` : `Enough to close by bank data; ${name} rules are not all evaluated.`;
	const enough = `Enough to close under ${name}${funds.investmentClosingCents > 0 ? `, counting ${formatMoney(funds.investmentClosingCents)} of investments` : ""}`;
	if (outcome === "open") {
		const once = `once ${formatCount(number, "open condition")} ${number === 1 ? "is" : "are"} cleared`;
		const left = levels.documented.surplusCents ?? 0;
		const without = left < 0 ? ` Without that money, closing is ${formatMoney(-left)} short.` : "";
		return `${enough}, ${once}: ${blockers.join(", ")}.${without}`;
	}
	return `${enough}${funds.requiredReservesCents === 0 ? funds.reserveMonths === null ? ", no reserves required" : `, with ${funds.reserveMonths.toFixed(2)} months of reserves left; none are required` : `, with ${(funds.reserveMonths ?? 0).toFixed(2)} months of reserves left`}${excludedWords(result)}.`;
}
function excludedWords({ input }) {
	const unexplained = [...claimsByLine(input.claims)];
	if (unexplained.length === 0) return "";
	const parts = unexplained.filter(([line, cents]) => cents < -line.cents).length;
	if (unexplained.length > 1) return `; ${parts > 0 ? "all or part of " : ""}${unexplained.length} deposits ${parts > 0 ? "is" : "are"} not counted until they are explained`;
	const [[line, cents]] = unexplained;
	return `; ${parts > 0 ? `${formatMoney(cents)} of the` : "one"} deposit of ${formatMoney(-line.cents)} is not counted until it is explained`;
}
function restorableCents(kind, { all, printed }) {
	const read = (level) => (kind === "closing" ? level.surplusCents : level.reservesCents) ?? level.usableClosingCents;
	return read(all) - read(printed);
}
function reserveWords({ funds }) {
	return `${funds.reserveMonths === null ? "none counted" : `${funds.reserveMonths.toFixed(2)} months`} of ${funds.requiredReserveMonths === null ? "the required amount" : `${funds.requiredReserveMonths} required`}`;
}
// features/underwriting/rules/least-documentation.ts
var EXACT = 12;
function leastDocumentation(result, findings, loan, isWithheld = false) {
	const { program, levels } = result;
	if (hasNoRules(loan) || isOff(program, result.terms.parameters.overlay)) return {
		program,
		isPossible: false,
		steps: [],
		cents: 0,
		alsoRequired: [],
		text: ""
	};
	const items = itemsOf(result);
	const money = new Set(items.map(({ findingKey }) => findingKey));
	const raised = new Set(result.terms.parameters.overlay?.settings.atLeast.map(({ code }) => code));
	const blockers = findings.filter(({ code, severity, programs, key, waivedPrograms }) => severity === "blocker" && programs.includes(program) && !waivedPrograms.includes(program) && (!money.has(key) || raised.has(code) || levels.sure.suffices === true)).map(({ key }) => key);
	const plan = (steps, isPossible) => {
		const planned = new Set(steps.map(({ findingKey }) => findingKey));
		const alsoRequired = blockers.filter((key) => !planned.has(key));
		return {
			program,
			isPossible,
			steps: steps.map(({ findingKey, code, transactionId, cents }) => ({
				findingKey,
				code,
				transactionId,
				cents
			})),
			cents: sum(steps.map(({ cents }) => cents)),
			alsoRequired,
			text: isWithheld ? notYet(result) : textOf(result, steps, isPossible, alsoRequired.length)
		};
	};
	if (isWithheld) return plan([], false);
	if (levels.sure.suffices === true) return plan([], true);
	if (levels.all.suffices !== true) return plan([], false);
	return plan(items.length <= EXACT ? smallest(result, items) : nearSmallest(result, items), true);
}
function itemsOf({ input, findings }) {
	const byKey = new Map();
	const at = (key) => {
		const known = byKey.get(key) ?? {
			claims: [],
			conditionals: []
		};
		byKey.set(key, known);
		return known;
	};
	for (const claim of input.claims) if (!claim.isNever) at(claim.findingKey).claims.push(claim);
	for (const one of input.conditionals) at(one.findingKey).conditionals.push(one);
	const items = [...byKey].map(([findingKey, { claims, conditionals }]) => {
		const sums = conditionals.filter(({ kind }) => kind === "lump" || kind === "giftToCome");
		return {
			findingKey,
			code: claims[0]?.code ?? conditionals[0].code,
			transactionId: claims[0]?.line.id ?? null,
			cents: sum(claims.map(({ cureCents }) => cureCents)) + sum(sums.map(({ cents }) => cents)),
			claims,
			conditionals,
			isLiquidation: false
		};
	});
	const sale = findings.find(({ code }) => code === "LIQUIDATION_NEEDED");
	if (sale) items.push({
		findingKey: sale.key,
		code: sale.code,
		transactionId: null,
		cents: Number(sale.inputs["neededCents"]),
		claims: [],
		conditionals: [],
		isLiquidation: true
	});
	return items.sort((a, b) => compare(a.findingKey, b.findingKey));
}
function suffices({ input }, cleared) {
	const claims = new Set(cleared.flatMap((one) => one.claims));
	const conditionals = new Set(cleared.flatMap((one) => one.conditionals));
	return levelOf(input, {
		claims: input.claims.filter((one) => !claims.has(one)),
		without: new Set(input.conditionals.filter((one) => !conditionals.has(one))),
		assumesLiquidation: cleared.some(({ isLiquidation }) => isLiquidation)
	}).suffices === true;
}
function smallest(result, items) {
	for (let size = 1; size < items.length; size++) {
		let best;
		for (const subset of subsetsOf(items, size)) {
			const cents = sum(subset.map((one) => one.cents));
			if (best && cents >= best.cents) continue;
			if (suffices(result, subset)) best = {
				items: subset,
				cents
			};
		}
		if (best) return best.items;
	}
	return items;
}
function* subsetsOf(items, size, from = 0) {
	if (size === 0) yield [];
	else for (let at = from; at <= items.length - size; at++) for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at], ...rest];
}
var PRUNED = 40;
function nearSmallest(result, items) {
	const gives = new Map(items.map((one) => [one, sum(one.claims.map(({ cents }) => cents)) + sum(one.conditionals.map(({ cents }) => cents))]));
	const sorted = [...items].sort((a, b) => gives.get(b) - gives.get(a) || compare(a.findingKey, b.findingKey));
	let [low, high] = [1, sorted.length];
	while (low < high) {
		const middle = low + high >> 1;
		if (suffices(result, sorted.slice(0, middle))) high = middle;
		else low = middle + 1;
	}
	let chosen = sorted.slice(0, low);
	if (chosen.length <= PRUNED) for (const one of [...chosen].sort((a, b) => b.cents - a.cents || compare(a.findingKey, b.findingKey))) {
		const rest = chosen.filter((other) => other !== one);
		if (suffices(result, rest)) chosen = rest;
	}
	return chosen.sort((a, b) => compare(a.findingKey, b.findingKey));
}
function textOf(result, steps, isPossible, others) {
	const name = nameOf$1(result);
	if (result.levels.printed.suffices === null) return notYet(result);
	if (!isPossible) return `No explanation of the money in this report is enough to close under ${name}.`;
	if (steps.length === 0) return others === 0 ? `No explanation is needed to close under ${name}.` : `Clear ${conditionWords(others)}, and the funds are enough to close under ${name}.`;
	const also = others === 0 ? "" : ` ${others === 1 ? "One other condition blocks" : `${others} other conditions block`} as well.`;
	const deposits = steps.filter(({ transactionId }) => transactionId !== null);
	const rest = steps.length - deposits.length;
	const cents = sum(deposits.map((one) => one.cents));
	const explain = deposits.length === 0 ? "" : `Explain ${formatMoney(cents)} of ${deposits.length === 1 ? "one deposit" : `these ${deposits.length} deposits`}`;
	return `${explain}${rest === 0 ? "" : `${explain ? " and clear" : "Clear"} ${conditionWords(rest)}`}, and the funds are enough to close under ${name}.${also}`;
}
function nameOf$1({ program, terms }) {
	return answerName(PROGRAM_NAMES[program], terms.parameters.overlay);
}
function notYet(result) {
	return `Not evaluated under ${nameOf$1(result)} yet.`;
}
function conditionWords(number) {
	return number === 1 ? "one condition" : `${number} conditions`;
}
// features/underwriting/rules/same-account.ts
function findSameAccounts(all, confirmed) {
	const sorted = [...all].sort(newestFirst);
	const dropped = new Map();
	const unsure = new Map();
	for (const [at, newer] of sorted.entries()) {
		if (dropped.has(newer)) continue;
		for (const older of sorted.slice(at + 1)) {
			if (dropped.has(older)) continue;
			const same = isSame(newer, older, confirmed);
			if (same === "same") dropped.set(older, newer);
			else if (same === "maybe") {
				const [larger, smaller] = bySize(newer, older);
				if (!unsure.has(smaller)) unsure.set(smaller, larger);
			}
		}
	}
	return {
		distinct: all.filter((account) => !dropped.has(account)),
		seenTwice: [...[...dropped].map(([account, countedAs]) => ({
			account,
			countedAs,
			isSure: true
		})), ...[...unsure].filter(([account, other]) => !dropped.has(account) && !dropped.has(other)).map(([account, countedAs]) => ({
			account,
			countedAs,
			isSure: false
		}))].sort((a, b) => compare(a.account.key, b.account.key)),
		sameLine: linesOfCopies(dropped)
	};
}
function newestFirst(a, b) {
	return compare(b.item.lastUpdatedAt, a.item.lastUpdatedAt) || b.lines.length - a.lines.length || b.item.accounts.length - a.item.accounts.length || compare(a.key, b.key);
}
function bySize(a, b) {
	const [left, right] = [a.source.currentCents ?? 0, b.source.currentCents ?? 0];
	return left >= right ? [a, b] : [b, a];
}
function isSame(a, b, confirmed) {
	if (a.source.persistentId !== null && a.source.persistentId === b.source.persistentId) return "same";
	if (a.source.mask !== b.source.mask || a.kind !== b.kind || !isOneBank(a, b)) return null;
	const says = (kind) => confirmed(kind, { account: a }) !== void 0 || confirmed(kind, { account: b }) !== void 0;
	if (says("differentAccounts")) return null;
	if (a.source.mask !== null && says("sameAccount")) return "same";
	const { compared, equal } = commonLines(a, b);
	const { sameLinesLeast, sameLinesPercent } = RULES.S2.parameters;
	const isEqualBalance = a.source.currentCents !== null && a.source.currentCents !== 0 && a.source.currentCents === b.source.currentCents;
	if (a.source.mask === null) {
		const isSureWithoutNumber = compared >= sameLinesLeast && equal * 100 >= compared * sameLinesPercent;
		if (!isEqualBalance || !shareOwner(a, b)) return null;
		if (isSureWithoutNumber) return "same";
		return compared < sameLinesLeast && a.item !== b.item && a.source.subtype === b.source.subtype ? "maybe" : null;
	}
	if (compared >= sameLinesLeast) {
		if (equal * 100 >= compared * sameLinesPercent) return "same";
		return isEqualBalance && shareOwner(a, b) ? "same" : null;
	}
	if (isEqualBalance && shareOwner(a, b)) return "same";
	return "maybe";
}
function isOneBank(a, b) {
	return a.item.institutionId === b.item.institutionId || bankName(a.item.institutionName) === bankName(b.item.institutionName);
}
function shareOwner(a, b) {
	const names = (account) => account.source.owners.flatMap((owner) => owner.names.map(normalName));
	const [left, right] = [new Set(names(a)), names(b)];
	return left.size === 0 || right.length === 0 || right.some((name) => left.has(name));
}
function commonLines(a, b) {
	const [first, last] = [Math.max(firstDay(a), firstDay(b)), Math.min(a.asOf, b.asOf)];
	const sums = (account) => {
		const counts = new Map();
		let total = 0;
		for (const { day, cents, isPending } of account.lines) {
			if (isPending || day < first || day > last) continue;
			const key = `${day}|${cents}`;
			counts.set(key, (counts.get(key) ?? 0) + 1);
			total++;
		}
		return {
			counts,
			total
		};
	};
	const [left, right] = [sums(a), sums(b)];
	let equal = 0;
	for (const [key, count] of left.counts) equal += Math.min(count, right.counts.get(key) ?? 0);
	return {
		compared: Math.max(left.total, right.total),
		equal
	};
}
function firstDay({ lines }) {
	return lines[0]?.day ?? -Infinity;
}
function linesOfCopies(dropped) {
	const sameLine = new Map();
	for (const [copy, counted] of dropped) {
		const byContent = new Map();
		for (const line of counted.lines) {
			const key = `${line.day}|${line.cents}`;
			byContent.set(key, [...byContent.get(key) ?? [], line]);
		}
		for (const line of copy.lines) {
			const twin = byContent.get(`${line.day}|${line.cents}`)?.shift();
			if (twin) sameLine.set(line.id, twin);
		}
	}
	return sameLine;
}
// features/underwriting/rules/transfers.ts
var { transferDays, reversalDays, refundDays } = RULES.S2.parameters;
var [EARLIEST, LATEST] = transferDays;
function matchTransfers(accounts, counted, netOf) {
	const debits = [];
	const deposits = [];
	const pending = [];
	const papers = {
		debits: [],
		deposits: []
	};
	for (const account of accounts) {
		if (!counted.has(account)) continue;
		for (const line of account.lines) {
			if (line.isPending && line.cents > 0 && account.kind === "depository" && canBeDebit(line)) pending.push(line);
			if (line.isPending || netOf.has(line)) continue;
			if (isDeposit(line)) {
				if (canBeDeposit(line)) deposits.push(line);
				if (line.class === "check_deposit" || line.class === "cash_deposit") papers.deposits.push(line);
			} else {
				if (canBeDebit(line)) debits.push(line);
				if (line.class === "check" || line.class === "cash_withdrawal") papers.debits.push(line);
			}
		}
	}
	const pairs = pair(debits, deposits, isOwnTransfer);
	const transferOf = new Map();
	for (const [debit, deposit] of pairs) transferOf.set(debit, deposit).set(deposit, debit);
	const alike = pair(papers.debits, papers.deposits, (debit, deposit) => debit.class === "check" === (deposit.class === "check_deposit"));
	const unpaired = deposits.filter((deposit) => !transferOf.has(deposit));
	const leaving = new Set([...pair(pending, unpaired, isOwnTransfer).map(([debit]) => debit), ...accounts.flatMap(({ lines }) => lines.filter((line) => isReturnToCome(line, lines, netOf)))]);
	return {
		transferOf,
		possible: new Map(alike.map(([debit, deposit]) => [deposit, debit])),
		leaving,
		drawn: drawnOf(accounts, unpaired)
	};
}
function isReturnToCome(line, lines, netOf) {
	if (!line.isPending || line.cents <= 0 || line.class !== "refund_reversal") return false;
	return lines.some((one) => isDeposit(one) && one.cents === -line.cents && one.day >= line.day - reversalDays && !netOf.has(one));
}
function drawnOf(accounts, deposits) {
	const isDebt = ({ kind }) => kind === "credit" || kind === "loan";
	const debts = accounts.filter(isDebt);
	const masksOf = (some) => new Set(some.map(({ source }) => source.mask));
	const [ofDebts, ofAssets] = [masksOf(debts), masksOf(accounts.filter((account) => !isDebt(account)))];
	const transfers = deposits.filter(({ classification }) => classification.subclass === null);
	const named = transfers.filter(({ classification: { masks } }) => masks.some((mask) => ofDebts.has(mask) && !ofAssets.has(mask)));
	const advances = debts.flatMap(({ lines }) => lines.filter((line) => line.cents > 0 && canBeDebit(line)));
	return new Set([...named, ...pair(advances, transfers, isOwnTransfer).map(([, deposit]) => deposit)]);
}
var MAX_PAIRS = 40;
var MAX_REFUNDED = 400;
var NEAREST_DAYS = Array.from({ length: LATEST - EARLIEST + 1 }, (_day, at) => EARLIEST + at).sort((a, b) => Math.abs(a) - Math.abs(b));
function pair(debits, deposits, fits) {
	const sums = new Set(deposits.map(({ cents }) => -cents));
	const equal = sorted$1(debits.filter(({ cents }) => sums.has(cents)));
	const byDay = new Map();
	for (const debit of equal) addTo(byDay, `${debit.cents}|${debit.day}`, debit);
	const orderOf = new Map([...equal, ...sorted$1(deposits)].map((line, at) => [line, at]));
	const candidates = [];
	for (const deposit of deposits) {
		let number = 0;
		for (const apart of NEAREST_DAYS) for (const debit of byDay.get(`${-deposit.cents}|${deposit.day - apart}`) ?? []) {
			if (number >= MAX_PAIRS) break;
			if (debit.account === deposit.account || !fits(debit, deposit)) continue;
			candidates.push({
				debit,
				deposit,
				apart: Math.abs(apart),
				words: hasWords(debit) + hasWords(deposit)
			});
			number++;
		}
	}
	candidates.sort((a, b) => a.apart - b.apart || b.words - a.words || orderOf.get(a.debit) - orderOf.get(b.debit) || orderOf.get(a.deposit) - orderOf.get(b.deposit));
	const used = new Set();
	return candidates.flatMap(({ debit, deposit }) => {
		if (used.has(debit) || used.has(deposit)) return [];
		used.add(debit).add(deposit);
		return [[debit, deposit]];
	});
}
function sorted$1(lines) {
	return lines.map((line) => ({
		line,
		content: contentOf$1(line)
	})).sort((a, b) => compare(a.content, b.content)).map(({ line }) => line);
}
function addTo(map, key, line) {
	const known = map.get(key);
	if (known) known.push(line);
	else map.set(key, [line]);
}
var contentOf$1 = ({ account, key }) => `${account.key}#${key}`;
var hasWords = ({ classification }) => Number(classification.hasTransferWords);
var BANK_ROLES = new Set([
	"bank",
	"brokerage",
	"p2p"
]);
function isNeutral({ class: kind, classification }) {
	return kind === "other" && classification.payee === null && classification.person === null;
}
function namesOnlyBanks({ classification: { payee, person } }) {
	return person === null && (payee === null || payee.roles.some((role) => BANK_ROLES.has(role)));
}
function namesPerson({ class: kind, classification: { person } }) {
	return kind === "person_payment" && person !== null;
}
function canBeDebit(line) {
	if (namesPerson(line)) return true;
	if (line.class === "own_transfer") return namesOnlyBanks(line);
	return isNeutral(line) || line.class === "other" && line.classification.isWire && namesOnlyBanks(line);
}
function canBeDeposit(line) {
	return namesPerson(line) || line.class === "own_transfer" && namesOnlyBanks(line) || isNeutral(line);
}
function isOwnTransfer(debit, deposit) {
	const legs = [debit, deposit];
	if (!names(debit, deposit) || !names(deposit, debit)) return false;
	if (legs.some(namesPerson)) return legs.every((leg) => namesPerson(leg) || leg.class === "own_transfer") && namesOwnerOf(deposit.account, debit) && namesOwnerOf(debit.account, deposit);
	if (legs.every((leg) => leg.class !== "own_transfer")) return false;
	return !namesStranger(debit, deposit) && !namesStranger(deposit, debit);
}
function namesOwnerOf(account, line) {
	return !namesPerson(line) || isOwner(account, line.classification.person);
}
function namesStranger(line, other) {
	const { class: kind, classification, account } = line;
	const { party, payee, confidence, masks } = classification;
	if (payee !== null || masks.length > 0 || kind === "own_transfer" && confidence === "high") return false;
	if (other.classification.masks.some((mask) => mask === account.source.mask)) return false;
	if (kind === "own_transfer" && other.class === "own_transfer" && other.classification.confidence === "high") return false;
	const known = [line, other].flatMap(({ account, classification: { banks } }) => [
		...account.ownership.persons.flatMap(({ bankName, borrower }) => [bankName, borrower ?? ""]),
		account.item.institutionName,
		account.name,
		account.source.officialName ?? "",
		...banks
	]);
	const words = new Set(known.flatMap(nameWords));
	return nameWords(party).some((word) => word.length > 1 && !words.has(word));
}
function names({ account: own, classification: { masks, banks } }, { account: other }) {
	if (masks.some((mask) => mask !== other.source.mask && mask !== own.source.mask)) return false;
	return banks.every((bank) => [own, other].some(({ item }) => bankIdOf(item) === bank));
}
function matchNets(accounts, counted) {
	const full = new Map();
	const partial = new Map();
	for (const account of accounts) if (account.kind === "depository") matchReturns(account, full);
	matchRefunds(accounts, counted, full, partial);
	return {
		full,
		partial
	};
}
function matchReturns({ lines }, full) {
	const deposits = new Map();
	for (const line of lines) {
		if (isDeposit(line)) addTo(deposits, -line.cents, line);
		if (line.class !== "refund_reversal" || !isPayment(line)) continue;
		const before = deposits.get(line.cents) ?? [];
		const deposit = before.at(-1);
		if (!deposit || !(deposit.day >= line.day - reversalDays)) continue;
		before.pop();
		full.set(deposit, line).set(line, deposit);
	}
}
function matchRefunds(accounts, counted, full, partial) {
	const refunds = [];
	const paid = new Map();
	const wires = new Map();
	for (const line of accounts.flatMap(({ lines }) => lines)) {
		if (full.has(line)) continue;
		if (isDeposit(line) && line.class === "refund_reversal") refunds.push(line);
		if (!isPayment(line) || line.class === "person_payment" || line.class === "own_transfer") continue;
		for (const key of payeeKeys(line)) addTo(paid, key, line);
		if (line.classification.isWire) addTo(wires, line.cents, line);
	}
	refunds.sort((a, b) => a.day - b.day || a.cents - b.cents || compare(contentOf$1(a), contentOf$1(b)));
	const used = new Set();
	const isOwn = (refund, debit) => debit.account === refund.account || counted.has(debit.account) && counted.has(refund.account);
	for (const lines of [...paid.values(), ...wires.values()]) lines.sort((a, b) => a.day - b.day);
	const earlier = (refund, lines = []) => {
		const found = [];
		for (let at = countUntil(lines, refund.day) - 1; found.length < MAX_REFUNDED; at--) {
			const debit = lines[at];
			if (!debit || !(debit.day >= refund.day - refundDays)) break;
			if (used.has(debit)) lines.splice(at, 1);
			else if (isOwn(refund, debit)) found.push(debit);
		}
		return found;
	};
	for (const refund of refunds) {
		const cents = -refund.cents;
		const same = payeeKeys(refund).flatMap((key) => earlier(refund, paid.get(key)));
		const wired = refund.classification.isWire ? earlier(refund, wires.get(cents)).filter((debit) => mayReturn(refund, debit)) : [];
		const newest = (a, b) => b.day - a.day || compare(contentOf$1(a), contentOf$1(b));
		const debit = firstBy([...same, ...wired].filter((line) => line.cents >= cents), (a, b) => a.cents - b.cents || newest(a, b)) ?? firstBy(same, (a, b) => b.cents - a.cents || newest(a, b));
		if (!debit) continue;
		used.add(debit);
		if (debit.cents < cents) partial.set(refund, debit.cents);
		else {
			full.set(refund, debit);
			if (debit.cents === cents) full.set(debit, refund);
		}
	}
}
function countUntil(lines, day) {
	let [low, high] = [0, lines.length];
	while (low < high) {
		const middle = low + high >> 1;
		if (lines[middle].day <= day) low = middle + 1;
		else high = middle;
	}
	return low;
}
function firstBy(lines, order) {
	return lines.reduce((first, line) => first && order(first, line) <= 0 ? first : line, void 0);
}
function mayReturn(refund, debit) {
	const { party, payee } = refund.classification;
	const named = nameWords(party);
	const paid = new Set(nameWords(debit.classification.party));
	const isCompany = looksLikeCompany(nameWords(refund.source.description));
	return !(payee ? !payee.roles.includes("bank") : isCompany || named.some(isGivenName)) || paid.size === 0 || named.some((word) => paid.has(word));
}
function payeeKeys({ classification: { payee, party } }) {
	return [payee ? `id|${payee.id}` : "", party ? `party|${party}` : ""].filter(Boolean);
}
// features/underwriting/rules/prepare.ts
var bases = new WeakMap();
var models = new WeakMap();
var ownerships = new WeakMap();
function prepare(report, previous, inputs) {
	const key = JSON.stringify([
		inputs.borrowers,
		inputs.evidence,
		inputs.confirmations,
		inputs.leftOutAccounts
	]);
	const known = models.get(report);
	if (known?.key === key && known.previous === previous) return known.model;
	const model = build(report, previous, inputs);
	models.set(report, {
		key,
		previous,
		model
	});
	return model;
}
function build(report, previous, inputs) {
	const { borrowers, evidence: given, confirmations, leftOutAccounts } = inputs;
	const base = baseOf(report);
	const evidence = given.filter(isAccepted);
	const all = base.map((one) => withOwners(one, borrowers, confirmations));
	const confirmed = (kind, subject) => confirmations.find((one) => one.kind === kind && (isAbout(one.subject, subject) || isAboutCopy(one, subject)));
	const isAboutCopy = ({ subject }, { line }) => line !== void 0 && !!subject.transactionId && copies.get(subject.transactionId) === line;
	const copies = new Map();
	const { distinct, seenTwice, sameLine } = findSameAccounts(all, confirmed);
	for (const [id, line] of sameLine) copies.set(id, line);
	renumber(distinct);
	for (const { account, countedAs, isSure } of seenTwice) if (isSure) countedAs.copyIds.push(account.id);
	const leftOut = new Set(leftOutAccounts);
	const isLeftOut = ({ id, key, copyIds }) => leftOut.has(id) || leftOut.has(key) || copyIds.some((copy) => leftOut.has(copy));
	const frame = {
		report,
		previous,
		accounts: distinct,
		evidence,
		confirmations,
		confirmed,
		seenTwice,
		isLeftOut
	};
	const isCounted = (account) => isCountedAccount(frame, account);
	const counted = new Set(distinct.filter(isCounted));
	const netOf = matchNets(distinct, counted);
	const { transferOf, possible, leaving, drawn } = matchTransfers(distinct, counted, netOf.full);
	const evidenceOf = new Map();
	for (const one of evidence) {
		const { transactionId: id, lineKey } = one;
		const { byId, byKey } = linesOf(distinct);
		const line = (id ? byId.get(id) ?? sameLine.get(id) : void 0) ?? (lineKey ? byKey.get(lineKey) : void 0);
		if (line) evidenceOf.set(line, [...evidenceOf.get(line) ?? [], one]);
	}
	const forOthers = findForOthers(distinct, borrowers);
	const partial = {
		...frame,
		transferOf,
		possibleTransferOf: possible,
		leaving,
		drawn,
		netOf: netOf.full,
		partialRefundOf: netOf.partial,
		evidenceOf,
		duplicates: base.flatMap(({ duplicates }) => duplicates),
		identifiedPending: identifiedPending(distinct, forOthers),
		forOthers,
		counting: new Map()
	};
	const counting = countAccounts(partial);
	return {
		...partial,
		counting
	};
}
var linesOf = once((accounts) => {
	const byId = new Map();
	const byKey = new Map();
	for (const { lines } of accounts) for (const line of lines) {
		if (!byId.has(line.id)) byId.set(line.id, line);
		byKey.set(lineKeyOf(line), line);
	}
	return {
		byId,
		byKey
	};
});
var NAMING_THE_PAID = new Set([
	"payroll",
	"benefit",
	"tax_refund"
]);
function findForOthers(accounts, borrowers) {
	return new Set(accounts.flatMap((account) => {
		const lines = account.lines.filter((line) => NAMING_THE_PAID.has(line.class));
		return [...Map.groupBy(lines, individualOf)].flatMap(([name, named]) => name !== void 0 && isAnother(name, account, borrowers) ? named : []);
	}));
}
function identifiedPending(accounts, forOthers) {
	const lines = accounts.flatMap((account) => account.lines).filter((line) => line.class === "payroll");
	const paid = Map.groupBy(lines.filter(isDeposit), payerOf);
	const coming = Map.groupBy(accounts.flatMap(pendingIn), payerOf);
	const isUsualPay = (line) => {
		const days = [...Map.groupBy(paid.get(payerOf(line)) ?? [], ({ day }) => day).values()].map(totalOf);
		return days.length >= 2 && totalOf(coming.get(payerOf(line))) * 2 <= median(days) * 3;
	};
	const isIdentified = (line) => printsSource(line) && !forOthers.has(line) && (line.class === "benefit" || line.class === "tax_refund" || line.class === "payroll" && isUsualPay(line));
	return new Set(accounts.flatMap(pendingIn).filter(isIdentified));
}
function totalOf(lines) {
	return -sum(lines.map(({ cents }) => cents));
}
function payerOf({ classification: { payee, party } }) {
	return `${payee?.id ?? ""}|${party}`;
}
function isAccepted({ hasDocument, reason }) {
	return hasDocument || (reason ?? "").trim().length >= 10;
}
function lineKeyOf({ account, key }) {
	return `${account.key}#${key}`;
}
function isAbout(subject, { line, account, payee }) {
	if (line) return subject.lineKey === lineKeyOf(line) || subject.transactionId === line.id && (subject.lineKey?.includes(`|${line.cents}|`) ?? true);
	if (account) return isAboutAccount(subject, account) || subject.accountKey === account.key;
	return !!payee && !!subject.payee && normalName(subject.payee) === normalName(payee);
}
function baseOf(report) {
	const known = bases.get(report);
	if (known) return known;
	const days = new Map();
	const dayOfDate = (date) => {
		let day = days.get(date);
		if (day === void 0) days.set(date, day = dayNumber(date));
		return day;
	};
	const drafts = report.items.flatMap((item) => item.accounts.map((source) => ({
		item,
		source,
		stem: stemOf(item, source),
		content: contentOf(source)
	})));
	drafts.sort((a, b) => compare(a.stem, b.stem) || compare(a.content, b.content) || compare(a.source.id, b.source.id));
	const numbered = numbering();
	const base = drafts.map(({ item, source, stem }) => readAccount(item, source, numbered(stem), dayOfDate));
	bases.set(report, base);
	return base;
}
function stemOf({ institutionName }, { mask, type, subtype }) {
	return [
		bankName(institutionName),
		mask,
		type,
		subtype
	].join("|").toUpperCase();
}
function contentOf({ currentCents, transactions, owners, officialName }) {
	return JSON.stringify([
		currentCents,
		transactions.length,
		owners.flatMap(({ names }) => names).sort(),
		officialName
	]);
}
var KINDS = {
	depository: "depository",
	investment: "investment",
	brokerage: "investment",
	credit: "credit",
	loan: "loan"
};
function readAccount(item, source, key, dayOfDate) {
	const account = {
		id: source.id,
		key,
		copyIds: [],
		name: source.mask ? `${source.name} …${source.mask}` : source.name,
		kind: Object.hasOwn(KINDS, source.type) ? KINDS[source.type] : "other",
		isDollars: source.currency === "USD",
		asOf: dayNumber(item.lastUpdatedAt.slice(0, 10)),
		source,
		item,
		lines: []
	};
	const drafts = source.transactions.map((line) => toLine(line, account, dayOfDate));
	drafts.sort((a, b) => a.day - b.day || Math.sign(a.cents) - Math.sign(b.cents) || compare(a.key, b.key) || Number(a.isPending) - Number(b.isPending) || compare(a.id, b.id));
	const duplicates = [];
	const ids = new Map();
	const numbered = numbering();
	for (const line of drafts) {
		if (ids.get(line.id) === line.key) {
			duplicates.push(line);
			continue;
		}
		ids.set(line.id, line.key);
		line.key = numbered(line.key);
		account.lines.push(line);
	}
	account.lines = withoutPendingCopies(account.lines);
	return {
		account,
		duplicates
	};
}
function toLine(source, account, dayOfDate) {
	const classification = classify(source);
	const day = dayOfDate(source.date);
	return {
		id: source.id,
		day: Number.isNaN(day) && source.amountCents < 0 ? account.asOf : day,
		cents: source.amountCents,
		isPending: source.pending,
		class: classification.class,
		classification,
		key: `${source.date}|${source.amountCents}|${source.description.slice(0, 200).toUpperCase()}`,
		account,
		source
	};
}
var POSTS_WITHIN = 7;
function withoutPendingCopies(lines) {
	if (!lines.some(({ isPending }) => isPending)) return lines;
	const postedOn = Map.groupBy(lines.filter(({ isPending }) => !isPending), ({ cents, day }) => `${cents}|${day}`);
	const dropped = new Set();
	for (const one of lines.filter(({ isPending }) => isPending)) for (let day = one.day - 1; day <= one.day + POSTS_WITHIN && !dropped.has(one); day++) {
		const posted = postedOn.get(`${one.cents}|${day}`) ?? [];
		const at = posted.findIndex((line) => isSameParty(line.classification, one.classification));
		if (at < 0) continue;
		posted.splice(at, 1);
		dropped.add(one);
	}
	return lines.filter((line) => !dropped.has(line));
}
function isSameParty(a, b) {
	return a.payee && b.payee ? a.payee.id === b.payee.id : a.class === b.class && a.party === b.party;
}
function withOwners({ account }, people, confirmations) {
	return relinked({
		...account,
		ownership: ownershipOf(account.source, people, confirmations)
	});
}
function ownershipOf(account, people, confirmations) {
	const known = ownerships.get(account);
	if (known?.people === people && known.confirmations === confirmations) return known.ownership;
	const ownership = readOwnership(account, people, confirmations);
	ownerships.set(account, {
		people,
		confirmations,
		ownership
	});
	return ownership;
}
function readOwnership(account, people, confirmations) {
	const bare = matchOwners(account, people);
	const names = new Map(bare.persons.map(({ bankName: name, match }) => [normalName(name), match]));
	const aliases = confirmations.filter(({ kind, subject, hasDocument }) => {
		const match = kind === "borrower" && subject.bankName ? names.get(normalName(subject.bankName)) : void 0;
		return match !== void 0 && (match !== "none" || hasDocument);
	});
	if (aliases.length === 0) return bare;
	return matchOwners(account, people.map((person, at) => ({
		...person,
		aliases: aliases.filter(({ subject }) => subject.person ? isPerson(person, subject.person) : at === 0).map(({ subject }) => subject.bankName)
	})));
}
function isPerson({ firstName, middleName, lastName, suffix }, name) {
	const wanted = normalName(name);
	return [
		[
			firstName,
			middleName,
			lastName,
			suffix
		],
		[
			firstName,
			middleName,
			lastName
		],
		[firstName, lastName],
		[
			firstName,
			lastName,
			suffix
		]
	].some((parts) => normalName(parts.join(" ")) === wanted);
}
function renumber(accounts) {
	const numbered = numbering();
	for (const account of accounts) account.key = numbered(stemOf(account.item, account.source));
}
function numbering() {
	const numbers = new Map();
	return (key) => {
		const number = (numbers.get(key) ?? 0) + 1;
		numbers.set(key, number);
		return number === 1 ? key : `${key}|${number}`;
	};
}
function relinked(account) {
	const copy = {
		...account,
		copyIds: [],
		lines: []
	};
	copy.lines = account.lines.map((line) => ({
		...line,
		account: copy
	}));
	return copy;
}
// features/underwriting/rules/warnings.ts
var FRAUD_ALERT = "USER_FRAUD_ALERT";
var FINDINGS = {
	CONSUMER_DISPUTE: consumerDispute,
	BANK_MISSING: bankMissing
};
function evaluateWarnings({ model, programs }) {
	const { warnings } = model.report;
	const findings = [...new Map(warnings.map((one) => [JSON.stringify([
		one.code,
		one.itemId,
		one.message
	]), one])).values()].flatMap((warning) => FINDINGS[warning.code]?.({
		model,
		programs,
		warning
	}) ?? []);
	return {
		findings: [
			...identityAlerts(model, programs),
			...findings,
			...holdingsUnavailable(model, programs)
		],
		notEvaluated: []
	};
}
function nameOf(item) {
	return item?.institutionName || "a bank";
}
function ownAccounts({ accounts }, item) {
	const ids = new Set(item?.accounts.map(({ id }) => id));
	return accounts.filter(({ id, copyIds }) => [id, ...copyIds].some((one) => ids.has(one)));
}
function identityAlerts(model, programs) {
	const { warnings, items } = model.report;
	const named = new Set(warnings.filter(({ code }) => code === FRAUD_ALERT).map(({ itemId }) => itemId));
	const isOfAll = [...named].some((itemId) => items.every(({ id }) => id !== itemId));
	return items.filter(({ id }) => isOfAll || named.has(id)).filter(({ id }) => !model.confirmations.some((one) => isVerified(one, id))).map((item) => finding({
		ruleId: "R30",
		code: "IDENTITY_ALERT",
		programs,
		severity: "blocker",
		text: `The person who connected ${nameOf(item)} has a fraud alert on file. Before you rely on this report, contact the borrower at a phone number you know is theirs, verify their identity, and upload a record of it.`,
		clearedBy: [confirm("identity", true), NEW_REPORT],
		accounts: ownAccounts(model, item),
		subject: nameOf(item),
		itemId: item.id
	}));
}
function isVerified({ kind, subject, hasDocument }, itemId) {
	return kind === "identity" && subject.itemId === itemId && hasDocument;
}
function consumerDispute({ model, programs, warning }) {
	const item = model.report.items.find(({ id }) => id === warning.itemId);
	const what = warning.message ?? `The consumer disputes data of ${nameOf(item)}.`;
	return [finding({
		ruleId: "R30",
		code: "CONSUMER_DISPUTE",
		programs,
		severity: "review",
		text: `${what} Ask the borrower what is wrong, then compare the data with the bank's own statements.`,
		clearedBy: [NEW_REPORT],
		accounts: ownAccounts(model, item),
		subject: what
	})];
}
function holdingsUnavailable(model, programs) {
	return model.accounts.filter(({ kind, source }) => kind === "investment" && source.holdings.length === 0).filter(({ item }) => isWarnedOf(model.report, "INVESTMENTS_UNAVAILABLE", item)).filter((account) => groupOf(account) !== "cashValue" && model.counting.get(account).cents > 0).map((account) => finding({
		ruleId: "R19",
		code: "HOLDINGS_UNAVAILABLE",
		programs,
		severity: "blocker",
		text: `The bank didn't provide the holdings of ${account.name} (${formatMoney(account.source.currentCents ?? 0)}), so part of the balance may be assets that don't count. Get a new report or leave the account out.`,
		clearedBy: [NEW_REPORT, LEAVE_OUT],
		inputs: { currentCents: account.source.currentCents },
		accounts: [account]
	}));
}
function bankMissing({ programs, warning }) {
	const bank = warning.message ?? "A connected bank";
	return [finding({
		ruleId: "R19",
		code: "BANK_MISSING",
		programs,
		severity: "blocker",
		text: `${bank} is connected, but this report has no data from it. Check the connection, then get a new report. If the bank is not needed, disconnect it first.`,
		clearedBy: [NEW_REPORT],
		subject: bank
	})];
}
// features/underwriting/rules/withdrawals.ts
var EXEMPT = new Set([
	"own_transfer",
	"title_escrow",
	"tax_payment",
	"card_payment"
]);
function evaluateWithdrawals({ model, loan, programs }) {
	const { recentDays, withoutIncomeCents } = RULES.R21.parameters;
	const thresholdCents = loan.monthlyIncome ? Math.floor(loan.monthlyIncome / 2) : withoutIncomeCents;
	const rows = recentPayments(model).filter(({ cents }) => cents > thresholdCents).map((line) => ({
		line,
		cents: line.cents,
		isRecent: isWithin(line, recentDays),
		isDocumented: model.evidenceOf.has(line)
	}));
	return {
		rows,
		findings: rows.filter(({ isDocumented }) => !isDocumented).map(({ line, cents, isRecent }) => {
			const payee = payeeOf(line);
			return finding({
				ruleId: "R21",
				code: "LARGE_WITHDRAWAL",
				programs,
				severity: isRecent ? "review" : "info",
				text: `${formatMoney(cents)} left ${line.account.name} on ${longDay(dayOf(line.day))}${payee ? `, paid to ${payee}` : ""}. It may be a new debt or a gift; ask what it was for.`,
				clearedBy: [evidence("letter", "transfer", "emd_receipt", "other"), confirm("ownTransfer")],
				inputs: {
					amountCents: cents,
					thresholdCents,
					days: line.account.asOf - line.day
				},
				lines: [line]
			});
		}),
		notEvaluated: []
	};
}
var recentPayments = once((model) => {
	const { days } = RULES.R21.parameters;
	return model.accounts.filter((account) => account.kind === "depository" && model.counting.get(account)?.isCounted).flatMap(({ lines }) => lines).filter((line) => isPayment(line) && isWithin(line, days) && isFree(model, line) && !EXEMPT.has(line.class) && !model.confirmed("ownTransfer", { line }));
});
function payeeOf({ source, classification }) {
	return classification.person ?? classification.payee?.name ?? source.merchantName;
}
// features/underwriting/rules/evaluate.ts
var UNDECIDED_ACCOUNTS = "a decision on the accounts of someone who is not on the loan";
function evaluate(question) {
	const { report, previous = null, loan, policy, waivers, borrowers } = question;
	const inputs = {
		borrowers,
		...documented(question)
	};
	const parameters = parametersOf(policy);
	const { overlay } = parameters;
	const model = prepare(report, previous, {
		...inputs,
		leftOutAccounts: loan.leftOutAccounts ?? []
	});
	const programs = programsFor(loan);
	const earnest = readEarnestMoney(model, loan);
	const results = programs.map((program) => evaluateProgram(model, loan, program, parameters, earnest));
	const explained = explainedLines(model);
	const isExplained = (line) => explained.has(line);
	const [first] = results;
	const common = [
		evaluateHistory({
			model,
			loan,
			programs,
			isExplained,
			parameters
		}),
		evaluateDocumentAge({
			model,
			loan,
			programs,
			parameters
		}),
		evaluateElements({
			model,
			programs
		}),
		evaluateDataQuality({
			model,
			programs,
			duplicates: model.duplicates,
			conventionalThresholdCents: first.terms.incomeThresholdCents
		}),
		evaluateWarnings({
			model,
			programs
		}),
		evaluateWithdrawals({
			model,
			loan,
			programs
		}),
		evaluateFundsFell({
			model,
			programs,
			funds: byProgram(results, ({ funds }) => funds)
		})
	];
	const isWithheld = withheldItems(report).length > 0;
	const flows = evaluateFlows({
		model,
		loan,
		parameters,
		programs
	});
	const findings = sorted(merged([
		...results.flatMap((one) => one.findings),
		...common.flatMap((one) => one.findings),
		...flows.findings
	].flatMap((one) => overlaid(one, overlay))).map((one) => waived(one, waivers)));
	const missing = joined([
		...results.flatMap((one) => one.notEvaluated),
		...common.flatMap((one) => one.notEvaluated),
		...flows.notEvaluated,
		...isWithheld ? [notEvaluated("R5", programs, [UNDECIDED_ACCOUNTS])] : []
	]);
	return {
		ruleSetVersion: RULE_SET_VERSION,
		...appliedOverlay(policy),
		programs,
		findings,
		notEvaluated: missing,
		verdicts: byProgram(results, (result) => verdictOf({
			model,
			loan,
			result,
			findings,
			notEvaluated: missing,
			validThrough: validThrough(model, result.program, parameters)
		})),
		funds: byProgram(results, ({ funds }) => funds),
		leastDocumentation: byProgram(results, (result) => leastDocumentation(result, findings, loan, isWithheld)),
		figures: figuresOf({
			model,
			loan,
			results,
			flows
		})
	};
}
var explainedLines = once((model) => new Set(readDeposits(model).filter(({ identifiedAs, refundCents, sourcedCents, cents }) => identifiedAs !== null || refundCents + sourcedCents >= cents).map(({ line }) => line)));
function programsFor({ program }) {
	return [
		"fannie",
		"freddie",
		"fha",
		...program === "va" || program === "usda" ? [program] : []
	];
}
function byProgram(results, of) {
	return Object.fromEntries(results.map((result) => [result.program, of(result)]));
}
function overlaid(finding, overlay) {
	if (overlay === null) return [finding];
	const programs = finding.programs.filter((program) => !isOff(program, overlay));
	if (programs.length === 0) return [];
	const left = programs.length === finding.programs.length ? finding : withPrograms(finding, programs);
	const changed = withDocuments(withSeverity(ofProgram(left, overlay), overlay), overlay);
	return [withSources(changed, overlaySources(left, changed, overlay))];
}
function ofProgram(finding, { programName }) {
	return programName ? {
		...finding,
		factsHash: hash(JSON.stringify([finding.factsHash, programName]))
	} : finding;
}
function withDocuments(finding, overlay) {
	if (!overlay.settings.documents.includes(finding.code)) return finding;
	return {
		...finding,
		text: `${finding.text} Only a document clears it, by ${overlayLabel(overlay)}.`,
		clearedBy: finding.clearedBy.map((one) => one.by === "confirmation" ? {
			...one,
			needsDocument: true
		} : one)
	};
}
function documented(question) {
	const { evidence, confirmations, policy } = question;
	const codes = policy.overlay?.settings.documents ?? [];
	const hasDocument = (one) => one.hasDocument;
	if (codes.length === 0 || evidence.every(hasDocument) && confirmations.every(hasDocument)) return {
		evidence,
		confirmations
	};
	const open = evaluate({
		...question,
		evidence: evidence.filter(hasDocument),
		confirmations: confirmations.filter(hasDocument)
	}).findings.filter(({ code }) => codes.includes(code));
	return {
		evidence: evidence.filter((one) => one.hasDocument || one.kind === "gift" || !open.some((finding) => answers(finding, "evidence", one.kind, one))),
		confirmations: confirmations.filter((one) => one.hasDocument || !open.some((finding) => answers(finding, "confirmation", one.kind, one.subject)))
	};
}
function answers(finding, by, kind, { transactionId, lineKey, accountId, accountKey }) {
	const [, accounts, lines] = JSON.parse(finding.key);
	if (transactionId || lineKey) return finding.transactionIds.some((id) => id === transactionId) || accounts.some((account) => lines.some((line) => `${account}#${line}` === lineKey));
	const isWanted = finding.clearedBy.some((one) => one.by === "evidence" ? by === one.by && one.kinds.some((wanted) => wanted === kind) : by === one.by && "kind" in one && one.kind === kind);
	if (!isWanted || !(accountId ?? accountKey)) return isWanted;
	return finding.accountIds.some((id) => id === accountId) || accounts.some((account) => account === accountId || account === accountKey);
}
function merged(findings) {
	const found = [];
	const places = new Map();
	for (const one of findings) {
		const known = places.get(one.key);
		const at = known?.find((place) => isSameButPrograms(found[place], one));
		if (at !== void 0) found[at] = joinedFindings(found[at], one);
		else if (known) known.push(found.push(one) - 1);
		else places.set(one.key, [found.push(one) - 1]);
	}
	return found;
}
function isSameButPrograms(a, b) {
	return a.ruleId === b.ruleId && a.severity === b.severity && a.factsHash === b.factsHash && a.text === b.text;
}
function joinedFindings(before, one) {
	const own = [...before.sources, ...one.sources].filter(({ mark }) => mark === "lender");
	return withSources(withPrograms(before, [...before.programs, ...one.programs]), own.slice(0, 1).map((source) => ({
		...source,
		programs: own.flatMap(({ programs }) => programs)
	})));
}
function withSources(finding, more) {
	if (more.length === 0) return finding;
	const sources = [...finding.sources, ...more];
	return {
		...finding,
		sources,
		source: citationOf(sources)
	};
}
function withPrograms(finding, programs) {
	const sources = sourcesOf(finding.ruleId, programs);
	return {
		...finding,
		programs,
		sources,
		source: citationOf(sources)
	};
}
function waived(finding, waivers) {
	if (!finding.clearedBy.some(({ by }) => by === "waiver")) return finding;
	const holding = waivers.filter(({ findingKey, factsHash }) => findingKey === finding.key && factsHash === finding.factsHash);
	const waivedPrograms = finding.programs.filter((program) => holding.some(({ programs }) => programs.includes(program)));
	return {
		...finding,
		waivedPrograms
	};
}
function sorted(findings) {
	return [...findings].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || ruleNumber(a.ruleId) - ruleNumber(b.ruleId) || compare(a.ruleId, b.ruleId) || compare(a.code, b.code) || compare(a.key, b.key) || compare(a.programs.join(), b.programs.join()));
}
function ruleNumber(ruleId) {
	return ruleId.startsWith("R") ? parseFloat(ruleId.slice(1)) : 0;
}
function joined(rows) {
	const known = new Map();
	for (const one of rows) {
		const same = JSON.stringify([one.ruleId, one.missing]);
		const before = known.get(same);
		known.set(same, before ? {
			...before,
			programs: [...before.programs, ...one.programs]
		} : one);
	}
	return [...known.values()];
}
export { documented, evaluate, overlaid, waived };
