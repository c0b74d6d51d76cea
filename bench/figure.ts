/** What two things of the same kind took or gave, side by side in one run. */
export type Figure = {
  /** What was done, in words that a reader of the table knows. */
  what: string
  /** Weekward's median, with its unit. */
  ours: string
  /** The median of what it stands beside, with its unit; empty where there is nothing beside. */
  beside: string
  /** Ours to the other, round by round: each round's two were measured one after the other. */
  ratios: number[]
  /** What the ratio should be, or what else is aimed at; none where the figure only informs. */
  aim?: { atLeast: number } | { atMost: number } | { says: string; isMet: boolean }
}

/**
 * A part of `npm run bench`: it builds what it needs, measures, and leaves nothing behind. What
 * stands behind its name on the command line says more of what is measured.
 */
export type Part = { name: string; measure: (more?: string) => Promise<Figure[]> }

/** The value below which a part of them lies, from 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}

/** The middle value, or the lower one of two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export const headOfTable = [
  ...['part', 'what', 'Weekward', 'beside it', 'ratio', 'least to most', 'aim', 'result', 'on'],
]

/** The lines of the table over a part's figures, as measured on a day. */
export function toLines(part: string, figures: Figure[], day: string): string[][] {
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
  // As it is shown: what reads 0.70 meets an aim of 0.7.
  const shown = Number(round(ratio))
  return 'atLeast' in aim
    ? [`≥ ${aim.atLeast}`, shown >= aim.atLeast ? 'met' : 'missed']
    : [`≤ ${aim.atMost}`, shown <= aim.atMost ? 'met' : 'missed']
}

const round = (ratio: number) => ratio.toFixed(2)

/** The table in Markdown. */
export function toMarkdown([head = [], ...lines]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n')
}
