/* result_banks.h: the numbers that a run leaves, by the bank that they stand in. */
#ifndef RG_RESULT_BANKS_H
#define RG_RESULT_BANKS_H

#include "host-driver/internal.h"

typedef enum {
    RG_BANK_VALUES,
    RG_BANK_GRADIENTS,
    RG_BANK_TANGENTS,
    RG_BANK_SECOND,
    RG_RESULT_BANKS
} rg_result_bank;

/* Whether the last run has numbers in that bank. */
bool rg_has_bank(const rgd_job *job, rg_result_bank bank);
/* The words of an argument in it; NULL where none were copied out. */
const int64_t *rg_bank_words(const rg_argument *argument, rg_result_bank bank);
/* Element k as a number. */
double rg_bank_number(const rgd_job *job, const rg_argument *argument, rg_result_bank bank,
                      size_t k);
/* Run the other job as the first ran last. */
rg_result rg_run_again(const rgd_job *job, rgd_job *other, rg_fault *fault);
/* The same with noise in the last bits of what words first .. end - 1 of the program round. */
bool rg_run_with_noise(const rgd_job *job, rgd_job *other, unsigned bits, size_t first, size_t end,
                       rg_fault *said);

#endif
