import {
  ActionIcon,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { LogoutButton } from '#web/accounts/logout-button.tsx'
import { MenuIcon, MoonIcon, PersonIcon, SunIcon } from '#web/kit/look/icons.tsx'
import { demoNotice, demoNoticeInFull, useIsDemo } from '#web/kit/page/demo.ts'
import { useRole } from '#web/kit/page/role.ts'
import { paths } from '#web/paths.ts'
import { FindButton } from '../find/find-button.tsx'
import { barColour } from '../look/colours.ts'
import demo from './demo-notice.module.css'
import styles from './layout.module.css'

type Props = {
  /** The menu's button, which takes the focus when the menu closes. */
  menu: Ref<HTMLButtonElement>
  menuOpen: boolean
  toggleMenu: () => void
  find: () => void
}

/** The bar whose colour says who you are: menu, find anything, profile and logout. */
export function TopBar({ menu, menuOpen, toggleMenu, find }: Props) {
  const role = useRole()
  const isDemo = useIsDemo()
  return (
    <header className={styles.bar} style={{ background: barColour[role] }}>
      <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap">
          <ActionIcon
            ref={menu}
            className={styles.onBar}
            onClick={toggleMenu}
            aria-label="Menu"
            aria-expanded={menuOpen}
            hiddenFrom="lg"
          >
            <MenuIcon />
          </ActionIcon>
          <Group h={56} pos="relative">
            <Text component={Link} to={paths.home(role)} fw={600} c="white" td="none" px="xs">
              Weekward
            </Text>
            {isDemo && (
              <Text component="span" className={demo.notice ?? ''} c="white" px="xs">
                {demoNotice}
                <VisuallyHidden>{demoNoticeInFull.slice(demoNotice.length)}</VisuallyHidden>
              </Text>
            )}
          </Group>
        </Group>
        <Group gap={0} wrap="nowrap">
          <FindButton open={find} />
          <ColourSchemeButton />
          <ActionIcon
            component={Link}
            to={role === 'admin' ? paths.account : paths.profile(role)}
            className={styles.onBar}
            aria-label={role === 'admin' ? 'Account' : 'Profile'}
          >
            <PersonIcon />
          </ActionIcon>
          <LogoutButton role={role} className={styles.onBar} />
        </Group>
      </Group>
    </header>
  )
}

function ColourSchemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      className={styles.onBar}
      onClick={() => setColorScheme(other)}
      aria-label={`Switch to ${other} colours`}
    >
      {other === 'light' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  )
}
