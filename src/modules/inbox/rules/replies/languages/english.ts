import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";

/** English. How a phrase is written is explained in the guide about replies. */
export const englishReplies: Language = {
  code: "en",
  common:
    "the a an and of to in is it that for on with as you your i me my we us our this these be are was have has not do does from or if at by can will would but what there they he she so no yes please don't i'm",
  lists: {
    ask: "^|please|pls|plz|kindly|just|(can|could|would|will|may|must|should) (you|u|i)|you to|you (need|have|ought) to|you (must|should)|that you|go ahead and",
    imperative: "^|please|pls|plz|kindly|just",
    ours: "me|us|<email>|all of us|(my|our|this|the) (email|mail|name|names|address|addresses|details|contact|contacts|data|info|information|company|companies|domain|number|account|mailbox|inbox|team|colleagues|staff|firm|organisation|organization|office|business|record|records|personal|phone) (address|addresses|details|info|information|data|number)?",
    bother:
      "email|mail|contact|message|write|call|ring|phone|text|bother|spam|approach|disturb|harass|solicit|pester|write to|reach out to|reach out|send (emails|mail|mails|messages) to|get in touch with",
    ever: "$|again|anymore|any more|any longer|ever|further|at all|under any|in (the)? future|for any|regarding|about (this|your|any|these|anything)|with (this|your|any|these|such|further)|or|unless (i|we) (ask|request|contact)",
    mail: "email|emails|mail|mails|message|messages|newsletter|newsletters|communication|communications|correspondence|contact|spam|junk|marketing|solicitation|solicitations|pitches|advertising|ads|offers|promotions",
    list: "list|lists|database|databases|system|systems|records|crm|mailing|mailings|newsletter|newsletters|campaign|campaigns|sequence|sequences|contacts|emails|mails|files|file|distribution|cadence|outreach",
    day: "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|thu|thur|thurs|fri|tomorrow|today",
    month:
      "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec",
    later:
      "{month}|q1|q2|q3|q4|spring|summer|autumn|fall|winter|2026|2027|2028|2029|2030|easter|christmas|holidays|summertime|months|quarter|year|years|new year|<date>",
    info: "info|infos|information|details|deck|brochure|proposal|quote|pricing|price|prices|pricelist|material|materials|one pager|pager|pdf|case study|case studies|offer|link|links|example|examples|sample|samples|catalog|catalogue|presentation|slides|more|overview|summary|video|videos|docs|documentation|rates|onepager|demo|something",
    talk: "chat|talk|speak|meet|call|catch up|zoom|connect|jump on|hop on|get on|set up|set something up|sit down|schedule|arrange|find a time|find time|have a ~1 (call|chat|meeting|conversation)",
    meeting:
      "call|meeting|demo|chat|conversation|appointment|walkthrough|zoom|teams|videocall|coffee|lunch|catchup|presentation|walk through|catch up",
    colleague:
      "colleague|colleagues|team|teams|department|dept|manager|boss|director|head|ceo|cto|cfo|coo|cmo|cio|hr|it|procurement|purchasing|finance|partner|assistant|office|vp|owner|supervisor|lead|buyer",
    hand: "(contact|email|call|try|ask|message|approach|ping) ~3|(reach|reaching|talk|talking|speak|speaking|write|get|getting|liaise|connect|check|be) (out|in touch|in contact|better off)? (to|with|at) ~3|(direct|send|address|forward|redirect|pitch) ~3 (to|with) ~2",
    us: "company|firm|business|organisation|organization|us|here|group|practice|team|employment|agency|office anymore",
  },
  courtesies:
    "please pls plz kindly thanks thank you thx ty cheers hi hello hey dear good morning afternoon evening day sorry ok okay just now regards best sir madam mr mrs ms all well so and but though however anyway guys folks team there again asap immediately today man mate very much so many many the a lot in advance for your email mail message reaching out appreciate it",
  negations:
    "not no never dont doesnt didnt cant cannot wont wouldnt isnt arent wasnt havent hasnt shouldnt without neither nor hardly aint nobody none",
  negatesBehind: false,
  conditions: "if unless whether once before until till except when while",
  softeners: `
    if you (email|mail|contact|write|call|spam|bother|message|ring) (me|us) ~1 (again|one more time|once more)
    (confirm|reply|let me know|tell me) ~2 (once|when|after|if) ~3 (done|completed|removed|deleted|happened|complete|processed)
    if possible
    if (you would|you could|you can|you dont mind|you please)
    (appreciate|grateful|great|nice|happy|glad|better|best|appreciated|wonderful) ~1 if you
    before (i|we) ~5 (report|sue|block|complain|lawyer|authorities|spam|legal)
    when you (get|have) (a|this|the)
    (no problem|not a problem|dont mind|cant wait|cannot wait|why not|no objection|dont hesitate|do not hesitate|cant hurt|not only|cant stop thinking)
    (i|we) (do not|dont|did not|didnt) ~1 (ask|sign|subscribe|consent|know|remember|recall|agree|opt) ~4
    (i|we|ive|weve|have) ~1 never (asked|signed|subscribed|consented|agreed|opted|heard|requested|given) ~4`,
  joints: "and but so because as although though or then which who however since while",
  contrasts: "but however though although yet",
  stays: `
    (we|i) (want|need|have|hope|plan|are trying|are looking|would like|wish) to (stop|quit|cease) (sending|emailing|mailing|doing|writing|wasting|spending|using)
    (dont|do not|never|not) ~1 (stop|quit) ~1
    (dont|do not|never|not|no need to|without having to) ~1 (remove|unsubscribe|delete|stop|take) ~1
    keep (me|us) (on|in|posted|updated)
    (add|use|update|change|replace|switch) ~4 (new|other|different|correct|right|private|personal|this) (address|email|mail|account|one|list)
    use ~2 <email> instead
    (email|write|contact|reach|mail|send ~2 to) ~2 <email> instead
    from ~1 (cc|bcc|thread|chain|loop|invite|invitation|conversation|meeting)
    (call|phone|ring|text|whatsapp) (me|us) instead
    (just|only) (kidding|joking)
    (on second thought|second thoughts|jk|haha)
    wait actually
    (just|rather|better|but|instead) (call|phone|ring|text|whatsapp|write|email|contact) (me|us)
    (contact|write to|email|call|speak to|talk to) (me|us) (instead|directly|from now on)`,
  closings: `
    ^ (best|kind|warm|warmest|kindest|many thanks and|with best|with kind)? (regards|wishes)
    ^ (yours|sincerely|respectfully|cordially) (sincerely|faithfully|truly|yours)?
    ^ (best|cheers|br|kr|rgds|regards|brgds|ciao|warmly|thx|thanks|thank you|many thanks|all the best|take care|have a (great|nice|good) (day|week|weekend|one)) $`,
  disclaimers: `
    (confidential|confidentiality|privileged|disclaimer|legal notice|important notice|nota bene|notice) ~2 (notice|and|or|information|this|the|note)
    (this|the information|the contents|the content|information contained) ~4 (email|mail|message|communication|transmission) ~6 (intended|confidential|may contain|contains|is for|privileged|and any|is sent|sent by)
    (this|the information|the contents|the content) (email|mail|message|communication|transmission)? (contained|in this|and any|is intended|may contain|contains)
    (if|to) (you|stop|unsubscribe|manage|update|opt) ~6 (longer wish|no longer want|unsubscribe|receiving|received this|click|preferences|subscription|intended recipient|reply with|reply)
    (you are receiving|you received|you have received|youre receiving) this
    (unsubscribe|manage (your)? preferences|view in browser|privacy policy) ~1 (manage|unsubscribe|view|privacy|preferences|<url>|from this list|here)
    please consider the environment
    registered (in|office|company|address)
    (the)? (views|opinions) (expressed|and opinions)`,
  firstPerson: "i me my us we myself im ive id",
  misspelt:
    "unsubscribe unsubscribed remove interested interesting contact please mailing database harassment",
  phrases: {
    do_not_contact: {
      whole: `
        stop (it|this|that|now|mailing|emailing|spamming|already|please|spam|emails|mail|messaging)?
        stop stop stop?
        unsubscribe (me|us|now|please|unsubscribe)?
        unsub
        remove (me|us|please|now|remove)?
        (delete|delist|deregister) me?
        opt out
        optout
        opting out
        take (me|us) off
        off (the|your|this) list
        no more
        no spam
        spam
        dnc
        leave (me|us) alone
        (do not|dont) (contact|email|mail) (me|us)?
        (no|dont|do not|never) (contact|email|write) (again|anymore)
        cancel (my|this)? subscription?
        (no|zero) (further|more|additional) (contact|emails|mails|communication|correspondence|messages)
        <stop>
        <no> stop
        (enough|thats enough)
        blocked
        (marked|reported|flagged) (as|to) spam`,
      clear: `
        (please|pls|and|just) stop (following up|the follow ups|these follow ups|chasing|pestering) ~2
        (sure|ensure|see to it) (that)? (i|we|<email>) (am|are|is) not (contacted|emailed|mailed|approached|called) ~2
        {ask} (remove|delete|take|erase|drop) all of {ours}
        please stop $
        unsubscribe (both|all|each) ~1 {ours}
        (dont|do not) follow up (again|anymore|any more|with me|with us|further)
        {ask} (blacklist|blocklist|block|suppress) {ours}
        {ask} (add|put) {ours} ~2 (to|on|onto) ~2 (blacklist|blocklist|suppression list|do not contact list|do not email list|exclusion list)
        {ask} (remove|delete|take|drop|strike|scratch|exclude|erase|purge|pull|get|unsubscribe|unlist|deregister) {ours} ~2 (off|from|out) ~3 {list}
        {ask} (remove|delete|take|drop|strike|exclude|get|pull|unsubscribe) {ours} (off|from|out) (of)? (your|this|these|that|all|any|whatever|further|future|the mailing|the list|everything|here)
        {imperative} (remove|delete|erase|exclude|unsubscribe|drop|purge|forget|deregister|unlist) {ours} $
        {imperative} (remove|delete|erase|exclude|unsubscribe|drop|purge|deregister) (me|us) (please|immediately|now|at once|asap|today|permanently|right away|straight away|completely|or)
        (can|could|would|will) you ~1 (remove|unsubscribe|delete) (me|us) $
        (can|could|would|will) you ~1 (remove|delete|erase) (my|our) (email|mail|contact|personal)? (address|addresses|data|details|info|information) $
        {imperative} opt out {ours} $
        {ask} opt {ours} out
        gdpr (removal|erasure|deletion) request
        (never|dont|do not) (ever)? (call|ring|phone|text|contact|email|mail|bother|message|use) this (number|address|email|inbox|mailbox) {ever}
        {ask} (delete|erase|destroy|remove|purge) (all|any)? (of)? (my|our|any|the|personal) (personal)? (data|information|details|contact details|contact information|records|record) (about|on|relating to|of|you hold|you have|that you|from|held|and|permanently|immediately|asap|$)
        {ask} (remove|delete|take|exclude|unsubscribe) ~4 (from|off) your (mailing|contact|email|distribution|marketing|sales)? (list|lists|database|system|records|crm|mailings)
        (remove|removing|removed) (me|us|my email|my name|my address|our domain) ~1 (from|off) (your|the|this) ~1 {list}
        take ~4 off (your|this|the|that|any|all) (mailing|email|contact|distribution|marketing|sales|stupid|damn)? (list|lists|database|newsletter)
        (want|like|wish|asked|prefer|need|ask|asking|request|requested|requesting|demand) ~1 to be ~1 (removed|deleted|unsubscribed|excluded|opted out|taken off|left alone)
        (want|like|wish|need|trying|tried|prefer|choose|asked) to (unsubscribe|opt out|opt-out) $
        (want|like|wish|need|trying|tried|prefer|asked|how to) to? (unsubscribe|opt out) (from|of) (this|these|your|all|any|future|further|the newsletter|the list|the mailing)
        opt (me|us) out
        {imperative} unsubscribe (me|us|this|my|our|<email>) 
        {imperative} unsubscribe (from|to) (this|these|your|all|any)
        {imperative} (unsubscribe|unsub|opt out|delist) $
        ! how (do|can|to|could) (i|we)? ~1 (unsubscribe|opt out|get off|stop these|stop this|stop receiving) ($|from (this|these|your|all)|of (this|these|your)|this|these|your)
        ! where (is|are|can i find) ~2 (unsubscribe|opt out) ~1 (link|button|option)
        (i|we|ive|weve|have|already|just|was) (have)? (already|just|previously)? unsubscribed (from|twice|already|before|several|multiple|weeks|months|days|yesterday|$|and)
        (tried|trying|click|clicked|clicking|times|press|pressed|hit) ~4 unsubscribe
        {ask} (stop|quit|cease) (emailing|mailing|messaging|contacting|writing|calling|ringing|phoning|spamming|bothering|harassing|pestering|texting|approaching|soliciting|chasing|following up with|reaching out to|writing to) (to|with)? (me|us|here|my (email|mailbox|inbox|team|colleagues)|our (company|team|staff|office)|this (address|email|number))? {ever}
        {ask} (stop|quit|cease) (spamming|bothering|harassing|pestering|soliciting|annoying) (me|us)
        {ask} (stop|quit|cease) sending (me|us)? (these|this|your|any more|any|unsolicited|spam|such|all|more) ~2 ({mail}|stuff|rubbish|junk|crap|nonsense|$)
        {ask} (stop|quit|cease) sending (me|us)? ({mail}|stuff|rubbish|junk|crap|things|anything) {ever}
        you to (stop|quit|cease) (emailing|mailing|messaging|contacting|writing|calling|spamming|bothering|harassing|pestering) (to)? (me|us)? {ever}
        {ask} (stop|quit) (it|this|that|these|the spam|the emails|all of this|your emails|your mails|your messages|with the|with this|with these|with your) (emails|mails|messages|spam|nonsense|now|immediately|already|please|$)
        {imperative} (cease|refrain from|desist from) (all|any|further|sending|contacting|emailing|from|writing|communication) 
        (do not|dont|never|you not|not to) (ever|please|under any circumstances|under no circumstances)? {bother} (to)? (me|us|<email>|this (address|email|number|mailbox|inbox)|here|any of us|my (team|colleagues|staff)|our (company|team|staff|office))? (about this|about it|with this|with (these|such) {mail})? {ever}
        (do not|dont|never) (ever|please)? (bother|spam|harass|disturb|solicit|pester) (me|us)
        (do not|dont|never|you not|not to) (ever|please)? (send|sent|sending) (me|us)? ~1 (any|anything|more|further|these|this|such|spam|stuff|your|emails|mails|mail|messages|unsolicited|again)
        (^|please|want|get|receive|send|send me|send us|wish|like) no (more|further|additional) (emails|email|mails|mail|messages|contact|communication|communications|correspondence|newsletters|spam|mailings|from you|of (this|these|your)|solicitations) ($|from|please|or|of (this|these|any|your)|to)
        (not|dont|no longer|do not|never|didnt|cease to|rather not|prefer not) (wish|want|like|care|need|consent|agree|interested|interested in|ask|asked|intend)? ~1 (to|in)? ~1 (receive|receiving|get|getting|be receiving|see) (any|your|these|this|further|more|such|unsolicited|marketing|sales|anymore|cold|promotional|or) ~2 ({mail}|from you|anymore|of|like this|anything|outreach|$)
        (not|dont|no longer|do not|never|didnt|rather not|prefer not) (wish|want|like|care|need|consent|agree|interested)? ~1 to ~1 (hear from you|be (contacted|emailed|mailed|bothered|approached|spammed|disturbed|on your|on this|in your|solicited|messaged))
        (not|dont|do not|no longer) interested in ~1 (receiving|getting) ~2 ({mail}|further|more|your|these|this|any)
        (dont|do not|no longer) (want|wish|like) (your|these|this|any|any more|such) (emails|mails|messages|newsletters|spam|mailings|communications|solicitations)
        no longer (want|wish) to (receive|get|hear) 
        leave (me|us) (alone|be|in peace) 
        lose (my|our|this) (number|email|address|contact|details)
        (i|we|am|are|hereby) (hereby)? (object to|objecting to|withdraw|withdrawing|revoke|revoking|do not consent|dont consent|never consented|did not consent|have not consented) ~3 (processing|consent|use of my|storing|receiving|marketing|being contacted)
        (right|request|demand|require|exercise|exercising|invoke|entitled) ~6 (of erasure|erasure|be forgotten|deletion|erase|object to processing)
        (request|demand|require|insist|ask) (that)? (you)? (to)? (delete|erase|remove|destroy|cease|stop) ~3 (my|our|all|any|contacting|sending|me|us)
        (erasure|deletion|removal) of (all)? (my|our|the|any|personal) ~2 (data|information|details|email|address|records)
        (blocking|blocked|block|will block) (you|this sender|your domain|your email|your address|this address|and report)
        (marking|marked|reporting|reported|flagging|flagged|mark|marks|treat|treating) (this|you|it|your|these) ~2 as spam
        cancel (my|our|this) (subscription|newsletter|mailing) $`,
    },
    hostile: {
      whole: `
        (fuck|<swear>) (off|you|u|this|yourself)?
        get lost
        go away
        piss off
        bugger off
        (idiot|idiots|moron|morons|scammer|scammers|scum|spammer|spammers|pathetic|disgusting)
        <insult>`,
      clear: `
        (fuck|fucking|fck|fuk|f|<swear>) (off|you|u|ur|your|yourself|yourselves|right off)
        go (fuck|screw|<swear>|f) (yourself|yourselves)
        (piss|bugger|sod|eff|naff|jog|feck|p) off
        ^ (get lost|get stuffed|get bent|drop dead|go to hell|screw you|up yours|eat shit|burn in hell)
        (go to|rot in|burn in) hell
        (you|youre|are you|such|bunch of|total|complete|fucking|bloody|damn|utter|absolute|absolutely|completely|stupid|you are|of you|told you|bastards|lying|<swear>|your kind) (a|an|all|nothing but|completely|bunch of|bloody|fucking|stupid|damn|just|you|some|totally|<swear>)? (a|an)? (idiot|idiots|moron|morons|scammer|scammers|spammer|spammers|asshole|assholes|arsehole|arseholes|scum|parasite|parasites|bastard|bastards|crook|crooks|fraudster|fraudsters|thief|thieves|vermin|clown|clowns|leech|leeches|prick|pricks|dickhead|dickheads|cunt|cunts|retard|retards|con artists|criminals|imbecile|imbeciles|stupid|scumbag|scumbags|dumb|brainless|fools|jerk|jerks|liars|disgrace|pathetic)
        (parasites|scum|spammers|scammers|vermin|leeches|people|idiots) like you
        shove (it|this|that|your)
        kiss my (ass|arse)
        (sue|suing|prosecute) (you|your)
        (take|taking|pursue|pursuing|face|result in|start|initiate|commence|begin|consider|considering|lead to|seek|followed by|prepared to|threaten|without further|subject to|further|through|by) ~1 (legal|court) (action|proceedings|steps|measures)
        legal action (against|will)
        (expect|face|prepare for) ~1 (legal action|a lawsuit|court)
        (hear|hearing) from ~1 (lawyer|lawyers|attorney|attorneys|solicitor|solicitors|legal)
        (instruct|instructing|instructed|engage|engaging|involve|involving|call|calling) ~1 (lawyer|lawyers|attorney|attorneys|solicitor|solicitors) ($|if|to stop|against)
        (forward|forwarding|forwarded|hand|handing|pass|passing|refer|referring) ~3 to ~1 (lawyer|lawyers|attorney|attorneys|solicitor|solicitors) ($|if)
        (report|reporting|reported) (you|your|this|it) ~4 (to|with) ~1 (ico|ftc|fcc|authorities|authority|police|dpa|spamhaus|spamcop|regulator|regulators|data|information|attorney|isp|provider|host|abuse|google|microsoft|commission)
        (file|filing|filed|lodge|lodging|lodged|make|making|submit|submitting) (a|an|my|our|official|formal) ~1 (complaint|report) (with|against|to|at|about) ~1 (ico|ftc|you|your|authority|authorities|regulator|data|information|police|dpa|the)
        (^|hereby|consider this|this is|formal|constitutes|you to|you must|immediately) ~3 cease and desist
        (you|your|this|these|is|are) ~4 (in)? (violat*|breach|breaching|breaking|infring*|illegal|unlawful|against) ~3 (law|laws|gdpr|can|pecr|tcpa|ccpa|castl|regulation|regulations|rights|act)
        this is (illegal|harassment|unlawful|criminal)
        (how dare you|shame on you)
        (your|this|that|such|utter|complete|total|is|of|absolute|pile of) ~1 (bullshit|shit|crap|garbage|trash|rubbish) ($|email|emails|spam|mail|again|to|in)
        stop (fucking|bloody|<swear>) 
        sick (of|and tired of) (you|your|this|these|people like|getting)`,
    },
    interested: {
      whole: `
        (yes|yep|yeah|yup|sure|absolutely|definitely|certainly|of course|why not|go ahead|please do|yes please|sure thing|sounds good|sounds great|sounds interesting|interested|intriguing|count me in|im in|go for it|very interested|tell me more|<yes>) (sure|please|do|go ahead|send it|yes|interested|im interested)?
        (yes|sure|ok|okay) (send|please|tell|do|interested|lets) (it|me|more|over)?`,
      clear: `
        (im|am|are|were|be|very|quite|definitely|really|certainly|potentially|yes|genuinely|both|somewhat|seriously|would|all|also|actually) ~1 interested
        interested in ~1 (learning|hearing|seeing|knowing|finding|exploring|trying|discussing|talking|this|it|more|your|what|how|getting|understanding|chatting|a|the)
        of (interest|great interest) to (me|us)
        (sounds|looks|seems|sound|look) ~1 (interesting|good|great|promising|useful|intriguing|helpful|exciting|relevant|perfect|fantastic|amazing|awesome|cool|fascinating|excellent|like something|brilliant|right up)
        (this|that|it|its|thats) (is|looks|was)? (very|really|quite|actually|pretty|super)? (interesting|intriguing|relevant|exciting|timely)
        tell (me|us) (a bit|a little|some)? more
        (send|share|forward|email|pass|mail|shoot|provide|give) (me|us|it|that|this|over|along|through|across|some|the|your|a|any|further|additional|on|full) ~5 {info}
        (send|share|fire) (it|them|that|this|more|away|something|details|info|information) (over|along|through|across|on|please|to me|to us|$)
        (see|get|have|receive) (some|the|a|your|more|further|full) ~1 (info|information|details|deck|brochure|proposal|quote|pricing|examples|samples|offer)
        (id|wed|would|i|we|also|and|will) (would)? ~1 (like|love|happy|glad|keen|open|interested|curious|be happy|be glad|be keen|be open|welcome) (to)? ~1 (see|hear|hearing|learn|learning|know|find out|explore|try|understand|take a look|have a look|test|give it a|trying|a trial|a quote|a proposal|an offer|receive)
        (happy|keen|open|glad|eager|love|curious|willing|excited|interested) to (learn|hear|see|explore|find out|try|take a look|have a look|know|look|test|consider|understand|give)
        (want|wanting|need|like) to (hear|learn|know|see|find out|read) ~1 (more|how it|what it|it)
        (what are|whats|what would be|what is) (the|our|your)? next (steps|step)
        (how|where) (do|can) (i|we) (sign up|get started|start|proceed|buy|try it|order|subscribe|join)
        (let|lets|let us) (us|s)? (do it|go ahead|proceed|move forward|get started|try it|give it a (try|go|shot)|do this|go for it)
        (can|could|would|will) you (guys|please|also)? help (me|us)? ($|with|here|out)
        exactly what (i|we)
        (looking|searching|shopping|hunting) (for|at|into) ~1 (this|exactly|something|a|an|such|just|alternatives|ways|new|options|better|one|help|tools|someone|exactly this)
        (good|perfect|great|excellent|impeccable) timing
        count (me|us) in
        (sign|put) (me|us) (up|down)
        (im|were|i am|we are|consider me|color me|colour me) ~1 (in|game|keen|curious|intrigued|all ears|sold) $
        (yes|sure|ok|okay|great|absolutely|definitely) (please|send|go|id|im|we|lets|i|do|happy|why|that|tell|interested|this)
        we (could|can|might|would|may|do) (really|definitely|certainly|probably|well)? (use|need|be able to use|benefit|do with) (this|something|it|that|your|a|help|from)
        caught my (eye|attention|interest)
        (send|give) (me|us) your (offer|proposal|quote|pricing|best)
        (like|love) ~1 (what you|the idea|the sound|your idea|this idea|the look)
        (evaluating|exploring|considering|looking at|reviewing|comparing|assessing) ~1 (solutions|options|tools|vendors|alternatives|this|providers|partners|platforms)
        (aligns|fits|fit) (with)? (what|our|in with)
        (could|might|may|would) be (a)? (good|great|perfect|nice)? (fit|match|useful|interesting|helpful|valuable)
        (piqued|peaked|got) (my|our) (interest|attention|curiosity)
        walk (me|us) through
        (im|we are|im all|am|were) ~1 (listening|all ears|open to (it|this|ideas|hearing|learning|suggestions))
        (like|liked|love|loved) (your|the|this) (idea|approach|pitch|email|mail|message|concept|product|demo|deck)
        (opened|read|saw|watched|looked at) (your|the) (deck|demo|proposal|video|site|website|case study|email)`,
      hint: `
        ^ (yes|yep|yeah|sure|absolutely|definitely)
        keep (me|us) (posted|updated|informed|in the loop)
        <yes>
        (could|might|may) be (interesting|useful|of interest|relevant|helpful|a fit)
        (please|kindly) (send|share|provide)`,
    },
    meeting_request: {
      whole: `
        (call|ring|phone) me
        (lets|let us) (talk|chat|speak|meet|connect)
        <calendar>`,
      clear: `
        (can|could|shall) (we|you) (do|make|spare|find|have) ~3 (min|mins|minutes|hour) ~4 ({day}|<time>|tomorrow|today|next week|this week)
        (lets|let us|happy to|glad to|love to|like to|can we|could we|shall we|should we|we can|we could|can you|could you|up for|open to|good to|great to|able to|free to|available to|i can|available for|up for|keen to|free for|want to|would you|time to|up to|nice to|be great to|willing to|possible to|down to|happy for|need to|ready to|maybe) ~2 {talk} (you|me|us|again|soon|next|this|on|about|tomorrow|in person|at|for|some|briefly|over|with you|sometime|via|by|in|through|a|further|more|later|{day}|$)
        (quick|short|brief|15|20|30|10|45|60|phone|video|intro|introductory|discovery|minute|min|zoom|teams|exploratory) (minute|min|mins|intro|phone|video|zoom|discovery)? (call|chat|meeting|conversation|demo|catch up|talk|demonstration|walkthrough|call back)
        (set up|schedule|book|arrange|organise|organize|setup|fix|plan|put in|setting up|scheduling|booking|arranging|get in|find|do|have|grab|want|need|love|like|pick|offer|suggest|propose|host|run|give us|give me|see|get|show us) (up|in|us|me)? (a|an|some|the|for|your)? ~1 (call|meeting|demo|chat|time to talk|time slot|slot|appointment|walkthrough|session|time for a call|time|coffee|lunch|demonstration|trial call) (with|for|next|this|on|in|at|to|together|soon|please|about|sometime|from|{day}|$)
        (give|drop) (me|us) a (call|ring|bell|buzz|shout|tinkle|phone call)
        {ask} (call|ring|phone|reach|dial) (me|us) ~1 (on|at|back|tomorrow|today|{day}|between|after|this|next|any|anytime|from|<time>|<phone>|in the|before|directly|around|sometime|when|later today)
        (^|you|dont you|could|can|can you|to) (stop|come|swing|drop|pop) (by|over|round|in) ~2 (next|this|on|any|{day}|tomorrow|my|our|the|for|and|sometime|whenever|when|anytime|office|$)
        (what|which) ~1 (time|times|day|days|slot|slots|dates|date|availability) ~3 (work|works|suit|suits|good|you|have|free|available|best|convenient|do)
        (when|what time) (are|would|works|is|can|could|suits|do|might|will) ~2 (free|available|time|call|talk|meet|good|best|convenient|suit|chat|speak|work|have time|for you)
        (does|would|how about|what about|is|shall we say|say|maybe|perhaps|can you do|could you do|could do|can do|lets say|lets do|try) ~1 {day} ~4
        (does|would|will|is) ~3 ({day}|<time>) ~3 (work|suit|ok|good|fine|possible)
        (how about|what about) ~3 (<time>|next week|this week|{day})
        ({day}|<time>|next week|this week|mornings|afternoons|morning|afternoon|either|any time|anytime) ~3 (works|work for me|suits|is good|is fine|would work|is best|would be good|would suit|is ok|would be best|is perfect|would be great|good for me|works best|work best)
        (im|i am|were|we are|am|are|ill be|i will be) ~1 (free|available|around|in the office|in town|open) ~3 ({day}|<time>|next week|this week|morning|afternoon|on|after|from|between|anytime|most)
        (calendar|time|slot|availability|schedule|meeting|call|link|book|here) ~6 <calendar>
        (send|shoot|drop|pop) (me|us|over|across)? ~1 (invite|calendar|invitation|zoom|teams|meeting|calendly|diary) (invite|link|invitation|for|$)
        (send|share|what is|whats|give|let me know|have|tell me) (me|us|over)? ~2 (availability|available times|availabilities|free slots|times|calendar) 
        (book|grab|find|put) (a|some) (time|slot|meeting|call)
        (my|direct|cell|mobile|phone|office) ~1 (number|mobile|cell|phone|line|direct) (is|on|at)? <phone>
        (demo|walkthrough|demonstration|presentation) (for|to) (me|us|our)
        (free|available) (to|for) (a|talk|chat|speak|meet)
        lets (schedule|meet|talk|speak|chat|connect|book|arrange|set|get together|discuss this)
        (meet|talk|speak|chat) (next|this) (week|month)
        ({day}|tomorrow) (at|around|@)? <time>
        (can|could|shall|should|lets|may) (we|you|i)? (do|make|say|try|meet|talk|speak|aim for) ~2 ({day}|<time>|next week)
        ({day}|tomorrow) (at|around|@) <number>
        (send|pick|offer|suggest|propose|give me) ~3 (times|slots|dates)`,
      hint: `
        <calendar>`,
    },
    question: {
      clear: `
        ^ (how much|how many|how long|how does|how do|how is|how would|how are)
        ^ (what is|whats|what are|what does|what do|what kind|what sort|which|what happens|what would)
        ^ (do you|does it|does this|does your|is it|is this|is there|are you|are there|can it|can you|could you|can i|can we|have you|will it|would it|who else|where are|where did|where is|why)
        (i|we|one|some|few|couple of|quick|have|got) ~2 (question|questions)
        (wondering|curious|wanted to know|want to know|like to know|clarify|unclear|not sure|love to know|need to know) (if|whether|how|what|about|why|who|where|which)`,
    },
    referral: {
      clear: `
        {imperative} {hand} (my|our|the) ~3 {colleague}
        {imperative} {hand} <name> ~3 (at|on|who|in|from|cc|copied|directly|instead|about|regarding|for|our|<email>|<phone>)
        {imperative} {hand} <email>
        (should|you can|you could|best to|better off|you may|you might|worth|would|recommend|suggest|advise|you will need to|youll need to|youll want to|have to|want to|need to|better to|feel free to|it is best|you must|i would|id) ~2 (contact|email|reach|reaching|talk|talking|speak|speaking|call|try|ask|write|contacting|emailing|direct|approach|approaching|get in touch|connect|contacting) ~2 (my|our|the|with my|with our|to our|to my|out to|<name>|<email>|with) ~4
        (best|right|correct|appropriate|better|proper|relevant|main|key) (person|contact|point of contact|people|one|department|place|team|address|guy) (for|to|is|would|here|will|regarding|on|in|at|of contact|who|about)
        (forwarded|forwarding|passed|passing|pass|referred|redirected|handed|routed) (this|it|your|that|the|you|on) ~4 (to|on|along|over|with)
        (shared|sharing|sent|sending) (this|it|your|that|the) ~3 (with|to|on to|over to) (my|our|the|<name>) ~3 ({colleague}|<name>|who)
        (ccd|cced|ccing|copying|copied|adding|added|looping|looped|loop|cc|bringing) (in|to)? ~1 (<name>|our|my|the) ~4
        (introduce|introducing|connect|connecting|put|putting) you (to|with|in touch|in contact) 
        (person|contact|colleague|reach|at|cfo|cto|ceo|manager|boss|him|her|them|director|responsible|charge|handles|email|team|<name>) ~5 <email>
        <email> (is|would be|should be|handles|will be) (the|your|a)? (best|right|person|contact|correct|able)
        (forwarding|passing|sending|handing) (this|it)? (on|along|over)? to (my|our|the|<name>)`,
      hint: `
        (he|she|they|who|<name>) (is|are|s)? (handles|manages|oversees|looks after|heads|leads|responsible for|in charge of|takes care of|deals with|covers|runs|owns) (this|that|these|our|all|it|the|procurement|purchasing|finance|marketing|sales)`,
    },
    not_now: {
      whole: `
        not (now|yet|today|right now|at the moment|at this time|at this moment|currently|just yet|this year|this quarter|at present)
        (maybe|perhaps) (later|next (year|month|quarter)|another time|some other time)
        (later|another time|some other time|next year|next quarter|too early|too busy|bad timing|bad time)`,
      clear: `
        not (right now|just now|at the moment|at this time|at this point|currently|at present|this year|this quarter|this month|yet|just yet|ready yet|the right time|a good time|the best time|for now|ready for|now) 
        not interested ~1 (right now|at the moment|at this time|currently|at this point|now|at present|this year|this quarter|for now|yet) ~4 (but|maybe|perhaps|try|check|reach|contact|later|next|again)
        (isnt|is not|not|wrong|bad|terrible|poor|aint) ~1 (a|the)? (right|good|best|great|ideal)? (time|timing|moment) (for|to|right|$)
        (bad|wrong|poor|terrible) (time|timing|moment)
        (try|check|circle|get|come|touch|reach|follow|ping|contact|email|write|message|reconnect|revisit|ask|hit|drop|catch|remind|loop|call|talk|speak|look|chat|discuss|have|pick|resume|return|approach|connect|bring|knock) ~3 (back|again|base|in|out|up|after|next|this|with me|to me|me|us|it|then|later|around|at|on)? ~2 (in|after|next|later|around|by|closer|then|early|towards|once|come|from|mid|start of|end of|beginning of|for|until|at the end of|at the beginning of|at the start of|past|following) ~2 {later}
        (try|check|circle|get|come|touch|reach|follow|ping|contact|email|write|message|reconnect|revisit|hit|remind) (me|us|in|out|back|up|again|base|with|to|it|this) ~3 (in|after|within)? (a few|couple of|few|two|three|four|six|several|some|1|2|3|4|5|6|8|9|10|12) (of)? (weeks|months|quarters|years|month|week)
        (circle|check|get|come|touch|reach|follow|ping|reconnect|revisit|loop) ~2 (back|base|again|out|in) ~2 (later|then|sometime|down the)
        (ping|contact|email|call|remind|write|message|try|reach out to|get back to|get in touch with|reach) ~2 (me|us) ~1 (after|in|around|from|past) ~2 (<date>|{month}|{later})
        (maybe|perhaps|possibly|potentially|hopefully) ~3 (next|later|another|some other|down|in the future|in a|following|{month}|in {later}) ~1
        (next|following|coming|new) (year|quarter|financial year|fiscal year|fiscal|budget cycle|season)
        (later|sometime|end of|beginning of|start of|early|late) (this|in the|next|in) (year|quarter|month|{later})
        (budget|budgets|spending|hiring|projects|everything|purchasing|spend) ~1 (is|are|has been|have been|s)? ~1 (frozen|on hold|set|allocated|spent|used up|locked|exhausted|closed|gone|tight|tied up)
        no budget (this|until|till|for this|right|at|currently|now|left)
        (too|super|really|a bit|extremely|very|crazy|pretty|so|quite) (busy|early|swamped|slammed|hectic|stretched|soon)
        (swamped|slammed|snowed under|up to my (neck|eyes|ears)|overloaded|tied up|flat out) 
        (in a few|in a couple of|in the coming|in a) (months|weeks|month|week|year)
        (put|putting|is|are|it|this|on) (this|it|that|us)? on hold
        (on the back burner|park this|parked|revisit (this|it|that|in|next)|not on (our|the|my) (radar|roadmap) (right|for|this|at))
        busy (with|right|at|until|till|period|season|time)
        (locked|tied) (into|in|to) ~4 (contract|agreement|deal|until|till|for)`,
      hint: `
        (contract|agreement|deal|subscription|license|licence|commitment|locked) ~5 (until|till|through|runs|ends|expires|expire|renews|renewal|up in)
        (just|recently|only just) (signed|renewed|started|switched|implemented|bought|purchased|rolled|committed|moved|migrated|changed|adopted|extended)
        (at the moment|right now|for the moment|for the time being|at this time|currently|for now)
        (down the (road|line)|in the (near)? future|some point)`,
    },
    not_interested: {
      whole: `
        (no|nope|nah|negative|pass|<no>) (no|not)? (thanks|thank you|interest|interested|need|thx)?
        no (thanks|thank you|thx|interest|need|ty)
        not (interested|for (me|us)|needed|relevant|necessary|required|applicable) (sorry|at this time|at the moment|anymore|right now)?
        (im|were|we are|i am|all) (good|fine|ok|okay|sorted|set|covered) (for now)?
        (ill|we will|well|i will|gonna|hard|going to) pass
        (uninterested|disinterested|decline|declined|nothanks)`,
      clear: `
        (dont|do not) think (its|it is|this is|thats|that is) (for us|for me|a fit|a good fit|something we need)
        (not|never|isnt|arent|no longer|wasnt|wouldnt be) (really|particularly|currently|very|at all|that|personally|actively|in the least|in any way|even|actually|all that)? interested ~1 (at this time|at the moment|right now|currently|anymore|at this point|in (this|your|the|it|that|any|using|buying|what|such))?
        no interest (in|at|from|for|here|whatsoever|$)
        (no|zero|not any|not a|not the|without a|any|not much) (real|current|immediate|further|such|particular)? (need|fit|use|requirement|demand|match|necessity|use case) (for|at|of|to|here|right|in|with|$)
        (dont|do not|doesnt|does not|wont|will not|wouldnt|would not|cant|cannot|not|never|didnt) (really|currently|actually|personally|see|think|believe|feel|have|have a|see a|have any|see any|see the|think its|think this is|think it is|think were|honestly|ever|even)? (a|an|the|any|be)? ~1 (need|require|requirement|fit|use case|work for us|make sense|interested|apply|relevant|suit|outsource|value|necessary|useful|needed|something (we|i)|benefit|reason to|match)
        not (something|anything) (we|i|that|were|im|for)
        (isnt|is not|not|its not|thats not) (really|quite|currently)? (a|the|for)? (fit|match|priority|good fit|right fit|us|me|our|relevant|what we|what i|my thing|our thing|good match|in scope)
        not looking (for|to|at|into)
        (not|dont|wont|cant) (be)? (needing|buying|purchasing|considering|switching|changing|moving|pursuing|proceeding|moving forward|going ahead|taking this|change|switch|buy)
        ^ (ill|well|i will|we will|i|we|gonna|going to|have to|think ill|think well|happy to|i think ill|so ill) (have to|respectfully|politely|need to|just)? (pass|decline|skip) ~1
        (hard|gonna|going to|have to|gotta) pass
        pass on (this|that|it|the)
        ^ no (thanks|thank you|thank|thx)
        thanks but no
        thank you but no
        (were|we are|im|i am) (all)? (good|fine|sorted|covered|set|ok|okay) (here|thanks|thank|for now|at the moment|on|as|with|in|$|where)
        all set (here|with|on|thanks|thank|for|$|at)
        (happy|satisfied|content|pleased|comfortable|sticking|stick|staying|settled|well served|stay) with (our|what|the|my|current|existing|them|who|how|it)
        (have|got|use|using|with|has) (this|it|everything|that|these|things) (covered|handled|sorted|under control|in hand|taken care|in-house|in house|in place)
        (have|has|already|currently|got|use|do|doing|handle|handled|handling|manage|managed|done) ~4 (in-house|inhouse|in house|internally|ourselves)
        (going|gone|went|decided to go|chosen) (with|in) (another|someone else|a different|another direction|others|a competitor)
        (decided|chosen|opted) (not|against)
        (respectfully|politely|must|will|have to) decline
        (if|should) (i|we|that|this|anything|things|our|my|the) ~5 (change|changes|interested|need|needs|arise|arises|required|requirement) ~4 (let you know|reach out|contact you|get in touch|be in touch|know where|reach you|give you|let|get back|come back)
        (waste|wasting) ~2 time
        save (your|us|yourself) (time|both)
        (dont|do not|have no|havent|not have|no) (have)? (any|a|the|got)? budget (for|at|to|and|$)
        (too|way too) (expensive|pricey|small|big|costly|high|much)
        (tried|used|had) ~3 (similar|before|like this) ~3 (didnt|not|without|failed|bad)
        (dont|doesnt|wont|never) (work|worked) (for|with) (us|me)
        (not|isnt) ~1 (on our radar|a need|in the market|worth|in our (plans|scope|budget|interest))
        (cant|cannot) (justify|afford)
        (thanks|thank you|appreciate) ~6 but ~2 (no|not|pass|decline|happy|covered|already|well pass|ill pass)
        (no|not) (longer|really|a|an) (need|needed|necessary)
        (leave it|give it a miss)`,
      hint: `
        already (have|use|using|work|working|got|covered|do|doing|with|partnered|partner|set|sorted|taken|own|subscribe|employ|engaged|a customer)
        (have|use|using|got|with|work with) ~2 (solution|vendor|provider|supplier|tool|system|partner|agency|someone|software|accountant|platform|person|team) (in place|already|for this|for that|doing|who|that does|which)
        (keep|bear|have) (you|it|this|your) ~3 (mind|file)
        no budget
        (cant|cannot) afford`,
    },
    wrong_person: {
      whole: `
        wrong (person|contact|guy|address|number|email|company|department|one|recipient)
        not (me|my (area|job|department|responsibility))`,
      clear: `
        (i|we) have nothing to do with ~3
        (wrong|incorrect|mistaken) (person|contact|guy|man|woman|lady|department|company|email|address|individual|recipient|number|one|team|business|firm|people|place)
        not ~1 (right|correct|best|appropriate|proper) (person|contact|one|department|individual|point|guy|team|address|recipient|people|place)
        (dont|do not|not|no longer|never|doesnt) (personally|actually|directly|really)? (handle|manage|deal with|responsible for|in charge of|involved|oversee|look after|make (these|those|such|any|that|purchasing|the|buying) ~1 (decisions|decision)|the decision maker|a decision maker|work in|work with (this|that)|have (any)? (authority|involvement|anything to do|influence|say)|involved in|responsible|in charge|decide|buy|purchase)
        (isnt|is not|not|outside|falls outside|out of|beyond) (really|of)? (my|in my|within my|the) (area|department|responsibility|remit|role|job|field|decision|call|bag|dept|domain|thing|purview|team|wheelhouse|scope|line|expertise|control)
        (confused|mixed|mistaken) ~2 (me|someone|up)
        mistaken identity
        (nothing to do with) (me|this|that|my)
        (moved|changed|switched|transferred|transitioned) (to|into)? (a|an|another|different)? (new|different|another)? (role|roles|department|departments|team|teams|position|job|division)
        no longer (in (this|that|the|charge)|responsible|my|handle|the (right|person|contact)|involved|manage|do this|looking after)
        (never|not) (worked|heard of|been) ~2 (that|there|this|for)
        dont work (there|for (them|that)|in (this|that))`,
    },
    left_company: {
      clear: `
        (he|she|they) (has)? left us (in|last|at|on|a|some) ~2
        left us (in|last) (january|february|march|april|may|june|july|august|september|october|november|december|year|month|week|spring|summer|autumn|fall|winter)
        (i|<name>) will no longer be (with|at|part of|working|employed) ~3
        (no longer|not|doesnt|does not|no longer) (works|employed|an employee|a member|work|working) (here|for|at|with|of|by|in) ~1
        (is|s|has been|hes|shes|he|she|am|im|<name>) (is|has)? no longer (with|at|part of|working|employed|here|an|in) (the|our|this|for|at|us|with|here)? ~1 ({us}|<name>)
        no longer (with|at|part of) (the|our|this)? {us}
        (has|have|ive|hes|shes|he|she|who|having|since|<name>) (recently|now|since|already|sadly)? (left|departed|quit|resigned|retired|moved on|parted ways) (from|with|the|us|our|this|$|as|to|<name>|and|in|on) ~1 ({us}|<name>|role|position|post|job|other|new|pursue|pastures|last|$)
        (has|have|ive|hes|shes|he|she|who|<name>) (recently|now|since|already)? left (the|us|our|this|<name>) ~1 ({us}|$|<name>)
        (has|have|he|she|ive|<name>) (now)? (retired|resigned|passed away|moved on)
        (my|his|her|their|the) last (working)? day (was|is|at|with|will|of|in|here)
        (left|leaves|leaving) (the|our|this) (company|firm|business|organisation|organization)
        (leaving|departing|departure from) (the|my|our)? (company|position|role|firm|organisation|organization|business)
        (passed away|is deceased|has died)
        (left|vacated) (my|his|her|their|this|that) (role|position|job|post)
        (doesnt|dont) work (here|at <name>|for us|with us) (anymore|any more|any longer)?
        (was|were|been) (let go|laid off|made redundant)`,
    },
    out_of_office: {
      clear: `
        (out of|away from|not in|out|back in) (the|my|of)? office (until|till|from|on|this|for|with|and|at|through|today|next|back|$|in)
        (im|i am|currently|am|be|was|were|is|we are) ~1 (out of the office|out of office|on (annual|maternity|paternity|parental|sick|medical|family|personal|study|bereavement)? (leave|vacation|holiday|holidays|pto|sabbatical)|ooo|away (until|till|from|on|for|this|next|at)|travelling|traveling)
        (limited|no|intermittent|sporadic|little|without) access to ~1 (email|emails|mail|messages|internet)
        (return|returning|back|returns) ~2 (office|on {day}|on (the)? <date>|on {month}|{month}|to work|at work)
        (on|taking) ~1 (annual|maternity|paternity|parental|sick|medical|bereavement|family) leave
        (closed|shut) (for|until|from|over) ~3 (holiday|holidays|christmas|easter|new|break|summer|{month})
        will ~2 (respond|reply|answer|get back) ~4 (when i|on my|upon my|after my|once i) (return|am back|im back|get back)
        (back|return|returning|returns) (in|to|at) (the|my)? (office|desk|work)
        (on|have) (pto|leave|vacation|holiday|holidays|sabbatical) (until|till|from|and|this|for|at|$|through)
        (intermittent|limited|sporadic|no|little|restricted) (email|mail|internet|phone)? access
        (away|out|off) (until|till|from|through|all week|this week|next week) ~1`,
    },
  },
};
