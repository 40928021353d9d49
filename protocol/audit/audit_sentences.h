/* audit_sentences: what the auditor finds wrong, for people in their language; holes are as cli/sentences.h says.  X(english, spanish,
 * portuguese); the English is what `--json` prints and what a ladder keeps.
 *
 * Names of messages, options and formats are no language's and stay.  A piece that stands in a hole has its own row; the rows with little
 * but holes are the last.  `make sentences` holds the sources against these rows. */
#ifndef FIEL_AUDIT_SENTENCES_H
#define FIEL_AUDIT_SENTENCES_H

/* What left and what came (audit.c, audit_ports.c). */
#define AUDIT_INPUTS(X) \
    X("table *: *", "mesa $1: $2", "mesa $1: $2") \
    X("the clock runs backwards: * us after * us", "el reloj va hacia atrás: $1 us después de $2 us", \
      "o relógio anda para trás: $1 us depois de $2 us") \
    X("not a record of an envelope sent", "no es el registro de un sobre enviado", \
      "não é o registro de um envelope enviado") \
    X("* leaves here, and none is due", "aquí sale $1, y no corresponde ninguno", "aqui sai $1, e não cabe nenhum") \
    X("* leaves here, and * is due", "aquí sale $1, y corresponde $2", "aqui sai $1, e cabe $2") \
    X("an envelope to seat * of messages * to *", "un sobre al asiento $1 con los mensajes $2 a $3", \
      "um envelope ao assento $1 com as mensagens $2 a $3") \
    X("the end, at message *, of what is sent again to seat *", \
      "el fin, en el mensaje $1, de lo que se reenvía al asiento $2", \
      "o fim, na mensagem $1, do que se reenvia ao assento $2") \
    X("times out of order: left *, came *, recorded * us", \
      "tiempos en desorden: salió $1, llegó $2, se registró $3 us", \
      "tempos fora de ordem: saiu $1, chegou $2, registrou-se $3 us") \
    X("what seat * was asked left at * us, before the next tick of * us", \
      "lo que se le pidió al asiento $1 salió a los $2 us, antes del siguiente tic de $3 us", \
      "o que se pediu ao assento $1 saiu aos $2 us, antes do tique seguinte de $3 us") \
    X("what seat * was asked last is said to have left at * us, it was *", \
      "lo último que se le pidió al asiento $1 habría salido a los $2 us, y fue a los $3", \
      "o último que se pediu ao assento $1 teria saído aos $2 us, e foi aos $3") \
    X("not a record of an envelope that came", "no es el registro de un sobre que llegó", \
      "não é o registro de um envelope que chegou") \
    X("an envelope that came after the match was over", "un sobre que llegó cuando la partida había terminado", \
      "um envelope que chegou quando a partida já tinha acabado") \
    X("an envelope of seat *, of which nothing counts any more", "un sobre del asiento $1, del que ya no cuenta nada", \
      "um envelope do assento $1, do qual nada mais conta") \
    X("seat * is said to be waited for since * us, it is since *", \
      "al asiento $1 se lo esperaría desde los $2 us, y es desde los $3", \
      "o assento $1 seria esperado desde os $2 us, e é desde os $3") \
    X("the start limit of seat * was not over", "el límite de inicio del asiento $1 no se había cumplido", \
      "o limite de início do assento $1 não tinha acabado") \
    X("silence of seat *, which was not asked for anything", "silencio del asiento $1, al que no se le pidió nada", \
      "silêncio do assento $1, ao qual nada se pediu") \
    X("silence of seat * to * us, it had to *", "silencio del asiento $1 hasta los $2 us; tenía hasta los $3", \
      "silêncio do assento $1 até os $2 us; tinha até os $3") \
    X("silence of seat *, which owed nothing", "silencio del asiento $1, que no debía nada", \
      "silêncio do assento $1, que nada devia") \
    X("not a record of a silence", "no es el registro de un silencio", "não é o registro de um silêncio") \
    X("the arbiter is said to have been started again, and that for party * is due here", \
      "el árbitro se habría iniciado de nuevo, y aquí falta lo de la parte $1", \
      "o árbitro teria sido iniciado de novo, e aqui falta o da parte $1") \
    X("not a record of what happened to a seat", "no es el registro de lo que le pasó a un asiento", \
      "não é o registro do que aconteceu a um assento") \
    X("event * with detail * cannot have befallen seat *", \
      "el hecho $1 con el detalle $2 no le pudo pasar al asiento $3", \
      "o fato $1 com o detalhe $2 não pode ter acontecido ao assento $3") \
    X("not a record of time that is nobody's", "no es el registro de un tiempo que no es de nadie", \
      "não é o registro de um tempo que não é de ninguém") \
    X("time is given for reason 1 behind the OFFER: that the arbiter stood still counts before it alone", \
      "se da tiempo por el motivo 1 tras el OFFER: que el árbitro estuviera detenido cuenta sólo antes", \
      "dá-se tempo pelo motivo 1 após o OFFER: que o árbitro estivesse parado conta só antes") \
    X("who runs elsewhere is given no time for reason *", \
      "a quien corre en otra parte no se le da tiempo por el motivo $1", \
      "a quem roda em outro lugar não se dá tempo pelo motivo $1") \
    X("a pause of party * from * us, and one before it was to * us", \
      "una pausa de la parte $1 desde los $2 us, y una anterior llegaba a los $3 us", \
      "uma pausa da parte $1 desde os $2 us, e uma anterior ia até os $3 us") \
    X("a pause from * to * us, recorded at * us, or after the match was over", \
      "una pausa de $1 a $2 us, registrada a los $3 us, o con la partida terminada", \
      "uma pausa de $1 a $2 us, registrada aos $3 us, ou com a partida acabada") \
    X("not a record of a match that was called off", "no es el registro de una partida que se suspendió", \
      "não é o registro de uma partida que foi suspensa") \
    X("a match is called off for reason *, which there is not", \
      "una partida se suspende por el motivo $1, que no existe", \
      "uma partida é suspensa pelo motivo $1, que não existe") \
    X("a match that was over is called off", "se suspende una partida que había terminado", \
      "suspende-se uma partida que já tinha acabado") \
    X("no twin is waited for here", "aquí no se espera ninguna gemela", "aqui não se espera nenhuma gêmea") \
    X("party * is said to run elsewhere, and the header names no key of a binding", \
      "la parte $1 correría en otra parte, y el encabezado no nombra la clave de su vínculo", \
      "a parte $1 rodaria em outro lugar, e o cabeçalho não indica a chave do seu vínculo") \
    X("the header is the arbiter's alone", "el encabezado es sólo del árbitro", "o cabeçalho é só do árbitro") \
    X("the header cannot be read", "el encabezado no se puede leer", "o cabeçalho não se pode ler") \
    X("the arbiter's key is not the one that was asked for", "la clave del árbitro no es la que se pidió", \
      "a chave do árbitro não é a que se pediu") \
    X("the header describes no match: *", "el encabezado no describe ninguna partida: $1", \
      "o cabeçalho não descreve nenhuma partida: $1") \
    X("it has more tables, places or time than a match can have", \
      "tiene más mesas, lugares o tiempo de lo que puede tener una partida", \
      "tem mais mesas, lugares ou tempo do que uma partida pode ter") \
    X("no memory", "sin memoria", "sem memória") \
    X("REC_VOID is the arbiter's alone", "REC_VOID es sólo del árbitro", "REC_VOID é só do árbitro") \
    X("the trailer stands before the end of the match", "el cierre está antes del fin de la partida", \
      "o fecho está antes do fim da partida") \
    X("* is the arbiter's alone", "$1 es sólo del árbitro", "$1 é só do árbitro") \
    X("the file *", "el archivo $1", "o arquivo $1") \
    X("ends without a trailer: the match did not end, or its end is missing", \
      "termina sin cierre: la partida no terminó, o falta su final", \
      "acaba sem fecho: a partida não acabou, ou falta o seu fim") \
    X("ends in the middle of a record", "termina en medio de un registro", "acaba no meio de um registro") \
    X("does not start like a replay", "no empieza como el registro de una partida", \
      "não começa como o registro de uma partida") \
    X("is a replay of another version than 2: read it with the Fiel that wrote it", \
      "es el registro de otra versión que la 2: leelo con el Fiel que lo escribió", \
      "é o registro de outra versão que a 2: leia-o com o Fiel que o escreveu") \
    X("the arbiter's signature of the whole file does not hold", "la firma del árbitro sobre todo el archivo no vale", \
      "a assinatura do árbitro sobre todo o arquivo não vale") \
    X("the match log does not hold this OPEN: *", "el registro de partidas no tiene este OPEN: $1", \
      "o registro de partidas não tem este OPEN: $1") \
    X("it was not asked", "no se le preguntó", "não foi consultado") \
    X("it gave another proof", "dio otra prueba", "deu outra prova") \
    X("OPEN holds a proof, but there is no log", "OPEN trae una prueba, pero no hay registro de partidas", \
      "OPEN traz uma prova, mas não há registro de partidas") \
    X("the match log is asked here, but * follows", "aquí se consulta el registro de partidas, pero sigue $1", \
      "aqui se consulta o registro de partidas, mas segue $1") \
    X("not a record of what the match log said", "no es el registro de lo que dijo el registro de partidas", \
      "não é o registro do que disse o registro de partidas") \
    X("REVEAL gives another seed than the offer promised", "REVEAL da otra semilla que la que prometió la oferta", \
      "REVEAL dá outra semente que a que a oferta prometeu") \
    X("DEAL of hand * holds another cut than party * of the primary chose", \
      "DEAL de la mano $1 tiene otro corte que el que eligió la parte $2 de la ida", \
      "DEAL da mão $1 tem outro corte que o que a parte $2 da ida escolheu") \
    X("the arbiter's signature of * does not hold", "la firma del árbitro en $1 no vale", \
      "a assinatura do árbitro em $1 não vale") \
    X("the record's type is not its message's", "el tipo del registro no es el de su mensaje", \
      "o tipo do registro não é o da sua mensagem") \
    X("a sign of seat * is shown to others than seat *, who sees it next", \
      "una seña del asiento $1 se muestra a otros que el asiento $2, que es quien la ve ahora", \
      "um sinal do assento $1 é mostrado a outros que o assento $2, que é quem o vê agora") \
    X("* is marked as visible to others than it was sent to", \
      "$1 figura como visible para otros que los que lo recibieron", \
      "$1 consta como visível a outros que os que o receberam") \
    X("what seat * sent is recorded with wire error *, it has *", \
      "lo que envió el asiento $1 se registró con el error de formato $2, y tiene el $3", \
      "o que o assento $1 enviou foi registrado com o erro de formato $2, e tem o $3") \
    X("what seat * sent is recorded as *, it is *", "lo que envió el asiento $1 se registró como $2, y es $3", \
      "o que o assento $1 enviou foi registrado como $2, e é $3") \
    X("this silence is recorded as *, it is *", "este silencio se registró como $1, y es $2", \
      "este silêncio foi registrado como $1, e é $2") \
    X("an answer of seat * is accepted, but its request was never sent to it", \
      "se acepta una respuesta del asiento $1, pero el pedido nunca se le envió", \
      "aceita-se uma resposta do assento $1, mas o pedido nunca lhe foi enviado")

