import { isManualPage, type ManualPage, manualPath } from '#contract/kit/manual.ts'

/**
 * Where a link of a page of the manual leads: to a heading of its own, or to another page; undefined
 * where it names a file that is not part of the manual.
 */
export function linkIn(page: ManualPage) {
  return (href: string): string | undefined => {
    const [, name, hash] = href.match(/^(?:([\w-]+)\.md)?(#.+)?$/) ?? []
    if (name === undefined) return hash && manualPath(page, hash)
    return isManualPage(name) ? manualPath(name, hash) : undefined
  }
}
