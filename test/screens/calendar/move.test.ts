import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listCalendar } from '#contract/calendar/calendar.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { planReasons } from '#contract/plan.ts'
import { monday } from '../../app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '../../factories.ts'
import { answer, findDialog, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findToast } from '../queries.ts'
import { startEmptySchool } from '../school.ts'

/** Now it is Monday 2 March, 6:00 PM in Berlin; the review is booked for Tuesday, 10:00 AM. */
const tuesdayAtTen = Date.parse('2026-03-03T09:00:00Z')

async function setUpMove({ daysLater = 0 } = {}) {
  const school = await startEmptySchool()
  school.moveTo(monday + daysLater * dayMs)
  const tuesday = tuesdayAtTen + daysLater * dayMs
  const domain = await makeDomain(school, 'Web')
  const advisor = await makePerson(school, 'advisor')
  const student = await makePerson(school, 'student', { name: 'Sofía Demir', domain })
  const [priya, abel] = [
    await makePerson(school, 'reviewer', { name: 'Priya Nair' }),
    await makePerson(school, 'reviewer', { name: 'Abel Roy' }),
  ]
  await school.context.db
    .insertInto('reviewer_domains')
    .values([priya, abel].map(({ _id }) => ({ reviewer_id: _id, domain_id: domain._id })))
    .execute()
  const slot = await makeSlot(school, priya, tuesday)
  await makeSlot(school, abel, tuesday + 4 * hourMs)
  await makeSlot(school, abel, tuesday + 24 * hourMs)
  await makeSlot(school, priya, tuesday + 24 * hourMs)
  await makeReview(school, { student, advisor, slot })
  const { token } = advisor
  const whenAndWith = async () => {
    const query = { from: '2026-03-02', to: '2026-03-08' }
    const [one, ...others] = await school.call(listCalendar.advisor, { token, query })
    expect(others).toEqual([])
    return `${one?.date}, ${one?.slot_time}, ${one?.reviewer.name}`
  }
  const open = (query = '') =>
    openScreen(school, { as: { role: 'advisor', token }, at: `/advisor/calendar${query}` })
  return { open, whenAndWith }
}

const first = 'Tue 3 Mar, 10:00 AM with Priya Nair'
const second = 'Wed 4 Mar, 10:00 AM'

test('a review is moved by keyboard after confirmation, and moved back from the toast', async () => {
  const { open, whenAndWith } = await setUpMove()
  await open()
  const block = await screen.findByRole('link', { name: /^Tue 3 Mar, 10:00 AM .*booked/ })
  block.focus()
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Move Sofía Demir, 10:00 AM' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await screen.findByText(/Choose one of 2 free times\./)
  const near = await screen.findByRole('button', { name: /^Move to Tue 3 Mar, 2:00 PM, Abel Roy/ })
  await waitFor(() => expect(near).toHaveFocus())
  await userEvent.keyboard('{ArrowRight}')
  const free = screen.getByRole('button', { name: `Move to ${second}, 2 reviewers` })
  expect(free).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  // Priya has a review that week already, so the planner suggests Abel.
  const question = await findDialog()
  const options = question.getAllByRole('radio')
  expect(options.map((one) => one.closest('label')?.textContent)).toEqual([
    `Abel Roy${planReasons.load(0)}`,
    `Priya Nair${planReasons.load(0)}`,
  ])
  expect(options[0]).toBeChecked()
  options[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(options[1]).toBeChecked()
  await answer(`Moves Sofía Demir from ${first} to ${second}.`, 'Move')
  await findToast('Review moved')
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Wednesday March 4' })).toContainElement(
      document.activeElement as HTMLElement,
    ),
  )
  expect(await whenAndWith()).toBe('2026-03-04, 10:00 AM, Priya Nair')
  await findToast(`Moved Sofía Demir from ${first} to ${second} with Priya Nair.`)
  screen.getByText(/^You can undo this here for 10 minutes\.$/)
  await press('Undo')
  await findToast('Change undone')
  expect(await whenAndWith()).toBe('2026-03-03, 10:00 AM, Priya Nair')
})

test('cancelling the confirmation, or Escape, moves nothing', async () => {
  const { open, whenAndWith } = await setUpMove()
  await open()
  await press('Move Sofía Demir, 10:00 AM')
  const free = await screen.findByRole('button', { name: /^Move to Wed 4 Mar/ })
  await userEvent.click(free)
  await answer(`Moves Sofía Demir from ${first} to ${second}.`, 'Cancel')
  free.focus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText(/^Moving/)).toBeNull())
  expect(screen.getByRole('link', { name: /^Tue 3 Mar, 10:00 AM .*booked/ })).toHaveFocus()
  expect(await whenAndWith()).toBe('2026-03-03, 10:00 AM, Priya Nair')
})

test('the agenda lists a day’s free times', async () => {
  const { open, whenAndWith } = await setUpMove()
  await open('?view=day&date=2026-03-03')
  await press('Move Sofía Demir, 10:00 AM')
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await press(/^2:00 PM\s*Abel Roy/)
  await answer(`Moves Sofía Demir from ${first} to Tue 3 Mar, 2:00 PM with Abel Roy.`, 'Move')
  await findToast('Review moved')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(await whenAndWith()).toBe('2026-03-03, 2:00 PM, Abel Roy')
})

test('the agenda asks for the reviewer, too, with the best one selected', async () => {
  const { open, whenAndWith } = await setUpMove()
  await open('?view=day&date=2026-03-03')
  await press('Move Sofía Demir, 10:00 AM')
  await press(/^10:00 AM\s*2 reviewers/)
  await answer(`Moves Sofía Demir from ${first} to ${second}.`, 'Move')
  await findToast('Review moved')
  expect(await whenAndWith()).toBe('2026-03-04, 10:00 AM, Abel Roy')
})

test('a review can be moved to the next week, by keyboard and by dragging', async () => {
  // It is Saturday, and the three bookable days end on Monday.
  const { open } = await setUpMove({ daysLater: 5 })
  await open()
  await press('Move Sofía Demir, 10:00 AM')
  const near = await screen.findByRole('button', { name: /^Move to Sun 8 Mar, 2:00 PM/ })
  await waitFor(() => expect(near).toHaveFocus())
  await userEvent.keyboard('{PageDown}')
  const far = await screen.findByRole('button', { name: /^Move to Mon 9 Mar, 10:00 AM/ })
  await waitFor(() => expect(far).toHaveFocus())
  await userEvent.keyboard('{PageDown}{ArrowRight}')
  expect(far).toHaveFocus()
  // From Monday the arrow leads back to the earlier free time, and then no further.
  await userEvent.keyboard('{ArrowLeft}')
  const back = await screen.findByRole('button', { name: /^Move to Sun 8 Mar, 2:00 PM/ })
  await waitFor(() => expect(back).toHaveFocus())
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}{Home}')
  expect(back).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await screen.findByRole('button', { name: /^Move to Mon 9 Mar, 10:00 AM/ })
  fireEvent.dragEnter(screen.getByRole('button', { name: 'Previous week' }))
  await screen.findByRole('button', { name: /^Move to Sun 8 Mar, 2:00 PM/ })
  fireEvent.dragEnter(screen.getByRole('button', { name: 'Previous week' }))
  fireEvent.dragEnter(screen.getByRole('button', { name: 'Next week' }))
  await screen.findByRole('button', { name: /^Move to Mon 9 Mar, 10:00 AM/ })
})
