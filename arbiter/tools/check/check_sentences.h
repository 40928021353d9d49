/* check_sentences: what `fiel check` says of a bot and what its author can do, for people in their language; holes are as
 * cli/sentences.h says.  X(english, spanish, portuguese); the English is what `--json` prints.  The rows with nothing but holes are the
 * last: they part what was put together. */
#ifndef FIEL_CHECK_SENTENCES_H
#define FIEL_CHECK_SENTENCES_H

#define CHECK_SAID(X) \
    X("a pair against itself: * hands, no fault", "un par contra sí mismo: $1 manos, ninguna falta", \
      "um par contra si mesmo: $1 mãos, nenhuma falta") \
    X("a match against itself: * hands, no fault", "una partida contra sí mismo: $1 manos, ninguna falta", \
      "uma partida contra si mesmo: $1 mãos, nenhuma falta") \
    X("with the same cards it played otherwise from hand * on", \
      "con las mismas cartas jugó distinto desde la mano $1", \
      "com as mesmas cartas jogou diferente a partir da mão $1") \
    X("asked again in the same match, * of * decisions are other ones", \
      "al preguntarle de nuevo en la misma partida, $1 de $2 decisiones son otras", \
      "perguntado de novo na mesma partida, $1 de $2 decisões são outras") \
    X("asked again in the same match it decides the same, * times", \
      "al preguntarle de nuevo en la misma partida decide lo mismo: $1 de $1", \
      "perguntado de novo na mesma partida decide o mesmo: $1 de $1") \
    X("the same actions with the same cards", "las mismas acciones con las mismas cartas", \
      "as mesmas ações com as mesmas cartas") \
    X("three seats have no two sides to exchange", "tres asientos no tienen dos lados que cambiar", \
      "três assentos não têm dois lados para trocar") \
    X("*: no fault", "$1: ninguna falta", "$1: nenhuma falta") \
    X("killed *, its line cut *", "muerto: $1, línea cortada: $2", "morto: $1, linha cortada: $2") \
    X("once", "una vez", "uma vez") \
    X("never", "nunca", "nunca") \
    X("killed and started again", "muerto y vuelto a iniciar", "morto e iniciado de novo") \
    X("its line cut", "su línea cortada", "a sua linha cortada") \
    X("* refused, the last: *", "rechazadas: $1; la última: $2", "recusadas: $1; a última: $2") \
    X("* decisions, all legal", "$1 decisiones, todas legales", "$1 decisões, todas legais") \
    X("met all of them: *", "se encontró con todas: $1", "encontrou todas: $1") \
    X("met *; never *", "se encontró con $1; nunca con $2", "encontrou $1; nunca $2") \
    X("longest *, mean * of * a decision", "máximo $1, media $2, de $3 por decisión", \
      "máximo $1, média $2, de $3 por decisão") \
    X("not known: it did not end by itself when the match was over", \
      "no se sabe: no terminó solo al acabar la partida", "não se sabe: não terminou sozinho ao acabar a partida") \
    X("* MiB of * at most", "$1 MiB de $2 como máximo", "$1 MiB de $2 no máximo") \
    X("* KiB printed", "$1 KiB impresos", "$1 KiB impressos") \
    X("it prints nothing", "no imprime nada", "não imprime nada") \
    X("*; it printed \"*\"", "$1; imprimió «$2»", "$1; imprimiu «$2»")

