import { expect } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listPeople } from '#contract/people/people.ts'
import { listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { needsAdmin, type Turn } from '#contract/reviews/turn.ts'
import {
  countWaitingForAdvisor,
  countWaitingForReviewer,
} from '#contract/reviews/waiting-counts.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import { findTurnsByStudent, listReviewsNeedingAdmin } from '#server/reviews/turns/find-turns.ts'
import { checkProgress } from './checks/progress.ts'
import type { School } from './members.ts'
import { getActorKey, type Model } from './model.ts'
import { signInAll } from './school-with-model.ts'

/** Hours after the last change at which turns are checked. */
const laterHours = [0, 2, 50, 5 * 24, 10 * 24]

/**
 * All lists by turn together contain every open review once, each with a person who can act.
 * Reviews that need an admin are on the admin's home (contract, section 14). Checked now and in the
 * following days.
 */
export async function checkTurns(model: Model, school: School): Promise<void> {
  const end = model.now
  for (const hours of laterHours) {
    school.app.time.now = model.now = end + hours * hourMs
    await signInAll(model, school)
    await seesTurnsNow(model, school)
    await checkProgress(model, school)
  }
}

async function seesTurnsNow(model: Model, school: School): Promise<void> {
  const { app, people } = school
  const token = people.admin[0]?.token
  const ofStudents = people.student.map(({ _id: student }) =>
    app.call(listStudentReviews, { token, query: { student } }),
  )
  const all = (await Promise.all(ofStudents)).flatMap(({ body }) => body)
  const open = all.filter(({ isClosed }) => !isClosed)
  expect(all.filter(({ turn }) => turn === null)).toEqual(all.filter(({ isClosed }) => isClosed))

  const own = new Set(people.student.map(({ _id }) => _id))
  const listed = new Map<string, string>()
  for (const role of ['advisor', 'reviewer'] as const) {
    for (const [index, { _id, token }] of people[role].entries()) {
      if (model.blocked.has(getActorKey({ role, index }))) continue
      const { body } = await app.call(listReviews[role], { token, query: { turn: 'true' } })
      if (role === 'reviewer') await seesOwedMarks(app, token)
      else await seesAdvisorsCounts(app, token, body)
      // A student without an advisor from an earlier school in this database may have been assigned
      // here.
      for (const review of body.filter(({ student }) => own.has(student._id))) {
        expect(listed.has(review._id)).toBe(false)
        expect(review.turn).toMatchObject({ who: role, _id })
        listed.set(review._id, _id)
      }
    }
  }
  const others = open.filter(({ turn }) => turn?.who !== 'admin')
  expect([...listed].sort()).toEqual(others.map(idAndPerson).sort())

  const { body: atRisk } = await app.call(listStudentsAtRisk, { token, query: {} })
  const shown = new Set(atRisk.map(({ review }) => review._id))
  for (const state of ['paused', 'finished'] as const) {
    const { body } = await app.call(listPeople.student, { token, query: { state } })
    const wanted = [...model[state].keys()]
      .filter((index) => state === 'finished' || !model.finished.has(index))
      .map((index) => people.student[index]?._id)
    expect(
      body
        .map(({ _id }) => _id)
        .filter((id) => own.has(id))
        .sort(),
    ).toEqual(wanted.sort())
  }

  const needed = open.filter(({ turn }) => turn && needsAdmin(turn, model.now))
  expect(needed.filter(({ _id }) => !shown.has(_id))).toEqual([])

  // The admin's weekly summary and 'Find anything' agree.
  const forAdmins = await listReviewsNeedingAdmin(app.context, 1_000)
  const theirs = forAdmins.filter(({ student }) => own.has(student._id))
  expect(theirs.map(({ _id }) => _id).sort()).toEqual(needed.map(({ _id }) => _id).sort())
  const turns = await findTurnsByStudent(app.context, [...own])
  for (const { student, turn } of open) expect(turns.get(student._id)).toMatchObject(turn ?? {})
}

/** The reviewer's count in the sidebar includes all ended bookings, whoever follows up on them. */
async function seesOwedMarks(app: School['app'], token: string | undefined): Promise<void> {
  const query = { home: 'true', active: 'true' }
  const booked = (await app.call(listReviews.reviewer, { token, query })).body
  const { body } = await app.call(countWaitingForReviewer, { token })
  expect(body.toMark).toBe(booked.filter(({ turn }) => turn?.step !== 'hold').length)
}

/** The advisor's counts in the sidebar. */
async function seesAdvisorsCounts(
  app: School['app'],
  token: string | undefined,
  own: Review[],
): Promise<void> {
  const { body } = await app.call(countWaitingForAdvisor, { token })
  const of = (step: Turn['step']) => own.filter(({ turn }) => turn?.step === step).length
  expect(body).toMatchObject({
    toSchedule: of('book'),
    toDecide: of('decide'),
    unmarked: of('mark'),
  })
}

const idAndPerson = ({ _id, turn }: Review): [string, string | null | undefined] => [_id, turn?._id]
