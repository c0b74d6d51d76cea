import { createHash } from 'node:crypto'
import type { Row } from './table-rows.ts'

/** The number of rows in a table, and a checksum that changes with any value. */
export type TableChecksum = { table: string; count: number; checksum: string }

const modulus = 2n ** 256n

/**
 * The checksum of a table. Each row is hashed as JSON and the hashes are added, so that the order
 * of the rows does not matter.
 */
export async function getTableChecksum(
  table: string,
  columns: string[],
  batches: AsyncIterable<Row[]>,
): Promise<TableChecksum> {
  let count = 0
  let sum = 0n
  for await (const rows of batches) {
    for (const row of rows) {
      const values = JSON.stringify(columns.map((column) => row[column]))
      const hash = createHash('sha256').update(values).digest('hex')
      sum = (sum + BigInt(`0x${hash}`)) % modulus
      count += 1
    }
  }
  return { table, count, checksum: sum.toString(16).padStart(64, '0') }
}
