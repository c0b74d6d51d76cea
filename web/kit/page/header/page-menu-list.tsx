import { Menu } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { OpenedMenu } from './opened-menu.tsx'
import { PageMenuButton } from './page-menu-button.tsx'

/** An entry: a link to another screen, or an action. */
export type MenuEntry = { label: string; to: string } | { label: string; onClick: () => void }

export function PageMenuList({ entries }: { entries: MenuEntry[] }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <OpenedMenu button={<PageMenuButton ref={button} />} buttonRef={button}>
      {entries.map((entry) =>
        'to' in entry ? (
          <Menu.Item key={entry.label} mih={44} component={Link} to={entry.to}>
            {entry.label}
          </Menu.Item>
        ) : (
          <Menu.Item
            key={entry.label}
            mih={44}
            onClick={() => {
              // The entry disappears: a dialog returns the focus to the button.
              button.current?.focus()
              entry.onClick()
            }}
          >
            {entry.label}
          </Menu.Item>
        ),
      )}
    </OpenedMenu>
  )
}