#define CHECK_REMEDIES(X) \
    X("it plays without a jail: in one it sees /usr and its own folder, writes to its working folder, has no network " \
      "and starts no " \
      "processes (SECURITY.md)", \
      "juega sin jaula: en una ve /usr y su carpeta, escribe en su carpeta de trabajo, no tiene red y no inicia " \
      "procesos (SECURITY.md)", \
      "joga sem jaula: em uma vê /usr e a sua pasta, escreve na sua pasta de trabalho, não tem rede e não inicia " \
      "processos (SECURITY.md)") \
    X("no fault: but a bot whose chance comes from the match (its id) can be asked again why it did that", \
      "no es una falta; pero a un bot cuyo azar sale de la partida (de su id) se le puede preguntar de nuevo por qué " \
      "lo hizo", \
      "não é uma falta; mas a um bot cujo acaso sai da partida (do seu id) pode-se perguntar de novo por que o fez") \
    X("a ladder may hold its bots harder: `fiel jail-test` tells what is lacking here", \
      "una liga puede encerrar más a sus bots: `fiel jail-test` dice qué falta acá", \
      "uma liga pode isolar mais os seus bots: `fiel jail-test` diz o que falta aqui") \
    X("the match was over too soon to try it: check again with a longer game", \
      "la partida terminó antes de poder probarlo: probá de nuevo con un juego más largo", \
      "a partida acabou cedo demais para tentar: verifique de novo com um jogo mais longo") \
    X("answer one of the actions that came with the request: the third refused one loses the game", \
      "respondé una de las acciones que vinieron con el pedido: la tercera rechazada pierde el partido", \
      "responda uma das ações que vieram com o pedido: a terceira recusada perde o jogo") \
    X("more games bring more: --games 20; what stays missing was not tested", \
      "más partidos traen más: --games 20; lo que falte no se probó", \
      "mais jogos trazem mais: --games 20; o que faltar não foi testado") \
    X("a busier machine would make it late: think for a share of the budget that the request tells", \
      "en una máquina más ocupada llegaría tarde: pensá una parte del tiempo que dice el pedido", \
      "em uma máquina mais ocupada chegaria tarde: pense uma parte do tempo que o pedido diz") \
    X("its address space is limited, which is more than what is resident: use less", \
      "lo limitado es su espacio de direcciones, que es más que lo residente: usá menos", \
      "o limitado é o seu espaço de endereços, que é mais que o residente: use menos") \
    X("the log of a match holds 16 MB, and whoever reads it is you: print less", \
      "en el log de una partida entran 16 MB, y quien lo lee sos vos: imprimí menos", \
      "no log de uma partida cabem 16 MB, e quem o lê é você: imprima menos") \
    X("answer one of the actions that came with the request, and no sign where none is made", \
      "respondé una de las acciones que vinieron con el pedido, y ninguna seña donde no se hacen", \
      "responda uma das ações que vieram com o pedido, e nenhum sinal onde não se fazem") \
    X("send one ZeroMQ part of at most 65536 bytes: a canonical msgpack array, as PROTOCOL.md has it", \
      "enviá una parte de ZeroMQ de 65536 bytes como máximo: un arreglo msgpack canónico, como dice PROTOCOL.md", \
      "envie uma parte ZeroMQ de no máximo 65536 bytes: um array msgpack canônico, como diz PROTOCOL.md") \
    X("sign the bytes that PROTOCOL.md gives for this message, with the key that HELLO named", \
      "firmá los bytes que PROTOCOL.md da para este mensaje, con la clave que nombró HELLO", \
      "assine os bytes que PROTOCOL.md dá para esta mensagem, com a chave que HELLO indicou") \
    X("reveal the cuts of one hash chain, in order, each once (DEAL.md)", \
      "revelá los cortes de una sola cadena de hashes, en orden, cada uno una vez (DEAL.md)", \
      "revele os cortes de uma só cadeia de hashes, em ordem, cada um uma vez (DEAL.md)") \
    X("answer as the seat that OFFER gave you", "respondé como el asiento que te dio OFFER", \
      "responda como o assento que OFFER lhe deu") \
    X("answer each request once, with its number, and nothing else", \
      "respondé cada pedido una vez, con su número, y nada más", \
      "responda cada pedido uma vez, com o seu número, e nada mais") \
    X("answer within the budget of each request, which the request tells; leave a margin for a busy machine", \
      "respondé dentro del tiempo que dice cada pedido; dejá un margen para una máquina ocupada", \
      "responda dentro do tempo que cada pedido diz; deixe uma margem para uma máquina ocupada") \
    X("connect to the endpoint on descriptor 3 and say HELLO at once; load what is large later, or make it smaller", \
      "conectate a la dirección del descriptor 3 y decí HELLO enseguida; cargá lo grande después, o achicalo", \
      "conecte-se ao endereço do descritor 3 e diga HELLO logo; carregue o que é grande depois, ou reduza-o") \
    X("answer every HAND_END with HAND_SIGN and the next CUT at once", \
      "respondé a cada HAND_END con HAND_SIGN y el CUT siguiente enseguida", \
      "responda a cada HAND_END com HAND_SIGN e o CUT seguinte logo") \
    X("it ended by itself: what it printed last tells where; run it under a debugger or a sanitizer", \
      "terminó solo: lo último que imprimió dice dónde; correlo con un depurador o un sanitizer", \
      "terminou sozinho: o que imprimiu por último diz onde; execute-o com um depurador ou um sanitizer") \
    X("stay below the limits of fiel match --help: memory, files, output", \
      "quedate por debajo de los límites de fiel match --help: memoria, archivos, salida", \
      "fique abaixo dos limites de fiel match --help: memória, arquivos, saída") \
    X("it found the arbiter at fault where every other client found nothing: look at its own checks", \
      "culpó al árbitro donde ningún otro cliente encontró nada: mirá sus propias comprobaciones", \
      "culpou o árbitro onde nenhum outro cliente achou nada: olhe as suas próprias verificações") \
    X("send only what the state diagram of PROTOCOL.md has now, and nothing twice", \
      "enviá sólo lo que el diagrama de estados de PROTOCOL.md tiene en ese momento, y nada dos veces", \
      "envie só o que o diagrama de estados de PROTOCOL.md tem nesse momento, e nada duas vezes")

#define CHECK_EFFECTS(X) \
    X("loses the game", "pierde el partido", "perde o jogo") \
    X("loses the match", "pierde la partida", "perde a partida") \
    X("the default action was played", "se jugó por él lo más modesto", "jogou-se por ele o mais modesto") \
    X("the match is void", "la partida es nula", "a partida é nula") \
    X("the match is stopped", "la partida se detiene", "a partida é interrompida")

#define CHECK_NAMES(X) \
    X("jail", "jaula", "jaula") \
    X("admission", "admisión", "admissão") \
    X("matches", "partidas", "partidas") \
    X("actions", "acciones", "ações") \
    X("phases", "fases", "fases") \
    X("clock", "reloj", "relógio") \
    X("memory", "memoria", "memória") \
    X("output", "salida", "saída") \
    X("repeat", "repite", "repete") \
    X("return", "vuelve", "volta") \
    X("not tried", "no probado", "sem teste") \
    X("pass", "bien", "bem") \
    X("note", "nota", "nota") \
    X("FAIL", "MAL", "MAL") \
    X("A ladder would admit it.", "Una liga lo admitiría.", "Uma liga o admitiria.") \
    X("A ladder would not admit it.", "Una liga no lo admitiría.", "Uma liga não o admitiria.")

#define CHECK_PARTS(X) \
    X("*: *", "$1: $2", "$1: $2") \
    X("*, *", "$1, $2", "$1, $2") \
    X("* against *", "$1 contra $2", "$1 contra $2")

#define CHECK_SENTENCES(X) CHECK_SAID(X) CHECK_REMEDIES(X) CHECK_EFFECTS(X) CHECK_NAMES(X)

#endif
