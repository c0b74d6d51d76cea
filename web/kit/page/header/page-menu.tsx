import { useState } from 'react'
import { useLazy } from '../../lazy/use-lazy.ts'
import { PageMenuButton } from './page-menu-button.tsx'
import type { MenuEntry } from './page-menu-list.tsx'

/** What else can be done on a screen; the menu is fetched and made when it is first asked for. */
export function PageMenu({ entries }: { entries: MenuEntry[] }) {
  const [isWanted, setWanted] = useState(false)
  const List = useLazy(async () => (await import('./page-menu-list.tsx')).PageMenuList, {
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
