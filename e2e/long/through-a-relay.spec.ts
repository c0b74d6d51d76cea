import { freePort } from '#test/postgres.ts'
import { startTurnServer, type TurnServer } from '#test/turn-server.ts'
import { kindsOfWay, wayOf } from '../peer-connections.ts'
import { meet, talk, timeUntilPictures } from '../reviews.ts'
import { test as base, expect } from '../school.ts'

const secret = 'shared with coturn'

const test = base.extend<{ relay: TurnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  relay: async ({}, use) => {
    const relay = await startTurnServer(await freePort(), secret)
    await use(relay)
    await relay.stop()
  },
  settings: async ({ relay }, use) =>
    use({ TURN_URL: `turn:127.0.0.1:${relay.port}`, TURN_SECRET: secret }),
})

test('where nothing else gets through, the call goes through the TURN server', async ({
  page,
  school,
  somebodyElse,
}) => {
  const meeting = await meet(school, page, somebodyElse, { relayOnly: true })
  await talk(meeting)
  expect(await kindsOfWay(meeting.student)).toEqual(['relay', 'relay'])
  expect(await kindsOfWay(meeting.reviewer)).toEqual(['relay', 'relay'])
})

test('a TURN server that is restarted, or a change of network, costs a new way and no call', async ({
  page,
  school,
  relay,
  somebodyElse,
}) => {
  const meeting = await meet(school, page, somebodyElse, { relayOnly: true })
  await talk(meeting)
  const before = await wayOf(meeting.reviewer)
  await relay.stop()
  await expect(meeting.student.getByText('Connecting the call')).toBeVisible({ timeout: 30_000 })
  const again = await startTurnServer(relay.port, secret)
  await timeUntilPictures('the TURN server came back', [meeting.student, meeting.reviewer])
  expect((await wayOf(meeting.reviewer)).name).not.toBe(before.name)
  await again.stop()
})
