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

#define SENTENCES_OF_RECORDS(X) \
    X("other faults, decisions and times are filed than its replay has", \
      "las faltas, las decisiones y los tiempos anotados no son los de su registro", \
      "as faltas, as decisões e os tempos anotados não são os do seu registro") \
    X("seat * is filed as version *, and its pair says *", \
      "el asiento $1 está anotado como la versión $2, y su par dice $3", \
      "o assento $1 está anotado como a versão $2, e o seu par diz $3") \
    X("side * is filed as the winner, the replay says *", \
      "el lado $1 está anotado como ganador, y el registro dice $2", \
      "o lado $1 está anotado como vencedor, e o registro diz $2") \
    X("side * has * points in the replay and * here", "el lado $1 tiene $2 puntos en el registro y $3 acá", \
      "o lado $1 tem $2 pontos no registro e $3 aqui") \
    X("side * has * games in the replay and * here", "el lado $1 tiene $2 partidos en el registro y $3 acá", \
      "o lado $1 tem $2 jogos no registro e $3 aqui") \
    X("* hands are filed, the replay has *", "hay $1 manos anotadas, y el registro tiene $2", \
      "há $1 mãos anotadas, e o registro tem $2") \
    X("its fault is filed as '*', and its replay says '*'", \
      "su falta está anotada como '$1', y su registro dice '$2'", \
      "a sua falta está anotada como '$1', e o seu registro diz '$2'") \
    X("its fault is filed as '', and its replay says '*'", "no tiene falta anotada, y su registro dice '$1'", \
      "não tem falta anotada, e o seu registro diz '$1'") \
    X("its fault is filed as '*', and its replay says ''", \
      "su falta está anotada como '$1', y su registro no dice ninguna", \
      "a sua falta está anotada como '$1', e o seu registro não diz nenhuma") \
    X("its replay is of another match", "su registro es de otra partida", "o seu registro é de outra partida") \
    X("another arbiter signed its replay", "otro árbitro firmó su registro", "outro árbitro assinou o seu registro") \
    X("the signature is not the one in its replay", "la firma no es la de su registro", \
      "a assinatura não é a do seu registro") \
    X("it is filed as entry * of the match log, the replay says *", \
      "está anotada como entrada $1 del registro de partidas, y su registro dice $2", \
      "está anotada como entrada $1 do registro de partidas, e o seu registro diz $2") \
    X("its record is of version * of the protocol, which no auditor of today proves", \
      "su registro es de la versión $1 del protocolo, que hoy no prueba ningún auditor", \
      "o seu registro é da versão $1 do protocolo, que hoje nenhum auditor prova") \
    X("its replay is not valid: *", "su registro no es válido: $1", "o seu registro não é válido: $1") \
    X("its replay tells no result that a ladder could file", \
      "su registro no dice ningún resultado que una liga pueda anotar", \
      "o seu registro não diz nenhum resultado que uma liga possa anotar") \
    X("its replay is another leg's, too: leg *", "su registro es también el de otra partida: la $1", \
      "o seu registro é também o de outra partida: a $1") \
    X("its score is filed as * and is *", "su resultado está anotado como $1 y es $2", \
      "o seu resultado está anotado como $1 e é $2") \
    X("its margin is filed as * and is *", "su diferencia está anotada como $1 y es $2", \
      "a sua diferença está anotada como $1 e é $2") \
    X("its hands are filed as * and are *", "sus manos están anotadas como $1 y son $2", \
      "as suas mãos estão anotadas como $1 e são $2") \
    X("its deals are filed as worth * points and were worth *", \
      "sus repartos están anotados como $1 puntos y valieron $2", \
      "as suas distribuições estão anotadas como $1 pontos e valeram $2") \
    X("it is filed as unheld, and its records say that it is held", \
      "está anotado sin encierro, y sus registros dicen que lo tuvo", \
      "está anotado sem isolamento, e os seus registros dizem que o teve") \
    X("it is filed as held, and its records say that it is unheld", \
      "está anotado con encierro, y sus registros dicen que no lo tuvo", \
      "está anotado com isolamento, e os seus registros dizem que não o teve") \
    X("the legs are no duplicate pair: *", "las partidas no son un par duplicado: $1", \
      "as partidas não são um par duplicado: $1") \
    X("its second leg is not there, though its first one was played to the end", \
      "falta su segunda partida, aunque la primera se jugó hasta el final", \
      "falta a sua segunda partida, embora a primeira tenha sido jogada até o fim") \
    X("it counts and has no legs", "cuenta y no tiene partidas", "conta e não tem partidas") \
    X("it has * legs", "tiene $1 partidas", "tem $1 partidas")

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

/* A version that was asked again (filing/handed.c). */
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
    SENTENCES_OF_RECORDS(X) \
    SENTENCES_OF_ORDERS(X) SENTENCES_OF_LOG(X) SENTENCES_OF_TABLE(X) SENTENCES_OF_DOUBT(X) SENTENCES_OF_ROWS(X)

#endif
