import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { nameMaxLength } from '#contract/limits/limits.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import {
  choosePassword,
  fillProfile,
  makeProfileCompletion,
  password,
} from '#test/accounts/onboard.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import {
  makeStudentFile,
  type RowsToApply,
  readInvitationSecret,
  startImportScenario,
} from '#test/imports/import-scenario.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const messy = [
  'Full name;E-mail;Course;Week;Mentor',
  '  Zoë   Larsen ;ZOE@School.test;web;Week 3;ada king',
  ';nobody@school.test;;;',
  'Bo;bo@;Cooking;31;Somebody',
  'Cid;zoe@school.test;Data analysis;;ada@school.test',
  'Dee;ada@school.test;;;',
  'Eli;eli@school.test;Data analysis;;ada@school.test',
].join('\r\n')

const problems = [
  [2, []],
  [3, ['Name is required']],
  [
    4,
    [
      'Invalid email',
      'There is no domain ‘Cooking’',
      'Week must be a whole number from 1 to 30',
      'There is no advisor ‘Somebody’',
    ],
  ],
  [5, ['This email is already in line 2']],
  [6, ['This email is already in use']],
  [7, []],
]

test('a look at a file names what is wrong in each line, and adds nobody', async () => {
  const { app, importAs, list } = await startImportScenario()
  const { status, body } = await importAs('student', messy, 'none')
  expect(status).toBe(200)
  expect(body.headers).toEqual(['Full name', 'E-mail', 'Course', 'Week', 'Mentor'])
  expect(body.columns).toEqual({
    name: 'Full name',
    email: 'E-mail',
    domain: 'Course',
    week: 'Week',
    advisor: 'Mentor',
    domains: null,
  })
  expect(body.rows.map(({ line, problems }) => [line, problems])).toEqual(problems)
  expect(body.rows[2]?.person).toEqual({
    name: 'Bo',
    email: 'bo@',
    domain: 'Cooking',
    week: '31',
    advisor: 'Somebody',
    domains: '',
  })
  expect([body.added, body._id]).toEqual([0, null])
  expect(await list('student')).toEqual([])
  expect(await app.context.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})

test('those without problems are added and invited, the others are named', async () => {
  const { app, admin, importAs, list, web, data } = await startImportScenario()
  const { status, body } = await importAs('student', messy, 'good')
  expect([status, body.added]).toEqual([200, 2])
  expect(body._id).not.toBeNull()
  expect(body.rows.map(({ line, problems }) => [line, problems])).toEqual(problems)
  expect(await list('student')).toMatchObject([
    { name: 'Eli', email: 'eli@school.test', domain: data, week: null, isProfileVerified: false },
    { name: 'Zoë Larsen', email: 'zoe@school.test', domain: web, week: 3 },
  ])
  expect(await readMailsTo(app, 'zoe@school.test')).toMatchObject([
    { subject: 'Your invitation to Weekward' },
  ])
  const { body: lines } = await app.call(listAuditLog, { token: admin.token })
  expect(lines).toHaveLength(2)
  expect(lines.find(({ about }) => about.name === 'Zoë Larsen')).toMatchObject({
    deed: 'person-added',
    call: 'POST /admin/import-people',
    who: { name: 'Grace' },
    after: { name: 'Zoë Larsen', email: 'zoe@school.test', domain_id: web._id, week: 3 },
    mentions: [{ name: 'Zoë Larsen' }, { name: 'Web' }, { name: 'Ada King' }],
  })
})

test('only without a mail server the reply has the links that were emailed, and nobody else’s', async () => {
  const { importAs, app } = await startImportScenario()
  expect((await importAs('student', messy, 'none')).body.invitations).toEqual([])
  const { body } = await importAs('student', messy, 'good', { key: 'once' })
  const link = (email: string) =>
    readInvitationSecret(app, email).then((secret) => `http://weekward.test/set-password/${secret}`)
  expect(body.invitations).toEqual([
    { name: 'Zoë Larsen', email: 'zoe@school.test', inviteUrl: await link('zoe@school.test') },
    { name: 'Eli', email: 'eli@school.test', inviteUrl: await link('eli@school.test') },
  ])
  const again = await importAs('student', messy, 'good', { key: 'once' })
  expect(again.body.invitations).toEqual(body.invitations)

  const mailing = await startImportScenario({ smtpUrl: 'smtp://mail.school.test' })
  for (const apply of ['none', 'good'] as const) {
    const mailed = await mailing.importAs('student', messy, apply)
    expect(mailed.status).toBe(200)
    expect(JSON.stringify(mailed.body)).not.toMatch(/invitations|set-password/)
  }
})

test('all are added or nobody: with a problem it is refused, and the lines are named', async () => {
  const { app, importAs, list } = await startImportScenario()
  const { status, body } = await importAs('student', messy, 'all')
  expect(status).toBe(409)
  expect(body).toMatchObject({
    message: 'Nobody was added, because some lines have problems',
    rows: problems.map(([line, problems]) => ({ line, problems })),
  })
  expect(await list('student')).toEqual([])
  expect(await app.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  const fine = messy.split('\r\n').filter((_, line) => [0, 1, 6].includes(line))
  const all = await importAs('student', fine.join('\n'), 'all')
  expect([all.status, all.body.added]).toEqual([200, 2])
})

test('an imported student begins in the given week, with the given domain and advisor', async () => {
  const { app, importAs, web, advisor } = await startImportScenario()
  await makePerson(app, 'advisor', { name: 'Idle' })
  for (let spare = 0; spare < 2; spare++) {
    const name = `s${spare}`
    const csv = `name,email,domain,week,advisor\n${name},${name}@x.test,Web,4,Ada King`
    await importAs('student', csv, 'all')
    const invited = {
      role: 'student',
      secret: await readInvitationSecret(app, `${name}@x.test`),
    } as const
    await choosePassword(app, invited)
    const filled = await fillProfile(app, invited, await makeProfileCompletion(app, web))
    expect(filled.status).toBe(200)
    const login = { email: `${name}@x.test`, password }
    const { body } = await app.send<{ studentToken: { token: string } }>('POST', '/login', {
      body: login,
    })
    const home = await app.call(getHome, { token: body.studentToken.token })
    expect(home.body).toMatchObject({
      week: 4,
      student: { domain: web, week: 4 },
      advisor: { _id: advisor._id },
    })
  }
})

test('a student whose advisor was blocked meanwhile gets another', async () => {
  const { app, importAs, advisor } = await startImportScenario()
  const other = await makePerson(app, 'advisor')
  await importAs('student', 'name,email,advisor\nBo,bo@x.test,Ada King', 'all')
  await app.context.db
    .updateTable('people')
    .set({ blocked_at: app.time.now })
    .where('id', '=', advisor._id)
    .execute()
  const invited = { role: 'student', secret: await readInvitationSecret(app, 'bo@x.test') } as const
  await choosePassword(app, invited)
  await fillProfile(app, invited, await makeProfileCompletion(app))
  const reviews = await app.context.db.selectFrom('reviews').selectAll().execute()
  expect(reviews).toMatchObject([{ advisor_id: other._id, week: 1 }])
})

test('a reviewer has the domains of the file, and keeps them unless others are chosen', async () => {
  const { app, importAs, list, web, data } = await startImportScenario()
  const csv = 'Name,Mail,Domains\nPriya,priya@x.test,web; Data Analysis ;web\nRay,ray@x.test,'
  expect((await importAs('reviewer', csv, 'all')).body.added).toBe(2)
  const domains = async () => (await list('reviewer')).map((one) => one.domains)
  expect(await domains()).toEqual([[data, web], []])
  for (const [chosen, kept] of [
    [[], [data, web]],
    [[web], [web]],
  ] as const) {
    const email = `r${kept.length}@x.test`
    await importAs('reviewer', `Name,Mail,Domains\nA${email},${email},Web;Data Analysis`, 'all')
    const invited = { role: 'reviewer', secret: await readInvitationSecret(app, email) } as const
    await choosePassword(app, invited)
    const profile = { ...(await makeProfileCompletion(app)), domains: chosen.map(({ _id }) => _id) }
    expect((await fillProfile(app, invited, profile)).status).toBe(200)
    const found = (await list('reviewer')).find((one) => one.email === email)
    expect(found?.domains).toEqual(kept)
  }
})

test('several domains are separated by semicolon, comma, slash, bar or line break, within no name', async () => {
  const { app, importAs, list, web, data } = await startImportScenario()
  const ui = await makeDomain(app, 'UI/UX, Design')
  const cells = [
    'Web; Data Analysis',
    'Web, Data Analysis',
    'Web/Data Analysis',
    'web | data analysis',
  ]
  const both = [...cells, 'Web\nData Analysis'].map((cell) => [cell, [data, web]] as const)
  const all = [...both, ['UI/UX, Design', [ui]], ['UI/UX, Design; Web', [ui, web]]] as const
  const lines = all.map(([cell], at) => `R${at},r${at}@x.test,"${cell}"`)
  const { body } = await importAs('reviewer', ['Name,Mail,Domains', ...lines].join('\n'), 'all')
  expect(body.rows.map(({ problems }) => problems)).toEqual(all.map(() => []))
  expect((await list('reviewer')).map((one) => one.domains)).toEqual(all.map(([, names]) => names))
  const csv = 'Name,Mail,Domains\nA,a@x.test,"Web, Cooking/Data Analysis"'
  const wrong = await importAs('reviewer', csv, 'none')
  expect(wrong.body.rows[0]?.problems).toEqual(['There is no domain ‘Cooking’'])
})

test('a domain that is named twice, also in another case, is given once', async () => {
  const { importAs, list, web } = await startImportScenario()
  const csv = 'Name,Mail,Domains\nA,a@x.test,Web; web; WEB'
  expect((await importAs('reviewer', csv, 'all')).status).toBe(200)
  expect((await list('reviewer')).map((one) => one.domains)).toEqual([[web]])
})

test('a name that is too long says so with the limit', async () => {
  const { importAs } = await startImportScenario()
  const csv = `Name,Mail\n${'x'.repeat(nameMaxLength + 1)},a@x.test`
  const { body } = await importAs('advisor', csv, 'none')
  expect(body.rows[0]?.problems).toEqual([`Name can have at most ${nameMaxLength} characters`])
})

test('advisors are found by email or by a name that only one has, and must be active', async () => {
  const { app, importAs } = await startImportScenario()
  await makePerson(app, 'advisor', { name: 'Ada King', email: 'other@school.test' })
  await makePerson(app, 'advisor', { name: 'Bea', blocked: true })
  await makePerson(app, 'advisor', { name: 'Cyd', verified: false })
  const advisors = ['ada@school.test', 'Ada King', 'Bea', 'Cyd', '']
  const lines = advisors.map((advisor, place) => `S${place},s${place}@x.test,${advisor}`)
  const { body } = await importAs('student', ['name,email,advisor', ...lines].join('\n'), 'none')
  expect(body.rows.map(({ problems }) => problems[0])).toEqual([
    undefined,
    'There are several advisors called Ada King. Use the email address.',
    'Bea is blocked or has not completed their profile',
    'Cyd is blocked or has not completed their profile',
    undefined,
  ])
})

test('a name whose letters were lost when the file was saved is a problem of its line', async () => {
  const { importAs } = await startImportScenario()
  const names = ['?ukasz Kos', 'Ewa Zaj?c', 'Jos?', 'Łukasz Zając', 'Bo (?)']
  const lines = names.map((name, place) => `${name},s${place}@x.test`)
  const { body } = await importAs('student', ['name,email', ...lines].join('\n'), 'good')
  const lost = ['This name has a question mark: letters may have been lost when the file was saved']
  expect(body.rows.map(({ problems }) => problems)).toEqual([lost, lost, lost, [], []])
  expect(body.added).toBe(2)
})

test('columns that were not found are chosen by hand', async () => {
  const { importAs } = await startImportScenario()
  const csv = 'Nom,Adresse\nAna,ana@x.test'
  const first = await importAs('student', csv, 'none')
  expect(first.body.rows[0]?.problems).toEqual(['Name is required', 'Email is required'])
  const columns = { name: 'Nom', email: 'Adresse' }
  const { body } = await importAs('student', csv, 'good', { columns })
  expect(body).toMatchObject({ added: 1, columns: { ...columns, domain: null } })
  const { status } = await importAs('student', csv, 'none', { columns: { name: 'Name' } })
  expect(status).toBe(400)
})

test('a misspelled domain or column is answered with the one that may be meant', async () => {
  const { app, importAs, data } = await startImportScenario()
  await app.context.db
    .updateTable('domains')
    .set({ archived_at: 1 })
    .where('id', '=', data._id)
    .execute()
  const lines = ['Webb', 'Data Analysi', 'Cooking'].map((name, at) => `A,a${at}@x.test,${name}`)
  const csv = ['name,email,domain', ...lines].join('\n')
  const { body } = await importAs('student', csv, 'none')
  expect(body.rows.map(({ problems }) => problems)).toEqual([
    ['There is no domain ‘Webb’. Did you mean ‘Web’?'],
    ['There is no domain ‘Data Analysi’'],
    ['There is no domain ‘Cooking’'],
  ])
  const wrong = await importAs('student', csv, 'none', { columns: { name: 'nmae' } })
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { message: 'There is no column ‘nmae’ in this file. Did you mean ‘name’?' },
  ])
})

