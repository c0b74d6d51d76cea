import type { ListProps } from '../list-props.ts'
import type { Selection } from '../selection.ts'
import styles from './selection-checkbox.module.css'

type Props = {
  label: string
  isChosen: boolean
  /** Some of the rows are selected. */
  isPartly?: boolean
  /** The part of the label that is visible. */
  shown?: string | undefined
  choose: (isChosen: boolean) => void
}

/** The checkbox that selects a row, or all rows. */
export function SelectionCheckbox({ label, isChosen, isPartly = false, shown, choose }: Props) {
  return (
    <label className={styles.place}>
      {shown && <span aria-hidden="true">{shown}</span>}
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={isChosen}
        ref={(box) => {
          if (box) box.indeterminate = isPartly
        }}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
    </label>
  )
}

type AllProps<T> = Pick<ListProps<T>, 'items' | 'getKey'> & {
  choice: Selection<T>
  shown?: string
}

export function SelectAllCheckbox<T>({ items, getKey, choice, shown }: AllProps<T>) {
  const { chosen, chooseAll } = choice
  const isAll = items.every((item) => chosen.has(getKey(item)))
  return (
    <SelectionCheckbox
      label="Select all shown"
      shown={shown}
      isChosen={isAll}
      isPartly={!isAll && items.some((item) => chosen.has(getKey(item)))}
      choose={(isChosen) => chooseAll(isChosen ? items.map(getKey) : [])}
    />
  )
}
