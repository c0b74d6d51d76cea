/** What opens the search for anything, as it is written on the keyboard at hand. */
export function findKeys(): string[] {
  return [/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'K']
}
