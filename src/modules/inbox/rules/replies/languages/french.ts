import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";

/** French. How a phrase is written is explained in the guide about replies. */
export const frenchReplies: Language = {
  code: "fr",
  common:
    "le la les de des et un une est me moi que qui dans pour ne pas sur avec ce cette vous nous je j' l' d' n' c' qu' m' mon votre vos mes au aux du en par plus se sont il elle mais ou si être avoir merci",
  lists: {
    mine: "moi|nous|<email>|(mon|notre|cette|mes|nos|l'|son) (adresse|adresses|e-mail|email|mail|nom|coordonnées|données|contact|contacts|informations|infos|numéro|entreprise|société|compte|domaine|inscription) ~1 (mail|e-mail|email|personnelles|de contact|électronique)?",
    list: "liste|listes|fichier|fichiers|base|bases|mailing|mailing list|diffusion|newsletter|envois|mailings|listing|listings|contacts|crm|prospection|registre|registres|annuaire|diffusions",
    mail: "mail|mails|e-mail|e-mails|email|emails|courriel|courriels|message|messages|newsletter|newsletters|publicité|publicités|pub|pubs|sollicitation|sollicitations|communication|communications|spam|spams|courrier|courriers|offres|prospection|relances|démarchage",
    day: "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|après-demain|aujourd'hui",
    month: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    later:
      "{month}|printemps|été|automne|hiver|rentrée|trimestre|semestre|année|prochaine année|an prochain|mois|semaines|ans|noël|pâques|fêtes|vacances|2026|2027|2028|2029|2030|q1|q2|q3|q4|t1|t2|t3|t4|<date>",
    meet: "appel|rendez-vous|rdv|réunion|entretien|visio|visioconférence|démo|démonstration|échange|point|call|appel téléphonique|rencontre|présentation|teams|zoom|créneau|café|déjeuner|conversation",
    info: "infos|info|informations|information|détails|plaquette|brochure|documentation|doc|devis|offre|proposition|tarifs|tarif|prix|catalogue|lien|exemples|exemple|présentation|dossier|éléments|plus|davantage|références|grille tarifaire|fiche",
    colleague:
      "collègue|collègues|collaborateur|collaboratrice|responsable|directeur|directrice|service|département|équipe|dsi|drh|daf|dg|pdg|patron|chef|associé|mme|mr|monsieur|madame|m|achats|informatique|comptabilité|marketing|direction|siège|confrère",
  },
  courtesies:
    "bonjour bonsoir salut madame monsieur mesdames messieurs cher chère merci mille beaucoup bien d' avance par s'il s' il vous te plaît svp stp veuillez pour votre ton message mail email intérêt retour désolé désolée navré ok alors donc et mais cordialement bonne journée c'est c' très gentil à tous non plus de immédiatement maintenant tout suite aussi votre proposition l' ce",
  negations: "ne n' pas plus jamais aucun aucune ni sans non rien",
  negatesBehind: false,
  conditions: "si sauf quand lorsque avant jusqu' tant sinon",
  softeners: `
    (avant tout|avant toute chose)
    (si possible|si vous (voulez|pouvez|le voulez|pouviez)|s' il vous plaît|s' il te plaît|serais reconnaissant ~1 de)
    (pas de (problème|souci)|sans (problème|souci)|pourquoi pas|n' hésitez pas|aucun problème|non seulement)
    (n' ai|n' avons|n' a) (jamais|pas) ~4
    je ne me suis (jamais|pas) ~3
    ne (pas|plus) me
    ne plus (nous|m')`,
  joints: "et mais car parce puisque donc or que qui dont cependant toutefois néanmoins alors",
  contrasts: "mais cependant toutefois néanmoins pourtant",
  stays: `
    d' un doute
    (ne|n'|pas) ~1 (appelez|téléphonez) (pas|plus)? (écrivez|envoyez|préfère)
    (voulons|voudrions|veux|voudrais|souhaitons|souhaite|devons) (arrêter|cesser) d' ~2
    n' (arrêtez|arrête) (pas|surtout pas)
    (écrivez|contactez|utilisez|répondez) ~3 <email>
    (ne|n') (hésitez|manquez) pas
    ne (me|nous|m') (désinscrivez|désabonnez|retirez|supprimez|enlevez|désinscris|retire) (pas|surtout)
    ne pas (me|nous|m') (désinscrire|désabonner|retirer|supprimer|enlever)
    (garder|gardez|laisser|laissez|rester|maintenir) ~2 (sur|dans) ~1 liste
    (nouvelle|autre|bonne|nouveau|bon) (adresse|mail|email)
    (plutôt|désormais) ~3 <email>
    (appelez|téléphonez)-moi plutôt`,
  closings: `
    ^ (bien|très)? (cordialement|cdlt|cdt|sincèrement|respectueusement|amicalement|à vous)
    ^ (cordiales|sincères|meilleures|respectueuses) (salutations|sentiments)
    ^ (salutations|bàv)
    ^ (bonne|belle|excellente) (journée|soirée|semaine|fin) ~3 $
    ^ (merci|merci d'avance|merci beaucoup|bien à vous|à bientôt) $
    (veuillez|je vous prie) ~2 (agréer|recevoir|croire)`,
  disclaimers: `
    (ce|le présent|le contenu de ce|cet) (message|courriel|e-mail|email|mail|courrier) ~6 (confidentiel|confidentielles|destiné|destinataire|contient|et toutes|exclusif|est établi|peut contenir|et ses)
    (confidentialité|avis de confidentialité|clause de confidentialité|avertissement)
    (si|pour) (vous|ne plus|vous désabonner|vous désinscrire) ~6 (destinataire|erreur|cliquez|recevoir|désinscription|désabonner|par erreur|répondez)
    pour ne plus recevoir
    (vous recevez|vous avez reçu) ce
    (se désabonner|se désinscrire|gérer vos préférences) ~1 (<url>|ici|gérer)
    (pensez|merci de penser|avant d' imprimer) ~3 (environnement|imprimer)`,
  firstPerson: "je j' me m' moi nous mon ma mes",
  misspelt:
    "désinscrire désinscrivez désabonner désabonnez désinscription désabonnement intéressé intéressée intéresse retirer supprimer",
  phrases: {
    do_not_contact: {
      whole: `
        (stop|arrêt|arrêtez|stop stop)
        stop (pub|mail|mails|spam|publicité|emails|svp|sms|message|messages)
        (désinscription|désabonnement|désinscrire|désabonner|désinscrivez|désabonnez|désinscrit|désabonné|unsubscribe|résilier|résiliation)
        (se|me|m') (désinscrire|désabonner)
        (retirer|supprimer|retirez|supprimez|enlever|radier|radiez) ~2 {list}?
        plus (de|aucun) {mail}
        plus (de contact|jamais)
        (assez|ça suffit|c' est assez|foutez-moi la paix)
        (bloqué|bloquée)
        signalé comme spam`,
      clear: `
        (arrêtez|arrête|cessez|cesse) (svp|immédiatement)? de (m'|nous|me) (envoyer|écrire|contacter|relancer|solliciter|harceler|mailer)
        (^|maintenant|merci de|veuillez) (oubliez moi|m' oublier|nous oublier)
        (retirez|retirer|supprimez|supprimer|enlevez|enlever|effacez|effacer|rayez|rayer|radiez|radier|retire|supprime|enlève|désinscrivez|désinscrire|désabonnez|désabonner|exclure|excluez|ôter|sortir|sortez|suppression de|retrait de) (donc|immédiatement|svp|dès maintenant|définitivement|toutes|l' ensemble de|tous|tout)? {mine}
        (retirez|désinscrivez|désabonnez|supprimez|enlevez|effacez|radiez|rayez|sortez|ôtez|retire|désinscris|désabonne|supprime|enlève) (moi|nous) 
        (^|merci de|veuillez|de|bien|bien vouloir|prière de|pouvez-vous|pourriez-vous|pouvez vous|pourriez vous|demande de|demande à|prie de|à|souhaite|aimerais|voudrais|vous) (me|nous|m') (retirer|désinscrire|désabonner|supprimer|enlever|radier|rayer|sortir|exclure|effacer|ôter) ~4
        (retirer|supprimer|enlever|effacer|retirez|supprimez|enlevez|retiré|supprimé|enlevé|rayer) ~4 (de|des|dans) (votre|vos|cette|ta|tes) ~2 {list}
        (souhaite|souhaitons|veux|voulons|désire|désirons|voudrais|aimerais|demande à|souhaiterais) (donc|vraiment|immédiatement)? ~1 (me|nous|être|m'|se) ~1 (désinscrire|désabonner|retiré|retirée|supprimé|supprimée|désinscrit|désinscrite|désabonné|désabonnée|radié|exclu|rayé)
        ! comment (se|me|puis-je me|faire pour me|m') (désinscrire|désabonner|désinscrit) ~4
        ! comment (me|se|nous) (désinscrire|désabonner) 
        (me|m'|nous) (suis|sommes) ~2 (désinscrit|désinscrite|désabonné|désabonnée)
        ne (me|nous|m') (contactez|contacter|écrivez|écrire|envoyez|envoyer|contacte|écris|dérangez|déranger|sollicitez|solliciter|relancez|relancer|recontactez|recontacter|harcelez|appelez|adressez|spammez) (plus|pas|jamais|donc plus|surtout plus|surtout pas|svp plus) ~2
        ne (plus|pas|jamais) (me|nous|m') (contacter|écrire|envoyer|déranger|solliciter|relancer|recontacter|harceler|appeler|adresser|démarcher|spammer|importuner|faire parvenir) ~2
        (^|souhaite|souhaitons|merci de|veuillez|de|préfère|préférons|aimerais|voudrais|désire) ne plus ~2 (recevoir|être contacté|être contactée|être sollicité|être sollicitée|être démarché|être contactés|être sollicités|être dérangé|figurer) ~5
        ne (souhaite|souhaitons|veux|voulons|désire|désirons|désirerais|souhaiterais|voudrais|tiens|tenons) (plus|pas|plus du tout|pas du tout|absolument pas|nullement) (à|du tout)? (recevoir|être contacté|être contactée|être sollicité|être sollicitée|être contactés|être sollicités|être démarché|être relancé|figurer|entendre parler de vous|entendre|de vos|de ~1 {mail}|vos ~1 {mail}|être importuné) ~4
        ne veux plus (de (vos|tes|ces)|vos|recevoir|entendre parler|avoir de) 
        (me|nous) (désinscrire|désabonner) (de|du|des|de la) ~2 {list}
        (cessez|cesser|arrêtez|arrêter|stoppez|stopper|arrête|cesse) (immédiatement|donc|svp|tout de suite)? (de|d'|vos|ces|tout|toute|tous|toutes|avec vos|avec ces|ce) ~1 (m'|me|nous|mails|mail|envois|spams|spam|messages|messsages|courriels|publicités|sollicitations|sollicitation|relances|emails|envoi|démarchage|harcèlement|écrire|envoyer|contacter|polluer|harceler|spammer)
        (arrêtez|cessez|arrête|cesse) (immédiatement|svp)? $
        (^|merci|veuillez|svp|souhaite) (plus|aucun|pas) (de|d'|autre|autres)? (autre|autres)? {mail} ($|svp|merci|de votre part|s'il|publicitaires|commerciaux)
        (m'|nous|je m'|nous nous) (oppose|opposons) ~5 (traitement|données|prospection|utilisation|démarchage)
        (demande|exige|exigeons|demandons|sollicite|requiers|souhaite|réclame) ~4 (suppression|effacement|retrait|radiation|désinscription|supprimer|effacer|supprimiez|effaciez|désabonnement|retirer) ~6
        (supprimer|effacer|suppression de|effacement de|supprimez|effacez) (l' ensemble de|toutes|tous|immédiatement|l' intégralité de)? (mes|nos|toutes mes|les|ma|mon) ~1 (données|coordonnées|informations|adresse|infos|email|mail|contact) ~1
        droit (à|d') (l')? (effacement|oubli|opposition|la suppression|suppression)
        (retire|retirons) ~1 (mon|notre) consentement
        laissez (moi|nous) (tranquille|tranquilles|en paix)
        (oubliez|perdez) (moi|nous|mon adresse|mon mail|mon numéro|mon email)
        (bloque|bloqué|bloquer) ~1 (votre|vos|cet|cette|vous) ~1
        (marqué|signalé|classé|signale|marque) ~3 (comme)? (spam|indésirable)`,
    },
    hostile: {
      whole: `
        (connard|connards|escrocs|escroc|arnaqueurs|arnaqueur|voleurs|merde|dégage|dégagez|ordures|abrutis|spammeurs|spammeur)
        (ta|vos|fermez) gueule
        <insult>`,
      clear: `
        (va|allez|allez-vous|vas) (te|vous)? (faire foutre|faire voir|faire enculer|faire cuire|chier|faire mettre|au diable|te faire|crever)
        (allez|va|vas) ~2 (faire foutre|faire voir|enculer|au diable)
        (foutez|fous|foutre|lâchez|fichez) (moi|nous) (la paix|le camp|la grappe)
        (bande|espèce|sales|sale|êtes|tas|pauvre|pauvres|vous|des|gros|d') (de|d'|un|une|des|que des|vraiment|tous)? (escrocs|escroc|arnaqueurs|arnaqueur|connards|connard|abrutis|abruti|cons|idiots|idiot|voleurs|voleur|parasites|salauds|salaud|merdes|crétins|crétin|imbéciles|imbécile|spammeurs|spammeur|ordures|raclures|menteurs|malhonnêtes|incapables|truands)
        (spam|spams|mails|messages|mail|pub|pubs) de merde
        (porter|porte|portons|porterai|déposer|dépose|déposerai|déposons) ~1 plainte
        (saisir|saisis|saisirai|saisissons|saisirons|signale|signaler|signalerai|signalé|informer|alerter|contacter|avertir|signalement à|plainte à|plainte auprès) ~4 (cnil|dgccrf|autorités|police|procureur|tribunal|justice|gendarmerie|signal)
        (mon|notre|mes|nos) (avocat|avocats|conseil|service juridique) ~3 (mettra|prendra|contactera|saisi|demeure|transmettre|poursuivre|saisira|informé)
        (transmettre|transmets|confier|transmis|contacter|saisir|saisis) ~3 avocat
        (mise|mettre|mettons|met|mettra) en demeure
        (poursuites|poursuivre|poursuivrai|action|actions|suites|procédure|procédures|recours) (judiciaires|en justice|judiciaire|juridique|juridiques|juridiques|pénales)
        (c' est|ceci est|c'est du|relève du) ~1 (harcèlement|illégal|inadmissible|du harcèlement)
        (vous violez|violation du|infraction au|non respect du|contraire au) ~2 (rgpd|loi)
        honte (à vous|sur vous)
        (vous faites|vous me faites|vous nous faites|tu me fais|faites) chier
        (vous êtes|êtes) ~1 (malades|sourds|bouchés|débiles)`,
    },
    interested: {
      whole: `
        (oui|bien sûr|avec plaisir|volontiers|pourquoi pas|intéressé|intéressée|ok pour moi|d' accord|absolument|certainement|carrément|allez-y|je suis preneur|je suis intéressé|tout à fait|intéressant|très intéressant|<yes>) (avec plaisir|volontiers|merci|bien sûr|je veux bien|allez-y|envoyez|pourquoi pas)?`,
      clear: `
        (suis|sommes|serais|serions|serait|être|potentiellement|très) (très|tout à fait|vraiment|effectivement|également|potentiellement|assez|plutôt|fort)? (intéressé|intéressée|intéressés|intéressées|preneur|preneuse|preneurs|curieux|curieuse)
        (m'|nous) (intéresse|intéresserait|intéressent|intéresseraient|intrigue|parle) ~1
        (semble|paraît|a l' air|est|c' est|parait|très|plutôt|vraiment) ~1 (intéressant|intéressante|prometteur|prometteuse|pertinent|pertinente|séduisant|super|génial|top|parfait|passionnant)
        (pouvez|pourriez|peux|pourrais|pouvons|pourrions|voulez) (vous|tu|nous)? (s'il vous plaît)? (m'|nous|me)? ~1 (envoyer|transmettre|communiquer|en dire|faire parvenir|adresser|donner|partager|présenter|expliquer comment|aider) ~4
        (envoyez|envoie|transmettez|transmets|adressez|faites|communiquez|donnez|dites) (moi|nous) ~4 ({info}|parvenir|en plus|plus)
        (dites|dis|racontez) (m'|moi|nous) ~1 en (dire)? plus
        en (savoir|dire|apprendre|connaître) (plus|davantage) ~2
        (j'|je|nous|on) (aimerais|aimerions|souhaite|souhaitons|souhaiterais|souhaiterions|voudrais|voudrions|veux bien|serais ravi|serions ravis|serais heureux|aimerait|voudrait) ~2 (en savoir|voir|connaître|découvrir|recevoir|essayer|tester|avoir|obtenir|comprendre|en discuter|étudier|en apprendre)
        (curieux|curieuse|ravi|ravie|heureux|partant|partante|hâte) (de|d') ~1 (découvrir|voir|en savoir|essayer|tester|connaître|entendre)
        (recevoir|avoir|obtenir|volontiers) ~2 {info}
        ^ (oui|bien sûr|avec plaisir|volontiers|d' accord|ok) (avec|je|volontiers|envoyez|merci|pourquoi|ça|cela|nous|c'est|vous|tout|pour|allez)
        (exactement|justement|précisément) ~2 (ce que|ce qu'|ce dont|besoin|cherche|cherchons|cherchait)
        (cherchons|cherche|recherchons|recherche) ~2 (justement|exactement|une solution|un outil|un prestataire|actuellement|quelque chose)
        (bon|parfait) (timing|moment)
        (quelles|quelle) (sont|est|seraient) ~1 (prochaines|prochaine|suite) (étapes|étape)?
        (pouvez|pourriez) vous ~1 (nous|m') aider
        (on|nous) (y va|fonce|essaie|fait comme ça)
        (me|nous) (plaît|plait|semble|paraît) ~2 (bien|beaucoup|intéressant|pertinent|$)
        (étudions|comparons|évaluons|cherchons) (actuellement|justement|en ce moment) ~2`,
      hint: `
        ^ (oui|volontiers|bien sûr)
        <yes>
        (pourrait|peut) (nous|m')? ~2 (intéresser|être intéressant|être utile)
        tenez (moi|nous) (informé|informés|au courant)`,
    },
    meeting_request: {
      whole: `
        (appelez|appelle|rappelez|téléphonez|contactez) (moi|nous)
        <calendar>`,
      clear: `
        (appelez|appelle|rappelez|rappelle|téléphonez|joindre|joignable|joignez) (moi|nous)? ~5 ({day}|<time>|<phone>|au|vers|demain|matin|après-midi|entre|à partir|quand vous|dès que)
        (pouvons|pourrions|peut|pourrait|pouvez|pourriez|voulez|on|nous|souhaite|souhaitons|souhaiterais|aimerais|aimerions|voudrais|disponible|disponibles|propose|proposons|proposez|organiser|organisons|fixer|fixons|planifier|planifions|prendre|prenons|caler|calons|convenir|convenons|possible|prévoir|prévoyons|faire|ravi|ravie|ravis|partant|ok|d' accord|volontiers|plaisir) ~1 (nous|vous|se|on|d'|de|pour|avec|te|me)? ~3 (appeler|voir|rencontrer|parler|échanger|discuter|téléphoner|appel|rendez-vous|rdv|réunion|entretien|visio|démo|démonstration|échange|créneau|présentation|rencontre|call|point|entretenir|retrouver|reparler de vive voix)
        {meet} ~3 ({day}|<time>|semaine prochaine|cette semaine|avec vous|avec plaisir|me convient|me va|possible|ensemble|téléphonique)
        (quelles|quels|quel|quand|quelle) ~2 (disponibilités|créneaux|jour|heure|moment|êtes-vous|seriez-vous|disponible|disponibles|dispo|dispos|date|dates|pouvez-vous|peut-on|pouvons-nous) ~3
        (suis|sommes|serai|serais|serons) ~1 (disponible|disponibles|dispo|libre|libres|joignable|au bureau|là) ~4 ({day}|<time>|semaine|matin|après-midi|entre|demain|cette|la semaine)
        ({day}|<time>|la semaine prochaine) ~3 (me convient|vous convient|me va|vous va|ça marche|c' est bon|m' irait|conviendrait|possible|est possible|vous irait|ok|parfait|dispo|disponible)
        (êtes-vous|seriez-vous|es-tu|seriez vous|êtes vous) ~1 (disponible|disponibles|dispo|libre) ~4
        (passez|passe|venez|viens|passer|venir) (donc|me|nous)? ~2 (voir|rendre visite|au bureau|nous voir|me voir|dans nos|chez nous|à nos bureaux) ~4
        (on|nous) (se|nous)? (voit|voyons|parle|parlons|appelle|appelons|rencontre) ~3 ({day}|<time>|semaine|demain|quand)
        {day} ~2 (à|vers|entre) ~1 <time>
        (mon|agenda|calendrier|créneau|réserver|ici|lien|rdv) ~5 <calendar>
        (mon|au) (numéro|portable|tél|mobile|téléphone)? ~2 <phone>
        (d' une|une|la) démo ~1
        (peut-on|pouvons-nous|on peut|pourrait-on|pourrions-nous) ~1 (faire|dire|parler|discuter|échanger|se) ~2 ({day}|<time>|demain|parler|appeler|voir|de vive voix|$)
        {day} à <number>`,
      hint: `
        <calendar>`,
    },
    question: {
      clear: `
        ^ (combien|quel est|quels sont|quelle est|quelles sont|est-ce|comment|pourquoi|où|qui|avez-vous|proposez-vous|faites-vous|êtes-vous|peut-on|pouvez-vous|y a-t-il|existe-t-il|d'où|à quoi|en quoi|que faites|qu'est-ce|depuis quand|votre outil|votre solution)
        (une|petite|quelques|des|deux|autre) (petite|dernière|petites)? (question|questions)
        (me|nous) demande (si|comment|ce que|pourquoi|quel|quelle)
        (savoir|comprendre|préciser) (si|comment|combien|quel|quelle|où|pourquoi|ce que)`,
    },
    referral: {
      clear: `
        (invite|conseille|suggère|recommande|propose|veuillez|vous pouvez|pouvez|merci de|il faut|faut|devriez|mieux|préférable|adressez|contactez|voyez|écrivez|appelez|rapprochez) (donc|plutôt|directement|à)? (vous)? (vous)? (à|de|d')? ~1 (contacter|adresser|écrire|joindre|voir avec|parler|rapprocher|à|avec|auprès|appeler|directement|vers|mon|ma|notre|nos|le|la) ~4 ({colleague}|<email>|<name>)
        (contactez|contacter|adressez-vous à|adresser à|écrivez à|voir avec|voyez avec|auprès de) ~2 ({colleague}|<name>|<email>) ~2
        (transmets|transmis|transmettons|transfère|transféré|transférons|fais suivre|fait suivre|faire suivre|transmettre|transférer|relaie|redirige|partage) ~4 (à|au|aux|vers|avec) (mon|ma|notre|nos|la|le|l'|mes|un|une|qui|<name>) ~2
        (bonne|meilleure|bon|meilleur|personne) (personne|interlocuteur|interlocutrice|contact|compétente|concernée|en charge) ~1 (est|sera|serait|pour|chez|à) ~4
        (est|c' est|s' occupe|gère|en charge) ~4 (responsable|en charge|qui gère|qui s'occupe|qui s' en|qui traite|décideur|la bonne personne|le bon interlocuteur) ~2
        (en copie|mets en copie|en cc|ajoute en copie|cc) ~4
        (vous mets|mettre|mets) en (relation|contact) ~2
        ({colleague}|responsable|contacter|joindre|personne|interlocuteur) ~6 <email>`,
    },
    not_now: {
      whole: `
        (pas (maintenant|tout de suite|pour le moment|pour l' instant|actuellement|en ce moment|encore|cette année)|plus tard|trop tôt|pas encore|peut-être plus tard|l' an prochain)`,
      clear: `
        (pas|aucun|non|plus) (de besoin|besoin|la priorité|d' actualité|une priorité|le temps|de budget|intéressé|le moment|à l' ordre du jour|prêts|prêt|prévu|de projet)? (pour)? (pour le moment|pour l' instant|actuellement|en ce moment|maintenant|dans l' immédiat|à ce stade|cette année|ce trimestre|tout de suite|à l' heure actuelle|pour l' heure) ~1
        (pas le bon moment|mauvais moment|mauvais timing|mal choisi|pas le moment|trop tôt|un peu tôt|prématuré)
        (recontactez|recontacter|rappelez|rappeler|revenez|revenir|reprenez|reprendre|relancez|relancer|reparlons|reparler|recontactons|contactez|contacter|réécrivez|écrivez|repassez|refaire|refaisons|revoir|revoyons|redemandez|reprenons|retentez|réessayez|faites signe|faites-moi signe) (moi|nous|en|vers moi|vers nous|contact|le point)? ~5 (en|dans|au|après|à partir|fin|début|mi|d'ici|l'|courant|vers|à la|le|prochain|aux|plus) ~3 ({later}|tard|quelques)
        (l'|cette|prochain|prochaine|fin d'|début d'|courant) (an|année|année prochaine|an prochain|trimestre|semestre) (prochain|prochaine) ~1
        (peut-être|éventuellement|sans doute|plutôt) ~3 (plus tard|prochain|prochaine|en {month}|au printemps|à la rentrée|l' an|l' année|dans quelques|un jour)
        (dans|d'ici) (quelques|un|deux|trois|quatre|six|plusieurs|2|3|4|6) (mois|semaines|années|trimestre|an|ans)
        (plus|pas|aucun) (de|d')? budget ~2 (cette|pour|actuellement|avant|jusqu'|jusque|en ce)
        (budget|budgets) ~3 (bouclé|bouclés|gelé|gelés|épuisé|alloué|figé|consommé)
        (débordé|débordés|surchargé|surchargés|sous l' eau|en plein|très occupé|très occupés|en pleine) ~1
        (engagé|engagés|engagée|sous contrat|en contrat|lié|liés) ~4 (jusqu'|jusque|en 20|pour) ~2`,
      hint: `
        (contrat|engagement|abonnement) ~4 (jusqu'|en cours|renouvelé|signé)
        (venons|viens|vient) de|d' (signer|renouveler|changer|choisir|mettre|lancer|investir|migrer|reconduire)
        (pour le moment|pour l' instant|en ce moment|actuellement)`,
    },
    not_interested: {
      whole: `
        (non|pas intéressé|pas intéressée|pas intéressés|aucun intérêt|sans intérêt|sans façon|pas besoin|nope|<no>) (merci|pas intéressé|désolé)?
        merci (mais)? non`,
      clear: `
        (ne (m'|nous|me) (intéresse|intéressent|concerne|concernent) ~1 pas|ne nous intéresse pas)
        ^ non (merci|désolé|pas|ça|cela|nous|je)
        (pas|aucunement|nullement|plus|non) (du tout|vraiment|particulièrement|spécialement|très)? (intéressé|intéressée|intéressés|intéressées|intéressant|intéressante) ~1
        (m'|nous) (intéresse|intéressent) ~1 (pas|plus|aucunement)
        (pas|aucun|plus|nul) (de|d'|ce|un|vraiment de|l')? (besoin|besoins|intérêt|utilité|nécessité|usage) ~1
        (avons|ai|a) (déjà) ~3 (prestataire|fournisseur|solution|outil|partenaire|équipés|logiciel|agence|quelqu'un|système|ce qu'|tout)
        (sommes|suis|est) (déjà|très|entièrement|pleinement|bien|tout à fait)? ~1 (équipés|équipé|satisfaits|satisfait|satisfaite|pourvus|contents|content|accompagnés|servis)
        satisfaits|satisfait de|d' ~3
        (ne|n') (correspond|convient|concerne|répond|entre|s' applique|rentre|colle) ~1 (pas|plus|aucunement) ~4
        ne (donnerons|donnerai|donne|donnons|souhaite|souhaitons) (pas|aucune) ~1 (suite|donner suite|poursuivre|aller plus loin|changer)
        (donner|donnons|donnerons|donnerai) (pas|aucune) ~1 suite
        ne (sommes|suis|serons) (pas) ~2 (demandeurs|demandeur|intéressés|intéressé|preneurs|concernés|concerné|la cible|à la recherche)
        (décline|déclinons|décliner|passe mon tour|passons notre tour|refuse|refusons) ~2
        (gérons|gère|faisons|fais|traitons|réalisons|géré|fait) ~3 (interne|nous-mêmes|moi-même)
        (si|en cas) ~7 (recontacterai|recontacterons|reviendrai|reviendrons|contacterai|contacterons|ferai signe|ferons signe|manquerons pas|manquerai pas)
        pas (pour (nous|moi)|fait pour|dans nos (priorités|besoins|projets|plans)|notre (priorité|besoin|domaine))
        (perte de|perdez pas votre|perdre) temps
        (trop) (cher|chère|petit|petits|petite|grand|coûteux|onéreux)
        (pas|aucun) (de|le)? budget (pour|dédié|prévu|$)
        (avons|ai) déjà (essayé|testé) ~4
        (mon|ma|un|une|notre|quelqu'un) ~2 (s' en|s'en) (occupe|charge)
        (devons|dois|préférons|préfère) ~1 (décliner|refuser|dire non)`,
      hint: `
        déjà (un|une|équipé|en place|fait|quelqu'un|client|ce qu'il)
        (garde|gardons|conserve|conservons) ~3 (coordonnées|contact|contacts|message)
        pas de budget`,
    },
    wrong_person: {
      whole: `
        (mauvaise|erreur de|mauvais) (personne|adresse|destinataire|interlocuteur|contact|numéro|service)`,
      clear: `
        (n' est|n' est vraiment)? (pas|nullement) (de|dans) (mon|notre) (ressort|périmètre|domaine|service|champ)
        (pas|plus) ~1 (la bonne|le bon|la personne|l' interlocuteur|l' interlocutrice|votre interlocuteur) ~1 (personne|interlocuteur|interlocutrice|contact|adresse|destinataire|service|concernée|adéquate)?
        (mauvaise|mauvais|erreur de) (personne|interlocuteur|adresse|destinataire|contact|service|numéro|boîte|société)
        (trompez|trompé|trompée|trompés|faites erreur|fait erreur|trompe|confondez) (de)? ~2
        (ne|n') (suis|m' occupe|gère|traite|s' occupe|ai) (pas|plus|rien|aucunement) ~3 (responsable|en charge|décideur|concerné|concernée|sujet|sujets|domaine|dossier|cela|ça|ces|ce|des|du|à voir|décisionnaire|personne)
        (pas|plus) (de)? (mon|ma) (ressort|domaine|périmètre|service|responsabilité|compétence|métier|rôle|sujet)
        (rien à voir avec) (moi|ça|cela)`,
    },
    left_company: {
      clear: `
        (a|ai|ayant|avait|vient de) (récemment|définitivement|désormais)? (quitté|quitter) (l'|la|le|notre|nos|son|mon|mes|ses|<name>|définitivement) ~3
        (ne|n') (travaille|fait|fais|est|suis|exerce|collabore) plus ~1 (partie|chez|ici|dans|pour|au sein|avec|parmi|en poste|salarié|à|l'|au) ~3
        plus (partie|membre) (de|des) (nos|notre|l'|la|effectifs|société|entreprise|équipes|équipe) ~1
        plus (dans|parmi|chez) (nos|notre|l'|la|nous|<name>) ~2 (effectifs|entreprise|société|équipe|équipes|nous)?
        (est|suis) (parti|partie|à la retraite|en retraite|décédé|décédée) ~2
        (parti|partie) (à la|en|de l') (retraite|entreprise|société)
        (départ|partie|parti) (définitif|définitivement) 
        dernier jour (dans|au sein|chez)`,
    },
    out_of_office: {
      clear: `
        (suis|serai|serons|sommes|est|actuellement|absent|absente) (actuellement|absent|absente|en)? ~1 (absent|absente|absents|en congé|en congés|en vacances|en déplacement|hors du bureau|en arrêt|en formation|congé maternité|congé parental|indisponible|hors bureau|jusqu'|du) ~2
        (de retour|retour|serai de retour|reviens|reviendrai) (le|au|à partir|lundi|mardi|mercredi|jeudi|vendredi|en|dès|au bureau) ~3
        (absent|absente|congés|congé|vacances|fermé|fermés) (jusqu'|du|à partir|pour|maternité|parental|paternité|annuels)
        (accès|connexion) ~2 (limité|limitée|restreint|pas) ~2 (mails|messagerie|messages|emails|email|e-mails|boîte)
        en (congé|congés|vacances) `,
    },
  },
};
