/* Variants as text: presets, options, what a mistake is told. */
#include "support/rules_play.h"

#include "rules/signs.h"
#include "rules/values.h"

static void assert_wrong(const char *text, const char *why_part)
{
    struct rules r, before;
    char why[RULES_ERROR_TEXT] = "";
    memset(&r, 0x5a, sizeof r);
    before = r;
    assert_int_equal(rules_parse(text, &r, why), -1);
    assert_memory_equal(&r, &before, sizeof r);
    if (strstr(why, why_part) == NULL)
        fail_msg("\"%s\" is told \"%s\", without \"%s\"", text, why, why_part);
    assert_true(strlen(why) < RULES_ERROR_TEXT - 1);
}

TEST(mistakes)
{
    char long_word[600];
    memset(long_word, 'x', sizeof long_word);
    memcpy(long_word, "argentino,", 10);
    long_word[sizeof long_word - 1] = '\0';
    assert_wrong(long_word, "no option");
    assert_wrong("", "no preset");
    assert_wrong("argentno", "did you mean \"argentino\"");
    assert_wrong("Argentino", "did you mean \"argentino\"");
    assert_wrong("chess", "fiel rules lists them");
    assert_wrong("argentino,flro=on", "did you mean \"flor\"");
    assert_wrong("argentino,deck=clean",
                 "option \"deck\" means nothing in argentino: it is one of paulista, paulista-limpo");
    assert_wrong("argentino,envido=none", "option \"envido\" is what makes a preset");
    assert_wrong("argentino,flor", "no value \"\" for flor");
    assert_wrong("argentino,flor=yes", "allowed: off|on");
    assert_wrong("argentino,flor=o", "no value \"o\"");
    assert_wrong("argentino,falta_envido=leader_need", "did you mean \"leader_needs\"");
    assert_wrong("argentino,target=0", "allowed: 1-99");
    assert_wrong("argentino,target=100", "allowed: 1-99");
    assert_wrong("argentino,target=030", "no value \"030\"");
    assert_wrong("argentino,target=+3", "no value");
    assert_wrong("argentino,target=1e1", "no value");
    assert_wrong("argentino,", "no option \"\"");
    assert_wrong("argentino,,flor=on", "no option \"\"");
    assert_wrong("argentino,flor=on,", "no option \"\"");
    assert_wrong("argentino, flor=on", "no option \" flor\"");
    assert_wrong("argentino,hidden=never", "no option \"hidden\" in argentino");
    assert_wrong("paulista,hidden=nevr", "no value \"nevr\" for hidden; allowed: from_trick2|never|always");
    assert_wrong("paulista,hidden", "no value \"\" for hidden");
    assert_wrong("paulista,hidden=never,", "no option \"\"");
    assert_wrong("paulista,truco_in_ten=illegal", "no option \"truco_in_ten\" in paulista");
    assert_wrong("paulista,all_tied=moa", "no value \"moa\" for all_tied");
    assert_wrong("mineiro,deck=clean", "option \"deck\" means nothing in mineiro"); /* its manilhas would be missing */
    assert_wrong("paulista,ranks=fixed", "option \"ranks\" is what makes a preset");
    assert_wrong("paulist", "did you mean \"paulista\"");
}

/* Every value of every option goes round as text; the default is not written. */
TEST(values_go_round)
{
    char text[RULES_TEXT], back[RULES_TEXT], value[64], why[RULES_ERROR_TEXT];
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        for (unsigned k = 0; k < OPT_COUNT; k++)
            for (unsigned v = 0; v < 256 && option_in_preset((enum option)k, (enum preset)p); v++) {
                struct rules r, plain;
                option_value_text((enum option)k, v, value, sizeof value);
                snprintf(text, sizeof text, "%s,%s=%s", preset_rows[p].name, option_rows[k].name, value);
                if (value[0] == '\0' || rules_parse(text, &r, why) != 0)
                    continue; /* beyond the last value, or outside the range */
                assert_int_equal(r.opt[k], v);
                rules_preset(&plain, (enum preset)p);
                assert_string_equal(rules_text(&r, back), v == plain.opt[k] ? preset_rows[p].name : text);
            }
}

