import type { Page } from '@playwright/test'
import type { School } from '../kit/school.ts'
import { withMotion } from '../kit/with-motion.ts'
import { exposePeerConnections } from '../steps/calls/peer-connections.ts'
import { callButton, callStatus, expectVideo, makeBookedReview } from '../steps/meet-and-call.ts'
import { click, expectHidden, expectVisible, openSignedIn } from './actions.ts'
import { type BrowserWindow, runIn } from './browser.ts'
import { expect, getScreenshotPath, test } from './fixtures.ts'
import { byButton, byLabel, byRole, byText } from './queries.ts'

test.use(withMotion)

test('a student in Firefox and a reviewer in Chromium see each other until the call ends', async ({
  other,
  school,
  somebodyElse,
}) => {
  const review = await makeBookedReview(school)
  const chromium = await comeIn(school, await somebodyElse(), 'reviewer', review._id)
  await openSignedIn(other, school, 'student', `/call/${review._id}`)
  await expectVisible(other, byText('Reviewer Joined', byRole('status')))
  await click(other, byButton('Share Your Vedio'))
  await expectVisible(other, byLabel('Your own video'))
  await callButton(chromium).click()
  await expectVideo(chromium)
  await expectPicturesIn(other)
  await other.takePicture(getScreenshotPath('firefox-in-a-call'))
  await chromium.screenshot({ path: getScreenshotPath('chromium-in-a-call-with-firefox') })

  await chromium.getByRole('button', { name: 'End call' }).click()
  await expectVisible(other, byText('The call has ended'))
})

test('a reviewer in Firefox calls a student in Chromium, who is seen after sharing their video', async ({
  other,
  school,
  somebodyElse,
}) => {
  const review = await makeBookedReview(school)
  const chromium = await comeIn(school, await somebodyElse(), 'student', review._id)
  await openSignedIn(other, school, 'reviewer', `/reviewer/call/${review._id}`)
  await expectVisible(other, byText('Student Joined', byRole('status')))
  await click(other, byButton('Call'))
  await expectVideo(chromium)
  await expectVisible(other, byText(/has the camera off/))
  await chromium.getByRole('button', { name: 'Share Your Vedio' }).click()
  await expectPicturesIn(other)
  await expect(chromium.getByText('Good connection')).toBeVisible()

  await click(other, byButton('End call'))
  await expectHidden(other, byLabel(/^Video of /))
  await expect(chromium.getByText('The call has ended')).toBeVisible()
})

/** A participant of the review in Chromium. */
async function comeIn(
  school: School,
  page: Page,
  as: 'reviewer' | 'student',
  review: string,
): Promise<Page> {
  await exposePeerConnections(page)
  await school.enter(page, as, `${as === 'reviewer' ? '/reviewer' : ''}/call/${review}`)
  const other = as === 'reviewer' ? 'Student' : 'Reviewer'
  await expect(callStatus(page, `Waiting for ${other} to join the Room`)).toBeVisible()
  return page
}

/** Fails unless video of the other side plays in Firefox. */
async function expectPicturesIn(firefox: BrowserWindow): Promise<void> {
  await expectVisible(firefox, byLabel(/^Video of /))
  const before = await runIn(firefox, nextPicture)
  const now = () => runIn(firefox, nextPicture)
  await expect
    .poll(async () => (await now()).presentedFrames - before.presentedFrames)
    .toBeGreaterThan(5)
  const after = await now()
  expect(after.width).toBeGreaterThan(0)
  expect(after.currentTime).toBeGreaterThan(before.currentTime)
}

/** Runs in the page: waits for the next video frame of the other side. */
function nextPicture(): Promise<{ width: number; presentedFrames: number; currentTime: number }> {
  const video = document.querySelector<HTMLVideoElement>('video[aria-label^="Video of "]')
  return new Promise((resolve) =>
    video?.requestVideoFrameCallback((_, { width, presentedFrames }) =>
      resolve({ width, presentedFrames, currentTime: video.currentTime }),
    ),
  )
}
