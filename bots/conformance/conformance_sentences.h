/* conformance_sentences: what a scenario expects and what came, for people in their language; holes are as cli/sentences.h says.
 * X(english, spanish, portuguese); the English is what `--json` prints.  The names of scenarios and messages are the protocol's. */
#ifndef FIEL_CONFORMANCE_SENTENCES_H
#define FIEL_CONFORMANCE_SENTENCES_H

#define CONFORMANCE_CHECKS(X) \
    X("PROTEST * (*), then its end", "PROTEST $1 ($2), y después su final", "PROTEST $1 ($2), e depois o seu fim") \
    X("an envelope is not of this protocol", "un sobre no es de este protocolo", "um envelope não é deste protocolo") \
    X("a message came that cannot come now", "llegó un mensaje que ahora no puede llegar", \
      "chegou uma mensagem que agora não pode chegar") \
    X("the offer cannot be played", "la oferta no se puede jugar", "a oferta não se pode jogar") \
    X("my key is not at my seat", "mi clave no está en mi asiento", "a minha chave não está no meu assento") \
    X("this match was finished before, or opened otherwise", "esta partida ya terminó antes, o se abrió de otro modo", \
      "esta partida já terminou antes, ou foi aberta de outro modo") \
    X("the opened offer is not the one I joined", "la oferta abierta no es la que acepté", \
      "a oferta aberta não é a que aceitei") \
    X("my joining was changed", "se cambió mi adhesión", "a minha adesão foi alterada") \
    X("another party's joining is not signed by it", "la adhesión de otra parte no está firmada por ella", \
      "a adesão de outra parte não está assinada por ela") \
    X("the opening of the match is not signed by the arbiter", \
      "la apertura de la partida no está firmada por el árbitro", \
      "a abertura da partida não está assinada pelo árbitro") \
    X("the match log's proof is not there or was not expected", \
      "la prueba del registro de partidas no está o no se esperaba", \
      "a prova do registro de partidas não está ou não era esperada") \
    X("a sealed pack is not a pack of distinct commitments", "un mazo sellado no es un mazo de compromisos distintos", \
      "um baralho selado não é um baralho de compromissos distintos") \
    X("sealed packs are not signed by the arbiter", "los mazos sellados no están firmados por el árbitro", \
      "os baralhos selados não estão assinados pelo árbitro") \
    X("a hand was sealed a second time with another pack", "una mano se selló otra vez con otro mazo", \
      "uma mão foi selada outra vez com outro baralho") \
    X("my cut was changed", "se cambió mi corte", "o meu corte foi alterado") \
    X("another party's cut does not hash to the one before", "el corte de otra parte no da el anterior", \
      "o corte de outra parte não dá o anterior") \
    X("the wrong seat is mano", "es mano el asiento equivocado", "é mão o assento errado") \
    X("a card came from a slot that is not that seat's", "una carta vino de un lugar que no es de ese asiento", \
      "uma carta veio de um lugar que não é desse assento") \
    X("a slot was opened twice", "un lugar se abrió dos veces", "um lugar foi aberto duas vezes") \
    X("an opened card is not the one that was sealed", "una carta abierta no es la que se selló", \
      "uma carta aberta não é a que foi selada") \
    X("a card is not of this deck, or was seen before in this hand", \
      "una carta no es de este mazo, o ya se vio en esta mano", \
      "uma carta não é deste baralho, ou já foi vista nesta mão") \
    X("an action was told as mine that I did not take", "se contó como mía una acción que no hice", \
      "contou-se como minha uma ação que não fiz") \
    X("the view shows other cards than were dealt to me", "la vista muestra otras cartas que las que me repartieron", \
      "a vista mostra outras cartas que as que me deram") \
    X("the view is not what was played", "la vista no es lo que se jugó", "a vista não é o que se jogou") \
    X("the legal actions are not those of the rules", "las acciones legales no son las de las reglas", \
      "as ações legais não são as das regras") \
    X("the time allowed is not what was agreed", "el tiempo dado no es el acordado", "o tempo dado não é o combinado") \
    X("the score does not follow from the one before", "el tanteo no sale del anterior", \
      "o placar não sai do anterior") \
    X("the arbiter's transcript is not the one I was told", "la transcripción del árbitro no es la que me contaron", \
      "a transcrição do árbitro não é a que me contaram") \
    X("the end of a hand is not signed by the arbiter", "el fin de una mano no está firmado por el árbitro", \
      "o fim de uma mão não está assinado pelo árbitro") \
    X("another seat's signature of a hand does not hold", "la firma de una mano de otro asiento no vale", \
      "a assinatura de uma mão de outro assento não vale") \
    X("the result is not that of this match", "el resultado no es el de esta partida", \
      "o resultado não é o desta partida") \
    X("the result is not signed by the arbiter", "el resultado no está firmado por el árbitro", \
      "o resultado não está assinado pelo árbitro") \
    X("the revealed seed is not the one committed to", "la semilla revelada no es la comprometida", \
      "a semente revelada não é a comprometida") \
    X("a sealed pack was not shuffled from the revealed seed", "un mazo sellado no se mezcló con la semilla revelada", \
      "um baralho selado não foi embaralhado com a semente revelada") \
    X("the state folder cannot be written", "no se puede escribir en la carpeta de estado", \
      "não se pode escrever na pasta de estado") \
    X("a sign that was not made so, or not for my eyes", "una seña que no se hizo así, o no para mis ojos", \
      "um sinal que não se fez assim, ou não para os meus olhos")