/* An option that a preset has not is refused with the reason: no other sentence comes out. */
TEST(refused_options)
{
    char text[RULES_TEXT], value[64], why[RULES_ERROR_TEXT];
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        for (unsigned k = 0; k < OPT_COUNT; k++) {
            struct rules r;
            if (option_in_preset((enum option)k, (enum preset)p))
                continue;
            option_value_text((enum option)k, option_rows[k].number, value, sizeof value);
            snprintf(text, sizeof text, "%s,%s=%s", preset_rows[p].name, option_rows[k].name, value);
            assert_int_equal(rules_parse(text, &r, why), -1);
            assert_true(strlen(why) < RULES_ERROR_TEXT - 1);
            assert_true(strstr(why, "means nothing in") != NULL || strstr(why, "is what makes a preset") != NULL);
        }
}

/* The longest text of all fits. */
TEST(longest_text)
{
    for (unsigned p = 0; p < PRESET_COUNT; p++) {
        struct rules r, back;
        char text[RULES_TEXT], value[64], why[RULES_ERROR_TEXT];
        rules_preset(&r, (enum preset)p);
        for (unsigned k = 0; k < OPT_COUNT; k++) {
            option_value_text((enum option)k, r.opt[k] + 1u, value, sizeof value);
            if (option_in_preset((enum option)k, (enum preset)p) && value[0] != '\0')
                r.opt[k]++;
        }
        rules_text(&r, text);
        assert_true(strlen(text) < RULES_TEXT - 1);
        assert_int_equal(rules_parse(text, &back, why), 0);
        assert_memory_equal(&r, &back, sizeof r);
    }
}

/* A second name sets what it stands for, and the canonical text names that. */
TEST(second_names)
{
    char text[RULES_TEXT], canonical[RULES_TEXT], expected[RULES_TEXT], why[RULES_ERROR_TEXT];
    for (size_t i = 0; i < ALIAS_COUNT; i++)
        for (unsigned p = 0; p < PRESET_COUNT; p++) {
            struct rules r, plain;
            const struct alias_row *a = &alias_rows[i];
            bool known = strchr(a->presets, preset_rows[p].letter) != NULL;
            snprintf(text, sizeof text, "%s,%s=%s", preset_rows[p].name, a->name, a->value);
            assert_int_equal(rules_parse(text, &r, why), known ? 0 : -1);
            snprintf(text, sizeof text, "%s,%s", preset_rows[p].name, a->meaning);
            if (!known)
                continue;
            assert_int_equal(rules_parse(text, &plain, why), 0);
            assert_string_equal(rules_text(&r, canonical), rules_text(&plain, expected));
        }
    struct rules r;
    assert_int_equal(rules_parse("paulista,hidden=never", &r, why), 0);
    assert_string_equal(rules_text(&r, text), "paulista,face_down=forbidden");
}

TEST(presets)
{
    struct rules r;
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse("argentino", &r, why), 0);
    assert_int_equal(r.opt[OPT_FLOR], OFF);
    assert_int_equal(r.opt[OPT_TARGET], 30);
    assert_int_equal(r.opt[OPT_CHICOS], 2);
    assert_int_equal(rules_parse("argentino-flor,target=15,target=18", &r, why), 0);
    assert_int_equal(r.opt[OPT_FLOR], ON);
    assert_int_equal(r.opt[OPT_TARGET], 18); /* the last one counts */
    assert_int_equal(rules_parse("paulista-limpo", &r, why), 0);
    assert_int_equal(r.opt[OPT_DECK], DECK_CLEAN);
    assert_int_equal(r.opt[OPT_RANKS], RANKS_MANILHA);
    assert_int_equal(r.opt[OPT_TARGET], 12);
    assert_int_equal(r.opt[OPT_CHICOS], 1);
    assert_int_equal(rules_parse("mineiro", &r, why), 0);
    assert_int_equal(r.opt[OPT_RANKS], RANKS_MINEIRO);
    assert_int_equal(r.opt[OPT_ENVIDO], ENVIDO_NONE);
    assert_int_equal(r.opt[OPT_PICA], PICA_OFF);
}

