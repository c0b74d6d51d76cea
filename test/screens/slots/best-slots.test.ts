import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listBestSlots } from '#contract/plan.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { press } from '../actions.ts'
import { findRows, findToast } from '../queries.ts'
import { openScheduling } from './open-scheduling.ts'

test('the best slots come first, and one press selects reviewer and slot', async () => {
  const { school, first, open, ofAdvisor } = await openScheduling()
  await open(first._id)
  const best = await school.call(listBestSlots.advisor, {
    token: await school.tokenOf('advisor'),
    query: { review: first._id },
  })
  expect(best.length).toBeGreaterThan(1)
  const shown = await findRows('Best slots', best.length)
  for (const [index, { slot, reviewer, why }] of best.entries())
    expect(shown[index]).toHaveTextContent(
      `${slot.slot_time} with ${reviewer.name}${index === 0 ? 'Best' : ''}${why}`,
    )

  for (const { slot, reviewer } of [best.at(-1), best[0]].flatMap((one) => one ?? [])) {
    const chosen = new RegExp(`${slot.slot_time} with ${reviewer.name}`)
    const place = best.findIndex((one) => one.slot._id === slot._id)
    await userEvent.click(
      within(shown[place] ?? document.body).getByRole('button', { name: chosen }),
    )
    const box = screen.getByRole('combobox', { name: 'Reviewer' })
    await waitFor(() => expect(box).toHaveDisplayValue(reviewer.name))
    const what = `${formatShortDate(slot.date)}, ${slot.slot_time} with ${reviewer.name}`
    await screen.findByText(`Books ${what} for ${first.student.name}.`)
    await waitFor(() => {
      const day = within(screen.getByRole('tabpanel'))
      expect(day.getByRole('button', { pressed: true })).toHaveTextContent(slot.slot_time)
    })
  }
  await press('book slot')
  await findToast('book slot successfully.')
  expect((await ofAdvisor({ id: first._id }))[0]).toMatchObject({
    status: 'review-scheduled',
    day: best[0]?.slot.date,
    time: best[0]?.slot.slot_time,
    reviewer: { _id: best[0]?.reviewer._id },
  })
})
