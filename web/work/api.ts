import { getHome } from '#contract/reviews/reviews.ts'
import { getStudentWork, getWork } from '#contract/work.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { loadWithRetry } from '#web/kit/lazy/load-in-background.ts'
import { readUnsent } from './edit/unsent-edits.ts'

const ofWork: ReadonlySet<unknown> = new Set(
  [getHome, getWork, ...Object.values(getStudentWork)].map(({ path }) => path),
)

/** Refetches the students' work on the screen. */
export function refreshWork(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => ofWork.has(queryKey[0]) })
}

/** Sends what a student has typed on this device and could not send yet. */
export async function sendUnsentWork(): Promise<void> {
  if (readUnsent().length === 0) return
  const { sendUnsent } = await loadWithRetry(() => import('./edit/save-work.ts'))
  sendUnsent()
}
