import { expect } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { addAbsence, withdrawAbsence } from '#contract/availability/absences.ts'
import type { SlotRemovalEffects } from '#contract/availability/affected-bookings.ts'
import { type AvailabilityBlock, saveAvailability } from '#contract/availability/availability.ts'
import { saveBookingSettings } from '#contract/availability/rebooking-settings.ts'
import { listCalendarAbsences } from '#contract/calendar/calendar.ts'
import { getWeekday } from '#contract/kit/time/zone.ts'
import { abilities, type Role } from '#contract/roles.ts'
import { cloneWeek, removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { openSession } from '#test/accounts/session.ts'
import {
  getDateInDays,
  makeCall,
  pickAt,
  pickMember,
  pickSlot,
  type Scene,
  type StepSeed,
} from './scene-helpers.ts'
import type { Member, School } from './school.ts'
import { isBlocked, readState, type State } from './state.ts'

/** Actions on slots, with all their reviews. */
export const slotActions = {
  publish: (scene: Scene, step: StepSeed) => {
    const hour = 8 + (step.c % 11)
    const two = (number: number) => String(number).padStart(2, '0')
    const values = {
      date: getDateInDays(scene, step.b % 3),
      reviewTime: pickAt([20, 30, 45], step.b) ?? 30,
      timeStart: `${two(hour)}:00`,
      timeEnd: `${two(hour + 1)}:30`,
    }
    return makeCall(scene.school, reviewerAt(scene, step), addSlots, {
      values,
      confirm: step.a % 2 === 0,
    })
  },

  remove: (scene: Scene, step: StepSeed) => {
    const slots = [pickSlot(scene, step), pickSlot(scene, { ...step, b: step.b + 1 })]
    const ids = slots.slice(0, 1 + (step.c % 2)).flatMap((slot) => slot?.id ?? [])
    if (ids.length === 0) return undefined
    const owner = pickMember(scene, 'reviewer', slots[0]?.reviewer_id ?? null, step)
    return makeCall(scene.school, owner, removeSlots, { value: { slots: ids } })
  },

  clone: (scene: Scene, step: StepSeed) => {
    const value = {
      from: getDateInDays(scene, -7 * (step.b % 2)),
      to: [getDateInDays(scene, step.c % 8)],
    }
    return makeCall(scene.school, reviewerAt(scene, step), cloneWeek, { value })
  },

  /** Saves at once, or after a preview of the affected reviews. */
  availability: (scene: Scene, step: StepSeed) => {
    const { a, b, c } = step
    const blockOn = (days: number, hour: number): AvailabilityBlock => ({
      weekday: getWeekday(getDateInDays(scene, days)),
      from: `${hour}:00`,
      to: `${hour + 3}:00`,
      reviewTime: pickAt([30, 45], c) ?? 30,
      everyWeeks: 1 + (c % 2),
      since: getDateInDays(scene, 0),
      until: null,
    })
    const blocks = [blockOn(0, 13), blockOn(1, 10 + (c % 5)), blockOn(2, 10)].slice(0, b % 4)
    const value = {
      blocks,
      buffer: pickAt([0, 10, 30, 60], c) ?? 0,
      mostADay: pickAt([null, 1, 2, 3], b) ?? null,
      notice: pickAt([0, 0, 90, 600], a + c) ?? 0,
    }
    return previewThenDo(scene.school, reviewerAt(scene, step), (reviewer, confirm) =>
      makeCall(scene.school, reviewer, saveAvailability, { value: { ...value, confirm } }),
    )
  },

  absence: (scene: Scene, step: StepSeed) => {
    const from = getDateInDays(scene, step.b % 3)
    const value = { from, to: getDateInDays(scene, (step.b % 3) + (step.c % 2)), reason: 'Ill' }
    return previewThenDo(scene.school, reviewerAt(scene, step), (reviewer, confirm) =>
      makeCall(scene.school, reviewer, addAbsence, { value: { ...value, confirm } }),
    )
  },

  withdrawAbsence: (scene: Scene, step: StepSeed) => {
    const absence = pickAt(scene.state.absences, step.a)
    const owner = pickMember(scene, 'reviewer', absence?.reviewer_id ?? null, step)
    const value = { id: absence?.id ?? 'none' }
    return makeCall(scene.school, owner, withdrawAbsence, { value })
  },

  /** Changes nothing: calendars show who is absent, and why to whom it concerns. */
  lookAway: async (scene: Scene, step: StepSeed) => {
    const role = pickAt([...abilities['see who is away']], step.b) ?? 'admin'
    const person = pickAt(scene.school.people[role], step.a)
    if (!person || isBlocked(scene.state, person._id)) return undefined
    const [from, to] = [getDateInDays(scene, 0), getDateInDays(scene, 1 + (step.c % 3))]
    const query = { from, to, reviewer: undefined, limit: undefined }
    const { body } = await scene.school.app.call(listCalendarAbsences[role], {
      token: person.token,
      query,
    })
    expect(body.map(({ _id, reason }) => [_id, reason])).toEqual(
      awayFor(scene.state, { role, person: person._id }, { from, to }),
    )
    return undefined
  },

  settings: ({ school }: Scene, step: StepSeed) => {
    const advisor = pickAt(school.people.advisor, step.a)
    const moveByItself = step.b % 3 === 0 ? 'ask' : 'same-day'
    return advisor && makeCall(school, advisor, saveBookingSettings, { value: { moveByItself } })
  },

  block: async (scene: Scene, step: StepSeed) => {
    const { school, state } = scene
    const [admin, student] = [school.people.admin[0], pickAt(school.people.student, step.a)]
    const isStudent = student !== undefined && step.b % 3 === 0
    const [role, person] = isStudent
      ? (['student', student] as const)
      : (['reviewer', reviewerAt(scene, step)] as const)
    const wasBlocked = isBlocked(state, person._id)
    const action = wasBlocked ? 'unblock' : 'block'
    const body = { id: person._id, action } as const
    const done = admin && (await makeCall(school, admin, blockUnblock[role], body))
    if (wasBlocked) person.token = await openSession(school.app.context, person._id)
    return done
  },
}

/** Derived from the rows alone: the absences a member sees in these days, with reasons. */
function awayFor(
  state: State,
  { role, person }: { role: Role; person: string },
  { from, to }: { from: string; to: string },
) {
  const students = state.reviews
    .filter((review) => review.advisor_id === person && review.closed_at === null)
    .map(({ student_id }) => student_id)
  const domains = state.people
    .filter(({ id }) => students.includes(id))
    .map(({ domain_id }) => domain_id)
  const isSeen = (reviewer: string) =>
    role === 'admin' ||
    reviewer === person ||
    state.able.some((one) => one.reviewer_id === reviewer && domains.includes(one.domain_id))
  return state.absences
    .filter(({ date_from, date_to }) => date_from <= to && date_to >= from)
    .filter(({ reviewer_id }) => !isBlocked(state, reviewer_id) && isSeen(reviewer_id))
    .toSorted((one, other) => one.date_to.localeCompare(other.date_to))
    .map(({ id, reason }) => [id, role === 'advisor' ? null : reason])
}

function reviewerAt({ school }: Scene, { a }: StepSeed): Member {
  const reviewer = pickAt(school.people.reviewer, a)
  if (!reviewer) throw new Error('unreachable')
  return reviewer
}

type Asked = { status: number; actor: string; body: SlotRemovalEffects }

/** The preview matches the result for each review if nothing has changed in between. */
async function previewThenDo(
  { app }: School,
  reviewer: Member,
  make: (reviewer: Member, confirm: boolean) => Promise<Asked>,
): Promise<Asked> {
  const before = await readState(app.context.db)
  const preview = await make(reviewer, false)
  if (preview.status !== 200 || preview.body.isDone) return preview
  expect(await readState(app.context.db)).toEqual(before)
  const done = await make(reviewer, true)
  expect(done.body).toMatchObject({ isDone: true, removes: preview.body.removes })
  const outcomes = ({ body }: Asked) =>
    body.touches.map(({ review, suggestion, isMoved }) => [review._id, suggestion?._id, isMoved])
  expect(outcomes(done)).toEqual(outcomes(preview))
  const after = await readState(app.context.db)
  for (const { review, suggestion, isMoved } of done.body.touches) {
    const { slot_id } = after.reviews.find(({ id }) => id === review._id) ?? {}
    expect(slot_id).toBe(isMoved ? suggestion?._id : null)
  }
  return done
}
