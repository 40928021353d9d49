/* told_sentences: what is told of a match beside its play, in three languages: faults and their reasons, what a seat's process did,
 * what was refused, why a story stops.  X(english, spanish, portuguese); holes are as cli/sentences.h says.
 *
 * They stand here once, for `fiel replay` and for the pages of a ladder.  The English is what the programs say to each other and
 * keep; tests/unit/test_tell_languages.c and tests/ladder/test_ladder_sentences.c see that none of it is without a translation. */
#ifndef FIEL_TOLD_SENTENCES_H
#define FIEL_TOLD_SENTENCES_H

#define TOLD_FAULTS(X) \
    X("seat *: *", "asiento $1: $2", "assento $1: $2") \
    X("cutter *: *", "cortador $1: $2", "cortador $1: $2") \
    X("the arbiter: *", "el árbitro: $1", "o árbitro: $1") \
    X("had * and took *", "tenía $1 y tardó $2", "tinha $1 e levou $2") \
    X("said nothing valid within *", "no dijo nada válido en $1", "não disse nada válido em $1") \
    X("sent no cut or signature for hand * within *", "no envió corte ni firma de la mano $1 en $2", \
      "não enviou corte nem assinatura da mão $1 em $2") \
    X("sent a malformed envelope, *", "envió un sobre mal formado: $1", "enviou um envelope malformado: $1") \
    X("illegal action number * of this game, *", "acción ilegal número $1 de este partido: $2", \
      "ação ilegal número $1 deste jogo: $2") \
    X("the signature of its * does not hold", "la firma de su $1 no vale", "a assinatura do seu $1 não vale") \
    X("sent *, which is not expected now", "envió $1, que ahora no se espera", "enviou $1, que agora não se espera") \
    X("its process was ended by signal *", "su proceso terminó por la señal $1", \
      "o seu processo terminou pelo sinal $1") \
    X("its process ended with exit code *", "su proceso terminó con el código $1", \
      "o seu processo terminou com o código $1") \
    X("used * MiB of memory, more than it has", "usó $1 MiB de memoria, más de lo que tiene", \
      "usou $1 MiB de memória, mais do que tem") \
    X("used * s of processor time, more than it has", "usó $1 s de procesador, más de lo que tiene", \
      "usou $1 s de processador, mais do que tem") \
    X("wrote a file of * MiB, which is too large", "escribió un archivo de $1 MiB, que es demasiado grande", \
      "escreveu um arquivo de $1 MiB, que é grande demais") \
    X("the cut of hand * does not hash to the one before", "el corte de la mano $1 no da el anterior", \
      "o corte da mão $1 não dá o anterior") \
    X("answered as seat *, is seat *", "respondió como asiento $1 y es el $2", "respondeu como assento $1 e é o $2") \
    X("answered request * that was not open, number * of this match", \
      "respondió al pedido $1, que no estaba abierto, por vez número $2 en esta partida", \
      "respondeu ao pedido $1, que não estava aberto, pela vez número $2 nesta partida") \
    X("resource limit *, * used", "límite de recursos $1, usado $2", "limite de recursos $1, usado $2") \
    X("stopped with check * failed", "se detuvo: la comprobación $1 falló", "parou: a verificação $1 falhou") \
    X("signed with seat *'s key of the first leg; every match needs a fresh one", \
      "firmó con la clave del asiento $1 en la ida; cada partida necesita una nueva", \
      "assinou com a chave do assento $1 na ida; cada partida precisa de uma nova") \
    X("arbiter failure *", "fallo del árbitro $1", "falha do árbitro $1") \
    X("a fault that cost no game", "una falta que no costó ningún partido", "uma falta que não custou nenhum jogo") \
    TOLD_REASONS(X)

/* The reasons as fault_text has them, behind some what their numbers mean, which is what a match says in its result, and why an arbiter could
 * not go on. */
