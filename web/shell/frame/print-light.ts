const scheme = 'data-mantine-color-scheme'

/** Prints in the light colour scheme, whatever the screen uses. Returns how to stop. */
export function printLight(): () => void {
  const root = document.documentElement
  const paper = matchMedia('print')
  let onScreen: string | null = null
  const print = () => {
    if (root.getAttribute(scheme) === 'light') return
    onScreen = root.getAttribute(scheme)
    root.setAttribute(scheme, 'light')
  }
  const show = () => {
    if (onScreen !== null) root.setAttribute(scheme, onScreen)
    onScreen = null
  }
  // Browsers support either event.
  const change = () => (paper.matches ? print() : show())
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('beforeprint', print, { signal })
  addEventListener('afterprint', show, { signal })
  paper.addEventListener('change', change, { signal })
  change()
  return () => listening.abort()
}
