import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label?: string
  labelledBy?: string
  className?: string
  headers: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

/** A small table of plain data. */
export function DataTable({ label, labelledBy, className = '', headers, rows }: Props) {
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
          {headers.map((header) => (
            <Table.Th key={header} scope="col">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells }) => (
          <Table.Tr key={key}>
            {cells.map((cell, index) => (
              <Table.Td key={headers[index]}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
