import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import {
  importCellMaxLength,
  importColumnsMax,
  importRefusals,
  importRowsMax,
} from '#contract/people/import-people.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { pauseBetweenSlices } from '#server/kit/pause-between-slices.ts'

/** A row of a CSV file, and the line of the file in which it begins. */
export type CsvRow = { line: number; cells: string[] }

/** The headers of a file, which are unique, their line, and the rows below that are not blank. */
export type CsvFile = { headers: string[]; headerLine: number; rows: CsvRow[] }

/** Titles can stand above the headers: these first rows are searched for them. */
const rowsSearched = 10
/** Including blank lines between them. */
const linesSearched = 100

/**
 * Parses CSV with commas, semicolons or tabs, as spreadsheets write it. The headers are the first
 * of the first ten rows that `isHeader` accepts, or else the first row. Refuses a file without
 * rows, with too many, or with a quotation mark that is never closed (400). Other calls run in
 * the pauses.
 */
export async function parseCsv(
  text: string,
  isHeader: (cells: string[]) => boolean = () => false,
): Promise<CsvFile> {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const all = await readRows(lines, findDelimiter(lines, isHeader))
  const found = all.slice(0, rowsSearched).findIndex(({ cells }) => isHeader(cells))
  const [header, ...rows] = all.slice(Math.max(found, 0))
  if (!header || rows.length === 0) throw new Refused(importRefusals.empty)
  if (rows.length > importRowsMax) throw new Refused(importRefusals.tooLong)
  return { headers: makeUnique(header.cells), headerLine: header.line, rows }
}

/** The line with which Excel is told the delimiter, such as `sep=;`. */
const delimiterLine = /^"?sep=(.)"?$/i

/**
 * Returns the delimiter that a line before the headers names, or else the most frequent one of the
 * headers.
 */
function findDelimiter(text: string, isHeader: (cells: string[]) => boolean): string {
  const first = text.match(/[^\n]*\S[^\n]*/)?.[0] ?? ''
  const named = first.trim().match(delimiterLine)?.[1]
  if (named !== undefined) return named
  const lines = text.split('\n', linesSearched).filter((line) => line.trim())
  const header = lines.slice(0, rowsSearched).find((line) => isHeader(splitRoughly(line)))
  return findMostFrequent(header ?? first)
}

function splitRoughly(line: string): string[] {
  return line.split(findMostFrequent(line)).map((cell) => cell.trim().replaceAll('"', ''))
}

function findMostFrequent(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

async function readRows(text: string, delimiter: string): Promise<CsvRow[]> {
  const parser = Readable.from(inPieces(text)).pipe(
    parse({
      delimiter,
      record_delimiter: '\n',
      info: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  )
  const rows: CsvRow[] = []
  let lastLine = 0
  try {
    for await (const parsed of parser) {
      const { record, info }: ParsedRecord = parsed
      lastLine = info.lines
      const isHint = rows.length === 0 && delimiterLine.test(record.join(delimiter))
      if (!isHint && record.some((cell) => cell !== '')) rows.push(toRow(record, info))
      // The titles, the headers, and one more than allowed.
      if (rows.length > importRowsMax + rowsSearched) break
    }
  } catch (error) {
    throw toRefused(error, lastLine)
  }
  return rows
}

type ParsedRecord = { record: string[]; info: Info }

/** Parsing them takes a millisecond or two. */
const pieceBytes = 16 * 1024

/** Cuts a text into pieces, with a pause between them. */
async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await pauseBetweenSlices()
  }
}

/** The parser counts lines up to the end of a record, which cells with line breaks make longer. */
function toRow(record: string[], { lines }: Info): CsvRow {
  const breaks = record.join('').split('\n').length - 1
  const cells = record.slice(0, importColumnsMax)
  return {
    line: lines - breaks,
    cells: cells.map((cell) => cell.slice(0, importCellMaxLength)),
  }
}

function toRefused(error: unknown, lastLine: number): unknown {
  if (!(error instanceof CsvError)) return error
  return new Refused(
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? importRefusals.openQuote(lastLine + 1)
      : importRefusals.unreadable(Number(error.lines)),
  )
}

/** Names columns without a header by their number, and repeated headers with theirs. */
function makeUnique(headers: string[]): string[] {
  const named = headers.map((header, place) => header || `Column ${place + 1}`)
  return named.map((header, place) =>
    named.indexOf(header) < place ? `${header} (${place + 1})` : header,
  )
}
