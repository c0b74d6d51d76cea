import { toUrl } from '#contract/kit/endpoint.ts'
import { getPlan, listBestSlots } from '#contract/plan.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { toast } from '../steps/actions.ts'
import { expectFocusKept, pressByKeys } from '../steps/keyboard.ts'
import { heading } from '../steps/shell.ts'

test.use(withMotion)

test(
  'one of the five best slots, of any reviewer, is chosen and booked by keyboard',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    const token = await school.enter(page, 'advisor', '/advisor')
    const toSchedule = page.getByRole('region', { name: 'To schedule' })
    await pressByKeys(page, toSchedule.getByRole('link', { name: 'Book slot' }).first())
    await expect(heading(page, 'Schedule Reviews')).toBeFocused()
    const id = new URL(page.url()).searchParams.get('review') ?? ''
    const best = await school.call(listBestSlots.advisor, { token, query: { review: id } })
    expect(best).toHaveLength(5)
    const buttons = page.getByRole('list', { name: /^Best slots/ }).getByRole('button')
    await expect(buttons).toHaveCount(5)
    await checkAppearance(page, `${project.name}-best-slots`)
    await pressByKeys(page, buttons.first())
    await expect(buttons.first()).toHaveAttribute('aria-pressed', 'true')
    await pressByKeys(page, page.getByRole('button', { name: 'book slot', exact: true }))
    await expect(toast(page, 'book slot successfully.')).toBeVisible()
    await expectFocusKept(page)
    const [booked] = await school.call(listReviews.advisor, { token, query: { id } })
    expect(booked).toMatchObject({
      startsAt: best[0]?.slot.startsAt,
      reviewer: { _id: best[0]?.reviewer._id },
    })
  },
)

test(
  'lines of a plan that cannot be booked say why, and get another slot',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    // The page itself has the same path.
    const answered = page.waitForResponse(
      (response) =>
        response.url() === school.url + toUrl(getPlan, {}, { asSoonAsPossible: 'true' }) &&
        response.request().resourceType() === 'fetch',
    )
    const token = await school.enter(page, 'advisor', '/advisor/plan')
    const bar = page.getByRole('region', { name: 'Book the plan' })
    const lines = page.getByRole('list', { name: 'Plan' }).locator(':scope > li')
    await page.getByRole('checkbox', { name: /^As soon as possible/ }).check()
    await expect(bar).toContainText(/^(\d+) of \1 selected/)
    const count = await lines.count()

    // Meanwhile someone books the first line's slot for the last of them. Requesting the plan again
    // might return another one, if it was stopped before the optimum.
    const plan = getPlan.reply.parse(await (await answered).json())
    const [first, last] = [plan[0], plan.at(-1)]
    const value = {
      reviewId: last?.review._id ?? '',
      reviewer: first?.reviewer?._id ?? '',
      slot: first?.slot?._id ?? '',
    }
    await school.call(bookSlot.advisor, { token, body: { value } })
    await pressByKeys(page, bar.getByRole('button', { name: `Book ${count} reviews` }))
    await expect(bar.getByRole('status')).toBeFocused()
    await expect(bar.getByRole('status')).toContainText(
      `${count - 2} of ${count - 1} reviews booked. See why 1 could not be booked. 1 was already booked.`,
    )
    const refused = lines.filter({ hasText: 'Not booked' })
    await expect(refused).toHaveCount(1)
    await expect(refused).toContainText('This slot is already booked.')
    await checkAppearance(page, `${project.name}-plan-refused`)

    await pressByKeys(page, refused.getByRole('button', { name: /^Choose another slot/ }))
    const best = refused.getByRole('list', { name: /^Best slots/ })
    await pressByKeys(page, best.getByRole('button').first())
    await expectFocusKept(page)
    await pressByKeys(page, bar.getByRole('button', { name: 'Book 1 review' }))
    await expect(bar.getByRole('status')).toBeFocused()
    await expect(refused).toHaveCount(0)
    await expect(lines.first()).toContainText('Booked')
  },
)
