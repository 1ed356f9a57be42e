/* object_format.h: the layout of the private sections, shared by writer and reader.
 *
 * All numbers little endian. A string is a 32-bit length and its bytes, without a zero.
 *   .rg.config  u32 version, u32 xlen, u32 frac; for a machine with FLOAT also u32 wide
 *   .rg.lines   one record of 16 bytes for each word: u32 file, u32 line, u32 column, u16 role, u16
 * name .rg.files   u32 count, strings .rg.names   u32 count, strings .rg.texts   u32 count,
 * strings: see rg_object.texts; may be missing .rg.sigs    u32 count, then for each routine: string
 * name, u32 entry, u32 begin, u32 end, u32 exported, u32 params, and for each parameter: string
 * name, string levels, u32 base, u32 rank, u32 reg, u32 keyword, u32 kept, u32 has_default, u64
 * default. At the end stand string tile, string tile_why, u32 tile_file,
 * u32 tile_line, u32 tile_column. */
/* .rg.places  one record of 24 bytes for each rg_place. It may be missing. The fields are u32
 * begin, u32 end, i32 at, u16 name. Then one byte each: what, kind, base, rank, a, b, reg, three of
 * 0. */
#ifndef RG_OBJECT_FORMAT_H
#define RG_OBJECT_FORMAT_H

#define RG_OBJECT_MACHINE 0x5247
#define RG_OBJECT_VERSION 5
#define RG_PARAM_REQUIRED 2u /* in has_default: there is none, and the host must set it */
#define RG_LINE_SIZE 16
#define RG_PLACE_SIZE 24
#define RG_LINE_REVERSIBLE 0x8000u     /* set in the role of a line: rg_line.reversible */
#define RG_OBJECT_MAX_WORDS (1u << 24) /* the reach of the program counter */

#endif
