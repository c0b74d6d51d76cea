import { Card, Stack, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Facts } from './facts.tsx'
import styles from './table-or-cards.module.css'

export type Column<T> = { header: string; cell: (item: T, index: number) => ReactNode }

type Props<T> = {
  /** What is listed, for who cannot see the heading. */
  label: string
  items: T[]
  keyOf: (item: T) => string
  columns: Column<T>[]
}

/** A list as a table, or as cards where a table has no room: below 640 px. */
export function TableOrCards<T>({ label, items, keyOf, columns }: Props<T>) {
  const isNarrow = useMediaQuery('(max-width: 639px)', undefined, {
    getInitialValueInEffect: false,
  })
  if (isNarrow) {
    return (
      <Stack component="ul" className={styles.cards} aria-label={label} gap="sm">
        {items.map((item, index) => (
          <Card component="li" withBorder key={keyOf(item)}>
            <Facts
              facts={Object.fromEntries(
                columns.map(({ header, cell }) => [header, cell(item, index)]),
              )}
            />
          </Card>
        ))}
      </Stack>
    )
  }
  return (
    <Card withBorder p={0}>
      <Table aria-label={label} verticalSpacing="xs" horizontalSpacing="sm" fz={14} tabularNums>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header }) => (
              <Table.Th key={header} scope="col">
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item, index) => (
            <Table.Tr key={keyOf(item)}>
              {columns.map(({ header, cell }) => (
                <Table.Td key={header}>{cell(item, index)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