#define TOLD_REASONS(X) \
    X("illegal action, error *, number * of this game: *", "acción ilegal, la número $2 de este partido: $3", \
      "ação ilegal, a número $2 deste jogo: $3") \
    X("illegal action, error *, number * of this game", "acción ilegal, error $1, la número $2 de este partido", \
      "ação ilegal, erro $1, a número $2 deste jogo") \
    X("malformed envelope, wire error *: *", "sobre mal formado: $2", "envelope malformado: $2") \
    X("malformed envelope, wire error *", "sobre mal formado, error $1", "envelope malformado, erro $1") \
    X("wrong signature in message type *", "firma incorrecta en un mensaje de tipo $1", \
      "assinatura errada numa mensagem de tipo $1") \
    X("* us allowed, * us used", "tenía $1 us y usó $2 us", "tinha $1 us e usou $2 us") \
    X("said nothing valid within the start limit of * us", "no dijo nada válido en los $1 us que tenía para empezar", \
      "não disse nada válido nos $1 us que tinha para começar") \
    X("no cut or hand signature for hand * within * us", "no envió corte ni firma de la mano $1 en $2 us", \
      "não enviou corte nem assinatura da mão $1 em $2 us") \
    X("process ended, exit code *, signal *", "su proceso terminó, código $1, señal $2", \
      "o seu processo terminou, código $1, sinal $2") \
    X("resource limit *, * used: *", "límite de recursos $1, usado $2: $3", "limite de recursos $1, usado $2: $3") \
    X("memory, in MiB", "memoria, en MiB", "memória, em MiB") \
    X("CPU time, in seconds", "tiempo de procesador, en segundos", "tempo de processador, em segundos") \
    X("size of a file, in MiB", "tamaño de un archivo, en MiB", "tamanho de um arquivo, em MiB") \
    X("a limit of the system", "un límite del sistema", "um limite do sistema") \
    X("message type * is not expected now", "ahora no se espera un mensaje de tipo $1", \
      "agora não se espera uma mensagem de tipo $1") \
    X("its disk or its match log takes no more", "su disco o su registro de partidas no admite más", \
      "o seu disco ou o seu registro de partidas não aceita mais") \
    X("it was cancelled", "se canceló", "foi cancelada") \
    X("the machine went down while it was played", "la máquina se apagó mientras se jugaba", \
      "a máquina caiu enquanto se jogava") \
    X("a process of the arbiter's could not be started", "no se pudo iniciar un proceso del árbitro", \
      "não foi possível iniciar um processo do árbitro") \
    X("the machine had no memory left and ended a process", "la máquina se quedó sin memoria y terminó un proceso", \
      "a máquina ficou sem memória e terminou um processo") \
    X("its arbiter broke down over it, and it was given up", "su árbitro falló con ella, y se la abandonó", \
      "o seu árbitro falhou com ela, e foi abandonada") \
    X("it does not say why", "no dice por qué", "não diz por quê")

#define TOLD_EVENTS(X) \
    X("\"*\" is refused: *", "«$1» se rechaza: $2", "«$1» é recusado: $2") \
    X("answers request *, which is not open", "responde al pedido $1, que no está abierto", \
      "responde ao pedido $1, que não está aberto") \
    X("comes back with * messages", "vuelve con $1 mensajes", "volta com $1 mensagens") \
    X("protests (*): ~", "protesta ($1): $2", "protesta ($1): $2") \
    X("the connection is gone", "la conexión se perdió", "a conexão se perdeu") \
    X("the arbiter starts the seat's process again; its clock stands still", \
      "el árbitro inicia otra vez el proceso del asiento; su reloj está detenido", \
      "o árbitro inicia de novo o processo do assento; o seu relógio está parado") \
    X("the arbiter was ended and goes on; the seat's clock stands still", \
      "el árbitro fue interrumpido y sigue; el reloj del asiento está detenido", \
      "o árbitro foi interrompido e continua; o relógio do assento está parado") \
    X("* and is started again", "$1 y se inicia otra vez", "$1 e é iniciado de novo") \
    X("its process was ended by limit *, * used", "su proceso terminó por el límite $1, usado $2", \
      "o seu processo terminou pelo limite $1, usado $2") \
    X("signs * to *, seen by *", "hace la seña $1 a $2; la ve $3", "faz o sinal $1 a $2; visto por $3") \
    X("signs * to *", "hace la seña $1 a $2", "faz o sinal $1 a $2")

