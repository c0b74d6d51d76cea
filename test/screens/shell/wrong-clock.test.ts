import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { monday } from '#test/app.ts'
import { schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { findRegion, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

const dayIn = (days: number) => addDays(getDateInZone(monday, schoolZone), days)
const late = (days: number) => getInstantAt(dayIn(days), '23:30', schoolZone)
const early = (days: number) => getInstantAt(dayIn(days), '00:30', schoolZone)

/** Sets the school's time, and the device's clock off by `wrongBy` (ms). */
function moveBoth(school: School, atServer: number, wrongBy: number): void {
  school.moveTo(atServer)
  vi.setSystemTime(atServer + wrongBy)
}

test('on a device whose clock is an hour wrong the days left are the school’s', async () => {
  const school = await startDemoSchool()
  const review = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in review)) throw new Error('The demo student has no review')
  const next = Date.parse(review.startsAt ?? review.date)
  const isIn = [...Array(30).keys()].find((days) => next < early(days + 1)) ?? 0
  for (const [atServer, wrongBy, label] of [
    [late(isIn - 2), hourMs, '2 days left'],
    [early(isIn - 1), -hourMs, 'Tomorrow'],
    [late(isIn - 1), hourMs, 'Tomorrow'],
    [early(isIn), -hourMs, 'Today'],
  ] as const) {
    moveBoth(school, atServer, wrongBy)
    await openScreen(school, { as: 'student', at: '/' })
    await (await findRegion('Next Review')).findByText(label)
  }
})

test('on a device whose clock is an hour wrong the tabs are the school’s days', async () => {
  const school = await startDemoSchool()
  for (const [atServer, wrongBy] of [
    [late(1), hourMs],
    [early(1), -hourMs],
  ] as const) {
    moveBoth(school, atServer, wrongBy)
    await openScreen(school, { as: 'reviewer', at: '/reviewer/slots-list' })
    const tabs = await screen.findAllByRole('tab')
    expect(getTexts(tabs)).toEqual(['Today', 'Tomorrow', dayIn(3), 'Later'])
  }
})
