const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Providers that people have mailboxes at; none may ever count as disposable or as a typo. */
export const REAL_PROVIDERS = words(`
gmail.com googlemail.com outlook.com hotmail.com live.com msn.com windowslive.com yahoo.com ymail.com rocketmail.com
aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tuta.com tuta.io tutanota.com
tutanota.de tutamail.com zoho.com zoho.eu zoho.in zohomail.com fastmail.com fastmail.fm hey.com mail.com email.com
usa.com hushmail.com mailfence.com runbox.com startmail.com disroot.org riseup.net kolabnow.com inbox.com pobox.com
lycos.com excite.com juno.com netzero.net yandex.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
hotmail.be hotmail.nl hotmail.ca hotmail.se hotmail.no hotmail.dk hotmail.com.br hotmail.com.ar hotmail.com.mx
hotmail.com.tr hotmail.co.jp live.co.uk live.fr live.de live.it live.nl live.be live.ca live.se live.no live.dk
live.com.au live.com.mx live.com.pt outlook.fr outlook.de outlook.es outlook.it outlook.be outlook.at outlook.dk
outlook.com.br outlook.com.au outlook.jp yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.in yahoo.ie
yahoo.co.in yahoo.co.jp yahoo.co.id yahoo.co.th yahoo.co.nz yahoo.com.br yahoo.com.ar yahoo.com.mx yahoo.com.au
yahoo.com.hk yahoo.com.tw yahoo.com.sg yahoo.com.ph yahoo.com.vn yahoo.com.my yahoo.com.tr yahoo.gr yahoo.ro yahoo.se
aol.co.uk aol.de aol.fr comcast.net verizon.net att.net sbcglobal.net bellsouth.net ameritech.net pacbell.net
swbell.net prodigy.net flash.net snet.net cox.net charter.net spectrum.net rr.com roadrunner.com twc.com optonline.net
optimum.net suddenlink.net cableone.net mchsi.com earthlink.net mindspring.com centurylink.net centurytel.net
embarqmail.com q.com qwest.net windstream.net frontier.com frontiernet.net tds.net wowway.com rcn.com hughes.net
netscape.net compuserve.com sonic.net rogers.com shaw.ca sympatico.ca bell.net bellaliant.net videotron.ca telus.net
cogeco.ca eastlink.ca sasktel.net mts.net teksavvy.com btinternet.com btopenworld.com virginmedia.com virgin.net
blueyonder.co.uk ntlworld.com sky.com talktalk.net tiscali.co.uk plus.com o2.co.uk freeserve.co.uk wanadoo.co.uk
orange.net supanet.com zen.co.uk eircom.net gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de arcor.de
vodafone.de kabelmail.de online.de 1und1.de alice-dsl.net ewetel.net netcologne.de email.de firemail.de posteo.de
posteo.net mailbox.org mail.de aon.at a1.net chello.at inode.at liwest.at bluewin.ch sunrise.ch hispeed.ch ik.me
orange.fr wanadoo.fr free.fr sfr.fr neuf.fr cegetel.net club-internet.fr laposte.net bbox.fr numericable.fr noos.fr
aliceadsl.fr libertysurf.fr voila.fr mailo.com libero.it virgilio.it alice.it tin.it tim.it tiscali.it fastwebnet.it
iol.it inwind.it blu.it poste.it email.it vodafone.it aruba.it legalmail.it telefonica.net terra.es movistar.es ono.com
orange.es ya.com euskaltel.net sapo.pt clix.pt netcabo.pt iol.pt meo.pt ziggo.nl kpnmail.nl planet.nl hetnet.nl home.nl
xs4all.nl upcmail.nl chello.nl casema.nl online.nl telfort.nl zonnet.nl telenet.be skynet.be proximus.be scarlet.be
voo.be telia.com bredband.net comhem.se spray.se tele2.se bahnhof.se online.no broadpark.no getmail.no lyse.net
mail.dk stofanet.dk jubii.dk elisanet.fi kolumbus.fi saunalahti.fi luukku.com suomi24.fi simnet.is wp.pl onet.pl o2.pl
interia.pl poczta.onet.pl op.pl vp.pl poczta.fm tlen.pl gazeta.pl seznam.cz email.cz centrum.cz atlas.cz volny.cz
post.cz azet.sk centrum.sk zoznam.sk freemail.hu citromail.hu t-online.hu vipmail.hu indamail.hu net.hr inet.hr
siol.net t-2.net eunet.rs abv.bg mail.bg otenet.gr forthnet.gr hol.gr cytanet.com.cy mynet.com superonline.com mail.ru
inbox.ru list.ru bk.ru yandex.ru ya.ru rambler.ru pochta.ru ukr.net i.ua meta.ua bigmir.net tut.by inbox.lv inbox.lt
mail.ee walla.co.il netvision.net.il bezeqint.net maktoob.com emirates.net.ae qq.com foxmail.com 163.com 126.com
yeah.net 188.com sina.com sina.cn sohu.com tom.com 21cn.com 139.com 189.cn aliyun.com naver.com hanmail.net daum.net
nate.com kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp i.softbank.jp nifty.com biglobe.ne.jp so-net.ne.jp
ocn.ne.jp plala.or.jp hinet.net pchome.com.tw netvigator.com singnet.com.sg streamyx.com rediffmail.com indiatimes.com
sify.com bsnl.in vsnl.net bigpond.com bigpond.net.au optusnet.com.au iinet.net.au internode.on.net westnet.com.au
tpg.com.au iprimus.com.au dodo.com.au xtra.co.nz slingshot.co.nz orcon.net.nz clear.net.nz uol.com.br bol.com.br
terra.com.br ig.com.br globo.com oi.com.br prodigy.net.mx fibertel.com.ar speedy.com.ar arnet.com.ar vtr.net une.net.co
cantv.net adinet.com.uy webmail.co.za mweb.co.za telkomsa.net vodamail.co.za iafrica.com menara.ma
`);

