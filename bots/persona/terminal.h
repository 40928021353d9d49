/* terminal: the person's keyboard and screen.  There is one. */
#ifndef PERSONA_TERMINAL_H
#define PERSONA_TERMINAL_H

/* What terminal_key gives besides characters. */
enum key { KEY_NONE = 256, KEY_END, KEY_RESIZED, KEY_LEAVE, KEY_ENTER, KEY_ERASE, KEY_ESCAPE };

/* Takes the keyboard and an empty screen of its own; -1 when standard input and output are no terminal. */
int terminal_open(void);
/* Gives back what was there before; once is enough, more do no harm.  Also at a signal that ends the process. */
void terminal_close(void);

/* 24 rows of 80 columns where nobody knows. */
void terminal_size(int *rows, int *columns);

/* The next key; KEY_NONE when none came within so many milliseconds, KEY_END when none will come any more, also after a hang-up, KEY_LEAVE for
 * ctrl-C, which is noticed here and, when it comes twice elsewhere, ends the process. */
int terminal_key(int milliseconds);

#endif