/* What a message says and what it had to say (audit_words.c). */
#define AUDIT_MESSAGES(X) \
    X("it has several tables, and what goes with one alone: a cutter or a tick", \
      "tiene varias mesas, y lo que sólo va con una: un cortador o un tic", \
      "tem várias mesas, e o que só vai com uma: um cortador ou um tique") \
    X("it has too many places for a pair", "tiene demasiados lugares para un par", "tem lugares demais para um par") \
    X("it has a policy for the log, and names no log", \
      "tiene una política para el registro de partidas, y no nombra ninguno", \
      "tem uma política para o registro de partidas, e não indica nenhum") \
    X("it is of a blind match, and says who plays", "es de una partida a ciegas, y dice quién juega", \
      "é de uma partida às cegas, e diz quem joga") \
    X("the offer cannot be: *", "la oferta no puede ser así: $1", "a oferta não pode ser assim: $1") \
    X("the offer's key of party * is not the one in its HELLO", \
      "la clave de la parte $1 en la oferta no es la de su HELLO", \
      "a chave da parte $1 na oferta não é a do seu HELLO") \
    X("another offer than the first seat was sent", "otra oferta que la que se envió al primer asiento", \
      "outra oferta que a que se enviou ao primeiro assento") \
    X("the offer names another arbiter's key than the header", \
      "la oferta nombra otra clave de árbitro que el encabezado", \
      "a oferta indica outra chave de árbitro que o cabeçalho") \
    X("the offer names other rules or another engine than the header", \
      "la oferta nombra otras reglas u otro motor que el encabezado", \
      "a oferta indica outras regras ou outro motor que o cabeçalho") \
    X("the offer is another than the header's configuration", "la oferta es otra que la configuración del encabezado", \
      "a oferta é outra que a configuração do cabeçalho") \
    X("SEAL holds * hands, * are due", "SEAL tiene $1 manos; corresponden $2", "SEAL tem $1 mãos; cabem $2") \
    X("SEAL holds hand * where hand * is due", "SEAL tiene la mano $1 donde corresponde la $2", \
      "SEAL tem a mão $1 onde cabe a $2") \
    X("the seal of hand * holds * bytes, * are due", "el sello de la mano $1 tiene $2 bytes; corresponden $3", \
      "o selo da mão $1 tem $2 bytes; cabem $3") \
    X("the commitment of hand *, slot * is not the one the seed gives", \
      "el compromiso de la mano $1, lugar $2, no es el que da la semilla", \
      "o compromisso da mão $1, lugar $2, não é o que a semente dá") \
    X("* opens * cards, * are due", "$1 abre $2 cartas; corresponden $3", "$1 abre $2 cartas; cabem $3") \
    X("slot * is opened, the cut gives slot *", "se abre el lugar $1; el corte da el $2", \
      "abre-se o lugar $1; o corte dá o $2") \
    X("the card opened in slot * is not the one that was sealed", \
      "la carta que se abre en el lugar $1 no es la que se selló", \
      "a carta que se abre no lugar $1 não é a que foi selada") \
    X("REQUEST gives seat * a bank of * and * us now, it has * and *", \
      "REQUEST le da al asiento $1 una reserva de $2 y $3 us ahora; tiene $4 y $5", \
      "REQUEST dá ao assento $1 uma reserva de $2 e $3 us agora; tem $4 e $5") \
    X("RESULT says another match id than the match gave", "RESULT dice otro id de partida que lo que dio la partida", \
      "RESULT diz outro id de partida que o que a partida deu") \
    X("RESULT says another winner than the match gave", "RESULT dice otro ganador que lo que dio la partida", \
      "RESULT diz outro vencedor que o que a partida deu") \
    X("RESULT says another outcome than the match gave", "RESULT dice otro desenlace que lo que dio la partida", \
      "RESULT diz outro desfecho que o que a partida deu") \
    X("RESULT says another count of games than the match gave", \
      "RESULT dice otra cuenta de partidos que lo que dio la partida", \
      "RESULT diz outra conta de jogos que o que a partida deu") \
    X("RESULT says another count of hands than the match gave", \
      "RESULT dice otra cuenta de manos que lo que dio la partida", \
      "RESULT diz outra conta de mãos que o que a partida deu") \
    X("RESULT says another points than the match gave", "RESULT dice otros puntos que lo que dio la partida", \
      "RESULT diz outros pontos que o que a partida deu") \
    X("RESULT says another partidas than the match gave", "RESULT dice otras partidas que lo que dio la partida", \
      "RESULT diz outras partidas que o que a partida deu") \
    X("RESULT says another fault than the match gave", "RESULT dice otra falta que lo que dio la partida", \
      "RESULT diz outra falta que o que a partida deu") \
    X("RESULT says another fault's numbers than the match gave", \
      "RESULT dice otros números de la falta que lo que dio la partida", \
      "RESULT diz outros números da falta que o que a partida deu") \
    X("RESULT says another count of faults than the match gave", \
      "RESULT dice otra cuenta de faltas que lo que dio la partida", \
      "RESULT diz outra conta de faltas que o que a partida deu") \
    X("RESULT says another head of what was told than the match gave", \
      "RESULT dice otra cabeza de lo dicho que lo que dio la partida", \
      "RESULT diz outra cabeça do que se disse que o que a partida deu") \
    X("* is of table *, that of table * is due", "$1 es de la mesa $2; corresponde el de la $3", \
      "$1 é da mesa $2; cabe o da $3") \
    X("other bytes than its fields make", "otros bytes que los que dan sus campos", \
      "outros bytes que os que os seus campos dão") \
    X("a second head signed for * hands: the two prove that the arbiter lied", \
      "una segunda cabeza firmada para $1 manos: las dos prueban que el árbitro mintió", \
      "uma segunda cabeça assinada para $1 mãos: as duas provam que o árbitro mentiu") \
    X("a sign of seat * is due for seat *, but * follows", \
      "corresponde una seña del asiento $1 para el asiento $2, pero sigue $3", \
      "cabe um sinal do assento $1 para o assento $2, mas segue $3") \
    X("* is due here, but * follows", "aquí corresponde $1, pero sigue $2", "aqui cabe $1, mas segue $2") \
    X("a FAULT that nothing caused", "un FAULT que nada causó", "um FAULT que nada causou") \
    X("* is not due: nothing that came calls for it", "$1 no corresponde: nada de lo que llegó lo pide", \
      "$1 não cabe: nada do que chegou o pede") \
    X("* holds * bytes for * parties", "$1 tiene $2 bytes para $3 partes", "$1 tem $2 bytes para $3 partes")

