import type { OutsideText } from "#platform/rules/outside-text.ts";
import { isAnswerSubject } from "#platform/rules/mail/subject.ts";

/** "Automatic" as mail programs write it, by its stem. */
const AUTOMATIC =
  "autom[aáàā]|autóma|autosvar|автомат|аутомат|аўтамат|αυτόματ|αυτοματ|otomati|outomat|awtomat|avtomat|samodejn|sjálfvirk|uathoib|önműköd|tự động|自动|自動|자동|อัตโนมัติ|אוטומט|(?:ال)?تلقائي|آلي|خودکار|स्वचालित|स्वतः|ავტომატ|ավտոմատ";
/** "Answer" in the same languages. */
const ANSWER =
  "repl(?:y|ies)|respon[sd]|answer|antwort|antwoord|reactie|beantwoording|benachrichtigung|réponse|reponse|respuesta|resposta|risposta|svar|vastus|vastaus|odpow|odpov|odgovor|одговор|отговор|ответ|відповід|адказ|жауап|válasz|valasz|răspuns|raspuns|απάντηση|απαντηση|yanıt|yanit|cevap|cavab|atsak|atbild|erantzun|përgjigj|pergjigj|balasan|jawapan|jawaban|tugon|sagot|freagra|ateb|trả lời|phản hồi|מענה|תשובה|(?:ال)?رد|جواب|پاسخ|उत्तर|जवाब|პასუხ|պատասխան|答复|答覆|回复|回覆|応答|返信|返答|回答|회신|응답|답장|ตอบกลับ";
const MESSAGE = "(?:e-?mail|message|nachricht|mitteilung|notification|bericht)(?!\\p{L})";
/** "Message" with the word for automatic behind it. */
const AUTOMATIC_MESSAGE =
  "message automatique|messaggio automatico|mensaje automático|mensagem automática|mesaj automat";
