import { setTimeout } from 'node:timers/promises'
import { expect, test } from '../kit/school.ts'
import { getConnectionInfo } from '../steps/calls/peer-connections.ts'
import {
  callStatus,
  expectVideo,
  meet,
  reportTimeUntilVideo,
  startCall,
} from '../steps/meet-and-call.ts'

const cutMs = 30_000
const cut = 'Disconnected from the server. Reconnecting…'

for (const who of ['student', 'reviewer'] as const) {
  test(`a ${who} who loses the connection for 30 seconds keeps the call and is told`, async ({
    page,
    school,
    somebodyElse,
  }) => {
    const meeting = await meet(school, page, somebodyElse)
    await startCall(meeting)
    const before = await getConnectionInfo(meeting[who])
    await school.setOffline(meeting[who].context(), true)
    await expect(meeting[who].getByText(cut)).toBeVisible({ timeout: 60_000 })
    await expectVideo(meeting.student)
    await expectVideo(meeting.reviewer)
    // Waits for as long as the connection is cut.
    await setTimeout(cutMs)
    await school.setOffline(meeting[who].context(), false)
    await expect(meeting[who].getByText(cut)).toBeHidden({ timeout: 30_000 })
    await reportTimeUntilVideo('a cut of 30 s', [meeting.student, meeting.reviewer])
    await expect(callStatus(meeting.student, 'Reviewer Joined')).toBeVisible()
    await expect(callStatus(meeting.reviewer, 'Student Joined')).toBeVisible()
    expect(before.made).toBeGreaterThan(0)
  })
}