/* The fields of messages: the table of audit_words.c. */
#define AUDIT_FIELDS(X) \
    X("OFFER says seat * to seat *", "OFFER le dice asiento $1 al asiento $2", "OFFER diz assento $1 ao assento $2") \
    X("the view key of seat * is not the one the seed gives", \
      "la clave de vista del asiento $1 no es la que da la semilla", \
      "a chave de visão do assento $1 não é a que a semente dá") \
    X("OPEN is not the offer with every JOIN as it came", "OPEN no es la oferta con cada JOIN como llegó", \
      "OPEN não é a oferta com cada JOIN como chegou") \
    X("hand * is dealt, it is hand *", "se reparte la mano $1, y es la $2", "dá-se a mão $1, e é a $2") \
    X("* holds another cut than party * sent", "$1 tiene otro corte que el que envió la parte $2", \
      "$1 tem outro corte que o que a parte $2 enviou") \
    X("* makes seat * mano, it is seat *", "$1 hace mano al asiento $2, y es el $3", \
      "$1 faz mão o assento $2, e é o $3") \
    X("DEAL of hand *", "DEAL de la mano $1", "DEAL da mão $1") \
    X("* is of hand * in hand *", "$1 es de la mano $2 en la mano $3", "$1 é da mão $2 na mão $3") \
    X("ACT names seat *, seat * acted", "ACT nombra el asiento $1; actuó el $2", "ACT indica o assento $1; agiu o $2") \
    X("ACT says \"*\", the action is \"*\"", "ACT dice «$1»; la acción es «$2»", "ACT diz «$1»; a ação é «$2»") \
    X("ACT says value *, it is *", "ACT dice el valor $1, y es $2", "ACT diz o valor $1, e é $2") \
    X("ACT opens another card than was dealt to seat *", "ACT abre otra carta que la que se repartió al asiento $1", \
      "ACT abre outra carta que a que se deu ao assento $1") \
    X("REQUEST says that the last answer took * us, it took *", \
      "REQUEST dice que la última respuesta tardó $1 us, y tardó $2", \
      "REQUEST diz que a última resposta levou $1 us, e levou $2") \
    X("another view than the match has for this seat", "otra vista que la que la partida tiene para este asiento", \
      "outra visão que a que a partida tem para este assento") \
    X("another list of legal actions than the rules give", "otra lista de acciones legales que la que dan las reglas", \
      "outra lista de ações legais que a que as regras dão") \
    X("* has number *, it is *", "$1 tiene el número $2, y es $3", "$1 tem o número $2, e é $3") \
    X("* names request *, it is *", "$1 nombra el pedido $2, y es el $3", "$1 indica o pedido $2, e é o $3") \
    X("* names error *, it is *", "$1 nombra el error $2, y es el $3", "$1 indica o erro $2, e é o $3") \
    X("SIGN says it is seat *'s, it is seat *'s", "SIGN dice que es del asiento $1, y es del $2", \
      "SIGN diz que é do assento $1, e é do $2") \
    X("SIGN says *, it was made *", "SIGN dice $1; se hizo $2", "SIGN diz $1; foi feito $2") \
    X("\"*\" to seat *", "«$1» al asiento $2", "«$1» ao assento $2") \
    X("SHOW names seat *, the cards are of seat *", "SHOW nombra el asiento $1; las cartas son del $2", \
      "SHOW indica o assento $1; as cartas são do $2") \
    X("SHOW opens other cards than the rules say must be shown by seat *", \
      "SHOW abre otras cartas que las que según las reglas debe mostrar el asiento $1", \
      "SHOW abre outras cartas que as que pelas regras o assento $1 deve mostrar") \
    X("HAND_END says *, the hand leaves *", "HAND_END dice $1; la mano deja $2", "HAND_END diz $1; a mão deixa $2") \
    X("HANDS_END says that * hands are over, it is *", "HANDS_END dice que terminaron $1 manos, y son $2", \
      "HANDS_END diz que acabaram $1 mãos, e são $2") \
    X("HANDS_END signs another head than the public chain has: number *, it is *", \
      "HANDS_END firma otra cabeza que la de la cadena pública: número $1, y es $2", \
      "HANDS_END assina outra cabeça que a da cadeia pública: número $1, e é $2") \
    X("HANDS_END signs another head than the public chain has", \
      "HANDS_END firma otra cabeza que la de la cadena pública", \
      "HANDS_END assina outra cabeça que a da cadeia pública") \
    X("HANDS_END signs another head than the chain of party * has", \
      "HANDS_END firma otra cabeza que la de la cadena de la parte $1", \
      "HANDS_END assina outra cabeça que a da cadeia da parte $1") \
    X("HANDS_END holds another checkpoint than that of the log in OPEN", \
      "HANDS_END tiene otro checkpoint que el del registro de partidas en OPEN", \
      "HANDS_END tem outro checkpoint que o do registro de partidas em OPEN") \
    X("SIGNED is of * hands, it is *", "SIGNED es de $1 manos, y son $2", "SIGNED é de $1 mãos, e são $2") \
    X("SIGNED is of seat *, seat *'s is due", "SIGNED es del asiento $1; corresponde el del $2", \
      "SIGNED é do assento $1; cabe o do $2") \
    X("SIGNED holds another signature than seat * sent", "SIGNED tiene otra firma que la que envió el asiento $1", \
      "SIGNED tem outra assinatura que a que o assento $1 enviou") \
    X("the fault of seat * is laid on seat *", "la falta del asiento $1 se le carga al asiento $2", \
      "a falta do assento $1 é atribuída ao assento $2") \
    X("FAULT says *, it is *", "FAULT dice $1, y es $2", "FAULT diz $1, e é $2") \
    X("the first of the fault's numbers is *, it should be *", "el primer número de la falta es $1; debía ser $2", \
      "o primeiro número da falta é $1; devia ser $2") \
    X("the second of the fault's numbers is *, it should be *", "el segundo número de la falta es $1; debía ser $2", \
      "o segundo número da falta é $1; devia ser $2") \
    X("the fault's effect is *, it should be *", "el efecto de la falta es $1; debía ser $2", \
      "o efeito da falta é $1; devia ser $2") \
    X("GAME_END is of game * in game *", "GAME_END es del partido $1 en el partido $2", \
      "GAME_END é do jogo $1 no jogo $2") \
    X("GAME_END names * as winner, it is *", "GAME_END nombra ganador a $1, y es $2", \
      "GAME_END indica como vencedor $1, e é $2") \
    X("GAME_END says *, it ended *", "GAME_END dice $1; terminó $2", "GAME_END diz $1; acabou $2") \
    X("GAME_END gives reason *, it is *", "GAME_END da el motivo $1, y es el $2", "GAME_END dá o motivo $1, e é o $2") \
    X("GAME_END names seat *, it is *", "GAME_END nombra el asiento $1, y es el $2", \
      "GAME_END indica o assento $1, e é o $2")