test('what is no list of people is refused with a message', async () => {
  const { app, admin, importAs } = await startImportScenario()
  for (const [csv, message] of [
    ['', 'There are no people in this file'],
    ['name,email', 'There are no people in this file'],
    ['name,email\n"Ana,1', 'The quotation mark in line 2 is never closed'],
    [`name\n${'a\n'.repeat(5001)}`, 'A file can have at most 5,000 people'],
    [`name\n${'a'.repeat(2 * 1024 * 1024)}`, 'A file can have at most 2 MB'],
    [`name\n${'é'.repeat(1024 * 1024)}`, 'A file can have at most 2 MB'],
  ] as const) {
    const { status, body } = await importAs('student', csv, 'good')
    expect([status, body]).toMatchObject([400, { message }])
  }
  const good = { role: 'student', csv: 'name,email\nAna,ana@x.test', apply: 'none' }
  for (const wrong of [{ role: 'admin' }, { apply: 'some' }, { csv: 7 }, { columns: [] }]) {
    const body = { value: { ...good, ...wrong } }
    const call = { token: admin.token, body }
    const refused = await app.send('POST', '/admin/import-people', call)
    expect({ wrong, status: refused.status }).toEqual({ wrong, status: 400 })
  }
})

test('a call sent again with its key adds nobody twice', async () => {
  const { app, importAs } = await startImportScenario()
  const csv = makeStudentFile(3)
  const [first, again] = [
    await importAs('student', csv, 'all', { key: 'once' }),
    await importAs('student', csv, 'all', { key: 'once' }),
  ]
  expect(again.body).toEqual(first.body)
  expect(await app.context.db.selectFrom('imports').selectAll().execute()).toHaveLength(1)
  const refused = await importAs('student', messy, 'all', { key: 'twice' })
  const replayed = await importAs('student', messy, 'all', { key: 'twice' })
  expect([replayed.status, replayed.body]).toEqual([409, refused.body])
})

