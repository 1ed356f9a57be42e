/* codes.h: the numbers of DWARF 4 that are used here. */
#ifndef RG_DWARF_CODES_H
#define RG_DWARF_CODES_H

enum {
    TAG_ARRAY = 0x01,
    TAG_PARAMETER = 0x05,
    TAG_UNIT = 0x11,
    TAG_SUBRANGE = 0x21,
    TAG_BASE = 0x24,
    TAG_SUBPROGRAM = 0x2e,
    TAG_VARIABLE = 0x34
};
enum {
    AT_LOCATION = 0x02,
    AT_NAME = 0x03,
    AT_BYTE_SIZE = 0x0b,
    AT_STMT_LIST = 0x10,
    AT_LOW_PC = 0x11,
    AT_HIGH_PC = 0x12,
    AT_LANGUAGE = 0x13,
    AT_COMP_DIR = 0x1b,
    AT_LOWER_BOUND = 0x22,
    AT_PRODUCER = 0x25,
    AT_UPPER_BOUND = 0x2f,
    AT_DECL_FILE = 0x3a,
    AT_DECL_LINE = 0x3b,
    AT_ENCODING = 0x3e,
    AT_EXTERNAL = 0x3f,
    AT_FRAME_BASE = 0x40,
    AT_TYPE = 0x49,
    AT_RANGES = 0x55
};
enum {
    FORM_ADDR = 0x01,
    FORM_STRING = 0x08,
    FORM_DATA1 = 0x0b,
    FORM_UDATA = 0x0f,
    FORM_REF4 = 0x13,
    FORM_SEC_OFFSET = 0x17,
    FORM_EXPRLOC = 0x18,
    FORM_FLAG_PRESENT = 0x19
};
enum {
    OP_DEREF = 0x06,
    OP_CONST4U = 0x0c,
    OP_CONST8U = 0x0e,
    OP_AND = 0x1a,
    OP_MINUS = 0x1c,
    OP_PLUS = 0x22,
    OP_SHL = 0x24,
    OP_SHR = 0x25,
    OP_LIT0 = 0x30,
    OP_BREG0 = 0x70,
    OP_FBREG = 0x91,
    OP_PUSH_OBJECT_ADDRESS = 0x97
};
enum { ATE_BOOLEAN = 0x02, ATE_FLOAT = 0x04, ATE_SIGNED = 0x05 };
enum {
    LNS_COPY = 1,
    LNS_ADVANCE_PC = 2,
    LNS_ADVANCE_LINE = 3,
    LNS_SET_FILE = 4,
    LNS_OPCODES = 13,
    LNE_END_SEQUENCE = 1,
    LNE_SET_ADDRESS = 2
};
enum { CFA_OFFSET_EXTENDED = 0x05, CFA_UNDEFINED = 0x07, CFA_DEF_CFA = 0x0c };

#endif
