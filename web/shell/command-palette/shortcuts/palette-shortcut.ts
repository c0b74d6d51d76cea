/** What opens the search for anything, as it is written on the keyboard at hand. */
export function getPaletteShortcut(): string[] {
  return [isMac() ? '⌘' : 'Ctrl', 'K']
}

/** Whether the keyboard has ⌘ in the place of Ctrl; a telephone's may be one of Apple's, too. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
