import { Card, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, memo, type ReactNode, type Ref, useCallback } from 'react'
import { useMoreToCome } from '../page/states.tsx'
import { Facts } from './facts.tsx'
import { LongList } from './long-list.tsx'
import styles from './table-or-cards.module.css'
import { standsWhole, useVirtualRows } from './virtual-rows.ts'

export type Column<T> = {
  header: string
  cell: (item: T, index: number) => ReactNode
  /** In pixels or of the table's; what others leave is shared by the columns without one. */
  width?: number | `${number}%`
}

type Props<T> = {
  /** What is listed, for who cannot see the heading. */
  label: string
  items: T[]
  keyOf: (item: T) => string
  /** The same array each time spares drawing rows that have not changed. */
  columns: Column<T>[]
}

/** A list as a table, or as cards where a table has no room: below 640 px. */
export function TableOrCards<T>(props: Props<T>) {
  const isNarrow = useMediaQuery('(max-width: 639px)', undefined, {
    getInitialValueInEffect: false,
  })
  return isNarrow ? <Cards {...props} /> : <WideTable {...props} />
}

/** How high a card is about: what stands around its facts, and each of them. */
const cardHeight = (facts: number) => 49 + facts * 33

function Cards<T>({ columns, ...list }: Props<T>) {
  const draw = useCallback(
    (item: T, index: number) => (
      <Card withBorder>
        <Facts
          facts={Object.fromEntries(columns.map(({ header, cell }) => [header, cell(item, index)]))}
        />
      </Card>
    ),
    [columns],
  )
  return (
    <LongList {...list} height={cardHeight(columns.length)} gap={12}>
      {draw}
    </LongList>
  )
}

/** How high a row is whose texts fit into one line. */
const rowHeight = 67

function WideTable<T>(props: Props<T>) {
  const { label, items, columns } = props
  const isWhole = standsWhole(items)
  // The heading is a row too.
  const count = useMoreToCome() ? -1 : items.length + 1
  return (
    <Card withBorder p={0}>
      <Table
        aria-label={label}
        aria-rowcount={isWhole ? undefined : count}
        layout="fixed"
        className={styles.table ?? ''}
        verticalSpacing="xs"
        horizontalSpacing="sm"
        fz={14}
        tabularNums
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={isWhole ? undefined : 1}>
            {columns.map(({ header, width }) => (
              <Table.Th key={header} scope="col" w={width}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Rows {...props} />
      </Table>
    </Card>
  )
}

/** Apart from its table, which is not drawn again while somebody scrolls. */
function Rows<T>({ label, items, keyOf, columns }: Props<T>) {
  const { list, rows, spaceAfter, measure, onFocus } = useVirtualRows<T, HTMLTableSectionElement>(
    items,
    { label, keyOf, height: rowHeight },
  )
  const isWhole = standsWhole(items)
  return (
    <Table.Tbody ref={list} onFocus={onFocus}>
      {rows.map(({ item, key, index, spaceBefore }) => (
        <Fragment key={key}>
          <Spacer height={spaceBefore} columns={columns.length} />
          <Row row={measure} item={item} index={index} columns={columns} isWhole={isWhole} />
        </Fragment>
      ))}
      <Spacer height={spaceAfter} columns={columns.length} />
    </Table.Tbody>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    <Table.Tr aria-hidden="true">
      <td colSpan={columns} className={styles.room} style={{ height }} />
    </Table.Tr>
  )
}

type RowProps<T> = {
  row: Ref<HTMLTableRowElement>
  item: T
  index: number
  columns: Column<T>[]
  isWhole: boolean
}

function DrawnRow<T>({ row, item, index, columns, isWhole }: RowProps<T>) {
  return (
    <Table.Tr ref={row} data-index={index} aria-rowindex={isWhole ? undefined : index + 2}>
      {columns.map(({ header, cell }) => (
        <Table.Td key={header}>{cell(item, index)}</Table.Td>
      ))}
    </Table.Tr>
  )
}
const Row = memo(DrawnRow) as typeof DrawnRow
