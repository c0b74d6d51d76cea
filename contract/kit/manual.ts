/** The pages of the documentation that the server gives out as they are: those that tell of running it. */
export const manualPages = [
  'running',
  'settings',
  'accounts',
  'mail',
  'calls',
  'health',
  'backup',
  'upgrading',
  'scaling',
] as const
export type ManualPage = (typeof manualPages)[number]

/** Where a page lies in the project, which is also how it is called. */
export const manualFile = (page: ManualPage) => `docs/${page}.md`

/** Where the server gives it out. */
export const manualPath = (page: ManualPage) => `/manual/${page}.md`
