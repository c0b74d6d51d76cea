import { Select } from '@mantine/core'
import { SortIcon } from '../../ui/icons/edit-and-sort-icons.tsx'
import type { Column } from '../columns.ts'
import { getAriaSort, type Sorting } from '../sort.ts'
import styles from './cards.module.css'

type Props<T> = { columns: Column<T>[]; sorting: Sorting }

/** Sorts a list that has no column headings. */
export function SortSelect<T>({ columns, sorting: { sort: present, order } }: Props<T>) {
  const choices = columns.flatMap(({ header, sort }) => {
    if (!sort) return []
    const name = header.charAt(0).toUpperCase() + header.slice(1)
    return [sort, `-${sort}`].map((value) => ({
      value,
      label: `${name}, ${getAriaSort(value, sort)}`,
    }))
  })
  return (
    <Select
      aria-label="Sort"
      variant="unstyled"
      leftSection={<SortIcon />}
      leftSectionWidth={20}
      className={styles.sort ?? ''}
      classNames={{ input: styles.order ?? '' }}
      data={[{ value: '', label: 'Default' }, ...choices]}
      value={present}
      allowDeselect={false}
      onChange={(sort) => order(sort ?? '')}
    />
  )
}
