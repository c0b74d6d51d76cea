import { isManualPage, type ManualPage, manualPath } from '#contract/kit/manual.ts'

/**
 * Where a link of a page of the manual leads: to a heading of its own, or to another page; undefined
 * where it names a file that is not part of the manual.
 */
export function makeLinkResolver(page: ManualPage) {
  return (href: string): string | undefined => {
    // Read as a browser would, in a site of which docs/ is the root.
    const { pathname, hash } = new URL(href, `https://docs.invalid/${page}.md`)
    const [, name = ''] = pathname.match(/^\/(.+)\.md$/) ?? []
    return isManualPage(name) ? manualPath(name, hash) : undefined
  }
}