/* Whether an input has a fault (report.c). */
#define AUDIT_FAULTS(X) \
    X("no fault", "ninguna falta", "nenhuma falta") \
    X("accepted", "aceptado", "aceito") \
    X("ignored", "ignorado", "ignorado") \
    X("an illegal action", "una acción ilegal", "uma ação ilegal") \
    X("the fault *", "la falta $1", "a falta $1") \
    X("fault *", "falta $1", "falta $1") \
    X("verdict *", "veredicto $1", "veredicto $1")

/* What makes an offer no second leg (record/twin.c), and two files no pair (pair.c). */
#define AUDIT_PAIRS(X) \
    X("its primary is no first leg of a pair", "su ida no es la primera partida de un par", \
      "a sua ida não é a primeira partida de um par") \
    X("it does not reveal the seed at its end", "no revela la semilla al terminar", "não revela a semente no fim") \
    X("its primary was another arbiter's", "su ida fue de otro árbitro", "a sua ida foi de outro árbitro") \
    X("its primary was dealt from another seed", "su ida se repartió de otra semilla", \
      "a sua ida foi dada de outra semente") \
    X("its primary has another table, or one without two sides", "su ida tiene otra mesa, o una sin dos lados", \
      "a sua ida tem outra mesa, ou uma sem dois lados") \
    X("its primary was played by other rules, or for another number of games or hands", \
      "su ida se jugó con otras reglas, o por otra cantidad de partidos o manos", \
      "a sua ida foi jogada com outras regras, ou por outra quantidade de jogos ou mãos") \
    X("its primary was played by another clock, or signed otherwise", \
      "su ida se jugó con otro reloj, o se firmó distinto", \
      "a sua ida foi jogada com outro relógio, ou assinada de outro modo") \
    X("its primary is of another tournament or log", "su ida es de otro torneo o registro de partidas", \
      "a sua ida é de outro torneio ou registro de partidas") \
    X("its primary was held by another host, or not as blind", "su ida la hizo otra organización, o no tan a ciegas", \
      "a sua ida foi feita por outra organização, ou não tão às cegas") \
    X("its primary was played by another version of the arbiter", "su ida la jugó otra versión del árbitro", \
      "a sua ida foi jogada por outra versão do árbitro") \
    X("who plays elsewhere has not the other side of its primary, under the same key", \
      "quien juega desde otra parte no tiene el otro lado de su ida con la misma clave", \
      "quem joga de outro lugar não tem o outro lado da sua ida com a mesma chave") \
    X("a key of its primary signs again", "una clave de su ida vuelve a firmar", \
      "uma chave da sua ida volta a assinar") \
    X("the sides of its primary are not exchanged", "los lados de su ida no están cambiados", \
      "os lados da sua ida não estão trocados") \
    X("its primary has too many tables for a pair", "su ida tiene demasiadas mesas para un par", \
      "a sua ida tem mesas demais para um par") \
    X("not every party had joined its primary", "no todas las partes se habían sumado a su ida", \
      "nem todas as partes tinham entrado na sua ida") \
    X("a joining of its primary is not signed by its party", "una adhesión a su ida no está firmada por su parte", \
      "uma adesão à sua ida não está assinada pela sua parte") \
    X("more follows after its primary's joinings", "algo sigue tras las adhesiones a su ida", \
      "algo segue após as adesões à sua ida") \
    X("the opening of its primary cannot be read", "la apertura de su ida no se puede leer", \
      "a abertura da sua ida não se pode ler") \
    X("the opening of its primary is not signed by this arbiter", \
      "la apertura de su ida no está firmada por este árbitro", \
      "a abertura da sua ida não está assinada por este árbitro") \
    X("the first file is no first leg of a pair", "el primer archivo no es la ida de un par", \
      "o primeiro arquivo não é a ida de um par") \
    X("the second file is no second leg of a pair", "el segundo archivo no es la vuelta de un par", \
      "o segundo arquivo não é a volta de um par") \
    X("the second file is the twin of another match than the first", \
      "el segundo archivo es la vuelta de otra partida que la del primero", \
      "o segundo arquivo é a volta de outra partida que a do primeiro") \
    X("by its header another bot than that of seat * of the first leg sits at seat * of the second", \
      "según su encabezado, en el asiento $2 de la vuelta está otro bot que el del asiento $1 de la ida", \
      "pelo seu cabeçalho, no assento $2 da volta está outro bot que o do assento $1 da ida") \
    X("the arbiter opened the first leg in two ways: with other joinings in its own file than in its twin's offer", \
      "el árbitro abrió la ida de dos maneras: con otras adhesiones en su archivo que en la oferta de la vuelta", \
      "o árbitro abriu a ida de dois modos: com outras adesões no seu arquivo que na oferta da volta") \
    X("a twin was dealt of a match that was never played to its end", \
      "se repartió la vuelta de una partida que nunca se jugó hasta el final", \
      "deu-se a volta de uma partida que nunca foi jogada até o fim") \
    X("the first leg's seed was told * us before its twin was over", \
      "la semilla de la ida se dijo $1 us antes de que terminara la vuelta", \
      "a semente da ida foi dita $1 us antes de a volta acabar") \
    X("a leg is not valid by itself", "una de las partidas no es válida por sí sola", \
      "uma das partidas não é válida por si só")

