/* layout.h: source text laid out anew: blanks, indentation and empty lines change, and nothing
 * else. */
#ifndef FR_LAYOUT_H
#define FR_LAYOUT_H

#include "compiler/syntax/ast.h"

/* What a token is for the blanks around it. */
typedef enum {
    LAY_OPERAND, /* a name, a value, a closing bracket */
    LAY_WORD,    /* a keyword or a macro */
    LAY_PREFIX,  /* an operator before its only operand */
    LAY_SPACED,  /* an operator with a blank on both sides */
    LAY_TIGHT,   /* an operator without blanks */
    LAY_OPEN,    /* a bracket */
    LAY_CLOSE,
    LAY_SEPARATOR, /* a comma or a semicolon */
    LAY_LINE_END
} fr_lay_role;

typedef struct {
    fr_lay_role role;
    bool suffix;    /* an opening bracket directly behind what it belongs to: f(x), v[i], T{P} */
    bool opens;     /* a block: its 'end' closes it */
    bool closes;    /* 'end' of a block */
    bool middle;    /* 'else', 'elseif' */
    bool verbatim;  /* its text is printed when the program runs: blanks stay */
    bool continued; /* a line that starts here goes on with what the line before began */
} fr_lay_token;

/* One for each token; the program says where the definitions of @fn stand. */
fr_lay_token *fr_lay_roles(const fr_diags *d, const fr_program *program, uint32_t file,
                           const fr_token *tokens, size_t count);
/* The tokens of a file that was parsed without errors, as text, in the arena. */
const char *fr_lay_out(fr_diags *d, const fr_program *program, uint32_t file, size_t *size);
/* Whether two texts have the same tokens, the same blanks where a blank means something, and the
 * same comments. */
bool fr_lay_same(fr_diags *d, uint32_t before, uint32_t after);

/* The next comment of text[*at .. end), which holds blanks and comments alone; false: there is no
 * more. *at is behind it then. */
bool fr_lay_comment(const char *text, size_t end, size_t *at, size_t *start);

#endif
