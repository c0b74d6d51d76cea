import { useDisclosure } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { useRole } from '#web/kit/page/role.ts'
import { usePalette } from '../command-palette/use-palette.ts'
import styles from './layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Skips to the screen, without the router, which cannot go back to an entry it did not make. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** The layout: top bar, sidebar (or a drawer on narrow windows), screen. */
export function Layout({ children }: { children: ReactNode }) {
  const role = useRole()
  const { key } = useLocation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const menu = useRef<HTMLButtonElement>(null)
  const Menu = useLazyComponent(async () => (await import('./menu-drawer.tsx')).MenuDrawer, {
    afterInteraction: true,
  })

  const { shown, show, close: stopFinding } = usePalette()
  const find = useCallback(() => show('find'), [show])
  const Finder = useLazyComponent(
    async () => (await import('../command-palette/palette.tsx')).PaletteAndShortcuts,
    {
      afterInteraction: true,
    },
  )

  // Following a link closes the menu; the new screen takes the focus.
  useEffect(close, [key])

  function closeAgain() {
    close()
    menu.current?.focus()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, also before any script is there. */}
      <a href="#content" className={styles.skip} onClick={skip}>
        Skip to content
      </a>
      <TopBar menu={menu} menuOpen={isOpen} toggleMenu={isOpen ? closeAgain : open} find={find} />
      <div className={styles.sidebar}>
        <Sidebar role={role} />
      </div>
      {Finder && <Finder role={role} shown={shown} show={show} close={stopFinding} />}
      {Menu && <Menu role={role} opened={isOpen} close={closeAgain} />}
      <main id="content" tabIndex={-1} className={styles.screen}>
        <div className={styles.inside}>{children}</div>
      </main>
    </>
  )
}
