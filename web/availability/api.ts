import { loadWithRetry } from '#web/kit/lazy/load-when-idle.ts'

type Opened = { today: string; date?: string }

/** Opens the form with which an admin notes an absence of a reviewer, from a date on (YYYY-MM-DD). */
export async function noteAbsenceOf(
  reviewer: { _id: string; name: string },
  opened: Opened,
): Promise<void> {
  const { openAbsenceFormOf } = await loadWithRetry(() => import('./absence/absence-form.tsx'))
  openAbsenceFormOf(reviewer, opened)
}
