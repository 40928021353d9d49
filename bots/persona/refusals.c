/* refusals: why something may not be said, in the person's language.  The English is that of
 * the rules. */
#include <string.h>

#include "cli/language.h"
#include "help.h"
#include "table.h"

struct other {
    const char *spanish, *portuguese;
};

static const struct other reasons[] = {
    [RULE_NOT_YOUR_TURN] = { "le toca a otro asiento", "é a vez de outro assento" },
    [RULE_NOT_A_WORD] = { "eso no existe en esta variante", "isso não existe nesta variante" },
    [RULE_CARD_NOT_HELD] = { "esa carta no está en tu mano", "essa carta não está na sua mão" },
    [RULE_NOT_OPEN] = { "eso no se puede decir ahora", "isso não pode ser dito agora" },
    [RULE_HAND_OVER] = { "la mano terminó", "a mão acabou" },
    [RULE_NO_FLOR] = { "la flor pide tres cartas del mismo palo", "a flor pede três cartas do mesmo naipe" },
    [RULE_ANSWER_FIRST] = { "hay un canto que espera tu respuesta: aceptalo, rechazalo o subilo",
                            "há um canto que espera a sua resposta: aceite, recuse ou aumente" },
    [RULE_NOTHING_TO_ANSWER] = { "no hay canto que contestar", "não há canto para responder" },
    [RULE_ENVIDO_CLOSED] = { "el envido se abre en la primera baza, antes de tu carta y antes de aceptar el truco",
                             "o envido se abre na primeira vaza, antes da sua carta e antes de aceitar o truco" },
    [RULE_ENVIDO_TOO_LOW] = { "ese envido no puede contestar al último", "esse envido não pode responder ao último" },
    [RULE_ENVIDO_ENOUGH] = { "los envidos ya llegan a la falta: solo queda falta envido",
                             "os envidos já chegam à falta: só resta falta envido" },
    [RULE_ENVIDO_FORFEITED] = { "quien dijo truco no puede abrir el envido, y en algunos lugares tampoco subirlo",
                                "quem disse truco não pode abrir o envido, e em alguns lugares nem aumentar" },
    [RULE_OWN_RAISE] = { "tu lado subió por última vez: lo siguiente es de los otros",
                         "o seu lado fez o último aumento: o próximo é dos outros" },
    [RULE_WRONG_STEP] = { "los pasos del truco se dicen en orden", "os passos do truco são ditos em ordem" },
    [RULE_TOP_STEP] = { "no hay paso más alto del truco", "não há passo mais alto do truco" },
    [RULE_FACE_UP] = { "aquí las cartas se juegan a la vista", "aqui as cartas se jogam abertas" },
    [RULE_NO_MAZO] = { "aquí la mano no puede irse: antes hay que decir envido o truco",
                       "aqui o mão não pode ir embora: antes é preciso dizer envido ou truco" },
    [RULE_FLOR_CLOSED] = { "la flor se canta antes de tu primera carta, en tu turno o cuando te preguntan",
                           "a flor se canta antes da sua primeira carta, na sua vez ou quando perguntam" },
    [RULE_NOTHING_DECLARED] = { "son buenas pide que el otro lado haya dicho su tanto",
                                "são boas pede que o outro lado tenha dito o seu valor" },
    [RULE_NO_SUCH_RIVAL] = { "solo se acusa a un rival que no cantó flor", "só se acusa um rival que não cantou flor" },
    [RULE_ELEVEN_FIRST] = { "primero el lado dice si juega la mano de once (de diez)",
                            "primeiro o lado diz se joga a mão de onze (de dez)" },
    [RULE_NO_RAISE] = { "nadie pide truco en la mano de once (de diez) ni en la de hierro",
                        "ninguém pede truco na mão de onze (de dez) nem na de ferro" },
    [RULE_RAISE_ENOUGH] = { "la mano ya le da el partido al lado más débil", "a mão já dá o jogo ao lado mais fraco" },
    [RULE_NO_CONCEDE] = { "aquí no se entrega una mano: solo se huye de una subida",
                          "aqui não se entrega uma mão: só se corre de um aumento" },
    [RULE_UNSEEN] = { "la mano de hierro se juega sin ver: play-blind 0, 1 o 2",
                      "a mão de ferro se joga sem ver: play-blind 0, 1 ou 2" },
    [RULE_SEEN] = { "las cartas de esta mano están a la vista: se juegan por su nombre",
                    "as cartas desta mão são vistas: jogam-se pelo nome" },
    [RULE_ENVIDO_TOO_HIGH] = { "ese envido pasa de lo que se puede apostar ahora",
                               "esse envido passa do que se pode apostar agora" },
    [RULE_STACKED] = { "después de una primera parda las dos cartas se juegan juntas, la más alta arriba",
                       "depois de uma primeira empatada as duas cartas se jogam juntas, a mais alta em cima" },
    [RULE_PASSES_ALL] = { "quien pasó su primera carta, tapada, pasa las tres",
                          "quem passou a primeira carta, coberta, passa as três" },
    [RULE_NO_LATE_RAISE] = { "un truc aceptado se juega en ese nivel", "um truc aceito se joga nesse nível" },
    [RULE_DECLARED_ONCE] = { "un asiento declara una vez, embit o flor, antes de su primera carta",
                             "um assento declara uma vez, embit ou flor, antes da sua primeira carta" },
    [RULE_EMBIT_BID] = { "ya se dijo un embit", "já foi dito um embit" },
    [RULE_EMBIT_ANNULLED] = { "una flor anula todo embit", "uma flor anula todo embit" },
    [RULE_NO_EMBIT] = { "ningún embit de los rivales espera ser cantado o subido",
                        "nenhum embit dos rivais espera ser cantado ou aumentado" },
    [RULE_NO_BETTER] = { "una flor mejor contesta a una flor de los rivales",
                         "uma flor melhor responde a uma flor dos rivais" },
    [RULE_FLOR_SETTLED] = { "la flor está resuelta: ya se contestó a una mejor",
                            "a flor está resolvida: já se respondeu a uma melhor" },
    [RULE_TRUC_SAID] = { "truc y el resto se dice antes de todo truc", "truc e o resto se diz antes de todo truc" },
    [RULE_NO_SIGNS] = { "aquí no se hacen señas: signs=off, o nadie tiene compañero en esta mano",
                        "aqui não se fazem sinais: signs=off, ou ninguém tem parceiro nesta mão" },
    [RULE_SIGNS_FIRST] = { "es la ronda de señas: pasa, con señas o sin ellas",
                           "é a rodada de sinais: passe, com sinais ou sem" },
    [RULE_SIGN_WORD] = { "esa seña no existe en esta variante", "esse sinal não existe nesta variante" },
    [RULE_SIGN_PARTNER] = { "una seña es para un compañero que juega esta mano",
                            "um sinal é para um parceiro que joga esta mão" },
    [RULE_SIGN_CAPTAIN] = { "solo el capitán, el asiento del medio de un lado, hace esa seña",
                            "só o capitão, o assento do meio de um lado, faz esse sinal" },
    [RULE_SIGNS_DECISION] = { "tantas señas a la vez no se permiten (signs_per_decision)",
                              "tantos sinais de uma vez não são permitidos (signs_per_decision)" },
    [RULE_SIGNS_HAND] = { "serían más señas de las que un asiento tiene en una mano (signs_per_hand)",
                          "seriam mais sinais do que um assento tem em uma mão (signs_per_hand)" },
    [RULE_DISCARD_FIRST] = { "el gallo primero descarta una de sus cuatro cartas",
                             "o gallo primeiro descarta uma das suas quatro cartas" },
};
enum { REASONS = sizeof reasons / sizeof *reasons };

static const char *in_words(const char *english, const struct other *o)
{
    return o->spanish ? tongue(english, o->spanish, o->portuguese) : english;
}

const char *refusal_words(enum rule_error e)
{
    const char *english = rule_error_text(e);
    if (e == RULE_OK)
        return tongue("that may be said: choose it in the menu", "eso se puede decir: está en el menú",
                      "isso pode ser dito: está no menu");
    return (unsigned)e < REASONS ? in_words(english, &reasons[e]) : english;
}

const char *refusal_said(const char *english)
{
    for (unsigned e = 1; e < REASONS; e++)
        if (strcmp(english, rule_error_text((enum rule_error)e)) == 0)
            return refusal_words((enum rule_error)e);
    return english;
}
