/** What stands in the place of a list without notices. */
export const noNotifications = 'Nothing yet. Your notifications will appear here.'

/** How many notices are unread, in words. */
export function formatUnread(unread: number): string {
  return unread === 1 ? '1 unread notification' : `${unread} unread notifications`
}
