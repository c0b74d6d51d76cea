/** Shown for an empty list. */
export const noNotificationsMessage = 'Nothing yet. Your notifications will appear here.'

/** The unread count in words. */
export function formatUnread(unread: number): string {
  return unread === 1 ? '1 unread notification' : `${unread} unread notifications`
}
