import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listImports, undoImport } from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { choosePassword, fillProfile, makeProfileCompletion } from '#test/accounts/onboard.ts'
import {
  makeStudentFile,
  readInvitationSecret,
  startImportScenario,
} from '#test/imports/import-scenario.ts'

async function start() {
  const school = await startImportScenario()
  const { app, admin } = school
  const undo = (_id: string, key?: string) =>
    app.call(undoImport, {
      token: admin.token,
      body: { value: { _id } },
      ...(key !== undefined && { key }),
    })
  const imports = async (role: ProfileRole = 'student') =>
    (await app.call(listImports, { token: admin.token, query: { role } })).body.imports
  const choose = async (place: number) => {
    const secret = await readInvitationSecret(app, `student-${place}@import.test`)
    const invited = { role: 'student', secret } as const
    return { invited, ...(await choosePassword(app, invited)) }
  }
  const importSome = async (count: number) =>
    (await school.importAs('student', makeStudentFile(count), 'all')).body._id ?? ''
  return { ...school, undo, imports, choose, importSome }
}

test('an import is taken back, but for those who have set a password', async () => {
  const { app, admin, undo, list, choose, importSome, importAs } = await start()
  const _id = await importSome(5)
  const { invited } = await choose(0)
  await choose(1)
  await fillProfile(app, invited, await makeProfileCompletion(app))
  const { status, body } = await undo(_id)
  expect([status, body]).toEqual([
    200,
    {
      message: '3 people removed. 2 people have set a password and will stay.',
      removed: 3,
      kept: 2,
    },
  ])
  const emails = async () => (await list('student')).map(({ email }) => email)
  expect(await emails()).toEqual(['student-0@import.test', 'student-1@import.test'])
  const mails = app.context.db
    .selectFrom('outbox')
    .select('recipient')
    .where('dropped_at', 'is', null)
    .orderBy('recipient')
  expect((await mails.execute()).map(({ recipient }) => recipient)).toEqual(await emails())
  const { body: lines } = await app.call(listAuditLog, { token: admin.token })
  expect(lines.filter(({ deed }) => deed === 'invitation-revoked')).toHaveLength(3)
  // Their addresses are free again.
  expect((await importAs('student', makeStudentFile(5), 'good')).body.added).toBe(3)
})

test('a link in an email of an import that was taken back is dead', async () => {
  const { app, undo, importSome } = await start()
  const _id = await importSome(1)
  const secret = await readInvitationSecret(app, 'student-0@import.test')
  await undo(_id)
  expect((await choosePassword(app, { role: 'student', secret })).status).toBe(404)
})

test('reviewers are taken back with their domains', async () => {
  const { importAs, undo, list } = await start()
  const csv = 'name,email,domains\nPriya,priya@x.test,Web;Data Analysis'
  const { body } = await importAs('reviewer', csv, 'all')
  expect((await undo(body._id ?? '')).body).toMatchObject({ removed: 1, kept: 0 })
  expect(await list('reviewer')).toEqual([])
})

test('a second undo removes nobody, and one sent again with its key answers the same', async () => {
  const { undo, importSome } = await start()
  const _id = await importSome(3)
  expect((await undo(_id, 'once')).body).toMatchObject({ removed: 3, kept: 0 })
  expect((await undo(_id, 'once')).body).toMatchObject({ removed: 3, kept: 0 })
  expect((await undo(_id)).body).toMatchObject({ removed: 0, kept: 0 })
})

test('imports are listed as long as somebody can be removed, newest first', async () => {
  const { app, undo, imports, choose, importSome, importAs, admin } = await start()
  const first = await importSome(2)
  app.time.now += 1000
  const csv = 'name,email\nBo,bo@x.test'
  const second = (await importAs('student', csv, 'all')).body._id
  await choose(0)
  expect(await imports()).toMatchObject([
    { _id: second, added: 1, removable: 1 },
    { _id: first, role: 'student', by: { _id: admin._id, name: 'Grace' }, added: 2, removable: 1 },
  ])
  expect(await imports('advisor')).toEqual([])
  await undo(first)
  expect((await imports()).map(({ _id }) => _id)).toEqual([second])
})

test('an unknown import is refused, and so is anything but an id', async () => {
  const { app, admin, undo } = await start()
  const { status, body } = await undo('nothing')
  expect([status, body]).toEqual([404, { message: 'This import does not exist' }])
  for (const value of [{}, { _id: 7 }, { _id: 'x'.repeat(101) }]) {
    const refused = await app.send('PUT', '/admin/undo-import', {
      token: admin.token,
      body: { value },
    })
    expect(refused.status).toBe(400)
  }
})

test('of an undo and a password at once, one counts', async () => {
  const { app, undo, list, importSome, importAs } = await start()
  for (let round = 0; round < 5; round++) {
    const _id = round === 0 ? await importSome(1) : await again()
    const secret = await readInvitationSecret(app, 'student-0@import.test')
    const [chosen, undone] = await Promise.all([
      choosePassword(app, { role: 'student', secret }),
      undo(_id),
    ])
    const left = await list('student')
    expect([chosen.status, undone.body.removed, left.length]).toEqual(
      chosen.status === 200 ? [200, 0, 1] : [404, 1, 0],
    )
    if (left.length > 0) break
  }
  expect(app.errors).toEqual([])
  async function again() {
    return (await importAs('student', makeStudentFile(1), 'all')).body._id ?? ''
  }
})

test('a thousand people are taken back in time', async () => {
  const { undo, importSome } = await start()
  const _id = await importSome(1_000)
  const begun = performance.now()
  expect((await undo(_id)).body).toMatchObject({ removed: 1_000, kept: 0 })
  expect(performance.now() - begun).toBeLessThan(10_000)
})
