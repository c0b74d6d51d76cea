import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { getReviewId, getSlotId } from '../schools/bookable-reviews.ts'

/**
 * The lower bound of a booking on SQLite: a loop over its bare transaction, COUNT times from number
 * FROM. Prints how many a second. `node bench/bare/bare-bookings.ts FILE FROM COUNT PERSON`.
 */
const [file = '', from, count, person = ''] = process.argv.slice(2)
const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
database.exec('pragma synchronous = full')
const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
const book = database.prepare(`update reviews set slot_id = ?, status = 'review-scheduled'
  where id = ? and advisor_id = ? and status = 'not-scheduled' and closed_at is null`)
const note = database.prepare(`insert into audit_log
  (id, at, person_id, call, address, request_id, kind, subject_id, before, after)
  values (?, ?, ?, 'PUT /advisor/book-slot', '127.0.0.1', '', 'reviews', ?, ?, ?)`)

const began = performance.now()
for (let k = Number(from); k < Number(from) + Number(count); k++) {
  const [review, slot] = [getReviewId(k), getSlotId(k)]
  begin.run()
  if (book.run(slot, review, person).changes !== 1) throw new Error(`${review} is not booked`)
  const after = JSON.stringify({ status: 'review-scheduled', slot_id: slot })
  const before = JSON.stringify({ status: 'not-scheduled', slot_id: null })
  note.run(randomUUID(), Date.now(), person, review, before, after)
  commit.run()
}
process.stdout.write(`${(Number(count) / (performance.now() - began)) * 1_000}\n`)
