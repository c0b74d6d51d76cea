import type { Locator, Page } from '@playwright/test'
import { getHome, listReviews, type Review } from '#contract/reviews/reviews.ts'
import { expect, type School } from '../kit/school.ts'
import {
  countDecodedFrames,
  exposePeerConnections,
  getAudioEnergy,
  getConnectionInfo,
} from './calls/peer-connections.ts'

/** The student and the reviewer of a booked review, each in their own browser. */
export type Meeting = { review: Review; student: Page; reviewer: Page }

/** The demo student's current review, booked with the demo reviewer. */
export async function makeBookedReview(school: School): Promise<Review> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  return home
}

/** The demo advisor's first marked review, of a student whose next week has a task. */
export async function findReviewToDecide(school: School): Promise<Review> {
  const token = await school.tokenOf('advisor')
  const query = { status: 'conducted', open: 'true' } as const
  const reviews = await school.call(listReviews.advisor, { token, query })
  const review = reviews.find(({ nextWeekHasTask }) => nextWeekHasTask)
  if (!review) throw new Error('No review waits for a decision')
  return review
}

type Circumstances = {
  /** The server of the reviewer's page, if it is another than the student's. */
  reviewersSchool?: School
  /** Whether only a TURN server connects the two. */
  relayOnly?: boolean
}

/** Both enter the room by the buttons on their screens. */
export async function meet(
  school: School,
  student: Page,
  somebodyElse: () => Promise<Page>,
  { reviewersSchool = school, relayOnly = false }: Circumstances = {},
): Promise<Meeting> {
  const review = await makeBookedReview(school)
  const reviewer = await somebodyElse()
  await exposePeerConnections(student, { relayOnly })
  await exposePeerConnections(reviewer, { relayOnly })
  await school.enter(student, 'student')
  await reviewersSchool.enter(reviewer, 'reviewer', `/reviewer/review-details/${review._id}`)
  await student.getByRole('button', { name: 'Join into review' }).click()
  await expect(student).toHaveURL(`${school.url}/call/${review._id}`)
  await expect(callStatus(student, 'Waiting for Reviewer to join the Room')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Start Review' }).click()
  await expect(reviewer).toHaveURL(`${reviewersSchool.url}/reviewer/call/${review._id}`)
  await expect(callStatus(student, 'Reviewer Joined')).toBeVisible()
  await expect(callStatus(reviewer, 'Student Joined')).toBeVisible()
  return { review, student, reviewer }
}

/** Both share their video, one calls, and both see each other. */
export async function startCall({ student, reviewer }: Meeting): Promise<void> {
  await student.getByRole('button', { name: 'Share Your Vedio' }).click()
  await callButton(reviewer).click()
  await expectVideo(student)
  await expectVideo(reviewer)
}

/** The call screen's text about who is there. */
export function callStatus(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true })
}

export function callButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Call', exact: true })
}

/** Fails unless video of the other side is playing: frames are decoded, and the picture changes. */
export async function expectVideo(page: Page): Promise<void> {
  const video = page.getByLabel(/^Video of /)
  await expect(video).toBeVisible({ timeout: 30_000 })
  const picture = await pictureIn(video)
  let before = await decoded(page)
  await expect
    .poll(
      async () => {
        const now = await decoded(page)
        // A new connection counts from zero.
        if (now.made !== before.made) before = now
        return now.frames - before.frames
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(5)
  await expect.poll(() => pictureIn(video)).not.toBe(picture)
}

/** Fails unless the other side's sound arrives in the stream that the video plays. */
export async function expectSound(page: Page): Promise<void> {
  const video = page.getByLabel(/^Video of /)
  const tracks = await video.evaluate((element) =>
    element instanceof HTMLVideoElement && element.srcObject instanceof MediaStream
      ? element.srcObject.getAudioTracks().length
      : 0,
  )
  expect(tracks).toBe(1)
  const before = await getAudioEnergy(page)
  // The browser's test microphone beeps once a second.
  await expect.poll(() => getAudioEnergy(page), { timeout: 30_000 }).toBeGreaterThan(before)
}

async function decoded(page: Page): Promise<{ made: number; frames: number }> {
  const { made } = await getConnectionInfo(page)
  return { made, frames: await countDecodedFrames(page) }
}

/** A small copy of a video's current frame. */
function pictureIn(video: Locator): Promise<string> {
  return video.evaluate((element) => {
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 36
    const context = canvas.getContext('2d')
    if (element instanceof HTMLVideoElement) context?.drawImage(element, 0, 0, 64, 36)
    return context?.getImageData(0, 0, 64, 36).data.join() ?? ''
  })
}

/** Prints and attaches how long it took until the video was moving again. */
export async function reportTimeUntilVideo(after: string, pages: Page[]): Promise<void> {
  const since = performance.now()
  await Promise.all(pages.map(expectVideo))
  const description = `${((performance.now() - since) / 1000).toFixed(1)} s after ${after}`
  process.stdout.write(`pictures moved again ${description}\n`)
}
