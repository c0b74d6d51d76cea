import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, storeSession, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { bell, readAll } from '../steps/notifications.ts'
import { bookWithRita } from '../steps/schools/booked-with-rita.ts'
import { heading, isNarrow } from '../steps/shell.ts'

test('a cancellation is announced on two open pages, and read once seen', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const token = await school.tokenOf('student')
  await readAll(school, 'student', token)
  const { review, reviewer } = await bookWithRita(school)
  await school.enter(page, 'student')
  await expect(bell(page)).toHaveAccessibleDescription('1 unread notification')
  const other = await somebodyElse()
  await storeSession(other, school.url, 'reviewer', reviewer.token)
  await other.goto(`${school.url}/reviewer`)
  await expect(bell(other)).toHaveAccessibleDescription('1 unread notification')

  const body = { value: { reviewId: review._id, reason: 'I am ill' } }
  await school.call(cancelBooking.advisor, { token: await school.tokenOf('advisor'), body })
  await expect(bell(page)).toHaveAccessibleDescription('2 unread notifications')
  await expect(bell(other)).toHaveAccessibleDescription('2 unread notifications')
  await expect(
    page.getByRole('status').filter({ hasText: '2 unread notifications' }),
  ).toBeAttached()

  await bell(page).press('Enter')
  const notification = page.getByRole('link', {
    name: /cancelled your week .+ review .+: I am ill\. Your advisor will book another slot\.$/,
  })
  await expect(notification).toBeVisible()
  if (isNarrow(page)) await expect(heading(page, 'Notifications')).toBeVisible()
  else await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeFocused()
  await expect(page.getByText('New', { exact: true })).toHaveCount(2)
  await expect(bell(page)).toHaveAccessibleDescription('')
  // New notifications stay marked while they are shown.
  await expect(page.getByText('New', { exact: true })).toHaveCount(2)
  await checkAppearance(page, 'the notices')

  await notification.press('Enter')
  await expect(page).toHaveURL(`${school.url}/review-details/${review._id}`)
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toHaveCount(0)
})
