import type { Page } from '@playwright/test'
import { getCallRecord } from '#contract/calls/call-record.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { enterAsOlderClient } from '../steps/calls/older-client.ts'
import { exposePeerConnections } from '../steps/calls/peer-connections.ts'
import {
  callButton,
  callStatus,
  expectSound,
  expectVideo,
  makeBookedReview,
} from '../steps/meet-and-call.ts'

test.use(withMotion)
// On two busy cores, a video alone may take half a minute to appear.
test.describe.configure({ timeout: 180_000 })

const theirs = { student: 'reviewer', reviewer: 'student' } as const
const named = { student: 'Student', reviewer: 'Reviewer' } as const
const share = (page: Page) => page.getByRole('button', { name: 'Share Your Vedio' }).click()

/** Our page enters a room in which an older client is. */
async function comeIn(school: School, page: Page, older: Page, as: keyof typeof theirs) {
  const { _id: room } = await makeBookedReview(school)
  await enterAsOlderClient(school, older, { as: theirs[as], room })
  await exposePeerConnections(page)
  await school.enter(page, as, `${as === 'reviewer' ? '/reviewer' : ''}/call/${room}`)
  await expect(callStatus(page, `${named[theirs[as]]} Joined`)).toBeVisible()
  await expect(older.getByRole('status')).toHaveText('Joined')
  return room
}

// One of these two cases, each with our page on another side, is enough to notice a break.
for (const [as, calls] of [
  ['student', 'an older client'],
  ['reviewer', 'our page'],
  ['reviewer', 'an older client'],
  ['student', 'our page'],
] as const) {
  const isOnceMore = (as === 'reviewer') === (calls === 'an older client')
  test(`a ${as} on our page and an older client see and hear each other when ${calls} calls`, {
    tag: isOnceMore ? slowTests : [],
  }, async ({ page, school, somebodyElse }) => {
    const older = await somebodyElse()
    await comeIn(school, page, older, as)
    if (calls === 'our page') {
      await callButton(page).click()
      await expect(older.getByRole('status')).toHaveText('Called')
      await expectVideo(older)
      await expect(page.getByText('has the camera off')).toBeVisible()
      await older.getByRole('button', { name: 'Send Stream' }).click()
    } else {
      await older.getByRole('button', { name: 'Call' }).click()
      await expectVideo(page)
      await expect(callButton(page)).toBeHidden()
      await share(page)
    }
    for (const one of [page, older]) {
      await expectVideo(one)
      await expectSound(one)
    }
    await expect(page.getByText('has the camera off')).toBeHidden()
    await page.getByRole('button', { name: 'End call' }).click()
    await expect(older.getByRole('status')).toHaveText('Ended')
  })
}

test('an older client keeps the call while its socket is down, and our page reconnects after a reload', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const older = await somebodyElse()
  const room = await comeIn(school, page, older, 'reviewer')
  await older.getByRole('button', { name: 'Call' }).click()
  await share(page)
  await expectVideo(older)
  await page.reload()
  await expectVideo(older)
  await expectVideo(page)

  await school.setOffline(older.context(), true)
  const token = await school.tokenOf('reviewer')
  const leaver = async () => {
    const { events } = await school.call(getCallRecord.reviewer, { token, query: { id: room } })
    return events.findLast(({ kind }) => kind === 'left')?.person.role
  }
  await expect.poll(leaver, { timeout: 30_000 }).toBe('student')
  await expectVideo(page)
  await older.close()
  await expect(callStatus(page, 'Waiting for Student to join the Room')).toBeVisible({
    timeout: 30_000,
  })
})
