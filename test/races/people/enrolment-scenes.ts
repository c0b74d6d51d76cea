import { finishStudent, pauseStudent, reopenStudent, resumeStudent } from '#contract/enrolment.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { handOverStudents } from '#contract/reviews/hand-over-students.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { inTransaction } from '#server/kit/context.ts'
import { makePerson } from '#test/factories.ts'
import type { RaceSchool } from '../race-school.ts'
import { type Actor, makeStudent, makeTrio } from '../scene-helpers.ts'
import { listFailedConditions, type MakePeopleScene } from './run-people-race.ts'

const send =
  ({ send }: RaceSchool, who: Actor, to: Pick<Endpoint, 'method' | 'path'>, body: unknown) =>
  () =>
    send(to.method, to.path, { token: who.token, body })

const readReviews = ({ context: { db } }: RaceSchool, student: { _id: string }) =>
  db.selectFrom('reviews').selectAll().where('student_id', '=', student._id).orderBy('id').execute()

const decide = (course: RaceSchool, advisor: Actor, review: string, status = 'next-week') =>
  send(course, advisor, createReview.advisor, { id: review, value: { status } })

async function makeStage(course: RaceSchool) {
  const trio = await inTransaction(course.context, (context) => makeTrio({ context }))
  const { advisor, student, review, book } = trio
  const { reviewer, slot } = book
  const value = { reviewId: review, reviewer, slot }
  const admins = (to: Pick<Endpoint, 'method' | 'path'>, more = {}) =>
    send(course, course.admin, to, { value: { id: student._id, ...more } })
  return {
    ...trio,
    admins,
    booking: send(course, advisor, bookSlot.advisor, { value }),
  }
}

/** Who has finished has no open review and no slot. */
const finishAgainstBook: MakePeopleScene = async (course) => {
  const { admins, student, advisor, review, booking } = await makeStage(course)
  return {
    calls: {
      book: booking,
      bookAgain: booking,
      decide: decide(course, advisor, review),
      finish: admins(finishStudent.admin, { outcome: 'left' }),
    },
    async findWrong({ finish }) {
      const reviews = await readReviews(course, student)
      return listFailedConditions({
        'the course was not finished': finish === 200,
        'a review is open': reviews.every(({ closed_at }) => closed_at !== null),
        'a slot is held': reviews.every(({ slot_id }) => slot_id === null),
      })
    },
  }
}

/** Who is paused has an open review without a slot. */
const pauseAgainstBook: MakePeopleScene = async (course) => {
  const { admins, student, advisor, review, booking } = await makeStage(course)
  return {
    calls: {
      book: booking,
      bookAgain: booking,
      decide: decide(course, advisor, review, 'week-repeat'),
      pause: admins(pauseStudent, { reason: 'Ill' }),
    },
    async findWrong({ pause }) {
      const reviews = await readReviews(course, student)
      return listFailedConditions({
        'the course was not paused': pause === 200,
        'there is not one open review':
          reviews.filter(({ closed_at }) => closed_at === null).length === 1,
        'a slot is held': reviews.every(({ slot_id }) => slot_id === null),
      })
    },
  }
}

/** Whatever wins, there is one open review if the course goes on, and none otherwise. */
const finishAgainstReopen: MakePeopleScene = async (course) => {
  const { admins, student, booking } = await makeStage(course)
  await admins(finishStudent.admin, { outcome: 'left' })()
  const undo = { undo: true }
  return {
    calls: {
      reopen: admins(reopenStudent.admin),
      undo: admins(reopenStudent.admin, undo),
      finish: admins(finishStudent.admin, { outcome: 'graduated' }),
      pause: admins(pauseStudent, { reason: 'Ill' }),
      resume: admins(resumeStudent),
      book: booking,
    },
    async findWrong() {
      const { db } = course.context
      const person = await db
        .selectFrom('people')
        .selectAll()
        .where('id', '=', student._id)
        .executeTakeFirstOrThrow()
      const open = (await readReviews(course, student)).filter(
        ({ closed_at }) => closed_at === null,
      )
      const takesPart = person.finished_at === null && person.paused_at === null
      return listFailedConditions({
        'the open reviews do not fit the course':
          open.length === (person.finished_at === null ? 1 : 0),
        'a slot is held by who takes no part':
          takesPart || open.every((one) => one.slot_id === null),
      })
    },
  }
}

const students = 3

/** Every student has one open review, all with the new advisor. */
const handOverAgainstDecide: MakePeopleScene = async (course) => {
  const made = await inTransaction(course.context, async (context) => {
    const stage = { context }
    const [from, to] = [await makePerson(stage, 'advisor'), await makePerson(stage, 'advisor')]
    const all = []
    while (all.length < students) all.push(await makeStudent(stage, from))
    return { from, to, all }
  })
  const { from, to, all } = made
  const value = { from: from._id, to: to._id }
  const decisions = all.map(({ review }, nth) => [`decide ${nth}`, decide(course, from, review)])
  return {
    calls: {
      ...Object.fromEntries(decisions),
      handOver: send(course, course.admin, handOverStudents, { value }),
    },
    async findWrong({ handOver }) {
      const reviews = (
        await Promise.all(all.map(({ student }) => readReviews(course, student)))
      ).flat()
      const open = reviews.filter(({ closed_at }) => closed_at === null)
      return listFailedConditions({
        'the students were not handed over': handOver === 200,
        'a student has not one open review': open.length === students,
        'a student stays with the old advisor': open.every((one) => one.advisor_id === to._id),
      })
    },
  }
}

/** Races around pauses, ends and advisors of courses. */
export const enrolmentScenes: Record<string, MakePeopleScene> = {
  'finish against book and decide': finishAgainstBook,
  'pause against book and decide': pauseAgainstBook,
  'finish against reopen, undo, pause and book': finishAgainstReopen,
  'hand over against decide': handOverAgainstDecide,
}
