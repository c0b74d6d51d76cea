import { expect, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { getProfile } from '#contract/people/profile.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
const paths = { student: '', advisor: '/advisor', reviewer: '/reviewer' }
const contact = { number: '5550001111', address: '1 Main Street' }

const personRow = ({ context }: TestApp, { _id }: { _id: string }) =>
  context.db.selectFrom('people').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()

test('a student sees a profile with one domain and the week', async () => {
  const app = await startApp()
  const domain = await makeDomain(app, 'Web Development')
  const { token, ...person } = await makePerson(app, 'student', { domain, week: 7 })

  const { status, body } = await app.call(getProfile.student, { token })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...person,
    dob: null,
    age: null,
    gender: null,
    number: null,
    shownNumber: null,
    phoneNumbers: 'ten-digits',
    address: null,
    qualification: null,
    isProfileVerified: true,
    isBlocked: false,
    domain,
    week: 7,
  })
})

test('an age follows the date of birth; one typed beside an invalid date stays', async () => {
  const app = await startApp()
  const { token, ...student } = await makePerson(app, 'student')
  const ageWith = async (dob: string, age: number) => {
    const { db } = app.context
    await db.updateTable('people').set({ dob, age }).where('id', '=', student._id).execute()
    return (await app.call(getProfile.student, { token })).body.age
  }
  expect(await ageWith('2000-03-03', 25)).toBe(25)
  // Midnight in the school's zone.
  app.time.now += 12 * hourMs
  expect(await ageWith('2000-03-03', 25)).toBe(26)
  expect(await ageWith('2090-01-01', 20)).toBe(20)
})

test('a reviewer sees a list of domains by name, and an advisor sees none', async () => {
  const app = await startApp()
  const web = await makeDomain(app, 'web Development')
  const data = await makeDomain(app, 'Data Analysis')
  const reviewer = await makePerson(app, 'reviewer')
  await app.context.db
    .insertInto('reviewer_domains')
    .values([web, data].map(({ _id }) => ({ reviewer_id: reviewer._id, domain_id: _id })))
    .execute()

  const reviewers = await app.call(getProfile.reviewer, { token: reviewer.token })
  expect(reviewers.body.domain).toEqual([data, web])
  expect(reviewers.body).not.toHaveProperty('week')

  const advisor = await makePerson(app, 'advisor')
  const advisors = await app.call(getProfile.advisor, { token: advisor.token })
  expect(advisors.body).toMatchObject({ _id: advisor._id, name: advisor.name })
  expect(advisors.body).not.toHaveProperty('domain')
  expect(advisors.body).not.toHaveProperty('week')
})

test('everyone with a profile changes number and address, bare or inside userData', async () => {
  const app = await startApp()
  for (const role of roles) {
    const { token } = await makePerson(app, role)
    const bare = await app.call(editProfile[role], { token, body: contact })
    expect(bare.status).toBe(200)
    expect(bare.body).toMatchObject(contact)

    const userData = { number: '0123456789', address: ' 2 Side Street ' }
    const wrapped = await app.send('PUT', `${paths[role]}/edit-profile`, {
      token,
      body: { userData },
    })
    expect(wrapped.status).toBe(200)
    const { body } = await app.call(getProfile[role], { token })
    expect(body).toMatchObject({ number: '0123456789', address: '2 Side Street' })
  }
})

test('an edit changes only number and address, whatever else is sent', async () => {
  const app = await startApp()
  const domain = await makeDomain(app)
  const me = await makePerson(app, 'student')
  const other = await makePerson(app, 'student')
  const mine = await personRow(app, me)
  const theirs = await personRow(app, other)

  const { status } = await app.send('PUT', '/edit-profile', {
    token: me.token,
    body: {
      ...contact,
      _id: other._id,
      id: other._id,
      name: 'Boss',
      email: 'boss@school.test',
      role: 'admin',
      isBlocked: true,
      blocked_at: 1,
      isProfileVerified: false,
      verified_at: null,
      week: 30,
      domain: domain._id,
      domain_id: domain._id,
      password_hash: 'x',
      dob: '1990-01-01',
      age: 5,
      qualification: 'PhD',
    },
  })
  expect(status).toBe(200)
  expect(await personRow(app, me)).toEqual({ ...mine, ...contact })
  expect(await personRow(app, other)).toEqual(theirs)
})

test('a number that is not ten digits and an empty address are refused', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  const cases = [
    [{ number: '' }, 'number', 'Mobile number is required'],
    [{ number: null }, 'number', 'Mobile number is required'],
    [{ number: '555000111' }, 'number', 'Must be at least 10 numbers'],
    [{ number: '55500011112' }, 'number', 'Must be at less than 10 numbers'],
    [{ number: '55500o1111' }, 'number', 'Please use digits only'],
    [{ address: '   ' }, 'address', 'Address is required'],
    [{ address: undefined }, 'address', 'Address is required'],
  ] as const
  for (const [wrong, field, message] of cases) {
    const refused = await app.send('PUT', '/edit-profile', {
      token,
      body: { ...contact, ...wrong },
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ message, errors: { [field]: message } })
  }
  const { body } = await app.call(getProfile.student, { token })
  expect(body).toMatchObject({ number: null, address: null })
})

test('a profile is visible only to a session of its own role', async () => {
  const app = await startApp()
  for (const role of [...roles, 'admin'] as const) {
    const { token } = await makePerson(app, role)
    for (const asked of roles.filter((one) => one !== role)) {
      for (const refused of [
        await app.call(getProfile[asked], { token }),
        await app.call(editProfile[asked], { token, body: contact }),
        await app.call(getProfile[asked], {}),
      ]) {
        expect(refused.status).toBe(401)
        expect(refused.body).toMatchObject({ success: false, Auth: false })
      }
    }
  }
  const admin = await makePerson(app, 'admin')
  expect((await app.send('GET', '/admin/profile', { token: admin.token })).status).toBe(404)
})
