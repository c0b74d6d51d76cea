import { AppShell, Box, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useRole } from '#web/kit/role.ts'
import styles from './layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The bar on top, the sidebar (beside the screen when it is wide, sliding in when not), the screen. */
export function Layout({ children }: { children: ReactNode }) {
  const role = useRole()
  const { key } = useLocation()
  const [open, { toggle, close }] = useDisclosure(false)
  const menu = useRef<HTMLButtonElement>(null)

  // The menu has done its work once a link was followed; the focus is then the new screen's.
  useEffect(close, [key])

  function closeAgain() {
    close()
    menu.current?.focus()
  }

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'lg', collapsed: { mobile: true } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <TopBar menu={menu} menuOpen={open} toggleMenu={toggle} />
      <AppShell.Navbar p="sm" role="presentation" visibleFrom="lg">
        <Sidebar role={role} />
      </AppShell.Navbar>
      <Drawer
        opened={open}
        onClose={closeAgain}
        returnFocus={false}
        size={280}
        title="Menu"
        closeButtonProps={{ 'aria-label': 'Close' }}
        hiddenFrom="lg"
      >
        <Sidebar role={role} />
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1}>
        <Box maw={1200} mx="auto">
          {children}
        </Box>
      </AppShell.Main>
    </AppShell>
  )
}
