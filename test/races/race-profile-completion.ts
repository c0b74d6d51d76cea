import { blockUnblock, setProfile } from '#contract/accounts/accounts.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import type { RaceSchool } from './race-school.ts'
import type { Actor } from './scene-helpers.ts'

/**
 * Two students complete their profiles while the school's only advisor is unblocked. Returns what
 * is wrong afterwards: each must have one review with that advisor.
 */
export async function raceProfileCompletion(
  { context, send, admin }: Pick<RaceSchool, 'context' | 'send' | 'admin'>,
  advisor: Actor,
): Promise<string[]> {
  const { token } = admin
  const letIn = (action: 'block' | 'unblock') => {
    const { method, path } = blockUnblock.advisor
    return send(method, path, { token, body: { id: advisor._id, action } })
  }
  await letIn('block')
  const { domain, students } = await inTransaction(context, makeInvited)
  const arrive = ({ secret }: { secret: string }) => {
    const url = toUrl(setProfile.student, { id: secret })
    const profile = { number: '5550001111', gender: 'female', qualification: 'BSc' }
    const more = { address: '1 Main Street', dob: '2000-02-29', age: 26, domain }
    return send(setProfile.student.method, url, { token: '', body: { ...profile, ...more } })
  }
  const answers = await Promise.all([...students.map(arrive), letIn('unblock')])
  const rows = await context.db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id'])
    .where(
      'student_id',
      'in',
      students.map(({ id }) => id),
    )
    .execute()
  return [
    ...answers.filter((answer) => answer?.status !== 200).map((one) => `got ${one?.status}`),
    ...(rows.length === students.length ? [] : [`${rows.length} reviews for two students`]),
    ...rows
      .filter((row) => row.advisor_id !== advisor._id)
      .map((row) => `student ${row.student_id} waits for an advisor who is there`),
  ]
}

/** Two students who have a password but no complete profile. */
async function makeInvited(context: Context) {
  const { db, clock } = context
  const { _id: domain } = await makeDomain({ context })
  const students: { id: string; secret: string }[] = []
  while (students.length < 2) {
    const { _id: id } = await makePerson({ context }, 'student', { verified: false })
    const secret = newSecret()
    await db.updateTable('people').set({ password_hash: 'chosen' }).where('id', '=', id).execute()
    const expires_at = clock() + dayMs
    const invitation = { person_id: id, secret_hash: hashSecret(secret), expires_at }
    await db.insertInto('invitations').values(invitation).execute()
    students.push({ id, secret })
  }
  return { domain, students }
}
