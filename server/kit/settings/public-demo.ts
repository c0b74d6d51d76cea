import { isThisMachine } from '../limits/network.ts'
import type { Settings } from './settings.ts'

/** What is said of a demo that others than this machine can sign in to; undefined where there is none. */
export function isPublicDemo({
  demo,
  appUrl,
}: Pick<Settings, 'demo' | 'appUrl'>): string | undefined {
  const { protocol, hostname, host } = new URL(appUrl)
  if (!demo || (protocol !== 'https:' && isThisMachine(hostname))) return undefined
  return `DEMO is on, and people open ${host}: an empty database gets a demo school, whose logins everybody knows; a school of your own needs DEMO=off`
}
