/* layout.c: placing the arguments of a job in data memory (docs/reference/abi.md), and taking
 * results apart.
 */
#include "host-driver/internal.h"
#include "isa/signature.h"

#include <stdlib.h>
#include <string.h>

/* The least stack that a routine can do anything with. */
enum { LEAST_STACK = 64 };

static bool is_active(const rg_argument *argument)
{
    return argument->number == RG_NUMBER_FIXED || argument->number == RG_NUMBER_LOG;
}

const rg_routine *rg_layout_routine(const rgd_job *job)
{
    return job->forth && job->command == RG_COMMAND_GRADIENT ? job->forth : job->routine;
}

static size_t slot_of(const rgd_job *job, size_t index)
{
    const unsigned reg = rg_layout_routine(job)->params[index].reg;
    return reg ? RG_MAILBOX_ARG1 + reg - 1 : job->layout.stack + (index - RG_REGISTER_PARAMETERS);
}

bool rg_layout_listed(const rgd_job *job, const rg_argument *argument, bool gradients)
{
    const bool differentiated = job->seed.in == argument && !gradients;
    return argument->count > 0 && (!gradients || is_active(argument))
           && (job->choosy ? argument->wanted || differentiated
                           : gradients || !argument->param->kept);
}

/* Compiled code relies on it. */
static rg_result same_shape_as_first_part(const rgd_job *job, size_t i, rg_fault *fault)
{
    const rg_argument *argument = &job->arguments[i];
    const rg_param *param = argument->param;
    const size_t length = rg_array_of_part(param->name, param->levels, param->rank);
    for (size_t k = 0; length && k < i; k++) {
        const rg_argument *other = &job->arguments[k];
        if (rg_array_of_part(other->param->name, other->param->levels, other->param->rank) != length
            || strncmp(other->param->name, param->name, length) != 0)
            continue;
        if (other->rows != argument->rows || other->columns != argument->columns
            || memcmp(other->extents, argument->extents, sizeof other->extents) != 0)
            return rg_fail(fault, RG_BAD_USE, "R0909",
                           "%s has %zu by %zu elements and %s has %zu by %zu: parts of one array "
                           "have one shape",
                           other->param->name, other->rows, other->columns, param->name,
                           argument->rows, argument->columns);
        break;
    }
    return RG_OK;
}

/* The programs of the dispatcher that load its parameters: the least that do. */
static size_t width_of(const rgd_job *job)
{
    unsigned last = 0;
    size_t width = 0;
    for (size_t i = 0; i < job->argument_count; i++) {
        const unsigned reg = rg_layout_routine(job)->params[i].reg;
        last = reg > last ? reg : last;
    }
    while (width + 1 < RG_FIRMWARE_WIDTHS && rg_firmware_registers[width] < last)
        width++;
    return width;
}

uint32_t rg_layout_start(const rgd_job *job)
{
    return job->device->firmware.jobs[width_of(job)][job->command - 1];
}

uint32_t rg_layout_between(const rgd_job *job)
{
    return job->device->firmware.between[width_of(job)];
}

/* A number that the host must set; an array is refused for its shape. */
static rg_result refuse_unset(const rgd_job *job, const rg_argument *argument, rg_fault *fault)
{
    const rg_param *param = argument->param;
    if (argument->set)
        return RG_OK;
    if (param->keyword && !param->has_default)
        return rg_fail(fault, RG_BAD_USE, "R0928",
                       "argument %s must be set: it has no constant default", param->name);
    if (param->required && param->rank == 0)
        return rg_fail(fault, RG_BAD_USE, "R0928",
                       "argument %s must be set, as in --set %s=%s: %s is a function with a value, "
                       "which is computed from it",
                       param->name, param->name,
                       param->base == RG_TYPE_INT    ? "1"
                       : param->base == RG_TYPE_BOOL ? "true"
                                                     : "1.0",
                       rg_layout_routine(job)->name);
    return RG_OK;
}

