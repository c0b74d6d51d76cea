import type { LinkKind } from '#contract/work.ts'

/** The kinds of links by name, in display order. */
export const linkKindNames: Record<LinkKind, string> = {
  seminar: 'Seminar Video',
  progress: 'Progress Video',
  repository: 'Repository',
  other: 'Other',
}
