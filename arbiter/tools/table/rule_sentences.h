/* rule_sentences: what presets and options mean, for people in their language, as `fiel rules` tells it; holes are as
 * cli/sentences.h says.  X(english, spanish, portuguese); the English is what options.h has, and `test_told_words` sees
 * that none of it is without a translation. */
#ifndef FIEL_RULE_SENTENCES_H
#define FIEL_RULE_SENTENCES_H

#define RULE_PRESETS(X) \
    X("the Argentine game without flor, to 30", "el juego argentino sin flor, a 30", \
      "o jogo argentino sem flor, até 30") \
    X("the Argentine game with flor, to 30", "el juego argentino con flor, a 30", "o jogo argentino com flor, até 30") \
    X("the Uruguayan game with the muestra, its piezas and envido by numbers, to 40", \
      "el juego uruguayo con la muestra, sus piezas y el envido por números, a 40", \
      "o jogo uruguaio com a muestra, suas piezas e o envido por números, até 40") \
    X("the game of Sao Paulo with forty cards, a turned card and its manilhas, to 12", \
      "el juego de San Pablo con cuarenta cartas, la vira y sus manilhas, a 12", \
      "o jogo de São Paulo com quarenta cartas, a vira e suas manilhas, até 12") \
    X("the same with the clean deck of twenty-four, to 12", "lo mismo con el mazo limpio de veinticuatro, a 12", \
      "o mesmo com o baralho limpo de vinte e quatro, até 12") \
    X("the game of Minas Gerais with fixed manilhas, to 12", "el juego de Minas Gerais con manilhas fijas, a 12", \
      "o jogo de Minas Gerais com manilhas fixas, até 12") \
    X("the gaucho game for two pairs, flor sung at will, to 24", \
      "el juego gaúcho para dos parejas, flor cantada a voluntad, a 24", \
      "o jogo gaúcho para duas duplas, flor cantada à vontade, até 24") \
    X("the Venezuelan game with the vira, its perico and perica, to 24", \
      "el juego venezolano con la vira, su perico y su perica, a 24", \
      "o jogo venezuelano com a vira, seu perico e sua perica, até 24") \
    X("the game of the Pyrenees for three against three, embit and flor, a round to 25", \
      "el juego de los Pirineos para tres contra tres, embit y flor, un juego a 25", \
      "o jogo dos Pireneus para três contra três, embit e flor, um jogo até 25")

#define RULE_GAME(X) \
    X("points that win a game (chico)", "puntos que ganan un partido (chico)", "pontos que ganham um jogo (chico)") \
    X("games that win a partida", "chicos que ganan una partida", "jogos que ganham uma queda") \
    X("when the target is looked at: at every point, or at the end of the hand (both past it: the higher wins, " \
      "equal: another hand)", \
      "cuándo se mira el total: a cada punto, o al final de la mano (si los dos lo pasan gana el más alto; iguales: " \
      "otra mano)", \
      "quando se olha o total: a cada ponto, ou no fim da mão (se os dois o passam ganha o maior; iguais: outra mão)") \
    X("forty cards, or twenty-four: Q J K A 2 3", "cuarenta cartas, o veinticuatro: Q J K A 2 3", \
      "quarenta cartas, ou vinte e quatro: Q J K A 2 3") \
    X("order of the cards: the fixed one, with piezas, with perico and perica, with manilhas, or the fixed manilhas " \
      "of Minas", \
      "orden de las cartas: el fijo, con piezas, con perico y perica, con manilhas, o las manilhas fijas de Minas", \
      "ordem das cartas: a fixa, com piezas, com perico e perica, com manilhas, ou as manilhas fixas de Minas") \
    X("how many seats may play", "cuántos asientos pueden jugar", "quantos assentos podem jogar") \
    X("words in text: 1e, quiero, no-quiero, mazo; or AS, accept, run, concede; or 1e, yes, no; all are understood", \
      "palabras en los textos: 1e, quiero, no-quiero, mazo; o AS, accept, run, concede; o 1e, yes, no; se entienden " \
      "todas", \
      "palavras nos textos: 1e, quiero, no-quiero, mazo; ou AS, accept, run, concede; ou 1e, yes, no; todas são " \
      "entendidas") \
    X("cards that stand for any other in declarations", "cartas que valen por cualquier otra en los cantos", \
      "cartas que valem por qualquer outra nas declarações")

