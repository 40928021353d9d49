/* sentences_played: what is said of what was played: faults, notices, reasons.  X(english, spanish, portuguese) */
#ifndef FIEL_LADDER_SENTENCES_PLAYED_H
#define FIEL_LADDER_SENTENCES_PLAYED_H

#include "store/store.h"
#include "tell/told_sentences.h"

/* Calls that a record has in English, because the table has them in no language. */
#define SENTENCES_CALLS(X) \
    X("yes", "sí", "sim") \
    X("no", "no", "não") \
    X("we play this hand", "jugamos", "jogamos") \
    X("we run", "nos vamos", "corremos")

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
    X("by its author", "por su autor", "pelo seu autor") \
    X("validated once more", "validada otra vez", "validada de novo") \
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

#define SENTENCES_PLAYED(X) TOLD_SENTENCES(X) SENTENCES_CALLS(X) SENTENCES_NOTICES(X)

#endif
