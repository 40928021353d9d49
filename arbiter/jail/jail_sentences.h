/* jail_sentences: the layers of a jail, what each means for a bot, and why one is not held, for people in their language; holes are as
 * cli/sentences.h says.  X(english, spanish, portuguese); the English is what programs read.  `make sentences` holds the sources of
 * this room against these rows. */
#ifndef FIEL_JAIL_SENTENCES_H
#define FIEL_JAIL_SENTENCES_H

#define JAIL_NAMES(X) \
    X("user namespace", "espacio de usuario", "espaço de usuário") \
    X("own files", "archivos propios", "arquivos próprios") \
    X("own pages", "páginas propias", "páginas próprias") \
    X("no network", "sin red", "sem rede") \
    X("own IPC", "IPC propio", "IPC próprio") \
    X("own processes", "procesos propios", "processos próprios") \
    X("own user", "usuario propio", "usuário próprio") \
    X("Landlock", "Landlock", "Landlock") \
    X("system calls", "llamadas al sistema", "chamadas ao sistema") \
    X("memory limit", "límite de memoria", "limite de memória") \
    X("thread limit", "límite de hilos", "limite de threads") \
    X("disk limit", "límite de disco", "limite de disco") \
    X("processor share", "parte del procesador", "parte do processador") \
    X("cgroup", "cgroup", "cgroup")

#define JAIL_PROMISES(X) \
    X("rights of its own, which are none", "derechos propios, que son ninguno", "direitos próprios, que são nenhum") \
    X("sees its folder and the system's, read-only, and 16 MiB of its own", \
      "ve su carpeta y las del sistema, sólo para leer, y 16 MiB suyos", \
      "vê a sua pasta e as do sistema, só para ler, e 16 MiB seus") \
    X("copies of all it may read, which nobody else has open or mapped", \
      "copias de todo lo que puede leer, que nadie más tiene abiertas ni mapeadas", \
      "cópias de tudo o que pode ler, que ninguém mais tem abertas ou mapeadas") \
    X("no interface, no other's abstract sockets", "ninguna interfaz, ningún socket abstracto ajeno", \
      "nenhuma interface, nenhum socket abstrato alheio") \
    X("no shared memory, queues or host name", "ni memoria compartida, ni colas, ni nombre de la máquina", \
      "nem memória compartilhada, nem filas, nem nome da máquina") \
    X("sees and signals nobody, ends with the match", "no ve a nadie ni le envía señales; termina con la partida", \
      "não vê ninguém nem lhe envia sinais; acaba com a partida") \
    X("a user id that nobody else has", "un id de usuario que no tiene nadie más", \
      "um id de usuário que ninguém mais tem") \
    X("the same paths, sockets and signals, checked a second time", \
      "las mismas rutas, sockets y señales, revisadas por segunda vez", \
      "os mesmos caminhos, sockets e sinais, conferidos pela segunda vez") \
    X("only those that a bot needs; threads, but no processes", \
      "sólo las que un bot necesita; hilos, pero no procesos", "só as que um bot precisa; threads, mas não processos") \
    X("one process, one limited address space", "un proceso, un espacio de direcciones limitado", \
      "um processo, um espaço de endereços limitado") \
    X("64 threads", "64 hilos", "64 threads") \
    X("16 MiB of files, in memory", "16 MiB de archivos, en memoria", "16 MiB de arquivos, em memória") \
    X("all its threads get no more of a processor than another bot", \
      "todos sus hilos no reciben más del procesador que otro bot", \
      "todas as suas threads não recebem mais do processador que outro bot") \
    X("all memory, tasks and CPU time as the kernel counts them", \
      "toda la memoria, tareas y tiempo de CPU como los cuenta el kernel", \
      "toda a memória, tarefas e tempo de CPU como o kernel os conta")

