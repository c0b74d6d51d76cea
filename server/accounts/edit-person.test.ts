import { expect, test } from 'vitest'
import { addPerson, setPassword } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { domainRefusals } from '#contract/domains/domain.ts'
import { editDomain } from '#contract/domains/domains.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { getProfile } from '#contract/people/profile.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import {
  choosePassword,
  fillProfile,
  invitePerson,
  makeProfileCompletion,
} from '#test/accounts/onboard.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const advisor = await makePerson(app, 'advisor', { name: 'Ada' })
  const reviewer = await makePerson(app, 'reviewer', { name: 'Priya' })
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const student = await makePerson(app, 'student', { name: 'Lars', domain: web, week: 2 })
  const slot = await makeSlot(app, reviewer, monday + 3_600_000)
  const review = await makeReview(app, { student, advisor, slot, week: 2 })
  const edit = (value: Record<string, unknown>, role: Role = 'student') =>
    app.send<{ message: string; user: Record<string, unknown>; inviteUrl?: string }>(
      'PUT',
      `/admin/edit-${role}`,
      { token: admin.token, body: { value } },
    )
  const mailsTo = async (recipient: string) => {
    const mails = app.context.db.selectFrom('outbox').select('subject')
    const rows = await mails.where('recipient', '=', recipient).where('dropped_at', 'is', null)
    return (await rows.orderBy('id').execute()).map(({ subject }) => subject)
  }
  return { app, admin, advisor, reviewer, student, web, data, review, edit, mailsTo }
}

test('a name is corrected on every list, and search and order follow it', async () => {
  const { app, admin, student, edit } = await start()
  await makePerson(app, 'student', { name: 'Mona' })
  const { status, body } = await edit({ id: student._id, name: '  Zoë   Larsen ' })
  expect([status, body.message, body.user.name]).toEqual([200, 'Saved', 'Zoë Larsen'])
  const list = async (search?: string) => {
    const query = search === undefined ? {} : { search }
    const { body } = await app.call(listPeople.student, { token: admin.token, query })
    return body.map(({ name }) => name)
  }
  expect(await list('zoe')).toEqual(['Zoë Larsen'])
  expect(await list()).toEqual(['Mona', 'Zoë Larsen'])
})

test('another domain and week: tasks and the open review follow, the slot stays, the student is told', async () => {
  const { app, student, data, review, edit } = await start()
  expect((await edit({ id: student._id, domain: data._id, week: 4 })).body.user).toMatchObject({
    domain: { _id: data._id, name: 'Data' },
    week: 4,
  })
  const { body: home } = await app.call(getHome, { token: student.token })
  expect(home).toMatchObject({ _id: review, week: 4, status: 'review-scheduled' })
  const { body: profile } = await app.call(getProfile.student, { token: student.token })
  expect(profile).toMatchObject({ domain: { name: 'Data' }, week: 4 })
  const { body: notifications } = await app.call(listNotifications.student, {
    token: student.token,
  })
  expect(notifications.map(({ text, path }) => [text, path])).toEqual([
    ['Grace changed your domain to Data and your week to 04.', '/'],
  ])
})

test('the advisor and the reviewer of the booked slot are told of another domain and week', async () => {
  const { app, student, advisor, reviewer, data, web, review, edit, mailsTo } = await start()
  const listedFor = async (role: 'advisor' | 'reviewer', { token }: { token: string }) => {
    const { body } = await app.call(listNotifications[role], { token, query: {} })
    return body.map(({ text, path }) => [text, path])
  }
  await edit({ id: student._id, domain: data._id, week: 4, address: 'Elsewhere 1' })
  const text = 'Grace changed Lars’s domain to Data and week to 04.'
  expect(await listedFor('advisor', advisor)).toEqual([[text, `/advisor/review-details/${review}`]])
  expect(await listedFor('reviewer', reviewer)).toEqual([
    [text, `/reviewer/review-details/${review}`],
  ])
  app.time.now += 5 * minuteMs
  await mailNotifications(app.context)
  expect(await mailsTo(reviewer.email)).toEqual(['Lars’s domain and week were changed'])
  await edit({ id: student._id, name: 'Lars Quist' })
  expect(await listedFor('reviewer', reviewer)).toHaveLength(1)
  // Without a booked slot the reviewer has nothing to do with it.
  const change = { status: 'not-scheduled', slot_id: null } as const
  await app.context.db.updateTable('reviews').set(change).where('id', '=', review).execute()
  await edit({ id: student._id, domain: web._id })
  expect(await listedFor('reviewer', reviewer)).toHaveLength(1)
  expect((await listedFor('advisor', advisor))[0]?.[0]).toBe(
    'Grace changed Lars Quist’s domain to Web.',
  )
})

