import { DatabaseSync } from 'node:sqlite'
import { dateInZone, slotTimeInZone } from '#contract/kit/zone.ts'
import { listReviews } from '#contract/reviews.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDatabase } from '#server/kit/database.ts'
import { hashSecret } from '#server/kit/id.ts'
import { openSession } from '#server/kit/session.ts'
import { selectReviews, showReview } from '#server/reviews/review-view.ts'
import { liveSince, ownReviews } from './bare-statements.ts'

const file = '/tmp/prof/school/weekward.db'
const db = openDatabase({ kind: 'sqlite', file })
const a = await db
  .selectFrom('reviews')
  .select('advisor_id')
  .where('advisor_id', 'is not', null)
  .groupBy('advisor_id')
  .orderBy(({ fn }) => fn.countAll(), 'desc')
  .limit(1)
  .executeTakeFirstOrThrow()
const token = await openSession({ db, clock: systemClock } as never, a.advisor_id!)
const q = () =>
  selectReviews(db)
    .where('reviews.advisor_id', '=', a.advisor_id)
    .orderBy('reviews.id', 'desc')
    .limit(51)
const c = q().compile()
const raw = new DatabaseSync(file)
const st = raw.prepare(c.sql)
const arr = raw.prepare(c.sql)
arr.setReturnArrays(true)
const fl = raw.prepare(ownReviews.sqlite)
const p = c.parameters as never[]
async function time(name: string, f: () => unknown) {
  for (let i = 0; i < 200; i++) await f()
  const t = performance.now()
  let n = 0
  while (performance.now() - t < 700) {
    await f()
    n++
  }
  console.log(name, (((performance.now() - t) * 1000) / n).toFixed(0), 'us')
}
const rows = await q().execute()
const shown = rows.map((r) => showReview(r, 'UTC'))
for (let k = 0; k < 2; k++) {
  await time('raw all', () => st.all(...p))
  await time('raw arrays', () => arr.all(...p))
  await time('floor', () => fl.get(hashSecret(token), ...liveSince(Date.now())))
  await time('kysely compile', () => q().compile())
  await time('kysely execute', () => q().execute())
  await time('show', () => rows.map((r) => showReview(r, 'UTC')))
  await time('zone', () =>
    rows.map((r) => [
      dateInZone(r.starts_at ?? r.due_at, 'UTC'),
      slotTimeInZone(r.starts_at ?? r.due_at, 'UTC'),
    ]),
  )
  await time('zod parse', () => listReviews.advisor.reply.parse(shown))
  await time('stringify', () => JSON.stringify(shown))
}
