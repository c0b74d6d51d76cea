/** What a search asks for: a week where it names one, and the text besides. */
export type SearchQuery = { text: string; week: number | undefined }

/** Reads a search as people type it: 'arjun week 03' is a text and a week, 'web 3' too. */
export function parseSearchQuery(typed: string): SearchQuery {
  const found = typed.match(/(?:^|\s)(?:weeks?\s*)?(\d{1,2})(?=\s|$)/i)
  const rest = found ? typed.replace(found[0], ' ') : typed
  return {
    text: rest.trim().replace(/\s+/g, ' '),
    week: found ? Number(found[1]) : undefined,
  }
}
