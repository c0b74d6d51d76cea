import { expect } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { getStudent } from '#contract/people/people.ts'
import { getHistory } from '#contract/reviews/history.ts'
import { listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { getHome, listOwnReviews, type Review } from '#contract/reviews/reviews.ts'
import { formatLostSlot } from '#contract/reviews/scheduling/format-lost-slot.ts'
import { profileRoles, roles } from '#contract/roles.ts'
import { listReviewerSlots } from '#contract/slots/slots.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { checkCalendarAbsences } from './check-calendar-absences.ts'
import { type Member, memberCounts, type School, timeZone } from './members.ts'
import {
  type Actor,
  findSlot,
  getActorKey,
  type Model,
  type ModelReview,
  type ModelSlot,
  newReview,
} from './model.ts'

/**
 * A school and its model. With `noAdvisor`, the third student has none, because both are blocked.
 * The second student is close to the last week.
 */
export async function startSchool(app: TestApp, noAdvisor: boolean) {
  app.time.now = monday
  const people: School['people'] = { student: [], advisor: [], reviewer: [], admin: [] }
  const weeks = [1, 29, 5]
  for (const role of roles) {
    for (let index = 0; index < memberCounts[role]; index++) {
      people[role].push(await makePerson(app, role, { week: weeks[index] ?? 1 }))
    }
  }
  const model: Model = {
    now: monday,
    beyond: 0,
    weeks,
    slots: [],
    reviews: [],
    blocked: new Set(),
    bookingRules: new Map(),
    spent: new Set(),
    absences: [],
    blockedAt: new Map(),
    handedOver: [],
    paused: new Map(),
    finished: new Map(),
    reopened: new Map(),
    weekEdited: new Set(),
  }
  for (const [index, { _id }] of noAdvisor ? people.advisor.entries() : []) {
    const token = people.admin[0]?.token
    await app.call(blockUnblock.advisor, { token, body: { id: _id, action: 'block' } })
    model.blocked.add(getActorKey({ role: 'advisor', index }))
    model.blockedAt.set(getActorKey({ role: 'advisor', index }), monday)
  }
  for (const [index, student] of people.student.entries()) {
    const given = index === 2 ? (noAdvisor ? null : 1) : index
    const advisor = given === null ? null : (people.advisor[given] ?? null)
    const week = weeks[index] ?? 1
    const id = await makeReview(app, { student, advisor, week })
    model.reviews.push(newReview(id, index, given, week))
  }
  updateModelForTime(model)
  return { model, real: { app, people } }
}

/** Updates the model for the current time. */
export function updateModelForTime(model: Model): void {
  const today = Temporal.Instant.fromEpochMilliseconds(model.now).toZonedDateTimeISO(timeZone)
  model.beyond = today.toPlainDate().add({ days: 3 }).toZonedDateTime(timeZone).epochMilliseconds
}

/** A member's token. */
export function getToken({ people }: School, { role, index }: Actor): string | undefined {
  return people[role][index]?.token
}

/** Signs in everyone who is not blocked, because tokens expire after a day. */
export async function signInAll(model: Model, school: School): Promise<void> {
  for (const role of roles) {
    for (const [index, person] of school.people[role].entries()) {
      if (model.blocked.has(getActorKey({ role, index }))) continue
      person.token = await openSession(school.app.context, person._id)
    }
  }
}

/** Compares the API's view of the school with the model and with invariants. */
export async function compareWithModel(model: Model, school: School): Promise<void> {
  const { app, people } = school
  const token = people.admin[0]?.token
  const check = async (student: Member, index: number) => {
    const [{ body: listed }, { body: shown }] = await Promise.all([
      app.call(getStudent, { token, query: { id: student._id } }),
      app.call(listStudentReviews, { token, query: { student: student._id } }),
    ])
    const reviews = shown.toReversed()
    expect(reviews.map(plain)).toEqual(expected(model, school, index))
    expect(listed.week).toBe(model.weeks[index])
    neverForbidden(model, index, reviews)
    await seesOwn(model, school, index, reviews)
    await readsHistory(model, school, index)
  }
  const others = [seesSlots(model, school), checkCalendarAbsences(model, school)]
  await Promise.all([...people.student.map(check), ...others])
}

const plain = ({
  student,
  date,
  togetherSeconds,
  earlySeconds,
  life: { due, ...timeline },
  wish,
  turn,
  ...review
}: Review & Record<string, unknown>) => ({
  ...review,
  life: timeline,
  wish: wish && { reason: wish.reason, slots: wish.slots.map(({ _id }) => _id) },
  advisor: review.advisor?._id ?? null,
  reviewer: review.reviewer?._id ?? null,
})

function expected(model: Model, { people }: School, student: number) {
  return model.reviews
    .filter((review) => review.student === student)
    .map((review, index, own) => {
      const slot = findSlot(model, review)
      const starts = slot && Temporal.Instant.fromEpochMilliseconds(slot.startsAt)
      const shown = starts?.toZonedDateTimeISO(timeZone)
      const { id, week, status, isClosed, mark, pendingTask, taskStatus } = review
      const before = own[index - 1]
      return {
        _id: id,
        week,
        status,
        isClosed,
        mark,
        pendingTask,
        taskStatus,
        advisor: people.advisor[review.advisor ?? -1]?._id ?? null,
        reviewer: people.reviewer[slot?.reviewer ?? -1]?._id ?? null,
        day: shown?.toPlainDate().toString() ?? null,
        time: shown?.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' }) ?? null,
        startsAt: slot ? new Date(slot.startsAt).toISOString() : null,
        // This school has no tasks.
        nextWeekHasTask: false,
        isLastWeek: false,
        wish: review.wish,
        declinedWish: review.declined,
        isStudentBlocked: model.blocked.has(getActorKey({ role: 'student', index: student })),
        isStudentPaused: model.paused.has(student),
        isStudentFinished: model.finished.has(student),
        isReviewerBlocked:
          slot !== undefined &&
          model.blocked.has(getActorKey({ role: 'reviewer', index: slot.reviewer })),
        lostSlot: getLostSlot(review, people),
        lastMark: before?.status === 'conducted' ? { ...before.mark, week: before.week } : null,
        life: getTimeline(review, slot),
      }
    })
}

function getLostSlot({ lost, isClosed }: ModelReview, people: School['people']): string | null {
  if (!lost || isClosed) return null
  return formatLostSlot(lost.startsAt, people.reviewer[lost.reviewer]?.name ?? '', timeZone)
}

/** Nobody joins calls here: a marked review counts as held in its slot, or before its marks. */
function getTimeline({ status, times }: ModelReview, slot: ModelSlot | undefined) {
  const iso = (instant: number | null) => instant && new Date(instant).toISOString()
  const { booked, marked, decided } = times
  const held =
    status === 'conducted' && slot && marked !== null ? Math.min(slot.startsAt, marked) : null
  return { booked: iso(booked), held: iso(held), marked: iso(marked), decided: iso(decided) }
}

/** Invariants of every school (contract, section 3). */
function neverForbidden(model: Model, student: number, reviews: Review[]): void {
  const open = reviews.filter((review) => !review.isClosed)
  expect(open).toEqual(model.finished.has(student) ? [] : [reviews.at(-1)])
  if (open[0]) expect(open[0].week).toBe(model.weeks[student])
  for (const [index, review] of reviews.entries()) {
    expect(review.week).toBeGreaterThanOrEqual(1)
    expect(review.week).toBeLessThanOrEqual(30)
    expect(review.status === 'not-scheduled').toBe(review.day === null)
    expect(review.reviewer === null).toBe(review.day === null)
    if (review.status !== 'conducted') expect(review.mark.weekStatus).toBe('')
    const before = reviews[index - 1]
    if (before && !model.weekEdited.has(student))
      expect([before.week, before.week + 1]).toContain(review.week)
  }
}

/** The history shows what was done, and its lines lead to each review's slot. */
async function readsHistory(model: Model, { app, people }: School, student: number) {
  const token = people.admin[0]?.token
  for (const review of model.reviews.filter((one) => one.student === student)) {
    const { body } = await app.call(getHistory.admin, { token, query: { id: review.id } })
    expect(
      body.map(({ what, at, from, to }) => [
        ...[what, Date.parse(at)],
        ...[from?._id ?? null, to?._id ?? null],
      ]),
    ).toEqual(review.lines.map(({ what, at, from, to }) => [what, at, from, to]))
    const last = body.findLast((line) => line.from !== null || line.to !== null)
    expect(last?.to?._id ?? null).toBe(review.slot)
  }
}

/** An active student sees the same reviews, and the open one at home. */
async function seesOwn(model: Model, school: School, index: number, reviews: Review[]) {
  const actor = { role: 'student', index } as const
  const token = getToken(school, actor)
  const [home, manifest] = await Promise.all([
    school.app.call(getHome, { token }),
    school.app.call(listOwnReviews, { token }),
  ])
  if (model.blocked.has(getActorKey(actor))) {
    expect([home.status, manifest.status]).toEqual([401, 401])
    return
  }
  // Who has finished and is in another week since has no review of that week.
  const last = reviews.at(-1)
  const isOfWeek = last !== undefined && last.week === model.weeks[index]
  if (isOfWeek) expect(home.body).toMatchObject({ _id: last._id })
  expect(manifest.body.map(({ _id }) => _id)).toEqual(reviews.map(({ _id }) => _id))
}

/** An advisor sees the slots that can be booked, and all slots of reviews are booked. */
async function seesSlots(model: Model, school: School): Promise<void> {
  const index = [0, 1].find((one) => !model.blocked.has(`advisor ${one}`))
  if (index === undefined) return
  const token = getToken(school, { role: 'advisor', index })
  for (const [reviewer, { _id }] of school.people.reviewer.entries()) {
    const { status, body } = await school.app.call(listReviewerSlots, {
      token,
      params: { id: _id },
    })
    if (model.blocked.has(`reviewer ${reviewer}`)) {
      expect(status).toBe(404)
      continue
    }
    const wanted = model.slots
      .filter((slot) => slot.reviewer === reviewer)
      .filter((slot) => slot.startsAt > model.now && slot.startsAt < model.beyond)
      .toSorted((a, b) => a.startsAt - b.startsAt)
    const booked = new Set([...model.reviews.map((review) => review.slot), ...model.spent])
    expect(body.map((slot) => [slot._id, slot.isBooked])).toEqual(
      wanted.map(({ id }) => [id, booked.has(id)]),
    )
  }
}

/** The people who can be blocked. */
export const blockableActors: Actor[] = profileRoles.flatMap((role) =>
  Array.from({ length: memberCounts[role] }, (_, index) => ({ role, index })),
)
