import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const gibibyte = 2 ** 30
/** Twice what the databases of a run have taken at their most. */
const neededBytes = 4 * gibibyte

/**
 * Where tests put what goes with them: in memory, where Linux has 4 GiB free there, as a database
 * that is made there does not wait for the disk (24 ms in the place of 330 for one of PostgreSQL).
 * What must outlive a power cut is tried on the disk, by `npm run test:long`.
 */
export function folderInMemory(): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= neededBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
