/* export.c: points as independent commands for GNU parallel and Slurm, and their results back. */
#include "explore/export.h"

#include "explore/growing.h"
#include "explore/run.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096, MOST_TASKS = 1000, LARGEST_RESULT = 64 << 20 };

/* Slurm refuses arrays of more than MaxArraySize tasks, by default 1001. */

static const char point_script[] =
    "#!/bin/sh\n"
    "# point.sh KEY COMMAND...: runs one point; leaves results/KEY.json, KEY.err and at last "
    "KEY.status, each whole or not at all.\n"
    "results=$(cd \"$(dirname \"$0\")\" && pwd)/results || exit 3\n"
    "key=$1\n"
    "shift\n"
    "[ ! -e \"$results/$key.status\" ] || exit 0\n"
    "cd %s || exit 3\n"
    "began=$(date +%%s.%%N)\n"
    "\"$@\" >\"$results/$key.json.$$\" 2>\"$results/$key.err.$$\"\n"
    "status=$?\n"
    "ended=$(date +%%s.%%N)\n"
    "mv \"$results/$key.json.$$\" \"$results/$key.json\" && mv \"$results/$key.err.$$\" "
    "\"$results/$key.err\" || exit 3\n"
    "[ $status -le 2 ] || exit $status # not a result: to be run again\n"
    "echo \"$status $began $ended\" >\"$results/$key.status.$$\" && mv \"$results/$key.status.$$\" "
    "\"$results/$key.status\"\n";

static const char parallel_script[] =
    "#!/bin/sh\n"
    "# run.sh [OPTIONS OF parallel]: runs the jobs that have no result yet. O. Tange, GNU "
    "Parallel.\n"
    "cd \"$(dirname \"$0\")\" && exec parallel --joblog joblog --resume-failed \"$@\" <jobs\n";

static const char slurm_script[] =
    "#!/bin/sh\n"
    "# array.sh: cd here, then `sbatch array.sh`. Task I runs lines (I-1)*%zu+1 to I*%zu of jobs.\n"
    "#SBATCH --job-name=retrograd\n"
    "#SBATCH --array=1-%zu\n"
    "#SBATCH --ntasks=1\n"
    "#SBATCH --cpus-per-task=1\n"
    "#SBATCH --output=results/slurm-%%A_%%a.out\n"
    "cd \"$SLURM_SUBMIT_DIR\" || exit 3\n"
    "last=$((SLURM_ARRAY_TASK_ID * %zu))\n"
    "first=$((last - %zu + 1))\n"
    "failed=0\n"
    "sed -n \"${first},${last}p\" jobs >\"results/lines.$SLURM_ARRAY_TASK_ID\" || exit 3\n"
    "while read -r line; do\n"
    "    sh -c \"$line\" </dev/null || failed=$?\n"
    "done <\"results/lines.$SLURM_ARRAY_TASK_ID\"\n"
    "exit $failed\n";

static bool begin_in(ex_growing *g, const char *folder, const char *name)
{
    char path[LONGEST_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return ex_growing_begin(g, path);
}

static rg_result put_script(const char *folder, const char *name, rg_fault *fault,
                            const char *format, ...)
{
    ex_growing g;
    va_list list;
    bool good = begin_in(&g, folder, name);
    va_start(list, format);
    good = good && vfprintf(g.out, format, list) >= 0;
    va_end(list);
    return ex_growing_end(&g, good, true, fault);
}

static rg_result put_jobs(const ex_points *points, const size_t *indices, size_t count,
                          const char *folder, rg_fault *fault)
{
    ex_growing g;
    bool one_line = true, good = begin_in(&g, folder, "jobs");
    for (size_t i = 0; good && one_line && i < count; i++) {
        const ex_point *p = &points->items[indices[i]];
        char *line = ex_shell_line(p->command);
        one_line = !line || !strchr(line, '\n');
        good = line && fprintf(g.out, "./point.sh %s %s\n", p->key, line) > 0;
        free(line);
    }
    rg_result result = ex_growing_end(&g, good && one_line, false, fault);
    return one_line ? result : ex_cannot(fault, g.path, "a word of a command has two lines");
}

/* The working folder as a word of the shell; malloc'd. */
static char *here(void)
{
    char path[LONGEST_PATH];
    json_t *word = getcwd(path, sizeof path) ? json_pack("[s]", path) : NULL;
    char *line = word ? ex_shell_line(word) : NULL;
    json_decref(word);
    return line;
}

static rg_result make_folder(const char *path, rg_fault *fault)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? RG_OK : ex_cannot_write(fault, path);
}

