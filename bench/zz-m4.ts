import { sql } from 'kysely'
import { openDatabase } from '#server/kit/database.ts'
import { selectReviews } from '#server/reviews/review-view.ts'

const db = openDatabase({ kind: 'postgres', url: process.env.PG! })
const a = await db
  .selectFrom('reviews')
  .select('advisor_id')
  .where('advisor_id', 'is not', null)
  .limit(1)
  .executeTakeFirstOrThrow()
const full = selectReviews(db)
  .where('reviews.advisor_id', '=', a.advisor_id)
  .orderBy('reviews.id', 'desc')
  .limit(51)
const plain = full.compile()
const agg = sql`select json_agg(page) as rows from (${full}) as page`.compile(db)
const rowj = sql`select row_to_json(page)::text as row from (${full}) as page`.compile(db)
async function time(name: string, f: () => unknown) {
  for (let i = 0; i < 100; i++) await f()
  const cpu = process.cpuUsage()
  const t = performance.now()
  let n = 0
  while (performance.now() - t < 1000) {
    await f()
    n++
  }
  const u = process.cpuUsage(cpu)
  console.log(
    name,
    (((performance.now() - t) * 1000) / n).toFixed(0),
    'us wall',
    ((u.user + u.system) / n).toFixed(0),
    'us cpu',
  )
}
for (let i = 0; i < 2; i++) {
  await time('plain', () => db.executeQuery(plain))
  await time('agg', () => db.executeQuery(agg))
  await time('rows json', async () =>
    (await db.executeQuery<{ row: string }>(rowj as never)).rows.map((r) => JSON.parse(r.row)),
  )
  await time('select 1', () => sql`select 1`.execute(db))
}
await db.destroy()
