#if !__has_include(<flite/flite.h>)
#error "flite1-dev is missing: sudo apt install flite1-dev"
#endif
#include <flite/flite.h>

// flite1-dev ships no header for the entry points of its lexicon and its voices; flite's manual names them so.
cst_lexicon *cmu_lex_init(void);
cst_voice *register_cmu_us_slt(const char *voxdir);
