import fc from 'fast-check'
import { expect } from 'vitest'
import { editDomain } from '#contract/domains/domains.ts'
import { importPeople } from '#contract/people/import-people.ts'
import { getStudent, listPeople } from '#contract/people/people.ts'
import { newId } from '#server/kit/id.ts'
import { makeStudentFile } from '#test/imports/import-scenario.ts'
import { makeCommand } from '../command.ts'

const rows = 3

/** The calls that remove people again, and how many go with each. */
const removed = { 'undo-import': rows, 'revoke-invitation': 1, 'erase-person': 1, stay: 0 }

/** Students are imported, and all, one or none of them go again, which changes nobody else. */
export const importAndRemove = fc
  .constantFrom('undo-import' as const, 'revoke-invitation', 'erase-person', 'stay')
  .map((how) =>
    makeCommand(`import and ${how}`, async (_model, { app, people }) => {
      const token = people.admin[0]?.token
      const prefix = newId()
      const csv = makeStudentFile(rows, prefix).replaceAll(',Web,', ',,')
      const value = { role: 'student' as const, csv, apply: 'all' as const }
      const imported = await app.call(importPeople, { token, body: { value } })
      expect(imported.body.added).toBe(rows)
      const list = async () =>
        (await app.call(listPeople.student, { token, query: { search: prefix } })).body
      const [first] = await list()
      const values: Record<string, Record<string, unknown>> = {
        'undo-import': { _id: imported.body._id },
        'revoke-invitation': { id: first?._id },
        'erase-person': { id: first?._id, name: first?.name },
      }
      const body = values[how]
      if (body) {
        const { status } = await app.send('PUT', `/admin/${how}`, { token, body: { value: body } })
        expect(status).toBe(200)
      }
      expect(await list()).toHaveLength(rows - removed[how])
    }),
  )

/** Archives a student's domain or brings it back: the student keeps it. */
export const archiveDomain = fc
  .record({ student: fc.nat({ max: 2 }), isArchived: fc.boolean() })
  .map(({ student, isArchived }) =>
    makeCommand(`archive domain of ${student}: ${isArchived}`, async (_model, { app, people }) => {
      const token = people.admin[0]?.token
      const query = { id: people.student[student]?._id ?? '' }
      const { domain } = (await app.call(getStudent, { token, query })).body
      const id = domain && !Array.isArray(domain) ? domain._id : ''
      const edited = await app.call(editDomain, { token, body: { value: { id, isArchived } } })
      expect(edited.body.domain.isArchived).toBe(isArchived)
    }),
  )
