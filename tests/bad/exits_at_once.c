/* exits_at_once: a program that ends before it said anything. */
int main(void) { return 0; }
