import { saveFile } from './save-file.ts'

/** A cell of a file; null is empty. */
export type CsvCell = string | number | null

/** Saves rows as a CSV file to the reader's downloads. */
export function saveCsv(name: string, headers: string[], rows: CsvCell[][]): void {
  saveFile(toCsv(headers, rows), { name, type: 'text/csv' })
}

/**
 * Rows as CSV (RFC 4180), with a byte order mark, so that spreadsheets read UTF-8. A leading
 * apostrophe keeps them from running a text as a formula.
 */
export function toCsv(headers: string[], rows: CsvCell[][]): string {
  const lines = rows.map((row) => row.map(toCell).join(','))
  return [`\uFEFF${headers.join(',')}`, ...lines, ''].join('\r\n')
}

function toCell(value: CsvCell): string {
  if (typeof value !== 'string') return String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
