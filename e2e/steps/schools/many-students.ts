import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeSortKey } from '#server/database/collation/sort-key.ts'
import type { School } from '../../kit/school.ts'

/** As long as the server waits for a lock itself. */
const writesWithinMs = 5_000

/** Adds students to the school: 'Zyta 00001', 'Zyta 00002' and so on, last by name. */
export function addManyStudents({ dataDir }: School, count: number): void {
  const db = new DatabaseSync(join(dataDir, 'weekward.db'), { timeout: writesWithinMs })
  db.function('key_of', (name) => makeSortKey(String(name), 'en'))
  db.prepare(
    `with recursive places(place) as (
       select 1 union all select place + 1 from places where place < ?
     )
     insert into people (id, role, name, email, search_key, sort_key, verified_at, domain_id, week, created_at)
     select printf('zyta-%05d', place), role, printf('Zyta %05d', place),
       printf('zyta.%05d@school.test', place), printf('zyta %05d', place), key_of(printf('Zyta %05d', place)),
       verified_at, domain_id, week, created_at
     from places, (select * from people where role = 'student' and verified_at > 0 limit 1)`,
  ).run(count)
  db.close()
}
