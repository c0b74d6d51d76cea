import { describe, expect, test } from 'vitest'
import { getFieldMessages } from '#test/field-messages.ts'
import { makeSlotRangeSchema } from './slot-range.ts'
import { SlotRange } from './slots.ts'

describe('a range of slots', () => {
  const range = { date: '2026-03-02', timeStart: '09:00', timeEnd: '12:00', reviewTime: 30 }

  test('reports everything that is missing', () => {
    expect(getFieldMessages(SlotRange, {})).toEqual({
      date: 'Date is required.',
      timeStart: 'Starting time is required.',
      timeEnd: 'Ending time is required.',
      reviewTime: 'Review time is required.',
    })
  })

  test.each(['09:00', '08:59'])('refuses to end at %s when it starts at 09:00', (timeEnd) => {
    expect(getFieldMessages(SlotRange, { ...range, timeEnd })).toEqual({
      timeEnd: 'Ending time must be greater than starting time',
    })
  })

  test.each([180, 181, '240'])('refuses reviews of %j minutes within three hours', (reviewTime) => {
    expect(getFieldMessages(SlotRange, { ...range, reviewTime })).toEqual({
      reviewTime: 'Review time must be less than the time difference between start and end times',
    })
  })

  test('reports a conflict between two fields along with a missing one', () => {
    expect(getFieldMessages(SlotRange, { ...range, timeEnd: '08:00', reviewTime: '' })).toEqual({
      timeEnd: 'Ending time must be greater than starting time',
      reviewTime: 'Review time is required.',
    })
  })

  const school = { timeZone: 'America/New_York', holidays: [] }
  const tenInNewYork = Date.parse('2026-03-02T15:00:00Z')

  test.each(['09:59', '10:00'])('refuses to start today at %s when it is ten', (timeStart) => {
    expect(
      getFieldMessages(makeSlotRangeSchema(tenInNewYork, school), { ...range, timeStart }),
    ).toEqual({
      timeStart: 'Starting time must be greater than current time',
    })
  })

  test('reports a past date along with a missing time', () => {
    const asked = { ...range, date: '2026-03-01', timeStart: '' }
    expect(getFieldMessages(makeSlotRangeSchema(tenInNewYork, school), asked)).toEqual({
      date: 'Date must be today or later',
      timeStart: 'Starting time is required.',
    })
  })

  test('accepts a later time today, and any time on a later day', () => {
    const judge = makeSlotRangeSchema(tenInNewYork, school)
    expect(getFieldMessages(judge, { ...range, timeStart: '10:01' })).toEqual({})
    expect(getFieldMessages(judge, { ...range, date: '2026-03-03' })).toEqual({})
  })

  test('refuses a school holiday by its name', () => {
    const holidays = [{ from: '2026-03-03', to: '2026-03-04', name: 'Carnival' }]
    const judge = makeSlotRangeSchema(tenInNewYork, { ...school, holidays })
    expect(getFieldMessages(judge, { ...range, date: '2026-03-04' })).toEqual({
      date: 'This is a school holiday: Carnival',
    })
    expect(getFieldMessages(judge, { ...range, date: '2026-03-05' })).toEqual({})
  })

  test('refuses past dates and dates more than a year ahead', () => {
    const judge = makeSlotRangeSchema(tenInNewYork, school)
    expect(getFieldMessages(judge, { ...range, date: '2026-03-01' })).toEqual({
      date: 'Date must be today or later',
    })
    expect(getFieldMessages(judge, { ...range, date: '2027-03-05' })).toEqual({
      date: 'Date must be within a year',
    })
  })

  test('uses the date at the school, not in UTC', () => {
    const lateEvening = Date.parse('2026-03-03T03:00:00Z')
    const judge = makeSlotRangeSchema(lateEvening, school)
    expect(getFieldMessages(judge, { ...range, timeStart: '22:30', timeEnd: '23:30' })).toEqual({})
  })
})
