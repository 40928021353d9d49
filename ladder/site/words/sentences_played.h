/* sentences_played: what is said of what was played: faults, notices, reasons.  X(english, spanish, portuguese) */
#ifndef FIEL_LADDER_SENTENCES_PLAYED_H
#define FIEL_LADDER_SENTENCES_PLAYED_H

#include "store/store.h"

/* What a record says of a fault; its reasons are found in po/. */
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
    X("arbiter failure *", "fallo del árbitro $1", "falha do árbitro $1")

/* Why nothing came of a question over HTTP (base/received.c). */
#define TOLD_UNREACHED(X)

#define SENTENCES_NOTICES(X) \
    X("its first fault in a match: *", "su primera falta en una partida: $1", "a sua primeira falta numa partida: $1") \
    X("* version * is admitted", "la versión $2 de $1 fue admitida", "a versão $2 de $1 foi admitida") \
    X("* version * is not admitted: *", "la versión $2 de $1 no fue admitida: $3", \
      "a versão $2 de $1 não foi admitida: $3") \
    X("in a match against itself: *", "en una partida contra sí mismo: $1", "numa partida contra si mesmo: $1") \
    X("in a match against a bot of the arbiter's: *", "en una partida contra un bot del árbitro: $1", \
      "numa partida contra um bot do árbitro: $1") \
    X("the build: *", "al compilar: $1", "ao compilar: $1") \
    X("the command failed with exit code *: its disk was full: *", \
      "el comando falló con el código $1: se llenó su disco", "o comando falhou com o código $1: o disco encheu") \
    X("the command failed with exit code *", "el comando falló con el código $1", "o comando falhou com o código $1") \
    X("the command was ended by signal *", "el comando terminó por la señal $1", "o comando terminou pelo sinal $1") \
    X("it printed more than 1 MiB: print less", "imprimió más de 1 MiB: imprimí menos", \
      "imprimiu mais de 1 MiB: imprima menos") \
    X("it took too long: *", "tardó demasiado", "demorou demais") \
    X("it used more memory than * MiB: *", "usó más de $1 MiB de memoria", "usou mais de $1 MiB de memória") \
    X("it had more than * processes and threads at once: start fewer", \
      "tuvo más de $1 procesos e hilos a la vez: iniciá menos", \
      "teve mais de $1 processos e threads ao mesmo tempo: inicie menos") \
    X("the sources do not fit into the jail: *", "las fuentes no caben en la jaula: $1", \
      "as fontes não cabem na jaula: $1") \
    X("what it left cannot be kept: *", "lo que dejó no se puede guardar: $1", \
      "o que deixou não pode ser guardado: $1") \
    X("disabled: *", "desactivada: $1", "desativada: $1") \
    X("retired: *", "retirada: $1", "retirada: $1") \
    X("pending: *", "en espera: $1", "em espera: $1") \
    X("its admission waits for the host: *", "su admisión espera a la organización: $1", \
      "a sua admissão espera pela organização: $1") \
    X("at fault in * of its newest * matches (*): mend it and submit another version", \
      "en falta en $1 de sus últimas $2 partidas ($3): corregilo y enviá otra versión", \
      "em falta em $1 das suas últimas $2 partidas ($3): corrija-o e envie outra versão") \
    X("at fault in * of its newest * matches: mend it and submit another version", \
      "en falta en $1 de sus últimas $2 partidas: corregilo y enviá otra versión", \
      "em falta em $1 das suas últimas $2 partidas: corrija-o e envie outra versão") \
    X("a newer version took its place", "una versión más nueva ocupó su lugar", \
      "uma versão mais nova tomou o seu lugar") \
    X("a bot of it plays no more", "uno de sus bots ya no juega", "um dos seus bots já não joga") \
    X("*: it is not at the arbiter's door", "$1: no está a la puerta del árbitro", "$1: não está à porta do árbitro") \
    X("your dispute *: *", "tu disputa $1: $2", "a sua disputa $1: $2") \
    X(STORE_UNHELD, \
      "ningún trabajador de aquí encierra los bots de autores como un par lo pide: la organización pone uno con " \
      "--jail strict, o dice " \
      "--duplicate-unheld", \
      "nenhum trabalhador daqui prende os bots de autores como um par pede: a organização põe um com --jail strict, " \
      "ou diz " \
      "--duplicate-unheld") \
    X("* attempts failed; the last lease, of *, ran out", \
      "fallaron $1 intentos; al último, de $2, se le acabó el plazo", \
      "$1 tentativas falharam; a última, de $2, passou do prazo")

#define SENTENCES_PLAYED(X) TOLD_FAULTS(X) TOLD_UNREACHED(X) SENTENCES_NOTICES(X)

#endif
