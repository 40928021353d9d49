/* words: the table. */
#include "words.h"

#include <string.h>

static const char *const words[WORD_COUNT][3] = {
#define X(name, english, spanish, portuguese) [WORD_##name] = { english, spanish, portuguese },
    WORDS(X)
#undef X
};

/* The store's names and what people call it. */
static const char *const names[][4] = {
    { "visitor", "visitor", "visitante", "visitante" },
    { "author", "author", "autor", "autor" },
    { "host", "host", "organización", "organização" },
    { "ladder", "continuous ladder", "liga continua", "liga contínua" },
    { "roundrobin", "round robin", "todos contra todos", "todos contra todos" },
    { "gauntlet", "gauntlet", "desafío", "desafio" },
    { "swiss", "Swiss", "sistema suizo", "sistema suíço" },
    { "knockout", "knockout", "eliminación directa", "eliminatória" },
    { "sprt", "comparison", "comparación", "comparação" },
    { "draft", "in preparation", "en preparación", "em preparação" },
    { "running", "running", "en curso", "em andamento" },
    { "paused", "paused", "en pausa", "em pausa" },
    { "done", "over", "terminado", "encerrado" },
    { "cancelled", "cancelled", "cancelado", "cancelado" },
    { "pending", "pending", "en espera", "em espera" },
    { "active", "active", "activo", "ativo" },
    { "disabled", "disabled", "desactivado", "desativado" },
    { "retired", "retired", "retirado", "retirado" },
    { "open", "open", "abierta", "aberta" },
    { "upheld", "the result stands", "el resultado vale", "o resultado vale" },
    { "void", "void", "anulada", "anulada" },
    { "withdrawn", "withdrawn", "retirada", "retirada" },
    { "play", "match", "partida", "partida" },
    { "validate", "validation", "validación", "validação" },
    { "recheck", "another look", "otra mirada", "outra olhada" },
    { "browser", "browser", "navegador", "navegador" },
    { "token", "token", "token", "token" },
    { "illegal", "illegal action", "acción ilegal", "ação ilegal" },
    { "malformed", "malformed message", "mensaje mal formado", "mensagem malformada" },
    { "bad-signature", "wrong signature", "firma incorrecta", "assinatura errada" },
    { "bad-cut", "wrong cut", "corte incorrecto", "corte errado" },
    { "wrong-seat", "answered for another seat", "respondió por otro asiento", "respondeu por outro assento" },
    { "unasked", "answered what nobody asked", "respondió lo que nadie preguntó", "respondeu o que ninguém perguntou" },
    { "timeout", "took too long", "tardó demasiado", "demorou demais" },
    { "no-start", "never began", "nunca empezó", "nunca começou" },
    { "withheld", "kept back its cut or signature", "no entregó su corte o su firma",
      "não entregou o corte ou a assinatura" },
    { "crashed", "its process ended", "su proceso terminó", "o seu processo terminou" },
    { "resources", "went over a limit", "superó un límite", "passou de um limite" },
    { "protested", "stopped in protest", "se detuvo en protesta", "parou em protesto" },
    { "out-of-order", "message out of order", "mensaje fuera de orden", "mensagem fora de ordem" },
    { "arbiter", "the arbiter failed", "falló el árbitro", "o árbitro falhou" },
};

static unsigned place(const char *language) { return !strcmp(language, "es") ? 1 : !strcmp(language, "pt") ? 2 : 0; }

const char *word_in(enum word w, const char *language) { return words[w][place(language)]; }

const char *name_in(const char *name, const char *language)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], name))
            return names[i][1 + place(language)];
    return name;
}
