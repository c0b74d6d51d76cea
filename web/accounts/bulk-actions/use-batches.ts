import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import {
  type BulkChange,
  type BulkRequest,
  runBulkAction,
} from '#contract/accounts/bulk-actions.ts'
import { bulkActionPeopleMax } from '#contract/limits/accounts.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'

export type Named = { _id: string; name: string }
export type BulkResult = {
  done: Named[]
  refused: { person: Named; message: string }[]
  /** How many slots an undo could not restore. */
  slotsLost: number
  /** The new links of those who were invited again; undefined if they were sent by email. */
  invitations?: SharedInvitation[]
  /** What stopped it before the end: the people of that batch and the next are as they were. */
  error?: unknown
}

/** Makes changes of people of a role in batches of the size that one call allows. */
export function useBatches(listed: ProfileRole) {
  const { mutateAsync } = useApiMutation(runBulkAction[listed])

  async function run(
    change: BulkChange,
    people: Named[],
    onProgress?: (begun: number) => void,
  ): Promise<BulkResult> {
    const result: BulkResult = { done: [], refused: [], slotsLost: 0 }
    try {
      for (let from = 0; from < people.length; from += bulkActionPeopleMax) {
        onProgress?.(from + 1)
        const part = people.slice(from, from + bulkActionPeopleMax)
        const body: BulkRequest = { ...change, ids: part.map(({ _id }) => _id) }
        const reply = await mutateAsync({ body })
        const isDone = new Set(reply.done)
        result.done.push(...part.filter(({ _id }) => isDone.has(_id)))
        for (const { id, message } of reply.refused) {
          const person = part.find(({ _id }) => _id === id)
          if (person) result.refused.push({ person, message })
        }
        result.slotsLost += reply.slotsLost
        if (reply.invitations)
          result.invitations = [...(result.invitations ?? []), ...reply.invitations]
      }
    } catch (error) {
      return { ...result, error }
    }
    return result
  }

  return run
}
