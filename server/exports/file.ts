import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { ExportFormat } from '#contract/exports.ts'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import type { Page } from '#server/database/list/paginate.ts'

type ReadPage<Row> = (asked: PageRequest) => Promise<Page<Row>>

/** The rows of one page: enough for speed, few enough that other calls run in between. */
const rowsAtOnce = 500

/**
 * Reads a list page by page. The next page is read when it is asked for, so that only one is in
 * memory, however slowly the client reads.
 */
export async function* readPages<Row>(readPage: ReadPage<Row>): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const { items, next } = await readPage({ limit: rowsAtOnce, cursor })
    yield items
    cursor = next
    await setImmediate()
  } while (cursor !== undefined)
}

/** Writes pages of rows as the text of a file, piece by piece. */
export async function* generateFile(
  format: ExportFormat,
  pages: AsyncIterable<object[]>,
  columns: string[],
): AsyncGenerator<string> {
  let isFirst = true
  const write = (rows: object[]) =>
    format === 'csv' ? toCsv(rows, { columns, isFirst }) : toJson(rows, isFirst)
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield write(rows)
    isFirst = false
  }
  if (isFirst) yield write([])
  if (format === 'json') yield ']\n'
}

/**
 * Rows as CSV (RFC 4180), with the column names and a byte order mark before the first, so that
 * spreadsheets read UTF-8. A leading apostrophe keeps them from running a text as a formula. Lists
 * are joined with ';', other objects are JSON.
 */
function toCsv(rows: object[], { columns, isFirst }: { columns: string[]; isFirst: boolean }) {
  return stringify(rows, {
    columns,
    header: isFirst,
    bom: isFirst,
    record_delimiter: 'windows',
    escape_formulas: true,
    // The library quotes a text with the record delimiter, but not with half of it.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: String,
      object: (value) => (Array.isArray(value) ? value.join(';') : JSON.stringify(value)),
    },
  })
}

/** Rows as the next lines of a JSON array, which begins before the first. */
function toJson(rows: object[], isFirst: boolean): string {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
  return `${isFirst ? '[' : ',\n'}${lines}`
}
