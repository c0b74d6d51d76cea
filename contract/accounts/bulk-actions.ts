import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bulkActionPeopleMax } from '../limits/accounts.ts'
import { addableRoles, forRoles } from '../roles.ts'

export const bulkActions = ['block', 'unblock', 'invite'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Why a bulk action skipped a person. */
export const bulkRefusals = {
  unknown: 'This person no longer exists',
  notVerified: 'Has not completed the profile yet',
  verified: 'Has already completed the profile',
  blocked: 'Is already blocked',
  notBlocked: 'Is not blocked',
}

/** Why an action does not apply to a person; undefined if it does. */
export function getBulkRefusal(
  action: BulkAction,
  { isProfileVerified, isBlocked }: { isProfileVerified: boolean; isBlocked: boolean },
): string | undefined {
  if (action === 'invite') return isProfileVerified ? bulkRefusals.verified : undefined
  if (!isProfileVerified) return bulkRefusals.notVerified
  if (action === 'block') return isBlocked ? bulkRefusals.blocked : undefined
  return isBlocked ? undefined : bulkRefusals.notBlocked
}

/** Returns, for example, 'Done for 3 of 4.' */
export const describeBulkResult = (done: number, all: number) => `Done for ${done} of ${all}.`

export const runBulkAction = forRoles(addableRoles, (concerned) =>
  endpoint({
    role: 'admin',
    may: 'manage people',
    method: 'PATCH',
    path: `/change-many-${concerned}`,
    summary: `Blocks, unblocks or re-invites several ${concerned}s. People the action does not apply to are skipped`,
    body: z.object({
      ids: z.array(z.string().max(100)).min(1).max(bulkActionPeopleMax),
      action: z.enum(bulkActions),
    }),
    reply: z.object({
      message: z.string(),
      /** The ids of the people it was done for. */
      done: z.array(z.string()),
      refused: z.array(z.object({ id: z.string(), message: z.string() })),
    }),
  }),
)
