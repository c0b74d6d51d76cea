import { foldText } from '#contract/kit/text/fold-text.ts'

/**
 * How well a name matches the search, lower is better: exact, prefix, word prefixes, word prefixes
 * including the synonyms in `also`. Undefined if it does not match.
 */
export function getRank(typed: string, name: string, also = ''): number | undefined {
  const [searchQuery, own] = [foldText(typed), foldText(name)]
  if (own === searchQuery) return 0
  if (own.startsWith(searchQuery)) return 1
  if (beginsWords(own, searchQuery)) return 2
  return beginsWords(`${own} ${foldText(also)}`, searchQuery) ? 3 : undefined
}

function beginsWords(text: string, searchQuery: string): boolean {
  const words = text.split(/\s+/)
  return searchQuery.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))
}

type Ranked = { group: string; label: string; also?: string | undefined }

/** The choices that match, in groups: the best group first, and in each group the best match. */
export function sortByRank<T extends Ranked>(choices: T[], typed: string): T[] {
  const ranked = choices.flatMap((choice) => {
    const rank = getRank(typed, choice.label, choice.also)
    return rank === undefined ? [] : [{ choice, rank }]
  })
  const bestOf = new Map<string, number>()
  for (const { choice, rank } of ranked) {
    bestOf.set(choice.group, Math.min(rank, bestOf.get(choice.group) ?? rank))
  }
  const groups = [...bestOf].sort(([, one], [, other]) => one - other).map(([group]) => group)
  return groups.flatMap((group) =>
    ranked
      .filter(({ choice }) => choice.group === group)
      .sort((one, other) => one.rank - other.rank)
      .map(({ choice }) => choice),
  )
}