/* The constants of values.h stand in the order of the table. */
TEST(constants)
{
    static const struct {
        enum option option;
        unsigned value;
        const char *text;
    } cases[] = {
        { OPT_END_CHECK, END_OF_HAND, "end_of_hand" },
        { OPT_ALL_TIED, ALL_TIED_DEALER, "dealer" },
        { OPT_TIE_LEAD, TIE_LEAD_TRICK_LEADER, "trick_leader" },
        { OPT_TIE_LEAD, TIE_LEAD_FIRST_TIED, "first_tied" },
        { OPT_TIE_LEAD, TIE_LEAD_LAST_TIED, "last_tied" },
        { OPT_PARTNER_TIE, PARTNER_TIE_SPOILED, "spoiled" },
        { OPT_PARTNER_TIE_LEAD, PARTNER_TIE_LEAD_LAST, "last" },
        { OPT_FACE_DOWN, FACE_DOWN_FORBIDDEN, "forbidden" },
        { OPT_FACE_DOWN_FIRST, FACE_DOWN_FIRST_NO, "no" },
        { OPT_TRUCO_TURN, TRUCO_ANY_TIME, "any_time" },
        { OPT_IMPLICIT_QUIERO, ON, "on" },
        { OPT_QUIERO_MAZO, ON, "on" },
        { OPT_FLOR, ON, "on" },
        { OPT_DECK, DECK_CLEAN, "clean" },
        { OPT_RANKS, RANKS_MUESTRA, "muestra" },
        { OPT_RANKS, RANKS_VIRA, "vira" },
        { OPT_RANKS, RANKS_MANILHA, "manilha" },
        { OPT_RANKS, RANKS_MINEIRO, "mineiro" },
        { OPT_NAMES, NAMES_FRENCH, "french" },
        { OPT_RAISE_CAP, RAISE_CAP_NEEDED, "needed" },
        { OPT_CONCEDE, CONCEDE_NO, "no" },
        { OPT_ELEVEN, ELEVEN_LOSES_HAND, "loses_hand" },
        { OPT_ELEVEN, ELEVEN_LOSES_GAME, "loses_game" },
        { OPT_ELEVEN_VIEW, ELEVEN_VIEW_BOTH, "both" },
        { OPT_FERRO_BLIND, FERRO_BLIND, "yes" },
        { OPT_TEN_RUN, TEN_RUN_1, "1" },
        { OPT_PICA, PICA_OFF, "off" },
        { OPT_PICA_START, PICA_START_5, "5" },
        { OPT_PICA_END, PICA_END_20, "20" },
        { OPT_PICA_END, PICA_END_15, "15" },
        { OPT_PICA_CAP, PICA_CAP_6, "6" },
        { OPT_PICA_REDEAL, PICA_REDEAL_YES, "yes" },
        { OPT_TABLE_SIZES, SIZES_2_4, "2-4" },
        { OPT_FLOR_TABLE, FLOR_SEED004, "seed004" },
        { OPT_RESTO, RESTO_LOSER_NEEDS, "loser_needs" },
        { OPT_GA_QUIERO, GA_QUIERO_PER_FLOR, "per_flor" },
        { OPT_FLOR_ENDS, FLOR_ENDS_TRICK, "trick" },
        { OPT_FLOR_ENDS, FLOR_ENDS_HAND, "hand" },
        { OPT_MAZO_SCOPE, MAZO_TEAM, "team" },
        { OPT_MAZO_OPEN_ENVIDO, MAZO_OPEN_2, "2" },
        { OPT_MAZO_OPEN_ENVIDO, MAZO_OPEN_FORBIDDEN, "forbidden_for_mano" },
        { OPT_ENVIDO, ENVIDO_NONE, "none" },
        { OPT_ENVIDO_CHAIN, CHAIN_STRICT, "strict" },
        { OPT_ENVIDO_CHAIN, CHAIN_FREE, "free" },
        { OPT_FALTA_ENVIDO, FALTA_LOSER_NEEDS, "loser_needs" },
        { OPT_FALTA_ENVIDO, FALTA_WINNER_TAKES_GAME, "winner_takes_game" },
        { OPT_FALTA_ENVIDO, FALTA_MALAS_BUENAS, "malas_buenas" },
        { OPT_ENVIDO_OVER_TRUCO, OVER_TRUCO_CANCEL, "cancel" },
        { OPT_ENVIDO_CALLERS, CALLERS_PIES, "pies" },
        { OPT_TRUCO_FORFEITS, FORFEITS_TEAM, "team" },
        { OPT_ENVIDO_TIE, ENVIDO_TIE_DECLARATION, "declaration" },
        { OPT_ENVIDO_TIE, ENVIDO_TIE_MANO_TEAM, "mano_team" },
        { OPT_DECLARE, DECLARE_AUTO, "auto" },
        { OPT_SON_BUENAS, SON_BUENAS_PLAYER, "player" },
        { OPT_FLOR_POLICY, FLOR_MANUAL_SEED002, "manual_seed002" },
        { OPT_FLOR_POLICY, FLOR_MANUAL_SEED003, "manual_seed003" },
        { OPT_FLOR_POLICY, FLOR_OPTIONAL, "optional" },
        { OPT_FLOR_TIMING, FLOR_HAND_START, "hand_start" },
        { OPT_FLOR_TABLE, FLOR_PER_FLOR, "per_flor" },
        { OPT_FLOR_TABLE, FLOR_MODERN, "modern" },
        { OPT_RESTO, RESTO_LEADER, "leader" },
        { OPT_RESTO, RESTO_WINNER_TAKES_GAME, "winner_takes_game" },
        { OPT_SPEAKER, SPEAKER_CAPTAIN, "captain" },
    };
    char value[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(option_value_text(cases[i].option, cases[i].value, value, sizeof value), cases[i].text);
}

/* Each row is complete: a name of its own, a meaning, a source, presets that exist. */
TEST(rows)
{
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        assert_true(option_rows[k].name[0] && option_rows[k].meaning[0] && option_rows[k].source[0] &&
                    option_rows[k].values[0]);
        assert_int_equal(strspn(option_rows[k].presets, "afuvplmgt"), strlen(option_rows[k].presets));
        for (unsigned j = 0; j < k; j++)
            assert_string_not_equal(option_rows[k].name, option_rows[j].name);
    }
}

