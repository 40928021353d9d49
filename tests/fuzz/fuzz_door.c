/* fuzz_door: any bytes as a message between a bot and the door, of either direction, and true ones with bytes changed
 * (first byte 128 and up: its low bits name the message).
 *
 * What must hold: what is read packs to the same bytes, and only canonical bytes are read. */
#include "fuzz.h"

#include "wire/lobby.h"
#include "wire/strict.h"

static const uint8_t types[] = {
#define X(name, number, who, fields) number,
    LOBBY_MESSAGES(X)
#undef X
};

static void read_as(const uint8_t *bytes, size_t size, enum direction d)
{
    struct lobby_msg m;
    uint8_t again[LOBBY_BYTES];
    if (lobby_read(bytes, size, d, &m) != WIRE_OK)
        return;
    expect(strict_check(bytes, size) == WIRE_OK, "a message is read that is not canonical");
    expect(lobby_pack(&m, again) == size && memcmp(again, bytes, size) == 0, "a message packs to other bytes");
}

static size_t sample(unsigned which, uint8_t *out)
{
    struct lobby_msg m = { .type = (enum lobby_type)types[which % sizeof types],
                           .version = 1,
                           .role = ROLE_CUTS,
                           .reason = 4,
                           .waiting = 1,
                           .name = "ana",
                           .label = "m-17",
                           .endpoint = "tcp://host:9000",
                           .text = "knock again" };
    memset(m.key, 7, sizeof m.key);
    return lobby_pack(&m, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    uint8_t whole[LOBBY_BYTES];
    unsigned how = take(&b);
    size_t length = how >= 128 ? sample(how, whole) : (size_t)(b.end - b.at);
    uint8_t *bytes = how >= 128 ? changed(&b, whole, &length) : copy_of(b.at, length);
    read_as(bytes, length, FROM_BOT);
    read_as(bytes, length, FROM_ARBITER);
    free(bytes);
    return 0;
}