rg_result rg_layout_make(rgd_job *job, rg_fault *fault)
{
    const size_t memory = job->device->words;
    rg_layout *layout = &job->layout;
    size_t next = RG_MAILBOX_ARG1 + rg_firmware_registers[width_of(job)];
    for (size_t i = 0; i < job->argument_count; i++) {
        rg_argument *argument = &job->arguments[i];
        const rg_param *param = argument->param;
        if (refuse_unset(job, argument, fault) != RG_OK)
            return RG_BAD_USE;
        if (param->rank == 0)
            continue;
        if (!argument->argument)
            return rg_fail(fault, RG_BAD_USE, "R0909",
                           "argument %s is an array and has no shape: set it",
                           argument->param->name);
        if (same_shape_as_first_part(job, i, fault) != RG_OK)
            return RG_BAD_USE;
        if (next > memory || argument->count > memory - next
            || memory - next - argument->count < LEAST_STACK)
            return rg_fail(fault, RG_BAD_USE, "R0912",
                           "argument %s (%zu words) does not fit in the %zu words of data memory; "
                           "--tile takes its rows in parts",
                           argument->param->name, argument->count, memory);
        const size_t header = rg_header_words(param->rank);
        argument->address = (uint32_t)(next + header);
        next += header + argument->count;
    }
    layout->stack = next;
    size_t on_stack = job->argument_count > RG_REGISTER_PARAMETERS
                          ? job->argument_count - RG_REGISTER_PARAMETERS
                          : 0;
    layout->end = next + on_stack;
    if (layout->end > memory || memory - layout->end < LEAST_STACK)
        return rg_fail(
            fault, RG_BAD_USE, "R0912",
            "the arguments do not fit in the %zu words of data memory; --tile takes rows in "
            "parts",
            memory);
    for (size_t i = 0; i < job->argument_count; i++)
        if (job->arguments[i].param->rank == 0)
            job->arguments[i].address = (uint32_t)slot_of(job, i);
    return RG_OK;
}

/* Data word `at` becomes this integer. */
static void put_integer(const rgd_job *job, int64_t *image, size_t at, int64_t word)
{
    image[at * job->device->limbs] = word;
}

static void image_arguments(const rgd_job *job, int64_t *image)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *argument = &job->arguments[i];
        if (argument->param->rank > 0) {
            const unsigned rank = argument->param->rank;
            const bool stack = rg_is_global_stack(argument->param); /* its first word: its length */
            put_integer(job, image, argument->address - 2, (int64_t)argument->columns);
            for (unsigned d = 2; rank > 2 && d <= rank; d++)
                put_integer(job, image, argument->address - RG_EXTENT(d),
                            (int64_t)argument->extents[d - 1]);
            put_integer(job, image, argument->address - 1,
                        stack ? -RG_GLOBAL_STACK_ROOM : (int64_t)argument->rows);
            put_integer(job, image, slot_of(job, i), (int64_t)argument->address - !stack);
        }
    }
}

/* Between the words of an argument and the same in an image, which has room for a wide one each. */
static void copy_words(const rgd_job *job, const rg_argument *a, int64_t *words, int64_t *image,
                       bool out)
{
    const size_t step = job->device->limbs;
    for (size_t i = 0; i < a->count; i++) {
        int64_t *own = words + i * a->limbs, *there = image + (a->address + i) * step;
        memcpy(out ? own : there, out ? there : own, a->limbs * sizeof *own);
    }
}

/* One word of the image for each word of the bus. */
static size_t image_words(const rgd_job *job) { return job->layout.end * job->device->limbs; }

static int64_t *make_image(const rgd_job *job)
{
    int64_t *image = calloc(image_words(job), sizeof *image);
    if (!image)
        return NULL;
    put_integer(job, image, RG_MAILBOX_ENTRY,
                (int64_t)job->device->base + rg_layout_routine(job)->entry);
    put_integer(job, image, RG_MAILBOX_STACK, (int64_t)job->layout.stack);
    image_arguments(job, image);
    for (size_t i = 0; i < job->argument_count; i++)
        if (job->arguments[i].count > 0)
            copy_words(job, &job->arguments[i],
                       (int64_t *)(uintptr_t)rg_started(&job->arguments[i]), image, false);
    return image;
}

/* Words of the image that come from the host: those that are not there, and if nothing is held all
 * of the arguments, zeros too, and what the dispatcher reads. */
