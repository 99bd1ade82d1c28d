import { describe, expect, it } from "vitest";
import { isDeviceSignature } from "#modules/inbox/rules/device-signature.ts";
import { ownText } from "#modules/inbox/rules/quote.ts";

const lines = (table: string): string[] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.trim());

/** One a line; `/` is where a program broke it. */
const ATTRIBUTIONS = lines(`
  On Wed, Nov 18, 2026 at 12:00 PM Al Smith <al@x.test> wrote the following:
  Op wo 18 nov 2026 om 12:00 schreef Al Jansen <al@x.test>:
  Op 18 november 2026 12:00 schreef Al Jansen </al@x.test>:
  Op 18-11-2026 12:00 heeft Al Jansen <al@x.test> het volgende geschreven:
  Op wo 18 nov. 2026 12:00 schreef Al Jansen <al@x.test> het volgende:
  ср, 18 лист. 2026 р. о 12:00 Ал Сміт <al@x.test> пише:
  18 листопада 2026 р. о 12:00 <al@x.test> написав:
  18 листопада 2026 р. о 12:00 Ал Сміт/<al@x.test> написала:
  ons. 18. nov. 2026 kl. 12:00 skrev Ola Nordmann <ola@x.test>:
  Den ons. 18. nov. 2026 kl. 12:00 skrev/Ola Nordmann <ola@x.test> følgende:
  Den 18.11.2026 12:00, skrev Ola Nordmann:
  Den ons 18 nov. 2026 kl 12:00 skrev Al Svensson <al@x.test>:
  ke 18. marrask. 2026 klo 12.00 Al Virtanen (al@x.test) kirjoitti:
  pe 20. lokakuuta 2026 klo 17.50 Al Virtanen/<al@x.test> kirjoitti:
  Am Mi., 18. Nov. 2026 um 12:00 Uhr schrieb Al Beispiel <al@x.test>:
  Am 18.11.2026 um 12:00 schrieb Al Beispiel <al@x.test> folgendes:
  Le mer. 18 nov. 2026 à 12:00, Al Dupont <al@x.test> a/écrit :
  - Le 2026-11-18 12:00, Al a écrit :
  El mié, 18 nov 2026 a las 12:00, Al Gómez (<al@x.test>) escribió lo siguiente:
  Em qua., 18 de nov. de 2026 às 12:00, Al Silva <al@x.test> escreveu:
  Il giorno mer 18 nov 2026 alle ore 12:00 Al Rossi/<al@x.test> ha scritto:
  śr., 18 lis 2026 o 12:00 Al Nowak <al@x.test> napisał(a):
  st 18. 11. 2026 v 12:00 odesílatel Al Novák <al@x.test> napsal:
  st 18. 11. 2026 o 12:00 Al Novák <al@x.test> napísal(a):
  Al Kovács <al@x.test> ezt írta (időpont: 2026. nov. 18., Sze, 12:00):
  mie., 18 nov. 2026 la 12:00, Al Pop <al@x.test> a scris:
  Στις Τετ 18 Νοε 2026 στις 12:00, ο χρήστης Al <al@x.test> έγραψε:
  18 Kas 2026 Çar, 12:00 tarihinde Al Yılmaz <al@x.test> şunu yazdı:
  ср, 18 нояб. 2026 г. в 12:00, Ал Иванов <al@x.test>:
  2026年11月18日(水) 12:00 Al <al@x.test>:
  2026년 11월 18일 (수) 오후 12:00, Al <al@x.test>님이 작성:
  Vào Th 4, 18 thg 11, 2026 vào lúc 12:00 Al <al@x.test> đã viết:
  Pada Rab, 18 Nov 2026 pukul 12.00 Al <al@x.test> menulis:
`);

const BLOCKS = lines(`
  Date: Wed, 18 Nov 2026/From: Al <al@x.test>/To: bo@x.test/Subject: Hello
  Sent: Wednesday/From: Al/To: Bo/Subject: Hello
  Subject: Hello/From: al@x.test/To: bo@x.test/Date: Wed, 18 Nov 2026
  Datum: 18.11.2026/Von: Al/An: Bo/Betreff: Hello
  Date : 18/11/2026/De : Al/À : Bo/Objet : Hello
  Message du : 18/11/2026 12:00/De : Al/A : bo@x.test/Sujet : Hello
  Fra: Al/Dato: onsdag/Til: Bo/Emne: Hello
  Lähettäjä: Al/Lähetetty: keskiviikko/Vastaanottaja: Bo/Aihe: Hello
  Від: Al/Надіслано: середа/Кому: Bo/Тема: Hello
  -------- Oprindelig besked --------/Fra: Al
  -------- Alkuperäinen viesti --------/x
  ----- Původní e-mail -----/x
  -----Wiadomość oryginalna-----/x
  -----Al Smith <al@x.test> wrote: -----/To: bo@x.test
  -----"Al Beispiel" <al@x.test> schrieb: -----/An: bo@x.test
  מאת: Al <al@x.test>/נשלח: יום רביעי 18 נובמבר 2026 12:00/אל: Bo/נושא: Hello
  من: Al <al@x.test>/تم الإرسال: الأربعاء 18 نوفمبر 2026 12:00/إلى: Bo/الموضوع: Hello
  Từ: Al <al@x.test>/Đã gửi: 18 tháng 11, 2026 12:00/Đến: Bo/Chủ đề: Hello
  Šalje: Al <al@x.test>/Poslano: 18. studenoga 2026. 12:00/Prima: Bo/Predmet: Hello
  От: Al <al@x.test>/Изпратено: 18 ноември 2026 12:00/До: Bo/Относно: Hello
  -------- Оригінальне повідомлення --------/x
`);

