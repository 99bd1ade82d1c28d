import type { RecipientLanguage } from "#modules/campaigns/rules/template/recipient-language.ts";

/** What the pages of an unsubscribe link say, in the recipient's language. */
export type UnsubscribeTexts = {
  readonly unsubscribe: string;
  readonly question: (sender: string) => string;
  readonly done: string;
  readonly noMore: (sender: string) => string;
  readonly mistake: string;
  readonly undo: string;
  readonly tooLate: string;
  readonly stillOut: (sender: string) => string;
  readonly again: string;
  readonly canWrite: (sender: string) => string;
  readonly failed: string;
  readonly later: string;
  /** Who wrote, where the workspace has no name any more. */
  readonly thisSender: string;
};

export const UNSUBSCRIBE_TEXTS: Readonly<Record<RecipientLanguage, UnsubscribeTexts>> = {
  en: {
    unsubscribe: "Unsubscribe",
    question: (sender) => `Do you want to unsubscribe from emails from ${sender}?`,
    done: "You are unsubscribed",
    noMore: (sender) => `${sender} will not send you any more emails. You can close this page.`,
    mistake: "Was this a mistake? You can undo it within ten minutes.",
    undo: "Undo",
    tooLate: "This can no longer be undone",
    stillOut: (sender) =>
      `You are still unsubscribed. If you want emails again, contact ${sender}.`,
    again: "You are subscribed again",
    canWrite: (sender) => `${sender} can send you emails again.`,
    failed: "Something went wrong",
    later: "Please open the link again in a minute.",
    thisSender: "this sender",
  },
  de: {
    unsubscribe: "Abmelden",
    question: (sender) => `Möchten Sie keine E-Mails mehr von ${sender} erhalten?`,
    done: "Sie sind abgemeldet",
    noMore: (sender) =>
      `${sender} schickt Ihnen keine E-Mails mehr. Sie können diese Seite schließen.`,
    mistake: "War das ein Versehen? Zehn Minuten lang können Sie es rückgängig machen.",
    undo: "Rückgängig machen",
    tooLate: "Das lässt sich nicht mehr rückgängig machen",
    stillOut: (sender) =>
      `Sie sind weiterhin abgemeldet. Wenn Sie wieder E-Mails möchten, wenden Sie sich an ${sender}.`,
    again: "Sie sind wieder angemeldet",
    canWrite: (sender) => `${sender} kann Ihnen wieder E-Mails schicken.`,
    failed: "Etwas ist schiefgegangen",
    later: "Bitte öffnen Sie den Link in einer Minute noch einmal.",
    thisSender: "diesem Absender",
  },
  fr: {
    unsubscribe: "Se désabonner",
    question: (sender) => `Souhaitez-vous ne plus recevoir d'e-mails de ${sender} ?`,
    done: "Vous êtes désabonné",
    noMore: (sender) =>
      `Vous ne recevrez plus d'e-mails de ${sender}. Vous pouvez fermer cette page.`,
    mistake: "C'était une erreur ? Vous pouvez l'annuler pendant dix minutes.",
    undo: "Annuler",
    tooLate: "Il n'est plus possible d'annuler",
    stillOut: (sender) =>
      `Vous êtes toujours désabonné. Pour recevoir à nouveau des e-mails, contactez ${sender}.`,
    again: "Vous êtes à nouveau abonné",
    canWrite: (sender) => `Vous pouvez à nouveau recevoir des e-mails de ${sender}.`,
    failed: "Une erreur est survenue",
    later: "Veuillez rouvrir le lien dans une minute.",
    thisSender: "cet expéditeur",
  },
  es: {
    unsubscribe: "Darse de baja",
    question: (sender) => `¿Quiere dejar de recibir correos de ${sender}?`,
    done: "Se ha dado de baja",
    noMore: (sender) => `Ya no recibirá correos de ${sender}. Puede cerrar esta página.`,
    mistake: "¿Ha sido un error? Puede deshacerlo durante diez minutos.",
    undo: "Deshacer",
    tooLate: "Ya no se puede deshacer",
    stillOut: (sender) =>
      `Sigue dado de baja. Si quiere volver a recibir correos, póngase en contacto con ${sender}.`,
    again: "Vuelve a estar suscrito",
    canWrite: (sender) => `Puede volver a recibir correos de ${sender}.`,
    failed: "Algo ha fallado",
    later: "Vuelva a abrir el enlace dentro de un minuto.",
    thisSender: "este remitente",
  },
  pt: {
    unsubscribe: "Cancelar inscrição",
    question: (sender) => `Deseja deixar de receber e-mails de ${sender}?`,
    done: "A sua inscrição foi cancelada",
    noMore: (sender) => `Não receberá mais e-mails de ${sender}. Pode fechar esta página.`,
    mistake: "Foi um engano? Pode desfazer durante dez minutos.",
    undo: "Desfazer",
    tooLate: "Já não é possível desfazer",
    stillOut: (sender) =>
      `A sua inscrição continua cancelada. Para voltar a receber e-mails, contacte ${sender}.`,
    again: "A sua inscrição está ativa de novo",
    canWrite: (sender) => `Pode voltar a receber e-mails de ${sender}.`,
    failed: "Algo correu mal",
    later: "Abra o link de novo dentro de um minuto.",
    thisSender: "este remetente",
  },
  it: {
    unsubscribe: "Annulla l'iscrizione",
    question: (sender) => `Vuole smettere di ricevere e-mail da ${sender}?`,
    done: "L'iscrizione è annullata",
    noMore: (sender) => `Non riceverà più e-mail da ${sender}. Può chiudere questa pagina.`,
    mistake: "È stato un errore? Può tornare indietro entro dieci minuti.",
    undo: "Torna indietro",
    tooLate: "Non è più possibile tornare indietro",
    stillOut: (sender) =>
      `L'iscrizione resta annullata. Per ricevere di nuovo e-mail, contatti ${sender}.`,
    again: "L'iscrizione è di nuovo attiva",
    canWrite: (sender) => `Può ricevere di nuovo e-mail da ${sender}.`,
    failed: "Qualcosa è andato storto",
    later: "Riapra il link tra un minuto.",
    thisSender: "questo mittente",
  },
  nl: {
    unsubscribe: "Afmelden",
    question: (sender) => `Wilt u geen e-mails meer ontvangen van ${sender}?`,
    done: "U bent afgemeld",
    noMore: (sender) => `U ontvangt geen e-mails meer van ${sender}. U kunt deze pagina sluiten.`,
    mistake: "Was dit een vergissing? U kunt het tien minuten lang ongedaan maken.",
    undo: "Ongedaan maken",
    tooLate: "Dit kan niet meer ongedaan worden gemaakt",
    stillOut: (sender) =>
      `U bent nog steeds afgemeld. Neem contact op met ${sender} als u weer e-mails wilt.`,
    again: "U bent weer aangemeld",
    canWrite: (sender) => `U kunt weer e-mails ontvangen van ${sender}.`,
    failed: "Er is iets misgegaan",
    later: "Open de link over een minuut opnieuw.",
    thisSender: "deze afzender",
  },
};