/* What an auditor says that the outcome rests on (audit/rests.c). */
#define TOLD_GROUNDS(X) \
    X("this record is not right: fiel-audit says where", "este registro no está bien: fiel-audit dice dónde", \
      "este registro não está certo: fiel-audit diz onde") \
    X("decided by a fault that its party signed", "decidida por una falta que su parte firmó", \
      "decidida por uma falta que a sua parte assinou") \
    X("decided by a fault that is proved only against a key that the host made", \
      "decidida por una falta que sólo está probada contra una clave que hizo la organización", \
      "decidida por uma falta que só está provada contra uma chave que a organização fez") \
    X("decided by a fault that rests on the arbiter's word", \
      "decidida por una falta que descansa en la palabra del árbitro", \
      "decidida por uma falta que se apoia na palavra do árbitro") \
    X("void, which rests on the arbiter's word", "nula, lo que descansa en la palabra del árbitro", \
      "nula, o que se apoia na palavra do árbitro") \
    X("seat * and the record contradict each other, and neither is blamed", \
      "el asiento $1 y el registro se contradicen, y no se culpa a ninguno", \
      "o assento $1 e o registro se contradizem, e nenhum é culpado") \
    X("cutter * and the record contradict each other, and neither is blamed", \
      "el cortador $1 y el registro se contradicen, y no se culpa a ninguno", \
      "o cortador $1 e o registro se contradizem, e nenhum é culpado") \
    X("hand * rests on the arbiter's word: seat * did not sign", \
      "la mano $1 descansa en la palabra del árbitro: el asiento $2 no firmó", \
      "a mão $1 se apoia na palavra do árbitro: o assento $2 não assinou") \
    X("hand * rests on the arbiter's word: cutter * did not sign", \
      "la mano $1 descansa en la palabra del árbitro: el cortador $2 no firmó", \
      "a mão $1 se apoia na palavra do árbitro: o cortador $2 não assinou") \
    X("hands * to * rest on the arbiter's word: seat * did not sign", \
      "las manos $1 a $2 descansan en la palabra del árbitro: el asiento $3 no firmó", \
      "as mãos $1 a $2 se apoiam na palavra do árbitro: o assento $3 não assinou") \
    X("hands * to * rest on the arbiter's word: cutter * did not sign", \
      "las manos $1 a $2 descansan en la palabra del árbitro: el cortador $3 no firmó", \
      "as mãos $1 a $2 se apoiam na palavra do árbitro: o cortador $3 não assinou")

#define TOLD_WIRE(X) \
    X("no bytes", "sin bytes", "sem bytes") \
    X("an envelope is at most 65536 bytes", "un sobre tiene a lo sumo 65536 bytes", \
      "um envelope tem no máximo 65536 bytes") \
    X("an envelope is one part", "un sobre es de una sola parte", "um envelope é de uma só parte") \
    X("the value ends before its length says", "el valor termina antes de lo que dice su longitud", \
      "o valor termina antes do que diz o seu comprimento") \
    X("bytes after the value", "hay bytes después del valor", "há bytes depois do valor") \
    X("an integer or header is not in its shortest form", "un entero o encabezado no está en su forma más corta", \
      "um inteiro ou cabeçalho não está na forma mais curta") \
    X("nil, booleans, floats and extension types are not used", "no se usan nil, booleanos, flotantes ni extensiones", \
      "nil, booleanos, flutuantes e extensões não são usados") \
    X("a str is not UTF-8", "un str no es UTF-8", "um str não é UTF-8") \
    X("map keys are integers, strictly increasing", "las claves de un map son enteros crecientes", \
      "as chaves de um map são inteiros crescentes") \
    X("nested deeper than 6", "anidado a más de 6", "aninhado a mais de 6") \
    X("more than 4096 values", "más de 4096 valores", "mais de 4096 valores") \
    X("not [number, message, ...]", "no es [número, mensaje, ...]", "não é [número, mensagem, ...]") \
    X("no message of this type goes this way", "ningún mensaje de este tipo va en este sentido", \
      "nenhuma mensagem deste tipo vai neste sentido") \
    X("wrong number, type or size of a message's fields", \
      "cantidad, tipo o tamaño incorrecto de los campos de un mensaje", \
      "quantidade, tipo ou tamanho errado dos campos de uma mensagem") \
    X("a field's number is out of range", "el número de un campo está fuera de rango", \
      "o número de um campo está fora da faixa") \
    X("another version of the protocol: build this bot with an SDK of version 2", \
      "otra versión del protocolo: hay que compilar este bot con un SDK de la versión 2", \
      "outra versão do protocolo: compile este bot com um SDK da versão 2")

