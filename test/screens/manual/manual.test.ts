import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { getManualPath, manualPages, manualTitles } from '#contract/kit/manual.ts'
import { findManualRedirect } from '#contract/kit/manual-redirects.ts'
import { roles } from '#contract/roles.ts'
import { follow } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The headings that had a path before the manual had folders. */
const formerHeadings = [
  ...['running#1-compose', 'running#2-systemd', 'running#3-npm', 'running#commands'],
  ...['running#a-proxy-of-your-own', 'running#calls', 'limits#beyond', 'mail#calendars'],
  ...['mail#what-people-are-told', 'mail#how-a-mail-goes-out', 'mail#notices-of-the-browser'],
  ...['accounts#names-and-numbers', 'accounts#admins', 'accounts#an-admin-who-cannot-sign-in'],
  ...['accounts#from-the-demo-to-a-school', 'accounts#who-changed-what', 'backup#by-hand'],
  ...['backup#on-another-disk', 'backup#bring-one-back', 'backup#encrypted-backups'],
  ...['backup#move-to-postgresql', 'backup#what-this-does-not-do', 'scaling#what-to-set'],
  ...['scaling#while-the-database-is-away', 'scaling#what-a-process-keeps-to-itself'],
  ...['upgrading#one-process', 'upgrading#open-pages', 'upgrading#going-back'],
  ...['upgrading#several-processes-one-after-another', 'api#sign-in', 'api#read', 'api#errors'],
  ...['api#change-something-once', 'api#in-typescript', 'older-clients#links-in-mails'],
  ...['older-clients#what-you-have-to-see-to', 'older-clients#the-socket-and-calls'],
  ...['older-clients#what-is-refused', 'older-clients#replies'],
]

test('the manual can be read without a session, with headings, tables and code', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { at: getManualPath('run/install') })
  expect(screen.getByRole('heading', { level: 1, name: 'Install' })).toBeVisible()
  await waitFor(() => expect(document.title).toMatch(/^Install · /))
  expect(screen.getByRole('heading', { level: 2, name: '1. Compose' })).toBeVisible()
  expect(screen.getAllByRole('table').length).toBeGreaterThan(0)
  expect(document.querySelector('pre code')).toHaveTextContent('cp .env.example .env')
  const outline = within(await screen.findByRole('navigation', { name: 'On this page' }))
  expect(outline.getByRole('link', { name: '1. Compose', hidden: true })).toHaveAttribute(
    'href',
    '/manual/run/install#1-compose',
  )
})

test.each(['/manual/run/backup.md', '/manual/backup.md', '/manual/backup'])(
  'an address of the text, or of before the manual had folders, shows the page: %s',
  async (at) => {
    const school = await startDemoSchool()
    await openScreen(school, { at })
    expect(screen.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible()
  },
)

test.each(roles)('/manual leads to the guide of the %s who is signed in', async (as) => {
  const school = await startDemoSchool()
  await openScreen(school, { as, at: '/manual' })
  await expectAddress(`/manual/guide/${as}`)
  await findHeading(manualTitles[`guide/${as}`])
})

test('/manual can be read without a session, too', async () => {
  await openScreen(await startDemoSchool(), { at: '/manual' })
  await expectAddress('/manual/guide/student')
})

test('an unknown page of the manual leads to the manual, not to a login', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/manual/develop/decisions' })
  await follow('Go to the manual')
  await expectAddress('/manual/guide/admin')
})

test.each(['/manual/decisions', '/manual/develop/decisions'])(
  '%s, which has no page, says so, beside the list of those that there are',
  async (at) => {
    const school = await startDemoSchool()
    await openScreen(school, { at })
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    const list = within(screen.getByRole('navigation', { name: 'Manual' }))
    expect(list.getAllByRole('link', { hidden: true })).toHaveLength(manualPages.length)
  },
)

test('every link of the manual, and every former path, leads to an existing heading or to the web', async () => {
  const school = await startDemoSchool()
  const anchors = new Set<string>()
  const links = new Set<string>()
  for (const page of manualPages) {
    await openScreen(school, { at: getManualPath(page) })
    anchors.add(getManualPath(page))
    for (const { id } of document.querySelectorAll('article [id]')) {
      anchors.add(getManualPath(page, `#${id}`))
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.markdown a')) {
      const href = link.getAttribute('href') ?? ''
      if (!/^https:/.test(href)) links.add(href)
      else expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
  }
  expect(links.size).toBeGreaterThan(15)
  for (const former of formerHeadings) {
    const [name = '', anchor = ''] = former.split('#')
    links.add(findManualRedirect(name, `#${anchor}`) ?? former)
  }
  expect([...links].filter((href) => !anchors.has(href))).toEqual([])
})
