// The floor of a process start.
int main(void) { return 0; }
