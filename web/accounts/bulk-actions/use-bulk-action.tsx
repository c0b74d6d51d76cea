import { List, Text } from '@mantine/core'
import { useState } from 'react'
import { type BulkAction, runBulkAction } from '#contract/accounts/bulk-actions.ts'
import { bulkActionPeopleMax } from '#contract/limits/accounts.ts'
import type { AddableRole } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { toastBlocked } from '../undo-block.tsx'
import { bulkActionLabels, formatPeopleCount } from './format-bulk-action.ts'

type Named = { _id: string; name: string }

/**
 * Runs a bulk action in batches of the size that one call allows, and reports the result. People
 * for whom it failed stay selected.
 */
export function useBulkAction(listed: AddableRole, chooseAll: (ids: string[]) => void) {
  const { mutateAsync } = useApiMutation(runBulkAction[listed])
  const [progress, setProgress] = useState<string>()

  async function change(action: BulkAction, people: Named[], handOver: boolean) {
    const done: Named[] = []
    const refused: { person: Named; message: string }[] = []
    try {
      for (let from = 0; from < people.length; from += bulkActionPeopleMax) {
        setProgress(`${bulkActionLabels[action].doing} ${from + 1} of ${people.length}`)
        const part = people.slice(from, from + bulkActionPeopleMax)
        const reply = await mutateAsync({ body: { ids: part.map(({ _id }) => _id), action } })
        done.push(...part.filter(({ _id }) => reply.done.includes(_id)))
        for (const { id, message } of reply.refused) {
          const person = part.find(({ _id }) => _id === id)
          if (person) refused.push({ person, message })
        }
      }
    } catch (error) {
      toastServerMessage(error)
    }
    setProgress(undefined)
    // The button may disappear after the action.
    document.querySelector('h1')?.focus()
    const isDone = new Set(done.map(({ _id }) => _id))
    chooseAll(people.flatMap(({ _id }) => (isDone.has(_id) ? [] : [_id])))
    const text = bulkActionLabels[action].done(formatPeopleCount(done))
    if (done.length > 0 && action === 'block') {
      toastBlocked(text, { listed, ids: [...isDone], handOver })
    } else if (done.length > 0) toastSuccess(text)
    if (refused.length > 0) contentDialog('Not done for all', <RefusedPeople refused={refused} />)
  }

  return { progress, change }
}

type RefusedProps = { refused: { person: { _id: string; name: string }; message: string }[] }

/** The people for whom a bulk action failed, with the reasons. */
function RefusedPeople({ refused }: RefusedProps) {
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
