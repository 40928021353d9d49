/* words: what the pages say, in three languages.  The calls and names of the game stay as they are. */
#ifndef FIEL_LADDER_WORDS_H
#define FIEL_LADDER_WORDS_H

/* X(NAME, english, spanish, portuguese) */
#define WORDS(X) \
    X(LADDERS, "Ladders", "Ligas", "Ligas") \
    X(LADDER, "ladder", "liga", "liga") \
    X(SHOW, "Show", "Mostrar", "Mostrar") \
    X(FAULTY, "Newest matches with a fault of its own:", "Últimas partidas con una falta suya:", \
      "Últimas partidas com uma falta sua:") \
    X(TOO_LATE, "too late:", "fuera de tiempo:", "fora do tempo:") \
    X(SPARED, "would have been, with time that was nobody's:", "lo habrían estado con tiempo que no fue de nadie:", \
      "teriam estado com tempo que não foi de ninguém:") \
    X(NOBODYS, "nobody's time:", "tiempo de nadie:", "tempo de ninguém:") \
    X(VOIDS, "Attempts at its newest pairs that the host's side left without a result:", \
      "Intentos de sus últimos pares que quedaron sin resultado por causa de la organización:", \
      "Tentativas dos seus últimos pares que ficaram sem resultado por causa da organização:") \
    X(OF, "of", "de", "de") \
    X(MATCHES, "Matches", "Partidas", "Partidas") \
    X(MATCH, "Match", "Partida", "Partida") \
    X(EVENTS, "Events", "Torneos", "Torneios") \
    X(BOTS, "Bots", "Bots", "Bots") \
    X(LIVE, "Live", "En vivo", "Ao vivo") \
    X(BOT, "bot", "bot", "bot") \
    X(VERSION, "version", "versión", "versão") \
    X(VERSIONS, "Versions", "Versiones", "Versões") \
    X(PLACE, "place", "puesto", "posição") \
    X(STRENGTH, "Elo", "Elo", "Elo") \
    X(INTERVAL, "95% interval", "intervalo del 95%", "intervalo de 95%") \
    X(PAIRS, "pairs", "pares", "pares") \
    X(SCORE, "score", "puntaje", "pontuação") \
    X(CLEARED, "without the deals' luck", "sin la suerte del reparto", "sem a sorte das cartas") \
    X(PER_HAND, "points a hand", "puntos por mano", "pontos por mão") \
    X(NO_TABLE, "No results yet: the table comes with the first pairs.", \
      "Todavía no hay resultados: la tabla llega con los primeros pares.", \
      "Ainda não há resultados: a tabela vem com os primeiros pares.") \
    X(EXPLAIN_TABLE, \
      "Every pair is two matches with the same cards, sides exchanged. Bars are 95% intervals; bots between two " \
      "lines " \
      "are not yet distinguishable from the first of them.", \
      "Cada par son dos partidas con las mismas cartas y los lados cambiados. Las barras son intervalos del 95%; los " \
      "bots " \
      "entre dos líneas todavía no se distinguen del primero.", \
      "Cada par são duas partidas com as mesmas cartas e os lados trocados. As barras são intervalos de 95%; os bots " \
      "entre " \
      "duas linhas ainda não se distinguem do primeiro.") \
    X(ANCHOR, "Elo counts from this bot, which keeps its own:", \
      "El Elo se cuenta desde este bot, que conserva el suyo:", "O Elo conta a partir deste bot, que mantém o seu:") \
    X(AGAINST_TABLE, "Beyond chance, and not as the table would have it:", \
      "Más allá del azar, y no como diría la tabla:", "Além do acaso, e não como diria a tabela:") \
    X(TEST_TAKES, "Pairs that this test is expected to take:", "Pares que se espera que lleve esta prueba:", \
      "Pares que se espera que este teste leve:") \
    X(EXPECTED, "expected by the table", "según la tabla", "segundo a tabela") \
    X(BETTER, "better ones", "mejores", "melhores") \
    X(WEAKER, "weaker ones", "más débiles", "mais fracos") \
    X(IN_TABLE, "in the table", "en la tabla", "na tabela") \
    X(HANDS, "hands", "manos", "mãos") \
    X(POINTS, "points", "puntos", "pontos") \
    X(FAULT, "fault", "falta", "falta") \
    X(SEAT, "seat", "asiento", "assento") \
    X(DECISIONS, "decisions", "decisiones", "decisões") \
    X(EACH, "ms each", "ms cada una", "ms cada") \
    X(WORST, "longest, ms", "la más larga, ms", "a mais longa, ms") \
    X(FAULTS, "faults", "faltas", "faltas") \
    X(SECOND_LEGS, "second match of a pair better or worse than the first:", \
      "la segunda partida de un par, mejor o peor que la primera:", \
      "a segunda partida de um par, melhor ou pior que a primeira:") \
    X(OPPONENTS, "Opponents in the newest thousand pairs", "Rivales en los últimos mil pares", \
      "Adversários nos últimos mil pares") \
    X(HISTORY, "History", "Historia", "Histórico") \
    X(DOWNLOAD, "download the replay", "descargar la repetición", "baixar o replay") \
    X(UNHELD, \
      "Unheld: by the arbiter's word some bot of this pair was in no fresh strict jail; it may have known the second " \
      "match's cards.", \
      "Sin encierro: según el árbitro, algún bot de este par no estaba en una jaula estricta y nueva; pudo conocer " \
      "las cartas de " \
      "la segunda partida.", \
      "Sem isolamento: segundo o árbitro, algum bot deste par não estava numa jaula estrita e nova; pode ter " \
      "conhecido as cartas da " \
      "segunda partida.") \
    X(UNHELD_SHORT, "unheld", "sin encierro", "sem isolamento") \
    X(IN_DOUBT, \
      "In doubt: asked again on another machine, a bot of this pair decides otherwise than its record says, beyond " \
      "chance. The " \
      "pair counts for nothing until the host decides.", \
      "En duda: al preguntarle de nuevo en otra máquina, un bot de este par decide otra cosa que la que dice su " \
      "registro, más allá del azar. El par no cuenta para nada hasta que la organización decida.", \
      "Em dúvida: perguntado de novo noutra máquina, um bot deste par decide outra coisa que a que diz o seu " \
      "registro, além do acaso. O par não conta para nada até que a organização decida.") \
    X(IN_DOUBT_SHORT, "in doubt", "en duda", "em dúvida") \
    X(OTHER_LEG, "the other match of this pair", "la otra partida de este par", "a outra partida deste par") \
    X(VERIFY_YOURSELF, "Verify it yourself", "Verificala vos mismo", "Verifique você mesmo") \
    X(MATCH_ID, "match", "partida", "partida") \
    X(FILE_HASH, "file, BLAKE2b-256", "archivo, BLAKE2b-256", "arquivo, BLAKE2b-256") \
    X(ARBITER_KEY, "arbiter's key", "clave del árbitro", "chave do árbitro") \
    X(PAIR_TRAIL, "what was done with this pair", "qué se hizo con este par", "o que foi feito com este par") \
    X(PAIR_TRAIL_LOGGED, \
      "Lines of the trail, each with its hash, which covers all lines before it. Where the host keeps a match log it " \
      "has " \
      "their numbers and hashes, too.", \
      "Líneas del libro de la liga, cada una con su hash, que abarca todas las anteriores. Donde el anfitrión " \
      "lleva " \
      "un registro de partidas, también figuran ahí sus números y hashes.", \
      "Linhas do livro da liga, cada uma com seu hash, que abrange todas as anteriores. Onde o anfitrião " \
      "mantém um " \
      "registro de partidas, seus números e hashes também estão lá.") \
    X(LOG_ENTRY, "in the match log, before its first card: entry", \
      "en el registro de partidas, antes de su primera carta: entrada", \
      "no registro de partidas, antes da primeira carta: entrada") \
    X(LOG_PROOF, "proof", "prueba", "prova") \
    X(DAMAGED, \
      "this record is damaged on this ladder's disk: the host has to take it from a backup, so asking again is of no " \
      "use", \
      "este registro está dañado en el disco de esta liga: la organización debe tomarlo de una copia; pedirlo de " \
      "nuevo no sirve", \
      "este registro está danificado no disco desta liga: a organização deve tirá-lo de uma cópia; pedir de novo não " \
      "adianta") \
    X(WHOSE_WORD, \
      "Your browser holds the record against these three, and against the rules, bots and result that this page " \
      "shows. That " \
      "the page itself is right is this ladder's word; whoever wrote them down, has his own record of the match, or " \
      "reads " \
      "the match log, can compare.", \
      "Tu navegador compara el registro con estos tres, y con las reglas, los bots y el resultado que muestra esta " \
      "página. Que " \
      "la página misma diga la verdad es palabra de esta liga; quien los haya anotado, tenga su propio registro de " \
      "la partida, " \
      "o lea el registro de partidas, puede comparar.", \
      "O seu navegador compara o registro com estes três, e com as regras, os bots e o resultado que esta página " \
      "mostra. Que a " \
      "própria página esteja certa é palavra desta liga; quem os anotou, tem o seu próprio registro da partida, ou " \
      "lê o " \
      "registro de partidas, pode comparar.") \
    X(NO_SCRIPT, "Without scripts: the match as text", "Sin scripts: la partida como texto", \
      "Sem scripts: a partida como texto") \
    X(OLDER, "older", "anteriores", "anteriores") \
    X(ALL, "all", "todas", "todas") \
    X(ONLY_FAULTS, "only those ended by a fault", "sólo las terminadas por una falta", "só as terminadas por falta") \
    X(STATE, "state", "estado", "estado") \
    X(WHEN, "when", "cuándo", "quando") \
    X(ROUND, "round", "ronda", "rodada") \
    X(MEETINGS, "meetings", "encuentros", "confrontos") \
    X(BUCHHOLZ, "Buchholz", "Buchholz", "Buchholz") \
    X(SONNEBORN, "Sonneborn-Berger", "Sonneborn-Berger", "Sonneborn-Berger") \
    X(FINAL, "final", "final", "final") \
    X(CROSS_TABLE, "Everybody against everybody", "Todos contra todos", "Todos contra todos") \
    X(GOES_ON, "goes on", "sigue", "continua") \
    X(IS_BETTER, "the second is better", "el segundo es mejor", "o segundo é melhor") \
    X(NOT_BETTER, "the second is not better", "el segundo no es mejor", "o segundo não é melhor") \
    X(NOTHING, "Nothing here yet.", "Todavía no hay nada.", "Ainda não há nada.") \
    X(NOT_LIVE, "Nothing is being played right now.", "Ahora no se juega nada.", "Nada está sendo jogado agora.") \
    X(NOT_THIS_LIVE, "This pair is not being played right now.", "Este par no se juega ahora.", \
      "Este par não está sendo jogado agora.") \
    X(LIVE_CLOSED, \
      "First match of the pair. The same cards are played once more with the sides exchanged, so nothing of this one " \
      "is shown " \
      "before that is over.", \
      "Primera partida del par. Las mismas cartas se juegan otra vez con los lados cambiados: hasta entonces no se " \
      "muestra " \
      "nada de ella.", \
      "Primeira partida do par. As mesmas cartas são jogadas de novo com os lados trocados: até lá nada dela é " \
      "mostrado.") \
    X(RELOAD, "load the page again for more", "cargá la página otra vez para ver más", \
      "recarregue a página para ver mais") \
    X(HAND, "hand", "mano", "mão") \
    X(GAME, "game", "partido", "jogo") \
    X(VOID, "void: does not count", "anulada: no cuenta", "anulada: não conta") \
    X(ENTER, "Sign in", "Entrar", "Entrar") \
    X(LEAVE, "Sign out", "Salir", "Sair") \
    X(SUPERIOR, "better than the next", "mejor que el siguiente", "melhor que o seguinte") \
    X(LOG, "log of seat", "registro del asiento", "registro do assento") \
    X(DISPUTE, "dispute this match", "disputar esta partida", "contestar esta partida") \
    X(SKIP, "Skip to the content", "Ir al contenido", "Ir ao conteúdo")

enum word {
#define X(name, english, spanish, portuguese) WORD_##name,
    WORDS(X)
#undef X
        WORD_COUNT
};

/* `language` is "en", "es" or "pt". */
const char *word_in(enum word w, const char *language);
/* A role, a state or a kind by the store's name for it ("round-robin"); the name itself when there is no word. */
const char *name_in(const char *name, const char *language);

#endif
