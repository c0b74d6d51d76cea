import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listBookingsAffectedByReviewerBlock } from '#contract/availability/rebooking-settings.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listPeople } from '#contract/people/people.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { paths } from '#web/paths.ts'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findHeading } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('before a reviewer is blocked, the question lists which reviews move, when, and how many more', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [reviewer] = await school.call(listPeople.reviewer, {
    token,
    query: { state: 'active', search: 'Priya' },
  })
  if (!reviewer) throw new Error('There is no reviewer')
  const advisor = await makePerson(school.server, 'advisor')
  for (let hour = 30; hour < 36; hour++) {
    const slot = await makeSlot(school.server, reviewer, school.server.time.now + hour * hourMs)
    await makeReview(school.server, { advisor, slot })
  }
  const { touches } = await school.call(listBookingsAffectedByReviewerBlock, {
    token,
    query: { id: reviewer._id },
  })
  await openScreen(school, { as: 'admin', at: paths.person('reviewer', reviewer._id) })
  await findHeading(reviewer.name)
  await press('Block')
  const dialog = within(await screen.findByRole('dialog', { name: 'Block' }))
  await dialog.findByText(`${touches.length} reviews lose their slots.`, { exact: false })
  const rows = within(dialog.getByRole('list', { name: 'Reviews that lose their slot' }))
  const shown = rows.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown).toHaveLength(4)
  for (const [index, { review }] of touches.slice(0, 4).entries()) {
    expect(shown[index]).toContain(review.student.name)
    expect(shown[index]).toMatch(/Booked for .*(Moves to|Could move to|Needs a new booking)/)
  }
  dialog.getByText(`and ${touches.length - 4} more`)
})
