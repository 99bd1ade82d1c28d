import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";

/** Italian. How a phrase is written is explained in the guide about replies. */
export const italianReplies: Language = {
  code: "it",
  common:
    "il lo la i gli le di che e in un una è per con non si suo sua mi ci mio mia al del della dei come più ma questo questa io lei voi molto senza già sono ho abbiamo favore grazie vostra vostro",
  lists: {
    mine: "mi|ci|<email>|(il|la|i|l'|le|lo)? (mio|mia|miei|mie|nostro|nostra|nostri|nostre|questo|questa|quest') (indirizzo|indirizzi|mail|e-mail|email|dati|nome|nominativo|contatto|contatti|recapito|recapiti|account|numero|azienda|dominio|iscrizione|informazioni|casella) (personali|di posta|elettronica|email|mail|e-mail)?",
    list: "lista|liste|mailing|mailing list|database|elenco|elenchi|archivio|archivi|newsletter|sistema|rubrica|contatti|crm|invii|mailing-list|indirizzario|registro|registri|banca dati|banche dati|anagrafica|anagrafiche",
    mail: "mail|e-mail|email|messaggi|messaggio|comunicazioni|comunicazione|newsletter|pubblicità|spam|posta|pubblicitarie|promozioni|offerte|contatti|contatto",
    day: "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|domani|oggi|dopodomani",
    month:
      "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
    later:
      "{month}|primavera|estate|autunno|inverno|trimestre|semestre|anno|mesi|mese|settimane|natale|pasqua|feste|ferie|2026|2027|2028|2029|2030|q1|q2|q3|q4|<date>|avanti|anni",
    meet: "chiamata|call|riunione|incontro|demo|dimostrazione|videochiamata|appuntamento|telefonata|chiacchierata|colloquio|teams|zoom|meet|caffè|presentazione|videocall|meeting|confronto",
    info: "informazioni|info|dettagli|preventivo|proposta|offerta|brochure|materiale|prezzi|prezzo|listino|catalogo|link|esempi|esempio|presentazione|più|dati|quotazione|referenze|documentazione|scheda|opuscolo|tariffe|video",
    colleague:
      "collega|colleghi|capo|responsabile|direttore|direttrice|reparto|ufficio|team|titolare|it|ced|acquisti|socio|socia|marketing|amministrazione|risorse|hr|sig|dott|dottor|dottoressa|signor|signora|ing|sistemi|referente|segreteria|commerciale",
  },
  courtesies:
    "buongiorno buonasera buon salve ciao gentile gentili egregio egregia spettabile spett signor signora sig dott dottor grazie mille molte per favore cortesia piacere vi ti la le prego cordiali saluti saluto distinti anticipatamente anticipo in del della dell' il vostro suo sua tua tuo messaggio mail email contatto interesse interessamento ok allora e ma però scusi scusate mi dispiace subito immediatamente ora adesso già giornata cortesemente gentilmente",
  negations: "non no mai né nessun nessuna nessuno niente nulla senza neanche nemmeno",
  negatesBehind: false,
  conditions: "se qualora quando finché prima salvo purché eccetto",
  softeners: `
    (il prima possibile|quanto prima|prima possibile)
    (se (possibile|può|potete|possono|puoi|non le dispiace|non vi dispiace|fosse possibile)|se non è un problema)
    (nessun problema|senza problemi|perché no|non esiti|non esitate|non solo|non c'è problema)
    (mai|non) (mi)? (ho|abbiamo|sono) ~4 (chiesto|richiesto|autorizzato|dato|iscritto|iscritta|acconsentito|sottoscritto)
    non (ho|abbiamo) mai ~4
    senza ~1 (consenso|autorizzazione|permesso)`,
  joints: "e ed ma perché però che chi quando quindi oppure tuttavia mentre siccome poiché",
  contrasts: "ma però tuttavia",
  stays: `
    non (mi|ci) (chiami|chiamate|telefoni) (mi|ci)? (scriva|scrivete|mandi|invii|preferisco)
    (vogliamo|voglio|vorremmo|vorrei|dobbiamo|intendiamo) smettere di (inviare|mandare|scrivere|spedire|usare|fare)
    non (smetta|smettete|smetti) di ~1
    in pace (fino|finché) ~2
    non (mi|ci) (tolga|tolgano|tolga|cancelli|cancellino|rimuova|rimuovano|elimini|disiscriva) ~1
    non (cancellatemi|toglietemi|rimuovetemi|eliminatemi|disiscrivetemi|cancellarmi|togliermi|disiscrivermi)
    (tenetemi|mi tenga|mantenetemi|lasciatemi|restare|continuate) ~2 (lista|aggiornato|informato|mandarmi|inviarmi)
    (nuovo|altro|nuova|altra|corretto|corretta) (indirizzo|mail|email|casella)
    (scriva|scrivete|usi|usate|utilizzi) ~2 <email>
    mi chiami piuttosto`,
  closings: `
    ^ (cordiali|distinti|i migliori|migliori|tanti|cari|un cordiale|con i migliori)? (saluti|saluto) ~1 $
    ^ (cordialmente|cordialità|buona giornata|buona serata|buon lavoro|a presto|in fede)
    ^ (grazie|grazie mille|molte grazie|grazie in anticipo) $
    ^ resto (a disposizione|in attesa)`,
  disclaimers: `
    (questo|questa|il presente|la presente|le informazioni|il contenuto di) ~2 (messaggio|e-mail|email|mail|comunicazione|contenute|questa) ~6 (riservato|riservate|riservata|confidenziale|confidenziali|destinato|destinatario|contiene|contenere|rivolto|e i suoi|ed eventuali|è da|uso esclusivo)
    (riservatezza|avviso|nota di riservatezza|privacy|informativa) (questo|di|le|ai|il|privacy|avviso|sulla)
    (se|per) (non|avete|ha|ricevuto|cancellarsi|annullare|disiscriversi|qualora) ~6 (destinatario|desidera|vuole|errore|clicca|clicchi|ricevere|risponda|iscrizione|rispondi)
    (ha ricevuto|ricevi|riceve|hai ricevuto) questa
    (annulla|cancella|gestisci) (iscrizione|l'iscrizione|preferenze) ~1 (<url>|qui|gestisci)
    (prima di stampare|rispetta l'ambiente|pensa all'ambiente)`,
  firstPerson: "io me mi noi ci mio mia vorrei voglio miei nostri",
  misspelt:
    "disiscrivere disiscrivetemi disiscrizione cancellazione interessato interessata interessante cancellare rimuovere",
  phrases: {
    do_not_contact: {
      whole: `
        (stop|basta|cancellami|cancellatemi|cancellarmi|cancella|cancellare|cancellazione|rimuovimi|rimuovetemi|rimuovere|disiscrivimi|disiscrivetemi|disiscrivermi|disiscrivere|disiscrizione|toglimi|toglietemi|togliermi|eliminami|eliminatemi|eliminare|unsubscribe|disiscriviti|annulla iscrizione|disdetta|disdire|smettetela|fermatevi)
        (mi|chiedo|richiedo|voglio|vorrei|desidero) (cancelli|cancellino|rimuova|rimuovano|disiscriva|disiscrivo|tolga|tolgano|la cancellazione|la disiscrizione|cancellarmi|disiscrivermi|essere cancellato|essere rimosso|essere cancellata)
        (basta|niente|no|nessuna|mai) (più|altre)? ({mail})?
        (non) (mi)? (scrivete|scriva|contattate|contatti|contattatemi|scrivetemi|disturbate|disturbi|disturbatemi|inviate|inviatemi|mandate) (più)?
        (bloccato|bloccati)
        segnalato come spam`,
      clear: `
        (cancell*mi|rimuov*mi|tolg*mi|elimin*mi|disiscriv*mi|toglietemi|togliermi|toglimi|levatemi|depennatemi|escludetemi|disiscrivetemi|cancellateci|rimuoveteci|toglieteci|toglierci|cancellarci|eliminateci|rimuoverci|togliete|depennarmi|escludermi|levarmi) ~5
        (cancelli|cancellate|cancellare|cancellino|cancella|rimuova|rimuovete|rimuovere|rimuovano|rimuovi|tolga|togliete|togliere|tolgano|togli|elimini|eliminate|eliminare|eliminino|elimina|depennate|depennare|levate|escludete|escludere) (subito|immediatamente|tutti|per favore|quindi|cortesemente)? {mine} ~4
        (mi|ci) (cancelli|cancellino|rimuova|rimuovano|tolga|tolgano|elimini|eliminino|disiscriva|disiscrivano|escluda|depenni|cancelliate|rimuoviate|togliate) ~4
        (vorrei|voglio|desidero|chiedo|chiediamo|richiedo|richiediamo|vogliamo|pretendo|esigo|vi prego di|la prego di|prego di|vi chiedo di) ~2 (essere|la|di|che|cancellarmi|disiscrivermi|cancellare|rimuovere|togliere|eliminare|la mia|uscire) ~2 (cancellato|cancellata|rimosso|rimossa|tolto|eliminato|disiscritto|cancellazione|rimozione|disiscrizione|cancelliate|rimuoviate|eliminazione|cancellarmi|disiscrivermi|indirizzo|nominativo|dati|lista|mailing) ~4
        (chiedo|chiediamo|richiedo|richiediamo|pretendo|esigo|esercito|esercitare) ~3 (cancellazione|rimozione|eliminazione|disiscrizione|cancelliate|rimuoviate|eliminiate|oblio) ~6
        ! come (mi|posso|faccio|si fa) ~2 (disiscrivo|cancello|disiscrivermi|cancellarmi|disiscriversi|togliermi|annullare|disdire|disiscrivere) ~4
        (mi sono|sono) già (disiscritto|disiscritta|cancellato|cancellata) ~2
        (mi sono) ~1 (disiscritto|disiscritta|cancellato) ~2
        non (mi|ci) (contatti|contattate|contattino|scriva|scrivete|scrivano|invii|inviate|mandi|mandate|disturbi|disturbate|chiami|chiamate|importunate|cerchi|cercate|scrivi|contattare|scrivere|inviare|mandare|disturbare|telefoni|telefonate) (più|ulteriormente|di nuovo|nuovamente|mai più|altro|altre|ancora) ~2
        non (contattatemi|scrivetemi|inviatemi|mandatemi|disturbatemi|chiamatemi|contattateci|scriveteci|inviateci|mandateci|contattarmi|scrivermi|inviarmi|mandarmi|disturbarmi|contattarci|scriverci|importunatemi|inviate|mandate|contattate|scrivete) (più|ulteriormente|mai più|altre|altro|di nuovo|nuovamente|niente) ~2
        non (voglio|vogliamo|desidero|desideriamo|vorrei|intendo|intendiamo|autorizzo|gradisco|gradiamo) (più)? ~1 ricevere ~1 (più|altre|altri|ulteriori|vostre|mail|email|e-mail|comunicazioni|le vostre|le|queste|pubblicità|nulla|nessuna|spam|messaggi|newsletter) ~3
        non (voglio|vogliamo|desidero|desideriamo|vorrei|intendo) (più)? (essere|che mi|che ci) ~1 (contattato|contattata|disturbato|disturbata|scriviate|contattati|contattiate|importunato|mandiate|inviate) ~2
        non (voglio|vogliamo|desidero) (più)? (vostre|le vostre|altre vostre) {mail}
        (provato|cercato) a (cancellare|rimuovere|togliere) {mine} ~4
        (smettetela|smettila|smetta|smettete|smetti|smettere|finitela|cessate|cessi|la smetta|piantatela) (immediatamente|subito)? (di|con) ~1 (scrivermi|mandarmi|inviarmi|contattarmi|scriverci|mandarci|inviarci|disturbarmi|disturbare|importunarmi|mandare|inviare|scrivere|spam|mail|queste|le|tormentarmi|contattarci|spammare|rompere|chiamarmi) ~3
        (^|per favore) (basta|niente) ~1 {mail} ~1 ($|grazie|per favore)
        (mi oppongo|ci opponiamo|revoco|ritiro il mio consenso|diritto all'oblio|diritto di opposizione|diritto alla cancellazione) ~6
        (lasciatemi|lasciateci|mi lasci|lasciami) (in pace|stare|perdere)
        (vi ho|la ho|ho|blocco|bloccherò|bloccato) ~1 (bloccato|bloccati|bloccata|il vostro|questo|vostro) ~1
        (segnalato|segnalo|segnalati|contrassegnato|marcato|marcata) ~2 come spam`,
    },
    hostile: {
      whole: `
        (vaffanculo|truffatori|truffatore|idioti|idiota|ladri|imbecilli|imbecille|cretini|stronzi|stronzo|merda|spammer|vergognatevi|deficienti|pagliacci)
        <insult>`,
      clear: `
        (vaffanculo|affanculo|fanculo|andate a fanculo|vai a fanculo|vada a fanculo|fottetevi|fottiti)
        (andate|vai|vada|andatevene|vattene) ~1 (a quel paese|al diavolo|all'inferno|a cagare|a farvi fottere|a farti fottere|fuori dalle palle|a farvi benedire)
        (siete|sei|è|massa di|branco di|brutti|maledetti|dei|degli|pezzi di|razza di|banda di|siete solo) (dei|degli|un|una|solo|tutti|proprio|veri)? (dei)? (truffatori|truffatore|idioti|idiota|ladri|ladro|imbecilli|imbecille|cretini|cretino|stronzi|stronzo|delinquenti|parassiti|deficienti|bugiardi|spammer|farabutti|merda|pagliacci|incapaci|cialtroni|disonesti|buffoni|scocciatori)
        (rotto|rompere|rompendo|rompete|rotti) ~1 (i coglioni|le palle|le scatole|il cazzo|i maroni)
        (denuncio|denuncerò|denunciarvi|denunciare|denuncia|querela|querelo|querelerò|segnalo|segnalerò|segnalarvi|segnalazione|segnaliamo|reclamo|esposto) ~4 (garante|polizia|postale|autorità|guardia|procura|carabinieri|agcom|codacons)
        (vi|la|ti) (denuncio|denuncerò|denunciamo|querelo|cito|querelerò)
        (rivolgo|rivolgerò|rivolgermi|rivolgeremo|contatto|contatterò|passo|parlerò|incarico|incaricato|girerò|trasmetto|affido|affiderò|sentirà|sentirete) ~4 (avvocato|avvocati|legale|legali)
        (mio|nostro|miei|nostri) (avvocato|avvocati|legale|legali|ufficio legale)
        (azioni|azione|vie|adire|provvedimenti|misure) ~1 (legali|legale|giudiziarie|giudiziaria)
        (diffido|diffidiamo|diffida) ~3
        (questo è|è|si tratta di|sono) ~1 (stalking|molestia|molestie|illegale|reato|un reato)
        (violate|violando|violazione del|state violando|in violazione) ~3 (gdpr|legge|privacy|normativa)
        (vergognatevi|vergogna|si vergogni)`,
    },
    interested: {
      whole: `
        (sì|si|certo|certamente|volentieri|mi interessa|ci interessa|interessato|interessata|perché no|con piacere|ok mandi|va bene|perfetto|assolutamente|molto volentieri|interessante|molto interessante|sono interessato|d' accordo|<yes>) (volentieri|grazie|certo|mandi pure|mi interessa|con piacere|mandi|mandate|interessato|molto volentieri|pure)?`,
      clear: `
        (mi|ci) (ha|hanno|avete) (incuriosito|incuriosita|incuriositi|convinto|conquistato)
        (mi|ci) (interessa|interesserebbe|interessano|interesserebbero|incuriosisce|piacerebbe|piace|attira) ~1 (molto|moltissimo|sapere|conoscere|vedere|ricevere|provare|approfondire|avere|capire|che|la|il|lo|questa|$|saperne|davvero|tanto|valutare)
        (mi|ci) (interessa|interesserebbe|interessano) 
        (sono|siamo|sarei|saremmo) ~1 (interessato|interessata|interessati|interessate|curioso|curiosa)
        (sembra|pare|mi sembra|suona|è|appare|trovo) (molto|davvero|decisamente)? (interessante|promettente|utile|valido|ottimo|interessanti)
        (può|potrebbe|potete|potreste|puoi|potresti|mi può|mi potrebbe|ci può) (gentilmente|cortesemente|per favore)? (inviarmi|mandarmi|girarmi|inviarci|mandarci|farmi|dirmi|aiutarci|aiutarmi|spiegarmi|inviare|mandare|fornirmi|raccontarmi|farci|darmi|aiutare) ~4
        (mi|ci) (mandi|mandate|invii|inviate|giri|faccia|dica|racconti|spieghi|mandi pure) ~4 ({info}|avere|di più)
        (mandatemi|inviatemi|mandateci|inviateci|mandami|inviami|fatemi|ditemi|inviami pure) ~4 ({info}|avere|sapere)
        (mandi|invii|mandate|inviate|manda) (pure|mi)? ~3 {info}
        (vorrei|vorremmo|desidero|desidererei|gradirei|voglio|piacerebbe) ~2 (saperne|sapere|conoscere|vedere|ricevere|approfondire|provare|avere|capire|valutare|testare) ~1
        (saperne|sapere|dirmi|dica|dimmi|capirne) (di)? più
        (maggiori|ulteriori|più) (informazioni|dettagli|info) ($|su|grazie|in|riguardo|al)
        ^ (sì|certo|volentieri|certamente|perfetto) (mi|ci|grazie|volentieri|mandi|mandate|invii|pure|certo|con|vorrei|sono|siamo|può|interessa|molto)
        ma ~4 sì $
        (esattamente|proprio|giusto) ~1 (quello che|ciò che|quello di cui|cosa)
        (stiamo|sto|stavamo) (cercando|valutando) ~2
        (ottimo|buon|perfetto) (momento|tempismo|timing)
        (quali|qual) (sono|è|sarebbero) (i|il) (prossimi|prossimo|passi) (passi|passo)?
        (stiamo|sto) (valutando|confrontando|esaminando) ~3
        (mi|ci) (è piaciuta|è piaciuto|sembra|piace) ~2 (interessante|molto|bene|l'idea|la vostra|il vostro|$)`,
      hint: `
        ^ (certo|volentieri)
        ^ sì $
        <yes>
        (potrebbe) (essere|interessarci|interessarmi) ~1 (interessante|utile)?
        (tenetemi|mi tenga|teneteci) ~1 (aggiornato|informato|aggiornati)`,
    },
    meeting_request: {
      whole: `
        (mi chiami|chiamami|mi chiami pure|chiamatemi|mi telefoni|mi richiami)
        <calendar>`,
      clear: `
        (mi|ci) (chiami|chiamate|telefoni|richiami|chiama|contatti|può chiamare|trova) ~5 ({day}|<time>|<phone>|al|domani|nel pomeriggio|in mattinata|quando|dopo le|alle|verso)
        (chiamami|chiamatemi|chiamarmi|telefonarmi|richiamarmi) ~4 ({day}|<time>|<phone>|al|domani|quando|alle|pure|verso)
        (possiamo|potremmo|può|potrebbe|potete|potreste|vogliamo|vorrei|vorremmo|piacerebbe|propongo|proponiamo|fissare|fissiamo|organizzare|organizziamo|programmare|fare|facciamo|concordare|concordiamo|pianificare|disponibile|disponibili|avere|sentirci|sentiamoci|prenotare|disposto|disponibilità per|se vuole|mi va|ok per|volentieri|pronto|pronti|vediamoci|combinare|combiniamo|incontriamoci|aggiorniamoci) ~3 (sentirci|sentire|parlare|parlarne|vederci|incontrarci|chiamata|call|riunione|incontro|demo|dimostrazione|videochiamata|appuntamento|telefonata|chiacchierata|presentazione|caffè|videocall|meeting|vederla|teams|zoom|confrontarci)
        {meet} ~3 ({day}|<time>|prossima settimana|questa settimana|con lei|con voi|insieme|domani|telefonico)
        (quando|quali|che|qual|quale) ~1 (disponibilità|giorno|giorni|ora|ore|orario|orari|può|possiamo|potrebbe|sarebbe|è|avete|ha|date|avrebbe|le va|siete) ~4 (ha|avete|disponibile|disponibili|disponibilità|preferisce|sentirci|vederci|libero|liberi|comodo|parlarne|parlare|va bene|vostra|sua|chiamarla|avrebbe|potremmo|possiamo)
        (sono|sarò|siamo|saremo) ~1 (disponibile|disponibili|libero|libera|liberi|in ufficio|in sede) ~4 ({day}|<time>|settimana|domani|nel|dalle|dopo|la|tra)
        ({day}|<time>|prossima settimana|settimana prossima) ~3 (va bene|andrebbe bene|le va bene|per me va|mi va bene|sarebbe|ok|perfetto|posso|potrei|sarei|funziona|le andrebbe|vi va bene)
        (le|ti|vi) (va|andrebbe) (bene)? ~2 ({day}|<time>|settimana|domani)
        (passi|passate|passa|venga|venite|vieni|venire|passare) (pure|a)? ~2 (trovarci|trovarmi|in ufficio|da noi|in sede|a trovarci|nei nostri|dal nostro|quando) ~3
        (sentiamoci|vediamoci|risentiamoci|ci sentiamo|ci vediamo|parliamone|incontriamoci) ~2 ({day}|settimana|domani|<time>|per telefono|quando)
        {day} ~2 (alle|verso le|dalle|per le) ~1
        (mio|agenda|calendario|prenotare|qui|link|appuntamento) ~5 <calendar>
        (mio|cellulare|telefono|numero|tel) ~3 <phone>
        (vedere|una|la) (demo|dimostrazione) ~1
        (possiamo|potremmo|può|riusciamo a) (parlare|fare|vederci|sentirci|fissare|parlarne) ~2 ({day}|<time>|domani|$)
        {day} alle <number>`,
      hint: `
        <calendar>`,
    },
    question: {
      clear: `
        ^ (quanto|quanti|come|qual|quale|quali|chi|dove|da dove|perché|avete|ha|siete|potete|può|si integra|si può|è possibile|c'è|ci sono|funziona|offrite|fate|lavorate|da quanto|a cosa|in che|include|esiste|cosa|che cosa|il vostro)
        (una|alcune|qualche|ho una|ho|un paio di) (domanda|domande|dubbio|dubbi|curiosità)
        (mi chiedo|vorrei sapere|vorrei capire|volevo sapere|sapere) (se|come|cosa|quanto|quale|dove|perché)`,
    },
    referral: {
      clear: `
        (contatti|contattate|contattare|contatta|si rivolga|rivolgersi|rivolgetevi|rivolgiti|scriva|scrivete|scrivere|parli|parlate|parlare|sentite|senta|chiami|chieda|chiedete|si metta in contatto) (pure|direttamente|per favore)? ~2 (a|al|alla|il|la|con|mio|mia|nostro|nostra|l'|<name>|<email>|dott|sig|ing) ~3
        (deve|dovrebbe|dovete|dovreste|può|meglio|consiglio|suggerisco|conviene) ~2 (parlare|contattare|rivolgersi|scrivere|rivolgervi|sentire|parlarne) ~2 (con|a|al|alla|il|la) ~3
        (persona|contatto|referente|interlocutore|interlocutrice) (giusta|giusto|corretta|corretto|adatta|adatto|competente|di riferimento|più adatta|responsabile|che se) ~1 (è|sarebbe|per|da) ~4
        (ho girato|giro|girerò|inoltro|inoltrerò|ho inoltrato|inoltrato|passo|passerò|ho passato|trasmetto|trasmesso|girata|inoltrata|inoltriamo|giriamo|inoltrare|girare) ~4 (a|al|alla|all'|ai|alle|agli) ~3
        (metto|mettendo|aggiungo|ho messo|inserisco) ~2 (in copia|in cc) ~3
        in (copia|cc) ~3
        (se ne occupa|ne è responsabile|se ne occupano|decide|gestisce tutto) ~4
        (responsabile|referente|collega|persona|contattare|direttore|acquisti|ufficio|reparto|rivolgersi) ~6 <email>`,
    },
    not_now: {
      whole: `
        (al momento no|per ora no|adesso no|ora no|in questo momento no|non ora|non adesso|non ancora|più avanti|magari più avanti|non per ora|non al momento|più tardi|attualmente no|troppo presto)`,
      clear: `
        (al momento|per ora|adesso|in questo momento|attualmente|ora|ancora|quest' anno|per il momento|questo trimestre|al presente) ~2 (non|no|nessun) ~1 ($|possiamo|posso|è|abbiamo|siamo|ci|vogliamo|c'è|forse|magari|ma|serve|riusciamo|necessitiamo|budget|grazie|mi)
        non ~4 (al momento|per ora|adesso|in questo momento|attualmente|quest' anno|per il momento|questo trimestre|ancora|nell'immediato) ~1
        non è ~2 (momento|periodo|buon momento|momento giusto|periodo giusto|momento migliore)
        (brutto|pessimo|cattivo|momento) (momento|periodo|sbagliato)
        (mi|ci) (ricontatti|ricontattate|richiami|riscriva|risenta|contatti|scriva|ricontatterà|richiamate|faccia sapere|ricordi) ~5 (a|in|dopo|da|tra|fra|nel|nella|l'|il|per|verso|dal|dopo il|più|ad|con) ~3 ({later}|prossimo|qualche|avanti|prossima)
        (ricontattatemi|ricontattarmi|ricontattaci|risentiamoci|riaggiorniamoci|risentirci|riparliamone|riparlarne|risentire|ne riparliamo|sentiamoci|riprovi|riprovate|richiamatemi|ci risentiamo|riprendiamo|riprendere|ricontattateci|ci aggiorniamo|aggiorniamoci) ~5 (a|in|dopo|da|tra|fra|nel|nella|l'|il|per|verso|dal|più|ad|con) ~3 ({later}|prossimo|qualche|avanti|prossima)
        (anno|trimestre|mese|semestre) (prossimo|nuovo|venturo|che viene)
        (prossimo|nuovo) (anno|trimestre|semestre)
        (forse|magari|eventualmente|chissà|probabilmente) ~3 (più avanti|anno|prossimo|in {month}|a {month}|in futuro|dopo|in un altro momento|più in là|fra qualche|tra qualche)
        (tra|fra|entro) (qualche|un|due|tre|quattro|sei|alcuni|alcune|2|3|4|6) (mesi|settimane|anni|anno|mese|paio)
        (non|senza|nessun) ~3 budget ~2 (quest'|fino|ora|al momento|per quest'|attualmente)
        quest' anno ~3 (non|nessun) ~2 budget
        budget ~3 (chiuso|esaurito|congelato|allocato|bloccato|finito|già)
        (abbiamo|ho) (appena|da poco) (rinnovato|firmato|acquistato|implementato|cambiato|chiuso|adottato|sottoscritto|comprato) ~3
        (troppo presto|un po' presto|molto impegnati|molto impegnato|molto occupati|presissimi|sommersi|oberati|sotto chiusura|in un periodo)
        (contratto|impegno|vincolati) ~4 (fino|scade|scadenza|firmato)
        (più avanti|più in là|in un altro momento|in futuro|in un secondo momento) ~1
        (per|alla) (la)? prossima (volta|occasione)`,
      hint: `
        (al momento|per ora|in questo momento|attualmente|per il momento)`,
    },
    not_interested: {
      whole: `
        (no|no grazie|non interessa|non mi interessa|non ci interessa|nessun interesse|passo|non interessato|non siamo interessati|non sono interessato|<no>) (grazie|mi dispiace)?
        grazie (ma)? no`,
      clear: `
        ^ no (grazie|non|mi|ci|la)
        non (mi|ci|le|vi) ~1 (interessa|interessano|interesserebbe|serve|servono|occorre|convince|convincono)
        non (sono|siamo|saremmo|sarei) ~2 (interessato|interessata|interessati|interessate|alla ricerca|in cerca)
        non ~1 (abbiamo|ho|c'è|vedo|vediamo) ~1 (bisogno|necessità|interesse|esigenza|esigenze|l'esigenza|alcun|alcuna|nessun) ~1
        (non ne) (abbiamo|ho) ~1 bisogno
        non (fa|è|rientra|rientrano) ~2 (per noi|per me|al caso nostro|caso nostro|di nostro interesse|di interesse|rilevante|nei nostri|una priorità|adatto|adatta|quello che|ciò che|prioritario|nelle nostre) ~1
        (abbiamo|ho|lavoriamo|usiamo|utilizziamo|collaboriamo|disponiamo|siamo) già ~3
        già ~1 (fornitore|soluzione|coperti|serviti|seguiti|forniti|attrezzati|strutturati|un partner|chi|qualcuno)
        (siamo|sono|ci troviamo|mi trovo) ~2 (soddisfatti|soddisfatto|contenti|contento|a posto|bene così|coperti|bene)
        (soddisfatti|contenti|soddisfatto|contento) (di|del|della|dei|con) ~3
        (lo|tutto|gestiamo|facciamo|ce ne occupiamo) ~3 (internamente|al nostro interno|noi|in casa|da soli)
        (decliniamo|declino|rinuncio|rinunciamo|rifiuto|decliniamo|scartiamo|declinare) ~1
        (se|qualora|nel caso|in caso) ~6 (contatteremo|contatterò|faremo sapere|farò sapere|sentiremo|ricontatteremo|ricontatterò|sentirò|faremo vivi)
        (perda|perdere|perdete|perdi) ~1 tempo
        (troppo|molto) (caro|costoso|cara|piccoli|piccola|grandi|elevato|oneroso)
        non (abbiamo|c'è|ho) budget (per|$)
        (abbiamo|ho) già (provato|testato) ~4
        (devo|dobbiamo) dire di no
        non (sarà|è) possibile`,
      hint: `
        (non|nessun|senza) ~1 budget
        (tengo|teniamo|conservo|conserviamo|terremo|terrò) ~2 (contatto|presente|contatti|mail|considerazione)`,
    },
    wrong_person: {
      whole: `
        (persona|indirizzo|destinatario|numero|contatto) (sbagliata|sbagliato|errata|errato)`,
      clear: `
        (ha|avete|hai|avrà|credo abbia|penso abbia|deve aver) ~1 sbagliato ~3 (persona|indirizzo|destinatario|numero|interlocutore|contatto|azienda|$)
        (si sta|vi state|si è) (sbagliando|confondendo|sbagliato|confuso) ~3
        (persona|indirizzo|destinatario|ufficio|contatto|azienda|interlocutore) (sbagliata|sbagliato|errata|errato)
        non (sono|sarei|è) ~1 (io|la|il|più) ~1 (persona|responsabile|referente|giusta|adatta|contatto|decisore|che|interlocutore|a|io)?
        non (me ne|ne|mi) ~1 (occupo|occupa|sono occupato|compete|riguarda) ~2
        non (gestisco|decido|tratto|seguo|lavoro su|lavoro in|ho voce) ~4
        non è ~1 (mia|di mia|il mio|la mia|nel mio|nella mia|di mio) ~1 (competenza|area|settore|ufficio|responsabilità|ambito|ruolo)?
        (niente a che|nulla a che) (fare|vedere) ~2`,
    },
    left_company: {
      clear: `
        (non|che non) (lavoro|lavora|faccio|fa|opera|collaboro|collabora|sono|è) ~1 più ~1 (in|qui|per|parte|con|presso|da|nella|dipendente|alle|alla|presente|operativo) ~3
        (ha|ho|aveva) (lasciato|abbandonato) (l'|la|il|lo|<name>|il mio|il suo|questa|nostra) ~3 (azienda|società|ditta|posto|ruolo|studio|impresa|incarico|gruppo|lavoro|<name>)?
        (si è|mi sono) (dimesso|dimessa|licenziato|licenziata|ritirato) ~2
        (è|sono) (andato|andata|in) (in)? pensione ~1
        (è (deceduto|deceduta|scomparso|mancato)|pensionato|pensionata)
        (ultimo giorno) ~2`,
    },
    out_of_office: {
      clear: `
        (sono|sarò|saremo|siamo|mi trovo) ~2 (fuori ufficio|fuori sede|in ferie|assente|in viaggio|in malattia|in maternità|in trasferta|in congedo|fuori dall'ufficio|assente dall'ufficio) ~1
        (in ferie|assente|fuori ufficio|chiusi|chiuso|chiusura) (fino|dal|dall'|per|sino|dall'ufficio|con|estiva)
        (rientro|rientrerò|tornerò|torno|ritorno|al mio rientro|di ritorno|sarò di nuovo) ~1 (il|lunedì|martedì|mercoledì|giovedì|venerdì|in ufficio|$|a|risponderò|disponibile|previsto|dal) ~3
        risponderò ~2 (al mio rientro|al rientro|quando|appena|al mio ritorno)
        accesso (limitato|saltuario) ~2`,
    },
  },
};
