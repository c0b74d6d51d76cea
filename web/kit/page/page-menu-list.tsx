import { Menu } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PageMenuButton } from './page-menu.tsx'

/** What else can be done: another screen, or something that is done here. */
export type MenuEntry = { label: string; to: string } | { label: string; onClick: () => void }

/** The menu of a screen's header with its button, in the place of the one pressed; opens at once. */
export function PageMenuList({ entries }: { entries: MenuEntry[] }) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  // The focus was on the button before, and comes back to this one.
  useLayoutEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])

  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      transitionProps={{ duration: 150 }}
      returnFocus
      // Within the screen's landmark.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <PageMenuButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) =>
          'to' in entry ? (
            <Menu.Item key={entry.label} mih={44} component={Link} to={entry.to}>
              {entry.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={entry.label} mih={44} onClick={entry.onClick}>
              {entry.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
