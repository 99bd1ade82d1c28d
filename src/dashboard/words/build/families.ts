/** Sentences of the server that belong together. */
type Family = {
  /** The sources that make them. */
  readonly files: string;
  /** The room that shows them, in whose file their translations lie; `server`: more than one does. */
  readonly room: string;
};

/**
 * Whose sentences `npm run words` gathers from the sources: all of these have German and Spanish. A source is of the first family
 * that names it.
 */
export const FAMILIES: readonly Family[] = [
  { files: "src/modules/campaigns/rules/leaving/again.ts", room: "server" },
  { files: "src/modules/campaigns/rules/sending-status.ts", room: "server" },
  { files: "src/modules/campaigns/protection/protect-campaign.ts", room: "server" },
  { files: "src/modules/campaigns/enrolments/prepare-enrolment.ts", room: "server" },
  { files: "src/modules/campaigns/rules/{leaving,sending,winners}/**/*.ts", room: "campaigns" },
  { files: "src/modules/campaigns/pacing/{judge-junk,read-pacing}.ts", room: "mailboxes" },
  {
    files: "src/modules/campaigns/rules/spam/{english,filter-advice,formatting}.ts",
    room: "campaigns",
  },
  {
    files:
      "src/modules/campaigns/{approvals,campaigns,contract,drafts,enrolments,first-mail,follow-ups,publishing,resends,status,steps,tasks,templates,transfers,winners}/**/!(routes|templates|expected-version).ts",
    room: "campaigns",
  },
  { files: "src/modules/health/rules/*.ts", room: "mailboxes" },
  { files: "src/modules/mailboxes/rules/dns/*.ts", room: "server" },
  {
    files:
      "src/modules/mailboxes/{bulk,connections,contract,imports,mailboxes,rules,sandbox,summary}/**/!(routes).ts",
    room: "mailboxes",
  },
  { files: "src/modules/connections/{api,consent,rules,tokens}/!(routes).ts", room: "server" },
  { files: "src/modules/delivery/rules/outcome.ts", room: "mailboxes" },
  { files: "src/platform/rules/mail/log-in-refusal.ts", room: "mailboxes" },
  { files: "src/platform/rules/{dns,net}/*.ts", room: "server" },
  { files: "src/modules/links/rules/check-cname.ts", room: "server" },
  { files: "src/smtp/{session,transmit}.ts", room: "mailboxes" },
  { files: "src/modules/leads/{files,suppressions}/!(routes).ts", room: "server" },
  { files: "src/modules/leads/rules/files/**/*.ts", room: "server" },
  {
    files:
      "src/modules/leads/{additions,bulk,contract,import-links,imports,leads,rules,segments,validations}/**/!(*routes|fields|activity-cursor).ts",
    room: "leads",
  },
  {
    files: "src/modules/inbox/{attachments,many-threads,replies,threads,writing}/!(routes).ts",
    room: "inbox",
  },
  {
    files: "src/modules/placement/{mails,rules,searches,seeds,tests}/**/!(*routes|examples).ts",
    room: "placement",
  },
  { files: "src/platform/{access,contract,ctx,http,idempotency}/*.ts", room: "server" },
];

/** Texts that sentences take as a value, out of a few; `and` joins several. */
export const VALUE_TEXTS: readonly string[] = [
  "SMTP",
  "IMAP",
  "undeliverable",
  "unsubscribed",
  "suppressed",
  "a provider",
  "replies",
  "clicks",
  "opens",
  "The sending domain",
  "The tracking domain",
  "The server's address",
  "The linked domain",
  "the receiving server accepted it",
  "the journal of the mail service shows that the receiving server accepted it",
  "the provider's API accepted it",
  "the provider shows that its draft was sent",
  "the lead replied to it",
  "a delivery report came back",
  "it was opened or clicked",
  "it is in the Sent folder of the mailbox",
  "has been in it before",
  "is suppressed",
  "has unsubscribed",
  "has bounced",
  "has an invalid address",
  "has a risky address",
  "is in another active campaign",
  "is no longer in this one",
  "the links",
  "the pixel",
  "the words",
  "the signature",
  "the HTML",
  "the images",
  "the greeting",
  "the footer",
  "the tracking domain",
  "and",
  "the connection was lost.",
  "the server did not respond in time.",
  "the encrypted connection failed. Check port, security and certificate.",
  "connections to this address are not allowed.",
  "the server offers no authentication.",
];
