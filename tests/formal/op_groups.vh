// op_groups.vh: the instruction groups of the proofs; included where rg_isa.vh is.
  localparam G_INTEGER = 1, G_FIXED = 2, G_LOG = 3, G_MEMORY = 4, G_MOVE = 5, G_ROTATE = 6, G_BRANCH = 7, G_CALL = 8,
             G_LOOP = 9, G_CHECK = 10, G_SYSTEM = 11, G_WIDE = 12;

  function integer op_group(input [6:0] op);
    case (op_format(op))
      RG_FMT_U, RG_FMT_U1, RG_FMT_C:
        op_group = op_kind(op) == RG_KIND_FIX ? G_FIXED : op_kind(op) == RG_KIND_LOG ? G_LOG : G_INTEGER;
      RG_FMT_LD, RG_FMT_ST, RG_FMT_X, RG_FMT_M: op_group = op == RG_OP_CHKB ? G_CHECK : G_MEMORY;
      RG_FMT_RM: op_group = G_ROTATE;
      RG_FMT_MD: op_group = G_WIDE;
      RG_FMT_R2, RG_FMT_RB: op_group = op == RG_OP_WXCH ? G_WIDE : G_MOVE;
      RG_FMT_W, RG_FMT_WO: op_group = G_WIDE;
      RG_FMT_R3, RG_FMT_R2X: op_group = G_ROTATE;
      RG_FMT_R1:
        case (op)
          RG_OP_NEG, RG_OP_XGRAD:                     op_group = G_MOVE;
          RG_OP_ALLOC, RG_OP_FREE:                    op_group = G_CHECK;
          RG_OP_CALLX, RG_OP_UNCALLX, RG_OP_PORTAL:   op_group = G_CALL;
          RG_OP_OUT, RG_OP_OUTG:                      op_group = G_SYSTEM;
          default:                                    op_group = 0;
        endcase
      RG_FMT_BR: op_group = (op == RG_OP_FORTOP || op == RG_OP_FOREND) ? G_LOOP : G_BRANCH;
      RG_FMT_BI: op_group = G_BRANCH;
      RG_FMT_J:  op_group = (op == RG_OP_CALL || op == RG_OP_UNCALL) ? G_CALL : G_BRANCH;
      RG_FMT_AS: op_group = G_CHECK;
      RG_FMT_I, RG_FMT_N: op_group = G_SYSTEM;
      default:   op_group = 0;
    endcase
  endfunction

  // The instructions that docs/reference/isa.md marks as erasing in gradient mode.
  function erasing(input [6:0] op, input [2:0] umode);
    case (op_format(op))
      RG_FMT_U, RG_FMT_U1, RG_FMT_C, RG_FMT_LD, RG_FMT_ST, RG_FMT_WO:
        erasing = (umode == RG_MODE_SET || umode == RG_MODE_UNSET) && op_kind(op) != RG_KIND_INT;
      default:
        erasing = op == RG_OP_ALLOC || op == RG_OP_FREE || op == RG_OP_ALLOCM || op == RG_OP_FREEM;
    endcase
  endfunction
