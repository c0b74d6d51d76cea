/** The documents that the server gives out and the page shows, each with its name: those of the README that tell of running and using a school. */
export const manualNames = {
  running: 'Running',
  settings: 'Settings',
  accounts: 'People',
  mail: 'Mail',
  calls: 'Calls',
  health: 'Health',
  backup: 'Backup',
  upgrading: 'Upgrading',
  limits: 'Limits',
  scaling: 'More than one machine',
  data: 'Data',
  api: 'API',
  'older-clients': 'Older clients',
} as const
export type ManualPage = keyof typeof manualNames
export const manualPages = Object.keys(manualNames) as ManualPage[]

/** Whether a document of this name is part of the manual. */
export function isManualPage(name: string): name is ManualPage {
  return Object.hasOwn(manualNames, name)
}

/** Where the document lies in the project. */
export const manualFile = (page: ManualPage) => `docs/${page}.md`

/** The address at which a page is read; there may be a heading's anchor. */
export const manualPath = (page: ManualPage, hash = '') => `/manual/${page}${hash}`

/** Where the server answers it as Markdown to what is no browser's navigation. */
export const manualTextPath = (page: ManualPage) => `/manual/${page}.md`
