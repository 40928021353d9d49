/* sentences_found: what `fiel-ladder check` and `standings --verify` find to be wrong in a store.  X(english, spanish, portuguese) */
#ifndef FIEL_LADDER_SENTENCES_FOUND_H
#define FIEL_LADDER_SENTENCES_FOUND_H

/* Of whom it is said. */
#define SENTENCES_OF_ROWS(X) \
    X("pair *: *", "par $1: $2", "par $1: $2") \
    X("leg *: *", "partida $1: $2", "partida $1: $2") \
    X("job *: *", "trabajo $1: $2", "trabalho $1: $2") \
    X("season *: *", "temporada $1: $2", "temporada $1: $2") \
    X("rating_run *: *", "cálculo $1 de la tabla: $2", "cálculo $1 da tabela: $2") \
    X("trail *: *", "línea $1 del libro de la liga: $2", "linha $1 do livro da liga: $2") \
    X("database *: *", "base de datos: $2", "banco de dados: $2") \
    X("match log: *", "registro de partidas: $1", "registro de partidas: $1") \
    X("*: * rows", "$1: $2 filas", "$1: $2 linhas")

#define SENTENCES_OF_STORE(X) \
    X("it is done, and no leg of it is filed", "terminó y no tiene ninguna partida anotada", \
      "terminou e não tem nenhuma partida anotada") \
    X("it was not played, and counts", "no se jugó y cuenta", "não foi jogado e conta") \
    X("it has more legs than were to be played", "tiene más partidas de las que había que jugar", \
      "tem mais partidas do que as que se deviam jogar") \
    X("it is open, and a leg of it is filed", "está abierto y tiene una partida anotada", \
      "está aberto e tem uma partida anotada") \
    X("its hands are not the sum of its legs'", "sus manos no son la suma de las de sus partidas", \
      "as suas mãos não são a soma das das suas partidas") \
    X("its margin is not the sum of its legs'", "su diferencia no es la suma de las de sus partidas", \
      "a sua diferença não é a soma das das suas partidas") \
    X("its score is not what its legs say", "su resultado no es el que dicen sus partidas", \
      "o seu resultado não é o que dizem as suas partidas") \
    X("its job says otherwise", "su trabajo dice otra cosa", "o seu trabalho diz outra coisa") \
    X("it has no job", "no tiene trabajo", "não tem trabalho") \
    X("it does not have its seats", "no tiene sus asientos", "não tem os seus assentos") \
    X("a version sat there that is not of its pair", "se sentó una versión que no es de su par", \
      "sentou-se uma versão que não é do seu par") \
    X("its replay is not there", "su registro no está", "o seu registro não está") \
    X("its replay is another leg's, too", "su registro es también el de otra partida", \
      "o seu registro é também o de outra partida") \
    X("no line of the trail says who filed it", "ninguna línea del libro dice quién la anotó", \
      "nenhuma linha do livro diz quem a anotou") \
    X("the pair that it says was filed has no leg", "el par que dice anotado no tiene ninguna partida", \
      "o par que diz anotado não tem nenhuma partida") \
    X("another worker filed it, as the trail has it", "según el libro lo anotó otro trabajador", \
      "segundo o livro outro trabalhador o anotou") \
    X("its legs, or when they were played, are not what was filed, as the trail has it", \
      "sus partidas, o cuándo se jugaron, no son lo que se anotó según el libro", \
      "as suas partidas, ou quando foram jogadas, não são o que se anotou segundo o livro") \
    X("it counts, and was filed as one that does not, as the trail has it", \
      "cuenta, y según el libro se anotó como uno que no cuenta", \
      "conta, e segundo o livro foi anotado como um que não conta") \
    X("it does not count, and was filed as one that does, as the trail has it", \
      "no cuenta, y según el libro se anotó como uno que cuenta", \
      "não conta, e segundo o livro foi anotado como um que conta") \
    X("it counts, and the trail says that it is void", "cuenta, y el libro dice que está anulado", \
      "conta, e o livro diz que está anulado") \
    X("it is void, and the trail does not say that anybody made it so", \
      "está anulado, y el libro no dice que alguien lo anulara", \
      "está anulado, e o livro não diz que alguém o anulou") \
    X("it counts, and the trail says that it is in doubt", "cuenta, y el libro dice que está en duda", \
      "conta, e o livro diz que está em dúvida") \
    X("it is in doubt, and the trail does not say so", "está en duda, y el libro no lo dice", \
      "está em dúvida, e o livro não o diz") \
    X("it is leased to nobody", "no lo tiene ningún trabajador", "nenhum trabalhador o tem") \
    X("records went with it, and it is not there", "se fueron registros con ella, y no está", \
      "foram-se registros com ela, e não está") \
    X("it knows results that the ladder does not", "conoce resultados que la liga no conoce", \
      "conhece resultados que a liga não conhece") \
    X("it refers to something that is not there", "se refiere a algo que no está", "refere-se a algo que não está") \
    X("this line, or the one before it, was changed or taken out", "cambiaron o quitaron esta línea o la anterior", \
      "mudaram ou tiraram esta linha ou a anterior") \
    X("blob * is damaged: take it from a backup", "el archivo $1 está dañado: tomalo de una copia", \
      "o arquivo $1 está danificado: tire-o de uma cópia") \
    X("* is gone: take it from a backup", "$1 ya no está: tomalo de una copia", "$1 já não está: tire-o de uma cópia")

