import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { saveNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import { countUnreadNotifications } from '#contract/notifications/list.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findRows } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

const bell = () => screen.findByRole('link', { name: 'Notifications' })

/** The demo school without notifications. */
async function quietSchool(): Promise<School> {
  const school = await startDemoSchool()
  await school.context.db.deleteFrom('notifications').execute()
  return school
}

/** Cancels the demo student's review as the advisor. */
async function cancel(school: School): Promise<string> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const reviewId = '_id' in home ? home._id : ''
  const body = { value: { reviewId, reason: 'I am ill' } }
  await school.call(cancelBooking.advisor, { token: await school.tokenOf('advisor'), body })
  return reviewId
}

test('the bell shows how many notifications are unread, and opens the newest below it', async () => {
  const school = await quietSchool()
  const reviewId = await cancel(school)
  await openScreen(school, { as: 'student', at: '/' })
  await waitFor(async () =>
    expect(await bell()).toHaveAccessibleDescription('1 unread notification'),
  )
  await userEvent.click(await bell())
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  await waitFor(() => expect(panel).toHaveFocus())
  const [line] = await findRows('Newest notifications', 1)
  expect(line?.textContent).toMatch(
    / cancelled your week 05 review on .+: I am ill\. Your advisor will book another slot\.NewToday, /,
  )
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await bell()).toHaveFocus()
  await userEvent.click(await bell())
  await follow(/cancelled your week/)
  await expectAddress(`/review-details/${reviewId}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a notification that is opened at once is read', async () => {
  const school = await quietSchool()
  const token = await school.tokenOf('student')
  const reviewId = await cancel(school)
  await openScreen(school, { as: { role: 'student', token }, at: '/notices' })
  await follow(/cancelled your week/)
  await expectAddress(`/review-details/${reviewId}`)
  await waitFor(async () =>
    expect(await school.call(countUnreadNotifications.student, { token })).toEqual({ unread: 0 }),
  )
  await waitFor(async () => expect(await bell()).not.toHaveAccessibleDescription(/unread/))
})

test('all notifications can be marked as read at once', async () => {
  const school = await quietSchool()
  const token = await school.tokenOf('student')
  await cancel(school)
  await openScreen(school, { as: { role: 'student', token }, at: '/notices' })
  const [line] = await findRows('Notifications', 1)
  await within(line ?? document.body).findByText('New')
  await press('Mark all as read')
  await waitFor(() => expect(line?.textContent).not.toContain('New'))
  expect(await school.call(countUnreadNotifications.student, { token })).toEqual({ unread: 0 })
  expect(await bell()).not.toHaveAccessibleDescription(/unread/)
})

test('without notifications the page says so, and links home', async () => {
  await openScreen(await quietSchool(), { as: 'admin', at: '/admin/notices' })
  await screen.findByText('Nothing yet. Your notifications will appear here.')
  await follow('Go to Home')
  await expectAddress('/admin')
})

test('with a chosen zone the times of notifications are in that zone, which is named', async () => {
  const school = await quietSchool()
  const token = await school.tokenOf('student')
  await cancel(school)
  const body = { value: { timeZone: 'Asia/Tokyo' } }
  await school.call(saveNotificationSettings.student, { token, body })
  await openScreen(school, { as: { role: 'student', token }, at: '/notices' })
  await screen.findByText('Times are in your time zone, Asia/Tokyo.')
})