/* RULES.md has every option that a preset knows, with all its values in their order, and a number's default. */
TEST(document)
{
    static char text[1 << 17];
    FILE *f = fopen("spec/RULES.md", "r");
    if (f == NULL)
        fail_msg("spec/RULES.md: run the tests from the root of the project");
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        const struct option_row *row = &option_rows[k];
        bool number = row->values[0] == '#';
        char wanted[160];
        int n = snprintf(wanted, sizeof wanted, "`%s=%s`%s", row->name, row->values + number, number ? " (" : "");
        const char *at = strstr(text, wanted);
        if (*row->presets && (at == NULL || (number && atoi(at + n) != row->number)))
            fail_msg("spec/RULES.md does not say %s%d", wanted, row->number);
    }
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        assert_non_null(strstr(text, preset_rows[p].name));
    for (unsigned word = 1; word <= SIGN_LAST; word++) {
        char quoted[32];
        snprintf(quoted, sizeof quoted, "`%s`", sign_text(word));
        if (strstr(text, quoted) == NULL)
            fail_msg("spec/RULES.md lacks the sign %s", quoted);
    }
}

/* Words that mean what is open. */
TEST(answers)
{
    struct position pos = lay("argentino-flor", 0, 0, 0, "7c 6c 5c / 4e 3e 2e");
    struct action a = { 99, 99 };
    static const char *const bad[] = { "",        "play",       "play ", "play 8e",     "play-down",  "playdown 7e",
                                       "truco ",  " truco",     "Truco", "pido-flor 9", "pido-flora", "pido-flor 12",
                                       "quiero!", "contra flor" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(action_parse(&pos.open, bad[i], &a), RULE_NOT_A_WORD);
    assert_int_equal(action_code(a), 99 * 256 + 99);
    say(&pos, "1 contraflor");
    assert_int_equal(action_parse(&pos.open, "accept", &a), RULE_OK);
    assert_int_equal(a.kind, ACT_CON_FLOR_QUIERO);
    assert_int_equal(action_parse(&pos.open, "no-quiero", &a), RULE_OK);
    assert_int_equal(a.kind, ACT_CON_FLOR_ACHICO);
    say(&pos, "0 con-flor-me-achico, 0 truco");
    assert_int_equal(action_parse(&pos.open, "refuse", &a), RULE_OK);
    assert_int_equal(a.kind, ACT_NO_QUIERO);
    assert_int_equal(action_parse(&pos.open, "raise", &a), RULE_OK);
    assert_int_equal(action_code(a), ACT_RAISE * 256 + 2);
    assert_int_equal(action_parse(&pos.open, "pido-flor", &a), RULE_OK);
    assert_int_equal(action_code(a), ACT_PIDO_FLOR * 256 + 0);
}
