/* sentences_asked: what is said of what somebody asked for: refusals and remedies.  X(english, spanish, portuguese) */
#ifndef FIEL_LADDER_SENTENCES_ASKED_H
#define FIEL_LADDER_SENTENCES_ASKED_H

#define SENTENCES_ASKED(X) \
    /* what an account may have at once */ \
    X("an account has room for * bots, and yours has *: ask the host for room", \
      "una cuenta tiene lugar para $1 bots y la tuya tiene $2: pedile lugar a la organización", \
      "uma conta tem lugar para $1 bots, e a sua tem $2: peça lugar à organização") \
    X("an account has room for * versions that wait for admission, and yours has *: wait until they have played", \
      "una cuenta tiene lugar para $1 versiones que esperan admisión y la tuya tiene $2: esperá a que hayan jugado", \
      "uma conta tem lugar para $1 versões à espera de admissão, e a sua tem $2: espere até que tenham jogado") \
    X("an account has room for * open disputes, and yours has *: wait until they are decided", \
      "una cuenta tiene lugar para $1 disputas abiertas y la tuya tiene $2: esperá a que se decidan", \
      "uma conta tem lugar para $1 disputas abertas, e a sua tem $2: espere até que sejam decididas") \
    /* records that went with a season */ \
    X("this record went with the season *, and is here no more: who has that season's archive has it", \
      "este registro se fue con la temporada $1 y ya no está acá: lo tiene quien tenga el archivo de esa temporada", \
      "este registro se foi com a temporada $1 e já não está aqui: quem tem o arquivo dessa temporada o tem") \
    /* a ladder that does not answer a command */ \
    X("* is not who it says: *: name its authority with --ca, or another server", \
      "$1 no es quien dice: $2: nombrá su autoridad con --ca, u otro servidor", \
      "$1 não é quem diz: $2: nomeie a sua autoridade com --ca, ou outro servidor") \
    X("*: *: see that it runs, and that this is its address", "$1: $2: fijate que ande, y que esa sea su dirección", \
      "$1: $2: veja se está rodando, e se esse é o seu endereço") \
    /* what is not there, or not yours */ \
    X("lines of job * go up: * is too low", "las líneas del trabajo $1 suben: $2 es muy poco", \
      "as linhas do trabalho $1 sobem: $2 é pouco") \
    X("the lease of job * is lost: leave it", "el turno del trabajo $1 se perdió: dejalo", \
      "o prazo do trabalho $1 se perdeu: deixe-o") \
    X("there is no version * of a bot", "no existe la versión $1 de un bot", "não existe a versão $1 de um bot") \
    X("pair * is not being played now", "el par $1 no se está jugando ahora", "o par $1 não está sendo jogado agora") \
    X("event * does not run, or its schedule has gone on: look again", \
      "el torneo $1 no está en marcha, o su programa avanzó: mirá otra vez", \
      "o torneio $1 não está em andamento, ou a sua tabela avançou: olhe de novo") \
    X("the name * is taken, or looks like another: choose another one", \
      "el nombre $1 ya está tomado, o se parece a otro: elegí otro", \
      "o nome $1 já está em uso, ou se parece com outro: escolha outro") \
    X("job * is not to recheck", "el trabajo $1 no es de repetir", "o trabalho $1 não é de repetir") \
    X("recheck * is not in doubt: look again", "la repetición $1 no está en duda: mirá otra vez", \
      "a repetição $1 não está em dúvida: olhe de novo") \
    /* what a recheck found */ \
    X("* decides otherwise in * of * decisions (its own chance: *)", \
      "$1 decide otra cosa en $2 de $3 decisiones (por su propio azar: $4)", \
      "$1 decide outra coisa em $2 de $3 decisões (pelo seu próprio acaso: $4)") \
    X("* decides otherwise in * of * decisions (its own chance: *), and this host's newest pairs together are beyond " \
      "chance", \
      "$1 decide otra cosa en $2 de $3 decisiones (por su propio azar: $4), y los últimos pares de este anfitrión, " \
      "juntos, van más allá del azar", \
      "$1 decide outra coisa em $2 de $3 decisões (pelo seu próprio acaso: $4), e os últimos pares deste anfitrião, " \
      "juntos, vão além do acaso") \
    X("at most 1 honest record in * stands out as much from its bot's own answers", \
      "a lo sumo 1 registro honesto de cada $1 se aparta tanto de las respuestas de su propio bot", \
      "no máximo 1 registro honesto em cada $1 se afasta tanto das respostas do seu próprio bot") \
    X("there is no open ladder *", "no hay una liga abierta $1", "não há uma liga aberta $1") \
    /* people */ \
    X("too often: try again in * seconds", "demasiadas veces: probá otra vez dentro de $1 segundos", \
      "vezes demais: tente de novo em $1 segundos") \
    X("there is no person *", "no existe la persona $1", "a pessoa $1 não existe") \
    X("* is the last host: make another one before", \
      "$1 es la última persona de la organización: nombrá antes a otra", \
      "$1 é a última pessoa da organização: nomeie outra antes") \
    X("no memory*", "falta memoria: probá otra vez", "falta memória: tente de novo") \
    X("a text of * bytes is too long: * fit", "un texto de $1 bytes es demasiado largo: caben $2", \
      "um texto de $1 bytes é longo demais: cabem $2") \
    X("a text has *, which turns around what stands beside it: leave it out", \
      "un texto tiene $1, que da vuelta lo que está al lado: sacalo", \
      "um texto tem $1, que vira ao contrário o que está ao lado: tire-o") \
    X("that is too large: up to * KiB are taken here: send less", \
      "eso es demasiado grande: aquí se aceptan hasta $1 KiB: enviá menos", \
      "isso é grande demais: aqui se aceitam até $1 KiB: envie menos") \
    X("an account has room for * MiB: yours has * MiB here and * MiB on their way, and this is * MiB more: wait for " \
      "what is on its way," \
      " send a smaller archive, or ask the host for room", \
      "una cuenta tiene lugar para $1 MiB: la tuya tiene $2 MiB aquí y $3 MiB en camino, y esto son $4 MiB más: " \
      "esperá lo que está en" \
      " camino, enviá un archivo menor o pedí lugar a la organización", \
      "uma conta tem lugar para $1 MiB: a sua tem $2 MiB aqui e $3 MiB a caminho, e isto são $4 MiB a mais: espere o " \
      "que está a caminho," \
      " envie um arquivo menor ou peça lugar à organização") \
    /* bots and versions */ \
    X("there is no such bot: *", "no existe ese bot", "esse bot não existe") \
    X("there is no bot *", "no existe el bot $1", "o bot $1 não existe") \
    X("there is no such ladder: *", "no existe esa liga: elegí una de la lista", \
      "essa liga não existe: escolha uma da lista") \
    X("that version is not * any more: look again", "esa versión ya no está en «$1»: mirá otra vez", \
      "essa versão já não está em «$1»: olhe de novo") \
    X("'~': *", "'$1': $2", "'$1': $2") \
    /* archives and commands */ \
    X("the archive's entry '~' *", "la entrada '$1' del archivo $2", "a entrada '$1' do arquivo $2") \
    X("is there twice", "está dos veces", "está duas vezes") \
    X("the archive has no executable file '~': add it, or correct the command", \
      "el archivo no tiene el ejecutable '$1': agregalo o corregí el comando", \
      "o arquivo não tem o executável '$1': acrescente-o ou corrija o comando") \
    X("the command '~' must begin with a program inside the archive, such as ./bot, without quotes", \
      "el comando '$1' debe empezar con un programa del archivo, como ./bot, sin comillas", \
      "o comando '$1' deve começar com um programa do arquivo, como ./bot, sem aspas") \
    X("a bot's command is at most * characters long", "el comando de un bot tiene a lo sumo $1 caracteres", \
      "o comando de um bot tem no máximo $1 caracteres") \
    X("a bot's command has at most * words", "el comando de un bot tiene a lo sumo $1 palabras", \
      "o comando de um bot tem no máximo $1 palavras") \
    X("a quote is not closed in the bot's command", "falta cerrar una comilla en el comando del bot", \
      "falta fechar uma aspa no comando do bot") \
    X("a bot's command is empty", "el comando del bot está vacío", "o comando do bot está vazio") \
    /* remote bots */ \
    X("the binding: *", "el vínculo: $1", "o vínculo: $1") \
    X("line * (*): *: it is the .pub file whole that is wanted, as `fiel keys` made it", \
      "línea $1 ($2): $3: hace falta el archivo .pub entero, tal como lo hizo `fiel keys`", \
      "linha $1 ($2): $3: é preciso o arquivo .pub inteiro, como `fiel keys` o fez") \
    X("it has no end", "no tiene final", "não tem fim") \
    X("it is missing", "falta", "falta") \
    X("another line stands here", "aquí hay otra línea", "aqui está outra linha") \
    X("its value is missing", "falta su valor", "falta o valor") \
    X("its value is too long, or no text", "su valor es demasiado largo, o no es texto", \
      "o valor é longo demais, ou não é texto") \
    X("it does not hold * hex digits of 0-9a-f", "no tiene $1 cifras hexadecimales 0-9a-f", \
      "não tem $1 algarismos hexadecimais 0-9a-f") \
    X("only letters a-z, digits, '.', '_' and '-' make a name", \
      "un nombre tiene sólo letras a-z, cifras, '.', '_' y '-'", \
      "um nome tem só letras a-z, algarismos, '.', '_' e '-'") \
    X("this program knows version 1 alone", "este programa sólo conoce la versión 1", \
      "este programa só conhece a versão 1") \
    X("it is not that of the lines above", "no es la de las líneas de arriba", "não é a das linhas acima") \
    /* ladders, events, matches */ \
    X("'*' is not key=duration, as bank=30s", "'$1' no es clave=duración, como bank=30s", \
      "'$1' não é chave=duração, como bank=30s") \
    X("a clock has no '*', did you mean '*'; it has bank, inc, cap, grace, start and duty", \
      "un reloj no tiene '$1', ¿quisiste decir '$2'?; tiene bank, inc, cap, grace, start y duty", \
      "um relógio não tem '$1', quis dizer '$2'?; tem bank, inc, cap, grace, start e duty") \
    X("a clock has no '*'; it has bank, inc, cap, grace, start and duty", \
      "un reloj no tiene '$1'; tiene bank, inc, cap, grace, start y duty", \
      "um relógio não tem '$1'; tem bank, inc, cap, grace, start e duty") \
    X("'*' is not a duration: a whole number and h, m, s, ms or us, as 30s or 100ms, at most 2400h", \
      "'$1' no es una duración: un número entero y h, m, s, ms o us, como 30s o 100ms, a lo sumo 2400h", \
      "'$1' não é uma duração: um número inteiro e h, m, s, ms ou us, como 30s ou 100ms, no máximo 2400h") \
    X("option \"*\" is what makes a preset: choose another preset (fiel rules lists them)", \
      "la opción \"$1\" es lo que hace una variante: elegí otra variante (miralas con fiel rules)", \
      "a opção \"$1\" é o que faz uma variante: escolha outra variante (veja com fiel rules)") \
    X("option \"*\" means nothing in *: it is one of *", "la opción \"$1\" no significa nada en $2: es de $3", \
      "a opção \"$1\" não significa nada em $2: é de $3") \
    X("option \"*\" means nothing in *", "la opción \"$1\" no significa nada en $2", \
      "a opção \"$1\" não significa nada em $2") \
    X("this game is played by *", "este juego no se juega con esa cantidad de asientos: mirá fiel rules", \
      "este jogo não se joga com essa quantidade de assentos: veja fiel rules") \
    X("* seats and the turned card need more than the * cards of the clean deck: at most 6 play with it", \
      "$1 asientos y la vira piden más que las $2 cartas del mazo limpio: juegan a lo sumo 6", \
      "$1 assentos e a vira pedem mais que as $2 cartas do baralho limpo: jogam no máximo 6") \
    X("signs are made to a partner, and * seats have none for everybody: signs=on takes 4 seats and more", \
      "las señas se hacen a un compañero, y con $1 asientos no todos tienen: signs=on pide 4 o más", \
      "os sinais se fazem a um parceiro, e com $1 assentos nem todos têm: signs=on pede 4 ou mais") \
    X("truco_turn=any_time asks everybody after every card: it is for two seats", \
      "truco_turn=any_time pregunta a todos después de cada carta: es para dos asientos", \
      "truco_turn=any_time pergunta a todos depois de cada carta: é para dois assentos") \
    X("no preset \"*", "no existe esa variante: \"$1", "essa variante não existe: \"$1") \
    X("no option \"*", "no existe esa opción: \"$1", "essa opção não existe: \"$1") \
    X("no value \"*", "no existe ese valor: \"$1", "esse valor não existe: \"$1") \
    X("*; did you mean \"*\"?*", "$1; ¿quisiste decir \"$2\"?$3", "$1; quis dizer \"$2\"?$3") \
    X(" (fiel rules lists them)", " (miralas con fiel rules)", " (veja com fiel rules)") \
    X(" in * (fiel rules * lists them)", " en $1 (miralas con fiel rules $2)", " em $1 (veja com fiel rules $2)") \
    X("* for *; allowed: *", "$1 para $2; se permite: $3", "$1 para $2; permite-se: $3") \
    X(" for *; allowed: *", " para $1; se permite: $2", " para $1; permite-se: $2") \
    X("'*' must be a * from * to *", "'$1' debe ser un $2 de $3 a $4", "'$1' deve ser um $2 de $3 a $4") \
    X("whole number", "número entero", "número inteiro") \
    X("number", "número", "número") \
    X("an event of kind * has no '*': leave it out", "un torneo de clase «$1» no tiene '$2': quitalo", \
      "um torneio do tipo «$1» não tem '$2': tire-o") \
    X("the configuration is no JSON object: *", "la configuración no es un objeto JSON: $1", \
      "a configuração não é um objeto JSON: $1") \
    X("that event is not * any more: look again", "ese torneo ya no está en «$1»: mirá otra vez", \
      "esse torneio já não está em «$1»: olhe de novo") \
    X("there is no event *", "no existe ese torneo", "esse torneio não existe") \
    X("there is no ladder *", "no existe la liga $1", "a liga $1 não existe") \
    X("there is no entry *", "no existe la inscripción $1", "a inscrição $1 não existe") \
    X("there is no match *", "no existe la partida $1", "a partida $1 não existe") \
    X("there is no pair * that counts: look again", "el par $1 no existe o ya no cuenta: mirá otra vez", \
      "o par $1 não existe ou já não conta: olhe de novo") \
    X("there is no pair *", "no existe el par $1", "o par $1 não existe") \
    X("there is no blob *", "no existe ese registro", "esse registro não existe") \
    X("job * is not parked: look again", "el trabajo $1 no está aparcado: mirá otra vez", \
      "a tarefa $1 não está parada: olhe de novo") \
    X("job * is over: look again", "el trabajo $1 ya terminó: mirá otra vez", "a tarefa $1 já terminou: olhe de novo") \
    /* disputes */ \
    X("there is no dispute *", "no existe la disputa $1", "a disputa $1 não existe") \
    X("dispute * is not open: look again", "la disputa $1 no está abierta: mirá otra vez", \
      "a disputa $1 não está aberta: olhe de novo")

#endif
