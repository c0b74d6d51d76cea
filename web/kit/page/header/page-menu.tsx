import { useState } from 'react'
import { useLazyComponent } from '../../lazy/use-lazy-component.ts'
import { PageMenuButton } from './page-menu-button.tsx'
import type { MenuEntry } from './page-menu-list.tsx'

/** The menu of a screen; its code is loaded when it is first needed. */
export function PageMenu({ entries }: { entries: MenuEntry[] }) {
  const [isWanted, setWanted] = useState(false)
  const List = useLazyComponent(async () => (await import('./page-menu-list.tsx')).PageMenuList, {
    afterInteraction: true,
  })
  if (isWanted && List) return <List entries={entries} />
  return (
    <PageMenuButton
      aria-haspopup="menu"
      aria-expanded={false}
      loading={isWanted}
      onClick={() => setWanted(true)}
    />
  )
}
