/** The manual's pages with their titles: those for users, operators and API clients. */
export const manualTitles = {
  'guide/student': 'For students',
  'guide/advisor': 'For advisors',
  'guide/reviewer': 'For reviewers',
  'guide/admin': 'For admins',
  'run/install': 'Install',
  'run/settings': 'Settings',
  'run/accounts': 'Accounts',
  'run/single-sign-on': 'Single sign-on',
  'run/mail': 'Email',
  'run/calls': 'Calls',
  'run/health': 'Health',
  'run/backup': 'Backup',
  'run/upgrade': 'Upgrade',
  'run/scale': 'Scale',
  'run/data': 'Data',
  'run/security': 'Security',
  'develop/api': 'API',
  'develop/webhooks': 'Webhooks',
  'develop/older-clients': 'Older clients',
} as const
export type ManualPage = keyof typeof manualTitles
export const manualPages = Object.keys(manualTitles) as ManualPage[]

/** Whether a document of this name is part of the manual. */
export function isManualPage(name: string): name is ManualPage {
  return Object.hasOwn(manualTitles, name)
}

export const getManualFile = (page: ManualPage) => `docs/${page}.md`

/** The path of a page, optionally with a heading's anchor. */
export const getManualPath = (page: ManualPage, hash = '') => `/manual/${page}${hash}`

/** The path at which the server returns the page as Markdown. */
export const getManualMarkdownPath = (page: ManualPage) => `/manual/${page}.md`