/* A row against its record: filing/facts.c names them. */
#define SENTENCES_OF_FACTS(X) \
    X("*: filed as *, its record says *", "$1: anotado como $2, su registro dice $3", \
      "$1: anotado como $2, o seu registro diz $3") \
    X("match", "partida", "partida") \
    X("arbiter", "árbitro", "árbitro") \
    X("signature", "firma", "assinatura") \
    X("winner", "ganador", "vencedor") \
    X("points of side *", "puntos del lado $1", "pontos do lado $1") \
    X("games of side *", "partidos del lado $1", "jogos do lado $1") \
    X("hands", "manos", "mãos") \
    X("fault", "falta", "falta") \
    X("seat at fault", "asiento de la falta", "assento da falta") \
    X("words of the fault", "palabras de la falta", "palavras da falta") \
    X("log entry", "entrada del registro de partidas", "entrada do registro de partidas") \
    X("unheld", "sin encierro", "sem isolamento") \
    X("faults of seat *", "faltas del asiento $1", "faltas do assento $1") \
    X("decisions of seat *", "decisiones del asiento $1", "decisões do assento $1") \
    X("time of seat *", "tiempo del asiento $1", "tempo do assento $1") \
    X("longest time of seat *", "tiempo más largo del asiento $1", "tempo mais longo do assento $1") \
    X("timeouts of seat *", "demoras del asiento $1", "atrasos do assento $1") \
    X("spared timeouts of seat *", "demoras perdonadas del asiento $1", "atrasos perdoados do assento $1") \
    X("uncharged time of seat *", "tiempo no cobrado del asiento $1", "tempo não cobrado do assento $1")

#define SENTENCES_OF_RECORDS(X) \
    X("seat * is filed as version *, and its pair says *", \
      "el asiento $1 está anotado como la versión $2, y su par dice $3", \
      "o assento $1 está anotado como a versão $2, e o seu par diz $3") \
    X("its record is of version * of the protocol, which no auditor of today proves", \
      "su registro es de la versión $1 del protocolo, que hoy no prueba ningún auditor", \
      "o seu registro é da versão $1 do protocolo, que hoje nenhum auditor prova") \
    X("its replay is not valid: *", "su registro no es válido: $1", "o seu registro não é válido: $1") \
    X("its replay tells no result that a ladder could file", \
      "su registro no dice ningún resultado que una liga pueda anotar", \
      "o seu registro não diz nenhum resultado que uma liga possa anotar") \
    X("its deals are filed as worth * points and were worth *", \
      "sus repartos están anotados como $1 puntos y valieron $2", \
      "as suas distribuições estão anotadas como $1 pontos e valeram $2") \
    X("the legs are no duplicate pair: *", "las partidas no son un par duplicado: $1", \
      "as partidas não são um par duplicado: $1") \
    X("its second leg is not there, though its first one was played to the end", \
      "falta su segunda partida, aunque la primera se jugó hasta el final", \
      "falta a sua segunda partida, embora a primeira tenha sido jogada até o fim")

