import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";

/** Spanish. How a phrase is written is explained in the guide about replies. */
export const spanishReplies: Language = {
  code: "es",
  common:
    "el la los las de que y en un una es por para con no se su sus lo le me nos mi al del como más pero este esta yo usted ustedes muy sin ya hay son está estoy tengo favor gracias",
  lists: {
    mine: "me|nos|<email>|(mi|mis|nuestro|nuestra|nuestros|nuestras|este|esta|estos|la|el) (correo|correos|email|e-mail|mail|dirección|direcciones|datos|nombre|contacto|contactos|información|teléfono|número|cuenta|empresa|dominio|suscripción) (electrónico|electrónica|personales|de correo|de contacto|de email)?",
    list: "lista|listas|base|bases|listado|listados|fichero|ficheros|mailing|newsletter|boletín|registro|registros|sistema|envíos|contactos|archivo|archivos|crm|base de datos|lista de correo|lista de distribución",
    mail: "correo|correos|email|emails|e-mail|e-mails|mail|mails|mensaje|mensajes|publicidad|newsletter|newsletters|comunicaciones|comunicación|spam|información comercial|boletines|boletín|ofertas|propaganda|promociones",
    day: "lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|hoy",
    month:
      "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre",
    later:
      "{month}|primavera|verano|otoño|invierno|trimestre|semestre|año|años|meses|semanas|navidad|navidades|reyes|vacaciones|pascua|2026|2027|2028|2029|2030|q1|q2|q3|q4|<date>|adelante|mes",
    meet: "llamada|llamadas|reunión|reuniones|demo|demostración|videollamada|cita|conversación|charla|teams|zoom|meet|encuentro|presentación|café|call|hueco|videoconferencia|entrevista",
    info: "información|info|detalles|presupuesto|propuesta|oferta|folleto|dossier|documentación|precios|precio|tarifas|tarifa|catálogo|enlace|ejemplos|ejemplo|presentación|más|datos|material|cotización|referencias|link|video",
    colleague:
      "compañero|compañera|compañeros|colega|jefe|jefa|responsable|director|directora|departamento|equipo|gerente|sistemas|informática|compras|recursos|administración|socio|socia|marketing|contabilidad|encargado|encargada|señor|señora|sr|sra|don|doña|finanzas|ti|it|rrhh",
  },
  courtesies:
    "hola buenos buenas días dias tardes noches estimado estimada estimados señor señora gracias muchas por favor su tu mensaje correo email mail interés contacto contactar saludo saludos cordial cordiales atentamente un abrazo perdón perdone disculpe lo siento ok vale pues y pero ya ahora inmediatamente de antemano adelantado muy amable atento que tal escribir escribirme la información porfa xfa",
  negations: "no ni nunca jamás ningún ninguna nada sin tampoco nadie",
  negatesBehind: false,
  conditions: "si salvo excepto cuando hasta antes mientras como siempre",
  softeners: `
    (cuanto antes|lo antes posible|antes posible)
    (si (es posible|puede|pueden|podéis|fuera posible|fuese posible|no le importa|le parece|te parece)|si no es molestia)
    (no hay problema|sin problema|por qué no|no dude|no dudes|ningún problema|no solo|cómo no)
    (nunca|no) (me)? (he|hemos|haber|di|dimos|solicité|solicitamos|autoricé|pedí|me suscribí|me apunté|me di|autorizamos|recuerdo) ~4
    sin ~1 (consentimiento|autorización|permiso)`,
  joints: "y e pero porque pues aunque sino que quien cuando sin embargo así",
  contrasts: "pero aunque sino",
  stays: `
    no (me|nos) (llame|llames|llamen|telefonee) (escríbame|escríbeme|escríbanme|mejor|envíeme|mándeme|prefiero)
    (queremos|quiero|debemos|deberíamos|quisiéramos) dejar de (enviar|mandar|escribir|usar|hacer)
    no (deje|dejes|dejen|dejéis) de ~1
    (baja|de baja) (médica|maternal|laboral|por enfermedad)
    no (me|nos) (den|des|deis|dé|quiten|quites|quitéis|quite|borren|borres|borréis|borre|eliminen|elimines|eliminéis|elimine|saquen|saques|saquéis|saque) ~1
    (mantenga|mantengan|manténganme|manténgame|déjenme|dejarme|seguir|sigan) ~2 (en)? (la lista|informado|informados|enviando)
    (nuevo|otra|otro|nueva|correcta|correcto) (correo|dirección|email|cuenta)
    (escriba|escriban|escríbame|use|usen|utilice) ~2 <email>
    (llámeme|llámame) (mejor|en su lugar)`,
  closings: `
    ^ (un|reciba un|reciban un)? (cordial|afectuoso|atento)? (saludo|saludos|abrazo) ~2 $
    ^ (saludos|atentamente|cordialmente|atte|slds|sds)
    ^ (muchas)? (gracias|gracias de antemano|gracias por todo) $
    ^ quedo (a su|a la|a tu|atento|atenta)`,
  disclaimers: `
    (este|el presente|la información|el contenido de este) ~2 (mensaje|correo|e-mail|email|comunicación|contenida) ~6 (confidencial|dirigido|dirige|contiene|contener|destinatario|privilegiada|exclusivamente|incluida|y sus|va)
    (confidencialidad|aviso legal|aviso de confidencialidad|cláusula de confidencialidad|advertencia legal|protección de datos)
    (si|para) (no|ha recibido|usted|recibe|darse|dejar|cancelar) ~6 (destinatario|desea|quiere|error|baja|clic|recibir|responda|haga)
    (ha recibido|recibe|usted recibe|estás recibiendo) este
    (darse de baja|cancelar suscripción|gestionar preferencias) ~1 (<url>|aquí|gestionar)
    (antes de imprimir|por favor considere|piense en el medio)`,
  firstPerson: "yo me mi mis mí nos nosotros conmigo quiero quisiera deseo doy",
  misspelt:
    "suscripción suscribir desuscribir interesado interesada interesante eliminar publicidad",
  phrases: {
    do_not_contact: {
      whole: `
        (stop|baja|parar|pare|paren|basta|alto|unsubscribe|desuscribir|desuscribirme|desuscribirse|cancelar|eliminar|borrar|bájenme|elimíneme|bórreme|bórrenme|elimínenme|quítenme|quíteme)
        (dar|darme|darse|dame|denme|déme|deme|dadme|solicito|quiero|cancelar|pido|favor) (de)? (la)? (baja|suscripción)
        (baja por favor|de baja|quiero la baja|baja definitiva)
        no más {mail}?
        (ni|no) (un|una)? (más|mas) (correo|correos|email|emails|mensajes|mail|mails|spam)
        (no|nunca|jamás) (me)? (escriban|escriba|contacten|contacte|molesten|moleste|envíen|envien)
        (bloqueado|bloqueados)
        (marcado|reportado) como spam`,
      clear: `
        (olvídense|olvídese|olvidaos|olvídate) de (mí|nosotros|mi)
        (elimin*me|borr*me|quít*me|sác*me|saqu*me|dad*me de baja|dé*me de baja|dén*me de baja|dé*nos de baja|dén*nos de baja|elimín*nos|bórr*nos|quít*nos|sáqu*nos|sáqu*me|elimín*me|bórr*me|bórrad*me|quitadme|borradme|eliminadme|sacadme|desuscrib*me|dejadme|excluy*me|exclúy*me|retír*me|retir*me|bájenme|bájeme|remuév*me|remuev*me) ~5
        (elimine|eliminen|elimina|eliminar|eliminad|eliminéis|borre|borren|borra|borrar|borrad|borréis|quite|quiten|quita|quitar|quitad|saque|saquen|saca|sacar|retire|retiren|retirar|suprima|suprimir|suprimáis|excluya|excluir|supriman|cancele|cancelen|dar de baja|dé de baja|den de baja) (inmediatamente|todos|todas|por favor|ya|a|definitivamente)? {mine} ~4
        (me|nos) (eliminen|elimine|elimines|eliminéis|borren|borre|borres|borréis|quiten|quite|quites|quitéis|saquen|saque|saques|saquéis|den de baja|dé de baja|des de baja|deis de baja|excluyan|excluya|retiren|retire|desuscriban|desuscriba|supriman) ~5
        (quiero|quisiera|deseo|solicito|solicitamos|queremos|deseamos|pido|ruego|necesito|quería|desearía|me gustaría|exijo|pedimos|agradecería|agradeceríamos) ~2 (darme|darnos|que me|ser|la baja|mi baja|nuestra baja|me|borrarme|salir|desuscribirme|cancelar|eliminarme|dar) ~1 (de baja|eliminen|elimine|borren|borre|eliminado|eliminada|baja|den de baja|den|quiten|quite|saquen|de la lista|la suscripción|de esta lista|de su lista|$|dé|cancele|excluido|borrado|removido)
        (solicito|solicitamos|exijo|exigimos|pido|pedimos|requiero|ruego|ejerzo|ejercer|ejerciendo) ~4 (supresión|eliminación|cancelación|borrado|eliminen|supriman|borren|cancelen|baja) ~6
        ! (cómo|dónde|como|donde) (me doy|puedo darme|puedo|me puedo dar|darme|se da uno|hago para darme|nos damos|se hace para) (de)? ~1 (baja|dar de baja|darme de baja|desuscribirme|desuscribir|desuscribo|cancelar la suscripción) ~3
        ! cómo me desuscribo
        (ya me|me he|me) (di|dado|había dado) de baja ~3
        no (me|nos) (vuelva|vuelvan|vuelvas|volváis) (a)? (más)? (escribir|contactar|enviar|mandar|molestar|llamar|mandarme|enviarme) ~3
        no vuelva*|vuelvan a (escribirme|contactarme|enviarme|molestarme|escribirnos|contactarnos|enviarnos|llamarme|mandarme) ~2
        no (me|nos) (escriba|escriban|escribas|escribáis|contacte|contacten|contactes|contactéis|envíe|envíen|envíes|enviéis|mande|manden|mandes|mandéis|moleste|molesten|molestes|molestéis|llame|llamen) (más|mas|nunca más|ningún|ninguna|ni|nada|de nuevo|nunca|otra|ya más|por favor|más nada|$|publicidad|correos) ~3
        no (envíe|envíen|envíes|enviéis|mande|manden|escriban|escriba|contacten|contacte) (más|mas|nada más|ningún|ninguna|publicidad) ~4
        no (quiero|queremos|deseo|deseamos|quisiera|me interesa|autorizo|autorizamos|quiera) ~1 (recibir|seguir recibiendo|volver a recibir|continuar recibiendo) ~1 (más|ningún|ninguna|sus|este|estos|este tipo|nada|correos|correo|emails|publicidad|comunicaciones|mensajes|información|spam) ~3
        no (quiero|queremos|deseo|deseamos|quisiera) (más) ({mail}|publicidad|spam) ~2 ($|de ustedes|suyos|por favor)
        no (quiero|queremos|deseo|deseamos|quisiera|autorizo|autorizamos) (que me|que nos|ser) ~1 (escriban|envíen|contacten|manden|molesten|contactado|contactada|contactados|llamen|vuelvan) ~2
        (me|nos) (podría|podrían|podrias|podrian|puede|pueden|podéis|podríais) (borrar|quitar|eliminar|sacar|dar de baja|retirar|excluir) (de (su|la|esta|vuestra|sus) ~1 {list}|$|por)
        (baja|bajas) (de|en) (la|esta|su) ~1 ({list}|suscripción)
        (me doy|nos damos|doyme) de baja ($|de ~2 ({list}|newsletter|suscripción))
        (deje|dejen|deja|dejad|pare|paren|parad|para|cese|cesen|dejéis|deje ya|dejen ya|basta) (ya|inmediatamente)? (de) (una vez de)? ~1 (escribirme|enviarme|mandarme|molestarme|contactarme|escribirnos|enviarnos|mandarnos|molestarnos|contactarnos|acosarme|llamarme|molestar|spamearme|enviarme|(enviar|mandar|escribir) (más|$|correos|correo|emails|mensajes|spam|publicidad|estos|este tipo|estas)|spam) ~3
        (^|por favor) (no|ni) (más|mas|un) ~1 {mail} ~2 ($|por favor|gracias)
        (me opongo|nos oponemos|derecho de oposición|derecho de supresión|derecho al olvido|derecho de cancelación|revoco|retiro mi consentimiento) ~6
        (déjenme|déjeme|dejadme|déjame|déjennos) (en paz|tranquilo|tranquila)
        (bloqueado|bloqueo|bloqueando|bloquear|bloquearé) (su|tu|vuestro|a|este|esta) ~1
        (marcado|marco|reportado|denunciado|reporto) ~2 como (spam|correo no deseado)`,
    },
    hostile: {
      whole: `
        (imbécil|imbéciles|estafadores|estafador|sinvergüenzas|sinvergüenza|ladrones|idiotas|idiota|gilipollas|cabrones|spammers|spammer|mierda)
        <insult>`,
      clear: `
        (vete|váyanse|iros|idos|váyase|que te|que os|que les|ándate|andate) ~1 (a la mierda|al carajo|al diablo|al infierno|tomar por culo|a tomar|a la chingada|jodan|jodas|den|follen|al cuerno)
        (chinga|chingue|chinguen|jódete|jódanse|jodeos|que os den|que te den|vete a la mierda|a tomar por culo)
        (sois|son|es|eres|usted es|ustedes son|panda de|pandilla de|malditos|putos|puto|pinches|pinche|ustedes|unos|jodidos) (unos|un|una|todos|de|muy|verdaderos)? (estafadores|estafador|sinvergüenzas|sinvergüenza|ladrones|ladrón|idiotas|idiota|imbéciles|imbécil|gilipollas|cabrones|cabrón|parásitos|delincuentes|basura|mentirosos|spammers|spammer|pesados|timadores|hijos de puta|payasos|corruptos|estúpidos|estúpido)
        (tocar|tocando|tocarme|tocándome|romper|hinchar) ~1 (los cojones|las narices|las pelotas|los huevos)
        (denunciar|denunciaré|denunciaremos|denuncio|denuncia|demandar|demandaré|demanda|denunciarles|denunciarlos|demandarlos|denunciaros|interponer|presentar una denuncia|presentaré) ~4
        (hablar|hablaré|contactar|acudir|poner|trasladar|consultar|consultaré|pasar|pondré) ~3 (abogado|abogados|abogada|gabinete jurídico)
        (mi|mis|nuestro|nuestros) (abogado|abogados|asesoría jurídica) 
        (acciones|medidas|acción|vía) (legales|judiciales|legal|judicial)
        (aepd|agencia española de protección de datos|agencia de protección de datos|policía|guardia civil|profeco) ~2
        (esto es|es|está siendo) ~1 (acoso|ilegal|delito|un delito|denunciable)
        (incumpl*|vulner*|violan*|infring*) ~3 (ley|rgpd|lopd|protección de datos|normativa)
        (qué vergüenza|vergüenza les|qué poca vergüenza|caradura|caraduras)`,
    },
    interested: {
      whole: `
        (sí|si|claro|por supuesto|adelante|me interesa|interesado|interesada|cómo no|perfecto|con gusto|encantado|encantada|estupendo|desde luego|interesante|muy interesante|<yes>) (claro|adelante|por supuesto|me interesa|con gusto|encantado|envíemelo|envíamelo|gracias|mándalo)?`,
      clear: `
        (me|nos) (interesa|interesaría|interesan|interesarían|gusta|gustaría|gustan|encaja|viene bien|vendría bien|encantaría|encantaria|parece) ~1 (mucho|bastante|bien|interesante|conocer|saber|ver|recibir|probar|que|la|el|lo|su|esta|este|tener|genial|estupendo|$|muy|una|más|aprender|entender)
        (me|nos) (interesa|interesaría|interesan) 
        (estoy|estamos|estaría|estaríamos|estaria|muy|sí) ~1 (interesado|interesada|interesados|interesadas)
        (tengo|tenemos|tendría|tendríamos) ~1 interés (en|por)?
        (suena|parece|resulta|se ve|pinta) (muy|bastante|realmente)? (interesante|bien|genial|estupendo|útil|bueno|prometedor|fantástico)
        pero ~4 sí $
        (sí que|sí) (me|nos)? ~1 (interesa|gustaría|interesaría|podría)
        (envíeme|envíame|envíenme|enviadme|mándeme|mándame|mandadme|envíenos|mándenos|páseme|pásame|pasadme|facilíteme|remítame|compártame|hágame llegar|hágannos llegar|enviarme|mandarme|pasarme|enviarnos) ~4 {info}
        (puede|podría|puedes|podrías|pueden|podrían|podéis|podríais|me puede|me podría|me puedes|nos puede|nos pueden) (por favor|usted)? (enviarme|mandarme|pasarme|enviarnos|mandarnos|facilitarme|facilitarnos|enviar|mandar|contarme|contar|ayudar|ayudarnos|ayudarme|explicarme|remitirme|compartir|dar) ~4
        (cuénteme|cuéntame|cuéntenos|cuéntanos|contadme|explíqueme|dígame|cuénteme) ~1 (más|mas|algo más|cómo)
        (quiero|queremos|quisiera|quería|gustaría|deseo|desearía|queríamos) ~1 (saber|conocer|recibir|ver|probar|tener|más) ~1 (más|mas|información|cómo|una|la|el|su)
        (más|mas|ampliar) (información|info|detalles) (por favor|$|sobre|del|de la|al respecto)
        ^ (sí|claro|por supuesto|adelante|desde luego|encantado|perfecto) (me|nos|claro|envíe|envíeme|por|puede|quiero|adelante|mándelo|estoy|estamos|gracias|envía|interesa|con)
        (justo|exactamente|precisamente) ~1 (lo que|buscamos|estamos buscando|estábamos buscando|buscando|necesitamos|lo)
        (estamos|estoy|estábamos|llevamos) ~1 buscando ~2
        (buen|perfecto|en el mejor) (momento|timing)
        (cuáles son|cuál es|cuáles serían) (los|el) (siguientes|siguiente|próximos|próximo) (pasos|paso)
        (estamos|estoy) (evaluando|valorando|comparando|estudiando|mirando) ~3`,
      hint: `
        ^ (claro|por supuesto|adelante)
        ^ sí $
        <yes>
        (podría|puede) (ser|resultar|interesarnos|interesarme|sernos) ~1 (interesante|útil)?
        (manténganme|manténgame|mantenme|téngame|ténganme) ~1 (informado|informada|al tanto|al corriente)`,
    },
    meeting_request: {
      whole: `
        (llámeme|llámame|llamadme|llámenme)
        <calendar>`,
      clear: `
        (llámeme|llámame|llamadme|llámenme|llámenos|llamarme|contácteme por teléfono|telefonéeme|localizarme|puede llamarme|me llama|me puedes llamar|me puede llamar) ~5 ({day}|<time>|<phone>|al|mañana|por la tarde|cuando|a partir|a las|esta|la semana|sobre|entre)
        (podemos|podríamos|podríais|puede|podría|puedes|podéis|podrías|queremos|quiero|gustaría|me gustaría|nos gustaría|quisiera|vamos a|podamos|propongo|proponemos|agendar|agendamos|agendemos|concertar|concertamos|concretar|fijar|fijamos|organizar|organizamos|programar|programamos|tener|hacer|hacemos|hagamos|coordinamos|coordinar|coordinemos|quedar|quedamos|acordar|le propongo|te propongo|dispuesto|dispuestos|disponible|disponibles|encantado|encantados|tengamos|cuadramos|cuadrar|establecer|convocar|convoque|ver|busquemos|buscamos) ~3 (hablar|reunirnos|vernos|llamada|llamadas|reunión|demo|demostración|videollamada|cita|conversación|charla|quedar|conversar|encuentro|presentación|café|videoconferencia|hablarlo|comentarlo|teams|zoom|llamarnos|una llamada|reunimos|reunir|charlar|hueco)
        {meet} ~3 ({day}|<time>|semana que viene|próxima semana|esta semana|con usted|contigo|juntos|mañana|me va bien)
        (qué|cuál|cuándo|que|cual|cuando) ~1 (disponibilidad|día|días|hora|horas|horario|huecos|agenda|puede|podría|puedes|podemos|le viene|te viene|le va|os viene|hueco|fechas) ~4 (tiene|tienes|le viene|te viene|bien|disponible|podemos|hablar|tendría|reunirnos|vernos|quedar|un rato|para|disponibilidad|hueco|una llamada|tendrían|$)
        (estoy|estaré|estamos|estaría|tengo) ~1 (disponible|libre|en la oficina|hueco|disponibilidad|en el despacho|un hueco) ~4 ({day}|<time>|la semana|mañana|por la|a partir|entre|esta)
        ({day}|<time>|la semana que viene|la próxima semana) ~3 (me va bien|me viene bien|le va bien|le viene bien|te va bien|te viene bien|podría|puedo|perfecto|me encaja|os va bien|me cuadra|le parece|te parece|va bien)
        (le|te|os) (va|viene|parece|vendría|iría|encaja|cuadra) (bien)? ~2 ({day}|<time>|la semana|mañana)
        (pásese|pásate|pasaos|pase|pasen|venga|vengan|ven|pasar|pasarse) (por)? ~1 (aquí|la oficina|nuestra oficina|nuestras|el despacho|mi oficina|a vernos|cuando|{day}) ~3
        (nos|hablamos|quedamos|vemos|reunimos) (vemos|hablamos|reunimos|llamamos)? ~1 (el)? ({day}|la semana que viene|mañana)
        {day} ~2 (a las|sobre las|a la) ~1
        (mi|agenda|calendario|reservar|aquí|enlace|cita|hueco) ~5 <calendar>
        (mi|móvil|teléfono|número|celular|tel) ~3 <phone>
        (ver|una|la) (demo|demostración) ~1
        (podemos|podríamos|podéis|puede|te|le) (hablar|hacerlo|vernos|quedar|hacer) ~2 ({day}|<time>|mañana|la semana|esta semana|$)
        {day} a (las|la) <number>`,
      hint: `
        <calendar>`,
    },
    question: {
      clear: `
        ^ (cuánto|cuanto|cuántos|cómo|qué|cuál|cuáles|quién|dónde|de dónde|por qué|tienen|tiene|tenéis|pueden|puede|se puede|se integra|es posible|hay|funciona|ofrecen|hacen|trabajan|desde cuándo|para qué|en qué|incluye|disponen)
        (una|alguna|algunas|un par de|tengo una|tengo|dos) (pregunta|preguntas|duda|dudas|consulta|consultas)
        (me pregunto|quisiera saber|me gustaría saber|quería saber|querría saber|saber) (si|cómo|qué|cuánto|cuál|dónde|por qué)`,
    },
    referral: {
      clear: `
        (lo|la|los|se lo|te lo|se la) (reenvío|reenvio|paso|remito|derivo|traslado) ~1 (a|al) ~4
        (contacte|contacten|contacta|contactad|contactar|diríjase|diríjanse|dirigirse|dirígete|escriba|escriban|escribe|escribir|hable|hablen|habla|hablar|póngase en contacto|pónganse en contacto|ponerse en contacto|comuníquese|llame|consulte|pregunte|trátelo) ~2 (con|a|al) (mi|la|el|nuestro|nuestra|nuestros|don|doña|<name>|<email>|quien|ella|él|su) ~3
        (contacte|contacten|contacta|escriba|escriban|escribe|llame) (a|con) ~2 <email>
        (debe|debería|tiene que|puede|deberían|tendría que|mejor|sería mejor|le recomiendo|le sugiero|recomiendo|sugiero|lo mejor es|conviene) ~2 (hablar|contactar|dirigirse|escribir|hable|contacte|escriba|se dirija|consultar|preguntar|tratarlo) ~2 (con|a|al) ~3
        (persona|contacto|interlocutor|interlocutora) (indicada|adecuada|correcta|encargada|responsable|adecuado|correcto|que lleva|que gestiona|de contacto) ~1 (es|sería|para|de|aquí) ~4
        (le|les|te|os|lo|la) (paso|pasé|he pasado|reenvío|reenvié|he reenviado|remito|traslado|derivo|reenviaré|pasaré|he trasladado) ~4 (a|al|con) (mi|la|el|nuestro|nuestra|nuestros|los|don|doña|<name>|quien|su|un|una) ~2
        (reenvío|reenvié|reenviado|reenviaré|paso|pasaré|pasado|traslado|trasladado|trasladaré|derivo|derivado|remito|remitido|reenviamos|pasamos) ~4 (a|al) (mi|la|el|nuestro|nuestra|nuestros|los|departamento|compañero|compañera|don|<name>) ~2
        (pongo|copio|dejo|añado|incluyo|poniendo) (en copia|en cc|a) ~4
        (en copia|en cc) (a|está|tienes|tiene) ~2
        (lo|la|eso|esto|este tema|ese tema|estos temas) (lleva|gestiona|decide|maneja|trata) (mi|el|la|nuestro|nuestra|don|<name>) ~4
        (responsable|encargado|encargada|compañero|compañera|persona|contactar|director|directora|compras|departamento) ~6 <email>`,
    },
    not_now: {
      whole: `
        (ahora (mismo)? no|de momento no|por ahora no|por el momento no|en este momento no|todavía no|aún no|más adelante|más tarde|quizás más adelante|no por ahora|no de momento|otro momento|actualmente no|no ahora)`,
      clear: `
        (ahora mismo|de momento|por ahora|por el momento|en este momento|actualmente|ahora|todavía|aún|este año|este trimestre|a día de hoy|en estos momentos|por lo pronto) ~2 no ~1 ($|podemos|puedo|es|tenemos|lo|estamos|nos|vamos|necesitamos|hay|quizás|tal|pero|es posible|toca|gracias|contamos)
        no ~4 (ahora mismo|de momento|por ahora|por el momento|en este momento|actualmente|este año|este trimestre|todavía|en estos momentos|a corto plazo) ~1
        (no es|mal|no es un|mal) ~1 (buen|mejor|momento|el momento|el mejor momento) (momento)?
        (escríbame|escríbeme|escríbanme|contácteme|contáctame|contacte|contacten|vuelva|vuelve|vuelvan|volver|llámeme|llámame|hablamos|hablemos|retomamos|retomemos|retomar|retomarlo|recuérdemelo|recuérdame|pregunte|insista|inténtelo|búsqueme|podemos hablar|podríamos hablar|lo vemos|lo hablamos|volvamos|hábleme) ~5 (en|después|a partir|tras|pasado|pasadas|para|dentro|el|a finales|a principios|hacia|sobre|próximo) ~3 ({later}|próximo|unos|unas|viene)
        (año|trimestre|mes|curso|ejercicio) (que viene|próximo|siguiente|entrante)
        (el|próximo) (próximo|siguiente) (año|trimestre|curso|ejercicio)
        (quizás|quizá|tal vez|a lo mejor|posiblemente|puede que) ~3 (más adelante|año|próximo|en {month}|en el futuro|después|otro momento|más tarde|en unos)
        (dentro de|en|de aquí a) (unos|un|dos|tres|cuatro|seis|varios|2|3|4|6|unas) (meses|semanas|años|par|mes)
        (no|sin) ~3 presupuesto ~2 (este|hasta|ahora|actualmente|para este|por ahora|de momento)
        este (año|trimestre) ~3 (no|sin) ~2 presupuesto
        (presupuesto|presupuestos) ~3 (cerrado|agotado|congelado|asignado|bloqueado|gastado)
        (acabamos|acabo|acaba) de (renovar|firmar|contratar|implantar|cambiar|comprar|cerrar|empezar) ~3
        (demasiado pronto|muy pronto|un poco pronto|muy liados|muy liado|hasta arriba|desbordados|saturados|a tope|mucho trabajo|muy ocupados)
        (contrato|compromiso) ~4 (hasta|vigente|vence|firmado)
        (más adelante|en otro momento|en un futuro) ~1`,
      hint: `
        (de momento|por ahora|por el momento|en este momento|actualmente)
        en el futuro`,
    },
    not_interested: {
      whole: `
        (no|no gracias|no interesa|no me interesa|no nos interesa|sin interés|paso|no interesado|<no>) (gracias|lo siento)?
        gracias (pero)? no`,
      clear: `
        ^ no (gracias|muchas|lo necesito|lo necesitamos|me interesa|nos interesa|estoy|estamos)
        no (me|nos|le|les) ~1 (interesa|interesan|interesaría|encaja|encajan|hace falta|sirve|conviene|aporta|cuadra|convence)
        no (estoy|estamos|está|estaría|estaríamos) ~2 (interesado|interesada|interesados|interesadas|buscando|pensando)
        no (lo|la|los|las)? (necesito|necesitamos|precisamos|preciso|requerimos|requiero|necesita|necesitamos) ~2
        no (tengo|tenemos|hay|existe|es|vemos|veo) (ningún|ninguna|de|una|nuestra|el)? (interés|necesidad|prioridad|para nosotros|lo que|algo que|relevante|necesario)
        (ya)? (tenemos|tengo|contamos|disponemos|trabajamos|usamos|utilizamos|cuento|dispongo) (ya|con)? ~2 (proveedor|solución|herramienta|sistema|cubierto|alguien|agencia|partner|software|programa|empresa|socio|servicio|resuelto|gestoría)
        ya (tenemos|tengo|contamos|disponemos|trabajamos|usamos|utilizamos|lo hacemos|estamos) ~3
        (estamos|estoy) ~2 (contentos|contento|contenta|satisfechos|satisfecho|cubiertos|servidos|bien así)
        (contentos|satisfechos|contento|satisfecho) con ~3
        (lo|esto) (hacemos|gestionamos|llevamos|hacemos todo) ~2 (internamente|dentro|nosotros|en casa)
        (declino|declinamos|descartamos|descarto|rechazamos|rechazo|desestimamos) ~1
        (si|cuando) ~6 (contactaremos|contactaré|avisaremos|avisaré|avisamos|escribiremos|escribiré|pondremos|pondré|tendremos|llamaremos)
        no (es|sería) ~1 (para nosotros|para mí|lo nuestro|nuestro caso|de interés|relevante|una prioridad|prioritario|de nuestro interés)
        (pierda|perder|pierdan|pierdas) ~1 (el|su)? tiempo
        (demasiado|muy) (caro|cara|pequeños|pequeño|pequeña|grande|costoso|elevado)
        (no|ningún) (tenemos|hay|tengo|contamos con) presupuesto (para|$)
        ya (lo)? (probamos|hemos probado|intentamos) ~4
        no (es|era) (lo que|para mí|para nosotros|lo nuestro) ~2`,
      hint: `
        (no|sin) ~1 presupuesto
        (guardo|guardamos|conservo|conservamos|archivamos|tomo|tomamos) ~2 (contacto|datos|nota|correo)`,
    },
    wrong_person: {
      whole: `
        (persona|dirección|correo|destinatario|número) (equivocada|equivocado|incorrecta|incorrecto|errónea|erróneo)`,
      clear: `
        (se ha|te has|se han|os habéis|se|está|están|creo que se ha) (equivocado|confundido|equivoca|equivocan|confunde|equivocada|confundida|equivocados) ~3
        (persona|dirección|correo|destinatario|departamento|contacto|empresa) (equivocada|equivocado|incorrecta|incorrecto|errónea)
        no (soy|sería|es) ~1 (la|el|una|quien|yo|yo quien) ~1 (persona|responsable|indicada|indicado|adecuada|adecuado|encargado|encargada|contacto|lleva|decide|interlocutor|persona que)
        (no|yo no|ya no) (llevo|me encargo|gestiono|me ocupo|manejo|trato|decido|trabajo en|tengo nada que ver|participo en|llevamos) ~3 (tema|temas|asunto|eso|esto|esos|compras|ese|este|área|de eso|de esto|de ello|cuestiones|departamento|con)
        no (es|está|entra) ~1 (mi|en mi|mío|de mi) ~1 (área|departamento|competencia|responsabilidad|tema|cargo|mano)?
        (nada que ver) (conmigo|con esto|con eso)`,
    },
    left_company: {
      clear: `
        (ya no|no) (trabajo|trabaja|formo|forma|está|estoy|pertenece|pertenezco|presta|se encuentra|colabora) ~1 (en|aquí|para|parte|con nosotros|entre|a|con|más) ~3
        ya no (es|está|soy) ~2 (empleado|empleada|trabajador|con nosotros|aquí|en la empresa|en la compañía|en nuestra)
        (dejó|ha dejado|dejé|he dejado|abandonó|ha abandonado|dejará|dejado) (la|el|esta|nuestra|de trabajar|de formar|<name>|su puesto|mi puesto) ~2
        (causó baja|causado baja|se jubiló|se ha jubilado|está jubilado|está jubilada|falleció|ha fallecido|se desvinculó|se ha desvinculado|desvinculado)
        (último día) ~2 (en|fue|es|de trabajo)`,
    },
    out_of_office: {
      clear: `
        (estoy|estaré|estaremos|estamos|me encuentro|me encontraré|está|permaneceré) ~2 (fuera de la oficina|fuera de oficina|de vacaciones|ausente|de viaje|de baja médica|de baja|de permiso|fuera del despacho|fuera|en una conferencia) ~1
        (fuera de la oficina|de vacaciones|ausente) (hasta|del|desde|por|y|sin)
        (regreso|regresaré|vuelvo|volveré|reincorporo|reincorporaré|incorporaré|a mi vuelta|a mi regreso|de vuelta) ~1 (el|a la oficina|al trabajo|en|$|responderé|contestaré|atenderé|a partir|la) ~3
        (acceso) (limitado|restringido) ~2
        (cerrado|cerrados|cerrada) por (vacaciones|festivo|fiestas)`,
    },
  },
};
