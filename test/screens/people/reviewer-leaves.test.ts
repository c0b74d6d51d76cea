import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listAbsencesFor } from '#contract/availability/absences.ts'
import { listBookingsAffectedByReviewerBlock } from '#contract/availability/rebooking-settings.ts'
import { noEnd } from '#contract/limits/availability.ts'
import { listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findHeading, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('an admin lets a reviewer leave, sees what happens first, and can undo it', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const all = await school.call(listPeople.reviewer, { token })
  const priya = all.find(({ name }) => name === 'Priya Nair')
  if (!priya) throw new Error('Priya is not there')
  const at = paths.person('reviewer', priya._id)
  const booked = async () =>
    (
      await school.call(listBookingsAffectedByReviewerBlock, { token, query: { id: priya._id } })
    ).touches.filter(({ review }) => review.reviewer?._id === priya._id).length
  const count = await booked()
  await openScreen(school, { as: 'admin', at })
  await findHeading(priya.name)
  await press('Record departure…')
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Record departure of Priya Nair' }),
  )
  await press('Preview', dialog)
  await dialog.findByText(/^The weekly availability ends, .*Priya Nair, .* are notified\./)
  expect(await booked()).toBe(count)
  await press('Confirm departure', dialog)
  await findToast('Departure recorded.')
  expect(await booked()).toBe(0)
  const query = { reviewer: priya._id }
  const absences = await school.call(listAbsencesFor, { token, query })
  expect(absences[0]).toMatchObject({ to: noEnd, reason: 'Leaves the school' })
  await screen.findByText(/^From .* with no end date$/)
  expect(screen.queryByRole('button', { name: 'Record departure…' })).toBeNull()

  // Also after a reload.
  await openScreen(school, { as: 'admin', at })
  await press('Undo: Absence added just now.')
  await findToast(/^Undone\. /)
  expect(await booked()).toBeGreaterThan(0)
  await screen.findByRole('button', { name: 'Record departure…' })
})
