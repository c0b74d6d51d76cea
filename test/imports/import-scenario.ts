import { importPeople } from '#contract/people/import-people.ts'
import { listPeople } from '#contract/people/people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { startApp, type TestApp } from '../app.ts'
import { makeDomain, makePerson } from '../factories.ts'

export type RowsToApply = 'none' | 'good' | 'all'

/** An app with an admin, two domains and an advisor, and how that admin imports people. */
export async function startImportScenario(settings: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(settings)
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data Analysis')]
  const advisor = await makePerson(app, 'advisor', { name: 'Ada King', email: 'ada@school.test' })
  const importAs = (
    role: ProfileRole,
    csv: string,
    apply: RowsToApply,
    { key, columns }: { key?: string; columns?: Record<string, string | null> } = {},
  ) =>
    app.call(importPeople, {
      token: admin.token,
      body: { value: { role, csv, apply, ...(columns && { columns }) } },
      ...(key !== undefined && { key }),
    })
  const list = async (role: ProfileRole) =>
    (await app.call(listPeople[role], { token: admin.token })).body
  return { app, admin, web, data, advisor, importAs, list }
}

/** The secret in the invitation mail to an address. */
export async function readInvitationSecret({ context }: TestApp, email: string): Promise<string> {
  const { body } = await context.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', email)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow()
  return body.match(/set-password\/([\w-]+)/)?.[1] ?? ''
}

/** A file with so many students. */
export function makeStudentFile(students: number, prefix = 'student'): string {
  const lines = Array.from(
    { length: students },
    (_, place) => `Student Nº ${place},${prefix}-${place}@import.test,Web,3`,
  )
  return ['Name,Email,Domain,Week', ...lines].join('\n')
}