#define TOLD_RULES(X) \
    X("another seat is to speak", "le toca hablar a otro asiento", "é a vez de outro assento") \
    X("no such action in this variant", "esa acción no existe en esta variante", \
      "essa ação não existe nesta variante") \
    X("that card is not in your hand", "esa carta no está en su mano", "essa carta não está na sua mão") \
    X("that cannot be said now", "eso no se puede decir ahora", "isso não pode ser dito agora") \
    X("the hand is over", "la mano terminó", "a mão terminou") \
    X("flor needs three cards of one suit", "la flor pide tres cartas de un palo", \
      "a flor pede três cartas de um naipe") \
    X("a call waits for your answer: accept it, refuse it or raise it", \
      "hay un canto por responder: se quiere, no se quiere o se sube", \
      "há um pedido a responder: aceite, recuse ou aumente") \
    X("there is no call to answer", "no hay canto que responder", "não há pedido a responder") \
    X("envido opens in the first trick, before your card and before truco is accepted", \
      "el envido se abre en la primera baza, antes de su carta y antes de querer el truco", \
      "o envido se abre na primeira vaza, antes da sua carta e antes de aceitar o truco") \
    X("that envido may not answer the last one", "ese envido no puede responder al último", \
      "esse envido não pode responder ao último") \
    X("the envidos already reach the falta: only falta envido is left", \
      "los envidos ya llegan a la falta: sólo queda falta envido", \
      "os envidos já chegam à falta: só resta falta envido") \
    X("who said truco may not open envido, in some circles not raise one either", \
      "quien cantó truco no puede abrir envido, ni en algunas ruedas subirlo", \
      "quem pediu truco não pode abrir envido, nem em algumas rodas aumentá-lo") \
    X("your side said the last raise: the next belongs to the others", \
      "su lado subió la última vez: la próxima es de los otros", \
      "o seu lado aumentou por último: a próxima é dos outros") \
    X("the steps of truco are said in order", "los pasos del truco se dicen en orden", \
      "os passos do truco se dizem em ordem") \
    X("there is no higher step of truco", "no hay paso más alto del truco", "não há passo mais alto do truco") \
    X("cards are played face up here", "aquí las cartas se juegan descubiertas", \
      "aqui as cartas se jogam descobertas") \
    X("the mano may not give up here: envido or truco has to be said first", \
      "aquí el mano no puede irse al mazo: antes hay que cantar envido o truco", \
      "aqui o mão não pode ir ao baralho: antes é preciso pedir envido ou truco") \
    X("a flor is sung before your first card, at your turn or when you are asked", \
      "la flor se canta antes de su primera carta, en su turno o cuando se la piden", \
      "a flor se canta antes da sua primeira carta, na sua vez ou quando pedem") \
    X("son buenas needs a value that the other side declared", "son buenas pide que el otro lado haya dicho su tanto", \
      "são boas pede que o outro lado tenha dito o seu ponto") \
    X("only a rival that sang no flor can be accused", "sólo se puede acusar a un rival que no cantó flor", \
      "só se pode acusar um rival que não cantou flor") \
    X("the side first says whether it plays this hand", "el lado dice primero si juega esta mano", \
      "o lado diz primeiro se joga esta mão") \
    X("nobody asks for truco where one plain hand makes a side win", \
      "nadie pide truco cuando a un lado le alcanza una mano simple", \
      "ninguém pede truco quando a um lado basta uma mão simples") \
    X("the hand already gives the weaker side the game", "la mano ya le da el partido al lado que va atrás", \
      "a mão já dá o jogo ao lado que está atrás") \
    X("a hand is not given up here: only a raise is run from", \
      "aquí no se abandona la mano: sólo se corre de una suba", \
      "aqui não se abandona a mão: só se corre de um aumento") \
    X("the iron hand is played unseen: play-blind 0, 1 or 2", \
      "la mano de hierro se juega a ciegas: play-blind 0, 1 o 2", \
      "a mão de ferro se joga às cegas: play-blind 0, 1 ou 2") \
    X("the cards of this hand are seen: they are played by name", \
      "las cartas de esta mano se ven: se juegan por su nombre", "as cartas desta mão são vistas: jogam-se pelo nome") \
    X("that envido goes beyond the most that may be bet now", "ese envido pasa de lo más que se puede apostar ahora", \
      "esse envido passa do máximo que se pode apostar agora") \
    X("after a tied first trick the highest card comes first, face up", \
      "tras una primera parda va primero la carta más alta, descubierta", \
      "depois de uma primeira empatada vai primeiro a carta mais alta, aberta") \
    X("who passed its first card, face down, passes all three", "quien pasó su primera carta, tapada, pasa las tres", \
      "quem passou a primeira carta, coberta, passa as três") \
    X("a truc that was accepted is played at that level", "un truc querido se juega a ese nivel", \
      "um truc aceito se joga nesse nível") \
    X("a seat declares once, an embit or a flor, before its first card", \
      "un asiento declara una vez, embit o flor, antes de su primera carta", \
      "um assento declara uma vez, embit ou flor, antes da sua primeira carta") \
    X("an embit was bid already", "ya se apostó un embit", "um embit já foi apostado") \
    X("a flor annuls every embit", "una flor anula todo embit", "uma flor anula todo embit") \
    X("no embit of the rivals waits to be sung or raised", "no hay embit de los rivales que cantar o subir", \
      "não há embit dos rivais a cantar ou aumentar") \
    X("a better flor answers a flor of the rivals", "una flor mejor responde a una flor de los rivales", \
      "uma flor melhor responde a uma flor dos rivais") \
    X("the flor is settled: a better flor was answered", "la flor está resuelta: ya se respondió a una mejor", \
      "a flor está resolvida: já se respondeu a uma melhor") \
    X("truc and the rest is said before any truc", "truc y el resto se dice antes de cualquier truc", \
      "truc e o resto se diz antes de qualquer truc") \
    X("no signs are made here: signs=off, or nobody has a partner in this hand", \
      "aquí no hay señas: signs=off, o nadie tiene compañero en esta mano", \
      "aqui não há sinais: signs=off, ou ninguém tem parceiro nesta mão") \
    X("this is the round of signs: pass, with your signs or without", \
      "esta es la ronda de señas: se pasa, con sus señas o sin ellas", \
      "esta é a rodada de sinais: passe, com os seus sinais ou sem") \
    X("no such sign in this variant", "esa seña no existe en esta variante", "esse sinal não existe nesta variante") \
    X("a sign is made to a partner who plays in this hand", "una seña se hace a un compañero que juega en esta mano", \
      "um sinal se faz a um parceiro que joga nesta mão") \
    X("only the captain, the middle seat of a side, makes that sign", \
      "sólo el capitán, el asiento del medio de un lado, hace esa seña", \
      "só o capitão, o assento do meio de um lado, faz esse sinal") \
    X("so many signs at once are not allowed (signs_per_decision)", \
      "no se permiten tantas señas a la vez (signs_per_decision)", \
      "não se permitem tantos sinais de uma vez (signs_per_decision)") \
    X("that would be more signs than a seat has in a hand (signs_per_hand)", \
      "serían más señas de las que un asiento tiene en una mano (signs_per_hand)", \
      "seriam mais sinais do que um assento tem numa mão (signs_per_hand)") \
    X("the gallo first lays one of his four cards away", "el gallo primero aparta una de sus cuatro cartas", \
      "o galo primeiro descarta uma das suas quatro cartas")

