import { useEffect } from 'react'
import { barColour, type Role } from '#contract/roles.ts'
import { appManifestPath } from '#contract/school.ts'

/**
 * Says to the browser as what it installs the page, and the colour of its frame around it: the top
 * bar's as long as a role's area is shown, else what the document says.
 */
export function useAsApp(role: Role): void {
  useEffect(() => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const before = colours.map(({ content }) => content)
    manifest?.setAttribute('href', appManifestPath(role))
    for (const meta of colours) meta.content = barColour[role]
    return () => {
      for (const [index, meta] of colours.entries()) meta.content = before[index] ?? ''
    }
  }, [role])
}
