import { useEffect } from 'react'
import { barColour, type Role } from '#contract/roles.ts'
import { appManifestPath } from '#contract/school.ts'

/**
 * Says to the browser as what it installs the page, which the document does not, as it would be
 * fetched before the first picture; and the colour of the browser's frame: the top bar's as long as a
 * role's area is shown, else what the document says.
 */
export function useAsApp(role: Role): void {
  useEffect(() => {
    const manifest = document.createElement('link')
    manifest.rel = 'manifest'
    manifest.href = appManifestPath(role)
    document.head.append(manifest)
    const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const before = colours.map(({ content }) => content)
    for (const meta of colours) meta.content = barColour[role]
    return () => {
      manifest.remove()
      for (const [index, meta] of colours.entries()) meta.content = before[index] ?? ''
    }
  }, [role])
}
