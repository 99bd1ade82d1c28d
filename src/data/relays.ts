/**
 * Services that forward each of a person's many addresses to one real mailbox. Somebody reads them,
 * so they are not disposable; people use one address a sender, so they are risky. A name stands for
 * everything under it as well.
 */
export const RELAYS: ReadonlySet<string> = new Set(
  `
duck.com mozmail.com relay.firefox.com privaterelay.appleid.com
passmail.net passmail.com passinbox.com passfwd.com
simplelogin.com simplelogin.co simplelogin.fr simplelogin.io slmail.me slmails.com sl.email silomails.com
8alias.com 8shield.net dralias.com aleeas.com
addy.io anonaddy.com anonaddy.me addymail.com mailshield.app
emailalias.io erine.email opayq.com improvmx.com forwardemail.net
`
    .trim()
    .split(/\s+/),
);