static void find_needed(const rgd_job *job, const int64_t *image, const int64_t *old, bool held,
                        bool *needed)
{
    const size_t step = job->device->limbs;
    for (size_t i = 0; i < image_words(job); i++)
        needed[i] = held ? image[i] != old[i] : image[i] != 0;
    for (size_t i = 0; !held && i < job->argument_count; i++)
        for (size_t k = 0; k < job->arguments[i].count; k++)
            needed[(job->arguments[i].address + k) * step] = true;
}

/* What stands where the image goes. */
static rg_result read_old(rgd_device *device, int64_t *old, size_t count, rg_fault *fault)
{
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < count && i < device->used; i++)
        result = rg_bus_peek(device, RG_WINDOW_DMEMV, i, &old[i], fault);
    return result;
}

/* Zero where it is not. */
static rg_result clear_word(rgd_device *device, uint32_t window, size_t i, rg_fault *fault)
{
    int64_t old = 0;
    rg_result result = rg_bus_peek(device, window, i, &old, fault);
    return result == RG_OK && old != 0 ? rg_bus_poke(device, window, i, 0, fault) : result;
}

/* What an earlier job left where the image is zero, above it, and in the gradient bank. */
static rg_result clear_rest(rgd_device *device, const int64_t *image, size_t count, rg_fault *fault)
{
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < device->used; i++) {
        if (i >= count || image[i] == 0)
            result = clear_word(device, RG_WINDOW_DMEMV, i, fault);
        if (result == RG_OK)
            result = clear_word(device, RG_WINDOW_DMEMG, i, fault);
    }
    return result;
}

/* The image where it goes. Where it is not copied in whole the machine is as before. */
static rg_result place(rgd_job *job, int64_t *image, int64_t *old, bool *needed, rg_fault *fault)
{
    rgd_device *device = job->device;
    const size_t count = image_words(job);
    const bool held = job->hold && device->placed == job && device->used > 0;
    rg_result result = read_old(device, old, count, fault);
    if (result != RG_OK)
        return result;
    find_needed(job, image, old, held, needed);
    if ((result = rg_copy_in(job, image, old, needed, count, fault)) != RG_OK)
        return result;
    result = clear_rest(device, image, count, fault);
    device->placed = result == RG_OK ? job : NULL;
    device->used = result == RG_OK ? count : device->words * device->limbs;
    return result;
}

rg_result rg_layout_write(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    if (device->dirty) {
        rg_result result = rg_core_scrub(device, fault);
        if (result != RG_OK)
            return result;
    }
    int64_t *image = make_image(job), *old = calloc(image_words(job), sizeof *old);
    bool *needed = calloc(image_words(job), sizeof *needed);
    const rg_result result = image && old && needed ? place(job, image, old, needed, fault)
                                                    : rg_no_memory(fault);
    free(image);
    free(old);
    free(needed);
    return result;
}

static rg_result compare_words(rgd_device *device, uint32_t window, const int64_t *image,
                               size_t have, size_t count, bool *equal, rg_fault *fault)
{
    for (size_t i = 0; i < count; i++) {
        int64_t word;
        rg_result result = rg_bus_peek(device, window, i, &word, fault);
        if (result != RG_OK)
            return result;
        if (word != (i < have ? image[i] : 0))
            *equal = false;
    }
    return RG_OK;
}

rg_result rg_layout_reached(rgd_job *job, size_t *count, rg_fault *fault)
{
    uint64_t reached = job->device->words; /* where the machine does not say */
    rg_result result =
        job->device->counts ? rg_bus_read(job->device, RG_REG_REACHED, &reached, fault) : RG_OK;
    *count = reached > job->layout.end ? (size_t)reached : job->layout.end;
    return result;
}

static uint64_t mix_zeros(uint64_t h, size_t count)
{
    for (size_t i = 0; i < count; i++)
        h = rg_signature_mix(h, 0);
    return h;
}

/* Where the word of the seed stands among those of the bus. */
static size_t seed_at(const rgd_job *job)
{
    const rg_seed *seed = &job->seed;
    return (seed->in->address + seed->element) * job->device->limbs + seed->limb;
}

