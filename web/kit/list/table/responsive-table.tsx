import { Fragment, memo, type Ref, useMemo } from 'react'
import { useHasMore } from '../../page/states.tsx'
import { UpIcon } from '../../ui/icons/edit-and-sort-icons.tsx'
import { type Column, type LaidOutColumn, layOutColumns } from '../columns.ts'
import type { ListProps } from '../list-props.ts'
import type { Selection } from '../selection.ts'
import { getAriaSort } from '../sort.ts'
import { canRenderAllRows, useVirtualRows } from '../virtual-rows.ts'
import { followRow } from './follow-row.ts'
import { renderCell } from './render-cell.tsx'
import styles from './responsive-table.module.css'
import { SelectAllCheckbox, SelectionCheckbox } from './selection-checkbox.tsx'
import { SortSelect } from './sort-select.tsx'

/** The width of the checkbox column, in pixels. */
const choiceWidth = 44

/** A list as a table, with the columns that fit into `room` pixels. */
export function ResponsiveTable<T>(props: ListProps<T> & { room: number }) {
  const { label, items, columns, choice, room } = props
  const placed = useMemo(
    () => layOutColumns(columns, Math.max(room - (choice ? choiceWidth : 0), 0)),
    [columns, room, choice !== undefined],
  )
  const isWhole = canRenderAllRows(items)
  // The heading counts as a row.
  const count = useHasMore() ? -1 : items.length + 1
  const { sorting } = props
  return (
    <>
      {sorting && isInOrderOfNone(placed, columns, sorting.sort) && (
        <div className={styles.above}>
          <SortSelect columns={columns} sorting={sorting} />
        </div>
      )}
      <table
        aria-label={label}
        aria-rowcount={isWhole ? undefined : count}
        className={styles.table}
        // In pixels: with 100 % WebKit keeps the widths of dropped columns.
        style={room > 0 ? { width: room } : {}}
      >
        <thead className={styles.head}>
          <tr className={styles.headings} aria-rowindex={isWhole ? undefined : 1}>
            {choice && (
              <th
                scope="col"
                className={`${styles.heading} ${styles.choice}`}
                style={{ width: choiceWidth }}
              >
                <SelectAllCheckbox items={items} getKey={props.getKey} choice={choice} />
              </th>
            )}
            {placed.map((column) => (
              <Heading key={column.header} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <Rows {...props} placed={placed} />
      </table>
    </>
  )
}

/** Whether the list is sorted by a dropped column, so that no heading shows the order. */
function isInOrderOfNone<T>(placed: LaidOutColumn<T>[], columns: Column<T>[], order: string) {
  const isOrdering = ({ sort }: Pick<Column<T>, 'sort'>) =>
    sort !== undefined && getAriaSort(order, sort) !== 'none'
  return columns.some(isOrdering) && !placed.some(isOrdering)
}

type HeadingProps<T> = { column: LaidOutColumn<T>; sorting: ListProps<T>['sorting'] }

function Heading<T>({ column, sorting }: HeadingProps<T>) {
  const { header, sort, room } = column
  const className = `${styles.heading} ${standsAtEnd(column) ? styles.atEnd : ''}`
  const style = room === null ? {} : { width: room }
  if (!sort || !sorting) {
    return (
      <th scope="col" className={className} style={style}>
        <span className={styles.word}>{header}</span>
      </th>
    )
  }
  return (
    <th scope="col" className={className} style={style} aria-sort={getAriaSort(sorting.sort, sort)}>
      <button type="button" className={styles.sort} onClick={() => sorting.sortBy(sort)}>
        <span className={styles.word}>{header}</span>
        <span className={styles.arrow}>
          <UpIcon size={14} />
        </span>
      </button>
    </th>
  )
}

/** A row's height including its border, in pixels. */
const rowHeight = 45

type RowsProps<T> = ListProps<T> & { placed: LaidOutColumn<T>[] }

/** Separate from the table, which is then not rendered again while scrolling. */
function Rows<T>({ label, items, getKey, placed, choice }: RowsProps<T>) {
  const { list, rows, spaceAfter, measure, onFocus } = useVirtualRows<T, HTMLTableSectionElement>(
    items,
    { label, getKey, height: rowHeight },
  )
  const isWhole = canRenderAllRows(items)
  const columns = placed.length + (choice ? 1 : 0)
  return (
    <tbody ref={list} onFocus={onFocus}>
      {rows.map(({ item, key, index, spaceBefore }) => (
        <Fragment key={key}>
          <Spacer height={spaceBefore} columns={columns} />
          <Row
            row={measure}
            item={item}
            index={index}
            columns={placed}
            isWhole={isWhole}
            name={choice?.getName(item)}
            isChosen={choice?.chosen.has(key) ?? false}
            choose={choice?.choose}
            id={key}
          />
        </Fragment>
      ))}
      <Spacer height={spaceAfter} columns={columns} />
    </tbody>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is room alone, and nobody gets there
    <tr aria-hidden="true">
      <td colSpan={columns} className={styles.room} style={{ height }} />
    </tr>
  )
}

type RowProps<T> = {
  row: Ref<HTMLTableRowElement>
  id: string
  item: T
  index: number
  columns: LaidOutColumn<T>[]
  isWhole: boolean
  /** The row's name, for the checkbox's label. */
  name: string | undefined
  isChosen: boolean
  choose: Selection<T>['choose'] | undefined
}

function DrawnRow<T>({ row, id, item, index, columns, isWhole, ...choice }: RowProps<T>) {
  const { name, isChosen, choose } = choice
  return (
    <tr
      ref={row}
      className={styles.row}
      onClick={followRow}
      data-index={index}
      data-chosen={isChosen || undefined}
      aria-rowindex={isWhole ? undefined : index + 2}
    >
      {choose && (
        <td className={`${styles.cell} ${styles.choice}`}>
          <SelectionCheckbox
            label={`Select ${name}`}
            isChosen={isChosen}
            choose={(is) => choose(id, is)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.header} className={getClass(column)}>
          {renderCell(column.cell(item, index))}
        </td>
      ))}
    </tr>
  )
}
const Row = memo(DrawnRow) as typeof DrawnRow

function getClass<T>(column: LaidOutColumn<T>): string {
  const isAction = isActionOf(column)
  return [styles.cell, standsAtEnd(column) && styles.atEnd, isAction && styles.action]
    .filter(Boolean)
    .join(' ')
}

function standsAtEnd<T>({ isNumber, card }: LaidOutColumn<T>): boolean {
  return isNumber === true || card === 'action'
}

function isActionOf<T>({ card }: LaidOutColumn<T>): boolean {
  return card === 'action' || card === 'action-beside'
}
