import { hourMs } from '#contract/kit/time/durations.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import type { BenchSchool } from './schools.ts'

/** A participant of a call. */
export type RoomPerson = { token: string; room: string }

/** Adds reviews that can be held now. Returns the student and the reviewer of each. */
export async function fillRooms({ context }: BenchSchool, rooms: number): Promise<RoomPerson[]> {
  const people: RoomPerson[] = []
  await context.db.transaction().execute(async (tx) => {
    const within = { context: { ...context, db: tx } }
    const domain = await makeDomain(within)
    for (let count = 0; count < rooms; count++) {
      const student = await makePerson(within, 'student', { domain })
      const reviewer = await makePerson(within, 'reviewer')
      const slot = await makeSlot(within, reviewer, context.clock() + hourMs)
      const room = await makeReview(within, { student, slot })
      people.push({ token: student.token, room }, { token: reviewer.token, room })
    }
  })
  return people
}
