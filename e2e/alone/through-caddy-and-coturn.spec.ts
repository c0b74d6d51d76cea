import { findFreePort } from '#test/databases/postgres.ts'
import { startCaddyProcess } from '#test/deploy/caddy.ts'
import { parseComposeFile } from '#test/deploy/compose.ts'
import { startDeployedTurnServer } from '#test/processes/turn-server.ts'
import { startSchool } from '../kit/kept-server.ts'
import { test as base, expect, storeSession, toSchool } from '../kit/school.ts'
import { getCandidateTypes } from '../steps/calls/peer-connections.ts'
import { meet, startCall } from '../steps/meet-and-call.ts'

const given = { DOMAIN: 'localhost', DATABASE_PASSWORD: 'unused', TURN_SECRET: 'of compose' }
const { weekward, coturn } = parseComposeFile(given).services

const test = base.extend({
  // Caddy, Weekward and coturn as compose.yaml sets them up, on free ports of loopback.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  school: async ({}, use) => {
    const [port, httpsPort, turnPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const caddy = await startCaddyProcess(port, httpsPort)
    const { DOMAIN, TURN_SECRET } = coturn?.environment ?? {}
    const beside = [`--realm=${DOMAIN}`, `--static-auth-secret=${TURN_SECRET}`]
    const turn = await startDeployedTurnServer(turnPort, beside)
    const here = (text = '') => text.replaceAll('localhost:3478', `127.0.0.1:${turnPort}`)
    const server = await startSchool({
      PORT: String(port),
      APP_URL: caddy.url,
      TRUST_PROXY: '127.0.0.1',
      ICE_SERVERS: here(weekward?.environment.ICE_SERVERS),
      TURN_URL: here(weekward?.environment.TURN_URL),
      TURN_SECRET: given.TURN_SECRET,
    })
    const behind = toSchool(server)
    await use({
      ...behind,
      url: caddy.url,
      async enter(page, role, path = '/') {
        const token = await behind.tokenOf(role)
        await storeSession(page, caddy.url, role, token)
        await page.goto(caddy.url + path)
        return token
      },
    })
    await server.end()
    await turn.stop()
    await caddy.stop()
  },
})
test.use({ ignoreHTTPSErrors: true })

test('a call through Caddy and coturn, as configured by compose, shows video on both sides', async ({
  page,
  school,
  somebodyElse,
}) => {
  const meeting = await meet(school, page, somebodyElse, { relayOnly: true })
  await startCall(meeting)
  expect(await getCandidateTypes(meeting.student)).toEqual(['relay', 'relay'])
  expect(await getCandidateTypes(meeting.reviewer)).toEqual(['relay', 'relay'])
})