static rg_result put_scripts(const char *folder, ex_export_kind kind, size_t count, rg_fault *fault)
{
    const size_t share = (count + MOST_TASKS - 1) / MOST_TASKS;
    char *place = here();
    rg_result result = place ? put_script(folder, "point.sh", fault, point_script, place)
                             : ex_cannot(fault, ".", "the working folder has no path");
    free(place);
    if (result == RG_OK && kind == EX_PARALLEL)
        result = put_script(folder, "run.sh", fault, "%s", parallel_script);
    if (result == RG_OK && kind == EX_SLURM)
        result = put_script(folder, "array.sh", fault, slurm_script, share, share,
                            (count + share - 1) / share, share, share);
    return result;
}

rg_result ex_export(const ex_points *points, const size_t *indices, size_t count,
                    const char *folder, ex_export_kind kind, rg_fault *fault)
{
    char path[LONGEST_PATH];
    if (strlen(folder) + 100 > LONGEST_PATH)
        return ex_cannot(fault, "-o", "the path is too long");
    snprintf(path, sizeof path, "%s/jobs", folder);
    if (access(path, F_OK) == 0)
        return ex_cannot(
            fault, path,
            "there are jobs in this folder already; merge them, or name another folder");
    snprintf(path, sizeof path, "%s/results", folder);
    rg_result result = make_folder(folder, fault);
    if (result == RG_OK)
        result = make_folder(path, fault);
    if (result == RG_OK)
        result = put_scripts(folder, kind, count, fault);
    return result == RG_OK
               ? put_jobs(points, indices, count, folder, fault) /* then it is complete */
               : result;
}

static char *whole_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    struct stat info;
    char *text = in && fstat(fileno(in), &info) == 0 && info.st_size <= LARGEST_RESULT
                     ? malloc((size_t)info.st_size + 1)
                     : NULL;
    if (text) {
        size_t n = fread(text, 1, (size_t)info.st_size, in);
        text[n] = '\0';
    }
    if (in)
        fclose(in);
    return text;
}

static rg_result merge_point(const ex_point *point, const char *folder, ex_store *store,
                             size_t *merged, rg_fault *fault)
{
    char path[LONGEST_PATH];
    int status;
    double began, ended;
    snprintf(path, sizeof path, "%s/results/%s.status", folder, point->key);
    char *said = whole_file(path);
    bool there = said && sscanf(said, "%d %lf %lf", &status, &began, &ended) == 3;
    free(said);
    if (!there)
        return RG_OK;
    snprintf(path, sizeof path, "%s/results/%s.json", folder, point->key);
    char *report = whole_file(path);
    snprintf(path, sizeof path, "%s/results/%s.err", folder, point->key);
    char *message = whole_file(path), *line = ex_shell_line(point->command);
    rg_result result = line ? RG_OK : ex_no_memory(fault);
    bool empty = !report || !*report;
    if (result == RG_OK && ex_is_result(status, empty ? NULL : report)) {
        result = ex_store_put(store, point->key, point->run, status, ended - began,
                              empty ? NULL : report, status && message ? message : "", line, fault);
        *merged += result == RG_OK;
    }
    free(report);
    free(message);
    free(line);
    return result;
}

rg_result ex_merge(const ex_points *points, const size_t *indices, size_t count, const char *folder,
                   ex_store *store, size_t *merged, rg_fault *fault)
{
    char path[LONGEST_PATH];
    struct stat info;
    rg_result result = RG_OK;
    *merged = 0;
    if (strlen(folder) + 100 > LONGEST_PATH)
        return ex_cannot(fault, "--merge", "the path is too long");
    snprintf(path, sizeof path, "%s/results", folder);
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return ex_cannot(
            fault, path,
            "there is no such folder of results; --merge takes the folder that --export wrote");
    for (size_t i = 0; result == RG_OK && i < count; i++)
        result = merge_point(&points->items[indices[i]], folder, store, merged, fault);
    return result;
}
