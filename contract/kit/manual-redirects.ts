import { getManualPath, type ManualPage } from './manual.ts'

/** Current pages for the addresses the manual used before it had folders. */
export const manualRedirects = {
  running: 'run/install',
  settings: 'run/settings',
  accounts: 'run/accounts',
  mail: 'run/mail',
  calls: 'run/calls',
  health: 'run/health',
  backup: 'run/backup',
  upgrading: 'run/upgrade',
  limits: 'run/scale',
  scaling: 'run/scale',
  data: 'run/data',
  api: 'develop/api',
  'older-clients': 'develop/older-clients',
} as const satisfies Record<string, ManualPage>

/** Earlier pages and headings that are now on another page or have another anchor. */
const movedHeadings: Record<string, string> = {
  'running#calls': getManualPath('run/calls'),
  'mail#what-people-are-told': getManualPath('run/mail', '#notifications'),
  'mail#how-a-mail-goes-out': getManualPath('run/mail', '#delivery'),
  'mail#notices-of-the-browser': getManualPath('run/mail', '#browser-notifications'),
  'backup#what-this-does-not-do': getManualPath('run/backup'),
  'older-clients#links-in-mails': getManualPath('develop/older-clients', '#links-in-emails'),
  'older-clients#what-you-have-to-see-to': getManualPath('develop/older-clients', '#your-part'),
  limits: getManualPath('run/scale', '#what-one-process-carries'),
  scaling: getManualPath('run/scale', '#more-than-one-machine'),
}

/** The current path of an earlier manual page and heading; undefined if there was none. */
export function findManualRedirect(name: string, hash: string): string | undefined {
  if (!isMoved(name)) return undefined
  return movedHeadings[`${name}${hash}`] ?? getManualPath(manualRedirects[name], hash)
}

function isMoved(name: string): name is keyof typeof manualRedirects {
  return Object.hasOwn(manualRedirects, name)
}
