import { getCallRecord } from '#contract/calls/call-record.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { expect, test } from '../kit/school.ts'
import { onPhone, slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { holdSocket } from '../steps/hold-socket.ts'
import {
  callButton,
  callStatus,
  expectVideo,
  makeBookedReview,
  meet,
} from '../steps/meet-and-call.ts'
import { blockPerson } from '../steps/schools/invite-and-onboard.ts'
import { heading, loginHeading } from '../steps/shell.ts'

test.use(withMotion)
// On two busy cores, a video alone may take half a minute to appear.
test.describe.configure({ timeout: 180_000 })

test('a review is held: both join, one calls, both see each other, and ending it leads to the details', {
  tag: onPhone,
}, async ({ page, school, somebodyElse }) => {
  const { review, student, reviewer } = await meet(school, page, somebodyElse)
  await student.getByRole('button', { name: 'Share Your Vedio' }).click()
  await expect(student.getByLabel('Your own video')).toBeVisible()
  await callButton(reviewer).click()
  await expectVideo(student)
  await expectVideo(reviewer)

  await reviewer.getByRole('button', { name: 'End call' }).click()
  await reviewer.getByRole('link', { name: 'Update Review Details' }).click()
  await expect(reviewer).toHaveURL(`${school.url}/reviewer/review-details/${review._id}`)
  await student.getByRole('link', { name: 'Review Details' }).click()
  await expect(student).toHaveURL(`/review-details/${review._id}`)
  await expect(heading(student, 'Review Details')).toBeFocused()
})

test('the called person is seen only after they share their video', { tag: slowTests }, async ({
  page,
  school,
  somebodyElse,
}) => {
  const { student, reviewer } = await meet(school, page, somebodyElse)
  await callButton(reviewer).click()
  await expectVideo(student)
  await expect(reviewer.getByText('has the camera off')).toBeVisible()
  await student.getByRole('button', { name: 'Share Your Vedio' }).click()
  await expectVideo(reviewer)
  await student.getByRole('button', { name: 'Turn the camera off' }).click()
  await expect(reviewer.getByText('has the camera off')).toBeVisible()
  await student.getByRole('button', { name: 'Turn the camera on' }).click()
  await expectVideo(reviewer)
})

test('when both call at the same time, it is one call', { tag: slowTests }, async ({
  page,
  school,
  somebodyElse,
}) => {
  const other = await somebodyElse()
  const lines = await Promise.all([page, other].map(holdSocket))
  const { review, student, reviewer } = await meet(school, page, async () => other)
  // Neither receives the other's call before both have clicked.
  for (const line of lines) line.hold()
  await callButton(student).click()
  await callButton(reviewer).click()
  for (const line of lines) line.release()
  await expectVideo(student)
  await expectVideo(reviewer)
  const token = await school.tokenOf('reviewer')
  const { events } = await school.call(getCallRecord.reviewer, {
    token,
    query: { id: review._id },
  })
  expect(events.filter(({ kind }) => kind === 'answered')).toHaveLength(1)
})

test('a person who joins before the page is connected gets in once it is', {
  tag: slowTests,
}, async ({ page, school }) => {
  const review = await makeBookedReview(school)
  let connect: (() => void) | undefined
  // The test decides when the socket connects.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    connect = () => socket.connectToServer()
  })
  await school.enter(page, 'reviewer', `/reviewer/review-details/${review._id}`)
  await page.getByRole('button', { name: 'Start Review' }).click()
  await expect.poll(() => connect !== undefined).toBe(true)
  connect?.()
  await expect(callStatus(page, 'Waiting for Student to join the Room')).toBeVisible()
})

test('a review that is over has no call and says so', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const token = await school.tokenOf('reviewer')
  const all = await school.call(listReviews.reviewer, { token, query: {} })
  const over = all.find(({ isClosed }) => isClosed)
  await school.enter(page, 'reviewer', `/reviewer/call/${over?._id}`)
  await expect(page.getByRole('heading', { name: 'This review is over' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Update Review Details' })).toBeVisible()
})

test('a student who is blocked during the call is removed at once', { tag: slowTests }, async ({
  page,
  school,
  somebodyElse,
}) => {
  const { review, student, reviewer } = await meet(school, page, somebodyElse)
  await callButton(reviewer).click()
  await expectVideo(student)
  await blockPerson(school, 'student', review.student.email)
  await expect(loginHeading(student, 'student')).toBeVisible()
  await expect(callStatus(reviewer, 'Waiting for Student to join the Room')).toBeVisible()
})