#define RULE_TRICKS(X) \
    X("who takes a hand of three tied tricks", "quién se lleva una mano de tres bazas pardas", \
      "quem leva uma mão de três vazas empatadas") \
    X("who leads after a tied trick", "quién sale después de una parda", "quem sai depois de uma vaza empatada") \
    X("partners tie for the best card: their side takes it, or nobody", \
      "dos compañeros empatan con la mejor carta: se la lleva su lado, o nadie", \
      "dois parceiros empatam com a melhor carta: o lado deles leva, ou ninguém") \
    X("which of two partners who tied for best leads next", "cuál de dos compañeros que empataron sale después", \
      "qual de dois parceiros que empataram sai depois") \
    X("equal cards tie, or the one nearest the leader takes the trick", \
      "las cartas iguales empatan, o se lleva la baza la más cercana al que salió", \
      "cartas iguais empatam, ou a mais próxima de quem saiu leva a vaza") \
    X("after a tied first trick: two more tricks, or both cards at once, the higher on top", \
      "después de primera parda: dos bazas más, o las dos cartas juntas, la más alta arriba", \
      "depois de empatar a primeira: mais duas vazas, ou as duas cartas juntas, a maior por cima") \
    X("whether a card may be played face down, where it counts for nothing", \
      "si se puede jugar una carta tapada, que no vale nada", "se se pode jogar uma carta coberta, que não vale nada") \
    X("whether it may be in the first trick; all: who does plays the others face down too", \
      "si se puede en la primera; all: quien lo hace juega tapadas también las otras", \
      "se pode ser na primeira; all: quem o faz joga as outras cobertas também") \
    X("when the ace of swords (2) and of clubs (1) pay the side that plays them: never, at once, or when the side " \
      "takes the trick", \
      "cuándo el as de espadas (2) y el de bastos (1) le pagan al lado que los juega: nunca, en el acto, o si se " \
      "lleva la baza", \
      "quando o ás de espadas (2) e o de paus (1) pagam ao lado que os joga: nunca, na hora, ou quando o lado leva a " \
      "vaza")

#define RULE_STAKE(X) \
    X("what the steps of truco are worth", "cuánto vale cada paso del truco", "quanto vale cada passo do truco") \
    X("raises on one's own turn, or after every public event each seat that has the right is asked (two seats only)", \
      "se sube en el turno propio, o tras cada hecho público se pregunta a cada asiento que tiene derecho (sólo de a " \
      "dos)", \
      "aumenta-se na própria vez, ou após cada fato público se pergunta a cada assento que tem direito (só a dois)") \
    X("playing a card instead of an answer accepts", "jugar una carta en vez de contestar es querer", \
      "jogar uma carta em vez de responder é aceitar") \
    X("one answer may accept a stake and give the hand up for it in the same breath", \
      "una respuesta puede querer y en el mismo acto irse al mazo por eso", \
      "uma resposta pode querer e no mesmo ato entregar a mão por isso") \
    X("no raise of a hand that already gives the weaker side the game", \
      "no se sube una mano que ya le da el partido al lado que va atrás", \
      "não se aumenta uma mão que já dá o jogo ao lado que está atrás") \
    X("whether the side that accepted a truc may raise it later, or plays at that level", \
      "si el lado que aceptó un truc puede subirlo después, o juega por eso", \
      "se o lado que aceitou um truc pode aumentá-lo depois, ou joga por isso") \
    X("whether a seat that gives up leaves its partners in play, takes them along, or has two words: paso for " \
      "itself, mazo for its side", \
      "si quien se va deja jugando a sus compañeros, se los lleva, o tiene dos palabras: paso por sí, mazo por su " \
      "lado", \
      "se quem desiste deixa os parceiros em jogo, leva-os junto, ou tem duas palavras: paso por si, mazo pelo seu " \
      "lado") \
    X("giving up in the first trick with nothing called: pays 1, or 2, or the mano may not", \
      "irse en la primera sin nada cantado: paga 1, o 2, o el mano no puede", \
      "desistir na primeira sem nada pedido: paga 1, ou 2, ou o mão não pode") \
    X("whether a side may give the hand up at any decision of its own, for what the hand is worth", \
      "si un lado puede entregar la mano en cualquier decisión suya, por lo que la mano vale", \
      "se um lado pode entregar a mão em qualquer decisão sua, pelo que a mão vale") \
    X("whether a side that one plain hand makes win looks first and chooses", \
      "si el lado al que le alcanza una mano simple mira primero y elige", \
      "se o lado a quem basta uma mão simples olha primeiro e escolhe") \
    X("asking for truco in the hand of eleven (of ten) or of iron", \
      "pedir truco en la mano de once (de diez) o de hierro", "pedir truco na mão de onze (de dez) ou de ferro") \
    X("which side sees its partners' cards at eleven (at ten): the one that decides, or each its own", \
      "qué lado ve las cartas de sus compañeros en once (en diez): el que decide, o cada uno las suyas", \
      "que lado vê as cartas dos parceiros em onze (em dez): o que decide, ou cada um as suas") \
    X("whether the iron hand is played by places, unseen, one's own cards included", \
      "si la mano de hierro se juega por lugares, sin ver, ni las cartas propias", \
      "se a mão de ferro se joga por lugares, sem ver, nem as próprias cartas") \
    X("what running from the hand of ten pays", "cuánto paga irse de la mano de diez", \
      "quanto paga correr da mão de dez")

