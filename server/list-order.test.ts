import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { addDomain, listDomains } from '#contract/domains/domains.ts'
import { listPeople } from '#contract/people/people.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { refillPeopleKeys } from '#server/database/list/search-and-sort-keys.ts'
import { ensureSortKeys } from '#server/school/ensure-sort-keys.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { makeDomain, makePerson } from '#test/factories.ts'

const names = ['Zoë Zimmer', 'Łukasz Żak', 'Ärmel', 'adam 10', 'Adam 2', 'Lars', 'Örjan', 'Lützow']
const english = [
  'Adam 2',
  'adam 10',
  'Ärmel',
  'Lars',
  'Łukasz Żak',
  'Lützow',
  'Örjan',
  'Zoë Zimmer',
]
const swedish = [
  'Adam 2',
  'adam 10',
  'Lars',
  'Łukasz Żak',
  'Lützow',
  'Zoë Zimmer',
  'Ärmel',
  'Örjan',
]

/** The names of a list, read page by page. */
async function readNames(app: TestApp, path: string, token: string) {
  const pages = await app.readPages<{ name: string }>(`${path}?limit=3`, token)
  return pages.flat().map(({ name }) => name)
}

test('lists of people and domains are sorted by the school’s language across pages', async () => {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { token } = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor')
  for (const [place, name] of names.entries()) {
    const body = { name, email: `person-${place}@school.test` }
    await app.call(addPerson.student, { token, body })
    await makePerson(app, 'reviewer', { name })
    await app.call(addDomain, { token, body: { name } })
  }
  const lists = [
    [listPeople.student.path, token],
    [listPeople.reviewer.path, token],
    [listReviewers.path, advisor.token],
    [listDomains.path, token],
  ] as const
  for (const [path, token] of lists) expect(await readNames(app, path, token)).toEqual(english)
  const saved = await app.call(saveSchoolSettings, { token, body: { language: 'sv' } })
  expect(saved.body.settings).toMatchObject({ language: 'sv' })
  for (const [path, token] of lists) expect(await readNames(app, path, token)).toEqual(swedish)
  // Whoever is added later has their place.
  await makePerson(app, 'reviewer', { name: 'Åsa' })
  await makeDomain(app, 'Åsa')
  const withAsa = swedish.toSpliced(swedish.indexOf('Ärmel'), 0, 'Åsa')
  for (const [path, token] of lists.slice(1)) {
    expect(await readNames(app, path, token)).toEqual(withAsa)
  }
  await app.call(saveSchoolSettings, { token, body: { language: 'en' } })
  expect(await readNames(app, listPeople.student.path, token)).toEqual(english)
  const wrong = await app.send('PUT', '/admin/school-settings', {
    token,
    body: { value: { language: 'tlh' } },
  })
  expect(wrong.status).toBe(400)
})

test('the start recomputes sort keys of another language', async () => {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { token } = await makePerson(app, 'admin')
  for (const name of ['Zoë', 'Ärmel']) await makePerson(app, 'advisor', { name })
  await refillPeopleKeys(app.context.db, 'sv')
  expect(await readNames(app, listPeople.advisor.path, token)).toEqual(['Zoë', 'Ärmel'])
  await ensureSortKeys(app.context)
  expect(await readNames(app, listPeople.advisor.path, token)).toEqual(['Ärmel', 'Zoë'])
})