test('a week cannot change once the open review has marks', async () => {
  const { app, student, review, edit } = await start()
  await app.context.db
    .updateTable('reviews')
    .set({ status: 'conducted', marked_at: monday })
    .where('id', '=', review)
    .execute()
  const { status, body } = await edit({ id: student._id, week: 3, name: 'Other' })
  expect([status, body.message]).toEqual([
    409,
    'The open review has marks. Decide on it before you change the week.',
  ])
  expect((await app.call(getProfile.student, { token: student.token })).body.name).toBe('Lars')
  // The week that it is in already changes nothing.
  expect((await edit({ id: student._id, week: 2 })).status).toBe(200)
})

test('a reviewer gets other domains', async () => {
  const { app, admin, reviewer, web, data, edit } = await start()
  const { body } = await edit({ id: reviewer._id, domains: [web._id, data._id] }, 'reviewer')
  expect(body.user.domains).toEqual([
    { _id: data._id, name: 'Data' },
    { _id: web._id, name: 'Web' },
  ])
  await edit({ id: reviewer._id, domains: [data._id, web._id] }, 'reviewer')
  const { body: notifications } = await app.call(listNotifications.reviewer, {
    token: reviewer.token,
  })
  expect(notifications.map(({ text }) => text)).toEqual([
    'Grace changed the domains you review to Data and Web.',
  ])
  const query = { kind: 'people' as const }
  const { body: lines } = await app.call(listAuditLog, { token: admin.token, query })
  expect(lines[0]).toMatchObject({ deed: 'profile-changed', after: { domains: 'Data, Web' } })
  expect((await edit({ id: reviewer._id, domains: ['none'] }, 'reviewer')).status).toBe(400)
})

test('the undo of a correction brings back a domain that has been archived', async () => {
  const { app, admin, student, reviewer, web, data, edit } = await start()
  await edit({ id: student._id, domain: data._id })
  const body = { value: { id: web._id, isArchived: true } }
  await app.call(editDomain, { token: admin.token, body })
  for (const [role, details] of [
    ['student', { id: student._id, domain: web._id }],
    ['reviewer', { id: reviewer._id, domains: [web._id] }],
  ] as const) {
    expect((await edit(details, role)).body.message).toBe(domainRefusals.archived.message)
    expect((await edit({ ...details, undo: true }, role)).body.user.domains).toEqual([web])
  }
})

test('a new email takes effect at once, and both addresses are notified', async () => {
  const { app, advisor, edit, mailsTo } = await start()
  await edit({ id: advisor._id, name: 'Ada King' }, 'advisor')
  const { status } = await edit({ id: advisor._id, email: 'Ada@New.test' }, 'advisor')
  expect(status).toBe(200)
  expect(await mailsTo(advisor.email)).toEqual(['Your email address for Weekward was changed'])
  const { body: profile } = await app.call(getProfile.advisor, { token: advisor.token })
  expect(profile).toMatchObject({ name: 'Ada King', email: 'ada@new.test' })
  const { body: notifications } = await app.call(listNotifications.advisor, {
    token: advisor.token,
  })
  expect(notifications.map(({ text }) => text)).toEqual([
    'The email address of your account is now ada@new.test. If this was not you, contact your admin right away.',
    'Grace changed your name to Ada King.',
  ])
})

test('the notice to an old address still goes there when the email is corrected again', async () => {
  const { advisor, edit, mailsTo } = await start()
  for (const email of ['ada@second.test', 'ada@third.test'])
    await edit({ id: advisor._id, email }, 'advisor')
  const notice = 'Your email address for Weekward was changed'
  expect(await mailsTo(advisor.email)).toEqual([notice])
  expect(await mailsTo('ada@second.test')).toEqual([notice])
  expect(await mailsTo('ada@third.test')).toEqual([])
})

