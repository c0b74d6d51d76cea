import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listDomains } from '#contract/domains.ts'
import { listPeople } from '#contract/people.ts'
import { twoDigits } from '../days.ts'
import { choose, fill, press } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'
import { cellsOf, columns, field, rows } from '../see.ts'

for (const [role, list] of [
  ['student', 'students'],
  ['advisor', 'advisors'],
  ['reviewer', 'reviewers'],
] as const) {
  test(`each list says of each person what is known: the ${list}`, async () => {
    const school = await demoSchool()
    await openScreen(school, { as: 'admin', at: `/admin/${role}-list` })
    const ofStudents = role === 'student' ? ['Domain', 'Week'] : []
    const asked = ['no', 'name', 'email', 'verified', ...ofStudents, 'Action']
    expect(await columns(list)).toEqual(asked)
    const token = await school.tokenOf('admin')
    const [first] = await school.call(listPeople[role], { token })
    if (!first) throw new Error(`there is no ${role}`)
    expect(cellsOf((await rows(list))[0])).toEqual([
      '1',
      first.name,
      first.email,
      'Yes',
      ...(role === 'student' ? [first.domain?.name, twoDigits(first.week ?? 0)] : []),
      'Block',
    ])
    const filters = screen.queryAllByRole('combobox', { name: 'Domain' })
    expect(filters).toHaveLength(role === 'student' ? 1 : 0)
  })
}

test('a student is found by name and by domain', async () => {
  const school = await demoSchool()
  const token = await school.tokenOf('admin')
  const [domain] = await school.call(listDomains, { token })
  const query = { domain: domain?._id ?? '' }
  const ofDomain = await school.call(listPeople.student, { token, query })
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  await choose('Domain', domain?.name ?? '')
  await rows('students', ofDomain.length)
  const name = ofDomain[0]?.name ?? ''
  await fill(await field('Search by name'), name.toUpperCase())
  const [found] = await rows('students', 1)
  expect(found).toHaveTextContent(name)
  // What is searched for stands in the address.
  await openScreen(school, { as: 'admin', at: location.pathname + location.search })
  await rows('students', 1)
  await fill(await field('Search by name'), 'nobody of that name')
  await press('Show everybody')
  await rows('students', 50)
})

test('an admin sees at home how the school stands', async () => {
  const school = await demoSchool()
  await openScreen(school, { as: 'admin', at: '/admin' })
  const token = await school.tokenOf('admin')
  const { length } = await school.call(listPeople.student, { token })
  const count = await screen.findByRole('link', { name: `Students: ${length}` })
  expect(count).toHaveAttribute('href', '/admin/student-list')
  await screen.findByRole('heading', { name: /reviews wait for a slot/ })
})
