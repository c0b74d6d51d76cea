import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { runBulkAction } from '#contract/accounts/bulk-actions.ts'
import { undoBlock } from '#contract/accounts/undo-block.ts'
import { finishStudent, pauseStudent, reopenStudent, resumeStudent } from '#contract/enrolment.ts'
import type { Tables } from '#server/database/tables.ts'
import { waitForLocks } from '#test/databases/wait-for-locks.ts'
import { canShareDatabase } from '#test/live-app.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'

type Reply = Promise<{ status: number }>

/** Changes of a student that free the slot, and how each is undone. */
const changes: Record<
  string,
  (school: BookedSchool) => { change: () => Reply; undo: () => Reply }
> = {
  pause: ({ app, admin: { token }, student: { _id: id } }) => ({
    change: () => app.call(pauseStudent, { token, body: { value: { id, reason: 'Ill' } } }),
    undo: () => app.call(resumeStudent, { token, body: { value: { id, undo: true } } }),
  }),
  finish: ({ app, admin: { token }, student: { _id: id } }) => ({
    change: () =>
      app.call(finishStudent.admin, { token, body: { value: { id, outcome: 'left' } } }),
    undo: () => app.call(reopenStudent.admin, { token, body: { value: { id, undo: true } } }),
  }),
  block: ({ app, admin: { token }, student: { _id: id } }) => ({
    change: () => app.call(blockUnblock.student, { token, body: { id, action: 'block' } }),
    undo: () => app.call(undoBlock.student, { token, body: { value: { id } } }),
  }),
  'bulk pause': ({ app, admin: { token }, student: { _id } }) => ({
    change: () =>
      app.call(runBulkAction.student, {
        token,
        body: { ids: [_id], action: 'pause', reason: 'Summer' },
      }),
    undo: () =>
      app.call(runBulkAction.student, { token, body: { ids: [_id], action: 'undo-pause' } }),
  }),
}

const lockRow = (tx: Kysely<Tables>, { _id }: { _id: string }) =>
  tx.selectFrom('people').select('id').where('id', '=', _id).forNoKeyUpdate().execute()

test.each(Object.keys(changes))(
  'undoing a %s waits for a booking with the same reviewer, and both succeed',
  async (name) => {
    // SQLite has only one write transaction at a time anyway.
    if (!canShareDatabase) return
    const school = await startBookedSchool()
    const { app, student, reviewer, seen } = school
    const { db } = app.context
    const steps = changes[name]?.(school)
    expect(await steps?.change()).toMatchObject({ status: 200 })
    // A booking locks the reviewer and then the student.
    const { undoing } = await db.transaction().execute(async (tx) => {
      await lockRow(tx, reviewer)
      const undoing = steps?.undo()
      await waitForLocks(db, 1)
      await lockRow(tx, student)
      return { undoing }
    })
    expect(await undoing).toMatchObject({ status: 200 })
    expect(await seen()).toMatchObject({ status: 'review-scheduled' })
    expect(app.errors).toEqual([])
  },
)
