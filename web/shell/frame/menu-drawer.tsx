import { Drawer, UnstyledButton } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { MoonIcon, SunIcon } from '#web/kit/ui/icons/icons.tsx'
import { useToggleColourScheme } from '#web/kit/ui/use-toggle-colour-scheme.ts'
import { useDialogTransition } from '#web/shell/dialog-transition.ts'
import styles from './layout.module.css'
import side from './sidebar.module.css'
import { Sidebar } from './sidebar.tsx'

type Props = { role: Role; opened: boolean; close: () => void }

/** The sidebar on narrow windows: a drawer below the top bar. */
export function MenuDrawer({ role, opened, close }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={close}
      returnFocus={false}
      size={280}
      title="Menu"
      closeButtonProps={{ 'aria-label': 'Close' }}
      hiddenFrom="lg"
      classNames={{ inner: styles.menu ?? '', overlay: styles.menu ?? '' }}
      {...useDialogTransition()}
    >
      {/* It closes also where the screen asks before it is left. */}
      <Sidebar role={role} onFollow={close} />
      <ColoursOnPhone />
    </Drawer>
  )
}

/** Where the top bar has no room for it. */
function ColoursOnPhone() {
  const { label, other, change } = useToggleColourScheme()
  return (
    <UnstyledButton className={`${side.link} ${side.colours}`} onClick={change}>
      {other === 'light' ? <SunIcon /> : <MoonIcon />}
      <span>{label}</span>
    </UnstyledButton>
  )
}
