import { expect } from 'vitest'
import { listCalendarAbsences } from '#contract/calendar/calendar.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { type School, timeZone } from './members.ts'
import { getActorKey, type Model } from './model.ts'

/**
 * Calendars show each reviewer's absences to them, and to an admin while they are not blocked.
 * Never to an advisor, because nobody is of their students' domains.
 */
export async function checkCalendarAbsences(model: Model, { app, people }: School): Promise<void> {
  const today = getDateInZone(model.now, timeZone)
  const span = { from: today, to: addDays(today, 6), limit: undefined }
  const isHere = (role: 'advisor' | 'reviewer', index: number) =>
    !model.blocked.has(getActorKey({ role, index }))
  const advisor = people.advisor.find((_, index) => isHere('advisor', index))
  for (const [index, reviewer] of people.reviewer.entries()) {
    const own = model.absences.filter((one) => one.reviewer === index && one.date >= today)
    if (own.length === 0) continue
    const seen = async (role: keyof typeof listCalendarAbsences, token: string | undefined) => {
      const query = { ...span, reviewer: reviewer._id }
      const { body } = await app.call(listCalendarAbsences[role], { token, query })
      return body.map(({ _id }) => _id).toSorted()
    }
    const ids = own.map(({ id }) => id).toSorted()
    const isIn = isHere('reviewer', index)
    expect(await seen('admin', people.admin[0]?.token)).toEqual(isIn ? ids : [])
    if (isIn) expect(await seen('reviewer', reviewer.token)).toEqual(ids)
    if (advisor) expect(await seen('advisor', advisor.token)).toEqual([])
  }
}
