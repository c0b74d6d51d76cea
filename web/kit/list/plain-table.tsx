import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label?: string
  labelledBy?: string
  className?: string
  headers: string[]
  /** The first column of numbers, which are right-aligned. */
  numbersFrom?: number
  rows: { key: string; cells: ReactNode[] }[]
}

/** A small table of plain data. */
export function PlainTable({
  label,
  labelledBy,
  className = '',
  headers,
  numbersFrom = headers.length,
  rows,
}: Props) {
  const alignOf = (index: number) => (index >= numbersFrom ? 'right' : undefined)
  return (
    <Table
      fz={14}
      tabularNums
      aria-label={label}
      aria-labelledby={labelledBy}
      className={className}
    >
      <Table.Thead>
        <Table.Tr>
          {headers.map((header, index) => (
            <Table.Th key={header} scope="col" ta={alignOf(index)}>
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells }) => (
          <Table.Tr key={key}>
            {cells.map((cell, index) => (
              <Table.Td key={headers[index]} ta={alignOf(index)}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
