/** The server of a sandbox mailbox. Nothing can have this name (RFC 6761), so nobody can ever be dialled by it. */
export const SANDBOX_HOST = "sandbox.invalid";

/** Sample leads are below it, and the sandbox mailbox that writes to them. Nobody can own it (RFC 2606). */
const SAMPLE_DOMAIN = "sample.example";

/** An address of the sandbox's own. */
export const SANDBOX_EMAIL = `you@sandbox.${SAMPLE_DOMAIN}`;
export const sampleAddress = (name: string, company: string): string =>
  `${name}@${company}.${SAMPLE_DOMAIN}`;

/** What a mailbox is that lies in the product itself. */
export const isSandbox = ({ smtpHost }: { readonly smtpHost: string }): boolean =>
  smtpHost === SANDBOX_HOST;

/** Whether a domain is one of the samples'. */
export const isSampleDomain = (domain: string): boolean =>
  domain.toLowerCase().endsWith(`.${SAMPLE_DOMAIN}`);

/** Whether an address is one of the samples'. */
export const isSample = (email: string): boolean =>
  isSampleDomain(email.slice(email.lastIndexOf("@") + 1));

/** `isSampleDomain` over a column, as SQL. */
export const sampleDomainSql = (column: string): string =>
  `(substr(${column}, -${SAMPLE_DOMAIN.length + 1}) = '.${SAMPLE_DOMAIN}')`;

/** `isSandbox` over a table of mailboxes, as SQL. */
export const sandboxSql = (table: string): string => `(${table}.smtp_host = '${SANDBOX_HOST}')`;
