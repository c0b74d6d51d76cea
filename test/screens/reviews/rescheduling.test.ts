import { notificationsStore } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { moveRefusals, undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Role } from '#contract/roles.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { clearSession } from '#web/kit/api/session.ts'
import { paths } from '#web/paths.ts'
import { answer, fill, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  expectError,
  findField,
  findHeading,
  findRegion,
  findRows,
  findToast,
  getTexts,
} from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The demo student's review, booked for tomorrow with the demo reviewer. */
async function openBookedReview() {
  const school = await startDemoSchool()
  const ask = async () => {
    const home = await school.call(getHome, { token: await school.tokenOf('student') })
    if (!('_id' in home)) throw new Error('The demo student has no review')
    return home
  }
  const booked = await ask()
  const open = (role: Role) =>
    openScreen(school, { as: role, at: paths.reviewDetails(role, booked._id) })
  return { school, booked, ask, open }
}

/** The entries of the header's menu; empty if there is no menu. */
async function getMenuEntries(): Promise<string[]> {
  await findRegion('History')
  if (!screen.queryByRole('button', { name: 'More actions' })) return []
  await press('More actions')
  return getTexts(await screen.findAllByRole('menuitem'))
}

async function choose(entry: string): Promise<void> {
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

const place = 'Tue 3 Mar, 10:00 AM with Priya Nair'

test('each role is offered only the changes that are possible now', async () => {
  const { school, booked, open } = await openBookedReview()
  const before = {
    advisor: ['Move…', 'Cancel booking…', 'Add to calendar…'],
    reviewer: ['Cancel booking…', 'Add to calendar…'],
    admin: ['Move…', 'Cancel booking…'],
  } as const
  for (const role of ['advisor', 'reviewer', 'admin'] as const) {
    await open(role)
    expect(await getMenuEntries()).toEqual(before[role])
  }
  school.moveTo(Date.parse(booked.startsAt ?? '') + minuteMs)
  await open('student')
  await screen.findByText('You can record a no-show from 10:10 AM.')
  expect(await getMenuEntries()).toEqual([])
  school.moveTo(Date.parse(booked.startsAt ?? '') + 10 * minuteMs)
  const after = {
    advisor: ['Student did not come', 'Reviewer did not come'],
    reviewer: ['Student did not come'],
    student: ['Reviewer did not come'],
    admin: ['Student did not come', 'Reviewer did not come'],
  } as const
  for (const role of ['advisor', 'reviewer', 'student', 'admin'] as const) {
    await open(role)
    expect(await getMenuEntries()).toEqual(after[role])
  }
})

test('a booking is cancelled with a reason, and the toast undoes it', async () => {
  const { open, ask } = await openBookedReview()
  await open('advisor')
  await choose('Cancel booking…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel booking' }))
  await dialog.findByText(`Amara Okafor loses the slot ${place} and needs another one.`, {
    exact: false,
  })
  // Only the reviewer can remove the slot.
  expect(dialog.queryByRole('radio')).toBeNull()
  const reason = await findField('Reason')
  await press('Cancel booking', dialog)
  await expectError(reason, 'Please give a reason')
  expect(reason).toHaveFocus()
  await fill(reason, 'Priya is ill')
  await press('Cancel booking', dialog)
  await findToast('Booking cancelled')
  await findToast(`Amara Okafor, ${place}. The review needs another slot.`)
  screen.getByText(/^You can undo this here for 10 minutes\.$/)
  expect((await ask()).status).toBe('not-scheduled')
  await waitFor(async () => {
    const [last] = await findRows('History')
    expect(last).toHaveTextContent(/^Henrik Lindqvist cancelled Tue 3 Mar.*“Priya is ill”/)
  })
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Change undone')
  expect((await ask()).time).toBe('10:00 AM')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('a toast whose undo is refused goes, and only the reason stays', async () => {
  const { school, booked, open } = await openBookedReview()
  await open('advisor')
  await choose('Cancel booking…')
  await fill(await findField('Reason'), 'A mistake')
  await press('Cancel booking', within(await screen.findByRole('dialog')))
  await findToast('Booking cancelled')
  const token = await school.tokenOf('advisor')
  const body = { value: { reviewId: booked._id } }
  await school.call(undoChange.advisor, { token, body })
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast(moveRefusals.noUndo.message)
  await waitFor(() => expect(screen.queryByText('Booking cancelled')).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('closing a toast from within it leads the focus back to the page', async () => {
  const { open } = await openBookedReview()
  await open('advisor')
  await choose('Cancel booking…')
  await fill(await findField('Reason'), 'A mistake')
  await press('Cancel booking', within(await screen.findByRole('dialog')))
  await findToast('Booking cancelled')
  within(await screen.findByRole('alert'))
    .getByRole('button', { name: 'Close' })
    .focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText('Booking cancelled')).toBeNull())
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('a cancellation can be undone in the history, too', async () => {
  const { open, ask } = await openBookedReview()
  await open('advisor')
  await choose('Cancel booking…')
  await fill(await findField('Reason'), 'A mistake')
  await press('Cancel booking', within(await screen.findByRole('dialog')))
  await findToast('Booking cancelled')
  await press(`Undo: Henrik Lindqvist cancelled ${place}`)
  await findToast('Change undone')
  expect((await ask()).time).toBe('10:00 AM')
  await screen.findByText(`Henrik Lindqvist undid that: it is ${place} again`)
})

test('a reviewer who cancels lands on their reviews, and can undo it', async () => {
  const { open, ask } = await openBookedReview()
  await open('reviewer')
  await choose('Cancel booking…')
  await fill(await findField('Reason'), 'Ill')
  await press('Cancel booking', within(await screen.findByRole('dialog')))
  await findToast('Booking cancelled')
  await expectAddress('/reviewer/reviews-list')
  await findHeading('Reviews List')
  expect((await ask()).status).toBe('not-scheduled')
  await press('Undo')
  await findToast('Change undone')
  expect((await ask()).time).toBe('10:00 AM')
})

test('a reviewer who gives a review away sees no error, however early the live update arrives', async () => {
  const { school, booked, open } = await openBookedReview()
  await open('reviewer')
  await findRegion('History')
  const token = await school.tokenOf('reviewer')
  const value = { reviewId: booked._id, reason: 'Ill', removeSlot: false }
  await school.call(cancelBooking.reviewer, { token, body: { value } })
  // In place of the live connection, which the test does not have.
  await queryClient.invalidateQueries()
  await screen.findByText('You no longer have this review')
  await findRegion('History')
  // A toast may be queued but not rendered yet.
  expect(notificationsStore.getState().notifications).toEqual([])
})

test.each([
  ['advisor', 'Reviewer', 'Priya Nair'],
  ['reviewer', 'Student', 'Amara Okafor'],
  ['student', 'Reviewer', 'Priya Nair'],
] as const)('an absence is noted by the %s, once asked about', async (role, who, name) => {
  const { school, booked, open, ask } = await openBookedReview()
  school.moveTo(Date.parse(booked.startsAt ?? '') + 10 * minuteMs)
  await open(role)
  await choose(`${who} did not come`)
  const question = `Record that ${name} did not come? It stays in the history of this review. The slot counts as used, and the review needs another one. This cannot be undone.`
  await answer(question, 'Yes, record it')
  await findToast(
    `Recorded that the ${who.toLowerCase()} did not come. The review needs another slot.`,
  )
  expect((await ask()).status).toBe('not-scheduled')
  if (role === 'reviewer') return expectAddress('/reviewer/reviews-list')
  const [last] = await findRows('History', 2)
  expect(last).toHaveTextContent(`recorded that the ${who.toLowerCase()} did not come to ${place}`)
})

test('everybody who sees the review sees its history', async () => {
  const { open } = await openBookedReview()
  for (const role of ['advisor', 'reviewer', 'student', 'admin'] as const) {
    await open(role)
    const [first] = await findRows('History')
    expect(first).toHaveTextContent(`Henrik Lindqvist booked ${place}`)
  }
})

test('a reviewer who cancels keeps the slot unless they choose to remove it', async () => {
  const { school, booked, open } = await openBookedReview()
  await open('reviewer')
  await choose('Cancel booking…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel booking' }))
  expect(dialog.getByRole('radio', { name: 'Keep the slot open' })).toBeChecked()
  await userEvent.click(dialog.getByRole('radio', { name: 'Remove the slot' }))
  await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'A doctor')
  await press('Cancel booking', dialog)
  await findToast('Booking cancelled, and the slot removed')
  const at = Date.parse(booked.startsAt ?? '')
  const { db } = school.context
  const there = db
    .selectFrom('slots')
    .select('id')
    .where('starts_at', '=', at)
    .where('reviewer_id', '=', booked.reviewer?._id ?? '')
  expect(await there.execute()).toEqual([])
})

test('the advisor’s home says who cancelled a booking, and why', async () => {
  const { school, booked } = await openBookedReview()
  const token = await school.tokenOf('reviewer')
  const value = { reviewId: booked._id, reason: 'Clash' }
  await school.call(cancelBooking.reviewer, { token, body: { value } })
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  const all = await findRows('To schedule')
  const card = all.find((row) => row.textContent?.includes(booked.student.name))
  expect(card).toHaveTextContent('Cancelled by Priya Nair: “Clash”. Due')
})

test('the history comes last on the page', async () => {
  const { open } = await openBookedReview()
  const titles = () => getTexts(screen.getAllByRole('heading', { level: 2 }))
  for (const role of ['student', 'advisor', 'reviewer', 'admin'] as const) {
    await open(role)
    await findRegion('History')
    expect(titles().at(-1)).toBe('History')
  }
  await open('advisor')
  await findRegion('History')
  const [decision, history] = ['What is next for Amara Okafor?', 'History'].map((title) =>
    titles().indexOf(title),
  )
  expect(decision).toBeGreaterThanOrEqual(0)
  expect(decision).toBeLessThan(history ?? 0)
})

test('what can be undone goes with the session that did it', async () => {
  const { open } = await openBookedReview()
  await open('advisor')
  await choose('Cancel booking…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel booking' }))
  await fill(await findField('Reason'), 'Priya is ill')
  await press('Cancel booking', dialog)
  await findToast('Booking cancelled')
  clearSession('advisor')
  await screen.findByRole('button', { name: 'Login' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('a dialog closes when the browser goes back', async () => {
  const { school, booked } = await openBookedReview()
  const at = `/advisor/reviews-list?state=open&search=${booked.student.email}`
  await openScreen(school, { as: 'advisor', at })
  await follow(/review details/)
  await choose('Cancel booking…')
  await screen.findByRole('dialog', { name: 'Cancel booking' })
  // It is as old as a dialog that somebody has read.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000)
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  now.mockRestore()
})
