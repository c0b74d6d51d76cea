import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getHome } from '#contract/reviews/reviews.ts'
import { paths } from '#web/paths.ts'
import { answer, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findRegion, findRows, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The demo student's booked review as an admin sees it. */
async function openAsAdmin() {
  const school = await startDemoSchool()
  const home = async () => {
    const reply = await school.call(getHome, { token: await school.tokenOf('student') })
    if (!('_id' in reply)) throw new Error('The demo student has no review')
    return reply
  }
  const booked = await home()
  const again = async () => {
    await openScreen(school, { as: 'admin', at: paths.reviewDetails('admin', booked._id) })
    await findRegion('History')
  }
  await again()
  return { booked, home, again }
}

async function choose(entry: string): Promise<void> {
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('an admin moves any review to another free slot, and undoes it', async () => {
  const { booked, home } = await openAsAdmin()
  await choose('Move…')
  const dialog = await findDialog('Move review')
  expect(dialog.getByRole('button', { name: 'Move review' })).toBeDisabled()
  const [first] = await dialog.findAllByRole('button', { name: /^\d+:\d\d [AP]M/ })
  if (!first) throw new Error('No slot is free')
  await userEvent.click(first)
  await dialog.findByText(/^Moves Amara Okafor from Tue 3 Mar, 10:00 AM with Priya Nair to /)
  await press('Move review', dialog)
  await findToast('Review moved')
  expect((await home()).startsAt).not.toBe(booked.startsAt)
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Change undone')
  expect((await home()).startsAt).toBe(booked.startsAt)
})

test('an admin cancels a booking, and books another slot for the student', async () => {
  const { home } = await openAsAdmin()
  await choose('Cancel booking…')
  await fill(await findField('Reason'), 'The school is closed')
  await press('Cancel booking', await findDialog('Cancel booking'))
  await findToast('Booking cancelled')
  await waitFor(async () => {
    const [line] = await findRows('History')
    expect(line).toHaveTextContent('“The school is closed”')
  })
  await press('Book slot')
  const dialog = await findDialog('Book slot')
  const [first] = await dialog.findAllByRole('button', { name: /^\d+:\d\d [AP]M/ })
  if (!first) throw new Error('No slot is free')
  await userEvent.click(first)
  await dialog.findByText(/^Books .* for Amara Okafor\.$/)
  await press('Book slot', dialog)
  await findToast('book slot successfully.')
  expect((await home()).status).toBe('review-scheduled')
})

test('an admin’s last change to a booking can be undone in the history, even after a reload', async () => {
  const { booked, home, again } = await openAsAdmin()
  await choose('Cancel booking…')
  await fill(await findField('Reason'), 'The school is closed')
  await press('Cancel booking', await findDialog('Cancel booking'))
  await findToast('Booking cancelled')
  await again()
  const [latest] = await findRows('History')
  if (!latest) throw new Error('The history is empty')
  await press(/^Undo: .+ cancelled /, within(latest))
  await findToast('Change undone')
  expect((await home()).startsAt).toBe(booked.startsAt)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull())
})

test('an admin sets which tasks are done, makes a decision, and undoes it', async () => {
  const { booked, home } = await openAsAdmin()
  const seminar = within(await screen.findByRole('radiogroup', { name: 'Seminar Video' }))
  const chosen = seminar.getByRole('radio', { checked: true }).getAttribute('value')
  await userEvent.click(seminar.getByText(chosen === 'completed' ? 'Not added' : 'completed'))
  await findToast('task status updated successfully.')
  await press('Repeat week')
  await screen.findByText('The slot Tue 3 Mar, 10:00 AM with Priya Nair becomes free again.')
  await answer('Are you sure you want to repeat this week?', 'Yes, repeat the week')
  await findToast('review status updated successfully.')
  expect((await home())._id).not.toBe(booked._id)
  await press('Undo')
  await findToast(/^Decision undone/)
  expect((await home())._id).toBe(booked._id)
})
