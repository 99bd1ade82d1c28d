import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";

/** Portuguese, of Portugal and of Brazil. How a phrase is written is explained in the guide about replies. */
export const portugueseReplies: Language = {
  code: "pt",
  common:
    "o a os as de que e em um uma é por para com não se seu sua me nos meu minha ao do da dos das no na como mais mas este esta eu você vocês muito sem já há são está estou tenho favor obrigado",
  lists: {
    mine: "me|nos|<email>|(o|os|a)? (meu|meus|minha|minhas|nosso|nossos|nossa|nossas|este|esse|esta) (e-mail|email|mail|endereço|endereços|dados|nome|contato|contacto|contatos|contactos|cadastro|registo|registro|número|telefone|conta|empresa|domínio|informações|inscrição) (eletrônico|eletrónico|pessoais|de email|de e-mail)?",
    list: "lista|listas|base|bases|mailing|newsletter|cadastro|banco|banco de dados|base de dados|sistema|registos|registros|envios|contatos|contactos|disparos|ficheiro|ficheiros|crm|arquivo",
    mail: "e-mail|e-mails|email|emails|mail|mails|mensagem|mensagens|publicidade|newsletter|newsletters|comunicação|comunicações|comunicado|spam|propaganda|propagandas|ofertas|correspondência|contatos|contactos|contato|contacto|promoções",
    day: "segunda|terça|quarta|quinta|sexta|sábado|domingo|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|amanhã|hoje",
    month:
      "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
    later:
      "{month}|primavera|verão|outono|inverno|trimestre|semestre|ano|anos|meses|mês|semanas|natal|carnaval|páscoa|férias|2026|2027|2028|2029|2030|q1|q2|q3|q4|<date>|frente|tarde",
    meet: "chamada|ligação|reunião|reuniões|demo|demonstração|videochamada|conversa|call|papo|bate-papo|encontro|apresentação|teams|zoom|meet|café|horário|videoconferência",
    info: "informações|informação|info|infos|detalhes|orçamento|proposta|oferta|folheto|material|preços|preço|tabela|catálogo|link|exemplos|exemplo|apresentação|mais|dados|cotação|referências|documentação|brochura|portfólio|vídeo",
    colleague:
      "colega|colegas|chefe|responsável|diretor|diretora|director|departamento|equipe|equipa|gerente|ti|informática|compras|setor|sócio|sócia|marketing|contabilidade|financeiro|rh|sr|sra|dr|dra|encarregado|encarregada|comercial|gestor|gestora",
  },
  courtesies:
    "olá ola oi bom boa dia dias tarde noite prezado prezada prezados caro cara caros senhor senhora sr sra obrigado obrigada obrigados muito muita por favor pf pfv favor seu sua vosso vossa teu mensagem contato contacto email e-mail interesse cumprimentos abraço abraços atenciosamente desculpe desculpa ok então e mas já agora imediatamente desde antecipadamente pela pelo gentileza agradeço att tudo bem",
  negations: "não nao nem nunca jamais nenhum nenhuma nada sem tampouco ninguém",
  negatesBehind: false,
  conditions: "se caso salvo quando até antes enquanto exceto menos",
  softeners: `
    (quanto antes|o quanto antes|antes possível)
    (se (possível|for possível|puder|puderem|não for incômodo|não se importar|faz favor|não se importa)|se não for)
    (não há problema|sem problema|por que não|porque não|não hesite|nenhum problema|não só|não tem problema)
    (nunca|não) (me)? (pedi|pedimos|autorizei|autorizamos|subscrevi|solicitei|inscrevi|assinei|cadastrei|dei|lembro|recordo) ~4
    sem ~1 (consentimento|autorização|permissão)`,
  joints: "e mas porque porém que quem quando pois entretanto contudo todavia entanto então",
  contrasts: "mas porém contudo entretanto",
  stays: `
    não (me|nos) (ligue|liguem|telefone|telefonem) (me|nos)? (escreva|escrevam|mande|mandem|envie|enviem|prefiro)
    (queremos|quero|precisamos|gostaríamos) (parar|deixar) de (enviar|mandar|escrever|usar|fazer)
    não (deixe|deixem|deixa|pare|parem) de ~1
    não (me|nos) (remova|removam|remove|retire|retirem|tire|tirem|exclua|excluam|apague|apaguem|cancele|descadastre|descadastrem)
    (mantenha|mantenham|deixe|deixem|continue|continuem) (me|nos|a enviar|enviando|na lista) ~2
    (novo|outro|nova|correto|correta) (e-mail|email|endereço|conta)
    (escreva|escrevam|use|usem|utilize) ~2 <email>
    (ligue|liga)-me antes`,
  closings: `
    ^ (com os melhores|os melhores|melhores|com|meus)? (cumprimentos|abraços|abraço|cumps) ~1 $
    ^ (atenciosamente|atentamente|cordialmente|att|respeitosamente|grato|grata|cumps|abs)
    ^ (muito)? (obrigado|obrigada|obrigado desde já|obrigada desde já) $
    ^ fico (à disposição|ao dispor|no aguardo)`,
  disclaimers: `
    (esta|a presente|o conteúdo desta|as informações|este) ~2 (mensagem|e-mail|email|correio|comunicação|contidas) ~6 (confidencial|confidenciais|destinada|destinado|destinatário|contém|conter|privilegiada|e seus|e os|é dirigida|exclusivo|exclusiva)
    (confidencialidade|aviso legal|aviso de confidencialidade|aviso)  (esta|este|a|legal|de)
    (se|para) (não|você|recebeu|cancelar|deixar|sair) ~6 (destinatário|deseja|quiser|erro|clique|receber|responda|inscrição|desinscrever)
    (você recebeu|recebeu|está recebendo) (este|esta)
    (cancelar|remover|gerir) (inscrição|subscrição|preferências) ~1 (<url>|aqui|gerir)
    (antes de imprimir|pense no meio)`,
  firstPerson: "eu me mim nos nós comigo quero gostaria desejo faço meu minha posso",
  misspelt:
    "descadastrar descadastre inscrição subscrição interessado interessada interesse remover publicidade",
  phrases: {
    do_not_contact: {
      whole: `
        (stop|parar|pare|parem|sair|remover|remova|cancelar|descadastrar|descadastre|descadastro|descadastrem|excluir|exclua|apagar|unsubscribe|chega|basta|desinscrever|desinscrição|retirar|desisto)
        (me|favor|quero|para) (descadastre|descadastrem|descadastrar|remova|removam|remover|retire|retirem|tire|tirem|exclua|excluam|tira|remove|sair|me descadastrar|me remover|me retirar|me sair)
        (cancelar|cancele|cancelem|quero cancelar|desejo cancelar|anular|anule|anulem) (a|o|minha|meu)? (inscrição|subscrição|cadastro|assinatura|recebimento)
        (sem|chega de|nada de|não mais|não envie mais|não enviem mais) ({mail})?
        (não|nunca|nem) (me)? (contacte|contactem|contate|contatem|escreva|escrevam|envie|enviem|mande|mandem|incomode|incomodem|perturbe) (mais)?
        não perturbe
        (bloqueado|bloqueada)
        (marcado|denunciado|marquei) como spam`,
      clear: `
        (parem|pare) (já|imediatamente|por favor)? de (escrever|enviar|mandar|contactar|contatar) (a|para|ao) (esta|este|essa|esse|nossa|nosso|mim)
        (me esqueçam|me esqueça|esqueçam de mim|esqueça-me|esqueçam-me)
        (remova|removam|remover|remove|retire|retirem|retirar|retira|tire|tirem|tirar|tira|exclua|excluam|excluir|exclui|apague|apaguem|apagar|apaga|elimine|eliminem|eliminar|descadastre|descadastrem|descadastrar|delete|deletem|deletar|cancele|cancelem|suprimam|suprima) (imediatamente|por favor|já|todos|todas|urgentemente)? {mine} ~4
        (me|nos) (remova|removam|remover|remove|retire|retirem|retirar|tire|tirem|tirar|tira|exclua|excluam|excluir|exclui|apague|apaguem|descadastre|descadastrem|descadastra|descadastrar|elimine|eliminem|delete|deletem|bloqueie|desinscreva) ~4
        (quero|queria|gostaria|desejo|solicito|solicitamos|peço|pedimos|exijo|exigimos|queremos|preciso|desejamos) ~2 (ser|que|me|sair|cancelar|descadastrar|a minha|a|que me|remover|excluir|deixar) ~2 (removido|removida|excluído|excluída|descadastrado|descadastrada|retirado|retirada|removam|remova|retirem|retire|excluam|exclua|lista|inscrição|subscrição|remoção|exclusão|apaguem|eliminem|receber|descadastrar|mailing|apagados|recebimento|cadastro)
        (solicito|solicitamos|exijo|exigimos|peço|pedimos|requeiro|exerço|exercer) ~3 (exclusão|remoção|eliminação|apagamento|descadastramento|descadastro|cancelamento|retirada|supressão) ~6
        ! (como) (faço|posso|fazer|me|se|é que|eu|cancelo|saio) ~3 (cancelar|descadastrar|desinscrever|sair|me descadastrar|remover|descadastro|deixar|subscrição|desta lista|da lista|desinscrevo|cancelar a subscrição|inscrição) ~4
        (já me|já) (descadastrei|desinscrevi|cancelei|pedi) ~4
        não (me|nos) (contacte|contactem|contate|contatem|escreva|escrevam|envie|enviem|mande|mandem|incomode|incomodem|perturbe|perturbem|ligue|liguem|volte|voltem|chateie|chateiem|aborreça|procure|procurem) ~2 (mais|novamente|nada|outra|nunca|de novo|a|$|emails|publicidade|e-mails|mensagens) ~2
        não (volte|voltem|torne|tornem) a (contactar|escrever|enviar|ligar|contatar|incomodar|mandar) ~2
        não (enviem|envie|mandem|mande|entre|entrem|entrar|contactar|contatar|enviar|escrevam|contactem|contatem) (me|nos)? (mais|novamente|nada|nunca mais) ~4
        (não|nunca) ~1 mais ~2 (em contato|em contacto|contato|contacto|emails|e-mails) ($|comigo|connosco|conosco)
        não (quero|queremos|desejo|desejamos|gostaria de|pretendo|pretendemos|autorizo|autorizamos|tenho interesse em|aceito) (mais)? ~1 (receber|continuar a receber|continuar recebendo) ~4
        não (quero|queremos|desejo|desejamos|pretendo|autorizo|autorizamos|aceito) (mais|que me|que nos|ser) ~1 (contactado|contatado|contactada|contatada|incomodado|contactem|enviem|contatem|escrevam|contactados|contatados) ~4
        não (quero|queremos|desejo|desejamos) mais ({mail}) ($|de vocês|vossos|seus|por favor)
        não (quero|queremos|desejo|desejamos) mais (seus|vossos|estes|esses) ({mail})
        (deixe|deixem|pare|parem|para|cesse|cessem|queiram parar|favor parar) (já|imediatamente|por favor)? (de|com) ~1 (me enviar|me mandar|me escrever|me contactar|contactar|contatar|me contatar|incomodar|me incomodar|spam|os emails|os e-mails|esses|estes|essas|(enviar|mandar|escrever) ({mail}|$|mais|estas|esses|estes|essas)|enviar-me|mandar-me|contactar-me|escrever-me|perturbar|enviarem|encher|me encher|nos enviar|nos contactar) ~4
        (^|por favor|favor) (nada de|chega de|sem|não mais) ~1 {mail} ~1 ($|por favor|obrigado|obrigada)
        (oponho-me|opomo-nos|me oponho|direito ao esquecimento|direito de oposição|direito à exclusão|direito ao apagamento|revogo|retiro o meu consentimento) ~6
        (lgpd|rgpd) ~6 (exclusão|eliminação|apagamento|remoção|excluam|apaguem|eliminem)
        (deixe|deixem)-me em paz
        (me)? (deixe|deixem|deixa) (me)? em paz
        (bloqueei|bloqueado|bloquear|vou bloquear|bloqueio) ~2
        (marquei|marcado|marcar|denunciei|marcando|reportei) ~2 como spam`,
    },
    hostile: {
      whole: `
        (idiotas|idiota|golpistas|golpista|burlões|burlão|ladrões|vigaristas|vigarista|merda|palhaços|palhaço|spammers|spammer|aldrabões)
        <insult>`,
      clear: `
        (vai|vão|vá|vai-te|vão-se|vá-se|que se|vai se|vão se|vá se) ~1 (à merda|foder|fuder|lixar|catar|para o inferno|pro inferno|pra puta|para a puta|tomar no cu|à puta|se foder|se lascar|ao diabo|plantar batatas)
        (foda-se|fodam-se|vsf|vtnc|fdp) 
        (vocês|voces|vcs|são|és|é|seus|seu|bando de|uns|um|umas|cambada de|deixem de ser|esses|malditos|corja de) (são|uns|um|verdadeiros|todos|mesmo|uma|não passam de)? (uns)? (idiotas|idiota|golpistas|golpista|burlões|burlão|ladrões|ladrão|vigaristas|vigarista|palhaços|palhaço|criminosos|parasitas|lixo|imbecis|imbecil|estúpidos|estúpido|spammers|spammer|aldrabões|aldrabão|trapaceiros|mentirosos|filhos da puta|filho da puta|cretinos|safados|picaretas|otários)
        (processar|processo|processarei|denunciar|denunciarei|denuncio|denúncia|queixa|acionar|apresentar queixa|apresento|apresentarei|registrar|fazer) ~3 (vocês|vos|contra|procon|polícia|cnpd|anpd|judicial|judicialmente|autoridades|ministério|formal|crime|reclamação|queixa)
        (vou|iremos|vamos|irei) (processar|denunciar|acionar) ~2
        (falar|contactar|contatar|acionar|passar|encaminhar|consultar) ~3 (advogado|advogados|advogada|jurídico) ~1
        (meu|meus|nosso|nossos) (advogado|advogados|departamento jurídico) 
        (medidas|ações|ação|acções|vias|providências) (legais|judiciais|judicial|legal|cabíveis)
        (isto é|isso é|está sendo) ~1 (assédio|ilegal|crime|um crime)
        (vergonha na cara|que vergonha|tenham vergonha)
        (encher|encham|enchendo) ~1 saco`,
    },
    interested: {
      whole: `
        (sim|claro|com certeza|tenho interesse|temos interesse|interessado|interessada|pode ser|pode mandar|pode enviar|por que não|porque não|com prazer|com todo o prazer|claro que sim|manda|mande|envie|perfeito|interessante|muito interessante|aceito|<yes>) (pode mandar|pode enviar|claro|por favor|mande|envie|com certeza|tenho interesse|obrigado|quero)?`,
      clear: `
        (tenho|temos|teria|teríamos|há|haveria) ~1 (interesse|muito interesse|todo interesse|curiosidade) ~1
        (estou|estamos|estaria|estaríamos|ficaria|fiquei|ficamos) ~1 (interessado|interessada|interessados|interessadas|curioso|curiosa)
        (interessa-me|interessa-nos|me interessa|nos interessa|me interessou|interessou-me|me interessaria|interessar-me)
        (parece|soa|achei|é|parece-me|pareceu|acho) (muito|bastante|bem|me)? (interessante|bom|ótimo|óptimo|promissor|útil|excelente|legal)
        (gostaria|gostaríamos|gostava|gostávamos|quero|queremos|queria|adoraria|desejo) ~2 (conhecer|saber|receber|ver|entender|experimentar|testar|ter|ouvir|avaliar|saber mais|obter) ~1
        (pode|poderia|podem|poderiam|consegue|conseguem|podia) (por favor|me|nos)? ~1 (enviar|mandar|me enviar|me mandar|passar|contar|ajudar|ajudar-nos|enviar-me|mandar-me|partilhar|compartilhar|explicar|falar mais|facultar) ~4
        (envie|enviem|envia|mande|mandem|manda|partilhe|passe|encaminhe|remeta|faça chegar) (me|nos|por favor|para mim|já)? ~3 {info}
        (conte|conta|contem|fale|diga|explique) (me|nos|mais|sobre)? ~2 mais
        (mais) (informações|informação|detalhes|info) ($|por favor|sobre|a respeito)
        ^ (sim|claro|com certeza|perfeito) (pode|podem|claro|por|envie|mande|tenho|temos|quero|gostaria|gostava|me|estou|estamos|com|obrigado|interessa|por favor)
        mas ~4 sim $
        (exatamente|exactamente|justamente|precisamente) ~1 (o que|isso que|isto que)
        (estamos|estou|andamos|andava|estávamos) ~1 (procurando|à procura|a procurar|buscando|em busca) ~2
        (bom|ótimo|excelente|no) (momento|timing)
        (quais|qual) (são|é|seriam) (os|o) (próximos|próximo) (passos|passo)
        (estamos|estou) (avaliando|a avaliar|comparando|a comparar|estudando|a analisar) ~3
        (gostei|gostamos|gostámos) (da|do|muito|desta|dessa|bastante) ~2`,
      hint: `
        ^ (sim|claro)
        <yes>
        (pode|poderia) (ser|nos ser) ~1 (interessante|útil)
        mantenha|mantenham-me|nos ~1 (informado|a par)`,
    },
    meeting_request: {
      whole: `
        (ligue-me|liga-me|me liga|me ligue|liguem-me|pode me ligar)
        <calendar>`,
      clear: `
        (ligue|liga|liguem|ligar|telefone|me liga|me ligue|me ligar) (me|para mim|nos|pra mim)? ~4 ({day}|<time>|<phone>|às|amanhã|à tarde|de manhã|quando|a partir|na|no|<number>)
        (podemos|poderíamos|pode|poderia|podem|vamos|queremos|quero|gostaria|gostaríamos|gostava|gostávamos|proponho|propomos|sugiro|agendar|agendamos|agende|marcar|marcamos|marque|marquemos|combinar|combinamos|fazer|fazemos|ter|reunir|disponível|disponíveis|consegue|conseguimos|bora|que tal|tenho interesse em|teria|seria) ~3 (conversar|falar|conversa|chamada|ligação|reunião|demo|demonstração|videochamada|call|papo|bate-papo|encontro|apresentação|reunir|encontrar|café|falarmos|conversarmos|reunirmos|teams|zoom|nos falar|um café)
        {meet} ~3 ({day}|<time>|semana que vem|próxima semana|esta semana|consigo|com vocês|juntos|amanhã)
        (qual|quais|quando|que|quando é que) ~1 (disponibilidade|disponibilidades|dia|dias|hora|horas|horário|horários|pode|podem|podemos|agenda|tem|teria|poderia|poderíamos|melhor|datas) ~4 (tem|têm|disponível|disponíveis|disponibilidade|melhor|falar|conversar|reunir|para|prefere|preferem|dá|funciona|agenda|livre|podem|pode|sua|vossa)
        (estou|estarei|estamos|tenho) ~1 (disponível|livre|no escritório|agenda|disponibilidade|horário) ~4 ({day}|<time>|semana|amanhã|na|no|à tarde|de manhã|a partir|entre|às)
        ({day}|<time>|semana que vem|próxima semana) ~3 (funciona|dá|está bem|está bom|serve|é bom|seria bom|me convém|convém|posso|consigo|tá bom|tá ótimo|perfeito|ok|por mim)
        (passe|passem|passa|venha|venham|vem|dê um pulo|apareça|apareçam) ~2 (aqui|cá|no escritório|nosso escritório|na nossa|por cá|por aqui|no nosso|visitar) ~4
        (falamos|conversamos|reunimos|encontramos|vemo-nos) ~2 ({day}|amanhã|na próxima semana|semana que vem)
        {day} ~2 (às|pelas|as) ~1
        (minha|agenda|calendário|agendar|aqui|link|horário) ~5 <calendar>
        (meu|celular|telemóvel|telefone|número|contacto|whatsapp) ~3 <phone>
        (ver|uma|a) (demo|demonstração) ~1
        (podemos|poderíamos|pode|dá para) (falar|fazer|conversar|ver-nos|nos falar) ~2 ({day}|<time>|amanhã|$)
        {day} às <number>`,
      hint: `
        <calendar>`,
    },
    question: {
      clear: `
        ^ (quanto|quantos|como|qual|quais|quem|onde|de onde|por que|porque|têm|tem|vocês|pode|podem|integra|é possível|há|funciona|oferecem|fazem|trabalham|desde quando|para que|em que|inclui|existe|o que)
        (uma|alguma|algumas|tenho uma|tenho|umas) (pergunta|perguntas|dúvida|dúvidas|questão|questões)
        (gostaria de saber|gostava de saber|queria saber|pergunto-me|saber) (se|como|o que|quanto|qual|onde|porque)`,
    },
    referral: {
      clear: `
        (contacte|contactem|contate|contatem|contactar|contatar|fale|falem|falar|escreva|escrevam|escrever|procure|dirija-se|entre em contato|entre em contacto|entrem em contacto|ligue|envie|enviar|encaminhe|trate) ~2 (com|a|o|à|ao|para) (meu|minha|nosso|nossa|senhor|sr|sra|dona|<name>|<email>|colega|departamento|setor|responsável|ela|ele) ~3
        (deve|deveria|devem|tem de|tem que|pode|melhor|sugiro|recomendo|ideal) ~2 (falar|contactar|contatar|escrever|fale|contacte|contate|procurar|tratar) ~2 (com|a|o|à|ao) ~3
        (pessoa|contacto|contato|interlocutor) (certa|indicada|adequada|correta|responsável|certo|indicado|ideal|que trata|que cuida|que decide|apropriada) ~1 (é|seria|para|de|do|aqui) ~4
        (encaminhei|encaminho|encaminhar|encaminharei|reencaminhei|reencaminho|reencaminhar|repassei|repasso|repassar|passei|passar|passo|enviei|transmiti|partilhei|encaminhado|encaminhada|repassado) ~4 (para|ao|à|a|com|pro|pra) (o|a|os|meu|minha|nosso|nossa|colega|colegas|departamento|setor|<name>|quem|área|ti|equipe|equipa) ~2
        (estou a copiar|copio|coloco|colocando|copiando|incluo|incluindo|ponho|adiciono) ~3 (em cópia|em cc|colega|aqui|<name>|na cópia) ~2
        (em cópia|em cc) (o|a|está|meu|minha|<name>) ~2
        (quem|isso|isto|esse assunto|este assunto) ~1 (trata|cuida|decide|gere|é responsável|resolve) ~4
        (responsável|encarregado|colega|pessoa|contactar|contatar|diretor|compras|departamento|procure) ~6 <email>`,
    },
    not_now: {
      whole: `
        (agora não|de momento não|no momento não|por enquanto não|por agora não|neste momento não|ainda não|mais tarde|talvez mais tarde|mais para a frente|talvez depois|não agora|não por enquanto|não neste momento|atualmente não|hoje não)`,
      clear: `
        (agora|de momento|no momento|por enquanto|por agora|neste momento|atualmente|actualmente|ainda|este ano|este trimestre|nesse momento|para já) ~2 (não|sem) ~1 ($|podemos|posso|é|temos|estamos|nos|vamos|precisamos|há|talvez|mas|dá|conseguimos|orçamento|verba|estamos)
        não ~4 (agora|de momento|no momento|por enquanto|por agora|neste momento|atualmente|este ano|este trimestre|ainda|nesse momento|a curto prazo|para já) ~1
        (não é|mau|não é o|não é um|péssimo) ~1 (bom|melhor|momento|o momento|timing|a melhor) (momento|altura)?
        (fale|fala|falem|escreva|escrevam|volte|voltem|voltar|contacte|contate|ligue|falamos|conversamos|retomamos|retomar|procure|me procure|lembre|pergunte|tente|tentem|podemos falar|podemos conversar|voltamos|vamos falar|me chame|retome|retorne) ~5 (em|depois|a partir|após|para|daqui|no|na|próximo|só) ~3 ({later}|próximo|uns|umas|vem|alguns)
        (próximo|no próximo|para o|ano) (ano|trimestre|semestre) (que vem)?
        (ano|mês|trimestre|semestre) que vem
        (talvez|quem sabe|possivelmente|eventualmente) ~3 (mais tarde|próximo|em {month}|no futuro|depois|mais para a frente|ano|outra altura|outro momento|daqui)
        (daqui a|dentro de|em) (uns|um|dois|duas|três|quatro|seis|alguns|algumas|2|3|4|6|umas) (meses|semanas|anos|ano|mês)
        (não|sem) ~3 (orçamento|verba) ~2 (este|até|agora|no momento|para este|de momento|neste|atualmente)
        (agora|este ano|de momento|atualmente|no momento) ~2 (sem|não há|não temos) ~1 (orçamento|verba|budget|disponibilidade)
        (orçamento|verba|verbas|budget) ~3 (fechado|esgotado|congelado|alocado|bloqueado|comprometido)
        (acabamos|acabámos|acabei|acabou) de (renovar|assinar|contratar|implementar|mudar|comprar|fechar|implantar|adquirir) ~3
        (muito cedo|demasiado cedo|cedo demais|muito ocupados|muito ocupado|muito ocupada|atolados|atolado|correria|sobrecarregados|a mil|assoberbados)
        (contrato|compromisso) ~4 (até|vigente|vence|assinado)
        (mais para a frente|mais pra frente|noutra altura|em outro momento|mais adiante) ~1`,
      hint: `
        (de momento|no momento|por enquanto|por agora|neste momento|atualmente)
        (no|num) futuro`,
    },
    not_interested: {
      whole: `
        (não|não obrigado|não obrigada|sem interesse|dispenso|não interessa|não tenho interesse|não temos interesse|não interessado|<no>) (obrigado|obrigada|desculpe)?
        obrigado (mas)? não`,
      clear: `
        ^ não (obrigado|obrigada|muito|precisamos|preciso|tenho interesse|temos interesse|estou|estamos|nos|me)
        não (temos|tenho|há|existe|vemos|vejo) ~1 (interesse|necessidade|qualquer|nenhum|nenhuma|utilidade|vantagem|demanda|procura) ~1
        não (estou|estamos|está|estaria|estaríamos) ~2 (interessado|interessada|interessados|à procura|buscando|procurando|a considerar|a pensar)
        não ~1 (precisamos|preciso|necessitamos|necessito|precisa|interessa|interessam|serve|convém|encaixa|compensa) ~1
        não (faz|fazia|é) ~1 (sentido|para nós|para mim|o nosso|o que|relevante|prioridade|uma prioridade|do nosso interesse|adequado|nosso perfil|nossa área) ~2
        não (se)? (aplica|adequa|enquadra|encaixa) ~2
        (já)? (temos|tenho|contamos|trabalhamos|usamos|utilizamos|conto|dispomos) (já|com)? ~2 (fornecedor|solução|ferramenta|sistema|alguém|agência|parceiro|software|programa|empresa|serviço|resolvido|coberto|plataforma|parceira)
        já (temos|tenho|contamos|dispomos|trabalhamos|usamos|utilizamos|fazemos|somos|estamos) ~3
        (estamos|estou) ~2 (satisfeitos|satisfeito|satisfeita|contentes|bem servidos|bem assim|servidos|cobertos|felizes)
        (satisfeitos|contentes|satisfeito|felizes) com ~3
        (fazemos|tratamos|fazemos tudo|gerimos|cuidamos) ~2 (internamente|nós mesmos|dentro|em casa|nós próprios)
        (declino|declinamos|dispensamos|dispenso|recuso|recusamos|descartamos|agradeço mas não|agradecemos mas não|vamos recusar|vou recusar|vou passar|vamos passar) ~1
        (se|caso|quando) ~6 (entraremos|entrarei|contactaremos|contactarei|avisaremos|avisarei|avisamos|procuraremos|falaremos|diremos)
        (perca|perder|percam|perda de) ~1 (o|seu)? tempo
        (muito|demasiado|bem) (caro|cara|pequenos|pequeno|pequena|grande|dispendioso)
        não (temos|há|tenho) (orçamento|verba) (para|$)
        já (tentamos|experimentamos|testamos|usámos|testámos) ~4
        não é (pra|para) (mim|nós|a gente)`,
      hint: `
        (não|sem) ~1 (orçamento|verba)
        (guardo|guardamos|fico com|ficamos com|guardaremos) ~2 (contacto|contato|dados|email)`,
    },
    wrong_person: {
      whole: `
        (pessoa|endereço|email|e-mail|destinatário|número) (errada|errado|incorreta|incorreto|enganada)`,
      clear: `
        (errou|enganou-se|se enganou) (de|na) (pessoa|destinatário|contato|contacto)
        (enganou-se|enganaram-se|se enganou|se enganaram|enganado|engano|equívoco|equivocou|confundiu|confundiram|enganou) ~3
        (pessoa|endereço|email|e-mail|destinatário|departamento|contato|contacto|empresa|número) (errada|errado|incorreta|incorreto)
        não (sou|seria|é) ~1 (a|o|eu|quem|responsável|eu quem|a pessoa|eu que) ~1 (pessoa|responsável|indicada|indicado|adequada|certo|certa|contacto|contato|decide|trata|cuida|decisor|por|quem|encarregado)?
        (não|já não) (trato|me ocupo|cuido|lido|decido|sou responsável|trabalho com|trabalho nessa|participo|tenho nada|tenho relação|faço parte dessa|respondo por) ~3 (assunto|assuntos|isso|isto|compras|esse|este|área|disso|disto|dessa|desse|deste|dessas|com|por)
        não é ~1 (minha|meu|comigo|da minha|do meu) ~1 (área|departamento|competência|responsabilidade|assunto|função|setor|pelouro)?
        (nada a ver|nada que ver) (comigo|com isso|com isto)`,
    },
    left_company: {
      clear: `
        (já não|não) (trabalho|trabalha|faço|faz|está|estou|pertence|pertenço|integra|integro|colabora|colaboro|exerce|exerço) (mais)? ~1 (na|no|aqui|para|parte|conosco|connosco|com|à|a|mais|em|nesta|da) ~4
        não (trabalho|trabalha|faz|faço|está|estou|atua|atuo) mais ~3
        (já não|não) (é|sou) (mais)? ~1 (funcionário|funcionária|colaborador|colaboradora|empregado)
        (saiu|saí|deixou|deixei|desligou-se|desligou|se desligou|me desliguei|abandonou|deixará) (da|a|desta|da nossa|do|o|de trabalhar|de colaborar|de fazer|<name>|daqui|à empresa) ~3
        (aposentou|aposentado|aposentada|reformou-se|reformado|reformada|faleceu|falecido|desligado|desligada|se aposentou) ~1
        (último dia) ~2`,
    },
    out_of_office: {
      clear: `
        (estou|estarei|estaremos|estamos|encontro-me|me encontro|encontrar-me-ei|está|ficarei) ~2 (fora do escritório|de férias|em férias|ausente|em viagem|de licença|de baixa|fora|em licença|em formação) ~1
        (fora do escritório|de férias|em férias|ausente|licença maternidade) (até|do|de|desde|por|e|sem)
        (regresso|regressarei|volto|voltarei|retorno|retornarei|de volta|estarei de volta) ~1 (na|no|ao|a|em|dia|segunda|terça|quarta|quinta|sexta|$) ~3
        (acesso) (limitado|restrito) ~2
        sem acesso ao ~1 (email|e-mail|mail|correio)
        (respondo|responderei|respondo-lhe) (quando|assim que|no meu|após|no) ~2 (voltar|regressar|regresso|retornar|retorno)
        (fechado|fechados|encerrado|encerrados) para (férias|feriado)`,
    },
  },
};
