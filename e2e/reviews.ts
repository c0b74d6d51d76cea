import type { Locator, Page } from '@playwright/test'
import { getHome, type Review } from '#contract/reviews.ts'
import { expect, type School } from './school.ts'

/** The student and the reviewer of one booked review, each in a browser of their own. */
export type Meeting = { review: Review; student: Page; reviewer: Page }

/** The demo student's present review, which is booked with the demo reviewer. */
export async function bookedReview(school: School): Promise<Review> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  return home
}

/** Both come into the room, by the buttons on their screens. */
export async function meet(
  school: School,
  page: Page,
  somebodyElse: () => Promise<Page>,
): Promise<Meeting> {
  const review = await bookedReview(school)
  const reviewer = await somebodyElse()
  await school.enter(page, 'student')
  await school.enter(reviewer, 'reviewer', `/reviewer/review-details/${review._id}`)
  await page.getByRole('button', { name: 'Join into review' }).click()
  await expect(page).toHaveURL(`/call/${review._id}`)
  await expect(status(page, 'Waiting for Reviewer to join the Room')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Start Review' }).click()
  await expect(reviewer).toHaveURL(`${school.url}/reviewer/call/${review._id}`)
  await expect(status(page, 'Reviewer Joined')).toBeVisible()
  await expect(status(reviewer, 'Student Joined')).toBeVisible()
  return { review, student: page, reviewer }
}

/** What the call screen says of who is there. */
export function status(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true })
}

export function callButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Call', exact: true })
}

/** Fails unless pictures of the other side go on arriving here: frames are counted. */
export async function expectPictures(page: Page): Promise<void> {
  const video = page.getByLabel(/^Video of /)
  const frames = () =>
    video.evaluate((element) =>
      element instanceof HTMLVideoElement ? element.getVideoPlaybackQuality().totalVideoFrames : -1,
    )
  await expect(video).toBeVisible({ timeout: 30_000 })
  await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(0)
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before + 5)
}
