import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { storageVersion } from '#contract/limits/limits.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { getToken, restoreSessions } from '#web/kit/api/session.ts'
import { roleScreens } from '#web/screen-registry.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The paths of a role's screens; a student's have no role prefix. */
function getAddresses(role: Role): string[] {
  const others = roles.filter((one) => one !== 'student').map((one) => basePath[one])
  const isOf = (path: string) =>
    role === 'student'
      ? !others.some((base) => path.startsWith(base))
      : path.startsWith(basePath[role])
  const paths = roleScreens.map(({ path }) => path).filter(isOf)
  return paths.map((path) => path.replace(/:\w+/, 'any'))
}

for (const role of roles) {
  test(`without a session the ${role} login is shown at the path of every ${role} screen`, async () => {
    const school = await startDemoSchool()
    const addresses = getAddresses(role)
    expect(addresses.length).toBeGreaterThan(4)
    for (const at of addresses) {
      await openScreen(school, { at })
      await findHeading(new RegExp(`^${role} login$`, 'i'))
      await expectAddress(at)
      expect(document.querySelector('header')).toBeNull()
    }
  })
}

test('a stored session is used on the next visit', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  localStorage.setItem('student', JSON.stringify({ state: { token }, version: storageVersion }))
  await restoreSessions()
  const asked = await openScreen(school, { at: '/' })
  await findHeading('Home')
  await waitFor(() => expect(asked).toContain('GET /home'))
})

test.each([
  ['of another version', { state: { token: 'TOKEN' }, version: 2 }],
  ['without a version', { state: { token: 'TOKEN' } }],
  ['with an empty token', { state: { token: '' }, version: 1 }],
  ['that is something else', 'not { json'],
])('a stored entry %s is ignored: the login is shown', async (_, entry) => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  const text = typeof entry === 'string' ? entry : JSON.stringify(entry)
  localStorage.setItem('student', text.replace('TOKEN', token))
  await restoreSessions()
  const asked = await openScreen(school, { at: '/' })
  await findHeading('Student login')
  // Nor is it sent to the server, which would refuse it.
  expect(asked).not.toContain('GET /home')
})

/** What another tab does to this role's entry reaches a tab that was asleep as late events. */
const hear = (newValue: string | null) =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'student', newValue }))

test('a tab that wakes shows the session that another tab has begun, and nothing of the last one', async () => {
  const school = await startDemoSchool()
  const stored = (token: string) => JSON.stringify({ state: { token }, version: storageVersion })
  localStorage.setItem('student', stored(await school.tokenOf('student')))
  await restoreSessions()
  await openScreen(school, { at: '/' })
  const before = await findHeading('Home')
  const token = await school.tokenOf('student')
  localStorage.setItem('student', stored(token))
  hear(null)
  hear(stored(token))
  await waitFor(() => expect(getToken('student')).toBe(token))
  expect(localStorage.getItem('student')).toBe(stored(token))
  expect(await findHeading('Home')).not.toBe(before)
  localStorage.removeItem('student')
  hear(null)
  await findHeading('Student login')
})
