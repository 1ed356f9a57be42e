/* folder.h: files that belong to this program or library, found from where it stands. */
#ifndef RG_FOLDER_H
#define RG_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* The file or folder `relative` ("share/retrograd/lib") below one of five folders: that of the
 * shared library or program which holds this code, and the four above it; else below /usr/local or
 * /usr. Fills path; false where there is none that can be read, path then names the last one. */
bool rg_own_file(const char *relative, char *path, size_t size);

#endif