/* What contradicts itself (equivocation.c). */
#define AUDIT_TWICE(X) \
    X("two SEALs of hand * at table * that differ", "dos SEAL de la mano $1 en la mesa $2 que difieren", \
      "dois SEAL da mão $1 na mesa $2 que diferem") \
    X("two HANDS_ENDs of * hands that differ", "dos HANDS_END de $1 manos que difieren", \
      "dois HANDS_END de $1 mãos que diferem") \
    X("two * that differ", "dos $1 que difieren", "dois $1 que diferem") \
    X("two pasts: the head of * hands in one is not the head there in the other", \
      "dos pasados: la cabeza de $1 manos en uno no es la que hay ahí en el otro", \
      "dois passados: a cabeça de $1 mãos em um não é a que há ali no outro")

/* What is wrong with a match log (monitor*.c). */
#define AUDIT_MONITORED(X) \
    X("forked: the checkpoint * has another root for the first * entries", \
      "bifurcado: el checkpoint $1 tiene otra raíz para las primeras $2 entradas", \
      "bifurcado: o checkpoint $1 tem outra raiz para as primeiras $2 entradas") \
    X("forked: the proof in the replay * has another root for the first * entries", \
      "bifurcado: la prueba en el registro $1 tiene otra raíz para las primeras $2 entradas", \
      "bifurcado: a prova no registro $1 tem outra raiz para as primeiras $2 entradas") \
    X("the checkpoint is not what the policy asks for: *", "el checkpoint no es lo que pide la política: $1", \
      "o checkpoint não é o que a política pede: $1") \
    X("it cannot be read again", "no se lo puede leer de nuevo", "não se pode ler de novo") \
    X("not witnessed: * of * have cosigned the checkpoint, which is not the quorum *", \
      "sin testigos: $1 de $2 refrendaron el checkpoint, que no es el quórum $3", \
      "sem testemunhas: $1 de $2 referendaram o checkpoint, que não é o quórum $3") \
    X("changed: the entries do not give the root that the checkpoint signs", \
      "cambiado: las entradas no dan la raíz que firma el checkpoint", \
      "mudado: as entradas não dão a raiz que o checkpoint assina") \
    X("a hash tile is missing", "falta un bloque de hashes", "falta um bloco de hashes") \
    X("the hash tiles do not give the root that the checkpoint signs", \
      "los bloques de hashes no dan la raíz que firma el checkpoint", \
      "os blocos de hashes não dão a raiz que o checkpoint assina") \
    X("cut short: the checkpoint * speaks of * entries, the log holds *", \
      "recortado: el checkpoint $1 habla de $2 entradas, y hay $3", \
      "cortado: o checkpoint $1 fala de $2 entradas, e há $3") \
    X("cut short: the proof in the replay * speaks of * entries, the log holds *", \
      "recortado: la prueba en el registro $1 habla de $2 entradas, y hay $3", \
      "cortado: a prova no registro $1 fala de $2 entradas, e há $3") \
    X("match number * in a log of * entries", "partida número $1 en un registro de $2 entradas", \
      "partida número $1 em um registro de $2 entradas") \
    X("a second twin of the first leg that match * is the twin of", \
      "es una segunda vuelta de la misma ida que la partida $1", "é uma segunda volta da mesma ida que a partida $1") \
    X("match * is opened a second time", "la partida $1 se abre por segunda vez", \
      "a partida $1 é aberta pela segunda vez") \
    X("the OPEN of match * cannot be read", "el OPEN de la partida $1 no se puede leer", \
      "o OPEN da partida $1 não se pode ler") \
    X("its offer says number *", "su oferta dice el número $1", "a sua oferta diz o número $1") \
    X("the arbiter's signature of OPEN does not hold", "la firma del árbitro en OPEN no vale", \
      "a assinatura do árbitro em OPEN não vale") \
    X("a JOIN in its OPEN is not what its party signed", "un JOIN en su OPEN no es lo que firmó su parte", \
      "um JOIN no seu OPEN não é o que a sua parte assinou") \
    X("it was played, and its result names no replay", "se jugó, y su resultado no nombra ningún registro", \
      "foi jogada, e o seu resultado não indica nenhum registro") \
    X("a result of match *, which was not opened", "un resultado de la partida $1, que no se abrió", \
      "um resultado da partida $1, que não foi aberta") \
    X("a second result of match *", "un segundo resultado de la partida $1", "um segundo resultado da partida $1") \
    X("the arbiter's signature of the result does not hold", "la firma del árbitro en el resultado no vale", \
      "a assinatura do árbitro no resultado não vale") \
    X("its result is of another match", "su resultado es de otra partida", "o seu resultado é de outra partida") \
    X("a reveal of match * *", "la revelación de la partida $1 $2", "a revelação da partida $1 $2") \
    X("comes a second time", "viene por segunda vez", "vem pela segunda vez") \
    X("comes before its result", "viene antes de su resultado", "vem antes do seu resultado") \
    X("the seed that is revealed is not the one that was committed to", \
      "la semilla que se revela no es la que se había comprometido", \
      "a semente que se revela não é a que tinha sido comprometida") \
    X("match * is called unopened after an entry of it", \
      "la partida $1 figura como no abierta después de una entrada suya", \
      "a partida $1 consta como não aberta depois de uma entrada sua") \
    X("the key of ~ is not signed by itself", "la clave de $1 no está firmada por sí misma", \
      "a chave de $1 não está assinada por si mesma") \
    X("* line * of the trail comes *", "$1 línea $2 del libro viene $3", "$1 linha $2 do livro vem $3") \
    X("the decision in", "lo decidido en la", "o decidido na") \
    X("what is said of a pair in", "lo que se dice de un par en la", "o que se diz de um par na") \
    X("a second time", "por segunda vez", "pela segunda vez") \
    X("after that of a later line", "tras lo de una línea posterior", "após o de uma linha posterior") \
    X("a dispute is upheld or void, not '~'", "una disputa se mantiene o se anula, y no «$1»", \
      "uma disputa se mantém ou se anula, e não «$1»") \
    X("not an entry of a match log", "no es una entrada de un registro de partidas", \
      "não é uma entrada de um registro de partidas") \
    X("dropped: higher numbers are in the log, this one is not", "falta: hay números mayores, y este no está", \
      "falta: há números maiores, e este não está") \
    X("it ended and its seed is not revealed", "terminó y su semilla no está revelada", \
      "acabou e a sua semente não está revelada") \
    X("the arbiter signed *, one in the log and one in the replay *: together they prove that it lied", \
      "el árbitro firmó $1, uno en el registro de partidas y otro en el registro $2: juntos prueban que mintió", \
      "o árbitro assinou $1, um no registro de partidas e outro no registro $2: juntos provam que mentiu") \
    X("there is not enough memory to hold it against the log", \
      "no hay memoria para compararlo con el registro de partidas", \
      "não há memória para compará-lo com o registro de partidas") \
    X("the replay * is not the one that its result names", "el registro $1 no es el que nombra su resultado", \
      "o registro $1 não é o que o seu resultado indica") \
    X("entry *: *", "entrada $1: $2", "entrada $1: $2") \
    X("match *: *", "partida $1: $2", "partida $1: $2") \
    X("the replay *: *", "el registro $1: $2", "o registro $1: $2") \
    X("it is cut short in what zstd packed", "está cortado en lo que empaquetó zstd", \
      "está cortado no que o zstd empacotou") \
    X("it is damaged in what zstd packed", "está dañado en lo que empaquetó zstd", \
      "está danificado no que o zstd empacotou") \
    X("there is not enough memory to unpack it", "no hay memoria para desempaquetarlo", \
      "não há memória para desempacotá-lo") \
    X("it unpacks to more bytes than a record may have", \
      "al desempaquetarlo tiene más bytes de los que puede tener un registro", \
      "desempacotado tem mais bytes do que um registro pode ter") \
    X("it is kept in a form of another version than 1", "está guardado en una forma de otra versión que la 1", \
      "está guardado em uma forma de outra versão que a 1") \
    X("what is kept in it does not have the hash that it names", "lo guardado en él no tiene el hash que nombra", \
      "o guardado nele não tem o hash que indica")

