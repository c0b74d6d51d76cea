import { loadWithRetry } from '#web/kit/lazy/load-when-idle.ts'

type Opened = { today: string; date?: string }

/** Opens the form with which an admin notes an absence of a reviewer, from a date on (YYYY-MM-DD). */
export async function addAbsenceFor(
  reviewer: { _id: string; name: string },
  opened: Opened,
): Promise<void> {
  const { openAbsenceFormFor } = await loadWithRetry(() => import('./absence/absence-form.tsx'))
  openAbsenceFormFor(reviewer, opened)
}
