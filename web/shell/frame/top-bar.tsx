import { ActionIcon, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type Ref, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { productName } from '#contract/limits/limits.ts'
import { barColour } from '#contract/roles.ts'
import { LogoutButton } from '#web/accounts/logout-button.tsx'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { useRole } from '#web/kit/page/role.ts'
import { demoLabel, demoNoticeInFull, useIsDemo, useSchool } from '#web/kit/page/school.ts'
import { MenuIcon, MoonIcon, PersonIcon, SearchIcon, SunIcon } from '#web/kit/ui/icons/icons.tsx'
import { SchoolLogo } from '#web/kit/ui/school-logo.tsx'
import { useToggleColourScheme } from '#web/kit/ui/use-toggle-colour-scheme.ts'
import { Bell } from '#web/notifications/bell.tsx'
import { paths } from '#web/paths.ts'
import { bufferTyping, stopBuffering } from '../command-palette/early-typing.ts'
import { keepEarlyKey } from '../command-palette/shortcuts/early-keys.ts'
import { isPaletteShortcut, listenToKeys } from '../command-palette/shortcuts/listen-to-keys.ts'
import { getPaletteShortcut } from '../command-palette/shortcuts/palette-shortcut-label.ts'
import styles from './layout.module.css'
import bar from './top-bar.module.css'

type Props = {
  /** The menu's button, which takes the focus when the menu closes. */
  menu: Ref<HTMLButtonElement>
  menuOpen: boolean
  toggleMenu: () => void
  find: () => void
}

/** The top bar in the role's colour: menu, command palette, profile and logout. */
export function TopBar({ menu, menuOpen, toggleMenu, find }: Props) {
  const role = useRole()
  const isDemo = useIsDemo()
  const school = useSchool()
  const AccountAvatar = useLazyComponent(
    async () => (await import('./account-avatar.tsx')).AccountAvatar,
  )
  return (
    <header className={styles.bar} style={{ background: barColour[role] }}>
      <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap" miw={0}>
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
          <div className={bar.school} data-known={school !== undefined}>
            <Link to={paths.home(role)} className={bar.home}>
              <span className={bar.picture}>
                <SchoolLogo size={28} />
              </span>
              <span className={bar.name} title={school?.name}>
                {school?.name ?? productName}
              </span>
            </Link>
            {isDemo && (
              <span className={bar.demo}>
                {demoLabel}
                <VisuallyHidden>{demoNoticeInFull.slice(demoLabel.length)}</VisuallyHidden>
              </span>
            )}
          </div>
        </Group>
        <Group gap={0} wrap="nowrap">
          <PaletteButton open={find} />
          <Bell className={styles.onBar} />
          <ColourSchemeButton />
          <ActionIcon
            component={Link}
            to={paths.account(role)}
            className={styles.onBar}
            aria-label={role === 'admin' ? 'Account' : 'Profile'}
          >
            {AccountAvatar ? <AccountAvatar role={role} /> : <PersonIcon />}
          </ActionIcon>
          <LogoutButton role={role} className={styles.onBar} />
        </Group>
      </Group>
    </header>
  )
}

function ColourSchemeButton() {
  const { other, label, change } = useToggleColourScheme()
  return (
    <ActionIcon className={`${styles.onBar} ${bar.colours}`} onClick={change} aria-label={label}>
      {other === 'light' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  )
}

/** The button that opens the command palette: a field in the top bar, an icon on phones. */
function PaletteButton({ open }: { open: () => void }) {
  // Before the first paint: whoever sees the button can press its keys.
  useLayoutEffect(() => {
    const stopListening = listenToKeys((event) => {
      if (!isPaletteShortcut(event)) return keepEarlyKey(event)
      event.preventDefault()
      bufferTyping()
      open()
    })
    return () => {
      stopListening()
      stopBuffering()
    }
  }, [open])
  return (
    <UnstyledButton
      className={styles.field ?? ''}
      onClick={open}
      aria-label="Find anything"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <SearchIcon />
      <span>Find anything</span>
      <kbd>{getPaletteShortcut().join(' ')}</kbd>
    </UnstyledButton>
  )
}
