import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { manualPages, manualPath } from '#contract/kit/manual.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'

test('the manual is read without a session, with its headings, tables and code', async () => {
  const school = await demoSchool()
  await openScreen(school, { at: '/manual/running' })
  expect(screen.getByRole('heading', { level: 1, name: 'Running a school' })).toBeVisible()
  await waitFor(() => expect(document.title).toMatch(/^Running a school · /))
  expect(screen.getByRole('heading', { level: 2, name: '1. Compose' })).toBeVisible()
  expect(screen.getAllByRole('table').length).toBeGreaterThan(0)
  expect(document.querySelector('pre code')).toHaveTextContent('cp .env.example .env')
  const outline = within(await screen.findByRole('navigation', { name: 'On this page' }))
  expect(outline.getByRole('link', { name: '1. Compose', hidden: true })).toHaveAttribute(
    'href',
    '/manual/running#1-compose',
  )
})

test('an address of the text, as links had it before, shows the page', async () => {
  const school = await demoSchool()
  await openScreen(school, { at: '/manual/backup.md' })
  expect(screen.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible()
})

test('an address without a page says so, beside the list of those that there are', async () => {
  const school = await demoSchool()
  await openScreen(school, { at: '/manual/decisions' })
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  const list = within(screen.getByRole('navigation', { name: 'Manual' }))
  expect(list.getAllByRole('link', { hidden: true })).toHaveLength(manualPages.length)
})

test('each link of the manual leads to a heading that is there, or to the web', async () => {
  const school = await demoSchool()
  const anchors = new Set<string>()
  const links = new Set<string>()
  for (const page of manualPages) {
    await openScreen(school, { at: manualPath(page) })
    anchors.add(manualPath(page))
    for (const { id } of document.querySelectorAll('article [id]')) {
      anchors.add(manualPath(page, `#${id}`))
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.markdown a')) {
      const href = link.getAttribute('href') ?? ''
      if (!/^https:/.test(href)) links.add(href)
      else expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
  }
  expect(links.size).toBeGreaterThan(15)
  expect([...links].filter((href) => !anchors.has(href))).toEqual([])
})
