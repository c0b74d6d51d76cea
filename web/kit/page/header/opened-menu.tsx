import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'

type Props = Pick<MenuProps, 'floatingStrategy'> & {
  /** The menu's button, and its ref for the focus. */
  button: ReactNode
  buttonRef: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/**
 * A menu that replaces the button that was pressed: it is rendered when it is first needed, and
 * opens at once.
 */
export function OpenedMenu({ button, buttonRef, children, ...floating }: Props) {
  const [opened, setOpened] = useState(false)

  // The replaced button had the focus.
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
      // At once: the library's own waits, and takes the focus from a dialog that an entry opens.
      returnFocus={false}
      onClose={() => buttonRef.current?.focus()}
      // Inside the landmark of its button.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      {...floating}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
