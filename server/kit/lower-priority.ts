import { setPriority } from 'node:os'

/** The niceness: below the server, the database and interactive programs. */
const niceness = 15

/** Lowers the priority of this process, or on Linux of this thread. */
export function lowerPriority(): void {
  try {
    setPriority(niceness)
  } catch {
    // If it is not permitted, as under a seccomp filter, the priority stays.
  }
}
