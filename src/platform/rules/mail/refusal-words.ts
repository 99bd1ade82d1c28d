/** One expression for many phrases; a space in them is one to three blanks, dashes or low lines, ` ?` up to three. */
const any = (...phrases: readonly string[]): RegExp =>
  new RegExp(
    phrases.join("|").replace(/ (\??)/g, (_, maybe) => `[\\s_-]{${maybe === "" ? 1 : 0},3}`),
    "i",
  );

const WHO =
  "(?:user(?:name)?|user ?id|recipients?|address|(?:mail)?box|account|person|local part|addressee|customer|inbox)";

/** An address or who has it, in the languages of servers that do not speak English alone. */
const OF_SOMEBODY =
  "utilisateur|destinataire|adresse|compte|bo[iî]te|usuario|destinatario|direcci[oó]n|cuenta|buz[oó]n|utente|indirizzo|casella|usu[aá]rio|destinat[aá]rio|endere[cç]o|conta|caixa|gebruiker|ontvanger|adres|mailbox|u[zż]ytkownik|odbiorca|skrzynka";

/** The account that sends has used up its limit, which fills again by itself. */
export const ACCOUNT_LIMIT = any(
  "(?:daily|hourly|monthly|outgoing|outbound|sending|sender)[ \\w]{0,12} (?:sending|message|mail|e-?mail|recipient|relay|sent|user)s? (?:limit|quota|rate)",
  "(?:sending|sender|send|relay(?:ing)?|outgoing|outbound) (?:mail |e-?mail |message )?(?:limits?|quota)\\b",
  "limits? (?:for|of|on) (?:sending|sent|outgoing|outbound)",
  "daily (?:message |mail )?(?:quota|limit)",
  "has sent (?:to )?too many",
  "(?:max(?:imum)?|allowed) (?:number of )?(?:e?mails|messages|recipients|defers and failures|defers) (?:per|an|in an) (?:hour|day)",
  "unusual sending (?:activity|pattern)",
  "maximum sending rate",
  "maximum credits",
  "you (?:have|.ve) (?:reached|exceeded) (?:the|your|a) (?:\\w{1,10} ){0,3}(?:limit|quota)",
  "tenant (?:has )?exceed",
  "tenant threshold",
);
/** The account that sends has no right to, or is switched off. */
export const ACCOUNT_CLOSED = any(
  "send ?as ?denied",
  "permissions? to send as",
  "not (?:allowed|authori[sz]ed|permitted) to (?:send (?:as|from|mail from|e?mails? from|using)|use (?:this|that|the) (?:from|sender|envelope))",
  "(?:your|sender.{0,3}|sending|the sender.{0,3}|smtp) (?:\\w{1,12} )?(?:account|mailbox|user) (?:has been|is|was) (?:\\w{1,12} )?(?:suspended|disabled|blocked|locked|restricted|closed|deactivated|not (?:yet )?activ\\w{1,6})",
  "(?:account|user|mailbox|domain)[^.]{0,40} (?:suspended|blocked|disabled|restricted|banned|prevented|not allowed) (?:from|for|to) send",
  "sending (?:mail |e-?mails? )?(?:has been |is |was |privileges? )?(?:suspended|disabled|paused|blocked|revoked)",
  "sending (?:suspended|paused) for this account",
  "(?:outgoing|outbound) (?:mail |e-?mail )?(?:has been |is )?(?:blocked|disabled|suspended)",
  "e-?mail outgoing blocked",
  "bad outbound sender",
  "not owned by (?:user|the)",
  "user has no permission",
  "mail from must equal",
  "mail from address must be (?:the )?same",
  "sender address is not allowed",
  "e-?mail address is not verified",
  "client was not authenticated",
  "(?:smtp )?auth(?:entication)? (?:is )?(?:required|unsuccessful|failed|credentials)",
  "must (?:be )?authenticate",
  "(?:user|username) (?:and|or) password not accepted",
  "credentials for relay",
  "relaying disallowed as",
  "sender is not allowed to relay",
);
/** Log-ins by SMTP are switched off for the mailbox or its organisation, by token as well. */
export const SMTP_AUTH_DISABLED = any("smtp ?client ?authentication is disabled");
/** Reading by IMAP is switched off for the mailbox. */
export const IMAP_DISABLED = any(
  "not enabled for imap",
  "yet to enable imap",
  "enable (?:your account for )?imap access",
  "imap (?:access |use |service )?(?:is |has been |was )?(?:disabled|turned off|switched off|not enabled)",
);
/** Only a token is taken. */
export const NO_PASSWORDS = any(
  "basic auth(?:entication)? is (?:disabled|not supported|blocked)",
  "basic auth(?:entication)? (?:has been|was) (?:disabled|retired)",
);
/** Exchange's words for security defaults and conditional access. */
export const SIGN_IN_BLOCKED = any(
  "did not meet the criteria to be authenticated",
  "locked by your organi[sz]ation.s security defaults",
);
/** Exchange's groups and mailboxes that take mail of known senders only; "authentication" there is the sender's membership. */
export const RESTRICTED = any(
  "resolver\\.rst",
  "restricted ?to ?recipients",
  "(?:not )?(?:authori[sz]ed|permitted|allowed|permissions?) to (?:send|post|deliver|write)(?: \\w{1,9}){0,4} (?:to )?(?:th[ei]s?|that) (?:recipient|group|mailbox|list|address|distribution|destination|person|user)",
  "(?:only )?(?:accepts?|receives?) (?:messages?|e-?mail|mail) (?:only )?from (?:people|senders|internal|inside|specific|certain|authenticated|members)",
  "allowed senders",
  "sender not authenticated for (?:group|mailbox)",
  "not accept(?:ing)? (?:messages?|e-?mail|mail) from (?:outside|external|anyone|senders outside|unknown|you|this sender)",
  "only allows? (?:messages?|e-?mail|mail) from",
  "approved senders",
  "recipient preferences",
);
/** Words that can only mean that our address, server or network is on a list, or lacks a name. */
export const LISTED = any(
  "(?<!may be )(?:black|block|deny|black ?hole|reject) ?list",
  "\\b(?:dns)?[rb]l\\b",
  "\\bdns[bw]l\\b",
  "\\brbldns",
  "(?:spamhaus|spamcop|sorbs|barracudacentral|uceprotect|abuseat|surriel|mailspike|senderbase|senderscore|spamrats|invaluement|sender ?score|returnpath|nixspam|manitu|cloudmark|trendmicro)\\b",
  "blocked (?:using|by) [\\w.-]{1,80}\\.",
  "listed (?:by|in|at|on) [\\w.-]{0,40}(?:bl|list|\\.(?:org|net|com))\\b",
  "reverse (?:dns|lookup|address|hostname)",
  "reverse d?ns? ?lookup",
  "\\bptr\\b(?! record: lookup)",
  "\\brdns\\b",
  "cannot find your (?:reverse )?hostname",
  "\\b(?:ip|client)(?: address)?[^.]{0,60} (?:does not|doesn.t|without|no|not) (?:have )?(?:a )?(?:reverse|ptr|resolve|dns name)",
  "does not resolve",
  "\\bip name lookup failed",
  "\\bip\\b[^.]{0,40} (?:gesperrt|blockiert|bloqué|bloquée|bloqueada|bloccato|bloccata|geblokkeerd|zablokowan|заблокирован)",
  "заблокирован[^.]{0,20} ip",
);
/** Too much at once, for one receiver. */
export const RATE = any(
  "too (?:many|much|frequent|fast|quickly) ?(?:messages?|e?mails?|mail|connections?|sessions?|recipients?|concurrent|simultaneous|sending|requests?|hops?|attempts|errors|unknown|invalid|bad|commands)?",
  "rate (?:limit|exceed|control)",
  "throttl",
  "receiving (?:mail|messages) (?:at a rate|too quickly)",
  "exceed\\w{0,3} (?:the )?(?:rate|connection|message|hourly|allowed number)",
  "(?:message|connection|mail|sending|recipient) (?:rate|frequency)",
  "frequency limit",
  "per (?:hour|minute|day|second)\\b",
);
export const FULL = any(
  "quota",
  "(?:mail|in)?box (?:\\w{1,9} ){0,2}(?:is )?(?:full|exceeded)",
  "full (?:mail|in)?box",
  "(?:mailbox|maildir|storage|account|user|recipient)[^.]{0,40} (?:is full|over ?full|too large|out of (?:space|storage)|has exceeded|exceeds|exceeding)",
  "over (?:the |its |his |their )?(?:(?:mailbox |message |storage |disk |size )?limit|storage|allocated)",
  "(?:insufficient|not enough|no|enough) (?:system |disk |free )?(?:storage|space)",
  "out of (?:storage|disk|space)",
  "disk ?full",
  "storage (?:limit|exceeded|allocation)",
  "bo[iî]te[^.]{0,20} pleine",
  "postfach[^.]{0,20} (?:voll|ist voll)",
  "buz[oó]n[^.]{0,40} lleno",
  "(?:postfach|kontingent|speicher)[^.]{0,40} (?:überfüllt|ueberfuellt|überschritten|ueberschritten|erschöpft)",
  "casella[^.]{0,30} piena",
  "caixa[^.]{0,30} cheia",
  "(?:postbus|mailbox)[^.]{0,20} (?:is )?vol\\b",
  "skrzynka[^.]{0,30} pełna",
  "(?:ящик|хранилище)[^.]{0,30} переполнен",
);
/** Given up after many tries, or never reached. */
export const EXPIRED = any(
  "(?:message|mail|delivery(?: time)?|queue|time|transfer)(?: has| was| is)? expired",
  "retry (?:timeout|time|limit)",
  "(?:timeout|time ?limit|retries|attempts) (?:was |were )?(?:exceeded|exhausted)",
  "too old",
  "timed? ?out",
  "connection (?:was |has been )?(?:refused|reset|dropped|lost|closed|failed|died|attempt)",
  "(?:could not|couldn.t|unable to|cannot|can.t|failed to|not) (?:be )?(?:connect|reach|contact|establish|initiate)(?:ed)? [^.]{0,30}(?:host|server|mx|smtp|connection|mail|domain)",
  "no route to host",
  "network (?:is )?unreachable",
  "(?:host|domain|server) (?:is )?(?:unreachable|not reachable|down|not responding)",
  "(?:could not|not been able to|unable to) deliver for",
  "(?:hop count|too many hops|routing loop|mail loop|loops? back|loop detected|message loop)",
  "gr[ae]y ?list",
  "undelivered (?:after|for) \\d",
  "(?:dns|mx|name) (?:query|server|lookup|resolution)[^.]{0,30} (?:failed|failure|timeout|error|refused)",
  "servfail",
  "(?:can.t|cannot|unable to|could not) (?:get|obtain|retrieve|resolve|look ?up) (?:\\w{1,4} )?(?:mx|dns)",
);
/** Undecided: it may work tomorrow. */
export const FOR_NOW = any(
  "temporar(?:y|ily) (?:\\w{1,12} ){0,2}(?:disabled|unavailable|suspended|inactive|deactivated|rejected|deferred|closed|locked|blocked|failure|error|problem|lookup|unable|out of|not|undeliverable|local)",
  "(?:user|account|mailbox|recipient|address|host|domain)[^.]{0,40} temporar",
);
/** An address that exists and takes nothing. */
export const LOCKED = any(
  `${WHO}(?:.s)?(?: \\w{1,12})?(?: is| has been| was)?(?: currently| temporarily)? (?:locked|suspended|frozen|on hold|restricted|blocked|over the limit|overdue)`,
  `(?:locked|suspended|frozen) ${WHO}`,
);
/** Words for "nobody has this address". */
export const NOBODY = any(
  `(?:unknown|invalid|no such|no valid|nonexistent|non existent|inexistent|undeliverable|unrecogni[sz]ed|not a valid|not an? existing|unroutable) (?:[a-z-]{1,12} ){0,2}${WHO}`,
  `${WHO}(?: [a-z]{1,12})?:? (?:is |was |are )?(?:unknown|not found|not exist|invalid|inactive|nonexistent|non ?existent|disabled|expired|deactivated|discontinued|undeliverable|not valid|not known|not recogni[sz]ed|not active|no longer)`,
  `(?:disabled|inactive|deactivated|discontinued|closed|deleted|cancelled) (?:e-?mail )?${WHO}`,
  "(?:account|mailbox) (?:is )?closed",
  "have a (?:user|mailbox|account|recipient) (?:by|with|of) (?:that|this)",
  `${WHO}[^.]{0,60} (?:does not|doesn.t|doesnt|dosn.t|do not|don.t|did not|not) exist`,
  `${WHO}[^.]{0,40} (?:has been|was|is|are|has become) (?:permanently |currently |now )?(?:deleted|removed|closed|terminated|discontinued|disabled|inactive|deactivated|cancelled|canceled|deprovisioned|invalid|unknown)`,
  "(?:does not|doesn.t) have an? [\\w.\\s]{0,40}(?:account|mailbox)",
  `${WHO}[^.]{0,30} (?:could not|couldn.t|cannot|can.t|was not|wasn.t) (?:be )?found`,
  "(?:could not|couldn.t|cannot|can.t) be found",
  `no (?:mailbox|user|account|one|recipient|such ?user|such person) (?:here|by that name|with that|with this|for)`,
  "no mailbox\\b",
  "isn.t (?:listed|in my (?!list of allowed|control))",
  "not (?:listed in|our customer|a valid (?:mailbox|user|address|recipient)|a known|known (?:here|at))",
  "no longer (?:exists?|valid|available|in use|with|active|works|employed|on server|a valid)",
  "name is not recogni[sz]ed",
  "recipnotfound",
  "recipient not found",
  "resolver\\.adr\\.(?:ex)?recip",
  "recipient address rejected: undeliverable",
  "(?:unrout(?:e)?able|unresolvable|undeliverable) (?:address|mail domain|domain)",
  "illegal (?:host|domain|alias|user)",
  "(?:host|domain)(?: or domain name)?(?: name)? (?:is )?(?:unknown|not found|does not exist)",
  "dns domain[^;]{0,80} does not exist",
  "(?:unknown|no such|nonexistent) (?:host|domain|destination)",
  "\\bnxdomain\\b",
  "(?:mailbox|user|recipient|destination)[^.]{0,20} (?:has|have) moved",
  "mailbox has been (?:moved|renamed)",
  "user not (?:found|local|exist|known)",
  "user unknown",
  "unknown (?:or illegal )?alias",
  "aucun(?:e)? (?:utilisateur|bo[iî]te|destinataire)",
  "(?:utilisateur|destinataire|adresse|usuario|destinatario|cuenta|utente)[^.]{0,20} (?:inconnue?|inexistante?|desconocid[oa]|no existe|inexistente|sconosciut[oa])",
  "(?:empf[aä]nger|benutzer|adresse|postfach)[^.]{0,30} (?:unbekannt|existiert nicht|nicht vorhanden|nicht gefunden)",
  "(?:empf[aä]nger|benutzer|adresse|postfach|konto)[^.]{0,30} (?:ist |wurde )?nicht (?:bekannt|gefunden)",
  `(?:${OF_SOMEBODY})[^.]{0,30} (?:ist unbekannt|n.existe pas|n.existe plus|introuvable|inexistante?|no existe|no encontrad[oa]|desconocid[oa]|inesistente|sconosciut[oa]|non esiste|non trovat[oa]|não existe|não encontrad[oa]|inexistente|desconhecid[oa]|bestaat niet|onbekend|niet gevonden|nie istnieje|nieznan\\w{1,3})`,
  `(?:onbekende?|nieznan\\w{1,3}|inconnue?|neznám\\w{1,3}|okänd|ukendt) (?:${OF_SOMEBODY})`,
  "(?:用户|收件人|收件人地址|邮箱|地址)不存在",
  "(?:ユーザ|宛先|メールアドレス|アドレス)[^。]{0,20}(?:見つかりません|存在しません|存在しない)",
  "(?:пользовател[ья]|адрес|ящик)[^.]{0,30} не (?:существует|найден)",
  "нет такого (?:пользователя|адреса|ящика)",
);
/** RFC 5321 gives these words to every 550, whatever its cause; alone they mean an unknown address. */
export const PERHAPS_NOBODY = any(
  "(?:mailbox|account) (?:unavailable|not available)",
  "recipient (?:e-?mail )?address is possibly incorrect",
  "recipients? cannot be verified",
  "recipient verification failed",
  "au moins un destinataire invalide",
  "^\\W*(?:5\\d\\d)?[\\W\\d]{0,24}(?:recipient )?address rejected\\W*$",
  "bad (?:address|recipient|user)",
  "\\bbad destination (?:mailbox|address)",
);
/** Words for a domain that takes no mail at all (RFC 7505). */
export const NO_MAIL_DOMAIN = any(
  "null mx",
  "(?:domain|host|system|server)[^.]{0,60} (?:does not accept|not accepting|never accepts?|accepts? no) (?:any )?(?:e-?mail|mail|(?:network )?messages)\\b(?! from)",
  "no (?:mx|mail exchanger?)(?: records?)?(?: was| were)? found",
  "(?:could not|couldn.t|cannot) find (?:a|any) mail exchanger",
  "record indicated no smtp service",
  "no mx,? a,? or aaaa",
);
/** The sender's address or domain is what they do not take. */
export const SENDER_FAULT = any(
  "sender (?:address|domain|verify|rejected|denied|not|is not|id)",
  "domain of sender",
  "sender.{0,2} domain",
  "envelope (?:from|sender)",
  "(?:mail from|return path|from address)[^.]{0,40} (?:rejected|not (?:valid|allowed|exist)|invalid|does not|must)",
  "(?:backscatter|callout|(?<!recipient )verification failed)",
  "purported responsible",
  "my name was rejected",
  "invalid ip\\b",
  "messages? from [\\d.]{7,15} (?:weren.t|wasn.t|was not|were not|not) (?:sent|accepted)",
  "verify (?:failed|sender)",
  "(?:absender|exp[eé]diteur|remitente|mittente|remetente|afzender|nadawc|отправител)[^.]{0,60} (?:unbekannt|ungültig|abgelehnt|existiert|nicht|rejet|inconnu|n.existe|invalide|refus|rechazad|desconocid|no existe|no v[aá]lid|rifiutat|sconosciut|inesistent|non|rejeitad|inexistent|n[aã]o|geweigerd|onbekend|bestaat|nieznan|odrzucon|nie|не|отклон)",
);
/** Words so plain that "unknown user" beside them is the filter's mask. */
export const ACCUSED = any(
  "spam",
  "spammer",
  "\\bube\\b",
  "\\buce\\b",
  "\\bjunk\\b",
  "\\bdt:spm\\b",
  "unsolicited",
  "unwanted",
  "\\bbulk\\b",
  "phish",
  "\\bviru(?:s|ses)\\b",
  "malware",
  "reputation",
  "\\bspf\\b",
  "\\bdkim\\b",
  "dmarc",
  "\\barc\\b",
  "openspf",
  "sender ?id",
  "\\bhelo\\b",
  "\\behlo\\b",
  "unauthenticated",
  "not authenticated",
  "blocked",
  "banned",
  "abus(?:e|ive)\\b",
  "спам",
  "als spam",
  "comme spam",
  "como spam",
  "suspicious",
  "low trust",
  "untrusted",
  "not rfc",
  "(?:sender|from|invalid) dns",
  "dns mx or",
  "(?<!sts )polic(?:y|ies)",
  "administrative(?:ly)? prohibi",
);
/** Words for a refusal of the sender or of what was written. */
export const REFUSED = any(
  "content",
  "prohibited",
  "attachments?",
  "(?:message|mail|e-?mail|client(?: host)?|ip(?: address)?|sender|session|access|delivery|body|url|link|network|you)s?[^.;]{0,40} (?:rejected|refused|denied|not (?:allowed|accepted|permitted|authori[sz]ed|welcome)|disallowed|unacceptable)",
  "(?:rejected|refused|refusing|denied|not accept(?:ed|ing)?|will not accept|won.t accept) (?:\\w{1,12} )?(?:your|this|the|connections?|(?:e-?)?mail|messages?)\\b",
  "(?:your|this) (?:ip|host|server|network|client|domain)",
  "security",
  "authenticat",
  "not (?:allowed|authori[sz]ed|permitted)",
  "firewall",
  "filter",
  "^\\W*5\\d\\d[\\W\\d]{0,24}denied",
);
export const RELAY = any("relay(?:ing)?\\b", "not a (?:gateway|open relay)", "rcpthosts");
export const TLS = any("starttls", "\\btls\\b", "encryption (?:needed|required)");
export const RECIPIENT_REJECTED = any(
  "recipients?(?: address| addresses)?[^.]{0,40} (?:was |were |is |are )?(?:rejected|refused|denied|not (?:accepted|allowed))",
  "(?:rejected|refused|invalid) recipients?",
  "all recipients",
  "delivery is not allowed to this address",
);
