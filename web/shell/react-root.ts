import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { showStartError } from './errors/start-error.ts'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no root element')
const root = createRoot(element, { onUncaughtError: showStartError })

/** Renders the page, in small steps, in place of what was there. */
export function renderPage(everything: ReactNode): void {
  startTransition(() => root.render(everything))
}
