/* terminal: see terminal.h.  Plain ANSI sequences, which every terminal of today knows. */
#include "terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/screen.h"

enum { CTRL_C = 3, CTRL_D = 4, ESCAPE = 27, ESCAPE_MS = 30 /* an arrow's bytes come together */ };

static const char enter_screen[] = "\033[?1049h\033[2J\033[H";

static struct termios before;
static bool paper;
static volatile sig_atomic_t opened, interrupts, resized, hung_up;

static void give_back(void)
{
    if (!opened)
        return;
    opened = 0;
    ssize_t n = paper ? 0 : write(STDOUT_FILENO, SCREEN_LEAVE, sizeof SCREEN_LEAVE - 1);
    (void)n; /* the terminal is gone: so is its screen */
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

static void ended(int signal)
{
    give_back();
    _exit(128 + signal);
}

/* Once is a question that is asked when a key is waited for next; a caller that cannot wait for that asks again. */
static void interrupted(int signal)
{
    interrupts = interrupts + 1;
    if (interrupts > 1)
        ended(signal);
}

static void hang_up(int signal)
{
    (void)signal;
    hung_up = 1;
}

static void size_changed(int signal)
{
    (void)signal;
    resized = 1;
}

static void listen_to(int signal, void (*what)(int))
{
    struct sigaction a = { .sa_handler = what };
    sigemptyset(&a.sa_mask);
    sigaction(signal, &a, NULL);
}

int terminal_open(void)
{
    struct termios raw;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0)
        return -1;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = raw.c_cc[VQUIT] = _POSIX_VDISABLE; /* the clock would run on, and the screen stay as it is */
    opened = 1;
    paper = screen_paper();
    listen_to(SIGINT, interrupted);
    listen_to(SIGTERM, ended);
    listen_to(SIGWINCH, size_changed);
    listen_to(SIGHUP, hang_up);
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0)
        return -1;
    if (!paper)
        fputs(enter_screen, stdout);
    fflush(stdout);
    return 0;
}

void terminal_close(void) { give_back(); }

void terminal_size(int *rows, int *columns)
{
    struct winsize w;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row && w.ws_col;
    *rows = known ? w.ws_row : 24;
    *columns = known ? w.ws_col : 80;
}

/* One byte: 1; 0 none within the time; -1 never again; -2 a signal came.  Signals arrive while it waits and not between
 * the look at their marks and that, so that none is missed. */
static int read_byte(unsigned char *byte, int milliseconds)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
    sigset_t held, old;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGHUP);
    sigprocmask(SIG_BLOCK, &held, &old);
    int n = interrupts || resized || hung_up ? -1 : ppoll(&p, 1, &time, &old);
    sigprocmask(SIG_SETMASK, &old, NULL);
    if (n < 0)
        return -2;
    if (n == 0)
        return 0;
    ssize_t got = read(STDIN_FILENO, byte, 1);
    return got == 1 ? 1 : got < 0 && (errno == EINTR || errno == EAGAIN) ? -2 : -1;
}

/* An arrow or the like: nothing here answers to one, so all of it is dropped. */
static int drop_sequence(void)
{
    unsigned char byte;
    if (read_byte(&byte, ESCAPE_MS) != 1)
        return KEY_ESCAPE;
    bool longer = byte == '[' || byte == 'O';
    while (longer && read_byte(&byte, ESCAPE_MS) == 1 && !(byte >= 0x40 && byte <= 0x7e))
        ;
    return KEY_NONE;
}

int terminal_key(int milliseconds)
{
    unsigned char byte;
    switch (read_byte(&byte, milliseconds)) {
    case 0: return KEY_NONE;
    case -1: return KEY_END;
    case -2:
        if (hung_up)
            return KEY_END;
        if (interrupts) {
            interrupts = 0;
            return KEY_LEAVE;
        }
        if (!resized)
            return KEY_NONE;
        resized = 0;
        return KEY_RESIZED;
    default: break;
    }
    switch (byte) {
    case CTRL_C: return KEY_LEAVE;
    case CTRL_D: return KEY_END;
    case ESCAPE: return drop_sequence();
    case '\r':
    case '\n': return KEY_ENTER;
    case 8:
    case 127: return KEY_ERASE;
    default: return byte;
    }
}