/** Companies, schools and offices, whose people are leads. */
export const REAL_ORGANISATIONS = words(`
google.com microsoft.com apple.com amazon.com meta.com facebook.com netflix.com oracle.com ibm.com intel.com amd.com
nvidia.com cisco.com dell.com hp.com hpe.com salesforce.com adobe.com sap.com vmware.com servicenow.com workday.com
intuit.com autodesk.com atlassian.com shopify.com stripe.com paypal.com block.xyz ebay.com etsy.com uber.com lyft.com
airbnb.com booking.com expedia.com spotify.com dropbox.com box.com slack.com zoom.us twilio.com hubspot.com github.com
gitlab.com cloudflare.com digitalocean.com ovhcloud.com hetzner.com ionos.com godaddy.com wordpress.com automattic.com
mozilla.org wikimedia.org canonical.com redhat.com suse.com siemens.com siemens-energy.com bosch.com volkswagen.de
volkswagen.com bmw.de bmwgroup.com daimler.com mercedes-benz.com audi.de porsche.de continental.com zf.com basf.com
bayer.com henkel.com merckgroup.com adidas.com puma.com telekom.de dhl.com dpdhl.com lufthansa.com deutschebahn.com
allianz.de allianz.com munichre.com commerzbank.com db.com dzbank.de kfw.de rewe-group.com otto.de zalando.de aldi.com
lidl.de thyssenkrupp.com rwe.com eon.com enbw.com heidelbergmaterials.com infineon.com fresenius.com beiersdorf.com
nestle.com novartis.com roche.com ubs.com abb.com zurich.com swissre.com sbb.ch post.ch migros.ch coop.ch swisscom.com
omv.com erstegroup.com redbull.com voestalpine.com total.com totalenergies.com edf.fr engie.com engie.nl airbus.com
renault.com stellantis.com peugeot.com michelin.com loreal.com lvmh.com danone.com carrefour.com bnpparibas.com
societegenerale.com axa.com axa.fr credit-agricole.fr capgemini.com atos.net thalesgroup.com safrangroup.com sncf.fr
laposte.fr saint-gobain.com schneider-electric.com orange.com eni.com enel.com ferrari.com fiat.com pirelli.com
unicredit.eu intesasanpaolo.com generali.com leonardo.com luxottica.com barilla.com santander.com bbva.com
caixabank.com iberdrola.com inditex.com repsol.com seat.es ing.com ing.nl rabobank.nl abnamro.nl philips.com asml.com
shell.com unilever.com heineken.com ahold.com klm.nl kpn.com booking.nl werk.nl kbc.be solvay.com ucb.com umicore.com
volvo.com volvocars.com ericsson.com ikea.com hm.com sandvik.com atlascopco.com seb.se nordea.com equinor.com dnb.no
telenor.com yara.com novonordisk.com maersk.com carlsberg.com lego.com vestas.com danskebank.dk nokia.com kone.com
upm.com bp.com hsbc.com barclays.com lloydsbanking.com natwest.com gsk.com astrazeneca.com vodafone.com bt.com
tesco.com sainsburys.co.uk marks-and-spencer.com rolls-royce.com baesystems.com riotinto.com diageo.com bat.com
pkobp.pl orlen.pl allegro.pl pzu.pl skoda-auto.cz cez.cz otpbank.hu mol.hu avast.com jetbrains.com gazprom.ru
walmart.com target.com costco.com homedepot.com lowes.com kroger.com cvs.com walgreens.com pfizer.com jnj.com
merck.com abbvie.com lilly.com amgen.com gilead.com unitedhealthgroup.com anthem.com cigna.com humana.com jpmorgan.com
jpmchase.com bankofamerica.com wellsfargo.com citi.com goldmansachs.com gs.com morganstanley.com blackrock.com visa.com
mastercard.com aexp.com americanexpress.com capitalone.com usbank.com pnc.com statefarm.com geico.com progressive.com
berkshirehathaway.com 3m.com ge.com boeing.com lockheedmartin.com rtx.com caterpillar.com deere.com ford.com gm.com
tesla.com exxonmobil.com chevron.com conocophillips.com coca-cola.com pepsico.com pg.com nike.com starbucks.com
mcdonalds.com disney.com warnerbros.com comcast.com verizon.com att.com t-mobile.com fedex.com ups.com delta.com
united.com aa.com marriott.com hilton.com accenture.com deloitte.com pwc.com ey.com kpmg.com mckinsey.com bcg.com
bain.com samsung.com lg.com hyundai.com sony.com toyota.com honda.com nissan.com panasonic.com hitachi.com fujitsu.com
nec.com softbank.com alibaba-inc.com tencent.com huawei.com lenovo.com tcs.com infosys.com wipro.com tata.com
reliance.com icicibank.com petrobras.com.br itau.com.br vale.com bradesco.com.br cemex.com bhp.com telstra.com.au
harvard.edu mit.edu stanford.edu berkeley.edu ox.ac.uk cam.ac.uk ethz.ch epfl.ch tum.de lmu.de uj.edu.pl uw.edu.pl
pwr.edu.pl sorbonne.fr kuleuven.be uva.nl su.se ku.dk nus.edu.sg u-tokyo.ac.jp unimelb.edu.au utoronto.ca
gov.uk bund.de bundestag.de europa.eu ec.europa.eu un.org who.int nasa.gov nih.gov ca.gov dallas.gov craigslist.org
cloud.com grail.com hotmart.com ao.com aon.com sol.com al.com wahoo.com yandex-team.ru hubspot.de outlookindia.com
acme.com contoso.com initech.com ab.se ing.be gmac.com rail.com snail.com trail.com maersk.de homeaway.com hotels.com
`);
