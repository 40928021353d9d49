/* signals: those that ask a program for an end come through a descriptor. */
#ifndef FIEL_SIGNALS_H
#define FIEL_SIGNALS_H

/* A signalfd of SIGINT, SIGTERM, SIGHUP and those of `more`, which ends with 0: non-blocking, closed at exec; from now on
 * they are blocked otherwise.  -1 and errno. */
int signals_open(const int *more);

#endif
