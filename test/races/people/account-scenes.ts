import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { addPerson, blockUnblock, setPassword, setProfile } from '#contract/accounts/accounts.ts'
import { revokeInvitation } from '#contract/accounts/change-invitation.ts'
import { type Endpoint, toUrl } from '#contract/kit/endpoint.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { importPeople, undoImport } from '#contract/people/import-people.ts'
import { erasePerson } from '#contract/privacy/erase-person.ts'
import { newId } from '#server/kit/id.ts'
import { getInviteSecret, makeProfile, password } from '#test/accounts/onboard.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { makeStudentFile } from '#test/imports/import-scenario.ts'
import type { RaceSchool } from '../race-school.ts'
import { listFailedConditions, type MakePeopleScene } from './run-people-race.ts'

const Invited = z.object({ inviteUrl: z.string() })
const Imported = z.object({ _id: z.string().nullable(), added: z.number() })

/** An invited student who has chosen a password, and the call that completes the profile. */
async function inviteStudent({ context, send, admin }: RaceSchool) {
  const { db } = context
  const email = `student-${newId()}@races.test`
  const name = `Newcomer ${newId()}`
  const { method, path } = addPerson.student
  const added = await send(method, path, { token: admin.token, body: { name, email } })
  const secret = getInviteSecret(Invited.parse(added?.body).inviteUrl)
  const { id } = await findByEmail(db, email)
  await db.updateTable('people').set({ password_hash: 'chosen' }).where('id', '=', id).execute()
  const url = toUrl(setProfile.student, { id: secret })
  const body = makeProfile([await makeDomain({ context })])
  const onboard = () => send(setProfile.student.method, url, { token: '', body })
  return { id, name, email, onboard }
}

type Db = RaceSchool['context']['db']

const findByEmail = (db: Db, email: string) =>
  db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

const findById = (db: Db, id: string) =>
  db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()

