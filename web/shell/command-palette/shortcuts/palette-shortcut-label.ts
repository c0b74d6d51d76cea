/** The command palette's shortcut, as labelled on this device's keyboard. */
export function getPaletteShortcut(): string[] {
  return [isMac() ? '⌘' : 'Ctrl', 'K']
}

/** Whether this is a Mac, iPhone or iPad, whose keyboards have ⌘. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
