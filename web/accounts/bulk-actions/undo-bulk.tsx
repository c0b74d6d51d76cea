import { type BulkChange, describeBulkUndo } from '#contract/accounts/bulk-actions.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { UndoRow } from '#web/kit/page/overlays/undo-row.tsx'
import { RefusedPeople } from './refused-people.tsx'
import { type BulkResult, useBatches } from './use-batches.ts'

/** A change that undoes a bulk action for some of its people. */
export type BulkUndo = { change: BulkChange; people: ListedPerson[] }

const slotsReturnNote = 'Bookings come back if nobody has taken the slots.'

/** How to undo a change of these people, by what they had before; empty if it cannot be undone. */
export function getBulkUndo(change: BulkChange, people: ListedPerson[]): BulkUndo[] {
  switch (change.action) {
    case 'pause':
      return [{ change: { action: 'undo-pause' }, people }]
    case 'finish':
      return [{ change: { action: 'undo-finish' }, people }]
    case 'add-domain':
      return [{ change: { ...change, action: 'remove-domain' }, people }]
    case 'remove-domain':
      return [{ change: { ...change, action: 'add-domain' }, people }]
    case 'advisor':
      return [...Map.groupBy(people, ({ advisor }) => advisor?._id ?? null)].map(
        ([advisor, those]) => ({ change: { action: 'advisor', advisor }, people: those }),
      )
    case 'domain':
      return [...Map.groupBy(people, ({ domains }) => domains[0]?._id)].flatMap(
        ([domain, those]) =>
          domain === undefined ? [] : [{ change: { action: 'domain', domain }, people: those }],
      )
    default:
      return []
  }
}

type Props = { listed: AddableRole; undos: BulkUndo[] }

/** The undo of a bulk action, below the toast that says what was done. */
export function UndoBulk({ listed, undos }: Props) {
  const run = useBatches(listed)

  async function undo(): Promise<string> {
    const results: BulkResult[] = []
    for (const { change, people } of undos) {
      const result = await run(change, people)
      if (result.error !== undefined) throw result.error
      results.push(result)
    }
    const refused = results.flatMap((one) => one.refused)
    if (refused.length > 0) contentDialog('Not undone for all', <RefusedPeople refused={refused} />)
    const done = results.flatMap((one) => one.done).length
    const slotsLost = results.reduce((sum, one) => sum + one.slotsLost, 0)
    return describeBulkUndo(done, done + refused.length, slotsLost)
  }

  const isOfSlots = undos.some(({ change: { action } }) => /^undo-/.test(action))
  return <UndoRow note={isOfSlots ? slotsReturnNote : ''} undo={undo} />
}
