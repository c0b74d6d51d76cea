import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dateInZone } from '#contract/kit/zone.ts'
import { listReviews } from '#contract/reviews.ts'
import { inDays, schoolZone, twoDigits } from '../days.ts'
import { follow } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'
import { heading, isAt, rows, textsOf } from '../see.ts'

/** The advisor at home, and the reviews that wait for a slot. */
async function begin() {
  const school = await demoSchool()
  const token = await school.tokenOf('advisor')
  const toBook = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const open = () => openScreen(school, { as: 'advisor', at: '/advisor' })
  await open()
  return { school, token, toBook, open }
}

test('an advisor finds at home who needs a slot and who is further, each with the right button', async () => {
  const { school, token, toBook } = await begin()
  const booked = await school.call(listReviews.advisor, { token, query: { home: 'true' } })
  const toDecide = { status: 'conducted', open: 'true' } as const
  const marked = await school.call(listReviews.advisor, { token, query: toDecide })
  for (const [section, reviews, button] of [
    ['To schedule', toBook, 'Book slot'],
    ['To decide', marked, 'Update Review'],
    ['Scheduled', booked, 'Update Review'],
  ] as const) {
    expect(reviews.length).toBeGreaterThan(0)
    for (const [index, row] of (await rows(section, reviews.length)).entries()) {
      const card = within(row)
      expect(card.getByRole('heading')).toHaveTextContent(`${reviews[index]?.student.name}`)
      expect(row).toHaveTextContent(`Week ${twoDigits(reviews[index]?.week ?? 0)}`)
      expect(textsOf(card.getAllByRole('link'))).toEqual([button, 'View'])
    }
  }
})

test('an advisor sees at home which reviews are overdue', async () => {
  const { toBook } = await begin()
  const late = toBook.filter(({ date }) => dateInZone(Date.parse(date), schoolZone) < inDays(0))
  expect(late.length).toBeGreaterThan(0)
  const marked = (await rows('To schedule')).filter((row) => within(row).queryByText(/overdue/))
  expect(textsOf(marked.map((row) => within(row).getByRole('heading')))).toEqual(
    late.map(({ student }) => student.name),
  )
})

test("both buttons of an advisor's card lead to scheduling, and 'View' to the details", async () => {
  const { toBook, open } = await begin()
  const name = new RegExp(toBook[0]?.student.name ?? 'nobody')
  const firstOf = async (section: string) => within((await rows(section))[0] ?? document.body)
  await follow('Book slot', await firstOf('To schedule'))
  await heading('Schedule Reviews')
  expect(await screen.findByRole('combobox', { name: 'Student' })).toHaveDisplayValue(name)

  await open()
  await follow('Update Review', await firstOf('To decide'))
  await heading('Schedule Reviews')
  await screen.findByText(/This review is conducted, so it needs no slot\./)

  await open()
  await follow('View', await firstOf('To schedule'))
  await isAt(`/advisor/review-details/${toBook[0]?._id}`)
  expect(await screen.findByRole('region', { name: 'Student Details' })).toHaveTextContent(name)
})
