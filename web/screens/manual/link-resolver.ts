import { getManualPath, isManualPage, type ManualPage } from '#contract/kit/manual.ts'

/**
 * Makes a function that resolves the links of a page of the manual: to one of its headings or to
 * another page; undefined for a file outside the manual.
 */
export function makeLinkResolver(page: ManualPage) {
  return (href: string): string | undefined => {
    // Resolved as URLs on a site whose root is docs/.
    const { pathname, hash } = new URL(href, `https://docs.invalid/${page}.md`)
    const [, name = ''] = pathname.match(/^\/(.+)\.md$/) ?? []
    return isManualPage(name) ? getManualPath(name, hash) : undefined
  }
}