#define RULE_ENVIDO(X) \
    X("how envido is bet; embit: the embit and the flor of truc y flou", \
      "cómo se apuesta el envido; embit: el embit y la flor del truc y flou", \
      "como se aposta o envido; embit: o embit e a flor do truc y flou") \
    X("which envido may answer which: never a lower one; two envidos and one real envido at most; any", \
      "qué envido contesta a cuál: nunca uno menor; dos envidos y un real envido como máximo; cualquiera", \
      "que envido responde a qual: nunca um menor; no máximo dois envidos e um real envido; qualquer um") \
    X("what falta envido is worth", "cuánto vale la falta envido", "quanto vale a falta envido") \
    X("envido said over a truco: the truco waits, or is wiped", \
      "envido dicho sobre un truco: el truco espera, o se borra", \
      "envido dito sobre um truco: o truco espera, ou se apaga") \
    X("who may open envido in games of four and more: anybody, or the last player of each side", \
      "quién abre el envido de a cuatro o más: cualquiera, o el pie de cada lado", \
      "quem abre o envido de quatro ou mais: qualquer um, ou o pé de cada lado") \
    X("who loses the right to open envido by saying truco", \
      "quién pierde el derecho a abrir el envido por cantar truco", \
      "quem perde o direito de abrir o envido por pedir truco") \
    X("a seat that said truco may not raise an envido either", "quien cantó truco tampoco puede subir un envido", \
      "quem pediu truco também não pode aumentar um envido") \
    X("who wins equal values", "quién gana con tantos iguales", "quem ganha com valores iguais") \
    X("seats speak their values in turn, or the arbiter settles it", \
      "cada uno canta su tanto en su turno, o lo resuelve el árbitro", \
      "cada um diz o seu valor na sua vez, ou o árbitro resolve") \
    X("who gives way by son buenas in envido (in flor the player alone)", \
      "quién cede con son buenas en el envido (en la flor, sólo el jugador)", \
      "quem cede com são boas no envido (na flor, só o jogador)") \
    X("whether a falta may be less than what it answers", "si una falta puede ser menos que lo que contesta", \
      "se uma falta pode ser menos do que aquilo a que responde") \
    X("what falta envido is worth in a pico a pico, and the most that may be bet", \
      "cuánto vale la falta envido en un pico a pico, y lo máximo que se apuesta", \
      "quanto vale a falta envido em um pico a pico, e o máximo que se aposta") \
    X("the most that may be bet at a table of two", "lo máximo que se apuesta de a dos", \
      "o máximo que se aposta a dois") \
    X("what a sung embit pays besides its raise or its rest", \
      "cuánto paga un embit cantado además de su subida o su resto", \
      "quanto paga um embit cantado além do seu aumento ou do seu resto") \
    X("whose shortfall the rest said over an embit is: the side's that says it, or the bidders'", \
      "de quién es lo que falta en el resto dicho sobre un embit: del lado que lo dice, o de los que apostaron", \
      "de quem é o que falta no resto dito sobre um embit: do lado que o diz, ou dos que apostaram")

