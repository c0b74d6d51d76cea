/** A text as a cell of CSV. A leading apostrophe keeps a spreadsheet from running it as a formula. */
export function quoteCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
