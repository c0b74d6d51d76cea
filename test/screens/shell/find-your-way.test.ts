import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { follow } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('the avatar links to each role’s profile; an admin has none', async () => {
  const school = await startDemoSchool()
  for (const [role, home, path] of [
    ['student', '/', '/profile'],
    ['advisor', '/advisor', '/advisor/profile'],
    ['reviewer', '/reviewer', '/reviewer/profile'],
  ] as const) {
    await openScreen(school, { as: role, at: home })
    await follow('Profile', within(screen.getByRole('banner')))
    await expectAddress(path)
    await findHeading('Profile')
  }
  await openScreen(school, { as: 'admin', at: '/admin' })
  screen.getByRole('button', { name: 'Logout' })
  const bar = within(screen.getByRole('banner'))
  expect(bar.queryByRole('link', { name: 'Profile' })).toBeNull()
})

test('the top bar shows who is signed in', async () => {
  await openScreen(await startDemoSchool(), { as: 'student', at: '/' })
  const bar = within(await screen.findByRole('banner'))
  const face = await bar.findByTitle('Amara Okafor, student')
  expect(face.querySelector('[data-initials]')).toHaveAttribute('data-initials', 'AO')
})

test('an unknown path shows an error and links home', async () => {
  const school = await startDemoSchool()
  for (const [role, path, home] of [
    ['student', '/no/such/page', '/'],
    ['admin', '/admin/no-such-page', '/admin'],
  ] as const) {
    await openScreen(school, { as: role, at: path })
    await findHeading('Page not found')
    await follow('Go to Home')
    await expectAddress(home)
    await findHeading('Home')
  }
})

test('invitation pages open without a session', async () => {
  const school = await startDemoSchool()
  for (const base of ['', '/advisor', '/reviewer']) {
    await openScreen(school, { at: `${base}/set-password/some-link` })
    await findHeading('Set your password')
    await openScreen(school, { at: `${base}/set-profile/some-link` })
    await findHeading('Complete your profile')
  }
})
