import { z } from 'zod'
import { roles } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { readPeopleRemovals } from './queries.ts'

const Removed = z.object({ name: z.string(), email: z.string(), role: z.enum(roles) })
type Removed = z.infer<typeof Removed>

/** Returns the people among these ids who were removed, as they were then, by id. */
export async function findRemovedPeople(db: Db, ids: string[]): Promise<Map<string, Removed>> {
  if (ids.length === 0) return new Map()
  const removals = await readPeopleRemovals(db, [...new Set(ids)])
  return new Map(
    removals.map(({ subject_id, before }) => [
      subject_id,
      Removed.parse(JSON.parse(before ?? '{}')),
    ]),
  )
}
