/** What opens the search for anything, as it is written on the keyboard at hand. */
export function findKeys(): string[] {
  return [isMac() ? '⌘' : 'Ctrl', 'K']
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
