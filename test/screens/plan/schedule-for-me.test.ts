import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { bookPlan } from '#contract/plan.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { paths } from '#web/paths.ts'
import { monday } from '../../app.ts'
import { makePerson, makeReview, makeSlot } from '../../factories.ts'
import { answer, failRequests, goTo, holdRequests, press } from '../actions.ts'
import { byWholeText, expectAddress, findRegion, findRows } from '../queries.ts'
import { openPlan, waitingStudents } from './open-plan.ts'

/** The line of a student. */
async function findLine(name: string) {
  const found = (await findRows('Plan')).find((row) => row.textContent?.startsWith(name))
  if (!found) throw new Error(`${name} has no line`)
  return { row: found, ...within(found) }
}

/** Waits for this text below the plan or in its place. */
async function waitForText(text: string): Promise<void> {
  const bar = await findRegion('Book the plan')
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent(text))
}

test('each waiting review has a line with a slot and its reason, and one press books all', async () => {
  const { reviews, rita, asked } = await openPlan({ slots: 3 })
  await screen.findByText('Slots found for all 3 reviews')
  const shown = await findRows('Plan', 3)
  for (const [index, [due, when, why]] of [
    ['Due yesterdayOverdue', 'Tomorrow, 10:00 AM', 'First free slot in their domain'],
    ['Due today', 'Tomorrow, 11:00 AM', 'First slot left in their domain'],
    ['Due tomorrow', 'Tomorrow, 12:00 PM', 'First slot left in their domain'],
  ].entries()) {
    for (const text of [
      waitingStudents[index],
      'Week 03 · Python',
      due,
      `${when} with Rita Moreau`,
      why,
    ])
      expect(shown[index]).toHaveTextContent(`${text}`)
  }
  await waitForText('3 of 3 selected.')
  await press('Book 3 reviews')
  await waitForText('3 reviews booked.')
  await screen.findByText('3 reviews booked')
  expect((await findRegion('Book the plan')).getByRole('status')).toHaveFocus()
  for (const row of await findRows('Plan', 3)) expect(row).toHaveTextContent('Booked')
  expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull()
  const booked = await reviews({ status: 'review-scheduled' })
  expect(booked.map(({ student, time, reviewer }) => [student.name, time, reviewer?._id])).toEqual(
    expect.arrayContaining([
      [waitingStudents[0], '10:00 AM', rita._id],
      [waitingStudents[1], '11:00 AM', rita._id],
      [waitingStudents[2], '12:00 PM', rita._id],
    ]),
  )
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /advisor/book-plan'])
})

test('deselected lines are not booked', async () => {
  const { reviews } = await openPlan({ slots: 3 })
  await userEvent.click(
    (await findLine('Mia Sato')).getByRole('checkbox', { name: 'Book for Mia Sato' }),
  )
  await waitForText('2 of 3 selected.')
  await press('Book 2 reviews')
  await screen.findByText('2 booked, 1 left to book')
  const [left] = await reviews({ type: 'booking' })
  expect(left?.student.name).toBe('Mia Sato')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Book for Mia Sato' }))
  await press('Book 1 review')
  await screen.findByText('3 reviews booked')
})

test('another slot can be chosen among the best, which say for whom they are planned', async () => {
  const { reviews } = await openPlan({ slots: 4 })
  await press('Change slot for Leo Brandt')
  const best = await (await findLine('Leo Brandt')).findByRole('list', {
    name: 'Best slots for Leo Brandt',
  })
  const buttons = within(best).getAllByRole('button')
  expect(buttons).toHaveLength(4)
  expect(buttons[0]).toHaveAttribute('aria-pressed', 'true')
  expect(buttons[1]).toHaveTextContent('Planned for Mia Sato')
  expect(buttons[3]).not.toHaveTextContent('Planned for')
  await press(/1:00 PM/, within(best))
  const opener = screen.getByRole('button', { name: 'Change slot for Leo Brandt' })
  expect(opener).toHaveFocus()
  expect(opener).toHaveAttribute('aria-expanded', 'false')
  expect((await findLine('Leo Brandt')).row).toHaveTextContent('Tomorrow, 1:00 PM with Rita Moreau')
  await press('Book 3 reviews')
  await screen.findByText('3 reviews booked')
  const booked = await reviews({ status: 'review-scheduled' })
  expect(booked.find(({ student }) => student.name === 'Leo Brandt')?.time).toBe('1:00 PM')
})

test('a slot chosen while another one is being booked is not shown as booked', async () => {
  await openPlan({ slots: 4 })
  const letThrough = holdRequests(bookPlan.path)
  await press('Book 3 reviews')
  await press('Change slot for Leo Brandt')
  const best = await screen.findByRole('list', { name: /^Best slots/ })
  await press(/1:00 PM/, within(best))
  letThrough()
  await screen.findByText('3 reviews booked')
  const { row } = await findLine('Leo Brandt')
  expect(row).toHaveTextContent('Tomorrow, 10:00 AM with Rita Moreau')
})

