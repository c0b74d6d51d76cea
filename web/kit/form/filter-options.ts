import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { foldText, toFoldedWords } from '#contract/kit/text/fold-text.ts'

/**
 * Filters a select's options as lists are searched: ignoring accents, by words in any order.
 * Returns `limit` groups and single options at most.
 */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const words = toFoldedWords(search)
  const isFound = ({ label }: ComboboxItem) => {
    const folded = foldText(label)
    return words.every((word) => folded.includes(word))
  }
  const found = options.flatMap((option) => {
    if (!('group' in option)) return isFound(option) ? option : []
    const items = option.items.filter(isFound)
    return items.length === 0 ? [] : { ...option, items }
  })
  return found.slice(0, limit)
}