test('a number and an address are corrected in the school’s form, and the person is told', async () => {
  const { app, admin, advisor, edit } = await start()
  const given = { number: '5550001111', address: ' 1 Main Street ' }
  expect((await edit({ id: advisor._id, ...given }, 'advisor')).status).toBe(200)
  const read = async () => (await app.call(getProfile.advisor, { token: advisor.token })).body
  expect(await read()).toMatchObject({ number: '5550001111', address: '1 Main Street' })
  const { body: notifications } = await app.call(listNotifications.advisor, {
    token: advisor.token,
  })
  expect(notifications.map(({ text }) => text)).toEqual([
    'Grace changed your mobile number to 5550001111 and your address to 1 Main Street.',
  ])
  const { body: lines } = await app.call(listAuditLog, { token: admin.token })
  expect(lines[0]).toMatchObject({ deed: 'profile-changed', after: { address: '1 Main Street' } })
  for (const bad of [{ number: '555' }, { number: '+49 1512 3456789' }, { address: ' ' }]) {
    expect((await edit({ id: advisor._id, name: 'Other', ...bad }, 'advisor')).status).toBe(400)
  }
  expect(await read()).toMatchObject({ name: 'Ada', number: '5550001111' })
})

test('an admin corrects another admin, but the own email under Account only', async () => {
  const { app, admin, student, edit, mailsTo } = await start()
  const other = await makePerson(app, 'admin', { name: 'Alan' })
  const value = { id: other._id, name: 'Alan Poe', email: 'alan@new.test' }
  const { status, body } = await edit(value, 'admin')
  expect([status, body.user]).toMatchObject([200, { name: 'Alan Poe', email: 'alan@new.test' }])
  expect(await mailsTo(other.email)).toEqual(['Your email address for Weekward was changed'])
  const { body: notifications } = await app.call(listNotifications.admin, { token: other.token })
  expect(notifications.map(({ text }) => text)).toEqual([
    'The email address of your account is now alan@new.test. If this was not you, contact your admin right away.',
    'Grace changed your name to Alan Poe.',
  ])

  const own = await edit({ id: admin._id, name: 'Other', email: 'grace@new.test' }, 'admin')
  expect([own.status, own.body.message]).toEqual([
    409,
    'Change your own email under Account, with your password.',
  ])
  const same = { id: admin._id, name: 'Grace Mbeki', email: admin.email }
  expect((await edit(same, 'admin')).body.user).toMatchObject({ name: 'Grace Mbeki' })
  expect((await edit({ id: student._id, name: 'Other' }, 'admin')).status).toBe(404)
  expect((await edit({ id: other._id, email: student.email }, 'admin')).status).toBe(409)
})

test('an open invitation of an admin goes to the corrected address', async () => {
  const { app, admin, edit, mailsTo } = await start()
  const nova = { name: 'Nova', email: 'nvoa@school.test' }
  await app.call(addPerson.admin, { token: admin.token, body: nova })
  const { body: list } = await app.call(listPeople.admin, {
    token: admin.token,
    query: { search: 'nova' },
  })
  const { body } = await edit({ id: list[0]?._id, email: 'nova@school.test' }, 'admin')
  expect(body.inviteUrl).toContain('/admin/set-password/')
  expect(await mailsTo('nova@school.test')).toHaveLength(1)
})

test('an open invitation goes to the corrected address, and the older link dies', async () => {
  const { app, admin, edit, mailsTo } = await start()
  const add = { name: 'Nova', email: 'nvoa@school.test' }
  const added = await app.send<{ inviteUrl: string }>('POST', '/admin/add-student', {
    token: admin.token,
    body: add,
  })
  const { body: list } = await app.call(listPeople.student, {
    token: admin.token,
    query: { search: 'nova' },
  })
  await app.context.db.updateTable('outbox').set({ failed_at: monday, last_error: '550' }).execute()
  const { body } = await edit({ id: list[0]?._id, email: 'nova@school.test' })
  expect(body.user).toMatchObject({ email: 'nova@school.test', failedMail: null })
  expect(await mailsTo('nova@school.test')).toHaveLength(1)
  expect(await mailsTo(add.email)).toEqual([])
  const use = (link = '') =>
    app.call(setPassword.student, {
      params: { id: link.split('/').at(-1) ?? '' },
      body: { password: 'blue-lantern-41' },
    })
  expect((await use(added.body.inviteUrl)).status).toBe(404)
  expect((await use(body.inviteUrl)).status).toBe(200)
})

