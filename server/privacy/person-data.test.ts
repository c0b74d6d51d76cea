import { expect, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { getOwnData, getPersonData, PersonData } from '#contract/privacy/privacy.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { personalDataParts, tablesWithoutPersonalData } from './personal-data-parts.ts'

test('every text that is kept is in a person’s data, or there is a reason', async () => {
  const { context } = await startApp()
  const isId = /^id$|_id$/
  const missing: string[] = []
  for (const { name, columns } of await context.db.introspection.getTables()) {
    if (Object.hasOwn(tablesWithoutPersonalData, name)) continue
    const own = personalDataParts.filter(({ table }) => table === name)
    const isCovered = (column: string) =>
      own.some(
        ({ erase, stays = {} }) =>
          erase === 'delete' ||
          Object.hasOwn(stays, column) ||
          (erase !== 'keep' && Object.hasOwn(erase.set, column)),
      )
    const texts = columns.filter((column) => /text|char/i.test(column.dataType))
    for (const { name: column } of texts) {
      if (!isId.test(column) && !isCovered(column)) missing.push(`${name}.${column}`)
    }
    if (own.length === 0) missing.push(name)
  }
  expect(missing, 'add them to server/privacy/personal-data-parts.ts').toEqual([])
})

async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const student = await makePerson(app, 'student', { name: 'Sofía Demir' })
  const reviewer = await makePerson(app, 'reviewer', { name: 'Priya' })
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const review = await makeReview(app, { student, slot })
  const { db } = app.context
  await db
    .insertInto('chat_lines')
    .values([
      { id: 'c1', review_id: review, person_id: student._id, text: 'Hello', at: monday },
      { id: 'c2', review_id: review, person_id: reviewer._id, text: 'Good day', at: monday },
    ])
    .execute()
  await db
    .insertInto('review_drafts')
    .values({
      review_id: review,
      reviewer_id: reviewer._id,
      mark: '{"code":5}',
      pending_task: null,
      saved_at: monday,
    })
    .execute()
  return { app, admin, student, reviewer, review }
}

test('a student downloads all that is kept of them, with a sentence for each part', async () => {
  const { app, student, review } = await start()
  const body = { number: '5550001111', address: '1 Main Street' }
  await app.call(editProfile.student, { token: student.token, body })
  const {
    status,
    headers,
    body: data,
  } = await app.call(getOwnData.student, {
    token: student.token,
  })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="my-data-2026-03-02.json"')
  expect(PersonData.parse(data)).toEqual(data)
  const rowsOf = (table: string) => data.parts.find(({ part }) => part === table)?.rows
  expect(data.parts[0]).toMatchObject({
    part: 'people',
    says: 'Your account and your profile. Instants are in UTC.',
    rows: [{ name: 'Sofía Demir', email: student.email, ...body }],
  })
  expect(rowsOf('reviews')).toMatchObject([
    { id: review, status: 'review-scheduled', held_at: '2026-03-02T18:00:00.000Z' },
  ])
  expect(rowsOf('chat_lines')).toMatchObject([{ text: 'Hello' }])
  expect(rowsOf('audit_log')).toMatchObject([{ call: 'PUT /edit-profile' }])
  // Drafts of marks are the reviewer's, and secrets nobody's.
  expect(rowsOf('review_drafts')).toEqual([])
  expect(JSON.stringify(data)).not.toMatch(/password_hash|token_hash|secret/)
})

test('an admin downloads a person’s data; nobody else does, and only of somebody who is there', async () => {
  const { app, admin, reviewer, student } = await start()
  const ask = (token: string, id: string) => app.call(getPersonData, { token, query: { id } })
  const { status, headers, body } = await ask(admin.token, reviewer._id)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain('person-data-2026-03-02.json')
  expect(body.parts.find(({ part }) => part === 'review_drafts')?.rows).toHaveLength(1)
  expect((await ask(reviewer.token, student._id)).status).toBe(401)
  const unknown = await ask(admin.token, 'nobody')
  expect([unknown.status, unknown.body]).toEqual([404, { message: 'This person does not exist' }])
})
