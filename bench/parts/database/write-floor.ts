import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { findPostgresPrograms } from '#test/databases/postgres.ts'
import { type Benchmark, type Figure, median } from '../../figure.ts'
import { runLoad } from '../../load/load.ts'
import {
  type BookableReviews,
  fillBookableReviews,
  getReviewId,
  getSlotId,
} from '../../schools/bookable-reviews.ts'
import {
  type BenchSchool,
  databaseKinds,
  databaseTitles,
  openSchool,
} from '../../schools/schools.ts'
import { startWeekward } from '../../servers/servers.ts'

const students = 1_000
const how = { clients: 10, seconds: 1 }
/** A warm-up round that does not count, so that hot code is compiled. */
const warmUp = { ...how, seconds: 2 }
const rounds = 5
/** More than can be booked in all rounds and the warm-up. */
const bookings = 36_000
/** Bookings of the bare loop in a round. */
const bareBookings = 1_500

const run = promisify(execFile)

/**
 * Bookings by ten clients, compared with the bare transaction (conditional update and audit log
 * entry, committed to disk): pgbench with ten clients on PostgreSQL, a loop over prepared
 * statements on SQLite, which has one writer at a time. The bare loop notifies nobody, so there is
 * no aim; `since` limits the cost of a booking.
 */
export const bookingsBesideBareWrites: Benchmark = {
  name: 'write-floor',
  async measure() {
    const figures: Figure[] = []
    for (const kind of databaseKinds) {
      const school = await openSchool(kind, students)
      figures.push(await measureOn(school))
      await school.remove()
    }
    return figures
  },
}

async function measureOn(school: BenchSchool): Promise<Figure> {
  const made = await fillBookableReviews(school, bookings)
  const weekward = await startWeekward(school)
  const ours: number[] = []
  const bare: number[] = []
  let next = 0
  const book = {
    url: `${weekward.url}${bookSlot.advisor.path}`,
    method: bookSlot.advisor.method,
    token: made.token,
  }
  try {
    for (let round = 0; round <= rounds; round++) {
      const { perSecond } = await runLoad(
        { ...book, next: () => ({ body: made.bodyOf(next++) }) },
        round === 0 ? warmUp : how,
      )
      const first = bookings - (round + 1) * bareBookings
      const other = await bookBare(school, made, first)
      await expectBooked(school, first + bareBookings - 1)
      if (round === 0) continue
      ours.push(perSecond)
      bare.push(other)
    }
  } finally {
    await weekward.stop()
  }
  return {
    what: `bookings a second, ${databaseTitles[school.kind]}`,
    ours: median(ours).toFixed(0),
    beside: median(bare).toFixed(0),
    ratios: ours.map((one, at) => one / (bare[at] ?? Number.NaN)),
  }
}

/** A bare booking that changes nothing would be too fast. */
async function expectBooked({ context }: BenchSchool, number: number): Promise<void> {
  const { slot_id } = await context.db
    .selectFrom('reviews')
    .select('slot_id')
    .where('id', '=', getReviewId(number))
    .executeTakeFirstOrThrow()
  if (slot_id !== getSlotId(number)) throw new Error('the bare bookings have booked nothing')
}

/** Bare transactions a second, on the reviews from number `first` on. */
async function bookBare(
  school: BenchSchool,
  { advisorId }: BookableReviews,
  first: number,
): Promise<number> {
  if (school.kind === 'sqlite') {
    const script = join(import.meta.dirname, '../../bare/bare-bookings.ts')
    const args = [script, school.address, String(first), String(bareBookings), advisorId]
    return Number((await run(process.execPath, args)).stdout)
  }
  const each = Math.floor(bareBookings / how.clients)
  const variables = { n: 0, first, each, person: advisorId }
  const { stdout } = await run(join(findPostgresPrograms(), 'pgbench'), [
    ...['-n', '-M', 'prepared', '-c', String(how.clients), '-t', String(each)],
    ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    ...['-f', join(import.meta.dirname, '../../bare/bare-bookings.sql'), school.address],
  ])
  const [, perSecond] = stdout.match(/tps = ([\d.]+)/) ?? []
  return Number(perSecond)
}