const REST = "[\\p{L}\\p{M}]{0,12}";
const OPENING = `^[\\[("'*<\\s]{0,4}`;
/** Where the mark of the program ends and the subject that it answers begins. */
const ENDING = `[\\])"'*>]{0,3}\\s{0,3}(?:[:：]|$|[-–—]\\s)`;
/** Both words at the front, one beside the other, up to a colon or the end. */
const AUTOMATIC_ANSWER = new RegExp(
  `${OPENING}(?:(?:${AUTOMATIC})${REST}[\\s-]{0,2}(?:(?:${ANSWER})${REST}|${MESSAGE})|(?:thư |การ)?(?:${ANSWER})${REST}\\s?(?:${AUTOMATIC})${REST}|${AUTOMATIC_MESSAGE})${ENDING}`,
  "iu",
);
/** One word that says both. */
const ONE_WORD =
  /^[[("'*<\s]{0,4}(?:auto(?:[ -]?(?:repl(?:y|ies)|respon\p{L}{0,6}|answer|message|matic|mated))?|autosvar|automaatvastus|autoantwort|autovastaus|autobericht|автоответ(?:чик)?|автовідповідь|自动回复|自動回覆|自動返信|자동회신|자동응답)[\])"'*>]{0,3}\s{0,3}(?:[:：]|$|[-–—]\s)/iu;
const AUTOMATIC_STARTS =
  /^[[("'*<\s]{0,4}(?:auto[ -]?(?:reply|response|responder|answer)\b|automatic (?:reply|response)\b|automated (?:reply|response|message|e-?mail|notification)\b|autoreply\b)/iu;

/** How people and programs head a notice that somebody is away. */
const ABSENCE = new RegExp(
  `^[\\[("'*<\\s]{0,4}(?:${[
    "krankheits(?:bedingt|halber) (?:abwesend|nicht)",
    "gesloten (?:wegens|tijdens|i\\.v\\.m\\.)",
    "company holidays?\\s?[:!.-]",
    "férias coletivas",
    // English
    "(?:currently |i am |i'm |i’m )?out[ -]of[ -](?:the[ -])?(?:office|town|country)",
    "(?:i am |i'm |i’m |currently )?on (?:annual |parental |maternity |paternity |sick |medical |family )?(?:leave|vacation|holidays?|pto|sabbatical)\\b",
    "(?:annual|parental|maternity|paternity|sick|medical|bereavement) leave\\b",
    "vacation(?:\\s?(?:reply|response|message|notice|responder|notification|auto(?:-?reply)?))?\\s*(?:[:!.]|$)",
    "vacation (?:reply|response|message|notice|responder|notification)",
    "(?:absence|away|holiday|ooo|leave) (?:notice|notification|message|response|alert)",
    "(?:i am |i'm |i’m )?(?:currently )?away (?:from|until|till|on|for|this|next)\\b",
    "(?:i am |i'm |i’m )(?:currently )?(?:away|out|travell?ing|off)\\b",
    "(?:currently )?(?:away|travell?ing|not in the office|unavailable)\\s*(?:[:!.(]|$|until\\b|till\\b|from\\b)",
    "out until\\b",
    "o\\.?o\\.?(?:o|f|to)\\.?(?:\\b|$)",
    "pto\\b",
    "holidays?\\s*(?:[:!]|$)",
    "limited (?:access to )?e-?mail",
    // German
    "abwesen",
    "(?:ich bin |bin )?(?:derzeit |momentan |zur zeit |aktuell )?(?:nicht (?:im (?:haus|büro|hause)|am arbeitsplatz|erreichbar)|außer haus|ausser haus|abwesend|im urlaub|verreist|in elternzeit|im mutterschutz)",
    "(?:urlaub|elternzeit|mutterschutz)(?:s\\p{L}{0,14})?\\s*(?:[:!(]|$|bis\\b|vom\\b)",
    "urlaubs(?:notiz|nachricht|meldung|benachrichtigung|abwesenheit)",
    // Dutch
    "(?:ik ben )?(?:momenteel |tijdelijk )?(?:afwezig|niet (?:aanwezig|op kantoor|bereikbaar)|op vakantie|met (?:vakantie|verlof))",
    "(?:vakantie|verlof)(?:bericht|melding)?\\s*(?:[:!(]|$|t/m\\b|tot\\b)",
    // French
    "absente?\\b",
    "absence\\s*(?:[:!(]|$|du\\b|de\\b|jusqu|from\\b|until\\b)",
    "(?:je suis |actuellement |message d['’]|notification d['’]|avis d['’])(?:absen|en cong|en vacances|en déplacement)",
    "(?:en |de )?(?:congés?|vacances)(?!\\p{L})",
    "hors (?:du )?bureau",
    // Spanish, Portuguese, Italian, Catalan
    "(?:estoy |estou |sono |actualmente |atualmente )?(?:fuera|fora) d(?:e|o|el) (?:la |mi )?(?:oficina|escritório|escritorio)",
    "(?:estoy |actualmente )?(?:de|en) vacaciones",
    "vacaciones\\s*(?:[:!(]|$)",
    "(?:mensaje|notificación|aviso|mensagem|notificação|messaggio|notifica|avviso) (?:de|di|d['’])\\s?(?:ausencia|ausência|férias|assenza|vacaciones|ferie)",
    "(?:ausen[tc]|ausên)\\p{L}{1,6}\\b",
    "(?:estou |em |de |a gozar )?(?:de |em )?férias",
    "(?:sono |attualmente )?in ferie\\b",
    "(?:sono )?(?:assente|fuori (?:sede|ufficio))",
    "assenza\\b",
    "fora (?:de|da) l['’]oficina",
    // A whole company that is closed
    "(?:(?:our |the )?offices? (?:is |are )?closed|(?:closed for|holiday|summer|christmas|easter) (?:the )?(?:holidays?|closure|closing|shutdown|break)\\b)",
    "betriebs(?:urlaub|ferien|ruhe)",
    "fermeture (?:annuelle|estivale|exceptionnelle|pour congés)",
    "(?:cerrado|encerrados?|fechados?) (?:por|para) (?:vacaciones|férias)",
    "chiusura (?:estiva|aziendale|natalizia|per ferie)",
    // Nordic
    "frånvaro",
    "(?:jag är )?(?:frånvarande|på semester|inte på kontoret|borta|tjänstledig|föräldraledig)",
    "semester\\s*(?:[:!(]|$)",
    "(?:jeg er )?(?:fravær|fraværende|på ferie|ikke på kontoret|ikke til stede|ude af kontoret|ute av kontoret|bortreist|barselsorlov)",
    "ferie\\s*(?:[:!(]|$|dal\\b|fino\\b|til\\b|fra\\b)",
    "(?:olen )?(?:poissa|lomalla|vuosilomalla|poissaolo)",
    "(?:ég er )?(?:í fríi|fjarverandi)",
    // Slavic and Baltic
    "nieobecno",
    "(?:jestem )?(?:poza biurem|na urlopie|nieobecn)",
    "urlop\\s*(?:[:!(]|$|do\\b|od\\b|wypoczynkowy)",
    "(?:jsem |som )?(?:mimo kancelář|mimo kanceláriu|na dovolené|na dovolenke|nepřítom|neprítom)",
    "dovolen[áé]\\s*(?:[:!(]|$|do\\b|od\\b)",
    "(?:я )?(?:в отпуске|вне офиса|нет на месте|отсутству)",
    "отпуск\\s*(?:[:!(]|$|до\\s|с\\s)",
    "(?:я )?(?:у відпустці|поза офісом|відсутн)",
    "(?:в отпуск|извън офиса)",
    "(?:na godišnjem|odsoten|odsutan|van ureda|izvan ureda|na dopustu)",
    "(?:atostog|prombūtn|atvaļināj|puhkus)",
    // Others
    "(?:în concediu|absent din birou|concediu)",
    "(?:szabadság(?:on|\\s*(?:[:!(]|$))|házon kívül|nem vagyok az irodában|irodán kívül)",
    "(?:ofis dışı|yıllık izin|izinde)",
    "(?:εκτός γραφείου|απουσ|σε άδεια)",
    "(?:không có mặt|nghỉ phép|vắng mặt)",
    "(?:di luar kantor|sedang cuti|cuti (?:tahunan|sakit))\\b",
    "(?:מחוץ למשרד|בחופשה|לא במשרד|היעדרות)",
    "(?:خارج المكتب|في إجازة)",
    "(?:不在|休假|请假|外出|出差|度假)",
    "(?:休暇|不在通知|夏季休業|年末年始休業)",
    "(?:부재|휴가)",
    "(?:ไม่อยู่ที่สำนักงาน|ลาพักร้อน)",
  ].join("|")})`,
  "iu",
);
/** Lotus Notes and others put the name first: "Ann Smith is out of the office". */
const NAMED_ABSENCE =
  /^[^:：?\n]{2,60}\s(?:(?:is|will be) (?:currently )?(?:out[ -]of[ -](?:the[ -])?office|on (?:leave|vacation|holidays?)|away|not in the office)|ist (?:nicht im (?:haus|büro)|außer haus|ausser haus|abwesend|im urlaub)|est (?:absente?|en congés?|en vacances)|è (?:assente|fuori (?:ufficio|sede)|in ferie)|está (?:fuera de la oficina|ausente|de vacaciones|de férias|fora do escritório)|is (?:afwezig|niet op kantoor|met vakantie|op vakantie)|är (?:frånvarande|på semester)|er (?:fraværende|på ferie|ikke på kontoret))\b/iu;

/** Receipts of a reader's program or of a desk: no person wrote them either. */
const RECEIPT =
  /^[[("'*<\s]{0,4}(?:(?:read|gelesen|lu|leído|letto|gelezen|lida|läst|lest|læst|luettu|przeczytan[oey]|прочитано|прочтено|已读|開封済み|not read|nicht gelesen|non lu|ungelesen gelöscht|deleted without being read)\s?[:：]|(?:read|return|delivery) receipt\b|lesebestätigung|empfangsbestätigung|eingangsbestätigung|accusé de (?:réception|lecture)|acuse de recibo|confirmación de (?:lectura|recepción)|conferma di (?:lettura|ricezione)|leesbevestiging|ontvangstbevestiging|confirmação de (?:leitura|recebimento)|(?:we(?:'ve| have)? |your (?:message|e-?mail|request|enquiry|inquiry|ticket) (?:has been |was ))received\b|(?:mail|message) received\b|(?:your )?(?:ticket|case|request)(?: #?[\w-]{1,20})? (?:(?:has been|was|is) )?(?:received|created|opened|registered)\b|(?:\[[^\]]{1,40}\] ?)?(?:ihre|deine) (?:anfrage|nachricht|e-?mail) (?:ist |wurde )?(?:bei uns )?(?:eingegangen|erhalten|empfangen|registriert)\b)/iu;
/** Polite openings of a desk's answer, which people use as well: the text has to say it too. */
const POLITE =
  /^[[("'*<\s]{0,4}(?:thank(?:s| you)(?: very much| so much)? for (?:contacting|reaching out|getting in touch|your (?:e-?mail|message|request|enquiry|inquiry|interest))|(?:vielen )?dank für (?:ihre|deine) (?:e-?mail|nachricht|anfrage)|ihre anfrage|merci (?:pour|de) (?:votre|nous)|gracias por (?:contactar|su|tu|escribir)|grazie per (?:aver|la (?:sua|tua))|obrigad[oa] pel[oa] (?:seu|sua|contato|contacto)|bedankt voor (?:uw|je))/iu;
const POLITE_TEXT =
  /automat|auto-?(?:reply|generated|response)|do not reply|has been received|have received your|will (?:get back|respond|reply) (?:to you )?(?:within|as soon|shortly)|ticket|nicht auf diese|eingegangen|melden uns|ne pas répondre|bien reçu votre|reçu votre|no responda|hemos recibido|non rispondere|abbiamo ricevuto|não responda|recebemos (?:a |o )?(?:sua|seu)|ontvangen/iu;

/** Notices that somebody is gone. */
const GONE =
  /(?:\bno longer (?:with|at|works? (?:for|at|here)|employed)|\bhas left (?:the )?(?:company|organi[sz]ation|firm)|nicht mehr (?:im unternehmen|bei uns|für .{1,40} tätig)|ne fait plus partie|a quitté (?:la société|l['’]entreprise)|ya no (?:trabaja|forma parte)|non lavora più|não (?:trabalha|faz parte) mais|já não (?:trabalha|faz parte)|niet (?:meer|langer) werkzaam|werkt niet (?:meer|langer))/iu;

const MAX_SUBJECT = 300;
const MAX_TEXT = 2_000;

/**
 * What a subject says of who wrote: `absence` for an out-of-office notice, `other` for another
 * automatic mail, null for nothing. "Re: your out of office" is a person's.
 */
export function automaticSubject(
  subject: OutsideText,
  text: OutsideText,
): "absence" | "other" | null {
  const line = subject.slice(0, MAX_SUBJECT).normalize("NFC").replace(/\s+/g, " ").trim();
  if (line === "" || isAnswerSubject(line)) return null;
  // "AUTO: Ann Smith is out of the office" has the notice behind the mark.
  const behind = line.replace(ONE_WORD, "").trim();
  if (isAbsence(line) || isAbsence(behind)) return "absence";
  if (AUTOMATIC_STARTS.test(line) || ONE_WORD.test(line)) return "other";
  if (AUTOMATIC_ANSWER.test(line) && !line.endsWith("?")) return "other";
  if (RECEIPT.test(line) || (GONE.test(line) && !line.endsWith("?"))) return "other";
  return POLITE.test(line) && POLITE_TEXT.test(text.slice(0, MAX_TEXT)) ? "other" : null;
}

const isAbsence = (line: string): boolean =>
  !line.endsWith("?") && (ABSENCE.test(line) || NAMED_ABSENCE.test(line));
