// data_memory.h: a word of data memory inside a Verilated rg_top, whether it is one memory with the
// ports of all or banks (rtl/mem/rg_data.v). Which names the model has decides.
#ifndef RG_DATA_MEMORY_H
#define RG_DATA_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "isa/banks.h"

namespace data_memory
{

// A word of XLEN bits, sign-extended; false where there is none.
template <class Words> bool word_in(const Words *words, uint32_t row, int64_t &word)
{
    using Word = std::remove_cv_t<std::remove_reference_t<decltype(words->m_storage[0])>>;
    if (row >= std::size(words->m_storage))
        return false;
    word = static_cast<std::make_signed_t<Word>>(words->m_storage[row]);
    return true;
}
inline bool word_in(std::nullptr_t, uint32_t, int64_t &) { return false; }

// A pointer to what stands at a path, or nullptr where the model has no such name.
#define RG_PLACE(name, path)                                                                       \
    template <class Root> auto name(const Root &root, int)->decltype(&root.path)                   \
    {                                                                                              \
        return &root.path;                                                                         \
    }                                                                                              \
    template <class Root> std::nullptr_t name(const Root &, long) { return nullptr; }

#define RG_BANK(memory, path, n)                                                                   \
    RG_PLACE(                                                                                      \
        memory##_##n,                                                                              \
        path##__DOT__banked__DOT__banks__DOT__macros__BRA__##n##__KET____DOT__bank__DOT__words)
#define RG_CASE(memory, path, n)                                                                   \
    case n: return word_in(memory##_##n(root, 0), row, word);
// clang-format off
#define RG_TEN_BANKS(X, m, p, t) \
    X(m, p, t##0) X(m, p, t##1) X(m, p, t##2) X(m, p, t##3) X(m, p, t##4) \
    X(m, p, t##5) X(m, p, t##6) X(m, p, t##7) X(m, p, t##8) X(m, p, t##9)
#define RG_EACH_BANK(X, m, p) \
    X(m, p, 0) X(m, p, 1) X(m, p, 2) X(m, p, 3) X(m, p, 4) \
    X(m, p, 5) X(m, p, 6) X(m, p, 7) X(m, p, 8) X(m, p, 9) \
    RG_TEN_BANKS(X, m, p, 1) RG_TEN_BANKS(X, m, p, 2) RG_TEN_BANKS(X, m, p, 3) RG_TEN_BANKS(X, m, p, 4) \
    RG_TEN_BANKS(X, m, p, 5) RG_TEN_BANKS(X, m, p, 6) RG_TEN_BANKS(X, m, p, 7) RG_TEN_BANKS(X, m, p, 8) \
    RG_TEN_BANKS(X, m, p, 9) RG_TEN_BANKS(X, m, p, 10) RG_TEN_BANKS(X, m, p, 11) RG_TEN_BANKS(X, m, p, 12) \
    RG_TEN_BANKS(X, m, p, 13) RG_TEN_BANKS(X, m, p, 14) RG_TEN_BANKS(X, m, p, 15) RG_TEN_BANKS(X, m, p, 16) \
    RG_TEN_BANKS(X, m, p, 17) RG_TEN_BANKS(X, m, p, 18) RG_TEN_BANKS(X, m, p, 19) RG_TEN_BANKS(X, m, p, 20) \
    RG_TEN_BANKS(X, m, p, 21) RG_TEN_BANKS(X, m, p, 22) RG_TEN_BANKS(X, m, p, 23) RG_TEN_BANKS(X, m, p, 24) \
    X(m, p, 250) X(m, p, 251) X(m, p, 252) X(m, p, 253) X(m, p, 254) X(m, p, 255)
// clang-format on

// The function memory(root, index, word): false where there is no such word.
#define RG_MEMORY(memory, path)                                                                    \
    RG_PLACE(memory##_ports, path##__DOT__ports__DOT__words)                                       \
    RG_EACH_BANK(RG_BANK, memory, path)                                                            \
    template <class Root> bool memory(const Root &root, uint32_t index, int64_t &word)             \
    {                                                                                              \
        constexpr auto there = [](auto place) {                                                    \
            return !std::is_same_v<decltype(place), std::nullptr_t>;                               \
        };                                                                                         \
        const unsigned banks = there(memory##_255(root, 0))   ? 256                                \
                               : there(memory##_127(root, 0)) ? 128                                \
                               : there(memory##_63(root, 0))  ? 64                                 \
                               : there(memory##_15(root, 0))  ? 16                                 \
                               : there(memory##_3(root, 0))   ? 4                                  \
                                                              : 0;                                   \
        if (banks == 0)                                                                            \
            return word_in(memory##_ports(root, 0), index, word);                                  \
        const uint32_t row = index / banks;                                                        \
        switch (rg_bank_of(index, banks)) {                                                        \
            RG_EACH_BANK(RG_CASE, memory, path)                                                    \
        default: return false;                                                                     \
        }                                                                                          \
    }

RG_MEMORY(values, rg_top__DOT__core__DOT__value_bank)
RG_MEMORY(gradients, rg_top__DOT__core__DOT__gradient_bank)
RG_MEMORY(tangents, rg_top__DOT__core__DOT__tangent_banks__DOT__carried__DOT__tangent_bank)
RG_MEMORY(gradient_tangents,
          rg_top__DOT__core__DOT__tangent_banks__DOT__carried__DOT__gradient_bank)

// The registers of tangents: the same where there are some.
#define RG_FILE(name, path)                                                                        \
    RG_PLACE(name##_place, path)                                                                   \
    template <class Root> bool name(const Root &root, uint32_t index, int64_t &word)               \
    {                                                                                              \
        return word_in(name##_place(root, 0), index, word);                                        \
    }
RG_FILE(register_tangents,
        rg_top__DOT__core__DOT__tangent_banks__DOT__carried__DOT__registers__DOT__values)
RG_FILE(register_gradient_tangents,
        rg_top__DOT__core__DOT__tangent_banks__DOT__carried__DOT__registers__DOT__gradients)

// Their accumulator and its gradient
RG_PLACE(wide_tangents, rg_top__DOT__tw)
RG_PLACE(wide_gradient_tangents, rg_top__DOT__tgw)
// And what they moved
RG_PLACE(tangent_reads, rg_top__DOT__tan_reads)
RG_PLACE(tangent_writes, rg_top__DOT__tan_writes)

#undef RG_FILE
#undef RG_PLACE
#undef RG_BANK
#undef RG_CASE
#undef RG_EACH_BANK
#undef RG_TEN_BANKS
#undef RG_MEMORY

} // namespace data_memory

#endif
