import { expect, test } from 'vitest'
import { bulkRefusals, runBulkAction } from '#contract/accounts/bulk-actions.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { bulkActionPeopleMax } from '#contract/limits/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import { startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { readInvitationSecret } from '#test/imports/import-scenario.ts'

/** Adds an admin, two students, a blocked and an invited one, and an advisor. */
async function start() {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [ann, bo] = [await makePerson(app, 'student'), await makePerson(app, 'student')]
  const blocked = await makePerson(app, 'student', { blocked: true })
  const invited = await makePerson(app, 'student', { verified: false })
  const advisor = await makePerson(app, 'advisor')
  const ids = [ann, bo, blocked, invited, advisor].map(({ _id }) => _id)
  const change = async (action: 'block' | 'unblock' | 'invite', of = ids) => {
    const { status, body } = await app.call(runBulkAction.student, {
      token,
      body: { ids: of, action },
    })
    expect(status).toBe(200)
    return {
      ...(body.invitations && action !== 'invite' && { invitations: body.invitations }),
      message: body.message,
      done: body.done.toSorted(),
      refused: Object.fromEntries(body.refused.map(({ id, message }) => [id, message])),
    }
  }
  return { app, token, ann, bo, blocked, invited, advisor, change }
}

test('several people are blocked at once, and those who cannot be are listed with the reason', async () => {
  const { app, token, ann, bo, blocked, invited, advisor, change } = await start()
  expect(await change('block')).toEqual({
    message: 'Done for 2 of 5.',
    done: [ann._id, bo._id].toSorted(),
    refused: {
      [blocked._id]: bulkRefusals.blocked,
      [invited._id]: bulkRefusals.notVerified,
      [advisor._id]: bulkRefusals.unknown,
    },
  })
  for (const { token } of [ann, bo]) {
    expect((await app.send('GET', '/profile', { token })).status).toBe(401)
  }
  const { body } = await app.call(listPeople.advisor, { token })
  expect(body[0]).toMatchObject({ isBlocked: false })
  // Each has a line of their own.
  const auditLog = await app.call(listAuditLog, { token, query: { kind: 'people' } })
  expect(auditLog.body.map(({ about }) => about._id).toSorted()).toEqual(
    [ann._id, bo._id].toSorted(),
  )
})

test('several people are unblocked or re-invited at once, each with their own link', async () => {
  const { app, blocked, invited, ann, bo, advisor, change } = await start()
  expect(await change('unblock')).toMatchObject({ done: [blocked._id] })
  expect(await change('invite')).toEqual({
    message: 'Done for 1 of 5.',
    done: [invited._id],
    refused: {
      [ann._id]: bulkRefusals.verified,
      [bo._id]: bulkRefusals.verified,
      [blocked._id]: bulkRefusals.verified,
      [advisor._id]: bulkRefusals.unknown,
    },
  })
  const mails = await app.context.db.selectFrom('outbox').select('recipient').execute()
  expect(mails).toEqual([{ recipient: invited.email }])
})

test('without a mail server the reply has the new links of those re-invited, and of nobody else', async () => {
  const { app, token, ann, invited, change } = await start()
  const asked = { ids: [ann._id, invited._id, 'nobody'], action: 'invite' as const }
  const { body } = await app.call(runBulkAction.student, { token, body: asked })
  const { name, email } = invited
  const inviteUrl = `http://weekward.test/set-password/${await readInvitationSecret(app, email)}`
  expect(body.invitations).toEqual([{ name, email, inviteUrl }])
  const again = await app.call(runBulkAction.student, { token, body: asked })
  expect(again.body.invitations?.[0]?.inviteUrl).not.toBe(inviteUrl)
  expect(await change('block')).not.toHaveProperty('invitations')
})

test('with a mail server the new links are for their mailboxes alone', async () => {
  const app = await startApp({ smtpUrl: 'smtp://mail.school.test' })
  const { token } = await makePerson(app, 'admin')
  const { _id, email } = await makePerson(app, 'student', { verified: false })
  const body = { ids: [_id], action: 'invite' as const }
  const reply = await app.call(runBulkAction.student, { token, body })
  expect(reply.body.done).toEqual([_id])
  expect(JSON.stringify(reply.body)).not.toMatch(/invitations|set-password/)
  expect(await readInvitationSecret(app, email)).not.toBe('')
})

test('a person listed twice is changed once; an empty list and too many people are refused', async () => {
  const { app, token, ann, change } = await start()
  expect((await change('block', [ann._id, ann._id])).message).toBe('Done for 1 of 1.')
  expect((await change('block', ['nobody'])).message).toBe('Done for 0 of 1.')
  for (const count of [0, bulkActionPeopleMax + 1]) {
    const ids = Array.from({ length: count }, (_, index) => `id-${index}`)
    const { status } = await app.call(runBulkAction.student, {
      token,
      body: { ids, action: 'block' },
    })
    expect({ count, status }).toEqual({ count, status: 400 })
  }
})

test('blocking several people frees their booked slots', async () => {
  const { app, ann, bo, change } = await start()
  const reviewer = await makePerson(app, 'reviewer')
  for (const [index, student] of [ann, bo].entries()) {
    const slot = await makeSlot(app, reviewer, app.time.now + (1 + index) * hourMs)
    await makeReview(app, { student, slot })
  }
  await change('block')
  const reviews = await app.context.db.selectFrom('reviews').select(['slot_id', 'status']).execute()
  expect(reviews).toEqual(Array(2).fill({ slot_id: null, status: 'not-scheduled' }))
})
