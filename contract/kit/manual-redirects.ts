import { type ManualPage, manualPath } from './manual.ts'

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
  'running#calls': manualPath('run/calls'),
  'mail#what-people-are-told': manualPath('run/mail', '#notifications'),
  'mail#how-a-mail-goes-out': manualPath('run/mail', '#delivery'),
  'mail#notices-of-the-browser': manualPath('run/mail', '#browser-notifications'),
  'backup#what-this-does-not-do': manualPath('run/backup'),
  'older-clients#links-in-mails': manualPath('develop/older-clients', '#links-in-emails'),
  'older-clients#what-you-have-to-see-to': manualPath('develop/older-clients', '#your-part'),
  limits: manualPath('run/scale', '#what-one-process-carries'),
  scaling: manualPath('run/scale', '#more-than-one-machine'),
}

/** The current path of an earlier manual page and heading; undefined if there was none. */
export function findManualRedirect(name: string, hash: string): string | undefined {
  if (!isMoved(name)) return undefined
  return movedHeadings[`${name}${hash}`] ?? manualPath(manualRedirects[name], hash)
}

function isMoved(name: string): name is keyof typeof manualRedirects {
  return Object.hasOwn(manualRedirects, name)
}
