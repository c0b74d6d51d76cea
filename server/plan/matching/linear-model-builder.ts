import type { ModelData } from 'highs'

/** A column and its coefficient in a row. */
export type Term = [column: number, times: number]

export type Model = ReturnType<typeof makeLinearModel>

/** Collects the columns and rows of a linear model; each column lies between 0 and its maximum. */
export function makeLinearModel() {
  const costs: number[] = []
  const mosts: number[] = []
  const rows: { least: number; most: number; terms: Term[] }[] = []

  return {
    /** Adds a column and returns its index. */
    column(cost: number, most: number): number {
      mosts.push(most)
      return costs.push(cost) - 1
    },

    /** Constrains a sum to lie between two numbers, which may be equal. */
    row(least: number, most: number, terms: Term[]): void {
      rows.push({ least, most, terms })
    },

    /** The model in the solver's format; with `whole`, all columns must be integers. */
    data(whole: boolean): ModelData {
      const terms = rows.flatMap((row) => row.terms)
      const starts = [0]
      for (const row of rows) starts.push((starts.at(-1) ?? 0) + row.terms.length)
      const [numCols, numRows] = [costs.length, rows.length]
      return {
        numCols,
        numRows,
        colCost: costs,
        colLower: new Float64Array(numCols),
        colUpper: mosts,
        rowLower: rows.map(({ least }) => least),
        rowUpper: rows.map(({ most }) => most),
        matrix: {
          format: 'csr',
          numCols,
          numRows,
          starts: Int32Array.from(starts),
          indices: Int32Array.from(terms, ([column]) => column),
          values: Float64Array.from(terms, ([, times]) => times),
        },
        ...(whole ? { integrality: new Int32Array(numCols).fill(1) } : {}),
      }
    },
  }
}
