const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Names that the lists call disposable and that belong to companies, institutions and sites with
 * mailboxes of their own, or to hosts of many. Reviewed by hand.
 */
export const NOT_DISPOSABLE: ReadonlySet<string> = words(`
yandex.net werk.nl 24hourfitness.com hola.org craigslist.org link-assistant.com mijnhva.nl beliefnet.com podatnik.info
mail-tester.com 51.com ukmail.com engie.nl bbox.com angi.com lsmu.com nextag.com afternic.com
www.googletagmanager.com aver.com sdf.org icon.foundation fajar.ac.id unmuhbarru.ac.id
`);

/**
 * Throw-away services whose names happen to differ by one typo from a provider\'s. All others that
 * do are treated as typos, and the provider is suggested.
 */
export const NO_TYPO: ReadonlySet<string> = words(`
hmamail.com tmail.com xmail.com hd-mail.com notmail.com zoutlook.com gmailh.com gmailr.com gmail.pm hotmail.red
hotmail.work outlouk.com hotmailse.com hutmails.com rocketgmail.com proto2mail.com
`);

/** Nobody can register a name to throw away under these. */
export const CLOSED_SUFFIXES: ReadonlySet<string> = words("gov mil edu int gov.uk ac.uk");
