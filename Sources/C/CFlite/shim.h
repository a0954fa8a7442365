#if !__has_include(<flite/flite.h>)
#error "flite1-dev is missing: sudo apt install flite1-dev"
#endif
#include <flite/flite.h>

// flite1-dev ships no header for the entry point of its lexicon; flite's manual names it so.
cst_lexicon *cmu_lex_init(void);
