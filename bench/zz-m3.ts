import { systemClock } from '#server/kit/clock.ts'
import { openDatabase } from '#server/kit/database.ts'
import { hashSecret } from '#server/kit/id.ts'
import { findSession, openSession } from '#server/kit/session.ts'
import { selectReviews } from '#server/reviews/review-view.ts'

const db = openDatabase({ kind: 'sqlite', file: '/tmp/prof/school/weekward.db' })
const context = { db, clock: systemClock } as never
const a = await db
  .selectFrom('reviews')
  .select('advisor_id')
  .where('advisor_id', 'is not', null)
  .limit(1)
  .executeTakeFirstOrThrow()
const token = await openSession(context, a.advisor_id!)
async function time(name: string, f: () => unknown) {
  for (let i = 0; i < 500; i++) await f()
  const t = performance.now()
  let n = 0
  while (performance.now() - t < 700) {
    await f()
    n++
  }
  console.log(name, (((performance.now() - t) * 1000) / n).toFixed(1), 'us')
}
const base = selectReviews(db)
const rest = (q: typeof base) =>
  q.where('reviews.advisor_id', '=', a.advisor_id).orderBy('reviews.id', 'desc').limit(51)
const full = rest(base)
const compiled = full.compile()
await time('build base', () => selectReviews(db))
await time('build rest', () => rest(base))
await time('compile', () => full.compile())
await time('execute compiled', () => db.executeQuery(compiled))
await time('execute', () => full.execute())
await time('session', () => findSession(context, hashSecret(token)))

import { Buffer } from 'node:buffer'

const s = JSON.stringify(await full.execute())
console.log(s.length, Buffer.byteLength(s))
await time('buffer', () => Buffer.from(s))
await time('hash', () => hashSecret(token))
