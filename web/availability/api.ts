import { loadWithRetry } from '#web/kit/lazy/load-in-background.ts'

/**
 * Opens the form in which an admin adds a reviewer's absence, from a date (YYYY-MM-DD) on, or says
 * that they leave the school.
 */
export async function openReviewerAbsenceForm(
  reviewer: { _id: string; name: string },
  opened: { today: string; date?: string; isLeaving?: boolean },
): Promise<void> {
  const { openAbsenceForm } = await loadWithRetry(() => import('./absence/absence-form.tsx'))
  openAbsenceForm({ ...opened, reviewer })
}
