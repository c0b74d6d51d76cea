import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Locator, type Page } from '@playwright/test'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getHome, type Review } from '#contract/reviews/reviews.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Role } from '#contract/roles.ts'
import { basePath } from '#contract/roles.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { getDateInDays } from '../../kit/days.ts'
import { type School, storeSession } from '../../kit/school.ts'
import { makeBookedReview } from '../meet-and-call.ts'
import { addReviewerWithSlots } from '../new-reviewer.ts'

/** The demo student's review, booked with a new reviewer. */
export type BookedWithRita = {
  review: Review
  reviewer: Awaited<ReturnType<typeof addReviewerWithSlots>>
  /** Free slots for the review, the reviewer's first. */
  free: SlotWithReviewer[]
  /** The review's current state, for its student. */
  now: () => Promise<Review>
  /** Opens the review's details as one of its people. */
  details: (page: Page, role: Role) => Promise<void>
}

/** Moves the demo student's review to 9:00 AM tomorrow, with a new reviewer. */
export async function bookWithRita(school: School): Promise<BookedWithRita> {
  const reviewer = await addReviewerWithSlots(school)
  const { _id } = await makeBookedReview(school)
  const advisor = await school.tokenOf('advisor')
  const query = { review: _id, limit: 100 }
  const all = await school.call(listFreeSlots.advisor, { token: advisor, query })
  const [slot, ...free] = all.filter((one) => one.reviewer._id === reviewer._id)
  const value = { reviewId: _id, reviewer: reviewer._id, slot: slot?._id ?? '' }
  const { review } = await school.call(moveReview.advisor, { token: advisor, body: { value } })
  const student = await school.tokenOf('student')
  return {
    review,
    reviewer,
    free,
    async now() {
      const home = await school.call(getHome, { token: student })
      if (!('_id' in home)) throw new Error('The demo student has no review')
      return home
    },
    async details(page, role) {
      const token = role === 'reviewer' ? reviewer.token : await school.tokenOf(role)
      await storeSession(page, school.url, role, token)
      await page.goto(`${basePath[role]}/review-details/${_id}`)
      await expect(page.getByRole('region', { name: 'History' }).getByRole('list')).toBeVisible()
    },
  }
}

/** How the page describes a slot of Rita's: 'Tue 24 Nov, 9:00 AM with Rita Moreau'. */
export function formatRitaSlot(time: string, days = 1): string {
  return `${formatShortDate(getDateInDays(days))}, ${time} with Rita Moreau`
}

/** Makes a booked review have begun so many minutes ago. */
export function beginMinutesAgo(school: School, { _id }: Review, minutes: number): void {
  const db = new DatabaseSync(join(school.dataDir, 'weekward.db'), { timeout: 5_000 })
  const startsAt = Date.now() - minutes * minuteMs
  db.prepare(
    'update slots set starts_at = ?, ends_at = ? where id = (select slot_id from reviews where id = ?)',
  ).run(startsAt, startsAt + 30 * minuteMs, _id)
  db.close()
}

/** Opens the menu of the screen's header and chooses an entry. */
export async function chooseFromHeaderMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** The undo button of the latest message. */
export function undoButton(page: Page): Locator {
  return page.getByRole('alert').getByRole('button', { name: 'Undo' })
}

/** Presses the shortcut to Undo once no dialog is open, then Enter. */
export async function undoByKeys(page: Page, undo = undoButton(page)): Promise<void> {
  await expect(undo).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
}