test('choices outlast a look at the soonest slots, and leaving them asks first', async () => {
  await openPlan({ slots: 3 })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Book for Mia Sato' }))
  const soonest = screen.getByRole('checkbox', { name: /^As soon as possible/ })
  await userEvent.click(soonest)
  await waitForText('3 of 3 selected.')
  await goTo('Schedule Reviews')
  await answer('Your changes are not saved and will be lost.', 'Cancel')
  await userEvent.click(soonest)
  await waitForText('2 of 3 selected.')
  await press('Book 2 reviews')
  await screen.findByText('2 booked, 1 left to book')
})

test('two lines with the same slot show a warning, and after booking who did not get it', async () => {
  await openPlan({ slots: 4 })
  await press('Change slot for Leo Brandt')
  await press(/11:00 AM/, within(await screen.findByRole('list', { name: /^Best slots/ })))
  await waitForText('Leo Brandt and Mia Sato have the same slot. Only one of them can be booked.')
  expect((await findLine('Leo Brandt')).row).toHaveTextContent(
    'Also selected for Mia Sato. Only one',
  )
  expect((await findLine('Mia Sato')).row).toHaveTextContent(
    'Also selected for Leo Brandt. Only one',
  )
  await press('Book 2 reviews')
  await waitForText('2 of 3 reviews booked. See why 1 could not be booked.')
  const refused = (await findRows('Plan', 3)).find((row) => row.textContent?.includes('Not booked'))
  expect(refused).toHaveTextContent('This slot is already booked')

  await press(/^Choose another slot for/)
  await press(/10:00 AM/, within(await screen.findByRole('list', { name: /^Best slots/ })))
  await waitForText('1 of 3 selected.')
  await press('Book 1 review')
  await screen.findByText('3 reviews booked')
})

test('a review booked elsewhere in the meantime is offered no other slot', async () => {
  const { school, advisor, rita, slots, reviews } = await openPlan({ slots: 3 })
  await findRows('Plan', 3)
  const [, mia] = await reviews({ type: 'booking' })
  const value = { reviewId: mia?._id ?? '', reviewer: rita._id, slot: slots[1] ?? '' }
  await school.call(bookSlot.advisor, { token: advisor.token, body: { value } })
  await press('Book 3 reviews')
  await waitForText('2 reviews booked. 1 was already booked.')
  await screen.findByText('3 reviews booked')
  const { row, queryByRole, getByRole } = await findLine('Mia Sato')
  expect(row).toHaveTextContent('Already booked')
  expect(queryByRole('button', { name: /^Choose another/ })).toBeNull()
  getByRole('link', { name: 'View the review of Mia Sato' })
})

test('nothing is left to lose once a review changed in the other plan is booked elsewhere', async () => {
  const { school, advisor, rita, slots, reviews } = await openPlan({ slots: 3 })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Book for Mia Sato' }))
  await userEvent.click(screen.getByRole('checkbox', { name: /^As soon as possible/ }))
  await waitForText('3 of 3 selected.')
  const mia = (await reviews({ type: 'booking' })).find(
    ({ student }) => student.name === 'Mia Sato',
  )
  const value = { reviewId: mia?._id ?? '', reviewer: rita._id, slot: slots[1] ?? '' }
  await school.call(bookSlot.advisor, { token: advisor.token, body: { value } })
  await press('Book 3 reviews')
  await screen.findByText('3 reviews booked')
  await goTo('Schedule Reviews')
  await expectAddress(paths.reviewSchedule)
})

test('a line without a free slot says so, and what to do', async () => {
  const { school, advisor } = await openPlan({ slots: 2 })
  await screen.findByText('Slots found for 2 of 3 reviews')
  const alone = await makePerson(school, 'student', { name: 'Ola Berg' })
  await makeReview(school, { student: alone, advisor })
  await press('Plan again')
  await screen.findByText('Slots found for 2 of 4 reviews')
  const { row, queryByRole, ...noor } = await findLine('Noor Haddad')
  expect(row).toHaveTextContent('No slot left')
  expect(row).toHaveTextContent(
    'Other reviews are due sooner. Choose a slot yourself, or ask reviewers',
  )
  expect(queryByRole('checkbox')).toBeNull()
  const ola = await findLine('Ola Berg')
  expect(ola.row).toHaveTextContent('No reviewer in their domain has a free slot. Ask reviewers')
  expect(ola.queryByRole('button')).toBeNull()

  await press('Choose a slot for Noor Haddad', noor)
  await press(/Planned for Leo Brandt/, noor)
  await waitForText('Leo Brandt and Noor Haddad have the same slot')
})

