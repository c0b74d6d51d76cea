/** The documents that the server answers and the page shows, each with its name in the manual: those for people who run or use a school, or call its API. */
export const manualTitles = {
  'guide/student': 'For students',
  'guide/advisor': 'For advisors',
  'guide/reviewer': 'For reviewers',
  'guide/admin': 'For admins',
  'run/install': 'Install',
  'run/settings': 'Settings',
  'run/accounts': 'Accounts',
  'run/mail': 'Mail',
  'run/calls': 'Calls',
  'run/health': 'Health',
  'run/backup': 'Backup',
  'run/upgrade': 'Upgrade',
  'run/scale': 'Scale',
  'run/data': 'Data',
  'run/security': 'Security',
  'develop/api': 'API',
  'develop/older-clients': 'Older clients',
} as const
export type ManualPage = keyof typeof manualTitles
export const manualPages = Object.keys(manualTitles) as ManualPage[]

/** Whether a document of this name is part of the manual. */
export function isManualPage(name: string): name is ManualPage {
  return Object.hasOwn(manualTitles, name)
}

/** Where the document lies in the project. */
export const getManualFile = (page: ManualPage) => `docs/${page}.md`

/** The address at which a page is read; there may be a heading's anchor. */
export const manualPath = (page: ManualPage, hash = '') => `/manual/${page}${hash}`

/** Where the server answers it as Markdown to what is no browser's navigation. */
export const manualTextPath = (page: ManualPage) => `/manual/${page}.md`