test.each<[RowsToApply, number]>([
  ['good', 20],
  ['all', 20],
  ['all', 300],
])(
  'of several imports of the same people at once, one adds each of them (%s, %i)',
  async (apply, count) => {
    const { app, importAs, list } = await startImportScenario()
    const file = makeStudentFile(count)
    const replies = await Promise.all([1, 2, 3].map(() => importAs('student', file, apply)))
    const added = replies.map(({ body }) => body.added ?? 0)
    expect(added.toSorted((a, b) => a - b)).toEqual([0, 0, count])
    expect(await list('student')).toHaveLength(count)
    expect(app.errors).toEqual([])
  },
)

test('an email that is added at the same moment is refused, and nobody is added twice', async () => {
  const { app, admin, importAs, list } = await startImportScenario()
  const body = { name: 'Ana', email: 'student-3@import.test' }
  const [added, imported] = await Promise.all([
    app.send('POST', '/admin/add-student', { token: admin.token, body }),
    importAs('student', makeStudentFile(20), 'all'),
  ])
  expect([
    [200, 409],
    [409, 200],
  ]).toContainEqual([added.status, imported.status])
  expect(await list('student')).toHaveLength(added.status === 200 ? 1 : 20)
})

test('while 2,000 people are added, others’ calls are answered', async () => {
  const { app, admin, importAs } = await startImportScenario()
  const importing = importAs('student', makeStudentFile(2_000), 'all')
  let isDone = false
  void importing.finally(() => {
    isDone = true
  })
  let answered = 0
  while (!isDone) {
    await setImmediate()
    const others = await app.send('GET', '/admin/all-domain', { token: admin.token })
    if (others.status === 200) answered += 1
  }
  const { status, body } = await importing
  expect([status, body.added]).toEqual([200, 2_000])
  // Were the rows written in one go, some ten would be.
  expect(answered).toBeGreaterThan(100)
})
