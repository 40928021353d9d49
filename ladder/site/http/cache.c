/* cache: a few dozen pieces under one lock. */
#include "cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/now.h"

struct piece {
    char key[CACHE_KEY]; /* "": free */
    char *text;
    size_t size;
    int64_t made_ms;
};

struct cache {
    pthread_mutex_t lock;
    int64_t aged_ms;
    struct piece piece[CACHE_PIECES];
};

struct cache *cache_make(void)
{
    struct cache *k = calloc(1, sizeof *k);
    if (k)
        pthread_mutex_init(&k->lock, NULL);
    return k;
}

void cache_free(struct cache *k)
{
    if (!k)
        return;
    for (size_t i = 0; i < CACHE_PIECES; i++)
        free(k->piece[i].text);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

bool cache_take(struct cache *k, const char *key, struct page *out)
{
    bool found = false;
    if (!k)
        return false;
    pthread_mutex_lock(&k->lock);
    int64_t oldest = now_ms() + k->aged_ms - CACHE_MS;
    for (size_t i = 0; i < CACHE_PIECES && !found; i++)
        if (!strcmp(k->piece[i].key, key) && k->piece[i].made_ms > oldest) {
            page_bytes(out, k->piece[i].text, k->piece[i].size);
            found = true;
        }
    pthread_mutex_unlock(&k->lock);
    return found;
}

/* The piece of this key, or the oldest. */
static struct piece *place_for(struct cache *k, const char *key)
{
    struct piece *best = &k->piece[0];
    for (size_t i = 0; i < CACHE_PIECES; i++) {
        if (!strcmp(k->piece[i].key, key))
            return &k->piece[i];
        if (k->piece[i].made_ms < best->made_ms)
            best = &k->piece[i];
    }
    return best;
}

void cache_put(struct cache *k, const char *key, const char *text, size_t size)
{
    char *copy = k && *key && strlen(key) < CACHE_KEY && size && size <= CACHE_MOST ? malloc(size) : NULL;
    if (!copy)
        return;
    memcpy(copy, text, size);
    pthread_mutex_lock(&k->lock);
    struct piece *p = place_for(k, key);
    char *before = p->text;
    *p = (struct piece){ .text = copy, .size = size, .made_ms = now_ms() + k->aged_ms };
    strcpy(p->key, key);
    pthread_mutex_unlock(&k->lock);
    free(before);
}

void cache_age(struct cache *k, int64_t ms)
{
    pthread_mutex_lock(&k->lock);
    k->aged_ms += ms;
    pthread_mutex_unlock(&k->lock);
}