/* What is wrong with a season (season.c, protocol/lib/season). */
#define AUDIT_SEASONS(X) \
    X("pair * stands behind pair *", "el par $1 está detrás del par $2", "o par $1 está atrás do par $2") \
    X("pair * has * records of * legs", "el par $1 tiene $2 registros de $3 partidas", \
      "o par $1 tem $2 registros de $3 partidas") \
    X("pair *, leg *: *", "par $1, partida $2: $3", "par $1, partida $2: $3") \
    X("its record is not valid: *", "su registro no es válido: $1", "o seu registro não é válido: $1") \
    X("it has no result", "no tiene resultado", "não tem resultado") \
    X("its record is of another kind of match than this ladder's", \
      "su registro es de otro tipo de partida que las de esta liga", \
      "o seu registro é de outro tipo de partida que as desta liga") \
    X("seat * was not *'s", "el asiento $1 no era de $2", "o assento $1 não era de $2") \
    X("its record *: *", "su registro $1: $2", "o seu registro $1: $2") \
    X("pair *: *", "par $1: $2", "par $1: $2") \
    X("the legs are no duplicate pair: *", "las partidas no son un par duplicado: $1", \
      "as partidas não são um par duplicado: $1") \
    X("it lacks its second leg, though its first one was played to the end", \
      "le falta la vuelta, aunque la ida se jugó hasta el final", \
      "falta-lhe a volta, embora a ida tenha sido jogada até o fim") \
    X("its row says *, and its records say *", "su fila dice $1, y sus registros dicen $2", \
      "a sua linha diz $1, e os seus registros dizem $2") \
    X("score *, margin *, * hands", "tanteo $1, margen $2, $3 manos", "placar $1, margem $2, $3 mãos") \
    X("a match of it is one of pair *, too", "una partida suya es también del par $1", \
      "uma partida sua é também do par $1") \
    X("* is no folder of records: take it away", "$1 no es una carpeta de registros: quitala", \
      "$1 não é uma pasta de registros: remova-a") \
    X("records/* has no row: no pair that counted was played in it", \
      "records/$1 no tiene fila: ningún par que contó se jugó en él", \
      "records/$1 não tem linha: nenhum par que contou foi jogado nele") \
    X("bot *, * played no pair", "el bot $1, $2, no jugó ningún par", "o bot $1, $2, não jogou nenhum par") \
    X("* is the name of two bots", "$1 es el nombre de dos bots", "$1 é o nome de dois bots") \
    X("the table has * places, and * bots played", "la tabla tiene $1 puestos, y jugaron $2 bots", \
      "a tabela tem $1 lugares, e jogaram $2 bots") \
    X("place *: the table says * at *, and the records give * at *", \
      "puesto $1: la tabla dice $2 con $3, y los registros dan $4 con $5", \
      "lugar $1: a tabela diz $2 com $3, e os registros dão $4 com $5") \
    X("checkpoint: *", "checkpoint: $1", "checkpoint: $1") \
    X("it is not the one that the index names: it was changed", "no es el que nombra el índice: fue cambiado", \
      "não é o que o índice indica: foi mudado") \
    X("index: *", "índice: $1", "índice: $1") \
    X("it became another one while it was read", "cambió mientras se lo leía", "mudou enquanto era lido") \
    X("it is signed with another key than the one that was named: it is another site's", \
      "está firmado con otra clave que la que se nombró: es de otro sitio", \
      "está assinado com outra chave que a que se indicou: é de outro site") \
    X("it has more bytes than a record may have", "tiene más bytes de los que puede tener un registro", \
      "tem mais bytes do que um registro pode ter") \
    X("it does not have that hash: it was changed", "no tiene ese hash: fue cambiado", \
      "não tem esse hash: foi mudado") \
    X("it is a link, and no file of this folder", "es un enlace, y no un archivo de esta carpeta", \
      "é um link, e não um arquivo desta pasta") \
    X("it is no regular file", "no es un archivo común", "não é um arquivo comum") \
    X("it is no folder", "no es una carpeta", "não é uma pasta") \
    X("line *: *", "línea $1: $2", "linha $1: $2") \
    X("it is not written as such a line is", "no está escrita como se escribe esa línea", \
      "não está escrita como se escreve essa linha") \
    X("it ends before its signature: it was cut short", "termina antes de su firma: fue recortado", \
      "acaba antes da sua assinatura: foi cortado") \
    X("it is longer than a line can be", "es más larga de lo que puede ser una línea", \
      "é mais longa do que uma linha pode ser") \
    X("it ends in the middle of a line: it was cut short", "termina en medio de una línea: fue recortado", \
      "acaba no meio de uma linha: foi cortado") \
    X("it has a byte that is not printable ASCII", "tiene un byte que no es ASCII visible", \
      "tem um byte que não é ASCII visível") \
    X("it is no index of a season in the form of version 1", \
      "no es el índice de una temporada en la forma de la versión 1", \
      "não é o índice de uma temporada na forma da versão 1") \
    X("there is no table of * seats", "no hay mesa de $1 asientos", "não há mesa de $1 assentos") \
    X("there is no bot *", "no hay un bot $1", "não há um bot $1") \
    X("the signature does not hold over what stands before it: it was changed", \
      "la firma no vale sobre lo que está antes: fue cambiado", \
      "a assinatura não vale sobre o que está antes: foi mudado") \
    X("something stands behind the signature", "hay algo detrás de la firma", "há algo depois da assinatura") \
    X("such a line does not stand here", "esa línea no va aquí", "essa linha não vai aqui") \
    X("there is no such line", "no existe esa línea", "não existe essa linha")

