import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const gibibyte = 2 ** 30
/** Twice the peak size of the databases of a test run. */
const neededBytes = 4 * gibibyte

/**
 * The folder for temporary test files: in memory if Linux has 4 GiB free there. Creating a
 * PostgreSQL database then takes 24 ms instead of 330. Crashes and backups are tested on the disk,
 * by `npm run test:long`.
 */
export function getTemporaryFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= neededBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