/** A change by the admin. */
const change =
  ({ send, admin }: RaceSchool, { method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  (body: unknown) =>
  () =>
    send(method, path, { token: admin.token, body })

/** Either the link has died with the old address, or the verified person has the new one. */
const editAgainstOnboarding: MakePeopleScene = async (course) => {
  const { id, onboard } = await inviteStudent(course)
  const email = `new-${newId()}@races.test`
  const edit = change(course, editPerson.student)({ value: { id, name: 'Corrected', email } })
  return {
    calls: { edit, onboard },
    async findWrong({ edit, onboard }) {
      const person = await findById(course.context.db, id)
      return listFailedConditions({
        'the edit was refused': edit === 200,
        'the edit was lost': person?.email === email && person.name === 'Corrected',
        'onboarding and its reply differ': (person?.verified_at !== null) === (onboard === 200),
        'a password of the old link stays':
          onboard === 200 || (onboard === 404 && person?.password_hash === null),
      })
    },
  }
}

/** Either the person is gone or has joined. */
const revokeAgainstOnboarding: MakePeopleScene = async (course) => {
  const { id, onboard } = await inviteStudent(course)
  const revoke = change(course, revokeInvitation)({ value: { id } })
  return {
    calls: { revoke, onboard },
    async findWrong({ revoke, onboard }) {
      const person = await findById(course.context.db, id)
      return listFailedConditions({
        'both or none succeeded': (revoke === 200) !== (onboard === 200),
        'the person is there though revoked': (revoke === 200) === (person === undefined),
        'the one who has joined is not verified': onboard !== 200 || person?.verified_at !== null,
      })
    },
  }
}

/** Nothing of the erased person is left, also in a mail that was just being sent. */
const eraseAgainstMail: MakePeopleScene = async (course) => {
  const { context } = course
  const { db, settings } = context
  const { id, name, email } = await inviteStudent(course)
  const invite = change(course, blockUnblock.student)({ id, action: 'block' })
  const erase = change(course, erasePerson)({ value: { id, name } })
  return {
    calls: { invite, erase, erase2: erase },
    async findWrong({ erase, erase2 }) {
      const isErased = erase === 200 || erase2 === 200
      // Mails are sent at once. One that was under way has arrived by then.
      await setTimeout(isErased ? 300 : 0)
      const folder = join(settings.dataDir, 'outbox')
      const names = isErased && existsSync(folder) ? readdirSync(folder) : []
      const files = names.map((file) => join(folder, file))
      const mails = await db
        .selectFrom('outbox')
        .select('id')
        .where('recipient', '=', email)
        .execute()
      return listFailedConditions({
        'it was erased twice': !(erase === 200 && erase2 === 200),
        'an email to the erased person is kept': !isErased || mails.length === 0,
        'a file names the erased person': !files.some((file) => readIfThere(file).includes(email)),
        'the erased person has a link':
          !isErased ||
          (
            await db
              .selectFrom('invitations')
              .select('person_id')
              .where('person_id', '=', id)
              .execute()
          ).length === 0,
      })
    },
  }
}

/** A file's text; '' if it was renamed meanwhile, as a mail is once it is whole. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const rows = 40

/** Of two imports of the same people, each person is added and invited once. */
const importAgainstImport =
  (apply: 'good' | 'all'): MakePeopleScene =>
  async (course) => {
    const { db } = course.context
    const prefix = newId()
    const csv = makeStudentFile(rows, prefix).replaceAll(',Web,', ',,')
    const load = change(course, importPeople)({ value: { role: 'student', csv, apply } })
    return {
      calls: { one: load, other: load },
      async findWrong({ one, other }) {
        const like = `${prefix}-%`
        const people = await db
          .selectFrom('people')
          .select('id')
          .where('email', 'like', like)
          .execute()
        const mails = await db
          .selectFrom('outbox')
          .select('id')
          .where('recipient', 'like', like)
          .execute()
        const statuses = [one, other].toSorted().join()
        return listFailedConditions({
          'not one of them was refused': statuses === (apply === 'all' ? '200,409' : '200,200'),
          'people are missing or double': people.length === rows,
          'emails are missing or double': mails.length === rows,
        })
      },
    }
  }

/** Who has set a password stays, and can go on; all others are gone with their links. */
const undoAgainstPassword: MakePeopleScene = async (course) => {
  const { context, send, admin } = course
  const { db } = context
  const prefix = newId()
  const csv = makeStudentFile(rows, prefix).replaceAll(',Web,', ',,')
  const { method, path } = importPeople
  const body = { value: { role: 'student', csv, apply: 'all' } }
  const answer = await send(method, path, { token: admin.token, body })
  const { _id } = Imported.parse(answer?.body)
  const email = `${prefix}-7@import.test`
  const mail = await db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', email)
    .executeTakeFirst()
  // A mail that is already sent has no text left.
  const secret = mail?.body.match(/set-password\/([\w-]+)/)?.[1] ?? 'sent'
  const url = toUrl(setPassword.student, { id: secret })
  return {
    calls: {
      choose: () => send(setPassword.student.method, url, { token: '', body: { password } }),
      undo: change(course, undoImport)({ value: { _id } }),
    },
    async findWrong({ choose, undo }) {
      const left = await db
        .selectFrom('people')
        .select('email')
        .where('import_id', '=', _id)
        .execute()
      return listFailedConditions({
        'the import was not undone': undo === 200,
        'others than the one with a password stay':
          left.map((one) => one.email).join() === (choose === 200 ? email : ''),
      })
    },
  }
}

/** One of them stays, and the school is never without an admin. */
const blockAgainstBlock: MakePeopleScene = async (course) => {
  const { context, send } = course
  const { db } = context
  const [one, other] = [
    await makePerson({ context }, 'admin'),
    await makePerson({ context }, 'admin'),
  ]
  const pair = [one._id, other._id]
  // Nobody else is there meanwhile.
  await db
    .updateTable('people')
    .set({ blocked_at: 1 })
    .where('role', '=', 'admin')
    .where('id', 'not in', pair)
    .execute()
  const { method, path } = blockUnblock.admin
  const block = (by: { token: string }, whom: { _id: string }) => () =>
    send(method, path, { token: by.token, body: { id: whom._id, action: 'block' } })
  return {
    calls: { first: block(one, other), second: block(other, one) },
    async findWrong({ first, second }) {
      const active = db.selectFrom('people').select('id').where('id', 'in', pair)
      const left = await active.where('blocked_at', 'is', null).execute()
      await db.updateTable('people').set({ blocked_at: null }).where('blocked_at', '=', 1).execute()
      await db.updateTable('people').set({ blocked_at: 2 }).where('id', 'in', pair).execute()
      await db.deleteFrom('sessions').where('person_id', 'in', pair).execute()
      return listFailedConditions({
        'not exactly one was blocked': left.length === 1,
        'not exactly one succeeded': (first === 200) !== (second === 200),
      })
    },
  }
}

/** Races around invitations, imports and erasures. */
export const accountScenes: Record<string, MakePeopleScene> = {
  'edit against onboarding': editAgainstOnboarding,
  'revoke against onboarding': revokeAgainstOnboarding,
  'erase against an email in hand': eraseAgainstMail,
  'import against import, all': importAgainstImport('all'),
  'import against import, good': importAgainstImport('good'),
  'undo an import against who sets a password': undoAgainstPassword,
  'two admins who block each other': blockAgainstBlock,
}
