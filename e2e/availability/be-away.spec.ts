import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { dayMs } from '#contract/kit/time/durations.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { toast } from '../steps/actions.ts'
import { expectFocusKept, pressByKeys } from '../steps/keyboard.ts'
import { rows } from '../steps/lists.ts'
import { addMorningReviewer } from '../steps/schools/morning-slots.ts'
import { heading } from '../steps/shell.ts'

test.use(withMotion)

/**
 * Only the absent reviewer has free slots on the day after tomorrow. All reviews are overdue, so
 * any other day suits them.
 */
function leaveNoOther(school: School, reviewerId: string): void {
  const db = new DatabaseSync(join(school.dataDir, 'weekward.db'), { timeout: 5_000 })
  db.prepare('update reviews set due_at = ? where closed_at is null').run(Date.now() - 2 * dayMs)
  db.prepare(
    `delete from slots where starts_at between ? and ? and reviewer_id <> ?
       and id not in (select slot_id from reviews where slot_id is not null)`,
  ).run(
    Date.parse(`${getDateInDays(2)}T00:00+02:00`),
    Date.parse(`${getDateInDays(3)}T01:00Z`),
    reviewerId,
  )
  db.close()
}

/** Fills in the absence form by keyboard, from tomorrow for `days` days. */
async function fillIn(page: Page, days: number) {
  await pressByKeys(page, page.getByRole('button', { name: 'Add absence' }))
  const form = page.getByRole('dialog', { name: 'Add absence' })
  await expect(form.getByLabel('First day')).toBeFocused()
  await page.keyboard.type(typed(getDateInDays(1)))
  await expect(form.getByLabel('First day')).toHaveValue(getDateInDays(1))
  await form.getByLabel('Last day').focus()
  await page.keyboard.type(typed(getDateInDays(days)))
  await expect(form.getByLabel('Last day')).toHaveValue(getDateInDays(days))
  await form.getByLabel('Reason').focus()
  await page.keyboard.type('A fever')
  await pressByKeys(page, form.getByRole('button', { name: 'Add absence', exact: true }))
  return form
}

/** A date (YYYY-MM-DD) as typed into a field. */
const typed = (date: string) => date.replace(/(\d+)-(\d+)-(\d+)/, '$2$3$1')

test(
  'an absence moves reviews that may move within the day; the others lose their slot and are booked again',
  {
    tag: slowTests,
  },
  async ({ page, school, somebodyElse }, { project }) => {
    const advisor = await somebodyElse()
    const { _id, token, book, open } = await addMorningReviewer(school)
    const [moves, waits] = [await book('9:30 AM'), await book('10:00 AM', 2)]
    leaveNoOther(school, _id)
    await school.enter(advisor, 'advisor', '/advisor/profile')
    const setting = advisor.getByRole('region', { name: 'When a review loses its slot' })
    await setting.getByText('Rebook same day').click()
    await expect(toast(advisor, 'Settings saved.')).toBeVisible()

    await open(page, '/reviewer/availability')
    const form = await fillIn(page, 2)
    await expect(form).toContainText('8 slots are removed, and 2 reviews lose their slots.')
    const affectedRows = rows(page, 'Reviews that lose their slot')
    await expect(affectedRows.first()).toContainText(
      new RegExp(`${moves.student.name}.*9:30 AMMoves to ${formatShortDate(getDateInDays(1))}, `),
    )
    await expect(affectedRows.last()).toContainText(
      new RegExp(`${waits.student.name}.*Could move to `),
    )
    await expectFocusKept(page)
    expect(await school.call(listOwnSlots, { token })).toHaveLength(8)
    await checkAppearance(page, `${project.name}-absence`)
    await pressByKeys(page, form.getByRole('button', { name: 'Confirm absence' }))
    await expect(toast(page, 'Absence added.')).toBeVisible()
    await expect(toast(page, '1 review was moved, 1 needs a new booking.')).toBeVisible()
    await expectFocusKept(page)
    expect(await school.call(listOwnSlots, { token })).toEqual([])

    const asAdvisor = await school.tokenOf('advisor')
    const find = async (id: string) =>
      (await school.call(listReviews.advisor, { token: asAdvisor, query: { id } }))[0]
    expect(await find(moves._id)).toMatchObject({
      status: 'review-scheduled',
      day: getDateInDays(1),
    })
    expect(await find(waits._id)).toMatchObject({ status: 'not-scheduled' })

    await advisor.goto('/advisor')
    const lost = advisor.getByRole('region', { name: 'Lost their slot' })
    await expect(lost).toContainText(waits.student.name)
    await expect(lost).toContainText('with Rita Moreau was removed')
    await expect(lost).not.toContainText(moves.student.name)
    await checkAppearance(advisor, `${project.name}-lost-at-home`)
    await pressByKeys(advisor, lost.getByRole('link', { name: 'Book slot' }))
    await expect(heading(advisor, 'Schedule Reviews')).toBeFocused()
    const best = advisor.getByRole('list', { name: /^Best slots/ }).getByRole('button')
    await pressByKeys(advisor, best.first())
    await pressByKeys(advisor, advisor.getByRole('button', { name: 'book slot', exact: true }))
    await expect(toast(advisor, 'book slot successfully.')).toBeVisible()
    await advisor.goto('/advisor')
    await expect(heading(advisor, 'Home')).toBeVisible()
    await expect(advisor.getByText(/ need you: |Nothing needs your attention/)).toBeVisible()
    await expect(lost).toHaveCount(0)
  },
)

test('an absence that affects no review is added at once, and removed by keyboard', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { token, open } = await addMorningReviewer(school)
  await open(page, '/reviewer/availability')
  const form = await fillIn(page, 3)
  await expect(toast(page, 'Absence added.')).toBeVisible()
  await expect(form).toBeHidden()
  await expectFocusKept(page)
  expect(await school.call(listOwnSlots, { token })).toEqual([])
  await expect(rows(page, 'Your absences')).toContainText('A fever')
  await pressByKeys(page, page.getByRole('button', { name: /^Remove \w+ \d+ \w+ to / }))
  const asked = page.getByRole('dialog', { name: 'Remove this absence?' })
  await expect(asked).toContainText('lost bookings are not restored')
  await pressByKeys(page, asked.getByRole('button', { name: 'Remove', exact: true }))
  await expect(page.getByRole('alert').getByText(/^Absence removed. 8 slots/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Absences' })).toBeFocused()
  expect(await school.call(listOwnSlots, { token })).toHaveLength(8)
})
