import { manualPages, manualPath, manualTitles } from '#contract/kit/manual.ts'
import type { Role } from '#contract/roles.ts'
import type { Choice } from './use-search-results.ts'

/** The pages of the manual, the role's own guide first. */
export function getManualChoices(role: Role): Choice[] {
  return [...new Set([`guide/${role}` as const, ...manualPages])].map((page) => ({
    group: 'Manual',
    label: manualTitles[page],
    also: 'manual guide help docs documentation',
    to: manualPath(page),
  }))
}
