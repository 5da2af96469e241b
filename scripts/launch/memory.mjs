/**
 * V8's limits of memory for the server. By default V8 lets garbage grow to several times the live objects on a large machine: 32 to 128 MiB
 * of new objects, and old ones up to four times what is alive.
 */
export const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=20'];

/** glibc returns freed memory to the system, instead of keeping it in one arena for each thread. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };
