import { Card, Table as MantineTable } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './table.module.css'

export type Column<Row> = {
  header: string
  cell: (row: Row, index: number) => ReactNode
}

/** Rows in columns; below 640 px each row is a card that names its cells. */
export function Table<Row extends { _id: string }>({
  caption,
  columns,
  rows,
}: {
  /** What the rows are, for who cannot see the heading above them. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
}) {
  const narrow = useMediaQuery('(max-width: 639px)', undefined, { getInitialValueInEffect: false })
  if (narrow) {
    return (
      <ul className={styles.cards} aria-label={caption}>
        {rows.map((row, index) => (
          <Card component="li" withBorder key={row._id}>
            <dl className={styles.cells}>
              {columns.map(({ header, cell }) => (
                <div key={header} className={styles.cell}>
                  <dt>{header}</dt>
                  <dd>{cell(row, index)}</dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
      </ul>
    )
  }
  return (
    <Card withBorder p={0}>
      <MantineTable verticalSpacing="xs" horizontalSpacing="md" fz="sm" tabularNums>
        <caption className={styles.hidden}>{caption}</caption>
        <MantineTable.Thead>
          <MantineTable.Tr>
            {columns.map(({ header }) => (
              <MantineTable.Th key={header} scope="col">
                {header}
              </MantineTable.Th>
            ))}
          </MantineTable.Tr>
        </MantineTable.Thead>
        <MantineTable.Tbody>
          {rows.map((row, index) => (
            <MantineTable.Tr key={row._id}>
              {columns.map(({ header, cell }) => (
                <MantineTable.Td key={header}>{cell(row, index)}</MantineTable.Td>
              ))}
            </MantineTable.Tr>
          ))}
        </MantineTable.Tbody>
      </MantineTable>
    </Card>
  )
}
