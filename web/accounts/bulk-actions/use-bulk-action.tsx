import { List, Text } from '@mantine/core'
import { useState } from 'react'
import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import {
  type BulkAction,
  type BulkChange,
  describeBulkUndoResult,
} from '#contract/accounts/bulk-actions.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { isTemporary } from '#web/kit/api/is-temporary.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableAction } from '#web/kit/page/overlays/undoable-action.tsx'
import { toastBlocked } from '../undo-block.tsx'
import { bulkActionWords, formatNameOrCount, formatNewLinksMessage } from './format-bulk-action.ts'
import { type BulkResult, useBatches } from './use-batches.ts'

/**
 * Makes a change of several people, shows how far it is, and reports the result, with an undo.
 * People for whom it was not done stay selected. `shareLinks` gets new links that no email has.
 */
export function useBulkAction(
  listed: ProfileRole,
  chooseAll: (ids: string[]) => void,
  shareLinks: (invitations: SharedInvitation[]) => void,
) {
  const run = useBatches(listed)
  const [progress, setProgress] = useState<string>()
  useUnsaved(progress !== undefined, 'sending')

  async function change(asked: BulkChange, people: ListedPerson[], handOver = false) {
    const { doing, done: formatDone } = bulkActionWords[asked.action]
    const { done, refused, invitations, error } = await run(asked, people, (begun) =>
      setProgress(`${doing} ${begun} of ${people.length}`),
    )
    setProgress(undefined)
    if (error !== undefined) toastServerErrorMessage(error)
    // The button may disappear after the action.
    focusHeading()
    const isDone = new Set(done.map(({ _id }) => _id))
    const left = people.filter(({ _id }) => !isDone.has(_id))
    chooseAll(left.map(({ _id }) => _id))
    if (invitations) shareLinks(invitations)
    if (done.length > 0) {
      const stay = left.length > 0 ? ` ${left.length} left, and still selected.` : ''
      const text =
        (invitations ? formatNewLinksMessage(done) : formatDone(formatNameOrCount(done))) + stay
      const undos = getBulkUndo(
        asked,
        people.filter(({ _id }) => isDone.has(_id)),
      )
      if (asked.action === 'block') toastBlocked(text, { listed, ids: [...isDone], handOver })
      else if (undos.length > 0)
        toastSuccess(text, <UndoBulk listed={listed} undos={undos} />, undoMs)
      else toastSuccess(text)
    }
    if (refused.length > 0)
      openContentDialog('Not done for all', <RefusedPeople refused={refused} />)
  }

  return { progress, change }
}

/** A change that undoes a bulk action for some of its people. */
type BulkUndo = { change: BulkChange; people: ListedPerson[] }

/** How to undo a change of these people, by what they had before; empty if it cannot be undone. */
function getBulkUndo(change: BulkChange, people: ListedPerson[]): BulkUndo[] {
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
        action: 'finish',
        outcome: finished ?? 'left',
        ...(finishReason !== null && { reason: finishReason }),
      }
    case 'add-domain':
      return { ...change, action: 'remove-domain' }
    case 'remove-domain':
      return { ...change, action: 'add-domain', undo: true }
    case 'advisor':
      return { action: 'advisor', advisor: advisor?._id ?? null }
    case 'domain':
      return domains[0] && { action: 'domain', domain: domains[0]._id, undo: true }
    default:
      return undefined
  }
}

/** What an undo does to slots. */
const notes: Partial<Record<BulkAction, string>> = {
  'undo-pause': 'Undo restores bookings whose slots nobody has taken.',
  'undo-finish': 'Undo restores bookings whose slots nobody has taken.',
  pause: 'Undo frees slots booked since.',
  finish: 'Undo frees slots booked since.',
}

type Props = { listed: ProfileRole; undos: BulkUndo[] }

/** The undo of a bulk action, below the toast that says what was done. */
function UndoBulk({ listed, undos }: Props) {
  const run = useBatches(listed)

  async function undo(): Promise<string> {
    const results: BulkResult[] = []
    for (const { change, people } of undos) {
      const { error, ...result } = await run(change, people)
      results.push(result)
      if (error === undefined) continue
      if (!(error instanceof ApiError) || isTemporary(error)) throw error
      // Refused for all of them; the others may still go back.
      const { message } = error
      const settled = new Set(
        [...result.done, ...result.refused.map(({ person }) => person)].map(({ _id }) => _id),
      )
      const left = people.filter(({ _id }) => !settled.has(_id))
      result.refused.push(...left.map((person) => ({ person, message })))
    }
    const refused = results.flatMap((one) => one.refused)
    if (refused.length > 0)
      openContentDialog('Not undone for all', <RefusedPeople refused={refused} />)
    const done = results.flatMap((one) => one.done).length
    const slotsLost = results.reduce((sum, one) => sum + one.slotsLost, 0)
    return describeBulkUndoResult(done, done + refused.length, slotsLost)
  }

  const action = undos[0]?.change.action
  return <UndoableAction note={(action && notes[action]) ?? ''} undo={undo} />
}

type RefusedPeopleProps = { refused: { person: { _id: string; name: string }; message: string }[] }

/** The people for whom a bulk action failed, with the reasons. */
function RefusedPeople({ refused }: RefusedPeopleProps) {
  return (
    <List listStyleType="none" spacing="xs" tabIndex={-1} {...autoFocusProps}>
      {refused.map(({ person, message }) => (
        <List.Item key={person._id}>
          <Text fw={500}>{person.name}</Text>
          <Text c="dimmed">{message}</Text>
        </List.Item>
      ))}
    </List>
  )
}
