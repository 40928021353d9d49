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
    X("the season of this match is closed, and its record is here no more: it can be disputed no longer", \
      "la temporada de esta partida está cerrada y su registro ya no está acá: ya no se puede disputar", \
      "a temporada desta partida está encerrada e o seu registro já não está aqui: já não pode ser disputada") \
    /* a ladder that does not answer a command */ \
    X("* is not who it says: *: name its authority with --ca, or another server", \
      "$1 no es quien dice: $2: nombrá su autoridad con --ca, u otro servidor", \
      "$1 não é quem diz: $2: nomeie a sua autoridade com --ca, ou outro servidor") \
    X("*: *: see that it runs, and that this is its address", "$1: $2: fijate que ande, y que esa sea su dirección", \
      "$1: $2: veja se está rodando, e se esse é o seu endereço") \
    /* what is not there, or not yours */ \
    X("event, pair, version and before are whole numbers", "event, pair, version y before son números enteros", \
      "event, pair, version e before são números inteiros") \
    X("before is a whole number", "before es un número entero", "before é um número inteiro") \
    X("after is a whole number", "after es un número entero", "after é um número inteiro") \
    X("no worker's key, or one that was revoked: the host makes one with `fiel-ladder worker-key new`", \
      "no es una clave de trabajador, o fue revocada: la organización hace una con `fiel-ladder worker-key new`", \
      "não é uma chave de trabalhador, ou foi revogada: a organização faz uma com `fiel-ladder worker-key new`") \
    X("this is not yours to do", "esto no te corresponde", "isto não cabe a você") \
    X("sign in first: send a token", "primero iniciá sesión: mandá un token", \
      "primeiro entre na sua conta: envie um token") \
    X("the form did not come from this ladder's own page: load the page again", \
      "el formulario no vino de una página de acá: cargá la página otra vez", \
      "o formulário não veio de uma página daqui: carregue a página de novo") \
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
    X("nothing was rated yet", "todavía no se calculó ningún puntaje", "ainda não se calculou nenhuma pontuação") \
    X("job * is not to recheck", "el trabajo $1 no es de repetir", "o trabalho $1 não é de repetir") \
    X("recheck * is not in doubt: look again", "la repetición $1 no está en duda: mirá otra vez", \
      "a repetição $1 não está em dúvida: olhe de novo") \
    X("a recheck is decided as 'stands' or 'void'", "una repetición se decide como 'stands' o 'void'", \
      "uma repetição é decidida como 'stands' ou 'void'") \
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
    X("how far it stands out from its bot's own answers says nothing by itself", \
      "cuánto se aparta de las respuestas de su propio bot no dice nada por sí solo", \
      "o quanto se afasta das respostas do seu próprio bot não diz nada por si só") \
    X("the trail is empty", "el registro de cambios está vacío", "o registro de mudanças está vazio") \
    X("there is no open ladder *", "no hay una liga abierta $1", "não há uma liga aberta $1") \
    /* people */ \
    X("a password has 10 to 256 characters: choose another one", \
      "una contraseña tiene de 10 a 256 caracteres: elegí otra", \
      "uma senha tem de 10 a 256 caracteres: escolha outra") \
    X("a name has up to 39 letters a-z, digits, '-', '_' and '.', and begins and ends with a letter or digit: choose " \
      "another one", \
      "un nombre tiene hasta 39 letras a-z, cifras, '-', '_' y '.', y empieza y termina con una letra o cifra: elegí " \
      "otro", \
      "um nome tem até 39 letras a-z, algarismos, '-', '_' e '.', e começa e termina com letra ou algarismo: escolha " \
      "outro") \
    X("that name is taken: choose another one", "ese nombre ya está tomado: elegí otro", \
      "esse nome já está em uso: escolha outro") \
    X("name and password do not belong together: try again", \
      "el nombre y la contraseña no se corresponden: probá otra vez", "o nome e a senha não combinam: tente de novo") \
    X("that name or key is taken: choose another one", "ese nombre o esa clave ya está tomada: elegí otra", \
      "esse nome ou essa chave já está em uso: escolha outra") \
    X("that proof does not hold for this name here and now: make another with `fiel-ladder login --proof`", \
      "esa prueba no vale para este nombre aquí y ahora: hacé otra con `fiel-ladder login --proof`", \
      "essa prova não vale para este nome aqui e agora: faça outra com `fiel-ladder login --proof`") \
    X("that proof was used already: make another with `fiel-ladder login --proof`", \
      "esa prueba ya se usó: hacé otra con `fiel-ladder login --proof`", \
      "essa prova já foi usada: faça outra com `fiel-ladder login --proof`") \
    X("that key is not this account's: sign in with the one that is", \
      "esa clave no es de esta cuenta: entrá con la que lo es", "essa chave não é desta conta: entre com a que é") \
    X("an account without a password keeps its key: there would be no way in", \
      "una cuenta sin contraseña conserva su clave: no habría cómo entrar", \
      "uma conta sem senha conserva a sua chave: não haveria como entrar") \
    X("nobody signs up here by himself: ask the host for an account", \
      "aquí nadie se registra por su cuenta: pedí una cuenta a la organización", \
      "aqui ninguém se cadastra por conta própria: peça uma conta à organização") \
    X("nobody plays against bots here", "aquí nadie juega contra bots", "aqui ninguém joga contra bots") \
    X("there is no such game", "no existe ese juego", "esse jogo não existe") \
    X("the ladder cannot use its store at this moment: try again in a minute", \
      "la liga no puede usar sus datos en este momento: probá otra vez en un minuto", \
      "a liga não pode usar os seus dados neste momento: tente de novo em um minuto") \
    X("this record is damaged on this ladder's disk: the host has to take it from a backup, so asking again is of no " \
      "use", \
      "este registro está dañado en el disco de esta liga: la organización debe tomarlo de una copia; pedirlo de " \
      "nuevo no sirve", \
      "este registro está danificado no disco desta liga: a organização deve tirá-lo de uma cópia; pedir de novo não " \
      "adianta") \
    X("the table could not be set up: try again in a minute", "no se pudo armar la mesa: probá otra vez en un minuto", \
      "não foi possível preparar a mesa: tente de novo em um minuto") \
    X("too often: try again in * seconds", "demasiadas veces: probá otra vez dentro de $1 segundos", \
      "vezes demais: tente de novo em $1 segundos") \
    X("there is no such person: write the name as it is", "no existe esa persona: escribí el nombre tal cual es", \
      "essa pessoa não existe: escreva o nome como ele é") \
    X("there is no person *", "no existe la persona $1", "a pessoa $1 não existe") \
    X("there is no such session, or it is over: log in again", "esa sesión no existe o ya terminó: entrá otra vez", \
      "essa sessão não existe ou já terminou: entre de novo") \
    X("upto is the newest notice's id", "upto es el número del aviso más nuevo", "upto é o número do aviso mais novo") \
    X("this is its author's alone", "esto es sólo de su autor", "isto é só do seu autor") \
    X("the role is visitor, author or host", "el papel es visitor, author o host", \
      "o papel é visitor, author ou host") \
    X("closed is 1, or 0 to open the account", "closed es 1, o 0 para abrir la cuenta", \
      "closed é 1, ou 0 para abrir a conta") \
    X("nothing is to be changed: choose a role, or close or open the account", \
      "no hay nada que cambiar: elegí un papel, o cerrá o abrí la cuenta", \
      "não há nada a mudar: escolha um papel, ou feche ou abra a conta") \
    X("* is the last host: make another one before", \
      "$1 es la última persona de la organización: nombrá antes a otra", \
      "$1 é a última pessoa da organização: nomeie outra antes") \
    X("its author's account is closed", "la cuenta de su autor está cerrada", "a conta do seu autor está fechada") \
    X("not played: the account of a bot's author is closed", "no se jugó: la cuenta del autor de un bot está cerrada", \
      "não se jogou: a conta do autor de um bot está fechada") \
    X("a host does not change himself: another host can", \
      "nadie cambia su propio papel: puede hacerlo otra persona de la organización", \
      "ninguém muda o próprio papel: outra pessoa da organização pode") \
    X("no memory*", "falta memoria: probá otra vez", "falta memória: tente de novo") \
    X("a text of * bytes is too long: * fit", "un texto de $1 bytes es demasiado largo: caben $2", \
      "um texto de $1 bytes é longo demais: cabem $2") \
    X("a text is not UTF-8: send it in that encoding", "un texto no es UTF-8: envialo en esa codificación", \
      "um texto não é UTF-8: envie-o nessa codificação") \
    X("a text has *, which turns around what stands beside it: leave it out", \
      "un texto tiene $1, que da vuelta lo que está al lado: sacalo", \
      "um texto tem $1, que vira ao contrário o que está ao lado: tire-o") \
    X("who is not signed in sends up to 4 KiB: sign in first, or send less", \
      "quien no ha entrado envía hasta 4 KiB: entrá primero o enviá menos", \
      "quem não entrou envia até 4 KiB: entre primeiro ou envie menos") \
    X("that is too large: up to * KiB are taken here: send less", \
      "eso es demasiado grande: aquí se aceptan hasta $1 KiB: enviá menos", \
      "isso é grande demais: aqui se aceitam até $1 KiB: envie menos") \
    X("the disk of this ladder is full: tell its host, and send it again later", \
      "el disco de esta liga está lleno: avisá a la organización y envialo otra vez más tarde", \
      "o disco desta liga está cheio: avise a organização e envie de novo mais tarde") \
    X("an account has room for * MiB: yours has * MiB here and * MiB on their way, and this is * MiB more: wait for " \
      "what is on its way," \
      " send a smaller archive, or ask the host for room", \
      "una cuenta tiene lugar para $1 MiB: la tuya tiene $2 MiB aquí y $3 MiB en camino, y esto son $4 MiB más: " \
      "esperá lo que está en" \
      " camino, enviá un archivo menor o pedí lugar a la organización", \
      "uma conta tem lugar para $1 MiB: a sua tem $2 MiB aqui e $3 MiB a caminho, e isto são $4 MiB a mais: espere o " \
      "que está a caminho," \
      " envie um arquivo menor ou peça lugar à organização") \
    X("too many forms of yours are on their way at once: wait until they have arrived", \
      "demasiados formularios tuyos están en camino a la vez: esperá a que lleguen", \
      "formulários seus demais estão a caminho ao mesmo tempo: espere até que cheguem") \
    /* bots and versions */ \
    X("a bot's name has up to 39 letters a-z, digits, '-', '_' and '.', and begins and ends with a letter or digit: " \
      "choose another one", \
      "el nombre de un bot tiene hasta 39 letras a-z, cifras, '-', '_' y '.', y empieza y termina con una letra o " \
      "cifra: " \
      "elegí otro", \
      "o nome de um bot tem até 39 letras a-z, algarismos, '-', '_' e '.', e começa e termina com letra ou " \
      "algarismo: " \
      "escolha outro") \
    X("that is too much about a bot: say it in 255 bytes", "es demasiado sobre un bot: decilo en 255 bytes", \
      "é demais sobre um bot: diga em 255 bytes") \
    X("you have a bot of that name already: choose another one", "ya tenés un bot con ese nombre: elegí otro", \
      "você já tem um bot com esse nome: escolha outro") \
    X("it is there already", "ya existe", "já existe") \
    X("there is no such bot", "no existe ese bot", "esse bot não existe") \
    X("there is no such bot: *", "no existe ese bot", "esse bot não existe") \
    X("there is no bot *", "no existe el bot $1", "o bot $1 não existe") \
    X("the ladders are up to 16 codes with commas between: see /api/ladders", \
      "las ligas son hasta 16 códigos separados por comas: mirá /api/ladders", \
      "as ligas são até 16 códigos separados por vírgulas: veja /api/ladders") \
    X("there is no such ladder: *", "no existe esa liga: elegí una de la lista", \
      "essa liga não existe: escolha uma da lista") \
    X("that ladder is closed: choose another one", "esa liga está cerrada: elegí otra", \
      "essa liga está fechada: escolha outra") \
    X("there is no archive: send a tar as the field 'artifact' or as the body", \
      "no hay archivo: enviá un tar en el campo 'artifact' o como cuerpo", \
      "não há arquivo: envie um tar no campo 'artifact' ou como corpo") \
    X("a command has up to 255 bytes: write less", "un comando tiene hasta 255 bytes: escribí menos", \
      "um comando tem até 255 bytes: escreva menos") \
    X("a label has up to 63 bytes: write less", "una etiqueta tiene hasta 63 bytes: escribí menos", \
      "um rótulo tem até 63 bytes: escreva menos") \
    X("the bot has no such version", "el bot no tiene esa versión", "o bot não tem essa versão") \
    X("no version of this bot can sit at a table here", "ninguna versión de este bot puede sentarse a una mesa acá", \
      "nenhuma versão deste bot pode se sentar a uma mesa aqui") \
    X("you sit at a table already", "ya tenés una mesa", "você já tem uma mesa") \
    X("this version is not in a state for that: load the page again", \
      "esta versión no está en un estado para eso: cargá la página otra vez", \
      "esta versão não está num estado para isso: recarregue a página") \
    X("that version is not * any more: look again", "esa versión ya no está en «$1»: mirá otra vez", \
      "essa versão já não está em «$1»: olhe de novo") \
    X("it was not validated yet: come back later", "todavía no fue validada: volvé más tarde", \
      "ainda não foi validada: volte mais tarde") \
    X("nothing was printed, or it is forgotten", "no se imprimió nada, o ya se borró", \
      "nada foi impresso, ou já foi apagado") \
    X("there is no such seat", "no existe ese asiento", "esse assento não existe") \
    X("write a version as AUTHOR/BOT#NUMBER or AUTHOR/BOT", "escribí una versión como AUTOR/BOT#NÚMERO o AUTOR/BOT", \
      "escreva uma versão como AUTOR/BOT#NÚMERO ou AUTOR/BOT") \
    X("no version of it is active", "ninguna versión suya está activa", "nenhuma versão dele está ativa") \
    X("'~': *", "'$1': $2", "'$1': $2") \
    /* archives and commands */ \
    X("the archive's entry '~' *", "la entrada '$1' del archivo $2", "a entrada '$1' do arquivo $2") \
    X("makes it larger than 256 MiB unpacked: leave out what the bot does not need", \
      "lo hace mayor que 256 MiB desempaquetado: quitá lo que el bot no necesita", \
      "o torna maior que 256 MiB descompactado: tire o que o bot não precisa") \
    X("is damaged: pack it again", "está dañada: empaquetá otra vez", "está danificada: empacote de novo") \
    X("is there twice", "está dos veces", "está duas vezes") \
    X("would lie outside of its folder, or too deep: pack it with relative paths", \
      "quedaría fuera de su carpeta, o demasiado profunda: empaquetá con rutas relativas", \
      "ficaria fora da sua pasta, ou funda demais: empacote com caminhos relativos") \
    X("is one too many: 2000 files are enough for a bot", "sobra: 2000 archivos bastan para un bot", \
      "é demais: 2000 arquivos bastam para um bot") \
    X("is a link: pack the file itself (tar --dereference --hard-dereference)", \
      "es un enlace: empaquetá el propio archivo (tar --dereference --hard-dereference)", \
      "é um link: empacote o próprio arquivo (tar --dereference --hard-dereference)") \
    X("is neither a file nor a folder: leave it out", "no es archivo ni carpeta: quitala", \
      "não é arquivo nem pasta: tire-a") \
    X("this is no whole tar archive (plain, gzip, xz or zstd), or takes more than 128 MiB or 20 seconds to be read: " \
      "make it with tar and gzip", \
      "esto no es un archivo tar entero (simple, gzip, xz o zstd), o leerlo pide más de 128 MiB o 20 segundos: " \
      "hacelo con tar y gzip", \
      "isto não é um arquivo tar inteiro (simples, gzip, xz ou zstd), ou pede mais de 128 MiB ou 20 segundos para " \
      "ser lido: faça-o com tar e gzip") \
    X("no archive is read here: this system gives its reader no filter of system calls (seccomp)", \
      "acá no se lee ningún archivo: este sistema no le da a su lector un filtro de llamadas (seccomp)", \
      "aqui não se lê nenhum arquivo: este sistema não dá ao seu leitor um filtro de chamadas (seccomp)") \
    X("the archive is empty", "el archivo está vacío", "o arquivo está vazio") \
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
    X("the binding has run out: make another with `fiel keys bind`", \
      "el vínculo venció: hacé otro con `fiel keys bind`", "o vínculo venceu: faça outro com `fiel keys bind`") \
    X("this key is another bot's already: make one for this bot with `fiel keys new`", \
      "esta clave ya es de otro bot: hacé una para este con `fiel keys new`", \
      "esta chave já é de outro bot: faça uma para este com `fiel keys new`") \
    X("a binding comes with a proof of its key, made a moment ago: `fiel-ladder login AUTHOR/BOT --key NAME.key " \
      "--proof`", \
      "un vínculo viene con una prueba de su clave, hecha hace un momento: `fiel-ladder login AUTHOR/BOT --key " \
      "NAME.key " \
      "--proof`", \
      "um vínculo vem com uma prova da chave dele, feita há um momento: `fiel-ladder login AUTHOR/BOT --key NAME.key " \
      "--proof`") \
    X("that ladder takes no remote bots: they play plain matches, for which its host makes an event with " \
      "{\"plain\":1}, and sit once at a " \
      "table", \
      "esa liga no admite bots remotos: juegan partidas simples, para las que la organización crea un torneo con " \
      "{\"plain\":1}, y " \
      "ocupan un solo asiento", \
      "essa liga não aceita bots remotos: eles jogam partidas simples, para as quais a organização cria um torneio " \
      "com {\"plain\":1}, e " \
      "ocupam um só assento") \
    X("this event takes no remote bots: they play plain matches, {\"plain\":1} in its configuration, and sit once at " \
      "a table", \
      "este torneo no admite bots remotos: juegan partidas simples, {\"plain\":1} en su configuración, y ocupan un " \
      "solo asiento", \
      "este torneio não aceita bots remotos: eles jogam partidas simples, {\"plain\":1} na configuração, e ocupam um " \
      "só assento") \
    /* ladders, events, matches */ \
    X("a ladder's code has up to 39 letters, digits, '-', '_' and '.', and begins and ends with a letter or digit: " \
      "it " \
      "stands in an address", \
      "el código de una liga tiene hasta 39 letras, cifras, '-', '_' y '.', y empieza y termina con una letra o " \
      "cifra: " \
      "aparece en una dirección", \
      "o código de uma liga tem até 39 letras, algarismos, '-', '_' e '.', e começa e termina com letra ou " \
      "algarismo: " \
      "aparece num endereço") \
    X("a ladder has a name of 1 to 63 bytes: write one", "una liga tiene un nombre de 1 a 63 bytes: escribí uno", \
      "uma liga tem um nome de 1 a 63 bytes: escreva um") \
    X("a code and a name have up to 63 bytes, a clock up to 255: write less", \
      "un código y un nombre tienen hasta 63 bytes, un reloj hasta 255: escribí menos", \
      "um código e um nome têm até 63 bytes, um relógio até 255: escreva menos") \
    X("a table without two sides has none to exchange: choose plain matches, or another number of seats", \
      "una mesa sin dos lados no tiene cuáles cambiar: elegí partidas sueltas, u otro número de asientos", \
      "uma mesa sem dois lados não tem quais trocar: escolha partidas avulsas, ou outro número de assentos") \
    X("a match of a duplicate pair is one game: choose plain matches, or one game", \
      "una partida de un par es un solo partido: elegí partidas sueltas, o un partido", \
      "uma partida de um par é um só jogo: escolha partidas avulsas, ou um jogo") \
    X("bank, cap, start and duty must be longer than nothing", "bank, cap, start y duty tienen que ser más que nada", \
      "bank, cap, start e duty têm de ser mais que nada") \
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
    X("seats go from 2 to 8, games from 1 to 1000", "los asientos van de 2 a 8, los partidos de 1 a 1000", \
      "os assentos vão de 2 a 8, os jogos de 1 a 1000") \
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
    X("there is a ladder of that code already: choose another one", "ya hay una liga con ese código: elegí otro", \
      "já há uma liga com esse código: escolha outro") \
    X("a team has at most four versions", "un equipo tiene a lo sumo cuatro versiones", \
      "uma equipe tem no máximo quatro versões") \
    X("teams play tournaments: here a version is entered by itself", \
      "los equipos juegan torneos: aquí se inscribe una sola versión", \
      "as equipes jogam torneios: aqui se inscreve uma só versão") \
    X("a team has a version for every seat of its side, with + between", \
      "un equipo tiene una versión por cada asiento de su lado, con + en medio", \
      "uma equipe tem uma versão por assento do seu lado, com + no meio") \
    X("it is entered in that event already", "ya está inscrita en ese torneo", "já está inscrita nesse torneio") \
    X("there is no such kind of event: choose one of the list", \
      "no existe esa clase de torneo: elegí una de la lista", "esse tipo de torneio não existe: escolha um da lista") \
    X("a name has up to 63 bytes, a configuration up to 4095: write less", \
      "un nombre tiene hasta 63 bytes, una configuración hasta 4095: escribí menos", \
      "um nome tem até 63 bytes, uma configuração até 4095: escreva menos") \
    X("'*' must be a * from * to *", "'$1' debe ser un $2 de $3 a $4", "'$1' deve ser um $2 de $3 a $4") \
    X("whole number", "número entero", "número inteiro") \
    X("number", "número", "número") \
    X("'partners' must be \"same\" (one bot in all seats of a side) or \"random\"", \
      "'partners' debe ser \"same\" (un mismo bot en todo un lado) o \"random\"", \
      "'partners' deve ser \"same\" (um mesmo bot em todo um lado) ou \"random\"") \
    X("an event of kind * has no '*': leave it out", "un torneo de clase «$1» no tiene '$2': quitalo", \
      "um torneio do tipo «$1» não tem '$2': tire-o") \
    X("the configuration is no JSON object: *", "la configuración no es un objeto JSON: $1", \
      "a configuração não é um objeto JSON: $1") \
    X("write {\"key\": value}", "escribí {\"clave\": valor}", "escreva {\"chave\": valor}") \
    X("'elo1' must be above 'elo0': the test asks which of the two it is", \
      "'elo1' debe ser mayor que 'elo0': la prueba pregunta cuál de los dos es", \
      "'elo1' deve ser maior que 'elo0': o teste pergunta qual dos dois é") \
    X("this event is not in a state for that: load the page again", \
      "este torneo no está en un estado para eso: cargá la página otra vez", \
      "este torneio não está num estado para isso: recarregue a página") \
    X("that event is not * any more: look again", "ese torneo ya no está en «$1»: mirá otra vez", \
      "esse torneio já não está em «$1»: olhe de novo") \
    X("event and seed are whole numbers", "torneo y cabeza de serie son números enteros", \
      "torneio e cabeça de chave são números inteiros") \
    X("there is no event *", "no existe ese torneo", "esse torneio não existe") \
    X("there is no ladder *", "no existe la liga $1", "a liga $1 não existe") \
    X("there is no entry *", "no existe la inscripción $1", "a inscrição $1 não existe") \
    X("there is no such match", "no existe esa partida", "essa partida não existe") \
    X("there is no match *", "no existe la partida $1", "a partida $1 não existe") \
    X("there is no pair * that counts: look again", "el par $1 no existe o ya no cuenta: mirá otra vez", \
      "o par $1 não existe ou já não conta: olhe de novo") \
    X("there is no pair *", "no existe el par $1", "o par $1 não existe") \
    X("there is no blob *", "no existe ese registro", "esse registro não existe") \
    X("job * is not parked: look again", "el trabajo $1 no está aparcado: mirá otra vez", \
      "a tarefa $1 não está parada: olhe de novo") \
    X("job * is over: look again", "el trabajo $1 ya terminó: mirá otra vez", "a tarefa $1 já terminou: olhe de novo") \
    /* disputes */ \
    X("only who had a bot at this table may dispute the match", \
      "sólo quien tuvo un bot en esta mesa puede disputar la partida", \
      "só quem teve um bot nesta mesa pode contestar a partida") \
    X("say what is wrong, in up to 4095 bytes", "decí qué está mal, en hasta 4095 bytes", \
      "diga o que está errado, em até 4095 bytes") \
    X("you have an open dispute about this match already", "ya tenés una disputa abierta sobre esta partida", \
      "você já tem uma disputa aberta sobre esta partida") \
    X("there is no such dispute", "no existe esa disputa", "essa disputa não existe") \
    X("there is no dispute *", "no existe la disputa $1", "a disputa $1 não existe") \
    X("a dispute is upheld, void or withdrawn", "elegí qué hacer con la disputa: vale, anular o retirar", \
      "escolha o que fazer com a disputa: vale, anular ou retirar") \
    X("a dispute is decided upheld, void or withdrawn", \
      "una disputa se decide: el resultado vale, se anula, o se retira", \
      "uma disputa se decide: o resultado vale, é anulado, ou ela é retirada") \
    X("dispute * is not open: look again", "la disputa $1 no está abierta: mirá otra vez", \
      "a disputa $1 não está aberta: olhe de novo") \
    X("nothing was sent with this dispute", "con esta disputa no se envió nada", "nada foi enviado com esta disputa")

#endif