test('an invited student begins with the corrected domain, week and advisor', async () => {
  const { app, admin, advisor, data, edit } = await start()
  await makePerson(app, 'advisor', { name: 'Idle' })
  const invited = await invitePerson(app, 'student', 'nova@school.test')
  const query = { search: 'nova' }
  const { body: list } = await app.call(listPeople.student, { token: admin.token, query })
  const id = list[0]?._id ?? ''
  const read = async () =>
    (await app.call(getPerson, { token: admin.token, query: { id } })).body.firstAdvisor
  expect(await read()).toBeNull()
  const value = { id, domain: data._id, week: 4, advisor: advisor._id }
  const { status, body } = await edit(value)
  expect([status, body.user]).toMatchObject([200, { domain: { name: 'Data' }, week: 4 }])
  expect(await read()).toEqual({ _id: advisor._id, name: 'Ada' })
  const { body: lines } = await app.call(listAuditLog, { token: admin.token })
  expect(lines).toContainEqual(
    expect.objectContaining({ after: { first_advisor_id: advisor._id } }),
  )
  expect((await edit({ id, advisor: null })).status).toBe(200)
  expect(await read()).toBeNull()
  await edit({ id, advisor: advisor._id })

  await choosePassword(app, invited)
  await fillProfile(app, invited, await makeProfileCompletion(app, data))
  const reviews = app.context.db.selectFrom('reviews').select(['week', 'advisor_id'])
  expect(await reviews.where('student_id', '=', id).execute()).toEqual([
    { week: 4, advisor_id: advisor._id },
  ])
  expect(await read()).toBeNull()
})

test('an invited student begins with the corrected domain, whatever the open page of the profile sends', async () => {
  const { app, admin, web, data, edit } = await start()
  const invited = await invitePerson(app, 'student', 'nova@school.test')
  const read = async () => {
    const query = { search: 'nova' }
    return (await app.call(listPeople.student, { token: admin.token, query })).body[0]
  }
  const id = (await read())?._id
  await edit({ id, domain: web._id })
  await choosePassword(app, invited)
  await edit({ id, domain: data._id })
  const filled = await fillProfile(app, invited, await makeProfileCompletion(app, web))
  expect(filled.status).toBe(200)
  expect(await read()).toMatchObject({ domain: data, isProfileVerified: true })
})

test('before they join, a student’s domain is taken away again, and a reviewer’s are corrected', async () => {
  const { app, web, data, student, reviewer, edit } = await start()
  const nova = await makePerson(app, 'student', { name: 'Nova', verified: false })
  await edit({ id: nova._id, domain: web._id })
  expect((await edit({ id: nova._id, domain: null })).body.user).toMatchObject({ domain: null })
  const { _id: id } = await makePerson(app, 'reviewer', { name: 'Ravi', verified: false })
  const domainsOf = async (domains: string[]) =>
    (await edit({ id, domains }, 'reviewer')).body.user.domains
  expect(await domainsOf([web._id, data._id])).toEqual([
    { _id: data._id, name: 'Data' },
    { _id: web._id, name: 'Web' },
  ])
  expect(await domainsOf([])).toEqual([])
  expect(await edit({ id: student._id, domain: null })).toMatchObject({
    status: 400,
    body: { errors: { domain: 'Please choose a domain' } },
  })
  expect(await edit({ id: reviewer._id, domains: [] }, 'reviewer')).toMatchObject({
    status: 400,
    body: { errors: { domains: 'Please choose a domain' } },
  })
})

test('what cannot be is refused, and nothing of it is kept', async () => {
  const { app, student, advisor, edit } = await start()
  const invited = await makePerson(app, 'student', { name: 'Nova', verified: false })
  const blocked = await makePerson(app, 'advisor', { blocked: true })
  for (const [value, status] of [
    [{ id: student._id, email: advisor.email, name: 'Other' }, 409],
    [{ id: student._id, domain: 'none', name: 'Other' }, 400],
    [{ id: student._id, week: 31 }, 400],
    [{ id: student._id, name: ' ' }, 400],
    [{ id: invited._id, number: '5550001111', week: 3 }, 409],
    [{ id: invited._id, advisor: 'none' }, 404],
    [{ id: invited._id, advisor: blocked._id, week: 3 }, 409],
    [{ id: invited._id, domain: 'none' }, 400],
    [{ id: advisor._id, name: 'Other' }, 404],
  ] as const) {
    expect({ value, status: (await edit(value)).status }).toEqual({ value, status })
  }
  expect((await app.call(getProfile.student, { token: student.token })).body.name).toBe('Lars')
  expect((await edit({ id: student._id, name: 'Other' }, 'reviewer')).status).toBe(404)
})
