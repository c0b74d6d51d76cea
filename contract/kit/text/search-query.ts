/** A search split into a week, if it names one, and the remaining text. */
export type SearchQuery = { text: string; week: number | undefined }

/** Parses a search: 'arjun week 03' and 'web 3' are each a text and a week. */
export function parseSearchQuery(typed: string): SearchQuery {
  const found = typed.match(/(?:^|\s)(?:weeks?\s*)?(\d{1,2})(?=\s|$)/i)
  const rest = found ? typed.replace(found[0], ' ') : typed
  return {
    text: rest.trim().replace(/\s+/g, ' '),
    week: found ? Number(found[1]) : undefined,
  }
}
