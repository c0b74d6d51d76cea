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
