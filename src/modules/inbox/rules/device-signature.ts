import type { OutsideText } from "#platform/rules/outside-text.ts";

/** A program's own line is short; longer ones are text. */
const MAX_LINE = 100;

/** "Sent", in the languages of telephones, at the beginning of the line. */
const SENT =
  /^(?:this (?:e-?mail|message) was sent|sent|diese (?:e-?mail|nachricht) wurde|gesendet|versendet|verschickt|envoyé|expédié|enviado|enviada|inviato|inviata|verzonden|verstuurd|sendt|skickat|skickades|sänt|lähetetty|wysłan[aeo]|odesláno|odoslané|odoslaná|poslano|poslato|elküldve|küldve|trimis|отправлено|надіслано|изпратено|gönderildi|στάλθηκε|απεστάλη|enviat|saadetud|nosūtīts|išsiųsta|sent frá|发自|發自|傳送自|发送自|从我的|보낸|gửi từ|dikirim dari|ส่งจาก|נשלח מ|أرسلت? من|أُرسلت من)(?=[\s:]|[^\p{ASCII}])/iu;
/** The same where it comes last. */
const SENT_LAST =
  /(?:gesendet|versendet|geschickt|küldve|gönderildi|gönderilmiştir|から送信|から送信されました|에서 보냄|에서 보낸 메일|发送|發送|傳送)[.。]?$/iu;
/** What mail is sent from or with. */
const DEVICE =
  /iphon|ipad|ipod|\bios\b|android|samsung|galaxy|huawei|honor\b|xiaomi|redmi|oneplus|\boppo\b|nokia|\bhtc\b|\blg\b|xperia|\bpixel\b|motorola|\bwiko\b|blackberry|\bmobil|móvil|móbil|handy|smart-?phone|smarttele|tablet|t[eé]l[eé]ph|telefo|cellul|celular|puhelim|outlook|yahoo|gmail|\bgmx\b|web\.de|t-online|\be?-?mail\b|windows|proton|\bzoho\b|thunderbird|\bspark\b|\bapp\b|wireless|verizon|t-mobile|\bdevice|gerät|dispositi|appareil|apparaat|enhed|enhet|laite|urządz|zařízení|手机|手機|スマートフォン|아이폰|갤럭시|телефон|смартфон|мобил|мобіл|почт|пошт/iu;
/** "Sent from my ..." needs no name of a device. */
const MINE =
  /\b(?:from my|von meinem|de(?:puis)? mon|desde mi|d[oe] meu|dal mio|vanaf mijn|van mijn|fra min|från min|z mojego|z mého|с моего|з мого)\s/iu;
/** Outlook's advertisement of itself. */
const GET_OUTLOOK = /\boutlook\b.{0,24}\b(?:ios|android)\b/iu;

/** Other programs' advertisements of themselves, which go on behind a comma. */
const ADVERTISED =
  /^(?:sent (?:from|with|via|using) (?:mailspring|superhuman|bluemail|canary mail|airmail|edison mail|newton mail|shortwave|missive|polymail|spike)\b|get (?:bluemail|typeapp|edison mail|spark|airmail) for (?:android|ios|iphone|ipad|mac|windows|desktop)\b)/i;

/** "Sent from my iPhone", "Envoyé à partir de Outlook" and the like: a line that a program wrote below a mail. */
export function isDeviceSignature(line: OutsideText): boolean {
  if (line.length > 3 * MAX_LINE) return false;
  // Programs link their own name.
  const plain = line
    .replace(/<[^<>\s]{0,200}>|\[[^[\]\s]{0,200}\]|\(\s?https?:[^()\s]{0,200}\s?\)|[*_]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  // A sentence goes on behind a comma.
  if (plain === "" || plain.length > MAX_LINE) return false;
  if (ADVERTISED.test(plain)) return true;
  if (/[,;?!]/.test(plain)) return false;
  if (GET_OUTLOOK.test(plain)) return true;
  if (SENT.test(plain)) return DEVICE.test(plain) || MINE.test(plain) || isService(plain);
  return SENT_LAST.test(plain) && DEVICE.test(plain);
}

const isService = (line: string): boolean => /^sent (?:via|with|using) \S/i.test(line);
