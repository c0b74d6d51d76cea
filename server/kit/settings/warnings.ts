import { isLoopbackHost } from '../limits/client-network.ts'
import type { Settings } from './settings.ts'

/** The warning for a demo that other machines can reach; undefined if there is none. */
export function getPublicDemoWarning({
  demo,
  appUrl,
}: Pick<Settings, 'demo' | 'appUrl'>): string | undefined {
  const { protocol, hostname, host } = new URL(appUrl)
  if (!demo || (protocol !== 'https:' && isLoopbackHost(hostname))) return undefined
  return `DEMO is on and the server is open at ${host}. An empty database is filled with a demo school whose passwords are public. For a real school, set DEMO=off`
}

/** The warning for settings that only tests may have; undefined if none is set. */
export function getTestSettingsWarning({
  pushTestOrigin,
  webhookTestOrigin,
  calendarTestOrigin,
}: Pick<Settings, 'pushTestOrigin' | 'webhookTestOrigin' | 'calendarTestOrigin'>):
  | string
  | undefined {
  const names = Object.entries({
    PUSH_TEST_ORIGIN: pushTestOrigin,
    WEBHOOK_TEST_ORIGIN: webhookTestOrigin,
    CALENDAR_TEST_ORIGIN: calendarTestOrigin,
  }).flatMap(([name, origin]) => (origin === undefined ? [] : name))
  if (names.length === 0) return undefined
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} set, which lets the server contact an address in its own network. For a real school, remove ${names.length === 1 ? 'it' : 'them'}`
}
