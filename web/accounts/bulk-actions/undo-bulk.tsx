import {
  type BulkAction,
  type BulkChange,
  describeBulkUndo,
} from '#contract/accounts/bulk-actions.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { UndoAction } from '#web/kit/page/overlays/undo-action.tsx'
import { RefusedPeople } from './refused-people.tsx'
import { type BulkResult, useBatches } from './use-batches.ts'

/** A change that undoes a bulk action for some of its people. */
export type BulkUndo = { change: BulkChange; people: ListedPerson[] }

/** How to undo a change of these people, by what they had before; empty if it cannot be undone. */
export function getBulkUndo(change: BulkChange, people: ListedPerson[]): BulkUndo[] {
  const undos = people.flatMap((person) => {
    const undo = getUndoFor(change, person)
    return undo ? [{ undo, person }] : []
  })
  return [...Map.groupBy(undos, ({ undo }) => JSON.stringify(undo)).values()].flatMap((some) =>
    some[0] ? [{ change: some[0].undo, people: some.map(({ person }) => person) }] : [],
  )
}

function getUndoFor(change: BulkChange, person: ListedPerson): BulkChange | undefined {
  const { pausedUntil: until, pauseReason, finished, finishReason, advisor, domains } = person
  switch (change.action) {
    case 'pause':
      return { action: 'undo-pause' }
    case 'resume':
      return { action: 'pause', reason: pauseReason ?? '', until }
    case 'finish':
      return { action: 'undo-finish' }
    case 'reopen':
      return {
        ...{ action: 'finish', outcome: finished ?? 'left' },
        ...(finishReason !== null && { reason: finishReason }),
      }
    case 'add-domain':
      return { ...change, action: 'remove-domain' }
    case 'remove-domain':
      return { ...change, action: 'add-domain' }
    case 'advisor':
      return { action: 'advisor', advisor: advisor?._id ?? null }
    case 'domain':
      return domains[0] && { action: 'domain', domain: domains[0]._id }
    default:
      return undefined
  }
}

/** What an undo does to slots. */
const notes: Partial<Record<BulkAction, string>> = {
  'undo-pause': 'Bookings come back if nobody has taken the slots.',
  'undo-finish': 'Bookings come back if nobody has taken the slots.',
  pause: 'Undo frees slots booked since.',
  finish: 'Undo frees slots booked since.',
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

  const action = undos[0]?.change.action
  return <UndoAction note={(action && notes[action]) ?? ''} undo={undo} />
}
