import type { ImportColumns } from '#contract/people/import-people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { onSessionEnd } from '#web/kit/api/session.ts'

/** A list of people that is not imported yet. */
export type ImportDraft = {
  text: string
  /** Columns chosen by hand. */
  columns?: ImportColumns
  /** What was sent, until the reply comes: after a reload it is sent again with the same key. */
  sent?: { apply: 'good' | 'all'; idempotencyKey: string }
}

const getKey = (role: AddableRole) => `import ${role}`

// One person's list must not be shown to the next.
onSessionEnd(() => {
  for (const role of ['student', 'advisor', 'reviewer'] as const) saveDraft(role, { text: '' })
})

/** The list that was in the tab before it was reloaded; without text if there is none. */
export function readDraft(role: AddableRole): ImportDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(getKey(role)) ?? 'null')
    // Only `saveDraft` writes under this key.
    if (stored) return stored as ImportDraft
  } catch {
    // Storage is blocked.
  }
  return { text: '' }
}

/** Keeps a list over a reload of the tab. */
export function saveDraft(role: AddableRole, draft: ImportDraft): void {
  try {
    if (draft.text) sessionStorage.setItem(getKey(role), JSON.stringify(draft))
    else sessionStorage.removeItem(getKey(role))
  } catch {
    // Storage is blocked or full: nothing can be kept.
  }
}