rg_result rg_layout_signature(const rgd_job *job, bool gradients, size_t count, uint64_t *signature,
                              rg_fault *fault)
{
    const rg_seed *seed = &job->seed;
    const size_t step = job->device->limbs, words = count * step;
    const size_t seeded = gradients && seed->in ? seed_at(job) : words;
    int64_t *image = make_image(job);
    if (!image)
        return rg_no_memory(fault);
    uint64_t h = mix_zeros(RG_SIGNATURE_SEED, (gradients ? 2 : 1) * (32 * step + 2));
    for (size_t i = 0; i < image_words(job); i++)
        h = rg_signature_mix(h, image[i]);
    free(image);
    h = mix_zeros(h, words - image_words(job));
    for (size_t i = 0; gradients && i < words; i++)
        h = rg_signature_mix(h, i == seeded ? seed->word : 0);
    *signature = h;
    return RG_OK;
}

rg_result rg_layout_compare(rgd_job *job, bool whole, bool *equal, rg_fault *fault)
{
    int64_t *image = make_image(job);
    if (!image)
        return rg_no_memory(fault);
    *equal = true;
    size_t count = job->layout.end;
    rg_result result = whole ? rg_layout_reached(job, &count, fault) : RG_OK;
    if (result == RG_OK)
        result = compare_words(job->device, RG_WINDOW_DMEMV, image, image_words(job),
                               count * job->device->limbs, equal, fault);
    if (result == RG_OK)
        result = compare_words(job->device, RG_WINDOW_REGV, NULL, 0, 32, equal, fault);
    if (result == RG_OK)
        result = compare_words(job->device, RG_REG_WLO, NULL, 0, 2, equal, fault);
    free(image);
    return result;
}

static void unpack_kept(rg_argument *argument, bool gradients)
{
    if (gradients) {
        argument->gradient_left = true;
        return;
    }
    argument->left = !argument->param->kept;
    if (argument->count > 0 && !argument->left)
        memcpy(argument->result, rg_started(argument),
               rg_argument_words(argument) * sizeof(int64_t));
}

void rg_layout_unpack(rgd_job *job, int64_t *words, bool gradients)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        rg_argument *argument = &job->arguments[i];
        if (!rg_layout_listed(job, argument, gradients)) {
            unpack_kept(argument, gradients);
            continue;
        }
        *(gradients ? &argument->gradient_left : &argument->left) = false;
        copy_words(job, argument, gradients ? argument->gradient : argument->result, words, true);
    }
}

rg_result rg_layout_seed(rgd_job *job, bool on, rg_fault *fault)
{
    const rg_seed *seed = &job->seed;
    return seed->in
               ? rg_bus_poke(job->device, RG_WINDOW_DMEMG, seed_at(job), on ? seed->word : 0, fault)
               : RG_OK;
}

rg_result rg_layout_kept(rgd_job *job, bool *equal, rg_fault *fault)
{
    *equal = true;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *argument = &job->arguments[i];
        const size_t step = job->device->limbs;
        for (size_t k = 0; argument->param->kept && k < rg_argument_words(argument); k++) {
            int64_t word = 0;
            const size_t at = (argument->address + k / argument->limbs) * step
                              + k % argument->limbs;
            rg_result result = rg_bus_peek(job->device, RG_WINDOW_DMEMV, at, &word, fault);
            if (result != RG_OK)
                return result;
            *equal = *equal && word == rg_started(argument)[k];
        }
    }
    return RG_OK;
}

rg_result rg_layout_clear_gradients(rgd_job *job, rg_fault *fault)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *argument = &job->arguments[i];
        const size_t step = job->device->limbs;
        for (size_t k = 0; is_active(argument) && k < argument->count * step; k++) {
            rg_result result =
                rg_bus_poke(job->device, RG_WINDOW_DMEMG, argument->address * step + k, 0, fault);
            if (result != RG_OK)
                return result;
        }
    }
    rg_result result = rg_core_poke(job->device, RG_REG_GWLO, 0, 0, fault);
    return result == RG_OK ? rg_core_poke(job->device, RG_REG_GWHI, 0, 0, fault) : result;
}