#define CONFORMANCE_COURSES(X) \
    X("plays two games to their end", "juega dos partidos hasta el final", "joga dois jogos até o fim") \
    X("signs every answer", "firma cada respuesta", "assina cada resposta") \
    X("takes every message in an envelope of its own", "recibe cada mensaje en un sobre aparte", \
      "recebe cada mensagem em um envelope à parte") \
    X("says HELLO again and goes on", "dice HELLO otra vez y sigue", "diz HELLO outra vez e continua") \
    X("drops what it was told before", "descarta lo que ya se le dijo", "descarta o que já lhe foi dito") \
    X("comes back with HELLO and goes on", "vuelve con HELLO y sigue", "volta com HELLO e continua") \
    X("comes back and answers the open request", "vuelve y responde al pedido abierto", \
      "volta e responde ao pedido aberto") \
    X("comes back and knows what it said", "vuelve y sabe lo que dijo", "volta e sabe o que disse") \
    X("comes back between two hands", "vuelve entre dos manos", "volta entre duas mãos") \
    X("lives with the action that was played for it", "sigue con la acción que se jugó por él", \
      "continua com a ação que se jogou por ele") \
    X("goes on after a game that the rival lost by a fault", \
      "sigue después de un partido que el rival perdió por una falta", \
      "continua depois de um jogo que o rival perdeu por uma falta") \
    X("ends well when the rival lost the match", "termina bien cuando el rival perdió la partida", \
      "termina bem quando o rival perdeu a partida") \
    X("ends well when the match is void", "termina bien cuando la partida es nula", \
      "termina bem quando a partida é nula") \
    X("PROTEST: an envelope is one part", "PROTEST: un sobre es una sola parte", \
      "PROTEST: um envelope é uma só parte") \
    X("PROTEST, or silence: nothing is made of 65,537 bytes", "PROTEST, o silencio: con 65.537 bytes no se hace nada", \
      "PROTEST, ou silêncio: com 65.537 bytes não se faz nada") \
    X("plays the first leg of a pair and cuts hand T", "juega la ida de un par y corta la mano T", \
      "joga a ida de um par e corta a mão T") \
    X("plays the second leg of a pair and cuts nothing", "juega la vuelta de un par y no corta nada", \
      "joga a volta de um par e não corta nada") \
    X("1 game, played to the end without a fault", "1 partido, jugado hasta el final sin faltas", \
      "1 jogo, jogado até o fim sem faltas") \
    X("* games, played to the end without a fault", "$1 partidos, jugados hasta el final sin faltas", \
      "$1 jogos, jogados até o fim sem faltas")

#define CONFORMANCE_CAME(X) \
    X("PROTEST *, and then it ended with exit code 0", "PROTEST $1, y después terminó con código de salida 0", \
      "PROTEST $1, e depois terminou com código de saída 0") \
    X("PROTEST *, and then it did not end", "PROTEST $1, y después no terminó", "PROTEST $1, e depois não terminou") \
    X("it went on with *", "siguió con $1", "continuou com $1") \
    X("it was ended by signal * without a PROTEST", "terminó por la señal $1 sin un PROTEST", \
      "terminou pelo sinal $1 sem um PROTEST") \
    X("it ended with exit code * without a PROTEST", "terminó con código de salida $1 sin un PROTEST", \
      "terminou com código de saída $1 sem um PROTEST") \
    X("another party stopped: * / *", "otra parte se detuvo: $1 / $2", "outra parte parou: $1 / $2") \
    X("in * matches there was no occasion for it", "en $1 partidas no hubo ocasión", \
      "em $1 partidas não houve ocasião") \
    X("it was asked * times", "se le preguntó $1 veces", "perguntou-se-lhe $1 vezes") \
    X("it took a message whose number does not follow", "aceptó un mensaje cuyo número no sigue", \
      "aceitou uma mensagem cujo número não segue") \
    X("it said things twice that nobody asked for twice", "dijo dos veces lo que nadie pidió dos veces", \
      "disse duas vezes o que ninguém pediu duas vezes") \
    X("silence", "silencio", "silêncio") \
    X("the match's end and exit code 0", "el final de la partida y código de salida 0", \
      "o fim da partida e código de saída 0") \
    X("fiel match ended with exit code *", "fiel match terminó con código de salida $1", \
      "fiel match terminou com código de saída $1") \
    X("no folder in /tmp, or the command is too long", "no hay carpeta en /tmp, o el comando es demasiado largo", \
      "não há pasta em /tmp, ou o comando é longo demais") \
    X("no folder in /tmp: *: make room there", "no hay carpeta en /tmp: $1: hacé lugar ahí", \
      "não há pasta em /tmp: $1: abra espaço ali") \
    X("the bot cannot be started: *", "el bot no se puede iniciar: $1", "o bot não pode ser iniciado: $1") \
    X("PROTEST counts more messages than were sent", "PROTEST cuenta más mensajes que los enviados", \
      "PROTEST conta mais mensagens que as enviadas") \
    X("PROTEST names another head than the messages it counts give", \
      "PROTEST nombra otra cabeza que la que dan los mensajes que cuenta", \
      "PROTEST indica outra cabeça que a que dão as mensagens que conta") \
    X("PROTEST is not signed by the key of HELLO", "PROTEST no está firmado con la clave de HELLO", \
      "PROTEST não está assinado com a chave de HELLO") \
    X("nothing comes that is due", "no llega nada de lo que toca", "não chega nada do que é devido")

#define CONFORMANCE_OUTCOMES(X) \
    X("passed", "bien", "bem") \
    X("FAILED", "MAL", "MAL") \
    X("missed", "no lo notó", "não notou") \
    X("not reached", "sin llegar", "não alcançado") \
    X("BROKEN", "ROTO", "QUEBRADO")

#define CONFORMANCE_SENTENCES(X) \
    CONFORMANCE_OUTCOMES(X) CONFORMANCE_CHECKS(X) CONFORMANCE_COURSES(X) CONFORMANCE_CAME(X)

#endif
