/* play_words: what a person at a table is told, in three languages, beside what his seat says: calls, and why not. */
#ifndef FIEL_LADDER_PLAY_WORDS_H
#define FIEL_LADDER_PLAY_WORDS_H

/* X(NAME, english, spanish, portuguese) */
#define PLAY_WORDS(X) \
    X(AGAINST, "Play against", "Jugar contra", "Jogar contra") \
    X(PRESET, "the game", "el juego", "o jogo") \
    X(SEATS, "players", "jugadores", "jogadores") \
    X(FEWEST, "as few as it allows", "los menos posibles", "o mínimo possível") \
    X(NO_SEATS, "That game is not played by so many.", "Ese juego no se juega entre tantos.", \
      "Esse jogo não se joga com tantos.") \
    X(SIT, "Sit down", "Sentarse", "Sentar-se") \
    X(EXPLAIN, \
      "You play one game by the same arbiter that judges the bots: cards that nobody can choose, your own cut, a " \
      "signed record that " \
      "you can verify. It never counts for the ratings. Who lets his clock run out loses the game.", \
      "Se juega un partido con el mismo árbitro que juzga a los bots: cartas que nadie puede elegir, tu propio corte " \
      "y un registro " \
      "firmado que podés verificar. Nunca cuenta para la tabla. Quien deja correr su reloj pierde el partido.", \
      "Joga-se um jogo com o mesmo árbitro que julga os bots: cartas que ninguém pode escolher, o seu próprio " \
      "corte e um registro " \
      "assinado que pode ser verificado. Nunca conta para a tabela. Quem deixa o relógio correr perde o jogo.") \
    X(COMING, "The table is being set…", "Se prepara la mesa…", "A mesa está sendo preparada…") \
    X(WAITING, "The others are playing…", "Juegan los otros…", "Os outros jogam…") \
    X(RELOAD, "load the page again", "cargar la página otra vez", "recarregar a página") \
    X(YOU, "you", "vos", "você") \
    X(HAND, "Hand", "Mano", "Mão") \
    X(TO, "to", "a", "até") \
    X(MANO, "mano", "mano", "mão") \
    X(VIRA, "turned up", "vira", "vira") \
    X(TRICK, "trick", "baza", "vaza") \
    X(OWN, "yours", "tuya", "sua") \
    X(OTHER, "theirs", "de ellos", "deles") \
    X(TIED, "parda", "parda", "empate") \
    X(FOR, "for", "por", "por") \
    X(THE_GAME, "the game", "el partido", "o jogo") \
    X(YOUR_HAND, "Your cards", "Tus cartas", "Suas cartas") \
    X(IF_YES, "if accepted", "si se quiere", "se aceito") \
    X(IF_NO, "if not", "si no", "se não") \
    X(GO, "Next hand", "Mano siguiente", "Próxima mão") \
    X(HAND_OVER, "The hand is over.", "La mano terminó.", "A mão acabou.") \
    X(DOWN, "face down", "tapada", "coberta") \
    X(OTHERS, "Why can I not say…?", "¿Por qué no puedo decir…?", "Por que não posso dizer…?") \
    X(NOT_NOW, "no", "no", "não") \
    X(HINT, "What is my hand worth?", "¿Cuánto valen mis cartas?", "Quanto valem minhas cartas?") \
    X(LEAVE, "Give up and leave", "Abandonar la mesa", "Desistir e sair") \
    X(SURE, "Yes: what is left is given up, and the game is lost", \
      "Sí: lo que queda se abandona, y el partido se pierde", "Sim: o que resta é abandonado, e o jogo se perde") \
    X(LEFT, "You gave up: the match ends by its rules.", "Abandonaste: la partida termina según sus reglas.", \
      "Você desistiu: a partida termina pelas regras.") \
    X(BEATEN, "of the cards you have not seen beat it", "de las cartas que no viste le ganan", \
      "das cartas que não viu vencem") \
    X(PLAYED, "played now, you take the hand so often of 100:", "jugada ahora, se gana la mano tantas veces de 100:", \
      "jogada agora, ganha-se a mão tantas vezes em 100:") \
    X(CHANCE, "As the cards lie, you take the tricks so often of 100:", \
      "Según las cartas, ganás las bazas tantas veces de 100:", \
      "Como estão as cartas, você ganha as vazas tantas vezes em 100:") \
    X(ENVIDO, "Your envido", "Tu envido", "Seu envido") \
    X(EMBIT, "Your embit", "Tu embit", "Seu embit") \
    X(BETTER, "more than so many of 100 hands:", "más que tantas de 100 manos:", "mais que tantas de 100 mãos:") \
    X(FLOR, "Your flor", "Tu flor", "Sua flor") \
    X(RESERVADA, "reservada, which beats every other", "reservada, que gana a cualquier otra", \
      "reservada, que vence qualquer outra") \
    X(ORDER, "Strongest first", "De mayor a menor", "Da mais forte à mais fraca") \
    X(UNSEEN, "Nobody sees a card of this hand, you neither.", "Nadie ve cartas en esta mano, vos tampoco.", \
      "Ninguém vê cartas nesta mão, você também não.") \
    X(SAID, "What was said and played", "Lo que se dijo y jugó", "O que se disse e jogou") \
    X(SHOWN, "shown", "mostrada", "mostrada") \
    X(SIGN, "sign", "seña", "sinal") \
    X(NOBODY, "nobody gains a point", "nadie suma", "ninguém pontua") \
    X(LATE, "Your time has run out.", "Se acabó tu tiempo.", "Seu tempo acabou.") \
    X(WON, "You won.", "Ganaste.", "Você ganhou.") \
    X(LOST, "You lost.", "Perdiste.", "Você perdeu.") \
    X(DRAWN, "Nobody won.", "No ganó nadie.", "Ninguém ganhou.") \
    X(BROKEN, "This match could not be played.", "Esta partida no se pudo jugar.", \
      "Esta partida não pôde ser jogada.") \
    X(AGAIN, "Play again", "Jugar otra vez", "Jogar de novo") \
    X(KEPT, "The record is kept here for a day; download it to keep it.", \
      "El registro queda aquí un día; descargalo para guardarlo.", \
      "O registro fica aqui por um dia; baixe-o para guardá-lo.") \
    X(KEYS, "Keys: 1 2 3 the cards, letters the calls, ? what the hand is worth, Enter goes on.", \
      "Teclas: 1 2 3 las cartas, letras los cantos, ? cuánto valen, Entrar sigue.", \
      "Teclas: 1 2 3 as cartas, letras os cantos, ? quanto valem, Enter continua.") \
    X(SECONDS, "seconds for this decision", "segundos para esta decisión", "segundos para esta decisão") \
    X(LOST_LINE, "The connection was lost; trying again…", "Se perdió la conexión; se intenta de nuevo…", \
      "A conexão caiu; tentando de novo…") \
    X(FULL, "All tables are taken: come back in a few minutes.", \
      "Todas las mesas están ocupadas: volvé en unos minutos.", \
      "Todas as mesas estão ocupadas: volte em alguns minutos.") \
    X(NO_BOT, "No version of this bot can sit at a table here.", \
      "Ninguna versión de este bot puede sentarse a una mesa aquí.", \
      "Nenhuma versão deste bot pode sentar-se a uma mesa aqui.") \
    X(PAST, "That was answered already, or came too late: this is how the table stands now.", \
      "Eso ya fue respondido, o llegó tarde: así está la mesa ahora.", \
      "Isso já foi respondido, ou chegou tarde: assim está a mesa agora.")

enum play_word {
#define X(name, english, spanish, portuguese) PLAY_##name,
    PLAY_WORDS(X)
#undef X
        PLAY_WORD_COUNT
};

/* `language` is "en", "es" or "pt". */
const char *play_word(enum play_word w, const char *language);
/* "7 de espadas" of a card's name at the table. */
void play_card(const char *name, const char *language, char out[48]);

#endif
