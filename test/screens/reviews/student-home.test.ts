import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time.ts'
import { getHome } from '#contract/reviews.ts'
import { schoolZone } from '../days.ts'
import { follow, press } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool, type School } from '../school.ts'
import { heading, region } from '../see.ts'

/** The noon of the day on which the demo student's present review is due. */
async function noonOfDueDay(school: School): Promise<number> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  return new Date(home.date).setUTCHours(11, 0, 0, 0)
}

function written(instant: number, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: schoolZone })
  return format.format(instant).replaceAll(',', '')
}

test.each([
  [3, '3 days left', false],
  [2, '2 days left', false],
  [1, 'Tomorrow', false],
  [0, 'Today', false],
  [-1, 'Today', true],
] as const)(
  'the card tells the week, the date and how long it is until the next review: %i days before',
  async (daysBefore, label, isOverdue) => {
    const school = await demoSchool()
    const due = await noonOfDueDay(school)
    school.moveTo(due - daysBefore * dayMs)
    await openScreen(school, { as: 'student', at: '/' })
    const card = await region('Next Review')
    await card.findByText(label)
    expect(card.queryAllByText('overdue')).toHaveLength(isOverdue ? 1 : 0)
    card.getByRole('heading', { name: 'Next Review' })
    card.getByText('05')
    card.getByText('week')
    card.getByText(written(due, { weekday: 'long', month: 'long', day: 'numeric' }))
  },
)

test('the home greets the student and shows who is signed in', async () => {
  await openScreen(await demoSchool(), { as: 'student', at: '/' })
  await screen.findByText('Hello Amara Okafor. You are in week 05 of Web Development.')
  const profile = await region('Profile')
  await profile.findByText('student@weekward.test')
  await follow('Profile', profile)
  await waitFor(async () => expect(await heading('Profile')).toHaveFocus())
})

test('the calendar marks today and the review, and its arrows lead through the months', async () => {
  const school = await demoSchool()
  const due = await noonOfDueDay(school)
  school.moveTo(due)
  await openScreen(school, { as: 'student', at: '/' })
  await region('Calendar')
  const today = () => document.querySelectorAll('[aria-current=date]')
  const month = (instant: number) => written(instant, { month: 'long', year: 'numeric' })
  await screen.findByRole('table', { name: month(due) })
  await waitFor(() =>
    expect(today()[0]).toHaveTextContent(`${written(due, { day: 'numeric' })} today`),
  )
  await screen.findAllByText(/: review/)

  const dayOfMonth = Number(written(due, { day: 'numeric' }))
  const [lastMonth, nextMonth] = [due - dayOfMonth * dayMs, due + (32 - dayOfMonth) * dayMs]
  await press('Next month')
  await screen.findByRole('table', { name: month(nextMonth) })
  expect(today()).toHaveLength(0)
  await press('Previous month')
  await waitFor(() => expect(today()).toHaveLength(1))
  await press('Previous month')
  await screen.findByRole('table', { name: month(lastMonth) })
  expect(today()).toHaveLength(0)
})
