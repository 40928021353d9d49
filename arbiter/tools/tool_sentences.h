/* tool_sentences: what `fiel keys` says of a file that does not hold, what `fiel log witness` says is lacking, and the words of a
 * daemon's answers, for people in their language; holes are as cli/sentences.h says.  X(english, spanish, portuguese); the English is
 * what `--json` prints. */
#ifndef FIEL_TOOL_SENTENCES_H
#define FIEL_TOOL_SENTENCES_H

/* record/binding.c, record/identity.c, record/lines.c. */
#define TOOL_KEYS(X) \
    X("*: line * (*): *: it is the .pub file whole that is wanted, as `fiel keys` made it", \
      "$1: línea $2 ($3): $4: hace falta el archivo .pub entero, como lo hizo `fiel keys`", \
      "$1: linha $2 ($3): $4: é preciso o arquivo .pub inteiro, como `fiel keys` o fez") \
    X("*: line * (*): *: it is the .key file whole that is wanted, as `fiel keys new` made it", \
      "$1: línea $2 ($3): $4: hace falta el archivo .key entero, como lo hizo `fiel keys new`", \
      "$1: linha $2 ($3): $4: é preciso o arquivo .key inteiro, como `fiel keys new` o fez") \
    X("*: *: name a .pub file that `fiel keys new` made", "$1: $2: nombrá un archivo .pub que hizo `fiel keys new`", \
      "$1: $2: indique um arquivo .pub que `fiel keys new` fez") \
    X("*: *: name a .key file; `fiel keys new NAME` makes one", \
      "$1: $2: nombrá un archivo .key; `fiel keys new NOMBRE` hace uno", \
      "$1: $2: indique um arquivo .key; `fiel keys new NOME` faz um") \
    X("*: others may read this secret: chmod 600 it, or make a new one if they did", \
      "$1: otros pueden leer este secreto: hacele chmod 600, o hacé otro si ya lo leyeron", \
      "$1: outros podem ler este segredo: faça chmod 600, ou faça outro se já o leram") \
    X("this program knows version 1 alone", "este programa sólo conoce la versión 1", \
      "este programa só conhece a versão 1") \
    X("it is not that of the lines above", "no es la de las líneas de arriba", "não é a das linhas acima") \
    X("only letters a-z, digits, '.', '_' and '-' make a name", \
      "un nombre sólo tiene letras a-z, cifras, '.', '_' y '-'", \
      "um nome só tem letras a-z, algarismos, '.', '_' e '-'") \
    X("it has no end", "no tiene fin", "não tem fim") \
    X("it is missing", "falta", "falta") \
    X("another line stands here", "aquí hay otra línea", "aqui há outra linha") \
    X("its value is missing", "falta su valor", "falta o seu valor") \
    X("its value is too long, or no text", "su valor es demasiado largo, o no es texto", \
      "o seu valor é longo demais, ou não é texto") \
    X("it does not hold * hex digits of 0-9a-f", "no tiene $1 dígitos hexadecimales de 0-9a-f", \
      "não tem $1 dígitos hexadecimais de 0-9a-f") \
    X("it holds no number of seconds", "no tiene un número de segundos", "não tem um número de segundos") \
    X("something follows the last line", "algo sigue a la última línea", "algo segue a última linha") \
    X("no key", "no es una clave", "não é uma chave") \
    X("not a file", "no es un archivo", "não é um arquivo") \
    X("too long", "demasiado largo", "longo demais") \
    X("No such file or directory", "no existe el archivo o la carpeta", "o arquivo ou a pasta não existe") \
    X("Permission denied", "permiso denegado", "permissão negada")

/* log/policy.c and referee/matchlog_witness.c; what stands behind a last colon is a witness's own word,
 * or why none came. */
#define TOOL_LACKS(X) \
    X("the log's policy cannot be read: *", "la política del registro no se puede leer: $1", \
      "a política do registro não se pode ler: $1") \
    X("the log is not what its policy asks for: *", "el registro no es lo que pide su política: $1", \
      "o registro não é o que a sua política pede: $1") \
    X("* of * witnesses have cosigned the log at * entries, which is not the quorum *: *", \
      "$1 de $2 testigos refrendaron el registro con $3 entradas, que no es el quórum $4: $5", \
      "$1 de $2 testemunhas referendaram o registro com $3 entradas, que não é o quórum $4: $5") \
    X("* of * witnesses have cosigned the log at * entries, which is not the quorum *", \
      "$1 de $2 testigos refrendaron el registro con $3 entradas, que no es el quórum $4", \
      "$1 de $2 testemunhas referendaram o registro com $3 entradas, que não é o quórum $4") \
    X("* at *: *", "$1 en $2: $3", "$1 em $2: $3")

/* tell/where.c, of what nobody said. */
#define TOOL_WHERE(X) \
    X("no decision has * '~': there are *", "ninguna decisión tiene $1 '$2': hay $3", \
      "nenhuma decisão tem $1 '$2': há $3")

/* Keys and states of a daemon's answers (CONTROL.md). */
#define TOOL_DAEMON(X) \
    X("version", "versión", "versão") \
    X("doing", "haciendo", "fazendo") \
    X("serving", "atiende", "atende") \
    X("finishing", "terminando lo que juega", "terminando o que joga") \
    X("parking", "aparcando lo que juega", "estacionando o que joga") \
    X("started", "desde", "desde") \
    X("server", "servidor", "servidor") \
    X("running", "en juego", "em jogo") \
    X("at_once", "a la vez", "de uma vez") \
    X("queued", "en espera", "em espera") \
    X("room", "lugar", "lugar") \
    X("finished", "terminadas", "terminadas") \
    X("cancelled", "canceladas", "canceladas") \
    X("void", "nulas", "nulas") \
    X("failed", "fallidas", "falhadas") \
    X("resumed", "reanudadas", "retomadas") \
    X("unwitnessed", "sin testigos", "sem testemunhas") \
    X("voids", "motivos", "motivos") \
    X("id", "número", "número") \
    X("state", "estado", "estado") \
    X("order", "orden", "pedido") \
    X("error", "error", "erro") \
    X("result", "resultado", "resultado") \
    X("absent", "ausentes", "ausentes") \
    X("pid", "proceso", "processo") \
    X("address", "dirección", "endereço") \
    X("waiting", "esperan", "esperam")

#define TOOL_SENTENCES(X) TOOL_KEYS(X) TOOL_LACKS(X) TOOL_WHERE(X) TOOL_DAEMON(X)

#endif
