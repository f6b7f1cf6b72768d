// What whoever built this program said of the build.
#ifndef CBUILD_H
#define CBUILD_H

// The commit that was built, with "+changes" behind it where files differed from it; empty where nobody
// said it.
const char *_Nonnull pinfold_commit(void);

#endif
