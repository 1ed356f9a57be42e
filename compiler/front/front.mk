FRONT_SRCS := compiler/rgc.c compiler/front/arena.c compiler/front/diag.c compiler/front/render.c compiler/front/lexer.c \
  compiler/front/parser.c compiler/front/include.c compiler/front/parse_expr.c compiler/front/parse_stmt.c \
  compiler/front/types.c compiler/front/convert.c compiler/front/expr.c compiler/front/fold.c compiler/front/builtins.c compiler/front/scope.c \
  compiler/front/alias.c compiler/front/invert.c compiler/front/stmt.c compiler/front/calls.c compiler/front/instructions.c compiler/front/own.c compiler/front/own_type.c compiler/front/reduce.c compiler/front/heavy.c compiler/front/keywords.c compiler/front/arrays_in_structs.c compiler/front/program.c compiler/front/split.c compiler/front/arrays.c \
  compiler/front/tree.c compiler/front/views.c compiler/front/broadcast.c compiler/front/lens.c compiler/front/slices.c compiler/front/spellings.c \
  compiler/front/function_args.c compiler/front/broadcast_tuples.c compiler/front/log_field.c \
  compiler/front/each.c compiler/front/stacks.c compiler/front/tables.c compiler/front/expand.c compiler/front/bank.c
FRONT_SRCS += compiler/front/source_print.c compiler/front/habits.c
FRONT_SRCS += compiler/front/output.c
FRONT_SRCS += compiler/front/graph.c compiler/front/graph_print.c
FRONT_SRCS += compiler/front/compound.c compiler/front/typeexpr.c compiler/front/place.c compiler/front/fieldview.c compiler/front/values.c \
  compiler/front/complex.c compiler/front/compound_stmt.c compiler/front/parse_type.c compiler/front/tuple_loops.c
FRONT_SRCS += compiler/front/multi.c
FRONT_SRCS += compiler/functional/parse.c compiler/functional/type.c compiler/functional/build.c compiler/functional/build_array.c \
  compiler/functional/fuse.c compiler/functional/lower.c compiler/functional/lower_steps.c compiler/functional/functional.c compiler/functional/print.c