/* What to do about it. */
#define JAIL_REMEDIES(X) \
    X("sysctl user.max_user_namespaces (and kernel.unprivileged_userns_clone, " \
      "kernel.apparmor_restrict_unprivileged_userns where they exist); not inside a chroot", \
      "sysctl user.max_user_namespaces (y kernel.unprivileged_userns_clone, " \
      "kernel.apparmor_restrict_unprivileged_userns donde existan); no dentro de un chroot", \
      "sysctl user.max_user_namespaces (e kernel.unprivileged_userns_clone, " \
      "kernel.apparmor_restrict_unprivileged_userns onde existam); não dentro de um chroot") \
    X("give the arbiter CAP_SYS_ADMIN or user namespaces; in a chroot, make its root a mount point", \
      "dale al árbitro CAP_SYS_ADMIN o espacios de usuario; en un chroot, hacé de su raíz un punto de montaje", \
      "dê ao árbitro CAP_SYS_ADMIN ou espaços de usuário; num chroot, faça da sua raiz um ponto de montagem") \
    X("give the arbiter CAP_SYS_ADMIN or user namespaces", "dale al árbitro CAP_SYS_ADMIN o espacios de usuario", \
      "dê ao árbitro CAP_SYS_ADMIN ou espaços de usuário") \
    X("`fiel runtime` makes one, as root; it needs: own files", \
      "`fiel runtime` hace uno, como root; necesita: archivos propios", \
      "`fiel runtime` faz um, como root; precisa de: arquivos próprios") \
    X("run the arbiter as root", "corré el árbitro como root", "execute o árbitro como root") \
    X("boot a kernel with lsm=landlock,... (Debian's has it from 6.1 on)", \
      "arrancá un kernel con lsm=landlock,... (el de Debian lo tiene desde 6.1)", \
      "inicie um kernel com lsm=landlock,... (o do Debian o tem desde 6.1)") \
    X("boot a kernel with CONFIG_SECCOMP_FILTER; sysctl kernel.yama.ptrace_scope=1 at most; not a build with " \
      "sanitizers", \
      "arrancá un kernel con CONFIG_SECCOMP_FILTER; sysctl kernel.yama.ptrace_scope=1 como máximo; no un binario con " \
      "sanitizers", \
      "inicie um kernel com CONFIG_SECCOMP_FILTER; sysctl kernel.yama.ptrace_scope=1 no máximo; não um binário com " \
      "sanitizers") \
    X("it needs: system calls", "necesita: llamadas al sistema", "precisa de: chamadas ao sistema") \
    X("it needs: own user, or a user namespace", "necesita: usuario propio, o un espacio de usuario", \
      "precisa de: usuário próprio, ou um espaço de usuário") \
    X("it needs: own files", "necesita: archivos propios", "precisa de: arquivos próprios") \
    X("run the arbiter as root where /sys/fs/cgroup may be written to, or in a unit with Delegate=yes, or " \
      "in no cgroup of the cpu controller, with sysctl kernel.sched_autogroup_enabled=1", \
      "corré el árbitro como root donde se pueda escribir en /sys/fs/cgroup, o en una unidad con Delegate=yes, o " \
      "en ningún cgroup del controlador cpu, con sysctl kernel.sched_autogroup_enabled=1", \
      "execute o árbitro como root onde se possa escrever em /sys/fs/cgroup, ou numa unidade com Delegate=yes, ou " \
      "em nenhum cgroup do controlador cpu, com sysctl kernel.sched_autogroup_enabled=1") \
    X("boot with cgroup v2 alone (systemd.unified_cgroup_hierarchy=1) and delegate a cgroup (systemd: Delegate=yes)", \
      "arrancá sólo con cgroup v2 (systemd.unified_cgroup_hierarchy=1) y delegá un cgroup (systemd: Delegate=yes)", \
      "inicie só com cgroup v2 (systemd.unified_cgroup_hierarchy=1) e delegue um cgroup (systemd: Delegate=yes)")

