#include <flite/flite.h>

// flite1-dev ships no header for its lexicon's entry point.
cst_lexicon *cmu_lex_init(void);