test('a review due later is planned later, or as soon as possible', async () => {
  const { school, domain, advisor } = await openPlan({ slots: 4 })
  await screen.findByText('Slots found for all 3 reviews')
  const student = await makePerson(school, 'student', { name: 'Ola Berg', domain })
  await makeReview(school, { student, advisor, dueAt: monday + 7 * dayMs })
  await press('Plan again')
  await screen.findByText('Slots found for all 3 reviews, 1 to plan later')
  const { row } = await findLine('Ola Berg')
  expect(row).toHaveTextContent('Not planned yet')
  expect(row).toHaveTextContent('Due in 7 days. Planned from Sat 7 Mar. Choose a slot yourself')
  await userEvent.click(screen.getByRole('checkbox', { name: /^As soon as possible/ }))
  await screen.findByText('Slots found for all 4 reviews')
  expect((await findLine('Ola Berg')).row).toHaveTextContent('with Rita Moreau')
  await press('Book 4 reviews')
  await screen.findByText('4 reviews booked')
})

test('a line with a late slot is deselected while an earlier slot is free', async () => {
  const { school, domain, advisor, rita } = await openPlan({ slots: 4, bookableDays: 28 })
  await screen.findByText('Slots found for all 3 reviews')
  const student = await makePerson(school, 'student', { name: 'Ola Berg', domain })
  await makeReview(school, { student, advisor, dueAt: monday + 7 * dayMs })
  await makeSlot(school, rita, monday + 9 * dayMs)
  await press('Plan again')
  await waitForText('3 of 4 selected.')
  const ola = await findLine('Ola Berg')
  expect(ola.row).toHaveTextContent(
    '2 days after the due date. An earlier slot is free before Sat 7 Mar. Change the slot to use it',
  )
  const box = ola.getByRole('checkbox', { name: 'Book for Ola Berg' })
  expect(box).not.toBeChecked()
  await userEvent.click(box)
  await waitForText('4 of 4 selected.')
  await press('Change slot for Ola Berg')
  await press(/1:00 PM.*Early/, within(await ola.findByRole('list', { name: /^Best slots/ })))
  const { row } = await findLine('Ola Berg')
  expect(row).toHaveTextContent('Tomorrow, 1:00 PM with Rita Moreau')
  expect(row).not.toHaveTextContent('Change the slot to book')
  await press('Book 4 reviews')
  await screen.findByText('4 reviews booked')
})

test('a plan from a solver that ran out of time says so', async () => {
  await openPlan({ slots: 3 })
  await screen.findByText('Slots found for all 3 reviews')
  const ask = globalThis.fetch
  // The solver may run out of time on a busy machine, so the test decides.
  let stoppedEarly = false
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const reply = await ask(...asked)
    reply.headers.delete('stopped-early')
    if (stoppedEarly) reply.headers.set('stopped-early', 'true')
    return reply
  })
  await press('Plan again')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Plan again' })).toBeEnabled())
  expect(screen.queryByText('Best plan found in 4 seconds.')).toBeNull()
  stoppedEarly = true
  await press('Plan again')
  await screen.findByText('Best plan found in 4 seconds.')
})

test('a failed request loses nothing, and the next press books', async () => {
  await openPlan({ slots: 3 })
  await findRows('Plan', 3)
  const mend = failRequests('/book-plan')
  await press('Book 3 reviews')
  await waitForText('Not booked. The server could not be reached. Check your connection.')
  mend()
  await press('Book 3 reviews')
  await waitForText('3 reviews booked.')
})

test('an advisor without waiting reviews reads so', async () => {
  const { school, reviews, open } = await openPlan({ slots: 3 })
  await press('Book 3 reviews')
  await screen.findByText('3 reviews booked')
  await open()
  await screen.findByText('Every review has a slot.')
  expect(await reviews({ type: 'booking' })).toEqual([])
  expect(school).toBeDefined()
})

test('the line of an accepted reschedule request shows the student’s reason', async () => {
  const { school, slots, reviews, open } = await openPlan({ slots: 3 })
  const [review] = await reviews({ type: 'booking' })
  const request = { review_id: review?._id ?? '', reason: 'I have an exam' }
  const { db } = school.context
  await db
    .insertInto('reschedule_requests')
    .values({ ...request, asked_at: monday, ended_at: null })
    .execute()
  const slot = { review_id: request.review_id, slot_id: slots[2] ?? '', place: 0 }
  await db.insertInto('reschedule_request_slots').values(slot).execute()
  await open()
  expect(
    await screen.findByText(byWholeText('Requested by the student: “I have an exam”')),
  ).toBeVisible()
})
