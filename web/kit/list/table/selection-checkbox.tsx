import type { ListProps } from '../list-props.ts'
import type { Selection } from '../selection.ts'
import styles from './selection-checkbox.module.css'

type Props = {
  label: string
  isChosen: boolean
  /** Some of those that it stands for are chosen. */
  isPartly?: boolean
  /** As much of its label as is seen before it. */
  shown?: string | undefined
  choose: (isChosen: boolean) => void
}

/** The box by which a row, or all of them, are chosen. */
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

/** The box by which all that are shown are chosen. */
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