/* The last: they part what was put together. */
#define AUDIT_PARTS(X) \
    X("a process of the arbiter's was lost", "se perdió un proceso del árbitro", "perdeu-se um processo do árbitro") \
    X("the arbiter stood still", "el árbitro estuvo detenido", "o árbitro esteve parado") \
    X("its seat's process stood still", "el proceso de su asiento estuvo detenido", \
      "o processo do seu assento esteve parado") \
    X("it wanted to run and could not", "quería correr y no pudo", "queria rodar e não pôde") \
    X("seat * in a jail that lacks something", "asiento $1 en una jaula a la que le falta algo", \
      "assento $1 em uma jaula à qual falta algo") \
    X("seat * in no jail", "asiento $1 sin jaula", "assento $1 sem jaula") \
    X("seat * elsewhere", "asiento $1 en otra parte", "assento $1 em outro lugar") \
    X("* and *", "$1 y $2", "$1 e $2") \
    X("*, *", "$1, $2", "$1, $2") \
    X("*: *", "$1: $2", "$1: $2")

#define AUDIT_SENTENCES(X) \
    AUDIT_INPUTS(X) \
    AUDIT_MESSAGES(X) \
    AUDIT_FIELDS(X) AUDIT_FAULTS(X) AUDIT_PAIRS(X) AUDIT_TWICE(X) AUDIT_MONITORED(X) AUDIT_SEASONS(X)

#endif
