/* jail_copy: files from below one folder to below another, at the same paths.
 *
 * Paths begin with a slash and are looked up beneath the folder that a descriptor stands for, with openat2(2): no symbolic
 * link is followed, neither where a path comes from nor where it goes to. */
#ifndef FIEL_JAIL_COPY_H
#define FIEL_JAIL_COPY_H

#include <stdbool.h>
#include <stdint.h>

/* `path` beneath `folder` with these flags of open(2); "" and "/" are the folder itself.  With O_PATH the last name may be a link,
 * which is what is opened.  -1 and errno. */
int open_beneath(int folder, const char *path, uint64_t flags);
/* Makes every folder on the way to `path` beneath `top` and opens the last but one; where in `path` the last name begins is in
 * *name.  -1 and errno: some of the folders may have been made. */
int open_parent(int top, const char *path, const char **name);
/* The folder that `path` lies in, which is there; else -1 and errno. */
int open_source(int top, const char *path);
/* Copies a plain file; another kind is left out, and one that is not there or may not be read.  -1 and errno: the copy is not whole. */
int copy_plain(int from_folder, const char *name, int to_folder);
/* Copies a file, a link as a link, or a folder (`deep`: with all that is below it) with modes and times; a folder that is
 * there already gets what it has not.  What is not there, may not be read or is neither of these is left out.  -1 and errno:
 * the copy is not whole. */
int copy_path(int from_top, int to_top, const char *path, bool deep);

#endif