/* At which step a layer failed. */
#define JAIL_STEPS(X) \
    X("a filter", "un filtro", "um filtro") \
    X("no runtime", "no hay entorno", "não há ambiente") \
    X("only root can give user ids", "sólo root puede dar ids de usuario", "só root pode dar ids de usuário") \
    X("this root has no CAP_CHOWN", "a este root le falta CAP_CHOWN", "a este root falta CAP_CHOWN") \
    X("no cgroup can be made", "no se puede hacer un cgroup", "não se pode fazer um cgroup") \
    X("here a bot of 64 threads gets 64 shares", "acá un bot de 64 hilos recibe 64 partes", \
      "aqui um bot de 64 threads recebe 64 partes") \
    X("cgroup v2 has no memory and pids controllers here", "cgroup v2 no tiene aquí los controladores memory y pids", \
      "cgroup v2 não tem aqui os controladores memory e pids") \
    X("cgroup v2 is not mounted", "cgroup v2 no está montado", "cgroup v2 não está montado") \
    X("the path of its cgroup is too long", "la ruta de su cgroup es demasiado larga", \
      "o caminho do seu cgroup é longo demais") \
    X("* may not be written to", "en $1 no se puede escribir", "em $1 não se pode escrever") \
    X("* was delegated, and not all can leave it", "$1 fue delegado, y no todos pueden salir de él", \
      "$1 foi delegado, e nem todos podem sair dele") \
    X("a process to try with", "un proceso con que probar", "um processo com que tentar") \
    X("a user namespace", "un espacio de usuario", "um espaço de usuário") \
    X("its map of users", "su mapa de usuarios", "o seu mapa de usuários") \
    X("its map of groups", "su mapa de grupos", "o seu mapa de grupos") \
    X("hiding", "ocultarse", "ocultar-se") \
    X("its first process", "su primer proceso", "o seu primeiro processo") \
    X("following its parent", "seguir a su padre", "seguir o seu pai") \
    X("a user id above 0", "un id de usuario mayor que 0", "um id de usuário maior que 0") \
    X("its user id", "su id de usuario", "o seu id de usuário") \
    X("dropping capabilities", "dejar capacidades", "deixar capacidades") \
    X("a host name", "un nombre de máquina", "um nome de máquina") \
    X("joining its cgroup", "entrar en su cgroup", "entrar no seu cgroup") \
    X("finding its cgroup", "hallar su cgroup", "achar o seu cgroup") \
    X("a mount namespace without echo", "un espacio de montaje sin eco", "um espaço de montagem sem eco") \
    X("a mount namespace", "un espacio de montaje", "um espaço de montagem") \
    X("a network namespace", "un espacio de red", "um espaço de rede") \
    X("IPC and UTS namespaces", "espacios de IPC y UTS", "espaços de IPC e UTS") \
    X("a process namespace", "un espacio de procesos", "um espaço de processos") \
    X("Landlock's rules", "las reglas de Landlock", "as regras do Landlock") \
    X("its own copies of what it may read", "sus copias de lo que puede leer", "as suas cópias do que pode ler") \
    X("what it may read", "lo que puede leer", "o que pode ler") \
    X("its writable folders", "sus carpetas para escribir", "as suas pastas para escrever") \
    X("its door", "su puerta", "a sua porta") \
    X("the new root", "la nueva raíz", "a nova raiz") \
    X("read-only files", "archivos de sólo lectura", "arquivos só de leitura") \
    X("a tmpfs", "un tmpfs", "um tmpfs") \
    X("its runtime", "su entorno", "o seu ambiente") \
    X("Operation not permitted", "operación no permitida", "operação não permitida") \
    X("Permission denied", "permiso denegado", "permissão negada") \
    X("No such file or directory", "no existe el archivo o la carpeta", "o arquivo ou a pasta não existe") \
    X("Function not implemented", "función no implementada", "função não implementada") \
    X("Invalid argument", "argumento inválido", "argumento inválido") \
    X("No space left on device", "no queda espacio", "não há espaço")

/* The last: they part what was put together. */
#define JAIL_PARTS(X) \
    X("--jail=strict cannot be held: *: *: `fiel jail-test` tells all", \
      "--jail=strict no se puede cumplir: $1: $2: `fiel jail-test` lo dice todo", \
      "--jail=strict não se pode cumprir: $1: $2: `fiel jail-test` diz tudo") \
    X("basic: *", "basic: $1", "basic: $1") \
    X("*: *", "$1: $2", "$1: $2")

#define JAIL_SENTENCES(X) JAIL_NAMES(X) JAIL_PROMISES(X) JAIL_REMEDIES(X) JAIL_STEPS(X) JAIL_PARTS(X)

#endif