#define TOLD_STOPS(X) \
    X("there is no memory for more", "no hay memoria para más", "não há memória para mais") \
    X("a deal that cannot be read", "un reparto que no se puede leer", "uma distribuição que não se pode ler") \
    X("the clock runs backwards", "el reloj va hacia atrás", "o relógio anda para trás") \
    X("the match is not over yet, or the end of its file is missing", \
      "la partida todavía no terminó, o falta el final de su archivo", \
      "a partida ainda não terminou, ou falta o fim do seu arquivo") \
    X("the file ends in the middle of a record", "el archivo termina en medio de un registro", \
      "o arquivo termina no meio de um registro") \
    X("the offer cannot be read", "la oferta no se puede leer", "a oferta não se pode ler") \
    X("the rules of the offer are not known to this version", "esta versión no conoce las reglas de la oferta", \
      "esta versão não conhece as regras da oferta") \
    X("cards for nobody", "cartas para nadie", "cartas para ninguém") \
    X("a card that is none", "una carta que no existe", "uma carta que não existe") \
    X("a mano that is no seat", "un mano que no es ningún asiento", "um mão que não é nenhum assento") \
    X("these cards cannot be dealt", "estas cartas no se pueden repartir", "estas cartas não podem ser dadas") \
    X("an action that the rules do not allow", "una acción que las reglas no permiten", \
      "uma ação que as regras não permitem") \
    X("an action of a seat that is not there", "una acción de un asiento que no está", \
      "uma ação de um assento que não está") \
    X("a refusal for nobody", "un rechazo para nadie", "uma recusa para ninguém") \
    X("cards of a seat that is not there", "cartas de un asiento que no está", "cartas de um assento que não está") \
    X("a sign of a seat that is not there", "una seña de un asiento que no está", \
      "um sinal de um assento que não está") \
    X("the result cannot be read", "el resultado no se puede leer", "o resultado não se pode ler") \
    X("a message that cannot be read", "un mensaje que no se puede leer", "uma mensagem que não se pode ler") \
    X("a message before the offer", "un mensaje antes de la oferta", "uma mensagem antes da oferta") \
    X("a hand without a deal", "una mano sin reparto", "uma mão sem distribuição") \
    X("a record is of no known type, too long, or not where it belongs", \
      "un registro es de tipo desconocido, demasiado largo, o está donde no debe", \
      "um registro é de tipo desconhecido, longo demais, ou está onde não deve") \
    X("something follows the trailer", "algo sigue después del cierre", "algo vem depois do fecho")