#define RULE_FLOR(X) \
    X("whether a flor counts", "si la flor cuenta", "se a flor conta") \
    X("a flor is sung by itself, or may be hidden under a penalty, or need not be sung", \
      "la flor se canta sola, o se puede esconder con una pena, o no hace falta cantarla", \
      "a flor se canta sozinha, ou pode ser escondida com uma pena, ou não precisa ser cantada") \
    X("when flores are sung", "cuándo se cantan las flores", "quando se cantam as flores") \
    X("what flores pay; envite: the bets of envido con flor, on top of 3 for each flor", \
      "cuánto pagan las flores; envite: las apuestas de envido con flor, sobre 3 por cada flor", \
      "quanto pagam as flores; envite: as apostas de envido com flor, além de 3 por cada flor") \
    X("what contraflor al resto is worth", "cuánto vale la contraflor al resto", "quanto vale a contraflor e o resto") \
    X("which flores must be sung", "qué flores hay que cantar", "que flores se devem cantar") \
    X("what contra flor al resto is worth", "cuánto vale la contra flor al resto", \
      "quanto vale a contraflor e o resto") \
    X("the auction of a side that needs one point: off until a source gives it whole", \
      "la subasta del lado al que le falta un punto: off hasta que una fuente la dé entera", \
      "o leilão do lado a quem falta um ponto: off até que uma fonte o dê inteiro") \
    X("what an accepted flor pays in flor_table=seed004: 9, and 3 more for each further quiero; or 3 for each flor", \
      "cuánto paga una flor querida con flor_table=seed004: 9, y 3 más por cada quiero siguiente; o 3 por cada flor", \
      "quanto paga uma flor aceita com flor_table=seed004: 9, e mais 3 por cada quero seguinte; ou 3 por cada flor") \
    X("what a flor ends once it is settled: nothing, the trick in play, or the hand", \
      "qué termina una flor resuelta: nada, la baza en juego, o la mano", \
      "o que uma flor resolvida encerra: nada, a vaza em jogo, ou a mão") \
    X("what the better flor pays when it is sung", "cuánto paga la mejor flor cuando se canta", \
      "quanto paga a melhor flor quando é cantada")

#define RULE_TEAMS(X) \
    X("who answers for a side: its members in order, or its last player", \
      "quién contesta por un lado: sus jugadores en orden, o su pie", \
      "quem responde por um lado: seus jogadores em ordem, ou o seu pé") \
    X("with three seats: each in turn alone against two, with a score for each; or always seat 0, with two", \
      "de a tres: cada uno por turno contra dos, con un tanteo cada uno; o siempre el asiento 0, con dos tanteos", \
      "a três: cada um por vez contra dois, com um placar cada; ou sempre o assento 0, com dois placares") \
    X("which seat is the gallo by turn", "qué asiento es el gallo por turno", "que assento é o galo por vez") \
    X("with six seats: every other hand is pico a pico, or all are redondos", \
      "de a seis: una mano de cada dos es pico a pico, o todas son redondas", \
      "a seis: uma mão de cada duas é pico a pico, ou todas são redondas") \
    X("points a side needs before pico a pico is played", "puntos que necesita un lado para que haya pico a pico", \
      "pontos de que um lado precisa para que haja pico a pico") \
    X("points of 30 at which only redondos are played; of another target 5, 10, 15 less than it; or half the target", \
      "puntos de 30 desde los que sólo hay redondos; de otro total, 5, 10 o 15 menos que él; o la mitad del total", \
      "pontos de 30 a partir dos quais só há redondos; de outro total, 5, 10 ou 15 menos que ele; ou a metade do " \
      "total") \
    X("most that envido pays in a pico a pico", "lo máximo que paga el envido en un pico a pico", \
      "o máximo que o envido paga em um pico a pico") \
    X("whether each duel is a hand of its own, with new cards", "si cada duelo es una mano aparte, con cartas nuevas", \
      "se cada duelo é uma mão à parte, com cartas novas") \
    X("whether partners may make signs (four seats and more): a round of them after the deal, then with any answer", \
      "si los compañeros pueden hacer señas (de a cuatro o más): una ronda tras repartir, y después con cada " \
      "respuesta", \
      "se os parceiros podem fazer sinais (de quatro ou mais): uma rodada depois de dar, e depois com cada resposta") \
    X("which signs there are: those of the cards; with two for envido; with the piezas; the manilhas; those of truc " \
      "y flou", \
      "qué señas hay: las de las cartas; con dos para el envido; con las piezas; las manilhas; las del truc y flou", \
      "que sinais há: os das cartas; com dois para o envido; com as piezas; as manilhas; os do truc y flou") \
    X("each rival sees a sign with this chance in 256", "cada rival ve una seña con esta probabilidad sobre 256", \
      "cada rival vê um sinal com esta chance em 256") \
    X("most signs that one answer carries", "máximo de señas en una respuesta", "máximo de sinais em uma resposta") \
    X("most signs of a seat in one hand", "máximo de señas de un asiento en una mano", \
      "máximo de sinais de um assento em uma mão")

#define RULE_SENTENCES(X) \
    RULE_PRESETS(X) RULE_GAME(X) RULE_TRICKS(X) RULE_STAKE(X) RULE_ENVIDO(X) RULE_FLOR(X) RULE_TEAMS(X)

#endif