const SIGNATURES = lines(`
  Sent from my iPhone
  Sent from my Wiko RIDGE FAB 4G
  Sent from Outlook for Android
  Sent from Yahoo Mail on Android
  Sent with Proton Mail secure email.
  Sendt fra min iPad
  Sendt fra Outlook til Android
  Skickat från min iPhone
  Skickat från Outlook för iOS
  Lähetetty iPhonesta
  Lähetetty puhelimesta
  Envoyé à partir de Outlook
  Envoyé à partir de Outlook pour Android
  Envoyé depuis mon téléphone
  Envoyé depuis l'application Mail
  Gesendet mit der GMX Mail App
  Von meinem iPhone gesendet
  Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
  Enviado desde mi iPhone
  Enviado desde Outlook
  Enviado do meu iPhone
  Enviado do Yahoo Mail para iPhone
  Inviato da iPhone
  Inviato da Outlook per Android
  Verzonden vanaf mijn iPad
  Verzonden vanuit Outlook
  Verstuurd vanaf mijn Samsung
  Wysłane z iPhone'a
  Wysłano z mojego telefonu
  Odesláno z iPhonu
  Odoslané z mobilu
  Az iPhone-omról küldve
  Elküldve iPhone-ról
  Trimis de pe iPhone
  Отправлено с iPhone
  Надіслано з iPhone
  iPhone'umdan gönderildi
  Στάλθηκε από το iPhone μου
  iPhoneから送信
  发自我的iPhone
  나의 iPhone에서 보냄
  Get Outlook for iOS<https://aka.ms/o0ukef>
  Get BlueMail for Android
  Sent via Superhuman ( https://sprh.mn/?vip=bo@x.test )
  Sent from Mailspring (https://getmailspring.com/), the best free email app for work
  Télécharger Outlook pour Android
  Outlook für iOS beziehen
`);

const SENTENCES = lines(`
  Sent from my desk, is much easier then my mobile phone.
  Sent you the contract yesterday.
  Gesendet habe ich es gestern.
  Enviado ayer por la tarde.
  Inviato ieri il documento.
  We use Outlook for our mail.
  I have sent it from my phone, did you get it?
`);

describe("what a person wrote", () => {
  it("ends above an attribution, in whatever language and wherever it is broken", () => {
    const leaked = ATTRIBUTIONS.filter((line) => {
      const text = `Yes, gladly.\n\n${line.replaceAll("/", "\n")}\n\n> Hello\n`;
      const plain = line.includes("18/11") ? `Yes, gladly.\n\n${line}\n\n> Hello\n` : text;
      return ownText(plain) !== "Yes, gladly.";
    });
    expect(leaked).toEqual([]);
  });

  it("ends above a block of headers, whichever comes first", () => {
    const leaked = BLOCKS.filter((block) => {
      const shown = block.replace(/\/(?=[\p{L}x])/gu, "\n");
      return ownText(`Yes, gladly.\n\n${shown}\n\nHello`) !== "Yes, gladly.";
    });
    expect(leaked).toEqual([]);
  });

  it("is without the line that a device wrote", () => {
    expect(SIGNATURES.filter((line) => ownText(`Yes.\n\n${line}`) !== "Yes.")).toEqual([]);
  });

  it("keeps sentences that only look like that", () => {
    expect(SENTENCES.filter(isDeviceSignature)).toEqual([]);
    for (const text of [
      "Date: Monday\nPlace: Berlin\nShall we?",
      "Our team:\nSales: Al <al@x.test>\nPress: Eve <eve@x.test>\nWhom do you need?",
      "To: do list\nSubject: to change\nok",
      "On Monday 18 November 2026 at 12:00 we met, and this is what I noted:\nall of it.",
      "Please write to bob (bob@x.test) by 12:00 about this:\nthe offer.",
    ])
      expect(ownText(text)).toBe(text);
  });
});