/* Proofs, notes and policies of a match log (protocol/log), of which the auditor and `fiel log` tell. */
#define TOLD_LOGS(X) \
    X("its match is in no log", "su partida no está en ningún registro de partidas", \
      "a sua partida não está em nenhum registro de partidas") \
    X("its checkpoint is cosigned by nobody, which is not the quorum *", \
      "a su checkpoint no lo refrendó nadie, y el quórum es $1", \
      "ninguém referendou o seu checkpoint, e o quórum é $1") \
    X("its checkpoint is cosigned by *, which is not the quorum *", \
      "su checkpoint está refrendado por $1, que no es el quórum $2", \
      "o seu checkpoint está referendado por $1, que não é o quórum $2") \
    X("not a proof (c2sp.org/tlog-proof@v1)", "no es una prueba (c2sp.org/tlog-proof@v1)", \
      "não é uma prova (c2sp.org/tlog-proof@v1)") \
    X("the second line of the proof is not an index", "la segunda línea de la prueba no es un índice", \
      "a segunda linha da prova não é um índice") \
    X("the path of the proof is not made of hashes", "el camino de la prueba no está hecho de hashes", \
      "o caminho da prova não é feito de hashes") \
    X("the entry is not in the log at this place", "la entrada no está en ese lugar del registro de partidas", \
      "a entrada não está nesse lugar do registro de partidas") \
    X("OPEN is too long for an entry", "OPEN es demasiado largo para una entrada", \
      "OPEN é longo demais para uma entrada") \
    X("its log is none of the policy's", "su registro de partidas no es ninguno de la política", \
      "o seu registro de partidas não é nenhum da política") \
    X("a cosignature of a witness of the policy does not hold", "el refrendo de un testigo de la política no vale", \
      "o referendo de uma testemunha da política não vale") \
    X("not NAME+ID+KEY", "no es NOMBRE+ID+CLAVE", "não é NOME+ID+CHAVE") \
    X("the name is longer than 255 bytes", "el nombre tiene más de 255 bytes", "o nome tem mais de 255 bytes") \
    X("the name has to be printable ASCII without spaces", "el nombre tiene que ser ASCII visible sin espacios", \
      "o nome tem que ser ASCII visível sem espaços") \
    X("the id is not 8 hex digits in lower case", "el id no son 8 dígitos hexadecimales en minúscula", \
      "o id não são 8 dígitos hexadecimais em minúscula") \
    X("the key is not base64 of 33 bytes", "la clave no es base64 de 33 bytes", "a chave não é base64 de 33 bytes") \
    X("it is no log's key: only Ed25519 keys (type 1) are known", \
      "no es la clave de un registro de partidas: sólo se conocen claves Ed25519 (tipo 1)", \
      "não é a chave de um registro de partidas: só se conhecem chaves Ed25519 (tipo 1)") \
    X("it is no witness's key: only those for Ed25519 cosignatures (type 4) are known", \
      "no es la clave de un testigo: sólo se conocen las de refrendos Ed25519 (tipo 4)", \
      "não é a chave de uma testemunha: só se conhecem as de referendos Ed25519 (tipo 4)") \
    X("the id does not belong to this name and key", "el id no es el de este nombre y esta clave", \
      "o id não é o deste nome e desta chave") \
    X("a secret key starts with PRIVATE+KEY+", "una clave secreta empieza con PRIVATE+KEY+", \
      "uma chave secreta começa com PRIVATE+KEY+") \
    X("not a signed note", "no es una nota firmada", "não é uma nota assinada") \
    X("not signed by this key", "no está firmada con esta clave", "não está assinada com esta chave") \
    X("a signature line is not well formed", "una línea de firma está mal formada", \
      "uma linha de assinatura está malformada") \
    X("the signature does not hold", "la firma no vale", "a assinatura não vale") \
    X("the first line of the checkpoint is no log's name of at most 255 bytes", \
      "la primera línea del checkpoint no es el nombre de un registro de partidas de hasta 255 bytes", \
      "a primeira linha do checkpoint não é o nome de um registro de partidas de até 255 bytes") \
    X("the second line of the checkpoint is not a size", "la segunda línea del checkpoint no es un tamaño", \
      "a segunda linha do checkpoint não é um tamanho") \
    X("the third line of the checkpoint is not a root", "la tercera línea del checkpoint no es una raíz", \
      "a terceira linha do checkpoint não é uma raiz") \
    X("an extension line of the checkpoint is empty", "una línea de extensión del checkpoint está vacía", \
      "uma linha de extensão do checkpoint está vazia") \
    X("the checkpoint of another log", "el checkpoint de otro registro de partidas", \
      "o checkpoint de outro registro de partidas")

/* Why nothing came of a question over HTTP (ladder/base/received.c): to a ladder, or to a witness. */
#define TOLD_UNREACHED(X) \
    X("no host has that name", "ningún equipo tiene ese nombre", "nenhuma máquina tem esse nome") \
    X("nobody takes a connection there", "nadie acepta una conexión ahí", "ninguém aceita uma conexão ali") \
    X("no answer came in time", "no llegó respuesta a tiempo", "não chegou resposta a tempo") \
    X("nobody who is trusted here vouches for its certificate", \
      "nadie en quien se confíe acá responde por su certificado", \
      "ninguém em quem aqui se confie responde pelo seu certificado")

#define TOLD_SENTENCES(X) \
    TOLD_FAULTS(X) TOLD_REASONS(X) TOLD_EVENTS(X) TOLD_GROUNDS(X) TOLD_WIRE(X) TOLD_RULES(X) TOLD_STOPS(X)

#endif
