import { instantAt } from '#contract/kit/zone.ts'
import { getHome } from '#contract/reviews.ts'
import { setTime } from './clock.ts'
import { inDays } from './days.ts'
import { expect, test } from './school.ts'
import { schoolZone } from './server.ts'
import { heading } from './shell.ts'

const hourMs = 60 * 60 * 1000
const late = (days: number) => instantAt(inDays(days), '23:30', schoolZone)
const early = (days: number) => instantAt(inDays(days), '00:30', schoolZone)

test('on a device whose clock is an hour wrong the days left are those of the school', async ({
  page,
  school,
}) => {
  const review = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in review)) throw new Error('The demo student has no review')
  const next = Date.parse(review.startsAt ?? review.date)
  const isIn = [...Array(30).keys()].find((days) => next < early(days + 1)) ?? 0
  const card = page.getByRole('region', { name: 'Next Review' })
  for (const [atServer, wrongBy, label] of [
    [late(isIn - 2), hourMs, '2 days left'],
    [early(isIn - 1), -hourMs, 'Tomorrow'],
    [late(isIn - 1), hourMs, 'Tomorrow'],
    [early(isIn), -hourMs, 'Today'],
  ] as const) {
    await setTime(page, atServer, atServer + wrongBy)
    await school.enter(page, 'student')
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(card.getByText(label, { exact: true })).toBeVisible()
  }
})

test('on a device whose clock is an hour wrong the tabs are the days of the school', async ({
  page,
  school,
}) => {
  for (const [atServer, wrongBy] of [
    [late(1), hourMs],
    [early(1), -hourMs],
  ] as const) {
    await setTime(page, atServer, atServer + wrongBy)
    await school.enter(page, 'reviewer', '/reviewer/slots-list')
    await expect(page.getByRole('tab')).toHaveText(['Today', 'Tomorrow', inDays(3), 'Later'])
  }
})
