/* build_tree: a folder with all that is below it as a stream of bytes, and back.
 *
 * For every entry, a folder before what is in it:
 *   u8 'd' folder, 'f' file, 'x' file that may be executed | u16be length of the path | path | u64be size | bytes
 * and at last u8 'e'.  Nothing else is ever in it: no links, owners, times or other modes. */
#ifndef FIEL_BUILD_TREE_H
#define FIEL_BUILD_TREE_H

#include <stdbool.h>
#include <stdint.h>

enum { TREE_PATH = 1000, TREE_WHY = 200 };

struct tree_limits {
    uint64_t bytes;
    uint32_t entries;
};

/* Writes what is below `folder` to `to`.  `follow`: a link is sent as the file that it leads to; else it is left out, like
 * everything that is neither file nor folder.  -1 and a sentence. */
int tree_send(const char *folder, int to, bool follow, char why[TREE_WHY]);
/* Makes what comes from `from` below `folder`, which is there and empty.  Believes nothing: a path that climbs, an entry that is
 * there already, more than the limits are -1 and a sentence; what was made so far stays. */
int tree_take(int from, const char *folder, const struct tree_limits *most, char why[TREE_WHY]);
/* Removes a folder and all below it, also what was locked against us.  What cannot be removed stays. */
void tree_remove(const char *folder);

#endif
