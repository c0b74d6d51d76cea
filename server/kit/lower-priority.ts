import { setPriority } from 'node:os'

/** So nice that it comes after the server, the database and all else of people's. */
const niceness = 15

/** Has this process, or on Linux this thread, come after all others that want the processor. */
export function lowerPriority(): void {
  try {
    setPriority(niceness)
  } catch {
    // Where that is not allowed, as by a filter of system calls, it works as fast as the others.
  }
}
