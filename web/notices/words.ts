/** What stands in the place of a list without notices. */
export const nothingTold = 'Nothing yet. What concerns you is told here.'

/** How many notices are unread, in words. */
export function unreadInWords(unread: number): string {
  return unread === 1 ? '1 unread notice' : `${unread} unread notices`
}
