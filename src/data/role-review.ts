const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** In the list of roles, and as well people's names, junk, or brands. */
export const NO_ROLES: readonly string[] = words(`
alexa alla alle alpha alphas angels arin boston brand chicago china denver berlin france gardner india job montreal
paris per seattle sem singapore stockholm sydney caltrain
123 aaa abc asd asdasd asdf principa digsitesvalue eletters fulfillments lifesum plex plex.tv myplex random smile
rockstars time stay fun la mt lt ca se us uk sf ny cm gm md ta ir
2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030
classof2016 classof2017 classof2018 classof2019
`);

/** Posts that the list of roles lacks, by language. */
export const MORE_ROLES: readonly string[] = words(`
accountspayable accountsreceivable accounts-payable accounts-receivable accounting-team bookkeeping dataprotection
data-protection dpo gdpr quality safety scheduling estimating estimates frontoffice backoffice salesdesk salesinfo
supportdesk tender tenders trainings vendor procurement hiringteam talentacquisition publicrelations infodesk
buero büro vertrieb bewerbung bewerbungen personal personalabteilung personalbuero rechnung rechnungen datenschutz
einkauf empfang karriere kundenservice kundendienst verwaltung geschaeftsfuehrung geschäftsführung geschaeftsleitung
bestellungen anfrage anfragen pressestelle redaktion sekretariat auftrag auftraege disposition versand lager
mahnwesen impressum beratung hausverwaltung hallo bonjour ciao
atencion atencioncliente ventas administracion recepcion informatica compras facturas contabilidad pedidos empleo
reclamaciones tienda taller
accueil secretariat commercial comptabilite comptabilité recrutement infos achats ventes vente direction-generale
facturation serviceclients service-client standard magasin boutique devis emploi juridique
ufficio acquisti vendite segreteria amministrazione ordini assistenza commerciale qualita informazioni fatture
fatturazione prenotazioni clienti personale logistica
atendimento financeiro comercial vendas suporte recursoshumanos faturacao encomendas geral orcamento orcamentos
inkoop verkoop administratie boekhouding klantenservice receptie facturen planning vacatures bestellingen
salg okonomi økonomi faktura fakturering ekonomi kundtjanst kundtjänst bestilling booking ordre bogholderi regnskap
asiakaspalvelu myynti laskutus toimisto
biuro sprzedaz sprzedaż handlowy ksiegowosc księgowość rekrutacja kadry zamowienia zamówienia reklamacje faktury
obchod prodej ucetni objednavky podatelna fakturace recepce
iroda ertekesites szamlazas ugyfelszolgalat rendeles
satis satış muhasebe bilgi destek insankaynaklari siparis
zakaz zakupki prodazhi buhgalter buhgalteria otdel sekretar kadri reklama priemnaya
`);

/** Nobody reads these. */
export const UNATTENDED_ROLES: readonly string[] = words(`
noreply no-reply no_reply no.reply donotreply do-not-reply do_not_reply do.not.reply dontreply noresponse no-response
mailer-daemon mailerdaemon maildaemon daemon postmaster abuse bounce bounces unsubscribe devnull null nobody none
noemail nospam undisclosed-recipients listserv listproc majordomo mailman auto-confirm autoreply autoresponder
`);
