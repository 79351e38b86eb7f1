// Owns every text of the pages that a borrower sees on a visit, ready to be translated; what they agree to, letters and
// mails stand beside it in ../words.ts. For a reader of twelve: short words, whole sentences, what to do next.

/** Why money came, as a person would say it. */
const KINDS = {
  gift: "It is a gift",
  sale_of_personal_asset: "I sold something",
  transfer: "I moved it from another account of mine",
  income: "I was paid for work, or got a refund",
  secured_loan: "I borrowed it",
  other: "Something else",
} as const;

export const PAGES = {
  steps: {
    name: "Where you are",
    agree: "Agree",
    connect: "Connect your bank",
    answer: "Answer questions",
    done: ", done",
  },

  landing: {
    title: "Your home loan",
    text: "Your lender asks you for something. On the next page you see who asks, what for, and what would be shared.",
    nothingYet: "Going on shares nothing. You decide on the next page.",
    button: "Continue",
    facts: [
      "It takes about five minutes.",
      "Nobody here ever sees your bank password.",
      "You can take everything back later, with one button.",
    ],
  },

  noLink: {
    title: "Open the link in your mail",
    text: "This page belongs to one person. It opens with the link that your lender mailed to you.",
  },
  deadLink: {
    title: "This link has ended",
    text: "Each link works for one person, in the browser that opened it first, and for 14 days. Nothing was shared, and nothing is lost.",
  },
  ended: {
    title: "This visit has ended",
    text: "To keep you safe, a visit ends after two hours. What you did is kept.",
  },
  closedByYou: {
    title: "You can close this page now",
    text: "Your visit is over on this browser. What you did is kept.",
  },
  newLink: {
    title: "Get a new link",
    email: "Your email",
    help: "The address that your lender writes to.",
    faults: { REQUIRED: "Write your email address", INVALID_FORMAT: "Write it like name@example.com" },
    button: "Send me a new link",
    sentTitle: "Look at your mail",
    sent: (email: string) =>
      `If ${email} belongs to this loan, a new link is on its way. It can take a minute; look into the spam folder too. No mail? Call your lender.`,
  },

  who: {
    title: "Who asks you",
    officer: (name: string) => `${name}, your loan officer`,
    nmls: (id: string) => `NMLS ID ${id}`,
    nmlsHelp: "look it up",
    notSure: "Not sure this is real? Call the number that you already have from your lender, and ask.",
  },

  titleOf: (lender: string) => `${lender} asks for your bank data`,
  hello: (firstName: string) => `Hello ${firstName}. First you see what is shared. Then you decide.`,
  whatYouAgreedTo: (date: string) => `What you agreed to on ${date}`,
  version: (version: string) => `This is the text of ${version}.`,
  agree: "I agree",

  connect: {
    title: "Connect your bank",
    text: "A window opens. Pick your bank and log in there, as you always do. Then pick the accounts that you want to share.",
    button: "Connect bank",
    another: "Connect another bank",
    anotherText: "Do you have money for this loan at another bank too? Connect it as well.",
    listTitle: "Connected",
    account: (name: string, mask: string | null) => (mask === null ? name : `${name}, ending in ${mask}`),
    works: "Connected",
    expiring: "Ends soon",
    broken: "Log-in needed",
    repair: (bank: string) => `Repair ${bank}`,
    repairText: (bank: string) =>
      `${bank} wants you to log in once more. This happens after a new password, for example.`,
    waiting: "The bank window opens…",
  },

  done: {
    title: "All done. You can close this page.",
    text: (lender: string) => `${lender} has what it needs from your bank. If it has a question, it will ask you.`,
    waiting: (lender: string) => `${lender} reads your bank data next. If it has a question, it will ask you.`,
    openTitle: (count: number) => (count === 1 ? "One question is left" : `${count} questions are left`),
    openText: (lender: string) => `${lender} needs to know where some money came from. You find it below.`,
  },

  tasks: {
    title: "Questions about your money",
    text: "Lenders must ask where large deposits came from. Tell it in your own words; most people need two minutes.",
    question: (amount: string) => `Where did ${amount} come from?`,
    where: (bank: string, account: string) => `${bank}, ${account}`,
    answer: "Answer",
    again: "Answer again",
    kind: "What is it?",
    choose: "Choose what it is",
    kinds: KINDS,
    gift: "Who gave it to you?",
    donorName: "Their full name",
    donorNameMissing: "Write their full name",
    donorRelationship: "Who they are to you",
    donorRelationshipHelp: "Mother, uncle, partner",
    donorRelationshipMissing: "Write who they are to you, such as mother",
    donorAddress: "Their address",
    donorAddressMissing: "Write their address",
    donorPhone: "Their phone",
    donorPhoneMissing: "Write their phone number",
    letter: "Your letter",
    letterHelp: "We wrote a start. Change it so that it is true, and fill in each blank.",
    letterMissing: "Write where the money came from",
    blanks: "Fill in the blanks of the letter, or take them out: ____",
    sign: "Sign by typing your full name",
    signMissing: "Type your full name",
    signHelp: (name: string) => `For example: ${name}. By typing your name you say that this letter is true.`,
    signedBy: (name: string, date: string) => `Signed by ${name} on ${date}`,
    send: "Sign and send",
    sent: "Sent",
    sentText: (lender: string) => `${lender} will look at it. Does a paper show it, such as a receipt? Add it here.`,
    accepted: "Accepted",
    acceptedText: "Nothing more is needed here.",
    rejected: "Not enough yet",
    rejectedText: (lender: string) => `${lender} says:`,
    noReason: "Please answer again, or call your lender.",
    documents: "Papers that show it",
    add: "Add a photo or PDF",
    addLabel: (amount: string) => `Photo or PDF for ${amount}`,
    adding: "Sending the file",
    added: (name: string) => `${name} was sent.`,
    size: (name: string, size: string) => `${name}, ${size}`,
  },

  papers: {
    title: "Rather send papers?",
    text: "You may send bank statements in place of connecting your bank. PDF or photo, up to 10\u00a0MB each.",
    add: "Send a statement",
    label: "Bank statement, photo or PDF",
  },

  news: { title: (lender: string) => `News from ${lender}` },

  takeBack: {
    title: "Changed your mind?",
    text: "You can take back what you agreed to, at any time.",
    button: "Take back my consent",
    askTitle: "Take back your consent?",
    ask: (lender: string, days: number) =>
      `Your banks are disconnected at once, and no new data is read. What ${lender} has read already is kept as the law asks, for up to ${days} days, and then erased. Your loan may take longer without it.`,
    no: "Keep it",
    yes: "Take it back",
    doneTitle: "You took your consent back",
    done: (lender: string) =>
      `Your banks are disconnected, and no new data is read. ${lender} sees this. You can agree again at any time.`,
  },

  leave: { text: (time: string) => `This visit ends at ${time}.`, button: "End it now" },

  loading: "Your page could not be loaded",
  tryAgain: "Try again",
  offline: {
    title: "You are offline",
    text: "What you wrote stays here. Go on when you are connected again.",
  },

  /** What happened, and what to do. */
  troubles: {
    notConnected: "Your bank is not connected",
    notSent: "That was not sent",
    scriptTitle: "The bank window did not open",
    script:
      "Something on this phone or computer blocks it, often an ad blocker. Allow it for this page, or open your mail's link in another browser. Then try again.",
    providerTitle: "The bank connection does not answer now",
    provider: "It is not your fault, and nothing is lost. Try again in a few minutes.",
    closedTitle: "Your lender does not need anything now",
    closed: "Your loan is closed here. If that surprises you, call your lender.",
    banksFull: "You have connected as many banks as you can. Tell your lender if one is missing.",
    credentials: "The bank did not take the username or password. Try the ones that you use on the bank's own site.",
    locked: "The bank has locked this log-in. Unlock it on the bank's own site first, then try again.",
    refused: (code: string) => `The bank said no (${code}). Try again, or connect another bank.`,
    unreachable: "We cannot be reached. Check your connection, then try again.",
    wait: "Too many tries. Wait a minute, then try again.",
    newer: "The text or the question has changed meanwhile. Look at it again on this page, then go on.",
    full: "You have sent as much as can be sent here. Call your lender.",
    tooLarge: "This file is too large. Send one of up to 10\u00a0MB, or a photo with less detail.",
    wrongFile: "This kind of file cannot be read. Send a PDF, or a photo (JPEG or PNG).",
    unknown: "Something went wrong on our side. Nothing is lost. Try again, or call your lender.",
  },
} as const;

export type Choice = keyof typeof KINDS;
export const CHOICES = Object.keys(KINDS) as Choice[];
