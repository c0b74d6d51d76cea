import type { Part } from './figure.ts'
import { readFloor } from './parts/read-floor.ts'
import { writeFloor } from './parts/write-floor.ts'

/** What `npm run bench` measures, in this order. */
export const parts: readonly Part[] = [readFloor, writeFloor]
