/**
 * Providers at which people keep a mailbox of their own: mail services and internet access
 * providers, by region. Reviewed by hand. None of them is ever disposable or a typo;
 * all carry the free flag.
 */
export const MAIL_PROVIDERS: ReadonlySet<string> = new Set(
  `
gmail.com googlemail.com googlemail.de outlook.com hotmail.com live.com msn.com windowslive.com passport.com
yahoo.com ymail.com rocketmail.com myyahoo.com yahoomail.com aol.com aim.com love.com wow.com games.com
icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me
tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me
zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in fastmail.com fastmail.fm fastmail.net
fastmail.us fastmail.co.uk fastmail.de fastmail.es fastmail.im fastmail.in fastmail.jp fastmail.mx fastmail.nl
fastmail.se fastmail.to fastmail.tw sent.com mailhaven.com imap.cc hey.com mail.com email.com usa.com
hushmail.com hush.com hush.ai hushmail.me mailfence.com runbox.com runbox.no startmail.com disroot.org riseup.net
autistici.org inventati.org skiff.com kolabnow.com countermail.com inbox.com pobox.com usa.net
lycos.com excite.com juno.com netzero.net netzero.com onmail.com
yandex.com prontomail.com homemail.com lavabit.com safe-mail.net vfemail.net
icqmail.com angelfire.com care2.com atlas.com myself.com post.com writeme.com

hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.be hotmail.nl hotmail.ca hotmail.se hotmail.no
hotmail.dk hotmail.fi hotmail.ch hotmail.gr hotmail.rs hotmail.hu hotmail.cz hotmail.sk hotmail.lv hotmail.lt
hotmail.com.br hotmail.com.ar hotmail.com.mx hotmail.com.au hotmail.com.tr hotmail.com.hk hotmail.com.tw
hotmail.com.vn hotmail.co.jp hotmail.co.kr hotmail.co.th hotmail.co.in hotmail.co.id hotmail.co.nz hotmail.co.za
hotmail.co.il hotmail.jp hotmail.my hotmail.ph hotmail.sg hotmail.ru hotmail.kz
live.co.uk live.fr live.de live.it live.nl live.be live.ca live.se live.no live.dk live.fi live.at live.ie live.ru
live.cn live.jp live.in live.cl live.hk live.com.au live.com.mx live.com.pt live.com.ar live.com.my live.com.sg
live.com.ph live.com.pk live.com.co live.co.za live.co.kr live.co.in livemail.tw
outlook.fr outlook.de outlook.es outlook.it outlook.be outlook.at outlook.dk outlook.ie outlook.pt outlook.sa
outlook.jp outlook.kr outlook.sg outlook.in outlook.cl outlook.cz outlook.hu outlook.lv outlook.sk outlook.my
outlook.ph outlook.com.br outlook.com.au outlook.com.ar outlook.com.tr outlook.com.gr outlook.com.vn outlook.co.th
outlook.co.id outlook.co.il outlook.co.nz
yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.in yahoo.ie yahoo.se yahoo.dk yahoo.no yahoo.nl
yahoo.be yahoo.at yahoo.ch yahoo.fi yahoo.pt yahoo.pl yahoo.ro yahoo.gr yahoo.cz yahoo.hu yahoo.cn yahoo.jp yahoo.cl
yahoo.co.in yahoo.co.jp yahoo.co.id yahoo.co.th yahoo.co.kr yahoo.co.nz yahoo.co.za yahoo.co.il yahoo.com.br
yahoo.com.ar yahoo.com.mx yahoo.com.au yahoo.com.cn yahoo.com.hk yahoo.com.tw yahoo.com.sg yahoo.com.ph
yahoo.com.vn yahoo.com.my yahoo.com.tr yahoo.com.co yahoo.com.pe yahoo.com.ve yahoo.com.ua yahoo.ne.jp
aol.co.uk aol.de aol.fr aol.it aol.es aol.ca aol.in aol.jp aol.com.au aol.com.br
msn.co.uk msn.cn

comcast.net xfinity.com verizon.net vzw.blackberry.net att.net sbcglobal.net bellsouth.net ameritech.net pacbell.net
swbell.net prodigy.net flash.net snet.net nvbell.net cox.net charter.net spectrum.net rr.com roadrunner.com twc.com
brighthouse.com optonline.net optimum.net suddenlink.net cableone.net mediacombb.net mchsi.com earthlink.net
mindspring.com centurylink.net centurytel.net embarqmail.com q.com qwest.net windstream.net frontier.com
frontiernet.net tds.net wowway.com rcn.com hughes.net netscape.net netscape.com compuserve.com cs.com
zoominternet.net atlanticbb.net metrocast.net epix.net ptd.net consolidated.net fairpoint.net myfairpoint.net
gci.net hawaiiantel.net bresnan.net insightbb.com knology.net fuse.net peoplepc.com localnet.com sonic.net
speakeasy.net dslextreme.com cableamerica.com cebridge.net nc.rr.com hawaii.rr.com tampabay.rr.com
alltel.net adelphia.net wavecable.com comporium.net sccoast.net bellatlantic.net erols.com
rogers.com shaw.ca sympatico.ca bell.net bellaliant.net videotron.ca videotron.qc.ca telus.net telusplanet.net
cogeco.ca eastlink.ca sasktel.net mts.net mymts.net nb.sympatico.ca ns.sympatico.ca primus.ca teksavvy.com
xplornet.com tbaytel.net northwestel.net nl.rogers.com golden.net look.ca

btinternet.com btopenworld.com btconnect.com virginmedia.com virgin.net blueyonder.co.uk ntlworld.com sky.com
talktalk.net tiscali.co.uk plus.com plus.net o2.co.uk freeserve.co.uk wanadoo.co.uk orange.net fsmail.net fsnet.co.uk
lineone.net supanet.com ukonline.co.uk demon.co.uk dsl.pipex.com cableinet.co.uk zen.co.uk freeuk.com onetel.com
onetel.net toucansurf.com waitrose.com madasafish.com uwclub.net lycos.co.uk gmx.co.uk mail.co.uk phonecoop.coop
eircom.net iol.ie indigo.ie oceanfree.net ireland.com vodafone.ie

gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.eu gmx.info gmx.org gmx.biz gmx.li gmx.us gmx.fr gmx.es gmx.it gmx.ca
gmx.co gmx.hk gmx.tm web.de t-online.de magenta.de freenet.de arcor.de vodafone.de vodafonemail.de kabelmail.de
unitybox.de online.de onlinehome.de 1und1.de alice.de alice-dsl.de alice-dsl.net o2online.de o2mail.de ewe.net
ewetel.net netcologne.de kielnet.net versanet.de osnanet.de mnet-mail.de mnet-online.de htp-tel.de email.de
firemail.de posteo.de posteo.net posteo.at posteo.ch posteo.eu mailbox.org mail.de lycos.de tiscali.de compuserve.de
hotmail.de yahoo.de online-home.de e-mail.de berlin.de epost.de gmx.ws swol.de wtnet.de teleos-web.de
aon.at a1.net chello.at inode.at liwest.at utanet.at drei.at kabsi.at tele2.at speed.at
bluewin.ch swissonline.ch sunrise.ch hispeed.ch vtxnet.ch vtxmail.ch freesurf.ch ik.me ikmail.com etik.com
netplus.ch quickline.ch bluemail.ch econophone.ch

orange.fr wanadoo.fr free.fr sfr.fr neuf.fr cegetel.net club-internet.fr 9online.fr 9business.fr laposte.net bbox.fr
numericable.fr noos.fr aliceadsl.fr libertysurf.fr voila.fr nordnet.fr dbmail.com mailo.com mailo.eu net-c.com
netcourrier.com caramail.com caramail.fr evhr.net tele2.fr infonie.fr ovh.fr gmx.fr
libero.it virgilio.it alice.it tin.it tim.it tiscali.it fastwebnet.it iol.it inwind.it blu.it giallo.it poste.it
email.it vodafone.it aruba.it pec.it legalmail.it katamail.com supereva.it teletu.it tele2.it interfree.it liberto.it
postecert.it arubapec.it jumpy.it excite.it
telefonica.net terra.es movistar.es ono.com orange.es ya.com jazzfree.com euskaltel.net mundo-r.com wanadoo.es
eresmas.com telecable.es
sapo.pt clix.pt netcabo.pt mail.telepac.pt iol.pt meo.pt vodafone.pt netvisao.pt portugalmail.pt
ziggo.nl kpnmail.nl planet.nl hetnet.nl home.nl xs4all.nl upcmail.nl chello.nl casema.nl quicknet.nl solcon.nl
online.nl telfort.nl tele2.nl zonnet.nl kpnplanet.nl caiway.nl zeelandnet.nl onsbrabantnet.nl wxs.nl freedom.nl
telenet.be skynet.be proximus.be scarlet.be belgacom.net voo.be brutele.be edpnet.be pandora.be
pt.lu internet.lu

telia.com bredband.net comhem.se spray.se passagen.se tele2.se bahnhof.se glocalnet.net home.se swipnet.se
online.no broadpark.no getmail.no lyse.net start.no frisurf.no epost.no tele2.no c2i.net altibox.no
mail.dk post.tele.dk mail.tele.dk get2net.dk stofanet.dk jubii.dk ofir.dk youmail.dk privat.dk tdcadsl.dk pc.dk
elisanet.fi kolumbus.fi saunalahti.fi luukku.com suomi24.fi netti.fi welho.com dnainternet.net pp.inet.fi inet.fi
sci.fi surffi.net simnet.is internet.is

wp.pl onet.pl o2.pl interia.pl interia.eu interia.com poczta.onet.pl poczta.onet.eu op.pl vp.pl onet.eu poczta.fm
tlen.pl gazeta.pl go2.pl autograf.pl neostrada.pl buziaczek.pl spoko.pl amorki.pl int.pl onet.com.pl
seznam.cz email.cz centrum.cz atlas.cz volny.cz post.cz quick.cz tiscali.cz spoluzaci.cz
azet.sk centrum.sk zoznam.sk pobox.sk post.sk stonline.sk
freemail.hu citromail.hu t-online.hu vipmail.hu indamail.hu upcmail.hu digikabel.hu chello.hu invitel.hu
net.hr inet.hr zg.t-com.hr vip.hr siol.net t-2.net amis.net telemach.net eunet.rs ptt.rs sbb.rs open.telekom.rs
mts.rs abv.bg mail.bg dir.bg gbg.bg clicknet.ro rdslink.ro personal.ro home.ro
otenet.gr forthnet.gr hol.gr in.gr freemail.gr vivodinet.gr mail.gr cytanet.com.cy primehome.com
mynet.com superonline.com ttmail.com ttnet.net.tr turk.net
inbox.lv apollo.lv mail.lv one.lv inbox.lt one.lt takas.lt delfi.lt mail.ee hot.ee online.ee neti.ee

mail.ru inbox.ru list.ru bk.ru internet.ru xmail.ru yandex.ru ya.ru yandex.by yandex.kz yandex.ua yandex.uz
yandex.com.tr narod.ru rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru pochta.ru qip.ru nm.ru hotbox.ru land.ru
front.ru newmail.ru fromru.com pisem.net sibmail.com ukr.net i.ua meta.ua bigmir.net email.ua ua.fm online.ua
tut.by mail.kz

walla.co.il walla.com netvision.net.il bezeqint.net 012.net.il zahav.net.il barak.net.il 013net.net
maktoob.com emirates.net.ae eim.ae link.net
qq.com vip.qq.com foxmail.com 163.com 126.com yeah.net vip.163.com vip.126.com 188.com sina.com sina.cn sina.com.cn
vip.sina.com sohu.com tom.com 21cn.com 139.com 189.cn wo.cn 263.net aliyun.com eyou.com 163.net
naver.com hanmail.net daum.net nate.com kakao.com korea.com paran.com dreamwiz.com empal.com lycos.co.kr chol.com
hanafos.com korea.kr
docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp ybb.ne.jp nifty.com biglobe.ne.jp so-net.ne.jp
ocn.ne.jp plala.or.jp odn.ne.jp dion.ne.jp asahi-net.or.jp excite.co.jp goo.jp mail.goo.ne.jp infoseek.jp
jcom.zaq.ne.jp zaq.ne.jp kcn.ne.jp rakuten.jp mineo.jp uqmobile.jp ymobile.ne.jp disney.ne.jp willcom.com
vodafone.ne.jp t.vodafone.ne.jp jcom.home.ne.jp
hinet.net msa.hinet.net ms1.hinet.net pchome.com.tw seed.net.tw netvigator.com biznetvigator.com hkbn.net
singnet.com.sg starhub.net.sg pacific.net.sg streamyx.com tm.net.my indosat.net.id telkom.net plasa.com
centrin.net.id cbn.net.id truemail.co.th pldtdsl.net fpt.vn vnn.vn
bsnl.in bsnl.co.in vsnl.com vsnl.net airtelmail.in sancharnet.in dataone.in rediffmail.com rediff.com indiatimes.com
sify.com in.com cyber.net.pk sltnet.lk

bigpond.com bigpond.net.au optusnet.com.au iinet.net.au internode.on.net westnet.com.au tpg.com.au iprimus.com.au
dodo.com.au adam.com.au ozemail.com.au exetel.com.au netspace.net.au aapt.net.au telstra.com hotkey.net.au
xtra.co.nz slingshot.co.nz orcon.net.nz vodafone.co.nz clear.net.nz paradise.net.nz ihug.co.nz actrix.co.nz
inspire.net.nz

uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com oi.com.br r7.com zipmail.com.br pop.com.br
superig.com.br ibest.com.br terra.com.mx terra.com prodigy.net.mx fibertel.com.ar speedy.com.ar arnet.com.ar
ciudad.com.ar telecentro.com.ar vtr.net entelchile.net terra.cl une.net.co etb.net.co cantv.net adinet.com.uy
montevideo.com.uy starmedia.com

webmail.co.za mweb.co.za telkomsa.net vodamail.co.za iafrica.com absamail.co.za lantic.net polka.co.za mailbox.co.za
menara.ma
`
    .trim()
    .split(/\s+/),
);
