/** A figure: a measurement of ours beside a reference from the same run. */
export type Figure = {
  /** What was measured, in the reader's words. */
  what: string
  /** Weekward's median, with its unit. */
  ours: string
  /** The reference's median, with its unit; empty without one. */
  beside: string
  /** Ours divided by the reference, for each round. Both were measured one after the other. */
  ratios: number[]
  /** The aim for the ratio, or another aim; none for information only. */
  aim?: { atLeast: number } | { atMost: number } | { says: string; isMet: boolean }
}

/**
 * A part of `npm run bench`. It sets up what it needs, measures, and cleans up. `more` is the rest
 * of the command line.
 */
export type Benchmark = { name: string; measure: (more?: string) => Promise<Figure[]> }

/** The quantile of values, `part` from 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}

/** The median, the lower of two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export const tableHeader = [
  ...['part', 'what', 'Weekward', 'beside it', 'ratio', 'least to most', 'aim', 'result', 'on'],
]

/** The lines of the table for a part's figures, with the date. */
export function toTableRows(part: string, figures: Figure[], day: string): string[][] {
  return figures.map((figure) => [part, ...toLine(figure), day])
}

function toLine({ what, ours, beside, ratios, aim }: Figure): string[] {
  if (ratios.length === 0) return [what, ours, beside, '', '', '', '']
  const ratio = median(ratios)
  const spread = `${round(Math.min(...ratios))} to ${round(Math.max(...ratios))}`
  return [what, ours, beside, round(ratio), spread, ...(aim ? judge(ratio, aim) : ['', ''])]
}

function judge(ratio: number, aim: NonNullable<Figure['aim']>): [string, string] {
  if ('says' in aim) return [aim.says, aim.isMet ? 'met' : 'missed']
  // Compares as printed: 0.70 meets an aim of 0.7.
  const shown = Number(round(ratio))
  return 'atLeast' in aim
    ? [`≥ ${aim.atLeast}`, shown >= aim.atLeast ? 'met' : 'missed']
    : [`≤ ${aim.atMost}`, shown <= aim.atMost ? 'met' : 'missed']
}

const round = (ratio: number) => ratio.toFixed(2)

/** Formats a table in Markdown. */
export function formatMarkdownTable([head = [], ...lines]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n')
}
