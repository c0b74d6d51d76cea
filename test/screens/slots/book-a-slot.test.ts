import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { listReviews, type Review } from '#contract/reviews.ts'
import { addSlots } from '#contract/slots.ts'
import { makePerson } from '../../make.ts'
import { fullDate, inDays, schoolZone, twoDigits } from '../days.ts'
import { choose, goTo, press } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'
import { heading, rows, textsOf } from '../see.ts'

/**
 * The advisor at the scheduling screen, with a student who waits and a reviewer of whom everything
 * is known: their slots of half an hour, from 9:00 to 10:30 AM of tomorrow and of the day after.
 */
async function begin() {
  const school = await demoSchool()
  const { token } = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  for (const date of [inDays(1), inDays(2)]) {
    const values = { date, timeStart: '09:00', timeEnd: '10:30', reviewTime: 30 }
    await school.call(addSlots, { token, body: { values } })
  }
  const [first] = await school.call(listReviews.advisor, {
    token: await school.tokenOf('advisor'),
    query: { type: 'booking' },
  })
  if (!first) throw new Error('nobody waits for a slot')
  const asked = await openScreen(school, { as: 'advisor', at: '/advisor/review-schedule' })
  return { first, asked }
}

const ofStudent = ({ student }: Review) => new RegExp(`^${student.name}`)

async function slot(time: string): Promise<HTMLElement> {
  return within(await screen.findByRole('tabpanel')).findByRole('button', {
    name: new RegExp(`^${time}\\b`),
  })
}

test('the reviews that wait stand beside the choices, with who, which week and when', async () => {
  const { first } = await begin()
  const [one] = await rows('Reviews to be scheduled')
  expect(one).toHaveTextContent(first.student.name)
  expect(one).toHaveTextContent(`Week ${twoDigits(first.week)}`)
  expect(one).toHaveTextContent(first.student.domain?.name ?? 'a domain')
  expect(one).toHaveTextContent(fullDate(first.date.slice(0, 10)))
  screen.getByPlaceholderText('Select a student')
  screen.getByPlaceholderText('Select a reviewer')
  await press(new RegExp(first.student.name))
  const student = screen.getByRole('combobox', { name: 'Student' })
  await waitFor(() => expect(student).toHaveDisplayValue(ofStudent(first)))
})

test('nothing is booked while no student is picked', async () => {
  const { asked } = await begin()
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await slot('9:00 AM'))
  await press('book slot')
  await screen.findByText('Select a student to book this slot for.')
  expect(screen.getByRole('button', { name: 'book slot' })).toHaveFocus()
  await goTo('Home')
  await heading('Home')
  expect(asked.filter((call) => call.endsWith('/book-slot'))).toEqual([])
})

test('an advisor in the zone of the school need not read about zones', async () => {
  await begin()
  await choose('Reviewer', /^Rita Moreau/)
  await slot('9:00 AM')
  expect(screen.queryByText(/time zone/)).toBeNull()
})

test("an advisor who travels sees slots by the school's clock, and reads which zone that is", async () => {
  process.env.TZ = 'America/New_York'
  onTestFinished(() => {
    process.env.TZ = schoolZone
  })
  await begin()
  await choose('Reviewer', /^Rita Moreau/)
  expect(textsOf(await screen.findAllByRole('tab'))).toEqual(['Today', 'Tomorrow', inDays(2)])
  await slot('9:00 AM')
  await screen.findByText('Times are in the school’s time zone, Europe/Berlin.')
})