/* Was it played as it was ordered? */
#define SENTENCES_OF_ORDERS(X) \
    X("it was played by other rules than the ladder's: *", "se jugó con otras reglas que las de la liga: $1", \
      "foi jogada com outras regras que as da liga: $1") \
    X("it was played by another clock than the ladder's: *", "se jugó con otro reloj que el de la liga: $1", \
      "foi jogada com outro relógio que o da liga: $1") \
    X("seat * played with another key, so somebody else sat in its seat than *", \
      "el asiento $1 jugó con otra clave: en su lugar se sentó alguien que no es $2", \
      "o assento $1 jogou com outra chave: no seu lugar sentou-se alguém que não é $2") \
    X("seat * played another program than *", "el asiento $1 jugó con otro programa que $2", \
      "o assento $1 jogou com outro programa que $2") \
    X("it has * seats at * tables, and * at one were to be played", \
      "tiene $1 asientos en $2 mesas, y había que jugar con $3 en una", \
      "tem $1 assentos em $2 mesas, e era para jogar com $3 em uma") \
    X("it has * game, and * were to be played", "tiene $1 partido, y había que jugar $2", \
      "tem $1 jogo, e era para jogar $2") \
    X("it has * games, and * were to be played", "tiene $1 partidos, y había que jugar $2", \
      "tem $1 jogos, e era para jogar $2") \
    X("it is void, and counts for nobody", "es nula, y no cuenta para nadie", "é nula, e não conta para ninguém") \
    X("it has a cutter, and none was to sit there", "tiene un cortador, y no iba a haber ninguno", \
      "tem um cortador, e não era para haver nenhum") \
    X("it is no leg of a duplicate pair", "no es una partida de un par duplicado", \
      "não é uma partida de um par duplicado") \
    X("it is a leg of a duplicate pair, and a plain match was to be played", \
      "es una partida de un par duplicado, y había que jugar una simple", \
      "é uma partida de um par duplicado, e era para jogar uma simples")

#define SENTENCES_OF_LOG(X) \
    X("the match log has no result with its record", "el registro de partidas no tiene un resultado con su registro", \
      "o registro de partidas não tem um resultado com o seu registro") \
    X("another leg is the match of its entry, too", "otra partida es también la de su entrada", \
      "outra partida é também a da sua entrada") \
    X("entry * of the match log is not its opening", "la entrada $1 del registro de partidas no es su apertura", \
      "a entrada $1 do registro de partidas não é a sua abertura") \
    X("entry *: match * was played for an attempt that was given back, as the trail has it", \
      "entrada $1: la partida $2 se jugó en un intento que se devolvió, según el libro", \
      "entrada $1: a partida $2 foi jogada numa tentativa que se devolveu, segundo o livro") \
    X("entry *: match * was played to its result, and is not filed", \
      "entrada $1: la partida $2 se jugó hasta su resultado y no está anotada", \
      "entrada $1: a partida $2 foi jogada até o resultado e não está anotada") \
    X("line * of the trail, *, *", "la línea $1 del libro de la liga, $2, $3", "a linha $1 do livro da liga, $2, $3") \
    X("is in the log and not in the trail", "está en el registro y no en el libro", "está no registro e não no livro") \
    X("is another one in the log", "es otra en el registro", "é outra no registro") \
    X("is not in the log", "no está en el registro", "não está no registro")

#define SENTENCES_OF_TABLE(X) \
    X("ladder *: the table is not the one that its results give", "liga $1: la tabla no es la que dan sus resultados", \
      "liga $1: a tabela não é a que os seus resultados dão") \
    X("the newest table is older than the newest results: verify again when whoever serves has rated them", \
      "la última tabla es anterior a los últimos resultados: volvé a verificar cuando la liga los haya calculado", \
      "a última tabela é anterior aos últimos resultados: verifique de novo quando a liga os tiver calculado") \
    X("this ladder has no table yet", "esta liga todavía no tiene tabla", "esta liga ainda não tem tabela")

/* A version that was asked again (filing/hand_in.c). */
#define SENTENCES_OF_DOUBT(X) \
    X("* decides otherwise in * of * decisions (its own chance: *), and this host's newest pairs together are beyond " \
      "chance", \
      "$1 decide otra cosa en $2 de $3 decisiones (por su propio azar: $4), y los últimos pares de este anfitrión, " \
      "juntos, superan el azar", \
      "$1 decide outra coisa em $2 de $3 decisões (pelo seu próprio acaso: $4), e os últimos pares deste anfitrião, " \
      "juntos, superam o acaso") \
    X("* decides otherwise in * of * decisions (its own chance: *)", \
      "$1 decide otra cosa en $2 de $3 decisiones (por su propio azar: $4)", \
      "$1 decide outra coisa em $2 de $3 decisões (pelo seu próprio acaso: $4)") \
    X("it was asked too few times", "se le preguntó muy pocas veces", "foi perguntado poucas vezes demais")

#define SENTENCES_FOUND(X) \
    SENTENCES_OF_STORE(X) \
    SENTENCES_OF_FACTS(X) \
    SENTENCES_OF_RECORDS(X) \
    SENTENCES_OF_ORDERS(X) SENTENCES_OF_LOG(X) SENTENCES_OF_TABLE(X) SENTENCES_OF_DOUBT(X) SENTENCES_OF_ROWS(X)

#endif
