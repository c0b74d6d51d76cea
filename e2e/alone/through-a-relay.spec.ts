import { findFreePort } from '#test/databases/postgres.ts'
import { startTurnServer, type TurnServer } from '#test/processes/turn-server.ts'
import { test as base, expect } from '../kit/school.ts'
import { getCandidateTypes, getConnectionInfo } from '../steps/calls/peer-connections.ts'
import {
  callStatus,
  expectVideo,
  type Meeting,
  meet,
  reportTimeUntilVideo,
  startCall,
} from '../steps/meet-and-call.ts'
import { type LossyProxy, startLossyProxy } from './lossy-udp-proxy.ts'

const secret = 'shared with coturn'

const test = base.extend<{ relay: TurnServer; line: LossyProxy; meeting: Meeting }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  relay: async ({}, use) => {
    const relay = await startTurnServer(await findFreePort(), secret)
    await use(relay)
    await relay.stop()
  },
  line: async ({ relay }, use) => {
    const line = await startLossyProxy(relay.port)
    await use(line)
    line.close()
  },
  settings: async ({ line }, use) =>
    use({ TURN_URL: `turn:127.0.0.1:${line.port}`, TURN_SECRET: secret }),
  // Two people in a call that can only use the TURN server.
  meeting: async ({ page, school, somebodyElse }, use) => {
    const meeting = await meet(school, page, somebodyElse, { relayOnly: true })
    await startCall(meeting)
    await use(meeting)
  },
})

test('if nothing else gets through, the call uses the TURN server', async ({ meeting }) => {
  expect(await getCandidateTypes(meeting.student)).toEqual(['relay', 'relay'])
  expect(await getCandidateTypes(meeting.reviewer)).toEqual(['relay', 'relay'])
})

test('the call survives a restart of the TURN server and a change of network', async ({
  meeting,
  relay,
}) => {
  const before = await getConnectionInfo(meeting.reviewer)
  await relay.stop()
  await expect(meeting.student.getByText('Connecting the call')).toBeVisible({ timeout: 30_000 })
  const again = await startTurnServer(relay.port, secret)
  await reportTimeUntilVideo('the TURN server came back', [meeting.student, meeting.reviewer])
  expect((await getConnectionInfo(meeting.reviewer)).name).not.toBe(before.name)
  await again.stop()
})

test('the call recovers after a network outage', async ({ meeting, line }) => {
  line.dropPackets(1)
  await expect(callStatus(meeting.student, 'Reviewer Joined. Connecting the call')).toBeVisible({
    timeout: 30_000,
  })
  line.dropPackets(0)
  await reportTimeUntilVideo('packets came through again', [meeting.student, meeting.reviewer])
})

test('on a lossy connection sound takes priority over video, which recovers', async ({
  meeting,
  line,
}) => {
  line.dropPackets(0.3)
  await expect(meeting.student.getByText('Only sound is sent')).toBeVisible({
    timeout: 60_000,
  })
  line.dropPackets(0)
  await expect(meeting.student.getByText('Only sound is sent')).toBeHidden({
    timeout: 60_000,
  })
  await expectVideo(meeting.reviewer)
})
