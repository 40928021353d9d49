/* fuzz_config: any bytes as the configuration file of a daemon (first byte below 128), and as an order in JSON.
 *
 * What must hold: every mistake has a sentence; an order that is accepted is written in a way that reads as the same. */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "serve/order.h"

static void heard(void *who, const char *sentence)
{
    unsigned *count = who;
    expect(sentence[0] != '\0' && strchr(sentence, '\n') == NULL, "a mistake is no sentence");
    (*count)++;
}

static void read_config(const uint8_t *bytes, size_t size)
{
    static struct config c;
    char path[64];
    unsigned told = 0;
    int fd = memfd_create("config", 0);
    expect(fd >= 0 && write(fd, bytes, size) == (ssize_t)size, "no file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    unsigned wrong = config_read(&c, path, heard, &told);
    expect(wrong == told, "mistakes are counted that nobody is told of");
    close(fd);
}

static void read_order(const uint8_t *bytes, size_t size)
{
    static struct config c;
    static struct order o, again;
    char why[ORDER_WHY] = "";
    json_auto_t *j = json_loadb((const char *)bytes, size, 0, NULL);
    config_defaults(&c, "/tmp");
    if (j == NULL)
        return;
    if (order_read(j, &c, &o, why) != 0) {
        expect(why[0] != '\0', "an order is refused without a sentence");
    } else {
        json_auto_t *written = order_json(&o);
        expect(order_read(written, &c, &again, why) == 0 && memcmp(&o, &again, sizeof o) == 0,
               "an order is written otherwise than it was read");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    uint8_t *bytes = copy_of(data + 1, size - 1);
    data[0] < 128 ? read_config(bytes, size - 1) : read_order(bytes, size - 1);
    free(bytes);
    return 0;
}
