import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listMails } from '#contract/mails.ts'
import { listPeople } from '#contract/people/people.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { profileRoles } from '#contract/roles.ts'
import { addTask, findTasks } from '#contract/tasks/tasks.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { nameSearches } from '#test/name-searches.ts'
import { taskLines } from '#test/schools/school-with-domain.ts'

const names = [...new Set(nameSearches.map(([, name]) => name))]
const hourMs = 3_600_000

test('every list finds a name regardless of accents, apostrophes and word order', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [advisor, reviewer] = [await makePerson(app, 'advisor'), await makePerson(app, 'reviewer')]
  for (const [place, name] of names.entries()) {
    for (const role of ['advisor', 'reviewer'] as const) await makePerson(app, role, { name })
    const student = await makePerson(app, 'student', { name })
    const slot = await makeSlot(app, reviewer, monday + place * hourMs)
    await makeReview(app, { student, advisor, slot })
  }
  for (const [search, name] of nameSearches) {
    for (const role of profileRoles) {
      const { body } = await app.call(listPeople[role], { token, query: { search } })
      expect([search, role, body.map((one) => one.name)]).toEqual([search, role, [name]])
    }
    for (const [role, { token }] of Object.entries({ advisor, reviewer })) {
      const list = listReviews[role === 'advisor' ? 'advisor' : 'reviewer']
      for (const namesOnly of ['true', '']) {
        const { body } = await app.call(list, { token, query: { search, namesOnly } })
        expect([search, body.map(({ student }) => student.name)]).toEqual([search, [name]])
      }
    }
  }
})

test('the audit log, emails and tasks are searched in the same way', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  for (const [place, [typed, name]] of nameSearches.entries()) {
    if (nameSearches.findIndex(([, other]) => other === name) < place) continue
    const email = `person-${place}@school.test`
    await app.call(addPerson.advisor, { token, body: { name, email } })
    const domain = await makeDomain(app, name)
    await app.call(addTask, { token, body: { weekNo: 3, domain: domain._id, ...taskLines } })
    const query = { search: typed }
    const composed = name.normalize('NFC')
    const auditLog = (await app.call(listAuditLog, { token, query })).body
    expect(auditLog.map(({ about }) => about.name)).toEqual([composed])
    expect((await app.call(listMails, { token, query })).body.map(({ to }) => to)).toEqual([email])
    const tasks = (await app.call(findTasks, { token, query: { search: `${typed} 3` } })).body
    expect(tasks.map((task) => task.domain.name)).toEqual([name])
  }
})

test('all words must match, in the name or before the @ of the address', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  await makePerson(app, 'advisor', { name: 'Ana Bo', email: 'ana.cy@dee.test' })
  await makePerson(app, 'advisor', { name: 'Ana Dee', email: 'ana@dee.test' })
  const found = async (search: string, namesOnly = '') =>
    (await app.call(listPeople.advisor, { token, query: { search, namesOnly } })).body.map(
      ({ name }) => name,
    )
  expect(await found('dee ana')).toEqual(['Ana Bo', 'Ana Dee'])
  expect(await found('dee ana', 'true')).toEqual(['Ana Dee'])
  expect(await found('cy bo', 'true')).toEqual(['Ana Bo'])
  expect(await found('ana ana an')).toEqual(['Ana Bo', 'Ana Dee'])
  expect(await found('bo a n y c d e t s @')).toEqual(['Ana Bo'])
  expect(await found(`${'ana '.repeat(49)}zz`)).toEqual([])
})
