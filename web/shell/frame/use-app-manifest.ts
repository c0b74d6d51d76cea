import { useEffect } from 'react'
import { barColour, type Role } from '#contract/roles.ts'
import { getAppManifestPath } from '#contract/school/school.ts'
import { idleBeforeBackgroundMs, loadWhenIdle } from '#web/kit/lazy/load-in-background.ts'

/**
 * Sets the app manifest, which the document does not name so that it does not delay the first
 * paint; and the browser's theme colour, while an area is shown.
 */
export function useAppManifest(role: Role): void {
  useEffect(() => {
    const manifest = document.createElement('link')
    manifest.rel = 'manifest'
    manifest.href = getAppManifestPath(role)
    const append = () => document.head.append(manifest)
    const stop = loadWhenIdle(async () => {}, append, { idleMs: idleBeforeBackgroundMs })
    const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const before = colours.map(({ content }) => content)
    for (const meta of colours) meta.content = barColour[role]
    return () => {
      stop()
      manifest.remove()
      for (const [index, meta] of colours.entries()) meta.content = before[index] ?? ''
    }
  }, [role])
}
