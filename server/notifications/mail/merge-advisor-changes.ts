import { namesInReminder } from '#contract/limits/notifications.ts'
import { AdvisorChange } from '#contract/notifications/advisor-changed.ts'
import type { MailedNotification } from './notification-mail.ts'

/**
 * Reduces one person's notifications (oldest first) to what a mail shows: undone advisor changes
 * are left out and similar ones are merged.
 */
export function mergeAdvisorChanges(notifications: MailedNotification[]): MailedNotification[] {
  const changes = notifications.flatMap((one): Change[] =>
    one.kind === 'advisor-changed' ? [{ one, payload: AdvisorChange.parse(one.payload) }] : [],
  )
  const shown = new Map(
    changes[0]?.one.reader.role === 'student'
      ? // Who advises them now is all that a student is shown.
        changes.slice(-1).map(({ one }) => [one, one])
      : mergeAlike(dropUndone(changes)),
  )
  return notifications.flatMap((one) =>
    one.kind === 'advisor-changed' ? (shown.get(one) ?? []) : one,
  )
}

type Change = { one: MailedNotification; payload: AdvisorChange }

function dropUndone(changes: Change[]): Change[] {
  return changes.filter(({ payload }, place) => {
    const laterUndos = changes.slice(place + 1).filter((later) => later.payload.isUndo)
    return !laterUndos.some((undo) => isUndoneBy(payload, undo.payload))
  })
}

function isUndoneBy({ students, count, isUndo }: AdvisorChange, undo: AdvisorChange): boolean {
  const isAllBack = students.every((name) => undo.students.includes(name))
  return !isUndo && isAllBack && count <= undo.count
}

/** The first of each group of similar changes, and the notification that covers the group. */
function mergeAlike(changes: Change[]): [MailedNotification, MailedNotification][] {
  const alike = Map.groupBy(changes, ({ payload: { by, advisor, isUndo } }) =>
    JSON.stringify([by, advisor?._id, isUndo]),
  )
  return [...alike.values()].flatMap((group): [MailedNotification, MailedNotification][] => {
    const [first] = group
    if (!first) return []
    const payload: AdvisorChange = {
      ...first.payload,
      count: group.reduce((sum, { payload }) => sum + payload.count, 0),
      students: group.flatMap(({ payload }) => payload.students).slice(0, namesInReminder),
    }
    return [[first.one, { ...first.one, payload }]]
  })
}
