void pinfold_placeholder(void) {}
