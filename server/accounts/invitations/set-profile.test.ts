import { expect, test } from 'vitest'
import {
  choosePassword,
  fillProfile,
  invitePerson,
  makeProfileCompletion,
  onboard,
} from '#test/accounts/onboard.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'

const roles = ['student', 'advisor', 'reviewer'] as const

async function readPerson({ context }: TestApp, { email }: { email: string }) {
  const query = context.db.selectFrom('people').selectAll().where('email', '=', email)
  return query.executeTakeFirstOrThrow()
}

const reviews = ({ context }: TestApp) => context.db.selectFrom('reviews').selectAll().execute()

async function withPassword(app: TestApp, role: (typeof roles)[number]) {
  const invited = await invitePerson(app, role)
  await choosePassword(app, invited)
  return invited
}

test.each(roles)(
  'a completed profile makes a %s verified, sent bare or inside userData',
  async (role) => {
    const app = await startApp()
    const domain = await makeDomain(app)
    const body = await makeProfileCompletion(app, domain)
    for (const sent of [body, { userData: body }, { ...body, age: '26' }]) {
      const invited = await withPassword(app, role)
      const reply = await fillProfile(app, invited, sent)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({
        message: 'Your profile is complete. You can sign in now.',
        email: invited.email,
      })
      expect(await readPerson(app, invited)).toMatchObject({
        number: '5550001111',
        gender: 'female',
        qualification: 'BSc',
        dob: '2000-02-29',
        address: '1 Main Street',
        age: 26,
        verified_at: app.time.now,
        blocked_at: null,
        week: role === 'student' ? 1 : null,
        domain_id: role === 'student' ? domain._id : null,
      })
    }
  },
)

test('a reviewer gets the chosen domains, each once, and may choose none', async () => {
  const app = await startApp()
  const [web, data] = [await makeDomain(app), await makeDomain(app)]
  for (const [domains, expected] of [
    [
      [web._id, data._id, web._id],
      [web._id, data._id],
    ],
    [[], []],
  ]) {
    const invited = await withPassword(app, 'reviewer')
    const body = { ...(await makeProfileCompletion(app)), domains }
    expect((await fillProfile(app, invited, body)).status).toBe(200)
    const { id } = await readPerson(app, invited)
    const rows = await app.context.db
      .selectFrom('reviewer_domains')
      .select('domain_id')
      .where('reviewer_id', '=', id)
      .execute()
    expect(rows.map((row) => row.domain_id).sort()).toEqual(expected?.toSorted())
  }
})

test('a profile is refused before there is a password', async () => {
  const app = await startApp()
  for (const role of roles) {
    const invited = await invitePerson(app, role)
    const refused = await fillProfile(app, invited, await makeProfileCompletion(app))
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({ message: 'Please set a password first' })
    expect((await readPerson(app, invited)).verified_at).toBeNull()
  }
  expect(await reviews(app)).toEqual([])
})

const wrongInput = [
  [{ number: undefined }, 'number', 'Mobile number is required'],
  [{ number: '12345' }, 'number', 'Must be at least 10 numbers'],
  [{ number: '12345678901' }, 'number', 'Must be at less than 10 numbers'],
  [{ gender: undefined }, 'gender', 'Gender is required'],
  [{ gender: 'x' }, 'gender', 'Gender is required'],
  [{ qualification: ' ' }, 'qualification', 'Educational qualification is required'],
  [{ address: '' }, 'address', 'Address is required'],
  [{ dob: '' }, 'dob', 'Date of Birth is required'],
  [{ dob: '2001-02-29' }, 'dob', 'Date of Birth is required'],
  [{ age: undefined }, 'age', 'Age is required'],
  [{ age: '' }, 'age', 'Age is required'],
  [{ age: 'old' }, 'age', 'Age is required'],
  [{ age: 4 }, 'age', 'Please enter an age from 5 to 120'],
  [{ dob: '2090-01-01' }, 'dob', 'Please enter a date in the past'],
  [{ dob: '2024-01-01' }, 'dob', 'Please enter a date that gives an age from 5 to 120'],
  [{ age: 20 }, 'age', 'By the date of birth, the age is 26'],
] as const

test('each field that is missing or wrong is refused with its message', async () => {
  const app = await startApp()
  for (const role of roles) {
    const invited = await withPassword(app, role)
    const body = await makeProfileCompletion(app)
    for (const [wrong, field, message] of wrongInput) {
      const refused = await fillProfile(app, invited, { ...body, ...wrong })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ message, errors: { [field]: message } })
    }
    expect((await readPerson(app, invited)).verified_at).toBeNull()
  }
})

test('a student without a domain is refused', async () => {
  const app = await startApp()
  const invited = await withPassword(app, 'student')
  for (const domain of [undefined, '']) {
    const refused = await fillProfile(app, invited, {
      ...(await makeProfileCompletion(app)),
      domain,
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ message: 'Domain is required' })
  }
})

test('an unknown domain is refused, and the link stays valid', async () => {
  const app = await startApp()
  for (const [role, wrong] of [
    ['student', { domain: 'nowhere' }],
    ['reviewer', { domains: ['nowhere'] }],
  ] as const) {
    const invited = await withPassword(app, role)
    const body = await makeProfileCompletion(app)
    const refused = await fillProfile(app, invited, { ...body, ...wrong })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ message: 'This domain does not exist' })
    expect((await fillProfile(app, invited, body)).status).toBe(200)
  }
})

test('extra fields do not get into a completed profile', async () => {
  const app = await startApp()
  const invited = await withPassword(app, 'student')
  const before = await readPerson(app, invited)
  await fillProfile(app, invited, {
    ...(await makeProfileCompletion(app)),
    role: 'admin',
    email: 'boss@school.test',
    name: 'Boss',
    week: 30,
    id: 'mine',
    password_hash: 'x',
    verified_at: 1,
    blocked_at: 1,
    created_at: 1,
  })
  const { id, role, email, name, password_hash, created_at } = before
  expect(await readPerson(app, invited)).toMatchObject({
    id,
    role,
    email,
    name,
    password_hash,
    created_at,
    week: 1,
    verified_at: app.time.now,
    blocked_at: null,
  })
})

test('a new student gets a first review with an advisor', async () => {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const { _id } = await onboard(app, 'student')
  expect(await reviews(app)).toMatchObject([
    { student_id: _id, advisor_id: advisor._id, week: 1, status: 'not-scheduled' },
  ])
})

test('a new advisor gets the reviews waiting for an advisor', async () => {
  const app = await startApp()
  const waiting = await makeReview(app)
  const taken = await makeReview(app, { advisor: await makePerson(app, 'advisor') })
  const { _id } = await onboard(app, 'advisor')
  const byId = Object.fromEntries((await reviews(app)).map((one) => [one.id, one.advisor_id]))
  expect(byId[waiting]).toBe(_id)
  expect(byId[taken]).not.toBe(_id)
})

test('a profile that is sent many times at once is completed once', async () => {
  const app = await startApp()
  const invited = await withPassword(app, 'student')
  const body = await makeProfileCompletion(app)
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => fillProfile(app, invited, body)),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 404, 404, 404, 404])
  expect(await reviews(app)).toHaveLength(1)
})
