import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'

type Props = Pick<MenuProps, 'floatingStrategy'> & {
  /** Its button, and what refers to that, for the focus. */
  button: ReactNode
  buttonRef: RefObject<HTMLButtonElement | null>
  /** What can be chosen. */
  children: ReactNode
}

/**
 * A menu with its button, in the place of the one that was pressed: it is made when it is first asked
 * for, and opens at once.
 */
export function OpenedMenu({ button, buttonRef, children, ...floating }: Props) {
  const [opened, setOpened] = useState(false)

  // The focus was on the button before, and comes back to this one.
  useLayoutEffect(() => {
    buttonRef.current?.focus()
    setOpened(true)
  }, [buttonRef])

  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      transitionProps={{ duration: 150 }}
      returnFocus
      // Within the landmark of its button.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      {...floating}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
