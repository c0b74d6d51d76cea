import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { wayOf } from '../peer-connections.ts'
import { expectPictures, meet, ownServer, status, talk, timeUntilPictures } from '../reviews.ts'
import { expect, test } from '../school.ts'

test.use({ settings: ownServer })

const cutMs = 30_000
const cut = 'The connection to the server is cut'

for (const who of ['student', 'reviewer'] as const) {
  test(`a ${who} whose line to the server is cut for 30 seconds keeps the call and is told`, async ({
    page,
    school,
    somebodyElse,
  }) => {
    const meeting = await meet(school, page, somebodyElse)
    await talk(meeting)
    const before = await wayOf(meeting[who])
    await meeting[who].context().setOffline(true)
    await expect(meeting[who].getByText(cut)).toBeVisible({ timeout: 60_000 })
    await expectPictures(meeting.student)
    await expectPictures(meeting.reviewer)
    // The cut's own length.
    await setTimeout(cutMs)
    await meeting[who].context().setOffline(false)
    await expect(meeting[who].getByText(cut)).toBeHidden({ timeout: 30_000 })
    await timeUntilPictures('a cut of 30 s', [meeting.student, meeting.reviewer])
    await expect(status(meeting.student, 'Reviewer Joined')).toBeVisible()
    await expect(status(meeting.reviewer, 'Student Joined')).toBeVisible()
    expect(before.made).toBeGreaterThan(0)
  })
}

test('when the network carries nothing for a while, the call finds a new way by itself', async ({
  page,
  school,
  somebodyElse,
}) => {
  const meeting = await meet(school, page, somebodyElse)
  await talk(meeting)
  const before = await wayOf(meeting.reviewer)
  await losePackets(meeting.student, 100)
  await expect(status(meeting.student, 'Reviewer Joined. Connecting the call')).toBeVisible({
    timeout: 30_000,
  })
  await losePackets(meeting.student, 0)
  await timeUntilPictures('packets came through again', [meeting.student, meeting.reviewer])
  const after = await wayOf(meeting.reviewer)
  expect(after.name).not.toBe(before.name)
})

test('on a line that loses much the picture gives way to the sound, and comes back', async ({
  page,
  school,
  somebodyElse,
}) => {
  const meeting = await meet(school, page, somebodyElse)
  await talk(meeting)
  await losePackets(meeting.student, 40)
  await expect(meeting.student.getByText('only your sound is sent')).toBeVisible({
    timeout: 60_000,
  })
  await losePackets(meeting.student, 0)
  await expect(meeting.student.getByText('Your connection is')).toBeHidden({ timeout: 90_000 })
  await expectPictures(meeting.reviewer)
})

/** Has the browser lose so many of a hundred packets of the call. */
async function losePackets(page: Page, packetLoss: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    packetLoss,
  })
}
